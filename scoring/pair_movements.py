"""Movements for fixed pairs, each pair a number: North–South stay and East–West move, or all meet all. Pure."""

from __future__ import annotations

from rules.game import gettext_noop
from scoring.movement_limits import MOST_ROUNDS, BadSizeError
from scoring.movement_plan import Movement
from scoring.movement_report import report_movement
from scoring.movement_rounds import MovementRound
from scoring.seating import Sides, fill_tables, move_tables

#: A table has a pair in each direction.
DIRECTIONS = ("NS", "EW")
EACH_ALONE: Sides = (("NS",), ("EW",))


def make_compass_movement(pairs: int, *, rounds: int) -> Movement:
    """The East–West pairs go up a table each round: everybody meets every pair of the other direction.

    Raises BadSizeError where a pair would have no opponents.
    """
    _check(pairs, rounds)
    if pairs % 2:
        raise BadSizeError(gettext_noop("{pairs} pairs leave one without opponents: let all meet all."), pairs=pairs)
    tables = fill_tables(range(1, pairs + 1), order=DIRECTIONS, tables=pairs // 2)
    made = []
    for _round in range(rounds):
        made.append(MovementRound(tables=tuple(tables)))
        tables = move_tables(tables, by={"EW": 1})
    return Movement(rounds=tuple(made), report=report_movement(made, sides=EACH_ALONE))


def make_round_robin(pairs: int, *, rounds: int | None = None) -> Movement:
    """All meet all, by the circle: one stays, the others go round; with an odd number one sits out in turn."""
    circle = list(range(1, pairs + 1)) + ([0] if pairs % 2 else [])
    wanted = len(circle) - 1 if rounds is None else rounds
    _check(pairs, wanted)
    made = []
    for _round in range(wanted):
        half = len(circle) // 2
        meetings = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        tables = tuple({"NS": one, "EW": two} for one, two in meetings if one and two)
        out = tuple(one or two for one, two in meetings if not (one and two))
        made.append(MovementRound(tables=tables, sit_out=out))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return Movement(rounds=tuple(made), report=report_movement(made, sides=EACH_ALONE))


def _check(pairs: int, rounds: int) -> None:
    if pairs < len(DIRECTIONS):
        raise BadSizeError(gettext_noop("A table takes two pairs: there is one or none."))
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadSizeError(
            gettext_noop("A movement has from 1 to {most} rounds, not {rounds}."), most=MOST_ROUNDS, rounds=rounds
        )
