"""What a game prints on its tally sheet, and how that is derived from the fields that its deals declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from django.utils.translation import gettext
from msgspec import Struct

from league.printing.boxes import derive_boxes
from league.printing.letters import letter_choice, letter_seat, letter_side
from league.printing.sheet import Cell, Column, KeyTable, Working
from league.wording import word_value
from rules.game import Game
from scoring.declared import Field, list_fields, list_house_rules
from scoring.sheet import Folded
from scoring.typed_line import Box

#: Room for a pen, in millimetres: one box to mark and the margins of its column; a figure or two letters; a word.
BOX = 5.6
MARGIN = 2.4
FIGURE = 11.0
WORD = 20.0
#: A whole number with more values than this is written, not marked.
MOST_BOXES = 8


class Layout(Struct, frozen=True, kw_only=True):
    """A game's part of the sheet.

    `columns` are the game's own, between the dealer and the points; `fill` gives a deal's cells in them, `remark`
    what was recorded beside. `fill_side` gives them line by line where every side has a line of its own.
    `boxes` say what is typed in those columns, in the same order; with a line for each side they are those of one side
    after the other. `types_points`: the columns of points that follow are facts too. `beside` are facts that have no
    column, and `tidy` puts typed facts right that the sheet says twice.
    `check` is what stands in a box to tick when the points add up; empty for none.
    `scores` says how points and running totals stand: `both` in columns of their own, `together` in one, only
    `totals`, or as is `fitting`: many sides have totals only. `reasons` are a column, or stand below the line;
    `hidden_codes` are those that say nothing new beside the others.
    `workings` are worked out below the lines, `folded` None on a blank sheet; they stand for what the honours say.
    `says` are notes that belong to a preset. `count_lines` is how many hands there is room for, of which
    `spare_lines` may go where a page is short; `counts` are the tallies counted per seat.
    """

    columns: Callable[[Any], tuple[Column, ...]]
    fill: Callable[[Any, Any], tuple[Cell, ...]]
    fill_side: Callable[[Any, Any, str], tuple[Cell, ...]] | None = None
    boxes: Callable[[Any], tuple[Box, ...]] = derive_boxes
    types_points: bool = False
    beside: Callable[[Any], tuple[Box, ...]] = lambda game: ()
    tidy: Callable[[Any, dict[str, Any]], dict[str, Any]] = lambda game, facts: facts
    remark: Callable[[Any, Any], str] = lambda game, deal: ""
    keys: Callable[[Any], tuple[KeyTable, ...]] = lambda game: ()
    notes: Callable[[Any], tuple[str, ...]] = lambda game: ()
    says: Callable[[Any, str], tuple[str, ...]] = lambda game, preset: ()
    workings: Callable[[Any, Folded | None, Mapping[str, str]], tuple[Working, ...]] = lambda game, folded, names: ()
    check: Callable[[Any], str] = lambda game: ""
    scores: Literal["fitting", "both", "totals", "together"] = "fitting"
    reasons: Literal["column", "below"] = "column"
    hidden_codes: frozenset[str] = frozenset()
    dealer_width: float = 20.5
    score_width: float = FIGURE - 1
    count_lines: Callable[[Any], int] = lambda game: 20
    spare_lines: int = 0
    counts: tuple[str, ...] = ()


def derive_columns(game: Game) -> tuple[Column, ...]:
    """A column for each declared field of the game's deals."""
    return tuple(
        make_column(
            gettext(field.title),
            _list_labels(field, game),
            width=WORD if field.kind in ("text", "records") else FIGURE,
            starts_group=place == 0,
        )
        for place, field in enumerate(list_fields(game.Deal))
    )


def derive_cells(game: Game, deal: Any) -> tuple[Cell, ...]:
    """A deal's facts in the derived columns."""
    return tuple(_fill_cell(field, getattr(deal, field.name), game) for field in list_fields(game.Deal))


DERIVED = Layout(columns=derive_columns, fill=derive_cells)


def make_column(
    title: str, labels: tuple[str, ...], *, width: float = FIGURE, box: float = BOX, starts_group: bool = False
) -> Column:
    """A column with a box for each label, or with room to write, `width` at least, where there are none."""
    if labels:
        width = max(len(labels) * box + MARGIN, min(width, FIGURE))
        return Column(title=title, kind="boxes", width=width, labels=labels, starts_group=starts_group)
    return Column(title=title, kind="cell", width=width, starts_group=starts_group)


def mark_one(value: object, values: Sequence[object]) -> Cell:
    """A cell with the box of a value marked; none where there is no value."""
    return Cell(marked=() if value is None else (values.index(value),))


def describe_rules(game: Game, names: Iterable[str]) -> tuple[str, ...]:
    """House rules in words, each with its heading."""
    fields = {field.name: field for field in list_house_rules(type(game))}
    return tuple(
        f"{gettext(fields[name].title)}: {word_value(fields[name], getattr(game, name), {})}." for name in names
    )


def _list_labels(field: Field, game: Game) -> tuple[str, ...]:
    """What there is to mark in a field's column; empty where it is written."""
    if field.kind in ("seat", "seats"):
        return tuple(letter_seat(game, seat) for seat in game.seats)
    if field.kind == "side":
        return tuple(letter_side(game, side) for side in game.sides)
    if field.kind == "flag":
        return ("",)
    values = _list_values(field)
    return tuple(letter_choice(value) for value in values) if len(values) <= MOST_BOXES else ()


def _list_values(field: Field) -> tuple[int | str, ...]:
    if field.kind == "choice":
        return field.choices
    if field.kind == "whole" and field.low is not None and field.high is not None:
        return tuple(range(field.low, field.high + 1))
    return ()


def _fill_cell(field: Field, value: Any, game: Game) -> Cell:
    if value is None or value is False or value == ():
        return Cell()
    if not _list_labels(field, game):
        return Cell(text=_write_value(field, value, game))
    if field.kind == "flag":
        return Cell(marked=(0,))
    places: tuple[Any, ...] = {"seat": game.seats, "seats": game.seats, "side": game.sides}.get(field.kind, ())
    chosen = value if field.kind == "seats" else (value,)
    return Cell(marked=tuple((places or _list_values(field)).index(each) for each in chosen))


def _write_value(field: Field, value: Any, game: Game) -> str:
    """A fact as one writes it by hand; the parts of a record one after the other."""
    letters = {seat: letter_seat(game, seat) for seat in game.seats}
    if field.kind != "records":
        return word_value(field, value, letters)
    records = (
        " ".join(word_value(part, getattr(record, part.name), letters) for part in field.fields) for record in value
    )
    return ", ".join(records)
