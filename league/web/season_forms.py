"""Forms of how a season ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import structs

from league.models import Event
from rules.game import Game
from scoring.season_rules import SeasonRules
from scoring.standing_rules import StandingRules
from scoring.tiebreaks import COUNTS, TIE_BREAKS, find_tie_break

#: Tie-breaks that can be chosen one after another.
TIE_BREAK_ROWS = 5
MOST_PLACES = 100

#: What only some games count: offered where one of these is played.
_OF_SOME_GAMES = frozenset(each.code for each in COUNTS)


def list_counts(games: Iterable[Game]) -> list[str]:
    """What these games count beside the points."""
    return list(dict.fromkeys(code for game in games for code in game.tally_titles if code in TIE_BREAKS))


class SeasonRulesForm(forms.Form):
    """How a season adds up, whom it ranks, what it leaves out and how ties are broken."""

    counts = forms.ChoiceField(
        label=_("What an evening brings"),
        choices=(
            ("games", _("all its games: every game of every evening counts")),
            ("evenings", _("what it came to: the figure by which the evening itself is ranked")),
            ("places", _("league points for the place of the evening")),
        ),
        widget=forms.RadioSelect,
    )
    places = forms.CharField(
        label=_("League points for the places"),
        help_text=_("For the first place, the second and so on: 10 8 6 5 4 3 2. Only where places bring points."),
        max_length=500,
        required=False,
    )
    place_beyond = forms.DecimalField(
        label=_("League points for all other places"), max_digits=6, decimal_places=2, required=False
    )
    place_ties = forms.ChoiceField(
        label=_("Those who share places"),
        choices=(("split", _("share their points")), ("each", _("each get the points of the best"))),
        required=False,
    )
    ranked = forms.ChoiceField(
        label=_("Who is ranked"),
        choices=(
            ("persons", _("every person alone, whoever the partner was")),
            ("entries", _("pairs and teams, where the same play together all season")),
        ),
        widget=forms.RadioSelect,
    )
    rank_by = forms.ChoiceField(label=_("Ranked by"), help_text=_("Where all games count; otherwise by league points."))
    per_game = forms.BooleanField(label=_("Rank by the average a game"), required=False)
    won = forms.DecimalField(label=_("League points for a game won"), max_digits=6, decimal_places=2, required=False)
    drawn = forms.DecimalField(label=_("for a draw"), max_digits=6, decimal_places=2, required=False)
    lost = forms.DecimalField(label=_("for a game lost"), max_digits=6, decimal_places=2, required=False)
    drop_worst = forms.IntegerField(
        label=_("Worst evenings that are left out"),
        help_text=_("An evening that was missed is left out first."),
        min_value=0,
        max_value=100,
        required=False,
    )
    keep_best = forms.IntegerField(
        label=_("Only so many best evenings count"), min_value=1, max_value=100, required=False
    )
    minimum_evenings = forms.IntegerField(
        label=_("Evenings needed for a place"),
        help_text=_("Who was there less often stands apart."),
        min_value=0,
        max_value=100,
        required=False,
    )
    events = forms.ChoiceField(
        label=_("Which evenings count"),
        choices=(
            ("all", _("all, as they stand")),
            ("published", _("those that are published")),
            ("final", _("only those that are final")),
        ),
        widget=forms.RadioSelect,
    )
    prize_points = forms.BooleanField(label=_("Points won as prizes of an evening count"), required=False)

    def __init__(
        self, data: Any = None, *, rules: SeasonRules, standings: StandingRules, counts: Sequence[str]
    ) -> None:
        """`standings` are the rules that hold now, `counts` what the games of the season count."""
        self.rules, self.standings = rules, standings
        super().__init__(data, initial=_make_initial(rules, standings))
        known = [*(code for code in TIE_BREAKS if code not in _OF_SOME_GAMES and code != "bracket"), *counts]
        named = {code: gettext(find_tie_break(code).title) for code in (*known, *standings.tie_breaks)}
        rank_by = self.fields["rank_by"]
        assert isinstance(rank_by, forms.ChoiceField)
        rank_by.choices = [(code, title) for code, title in named.items() if find_tie_break(code).figure is not None]
        if standings.rank_by not in dict(rank_by.choices):
            rank_by.choices = [(standings.rank_by, gettext(find_tie_break(standings.rank_by).title)), *rank_by.choices]
        rows = max(TIE_BREAK_ROWS, len(standings.tie_breaks))
        for place in range(rows):
            initial = standings.tie_breaks[place] if place < len(standings.tie_breaks) else ""
            self.fields[f"tie-{place}"] = forms.ChoiceField(
                label=gettext("If level, %(number)s.") % {"number": place + 1},
                choices=[("", gettext("— nothing more —")), *named.items()],
                initial=initial,
                required=False,
            )

    def clean_places(self) -> tuple[Decimal, ...]:
        """The points for the places, in order."""
        texts = self.cleaned_data["places"].replace(";", " ").split()
        try:
            places = tuple(Decimal(text.rstrip(",").replace(",", ".")) for text in texts)
        except InvalidOperation:
            raise forms.ValidationError(gettext("Write numbers with spaces between them: 10 8 6 5.")) from None
        if len(places) > MOST_PLACES or any(not place.is_finite() or abs(place) > 10_000 for place in places):
            raise forms.ValidationError(gettext("That is more than a season can use."))
        return places

    def read_rules(self) -> SeasonRules:
        """The rules of a valid form. What it does not show stays as it was."""
        chosen = self.cleaned_data
        ties = [chosen[name] for name in self.fields if name.startswith("tie-") and chosen[name]]
        league_points = structs.replace(
            self.standings.league_points,
            **{name: chosen[name] for name in ("won", "drawn", "lost") if chosen[name] is not None},
        )
        standings = structs.replace(
            self.standings,
            league_points=league_points,
            rank_by=chosen["rank_by"],
            per_game=chosen["per_game"],
            tie_breaks=tuple(code for code in ties if code != chosen["rank_by"]),
            drop_worst=chosen["drop_worst"] or 0,
            keep_best=chosen["keep_best"],
            minimum_evenings=chosen["minimum_evenings"] or 0,
        )
        return SeasonRules(
            standings=standings,
            counts=chosen["counts"],
            ranked=chosen["ranked"],
            events=chosen["events"],
            places=chosen["places"],
            place_beyond=chosen["place_beyond"] or Decimal(0),
            place_ties=chosen["place_ties"] or "split",
            prize_points=chosen["prize_points"],
        )


def _make_initial(rules: SeasonRules, standings: StandingRules) -> dict[str, Any]:
    return {
        "counts": rules.counts,
        "places": " ".join(map(str, rules.places)),
        "place_beyond": rules.place_beyond or None,
        "place_ties": rules.place_ties,
        "ranked": rules.ranked,
        "rank_by": standings.rank_by,
        "per_game": standings.per_game,
        "won": standings.league_points.won,
        "drawn": standings.league_points.drawn,
        "lost": standings.league_points.lost,
        "drop_worst": standings.drop_worst or None,
        "keep_best": standings.keep_best,
        "minimum_evenings": standings.minimum_evenings or None,
        "events": rules.events,
        "prize_points": rules.prize_points,
    }


class MakeUpForm(forms.Form):
    """That an evening counts for another one."""

    event = forms.ChoiceField(label=_("This evening"))
    makes_up = forms.ChoiceField(
        label=_("makes up for"),
        help_text=_("Its games then count for that evening, on which others played."),
        required=False,
    )

    def __init__(self, *args: Any, events: Sequence[Event], **kwargs: Any) -> None:
        """Offer the evenings of the season."""
        super().__init__(*args, **kwargs)
        self.events = {str(event.pk): event for event in events}
        names = [(key, event.name) for key, event in self.events.items()]
        alone = ("", gettext("— none: it counts for itself —"))
        for name, choices in (("event", names), ("makes_up", [alone, *names])):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    def read_events(self) -> tuple[Event, Event | None]:
        """The evening, and the one that it makes up for."""
        return self.events[self.cleaned_data["event"]], self.events.get(self.cleaned_data["makes_up"])
