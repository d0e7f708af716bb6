"""How the evenings of a season add up, as data. docs/standings.md explains every setting with an example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from msgspec import Struct, structs

from rules.game import Violation, gettext_noop
from scoring.placing import find_rule_faults
from scoring.standing_rules import UNPLAYED, LeaguePoints, StandingRules

#: What an evening brings: its games by the season's own table; what it came to by its own rules; points for places.
Counts = Literal["games", "evenings", "places"]

#: Who is ranked: persons, whoever they play with; or pairs and teams, where the same play together.
Ranked = Literal["persons", "entries"]

#: Which evenings count: all, those that are published, or only those that are final.
Events = Literal["all", "published", "final"]

SEASON_FAULTS: Mapping[str, str] = {
    "no_places": gettext_noop("Say how many league points the places of an evening bring, the first place first."),
    "rising": gettext_noop("A better place cannot bring less than a worse one."),
    "whole_evenings": gettext_noop("Where evenings bring the points, drop whole evenings, not single games."),
    "no_bracket": gettext_noop("A season has no bracket: let the places of its evenings bring points instead."),
    "no_averages": gettext_noop("Averages are of games: let the games of every evening count, not the evenings."),
}


class SeasonRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a season ranks.

    `standings` says what is ranked, dropped, needed and how ties are broken; None is as the latest evening ranks.
    Where evenings bring the points (`counts` is not `games`), league points are ranked.
    `places` are the league points for the first place of an evening, the second and so on; `place_beyond` is what every
    other place brings. Those who share places share what these bring (`split`), or each gets the best (`each`).
    `prize_points`: points won as prizes of an evening count as league points.
    """

    standings: StandingRules | None = None
    counts: Counts = "games"
    ranked: Ranked = "persons"
    events: Events = "all"
    places: tuple[Decimal, ...] = ()
    place_beyond: Decimal = Decimal(0)
    place_ties: Literal["split", "each"] = "split"
    prize_points: bool = False

    def make_standings(self, usual: StandingRules) -> StandingRules:
        """The rules by which the season's results are ranked; `usual` are those of its latest evening."""
        rules = self.standings or usual
        if self.counts == "games":
            return rules
        ties = tuple(dict.fromkeys(code for code in (*rules.tie_breaks,) if code != "league_points"))
        return structs.replace(
            rules,
            league_points=LeaguePoints(won=Decimal(0)),
            rank_by="league_points",
            tie_breaks=ties,
            per_game=False,
            drop_by="evening",
            unplayed={kind: structs.replace(rules.count_unplayed(kind), league_points=Decimal(0)) for kind in UNPLAYED},
        )

    def share_places(self, group: Sequence[int], *, first: int) -> Fraction:
        """What each of a group gets who share the places from `first` on."""
        worth = [self._find_place(place) for place in range(first, first + len(group))]
        return worth[0] if self.place_ties == "each" else sum(worth, Fraction(0)) / len(worth)

    def _find_place(self, place: int) -> Fraction:
        return Fraction(self.places[place - 1] if place <= len(self.places) else self.place_beyond)


def find_season_faults(rules: SeasonRules) -> Iterator[Violation]:
    """What is wrong with the rules of a season, with the field at fault."""
    if rules.counts == "places" and not rules.places:
        yield _fault("places", "no_places")
    if any(worse > better for better, worse in _pair_up((*rules.places, rules.place_beyond))):
        yield _fault("places", "rising")
    if rules.standings is None:
        return
    if rules.counts != "games" and rules.standings.drop_by == "game":
        yield _fault("drop_by", "whole_evenings")
    if rules.counts != "games" and rules.standings.per_game:
        yield _fault("per_game", "no_averages")
    for field, codes in (("rank_by", (rules.standings.rank_by,)), ("tie_breaks", rules.standings.tie_breaks)):
        if "bracket" in codes:
            yield _fault(field, "no_bracket")
    yield from find_rule_faults(rules.make_standings(rules.standings))


def _pair_up(amounts: Sequence[Decimal]) -> Iterable[tuple[Decimal, Decimal]]:
    return pairwise(amounts)


def _fault(field: str, code: str) -> Violation:
    return Violation(field=field, code=code, template=SEASON_FAULTS[code])
