"""The form in which an admin says how the rounds should go. Sent by GET it stores nothing, by POST it takes a plan."""

from __future__ import annotations

from collections.abc import Iterator
from random import SystemRandom
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from league.models import Event, Player
from league.models.planning import Format
from league.plan_options import MOST_GAMES, MOST_SEED, USUAL_LADDER, Couple, PlayerOptions, list_formats
from league.plan_words import LADDER_WORDS
from league.web.plan_again import Begun
from scoring.movement_limits import MOST_ROUNDS

#: How many couples can be named, and how they are to be kept.
COUPLES = 6
NOBODY, UNKNOWN = 0, -1
COUPLE_WAYS = {
    "apart": _("never partners"),
    "apart_tables": _("never at one table"),
    "together": _("always partners"),
}


#: Fields that begin as they are in the plan that stands.
BEGUN = ("games", "ladder", "ties")


class PlanForm(forms.Form):
    """The settings of a plan for single players."""

    format = forms.ChoiceField(label=_("How the rounds go"))
    rounds = forms.IntegerField(label=_("How many rounds"), min_value=1, max_value=MOST_ROUNDS)
    games = forms.IntegerField(
        label=_("Games in each round"),
        help_text=_("With more than one the same people stay at their table for so many games."),
        min_value=1,
        max_value=MOST_GAMES,
        initial=1,
    )
    ladder = forms.ChoiceField(label=_("Who moves"), choices=list(LADDER_WORDS.items()), initial=USUAL_LADDER)
    ties = forms.ChoiceField(
        label=_("Where a table is level"),
        choices=[("ask", _("ask who moves")), ("stay", _("North and South go as if they had stayed"))],
        initial="ask",
    )
    seed = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_SEED)
    players = forms.MultipleChoiceField(label=_("Who plays"), required=False)

    def __init__(
        self, data: QueryDict | None, *, event: Event, people: list[Player], rounds: int, begun: Begun
    ) -> None:
        filled = data.copy() if data else None
        if filled is not None:
            for name, value in (("rounds", rounds), ("games", 1), ("ladder", USUAL_LADDER), ("ties", "ask")):
                filled.setdefault(name, str(value))
            filled.setdefault("seed", str(draw_seed()))
        super().__init__(filled, initial={name: begun.sent[name] for name in BEGUN if name in begun.sent})
        self.sent = filled if filled is not None else begun.sent
        self.room = max(COUPLES, begun.couples)
        formats = list_formats(event)
        self.fields["format"].choices = [(each.value, each.label) for each in formats]  # type: ignore[attr-defined]
        self.fields["players"].choices = [(str(each.pk), each.name) for each in people]  # type: ignore[attr-defined]
        self.fields["rounds"].initial = rounds
        self.people = {each.pk: each for each in people}
        self.has_ladder = Format.LADDER in formats
        self.has_couples = formats != (Format.SIZES,)

    def clean(self) -> dict[str, Any]:
        """Two different people in each couple, all of the league, and nothing that was sent is passed over."""
        couples = self.list_couples()
        if any(who == UNKNOWN for one, other, _way in couples for who in (one, other)):
            self.add_error(None, _("Somebody in a couple is not in this league: choose from the list."))
        elif any(not (one and other) or one == other for one, other, _way in couples):
            self.add_error(None, _("Choose two different people for each couple."))
        elif any(way not in COUPLE_WAYS for _one, _other, way in couples):
            self.add_error(None, _("Choose for each couple how it is kept."))
        if any(self.sent.get(f"{name}-{at}") for name in ("one", "other") for at in self._list_beyond()):
            self.add_error(None, _("So many couples can be named at most: %(most)s.") % {"most": self.room})
        return self.cleaned_data

    def list_couples(self) -> list[tuple[int, int, str]]:
        """The couples as sent, for which there is room; NOBODY where a place is empty, UNKNOWN for who is nobody."""
        data = self.sent
        rows = [
            (self._read_person(f"one-{at}"), self._read_person(f"other-{at}"), str(data.get(f"way-{at}", "apart")))
            for at in range(self.room)
        ]
        return [row for row in rows if row[0] or row[1]]

    def read_options(self) -> PlayerOptions:
        """The settings of a valid form."""
        chosen = self.cleaned_data
        couples: dict[str, tuple[Couple, ...]] = {
            way: tuple((one, other) for one, other, kept in self.list_couples() if kept == way) for way in COUPLE_WAYS
        }
        return PlayerOptions(
            rounds=chosen["rounds"],
            games=chosen["games"],
            ladder=chosen["ladder"],
            ties=chosen["ties"],
            seed=chosen["seed"],
            players=tuple(int(pk) for pk in chosen["players"]),
            **couples,
        )

    def list_sent(self) -> Iterator[tuple[str, str]]:
        """Names and values as they were sent, to be sent again when the plan is taken."""
        for name, values in self.sent.lists():
            if name in self.fields or name.partition("-")[0] in ("one", "other", "way"):
                yield from ((name, value) for value in values)

    def _read_person(self, name: str) -> int:
        text = str(self.sent.get(name, "")).strip()
        if not text:
            return NOBODY
        number = int(text) if text.isdecimal() and len(text) < 19 else UNKNOWN
        return number if number in self.people else UNKNOWN

    def _list_beyond(self) -> list[str]:
        """The numbers of couples that the form has no room for."""
        ends = (name.partition("-") for name in self.sent if name.startswith(("one-", "other-")))
        return [at for _name, _dash, at in ends if at not in map(str, range(self.room))]


def draw_seed() -> int:
    """What lots are drawn by."""
    return SystemRandom().randrange(MOST_SEED)
