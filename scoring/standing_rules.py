"""How an event ranks its entries, as data: league points, tie-breaks, what is dropped, what is not played.

docs/standings.md explains every setting with an example. Figures are whole numbers or exact decimals (a leg of a
match may be worth half a point); nothing is compared as a float.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from scoring.game_results import Kind, Outcome, Result


class Bonus(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """League points for a game beside those for its outcome.

    It is given where the margin, the points or a count of the game lies between `at_least` and `at_most` and the
    game had one of the `outcomes`: a skunk is a margin of at least 31 in a game won.
    """

    of: Literal["margin", "points_for", "count"]
    points: Decimal
    at_least: int
    at_most: int | None = None
    outcomes: tuple[Outcome, ...] = ("won",)
    count: str = ""

    def covers(self, result: Result) -> bool:
        """Whether a game that was played earns it. The margin of a game lost counts as a positive number."""
        if result.outcome not in self.outcomes:
            return False
        figures = {
            "margin": abs(result.points_for - result.points_against),
            "points_for": result.points_for,
            "count": result.counts.get(self.count, 0),
        }
        figure = figures[self.of]
        return self.at_least <= figure and (self.at_most is None or figure <= self.at_most)


class MatchPoints(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """League points for a match of several games: who won more of its games has won it."""

    won: Decimal = Decimal(2)
    drawn: Decimal = Decimal(1)
    lost: Decimal = Decimal(0)


class LeaguePoints(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The league's own table of points. `per_point` = 1 counts the points of the game as they are."""

    won: Decimal = Decimal(1)
    drawn: Decimal = Decimal(0)
    lost: Decimal = Decimal(0)
    ended: Decimal = Decimal(0)
    per_point: Decimal = Decimal(0)
    bonuses: tuple[Bonus, ...] = ()
    match: MatchPoints | None = None


class Unplayed(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game of one kind counts that was not played.

    `outcome` None is neither won nor lost. `league_points` None is what the league's table gives for the outcome.
    `is_game`: it counts in averages; otherwise an average is as if it had never been. `meets`: it counts as a meeting
    of the two, head to head. `attended`: it counts as an evening attended.
    """

    outcome: Outcome | None = None
    points_for: int = 0
    points_against: int = 0
    league_points: Decimal | None = None
    is_game: bool = False
    meets: bool = False
    attended: bool = True


UNPLAYED: Mapping[Kind, Unplayed] = {
    "bye": Unplayed(),
    "sit_out": Unplayed(),
    "forfeit_won": Unplayed(outcome="won", meets=True),
    "forfeit_lost": Unplayed(outcome="lost", meets=True, attended=False),
    "walkover": Unplayed(outcome="won", meets=True),
}

#: What becomes of the results of who has withdrawn.
Withdrawn = Literal["keep", "apart", "annul"]

#: What becomes of a group that a tie-break has parted.
Restart = Literal["never", "still_level", "each_place"]


class StandingRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How an event ranks. Codes are those of scoring.tiebreaks.

    `restart`: whether those still level go on with the next tie-break (`never`), begin again among themselves
    (`still_level`), or whether only the best is placed and all others begin again (`each_place`).
    `head_to_head`: whether it decides only where everybody in the tie has met everybody (`all_met`) or by the games
    that there were (`as_played`).
    `drop_worst` evenings or games are left out; a missed one is dropped first where `missed_first`. `keep_best` leaves
    out all but so many. `minimum_evenings`: who attended fewer stands apart, without a rank.
    `per_game` ranks by averages. `unplayed` changes what is not played for a kind of it.
    `idle_apart`: who has no result yet stands apart, without a rank; otherwise ranked with nothing.
    `withdrawn`: who has withdrawn keeps a place and all results (`keep`), stands apart while the results stay
    (`apart`), or stands apart and the games against it count for nobody (`annul`).
    """

    league_points: LeaguePoints = LeaguePoints()
    rank_by: str = "league_points"
    tie_breaks: tuple[str, ...] = ("games_won", "head_to_head", "difference", "points_for")
    restart: Restart = "still_level"
    head_to_head: Literal["all_met", "as_played"] = "all_met"
    per_game: bool = False
    drop_worst: int = 0
    keep_best: int | None = None
    drop_by: Literal["evening", "game"] = "evening"
    missed_first: bool = True
    minimum_evenings: int = 0
    unplayed: Mapping[Kind, Unplayed] = {}
    idle_apart: bool = True
    withdrawn: Withdrawn = "keep"

    def count_unplayed(self, kind: Kind) -> Unplayed:
        """What a game counts that was not played."""
        return self.unplayed.get(kind) or UNPLAYED[kind]
