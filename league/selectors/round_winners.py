"""Who won at each table of the round that was opened last, for a movement in which that decides who moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

from msgspec import Struct

from league.models import Event, SeatResult
from league.models.result import Outcome
from scoring.ladder import OTHER_SIDE, Side


class TableWinner(Struct, frozen=True, kw_only=True):
    """A table and the side that won there, over all games of the round; None where level or not over (`is_open`)."""

    number: int
    winner: Side | None
    is_open: bool


def find_winners(event: Event, said: Mapping[int, Side]) -> list[TableWinner]:
    """The tables of the last round in their order. Games won decide, then points.

    `said` has by table which side goes as if it had won, where the games do not tell.
    """
    last = event.rounds.order_by("number").last()
    if last is None:
        return []
    games = range(last.number - last.game + 1, last.number + 1)
    rows = SeatResult.objects.filter(event=event, table__round__number__in=games)
    won: dict[int, Counter[str]] = {}
    points: dict[int, Counter[str]] = {}
    is_open: set[int] = set()
    for number, side, outcome, total in rows.values_list("table__number", "side", "outcome", "points"):
        won.setdefault(number, Counter())[side] += outcome == Outcome.WON
        points.setdefault(number, Counter())[side] += total
        if outcome == Outcome.OPEN:
            is_open.add(number)
    found = []
    for number in sorted(won):
        winner = None if number in is_open else _find_ahead(won[number]) or _find_ahead(points[number])
        found.append(TableWinner(number=number, winner=winner or said.get(number), is_open=number in is_open))
    return found


def _find_ahead(counts: Mapping[str, int]) -> Side | None:
    """The side with more."""
    for side, other in OTHER_SIDE.items():
        if counts.get(side, 0) > counts.get(other, 0):
            return side
    return None


def read_side(text: str) -> Side | None:
    """A side from a form or a program; None for nonsense."""
    return cast(Side, text) if text in OTHER_SIDE else None
