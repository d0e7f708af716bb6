"""One cell of a table: text from a spreadsheet into a value, and back.

Reads what people and spreadsheets write for one and the same thing: `4` and `4.0`, `yes` and `TRUE`, `♥` and `h`,
`x` for zero as on paper and for yes where it is ticked, a Cyrillic letter that looks like the Latin one.
"""

from __future__ import annotations

import re

from rules.cards import SUIT_SIGNS
from rules.game import Violation, gettext_noop
from scoring.columns import Column
from scoring.values import shorten

NO = frozenset({"no", "false", "0", "нет", "ложь"})
#: Written for a hand without tricks, so that the box is not empty; the second one is Cyrillic.
ZERO = frozenset({"x", "х"})
#: The same x is a tick in a box of yes or no.
YES = frozenset({"yes", "true", "1", "да", "истина"}) | ZERO

_WHOLE = re.compile(r"([+\-−]?\d{1,12})([.,]0*)?")
_SIGNS = {sign: letter for letter, sign in SUIT_SIGNS.items()} | dict(zip("♧♢♡♤", "CDHS", strict=True))
_EMOJI_MARK = "\ufe0f\ufe0e"
#: Cyrillic capitals that nobody can tell from the Latin ones beside them.
_LOOKALIKES = str.maketrans("АВЕКМНОРСТХЅ", "ABEKMHOPCTXS")
#: What a spreadsheet would run as a formula. A text that starts so (or that a writer has marked so) gets a mark.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
_MARKED = re.compile(r"'+[=+\-@\t\r\n]")

Value = bool | int | str | list[bool | int | str]


def read_cell(column: Column, text: str) -> tuple[Value, Violation | None]:
    """The value of a cell that is not blank. With a fault comes the text, which the check of the entry refuses too."""
    if not column.is_list:
        return _read_one(column, text)
    parts = [part.strip() for part in text.split("+")]
    if not all(parts):
        return text, _refuse(column, text, gettext_noop("Something is missing beside a + here: “{value}”."))
    values: list[bool | int | str] = []
    for part in parts:
        value, fault = _read_one(column, part)
        if fault is not None:
            return text, fault
        values.append(value)
    return values, None


def write_cell(column: Column, value: object) -> str:
    """The text of a cell, as `read_cell` reads it back."""
    if isinstance(value, list | tuple):
        return "+".join(_write_one(column, part) for part in value)
    return _write_one(column, value)


def is_blank(text: str) -> bool:
    """Whether a cell says nothing."""
    return not text.strip()


def _read_one(column: Column, text: str) -> tuple[bool | int | str, Violation | None]:
    if column.kind == "text":
        return (text[1:] if _MARKED.match(text) else text), None
    text = text.strip()
    if column.kind == "whole":
        return _read_whole(column, text)
    if column.kind == "flag":
        return _read_flag(column, text)
    return _read_choice(column, text), None


def _read_whole(column: Column, text: str) -> tuple[int | str, Violation | None]:
    if text.casefold() in ZERO and column.scope == "entry":
        return 0, None
    found = _WHOLE.fullmatch(text)
    if found is None:
        return text, _refuse(column, text, gettext_noop("“{value}” is no whole number."))
    return int(found[1].replace("−", "-")), None


def _read_flag(column: Column, text: str) -> tuple[bool | str, Violation | None]:
    word = text.casefold()
    if word in YES or word in NO:
        return word in YES, None
    return text, _refuse(column, text, gettext_noop("“{value}” is neither yes nor no: write one of them."))


def _read_choice(column: Column, text: str) -> int | str:
    """The choice that was meant, or the text as it stands where none was: the check of the entry then says which."""
    known = {str(choice).casefold(): choice for choice in column.choices}
    bare = text.strip(_EMOJI_MARK)
    whole = _WHOLE.fullmatch(bare)
    for spelling in (
        bare,
        _SIGNS.get(bare, bare),
        bare.upper().translate(_LOOKALIKES),
        re.sub(r"[\s_-]+", "_", bare),
        re.sub(r"[\s_-]+", "-", bare),
        whole[1] if whole else bare,
    ):
        if spelling.casefold() in known:
            return known[spelling.casefold()]
    return text


def _write_one(column: Column, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return guard_text(text) if column.kind == "text" else text


def guard_text(text: str) -> str:
    """A text as it may stand in a cell: with a mark where a spreadsheet would run it as a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def _refuse(column: Column, text: str, template: str) -> Violation:
    return Violation(field=column.name, code="unreadable_cell", template=template, values={"value": shorten(text)})
