"""Lists on paper: standings of a season, prizes with a receipt for each winner."""

from __future__ import annotations

from msgspec import Struct


class Column(Struct, frozen=True, kw_only=True):
    """A column; `is_figure` stands to the right, and `is_wide` takes what room there is."""

    title: str
    is_figure: bool = False
    is_wide: bool = False


class Cell(Struct, frozen=True, kw_only=True):
    """What stands in a column; `is_struck` is struck through: it does not count."""

    text: str
    is_struck: bool = False
    is_strong: bool = False


class Receipt(Struct, frozen=True, kw_only=True):
    """A slip that a winner signs."""

    name: str
    what: str
    amount: str


class Listing(Struct, frozen=True, kw_only=True):
    """A document: a heading, a table, notes below it, and receipts. `words` are the template's own texts."""

    title: str
    above: str
    below: str
    language: str
    paper: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    receipts: tuple[Receipt, ...] = ()
    words: dict[str, str] = {}
