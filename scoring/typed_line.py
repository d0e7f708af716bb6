"""One hand typed from paper, a short text a box, into facts, and back.

The boxes are those of the printed sheet (league/printing says which a game has). What is typed is what stands on
paper: a letter for a seat, a figure, any mark in a box that is only marked. Whether the facts make a hand, the rules
say; here is only said what cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from rules.game import Violation, gettext_noop
from scoring.rows import take_value
from scoring.spellings import NO_MARKS, Option, find_longest, list_spellings, simplify
from scoring.values import check_text, shorten

#: Written for no tricks, so that the box is not empty; the second one is Cyrillic.
ZERO = frozenset({"x", "х"})
#: What may stand between two infractions, or between a kind and a seat.
_SEPARATORS = " ,;:+./&-"
_BETWEEN = f"[{re.escape(_SEPARATORS)}]*"
_FIGURE = re.compile(r"(\d{1,6})(.*)")
#: The longest text that a box takes.
LONGEST = 60

_UNKNOWN = gettext_noop("“{value}” is not possible here; write one of these: {known}.")
_NO_FIGURE = gettext_noop("“{value}” is no whole number.")
_UNREADABLE = gettext_noop("“{value}” cannot be read: write it as on the sheet, such as {example}.")
_TWICE = gettext_noop("Two boxes say this differently: leave only the one that is right.")
_TOO_LONG = gettext_noop("This is longer than {most} characters: shorten it.")

Fact = tuple[tuple[str, ...], Any]


class Part(Struct, frozen=True, kw_only=True):
    """One part of an infraction (its kind, whose it was) with what can be written for it."""

    name: str
    options: tuple[Option, ...]


class Box(Struct, frozen=True, kw_only=True):
    """What a box of a line says. `name` is the fact's path: `maker`, `tricks-NS`, `cards-NS-tens`.

    `pick` marks one of `options`, or several where `many` is set (`is_list`: into the list `name`). `number` is a
    figure, which one of `options` may follow, and `dash` is what a dash says instead; it is the fact `other` where one
    of `when` (fact, value) holds. `records` is a list of infractions, each its `parts` one after the other and what is
    `fixed`. `counts` are figures, one for each of `names`. `text` is kept as it is.
    """

    name: str
    kind: Literal["pick", "number", "records", "counts", "text"]
    title: str = ""
    options: tuple[Option, ...] = ()
    many: bool = False
    is_list: bool = False
    dash: Option | None = None
    low: int | None = None
    high: int | None = None
    other: str = ""
    when: tuple[tuple[str, Any], ...] = ()
    parts: tuple[Part, ...] = ()
    fixed: Mapping[str, Any] = {}
    names: tuple[str, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """Where the value stands in the facts."""
        return tuple(self.name.split("-"))

    @property
    def facts(self) -> frozenset[str]:
        """The names of the facts that this box can say."""
        told = {option.name for option in (*self.options, *([self.dash] if self.dash else []))}
        own = {self.path[0]} if self.kind != "pick" or self.is_list else set()
        return frozenset(told | own | ({self.other} if self.other else set()))


def read_line(boxes: Sequence[Box], texts: Mapping[str, str]) -> tuple[dict[str, Any], tuple[Violation, ...]]:
    """The facts of a line in the score sheet format, and what cannot be read; a fault's field is the box's name."""
    facts: dict[str, Any] = {}
    faults: list[Violation] = []
    deferred: list[tuple[Box, Fact]] = []
    for box in boxes:
        text = texts.get(box.name, "").strip()
        if not text:
            continue
        found, fault = _read_box(box, text)
        if fault is not None:
            faults.append(fault)
        for fact in found:
            if box.other and fact[0] == box.path:
                deferred.append((box, fact))
            elif not _put(facts, fact, is_list=box.is_list):
                faults.append(Violation(field=box.name, code="twice", template=_TWICE))
    for box, (path, value) in deferred:
        is_other = any(facts.get(name) == wanted for name, wanted in box.when)
        facts[box.other if is_other else path[0]] = value
    return facts, tuple(faults)


def write_line(boxes: Sequence[Box], facts: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a line by the names of its boxes, as `read_line` reads them back."""
    return {box.name: text for box in boxes if (text := _write_box(box, facts))}


def find_box(boxes: Sequence[Box], field: str) -> str:
    """The box in which the field of a fault is to be put right; the first where none has it."""
    path = tuple(part for part in field.replace("-", ".").split(".") if not part.isdigit())
    for length in range(len(path), 0, -1):
        for box in boxes:
            if box.path[:length] == path[:length]:
                return box.name
    return next((box.name for box in boxes if path and path[0] in box.facts), boxes[0].name)


def list_whole_texts(box: Box) -> tuple[str, ...]:
    """The texts, simplified, after which a box has all that it can say; empty where more may always follow."""
    if box.kind == "pick" and not box.many:
        longest = max(len(simplify(option.letter)) for option in box.options)
        return tuple(spelling for spelling in list_spellings(box.options) if len(spelling) <= max(longest, 1))
    if box.kind == "number" and not box.options:
        dash = ("-",) if box.dash else ()
        return (*dash, *(ZERO if box.low == 0 else ()))
    return ()


# -- reading


def _read_box(box: Box, text: str) -> tuple[list[Fact], Violation | None]:
    if len(text) > LONGEST and box.kind != "text":
        return [], Violation(field=box.name, code="too_long", template=_TOO_LONG, values={"most": LONGEST})
    return {
        "pick": _read_pick,
        "number": _read_number,
        "records": _read_records,
        "counts": _read_counts,
        "text": _read_text,
    }[box.kind](box, text)


def _read_pick(box: Box, text: str) -> tuple[list[Fact], Violation | None]:
    simple, table = simplify(text), list_spellings(box.options)
    if not box.many:
        if simple in NO_MARKS and all(not option.letter for option in box.options) and simple not in table:
            return [], None
        option = table.get(simple)
        return ([_tell(option)], None) if option else ([], _refuse(box, text))
    found: list[Fact] = []
    while simple := simple if simple in table else simple.lstrip(_SEPARATORS):
        option, length = find_longest(table, simple)
        if option is None:
            return [], _refuse(box, text)
        if _tell(option) not in found:
            found.append(_tell(option))
        simple = simple[length:]
    return found, None


def _read_number(box: Box, text: str) -> tuple[list[Fact], Violation | None]:
    simple = simplify(text)
    if box.dash is not None and simple == "-":
        return [_tell(box.dash)], None
    if box.low == 0 and simple in ZERO:
        return [(box.path, 0)], None
    if box.low == 0 and simple == "-" and box.dash is None:
        return [(box.path, 0)], None
    match = _FIGURE.fullmatch(simple)
    if match is None or not match[1].isascii():
        return [], Violation(field=box.name, code="unreadable", template=_NO_FIGURE, values={"value": shorten(text)})
    figure: Fact = (box.path, int(match[1]))
    if not match[2]:
        return [figure], None
    option = list_spellings(box.options).get(match[2])
    if option is None:
        return [], Violation(field=box.name, code="unreadable", template=_NO_FIGURE, values={"value": shorten(text)})
    return [figure, _tell(option)], None


def _read_records(box: Box, text: str) -> tuple[list[Fact], Violation | None]:
    """Infraction by infraction. A letter may be the beginning of another: the longest that leaves a seat is meant."""
    simple = " ".join(map(simplify, text.split()))
    tables = [list_spellings(part.options) for part in box.parts]
    pattern = re.compile(_BETWEEN.join(["", *(f"({_list_words(table)})" for table in tables)]))
    records: list[dict[str, Any]] = []
    while match := pattern.match(simple):
        written = zip(box.parts, tables, match.groups(), strict=True)
        records.append({**box.fixed, **{part.name: table[word].value for part, table, word in written}})
        simple = simple[match.end() :]
    if simple.strip(_SEPARATORS) or not records:
        return [], _refuse_form(box, text)
    return [(box.path, records)], None


def _list_words(table: Mapping[str, Option]) -> str:
    return "|".join(map(re.escape, sorted(table, key=len, reverse=True)))


def _read_counts(box: Box, text: str) -> tuple[list[Fact], Violation | None]:
    """Figures with something between them, or one digit each without."""
    figures = re.findall(r"[0-9]+", text)
    if len(figures) == 1 and len(figures[0]) == len(box.names):
        figures = list(figures[0])
    if len(figures) != len(box.names) or re.search(r"[^\d\s,;./+-]", text) or max(map(len, figures)) > 6:
        return [], _refuse_form(box, text)
    return [((*box.path, name), int(figure)) for name, figure in zip(box.names, figures, strict=True)], None


def _read_text(box: Box, text: str) -> tuple[list[Fact], Violation | None]:
    fault = next(check_text(text, path=box.name), None)
    return ([], fault) if fault else ([(box.path, text)], None)


def _tell(option: Option) -> Fact:
    return (option.name,), option.value


def _put(facts: dict[str, Any], fact: Fact, *, is_list: bool) -> bool:
    """Put a value in its place. False where another one stands there."""
    (*parents, last), value = fact
    for key in parents:
        facts = facts.setdefault(key, {})
    if is_list:
        facts.setdefault(last, []).append(value)
        return True
    return bool(facts.setdefault(last, value) == value)


def _refuse(box: Box, text: str) -> Violation:
    known = ", ".join(option.letter or "x" for option in box.options)
    return Violation(
        field=box.name, code="unknown_value", template=_UNKNOWN, values={"value": shorten(text), "known": known}
    )


def _refuse_form(box: Box, text: str) -> Violation:
    parts = [part.options[0].letter for part in box.parts] or ["0"] * len(box.names)
    values = {"value": shorten(text), "example": " ".join(parts)}
    return Violation(field=box.name, code="unreadable", template=_UNREADABLE, values=values)


# -- writing


def _write_box(box: Box, facts: Mapping[str, Any]) -> str:
    if box.kind == "pick":
        return "".join(option.letter or "x" for option in box.options if _is_told(box, option, facts))
    if box.dash is not None and facts.get(box.dash.name) == box.dash.value:
        return "–"
    value = take_value(facts, box.path)
    if value is None and box.other:
        value = facts.get(box.other)
    if value is None:
        return ""
    if box.kind == "number":
        return " ".join([str(value), *(each.letter for each in box.options if facts.get(each.name) == each.value)])
    if box.kind == "counts":
        return " ".join(str(value.get(name, 0)) for name in box.names)
    if box.kind == "records":
        return ", ".join(" ".join(_write_record(box.parts, record)) for record in value)
    return str(value)


def _is_told(box: Box, option: Option, facts: Mapping[str, Any]) -> bool:
    value = facts.get(option.name)
    return option.value in (value or ()) if box.is_list else value == option.value


def _write_record(parts: Iterable[Part], record: Mapping[str, Any]) -> Iterator[str]:
    for part in parts:
        yield next((option.letter for option in part.options if option.value == record[part.name]), "")
