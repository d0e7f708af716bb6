"""Lines typed from paper: what came with the form, and what of it is kept when something is wrong."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct, structs

from league.printing.typed_sheet import TypedSheet
from league.wording import Names, word_reason
from rules.game import Game, Violation, fill
from scoring.spellings import Option, list_spellings, simplify
from scoring.typed_line import find_box

#: So many empty lines a page has, and so many that a form may send.
EMPTY_LINES = 10
MOST_LINES = 60

#: What is typed in the first box of a misdeal's line.
MISDEAL = list_spellings((Option(letter="M", name="misdeal", value=True),))


class Line(Struct, frozen=True, kw_only=True):
    """A line that is not saved. `key` is its own; `texts` are by box, `faults` sentences by box, `note` is said below.

    `number` and `dealer` are those that its hand would have, seat by letter in `dealer`. `typed_as` is the number that
    it had when it was typed, where somebody else saved a hand in between; 0 else.
    """

    key: str
    texts: Mapping[str, str] = {}
    faults: Mapping[str, str] = {}
    note: str = ""
    number: int = 0
    dealer: str = ""
    typed_as: int = 0

    @property
    def is_moved(self) -> bool:
        """Whether it is to be saved as another hand than the one that it was typed for."""
        return self.typed_as not in (0, self.number)

    @property
    def is_blank(self) -> bool:
        """Whether nothing is typed."""
        return not any(self.texts.values())


class UnreadableLineError(Exception):
    """What a line says cannot be read; `violations` name boxes."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations


def make_lines(count: int) -> list[Line]:
    """Empty lines, each with a key of its own."""
    return [Line(key=f"paper-{uuid.uuid4().hex}") for _place in range(count)]


def read_lines(sheet: TypedSheet, data: QueryDict) -> list[Line]:
    """The lines that a form sent, as they were typed."""
    keys = list(dict.fromkeys(data.getlist("line")))[:MOST_LINES]
    names = [box.name for box in sheet.boxes]
    return [
        Line(
            key=key,
            number=_read_number(data, f"{key}.number"),
            typed_as=_read_number(data, f"{key}.typed-as"),
            texts={name: text for name in names if (text := data.get(f"{key}.{name}", "").replace("\0", "").strip())},
        )
        for key in keys
    ]


def read_facts(sheet: TypedSheet, line: Line) -> dict[str, Any]:
    """The facts of a line, or of a misdeal where its first box says M. Raises UnreadableLineError."""
    first = sheet.boxes[0].name
    if simplify(line.texts.get(first, "")) in MISDEAL and "misdeal" not in sheet.boxes[0].facts:
        if len(line.texts) == 1:
            return {"misdeal": True}
        says = _("A misdeal has nothing else on its line: empty the other boxes.")
        raise UnreadableLineError((Violation(field=first, code="misdeal", template=says),))
    facts, faults = sheet.read(line.texts)
    if faults:
        raise UnreadableLineError(faults)
    return facts


def mark_unreadable(line: Line, violations: Iterable[Violation]) -> Line:
    """The line with a sentence at each box that cannot be read."""
    return structs.replace(line, faults={each.field: fill(_(each.template), each.values) for each in violations})


def mark_refused(sheet: TypedSheet, line: Line, violations: Iterable[Violation], *, names: Names) -> Line:
    """The line with what the rules say, at the boxes in which it can be put right."""
    faults: dict[str, str] = {}
    for each in violations:
        box = find_box(sheet.boxes, each.field)
        said = word_reason(sheet.game, each.template, each.values, names)
        faults[box] = f"{faults[box]} {said}" if box in faults else said
    return structs.replace(line, faults=faults)


def renew_key(line: Line) -> Line:
    """The same texts under a key that was never sent."""
    return structs.replace(line, key=make_lines(1)[0].key)


def mark_overtaken(lines: Iterable[Line], *, blank_too: bool) -> list[Line]:
    """The lines with the numbers under which they were typed, because others have these now.

    `blank_too`: by scripts something may be typed in an empty one while the answer is on its way.
    """
    return [
        structs.replace(line, typed_as=line.typed_as or line.number) if blank_too or not line.is_blank else line
        for line in lines
    ]


def number_lines(lines: Iterable[Line], *, game: Game, first: int, dealer: str) -> list[Line]:
    """The lines with the numbers and the dealers of the hands to come."""
    numbered = []
    for number, line in enumerate(lines, start=first):
        numbered.append(structs.replace(line, number=number, dealer=dealer))
        dealer = game.seat_after(dealer)
    return numbered


def _read_number(data: QueryDict, name: str) -> int:
    text = data.get(name, "")[:4]
    return int(text) if text.isascii() and text.isdigit() else 0
