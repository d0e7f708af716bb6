"""Who sits where in the next round, from who sat where in the last one. Pure; a caller may change what it gets.

These are the two movements that halls use without a chart. They repeat partners or opponents sooner or later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

#: How many tables up (+) or down (-) a seat moves. Pairs: the East-West pairs go up a table, the others stay.
PAIRS_MOVE: Mapping[str, int] = {"N": 0, "S": 0, "E": 1, "W": 1}
#: Single players: North stays, South goes down one, East up one, West up two; each keeps the seat's letter.
PLAYERS_MOVE: Mapping[str, int] = {"N": 0, "S": -1, "E": 1, "W": 2}

Tables = Sequence[Mapping[str, int]]


def move_tables(tables: Tables, *, by: Mapping[str, int]) -> list[dict[str, int]]:
    """The tables of the next round: everybody moves by the seat's distance, round the room.

    Keys are seats, values whatever stands for a person.
    """
    moved: list[dict[str, int]] = [{} for _table in tables]
    for place, table in enumerate(tables):
        for seat, person in table.items():
            moved[(place + by.get(seat, 0)) % len(tables)][seat] = person
    return moved


def fill_tables(people: Sequence[int], *, order: Sequence[str], tables: int) -> list[dict[str, int]]:
    """Seat people in the order given, table by table; `order` is the order in which a table's seats fill."""
    size = len(order)
    return [dict(zip(order, people[size * place : size * (place + 1)], strict=False)) for place in range(tables)]
