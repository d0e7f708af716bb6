"""Progressive movements: who won the last round decides who moves, and where. Pure.

Of each side the first seat (North, East) is the red card or the lady, the second (South, West) the white card or the
gentleman. Table 1 is the head table, and up is towards it; without a head table the room is a circle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from rules.game import Values, fill, gettext_noop
from scoring.movement_rounds import MovementRound

Side = Literal["NS", "EW"]
Pair = tuple[int, int]
Movers = Literal["winners", "losers", "everybody"]

OTHER_SIDE: Mapping[Side, Side] = {"NS": "EW", "EW": "NS"}


class UndecidedError(ValueError):
    """A table whose round has no winner, so that nobody knows who moves: a sentence for people."""

    def __init__(self, table: int) -> None:
        self.template = gettext_noop(
            "Table {table} is level: play one more hand that is not scored, or draw lots, and say which side won."
        )
        self.values: Values = {"table": table}
        super().__init__(fill(self.template, self.values))


class LadderRules(Struct, frozen=True, kw_only=True):
    """Who moves, and how many tables: `first` the red or lady, `second` the white or gentleman; up is less than 0.

    With a head table the winners there stay and its losers go to the foot. `splits` says whether partners part: those
    who come play with those who stay. `ties` says what a level table does: "ask" wants a winner (by an extra hand
    that is not scored, or by lot, which is never drawn unasked), "stay" has North and South stay as those who won or
    lost would.
    """

    movers: Movers
    first: int
    second: int
    has_head: bool = False
    splits: bool = True
    ties: Literal["ask", "stay"] = "ask"


#: The traditional ones by name.
LADDERS: Mapping[str, LadderRules] = {
    # J. W. Keller 1887: winners go up, at the head table they stay; partners are split anew.
    "head_table": LadderRules(movers="winners", first=-1, second=-1, has_head=True),
    # The winning pair goes on together and parts there; one of the losers changes seat.
    "winners_move": LadderRules(movers="winners", first=1, second=1),
    # Winning red up, winning white down; red plays with white.
    "red_white": LadderRules(movers="winners", first=-1, second=1),
    # Red one way and white the other, whoever won.
    "everybody": LadderRules(movers="everybody", first=-1, second=1),
    # Who won stays, the others go on; all switch partners.
    "winner_stays": LadderRules(movers="losers", first=1, second=1),
    # Whist drives: the losing lady up and the losing gentleman down ...
    "semi_partner": LadderRules(movers="losers", first=-1, second=1, splits=False),
    # ... or so, and the winning gentleman then plays against his late partner ...
    "progressive": LadderRules(movers="losers", first=-1, second=1),
    # ... or pairs stay together.
    "partner_drive": LadderRules(movers="losers", first=-1, second=-1, splits=False),
}


def climb(played: MovementRound, winners: Sequence[Side | None], rules: LadderRules) -> MovementRound:
    """The next round after one that was played; `winners` has a side, or None where level, for each table.

    Who sat out stays out: fair turns are not this movement's matter. Raises UndecidedError for a level table, if the
    rules ask.
    """
    if rules.movers == "everybody":
        return _move_everybody(played, winners, rules)
    count = len(played.tables)
    staying: list[Pair] = []
    first: dict[int, int] = {}
    second: dict[int, int] = {}
    for place, (table, winner) in enumerate(zip(played.tables, winners, strict=True)):
        movers, stayers = _part(table, winner, rules, place)
        goes_to_foot = rules.has_head and place == 0
        if goes_to_foot:
            movers, stayers = stayers, movers
        staying.append(stayers)
        first[count - 1 if goes_to_foot else (place + rules.first) % count] = movers[0]
        second[count - 1 if goes_to_foot else (place + rules.second) % count] = movers[1]
    tables = [_seat(pair, (first[place], second[place]), rules) for place, pair in enumerate(staying)]
    return MovementRound(tables=tuple(tables), sit_out=played.sit_out)


def _move_everybody(played: MovementRound, winners: Sequence[Side | None], rules: LadderRules) -> MovementRound:
    """All reds go one way and all whites the other; a winner then plays with a loser."""
    count = len(played.tables)
    reds: dict[int, Pair] = {}
    whites: dict[int, Pair] = {}
    for place, (table, winner) in enumerate(zip(played.tables, winners, strict=True)):
        side = winner or "NS"  # it decides only who plays with whom
        won, lost = _take_pair(table, side), _take_pair(table, OTHER_SIDE[side])
        reds[(place + rules.first) % count] = (won[0], lost[0])
        whites[(place + rules.second) % count] = (won[1], lost[1])
    tables = tuple(
        {"N": reds[place][0], "E": reds[place][1], "S": whites[place][1], "W": whites[place][0]}
        for place in range(count)
    )
    return MovementRound(tables=tables, sit_out=played.sit_out)


def _part(table: Mapping[str, int], winner: Side | None, rules: LadderRules, place: int) -> tuple[Pair, Pair]:
    """Who moves and who stays."""
    if winner is None and rules.ties == "ask":
        raise UndecidedError(place + 1)
    if winner is None:
        return _take_pair(table, "EW"), _take_pair(table, "NS")
    moving = winner if rules.movers == "winners" else OTHER_SIDE[winner]
    return _take_pair(table, moving), _take_pair(table, OTHER_SIDE[moving])


def _take_pair(table: Mapping[str, int], side: Side) -> Pair:
    return table[side[0]], table[side[1]]


def _seat(stayed: Pair, came: Pair, rules: LadderRules) -> dict[str, int]:
    """Those who stayed and those who came: as pairs, or each red with the other's white."""
    if rules.splits:
        return {"N": stayed[0], "E": came[0], "S": came[1], "W": stayed[1]}
    return {"N": stayed[0], "E": came[0], "S": stayed[1], "W": came[1]}
