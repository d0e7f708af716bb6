"""The form of what can be won: a row for each prize, and rules for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from league.prize_words import name_count, title_prize
from rules.game import Game
from scoring.prize_presets import has_board
from scoring.prize_rules import Prize, PrizeRules

PLACES = 10
DIVISION_PLACES = 3
LONGEST_TITLE = 100
#: Empty rows below those that are filled in.
SPARE_ROWS = 2


class Winnable(Struct, frozen=True, kw_only=True):
    """What prizes there can be for: of which games, in which divisions."""

    games: tuple[Game, ...]
    divisions: tuple[str, ...]

    def list_choices(self) -> Iterator[tuple[str, str]]:
        """The choices of a prize: a text that stands for it, and words."""
        yield "", gettext("— no prize —")
        for prize in self._list_kinds():
            yield write_what(prize), title_prize(prize)

    def _list_kinds(self) -> Iterator[Prize]:
        for place in range(1, PLACES + 1):
            yield Prize(code="", kind="place", place=place)
        for division in self.divisions:
            for place in range(1, DIVISION_PLACES + 1):
                yield Prize(code="", kind="place", place=place, division=division)
        yield Prize(code="", kind="lowest_total")
        yield Prize(code="", kind="high_game")
        if any(map(has_board, self.games)):
            yield Prize(code="", kind="board")
        yield Prize(code="", kind="attendance")
        counts = dict.fromkeys(code for game in self.games for code in game.tally_titles)
        for code in sorted(counts, key=name_count):
            yield Prize(code="", kind="most", count=code)


def write_what(prize: Prize) -> str:
    """What a prize is for, as the form sends it."""
    if prize.kind == "place":
        return f"place:{prize.place}:{prize.division}"
    return f"most:{prize.count}" if prize.kind == "most" else prize.kind


class PrizeForm(forms.Form):
    """One prize."""

    what = forms.ChoiceField(label=_("For what"), required=False)
    title = forms.CharField(label=_("What it is called"), max_length=LONGEST_TITLE, required=False)
    money = forms.DecimalField(label=_("Money"), min_value=0, decimal_places=2, max_digits=12, required=False)
    percent = forms.IntegerField(label=_("Percent of the pot"), min_value=0, max_value=100, required=False)
    points = forms.IntegerField(label=_("Points"), min_value=0, max_value=1_000_000, required=False)
    minimum_games = forms.IntegerField(
        label=_("Games that one must have played"), min_value=0, max_value=10_000, required=False
    )
    ties = forms.ChoiceField(
        label=_("If several are level"),
        choices=(
            ("split", _("they share it")),
            ("each", _("each of them gets it")),
            ("play_off", _("nobody gets it until a play-off or lots part them")),
        ),
        required=False,
    )

    def __init__(self, *args: Any, winnable: Winnable, **kwargs: Any) -> None:
        """Offer what can be won here, and what was set before."""
        super().__init__(*args, **kwargs)
        choices = list(winnable.list_choices())
        before = self.initial.get("what", "")
        if before and before not in dict(choices):
            choices.append((before, before))
        what = self.fields["what"]
        assert isinstance(what, forms.ChoiceField)
        what.choices = choices

    def read_prize(self, taken: Iterable[str]) -> Prize | None:
        """The prize of this row; None for an empty one. `taken` are the codes of those before."""
        chosen = self.cleaned_data
        if not chosen["what"]:
            return None
        kind, *rest = chosen["what"].split(":", 2)
        code = "_".join(filter(None, (kind, *rest)))
        others = set(taken)
        return Prize(
            code=next(name for name in _number(code) if name not in others),
            kind=kind,
            title=" ".join(chosen["title"].split()),
            place=int(rest[0]) if kind == "place" else 1,
            division=rest[1] if kind == "place" and len(rest) > 1 else "",
            count=rest[0] if kind == "most" else "",
            money=int((chosen["money"] or Decimal(0)) * 100),
            percent=chosen["percent"] or 0,
            points=chosen["points"] or 0,
            minimum_games=1 if chosen["minimum_games"] is None else chosen["minimum_games"],
            ties=chosen["ties"] or "split",
        )


class PrizeSettingsForm(forms.Form):
    """The pot and what holds for all prizes."""

    pot = forms.DecimalField(
        label=_("What is in the pot"),
        help_text=_("In the money that you use. Shares of the pot are worked out from it to the cent."),
        min_value=0,
        decimal_places=2,
        max_digits=10,
        required=False,
    )
    first_no_side_prize = forms.BooleanField(label=_("Whoever has the first place wins no side prize"), required=False)
    one_side_prize = forms.BooleanField(label=_("Nobody wins two side prizes"), required=False)
    one_prize = forms.BooleanField(
        label=_("Nobody wins two prizes at all"),
        help_text=_("Prizes are given in the order of the list: what somebody may not win goes to the next."),
        required=False,
    )
    odd_cents = forms.ChoiceField(
        label=_("Cents that cannot be divided"),
        choices=(("pot", _("stay in the pot")), ("first", _("go one each to the first in order"))),
        widget=forms.RadioSelect,
        initial="pot",
    )


def _number(code: str) -> Iterator[str]:
    yield code
    yield from (f"{code}_{number}" for number in range(2, 1000))


def make_row_initial(prize: Prize) -> dict[str, Any]:
    """What the row of a prize shows."""
    return {
        "what": write_what(prize),
        "title": prize.title,
        "money": Decimal(prize.money) / 100 if prize.money else None,
        "percent": prize.percent or None,
        "points": prize.points or None,
        "minimum_games": prize.minimum_games,
        "ties": prize.ties,
    }


def make_settings_initial(rules: PrizeRules, pot: int) -> dict[str, Any]:
    """What the settings show."""
    return {
        "pot": Decimal(pot) / 100 if pot else None,
        "first_no_side_prize": rules.first_no_side_prize,
        "one_side_prize": rules.one_side_prize,
        "one_prize": rules.one_prize,
        "odd_cents": rules.odd_cents,
    }


def read_rules(settings: PrizeSettingsForm, rows: Iterable[PrizeForm]) -> tuple[PrizeRules, int]:
    """The prizes and the pot in cents, of valid forms."""
    prizes: list[Prize] = []
    for row in rows:
        prize = row.read_prize(prize.code for prize in prizes)
        if prize is not None:
            prizes.append(prize)
    chosen = settings.cleaned_data
    rules = PrizeRules(
        prizes=tuple(prizes),
        first_no_side_prize=chosen["first_no_side_prize"],
        one_side_prize=chosen["one_side_prize"],
        one_prize=chosen["one_prize"],
        odd_cents=chosen["odd_cents"],
    )
    return rules, int((chosen["pot"] or Decimal(0)) * 100)
