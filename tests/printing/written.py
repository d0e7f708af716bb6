"""What stands on the lines of a sheet, by the headings of its columns, without paper or database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from league.printing.layout import Layout
from league.printing.layouts import find_layout
from league.printing.lines import list_blank_lines, list_columns, list_recorded_lines
from league.printing.sheet import Cell, Column, Row, Working
from rules.catalog import make_game
from rules.game import Game
from scoring.result import work_out
from scoring.sheet import Folded


class Written(Struct, frozen=True, kw_only=True):
    """A sheet's columns and rows."""

    game: Game
    layout: Layout
    folded: Folded
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    names: Mapping[str, str]

    def read(self, place: int, *, line: int = 0) -> dict[str, str]:
        """One line of a row: heading -> the labels that are marked, or the text; empty cells are left out."""
        row = self.rows[place]
        cells = (row.cells, *row.more)[line]
        found = {_name(column): _read(column, cell) for column, cell in zip(self.columns, cells, strict=True)}
        return {name: text for name, text in found.items() if text}

    def work(self) -> Working:
        """What is worked out below, where there is just one thing."""
        (working,) = self.layout.workings(self.game, self.folded, self.names)
        return working


def write_sheet(game: str, deals: Sequence[Mapping[str, Any]], **more: Any) -> Written:
    """The sheet of a game that was recorded so; `more` are further keys of a score sheet."""
    worked_out = work_out({"game": game, "deals": list(deals), **more})
    assert worked_out.scored is not None, worked_out.faults
    sheet, folded = worked_out.scored
    layout = find_layout(sheet.game)
    return Written(
        game=sheet.game,
        layout=layout,
        folded=folded,
        columns=list_columns(sheet.game, layout),
        rows=list_recorded_lines(folded, layout, names=sheet.names),
        names=sheet.names,
    )


def count_blank(game: str, *, preset: str = "", options: Mapping[str, Any] | None = None, **more: Any) -> int:
    """How many deals there is room for on an empty sheet."""
    made = make_game(game, preset=preset, options=options, **more)
    return len(list_blank_lines(made, find_layout(made), names={}, first_dealer=""))


def _name(column: Column) -> str:
    return f"{column.group} {column.title}".strip()


def _read(column: Column, cell: Cell) -> str:
    if cell.text:
        return f"{cell.text} ({cell.note})" if cell.note else cell.text
    return "".join(column.labels[place] or "x" for place in cell.marked)
