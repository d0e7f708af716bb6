"""The lines of a sheet as they are typed: a box under each printed column in which a fact is written, in that order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from league.printing.layout import Layout
from league.printing.layouts import find_layout
from league.printing.score_columns import list_score_columns
from league.printing.sheet import Column
from rules.game import Game, GameDeal, Violation
from scoring.declared import find_field
from scoring.typed_line import Box, read_line, write_line


class TypedColumn(Struct, frozen=True, kw_only=True):
    """A printed column with what is typed in it, on one line of an entry."""

    column: Column
    box: Box


class TypedSheet(Struct, frozen=True, kw_only=True):
    """What is typed of a game. `lines` are those of one entry: one, or one for each of `sides`.

    `beside` are facts that the sheet has no column for.
    """

    game: Game
    layout: Layout
    lines: tuple[tuple[TypedColumn, ...], ...]
    sides: tuple[str, ...]
    beside: tuple[Box, ...]

    @property
    def columns(self) -> tuple[Column, ...]:
        """The printed columns in which something is typed."""
        return tuple(each.column for each in self.lines[0])

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes of an entry in the order in which they are typed."""
        return (*(each.box for line in self.lines for each in line), *self.beside)

    def read(self, texts: Mapping[str, str]) -> tuple[dict[str, Any], tuple[Violation, ...]]:
        """The facts that were typed, and what of it cannot be read."""
        facts, faults = read_line(self.boxes, texts)
        return self.layout.tidy(self.game, facts), faults

    def write(self, deal: GameDeal) -> dict[str, str]:
        """What one types for a deal."""
        return write_line(self.boxes, msgspec.to_builtins(deal))


def find_typed_sheet(game: Game) -> TypedSheet:
    """What is typed of a game, in the order of its printed sheet and in the letters of the reader's language."""
    layout = find_layout(game)
    sides = game.sides if layout.fill_side is not None else ()
    boxes = layout.boxes(game)
    own = layout.columns(game)
    parts = [boxes[start : start + len(own)] for start in range(0, len(boxes), len(own))]
    points = list(_list_points(game, layout))
    lines = tuple(
        (*_pair(own, part), *(points[place : place + 1] if sides else points)) for place, part in enumerate(parts)
    )
    return TypedSheet(game=game, layout=layout, lines=lines, sides=sides, beside=layout.beside(game))


def _pair(columns: Sequence[Column], boxes: Sequence[Box]) -> Iterator[TypedColumn]:
    for column, box in zip(columns, boxes, strict=True):
        title = ": ".join(filter(None, (column.group, column.title)))
        yield TypedColumn(column=column, box=structs.replace(box, title=title))


def _list_points(game: Game, layout: Layout) -> Iterator[TypedColumn]:
    """The printed columns of points, one for each side, where points are a fact and do not follow from one."""
    field = find_field(game.Deal, "points")
    if not layout.types_points or field is None:
        return
    columns = list(list_score_columns(game, layout))
    for place, side in enumerate(game.sides):
        column = columns[0] if layout.fill_side is not None else columns[place]
        box = Box(name=f"points-{side}", kind="number", low=field.low, high=field.high)
        yield from _pair((column,), (box,))
