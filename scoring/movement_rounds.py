"""What a movement is made of: rounds, tables with a person in each seat, and who sits out. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from scoring.seating import Sides

#: The seats of a table of four in the order in which they are printed, and the two partnerships.
SEATS = ("N", "E", "S", "W")
PARTNERSHIPS: Sides = (("N", "S"), ("E", "W"))

#: Two partners, then the two against them.
Four = tuple[int, int, int, int]


class MovementRound(Struct, frozen=True, kw_only=True):
    """One round: who sits where at each table, the first table first, and who sits out. People are numbers."""

    tables: tuple[Mapping[str, int], ...]
    sit_out: tuple[int, ...] = ()

    @property
    def people(self) -> Iterator[int]:
        """Everybody at a table."""
        return (person for table in self.tables for person in table.values())


class Caution(Struct, frozen=True, kw_only=True):
    """Something that people should know before a movement is used: a code for programs, a sentence for people."""

    code: str
    template: str
    values: Mapping[str, int | str] = {}


def make_rounds(rounds: Iterable[Sequence[Four]], people: Sequence[int]) -> tuple[MovementRound, ...]:
    """Rounds of fours as rounds with seats; of the people, who is at no table sits out."""
    made = []
    for fours in rounds:
        tables = tuple({"N": north, "E": east, "S": south, "W": west} for north, south, east, west in fours)
        seated = {person for four in fours for person in four}
        made.append(MovementRound(tables=tables, sit_out=tuple(who for who in people if who not in seated)))
    return tuple(made)


def list_fours(played: MovementRound) -> list[Four]:
    """The tables of four of a round as partners and opponents."""
    return [(table["N"], table["S"], table["E"], table["W"]) for table in played.tables]


def list_partners(table: Mapping[str, int], sides: Sides) -> Iterator[frozenset[int]]:
    """Each two people of a table who are on one side."""
    for seats in sides:
        yield from map(frozenset, combinations([table[seat] for seat in seats if seat in table], 2))


def write_rounds(rounds: Iterable[MovementRound], *, first: int = 1) -> list[dict[str, Any]]:
    """Rounds as JSON has them: each with its number, its tables by number and seat, and who sits out."""
    return [
        {
            "round": number,
            "tables": [{"table": place, **table} for place, table in enumerate(each.tables, start=1)],
            "sit_out": list(each.sit_out),
        }
        for number, each in enumerate(rounds, start=first)
    ]
