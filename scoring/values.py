"""Check one value against its declared field: the right type, in range, a seat that exists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any
from unicodedata import category

from rules.game import Game, Violation, gettext_noop
from scoring.declared import Field

#: Whole numbers without a declared range (rulings) stay within this, which is far above any score.
WIDEST = 9_999

LONGEST_TEXT = 500

#: So many numbers one after another are named one by one.
LONGEST_RUN = 10

#: Classes of characters that not every database, file and terminal takes: control characters, half letters.
_UNKEPT = frozenset({"Cc", "Cs"})


class RepeatedKeys(dict[str, Any]):
    """An object of a JSON text that says some keys, `repeated`, more than once. The last value of each stands."""

    repeated: tuple[str, ...] = ()


def check_value(field: Field, value: object, *, game: Game, path: str) -> Iterator[Violation]:
    """Every fault of a value; `path` is how the field is named to the writer (`infractions.0.offender`)."""
    if field.kind == "whole":
        yield from check_whole(value, path=path, low=field.low, high=field.high)
    elif field.kind == "flag":
        if not isinstance(value, bool):
            yield wrong_type(path, value, wanted=gettext_noop("true or false"))
    elif field.kind == "choice":
        yield from check_choice(value, path=path, choices=field.choices)
    elif field.kind == "seat":
        yield from check_choice(value, path=path, choices=game.seats)
    elif field.kind == "side":
        yield from check_choice(value, path=path, choices=game.sides)
    elif field.kind == "seats":
        yield from _check_seats(value, path=path, game=game)
    elif field.kind == "records":
        yield from _check_records(field, value, path=path, game=game)
    elif field.kind == "sides":
        yield from check_figures(value, path=path, game=game, low=field.low, high=field.high)
    elif field.kind == "side_records":
        yield from _check_side_records(field, value, path=path, game=game)
    else:
        yield from check_text(value, path=path)


def check_whole(value: object, *, path: str, low: int | None, high: int | None) -> Iterator[Violation]:
    """Faults of a whole number: a bool, a fraction and a text are none."""
    least = -WIDEST if low is None else low
    most = WIDEST if high is None else high
    if isinstance(value, bool) or not isinstance(value, int):
        yield wrong_type(path, value, wanted=gettext_noop("a whole number"))
    elif not least <= value <= most:
        yield Violation(
            field=path,
            code="out_of_range",
            template=gettext_noop("This must be a whole number from {low} to {high}."),
            values={"low": least, "high": most},
        )


def check_figures(
    value: object, *, path: str, game: Game, low: int | None = None, high: int | None = None
) -> Iterator[Violation]:
    """Faults of a whole number for each side; a side may be left out."""
    if not isinstance(value, dict):
        yield wrong_type(path, value, wanted="an object")
        return
    yield from check_keys(value, known=game.sides, path=path)
    for side in game.sides:
        if side in value:
            yield from check_whole(value[side], path=join_path(path, side), low=low, high=high)


def check_choice(value: object, *, path: str, choices: tuple[int | str, ...]) -> Iterator[Violation]:
    """Faults of a value that must be one of a few; true is not 1."""
    wanted_types = {type(choice) for choice in choices}
    known = ", ".join(_shorten_runs(choices))
    if type(value) not in wanted_types:
        wanted = gettext_noop("one of these: {known}")
        yield wrong_type(path, value, wanted=wanted, known=known)
    elif value not in choices:
        yield Violation(
            field=path,
            code="unknown_value",
            template=gettext_noop("“{value}” is not possible here; write one of these: {known}."),
            values={"value": shorten(value), "known": known},
        )


def _shorten_runs(choices: tuple[int | str, ...]) -> Iterator[str]:
    """The choices as words, with a long run of numbers as its first and last: 100–150."""
    runs: list[list[int | str]] = []
    for choice in choices:
        if runs and isinstance(choice, int) and choice - 1 == runs[-1][-1]:
            runs[-1].append(choice)
        else:
            runs.append([choice])
    for run in runs:
        if len(run) > LONGEST_RUN:
            yield f"{run[0]}–{run[-1]}"
        else:
            yield from map(str, run)


def check_list(value: object, *, most: int, length: int | None = None, path: str = "") -> Iterator[Violation]:
    """Faults of a list as such: that it is one, with `length` values or with `most` at most."""
    if not isinstance(value, list):
        yield wrong_type(path, value, wanted="a list")
    elif length is not None and len(value) != length:
        template = gettext_noop("This list must have {length} values; it has {got}.")
        yield Violation(
            field=path, code="wrong_length", template=template, values={"length": length, "got": len(value)}
        )
    elif len(value) > most:
        template = gettext_noop("This list may have {most} values at most; it has {got}.")
        yield Violation(field=path, code="too_long", template=template, values={"most": most, "got": len(value)})


def check_text(value: object, *, path: str, required: bool = False) -> Iterator[Violation]:
    """Faults of a text that is kept."""
    if not isinstance(value, str):
        yield wrong_type(path, value, wanted=gettext_noop("text in quotes"))
    elif required and not value.strip():
        yield Violation(field=path, code="missing", template=gettext_noop("This must not be empty."))
    elif len(value) > LONGEST_TEXT:
        yield Violation(
            field=path,
            code="too_long",
            template=gettext_noop("This is longer than {most} characters: shorten it."),
            values={"most": LONGEST_TEXT},
        )
    else:
        yield from check_letters(value, path=path)


def check_letters(value: str, *, path: str) -> Iterator[Violation]:
    """A fault where a text has what not every database and file can hold: control characters, half a letter."""
    if any(category(letter) in _UNKEPT and letter not in "\t\n\r" for letter in value):
        yield Violation(
            field=path,
            code="control_character",
            template=gettext_noop("This has a character that cannot be seen or kept: write the text again by hand."),
        )


def check_keys(raw: Mapping[Any, Any], *, known: tuple[str, ...], path: str = "") -> Iterator[Violation]:
    """A fault for each key that does not exist, with the nearest one that does, and for each that stands twice."""
    yield from check_repeats(raw, path=path)
    for key in raw:
        if key in known:
            continue
        near = get_close_matches(str(key), known, n=1)
        template = gettext_noop("There is no “{key}” here. Possible are: {known}.")
        if near:
            template = gettext_noop("There is no “{key}” here; perhaps “{near}” is meant. Possible are: {known}.")
        yield Violation(
            field=join_path(path, shorten(key)),
            code="unknown_key",
            template=template,
            values={"key": shorten(key), "near": near[0] if near else "", "known": ", ".join(known)},
        )


def check_repeats(raw: Mapping[Any, Any], *, path: str = "") -> Iterator[Violation]:
    """A fault for each key that the text of an object says twice: one of the two values would be lost."""
    if isinstance(raw, RepeatedKeys):
        template = gettext_noop("“{key}” stands here more than once: leave only the one that is right.")
        for key in raw.repeated:
            short = shorten(key)
            yield Violation(field=join_path(path, short), code="repeated_key", template=template, values={"key": short})


def wrong_type(path: str, value: object, *, wanted: str, known: str = "") -> Violation:
    """The fault of a value of another kind than is wanted."""
    return Violation(
        field=path,
        code="wrong_type",
        template=_WRONG_TYPE[wanted],
        values={"got": shorten(value), "known": known},
    )


def join_path(path: str, key: object) -> str:
    """`ruling` and `reason` make `ruling.reason`."""
    return f"{path}.{key}" if path else str(key)


#: One whole sentence a wanted kind: sentences put together from parts cannot be translated.
_WRONG_TYPE: Mapping[str, str] = {
    "a whole number": gettext_noop("A whole number is wanted here, without quotes; it says {got}."),
    "true or false": gettext_noop("true or false is wanted here, without quotes; it says {got}."),
    "one of these: {known}": gettext_noop("One of these is wanted here: {known}; it says {got}."),
    "text in quotes": gettext_noop("Text in quotes is wanted here; it says {got}."),
    "a list": gettext_noop("A list in square brackets is wanted here; it says {got}."),
    "an object": gettext_noop("Keys and values in braces are wanted here; it says {got}."),
}


def _check_seats(value: object, *, path: str, game: Game) -> Iterator[Violation]:
    if not isinstance(value, list):
        yield wrong_type(path, value, wanted="a list")
        return
    for place, seat in enumerate(value):
        yield from check_choice(seat, path=join_path(path, place), choices=game.seats)


def _check_records(field: Field, value: object, *, path: str, game: Game) -> Iterator[Violation]:
    if not isinstance(value, list):
        yield wrong_type(path, value, wanted="a list")
        return
    for place, record in enumerate(value):
        yield from check_record(field, record, game=game, path=join_path(path, place))


def _check_side_records(field: Field, value: object, *, path: str, game: Game) -> Iterator[Violation]:
    if not isinstance(value, dict):
        yield wrong_type(path, value, wanted="an object")
        return
    yield from check_keys(value, known=game.sides, path=path)
    for side in game.sides:
        if side in value:
            yield from check_record(field, value[side], game=game, path=join_path(path, side))


def check_record(field: Field, record: object, *, game: Game, path: str) -> Iterator[Violation]:
    """Faults of one record, such as one infraction of a list or the cards of one side."""
    if not isinstance(record, dict):
        yield wrong_type(path, record, wanted="an object")
        return
    yield from check_keys(record, known=tuple(part.name for part in field.fields), path=path)
    for part in field.fields:
        here = join_path(path, part.name)
        if part.name in record:
            yield from check_value(part, record[part.name], game=game, path=here)
        elif part.required:
            yield Violation(field=here, code="missing", template=gettext_noop("This is missing."))


def shorten(value: Any) -> str:
    """A value of any kind as it is echoed in a message: at most 40 characters that can be printed and kept."""
    words = {None: "null", True: "true", False: "false"}
    text = words[value] if value is None or isinstance(value, bool) else _write(value)
    short = text if len(text) <= 40 else text[:39] + "…"
    return "".join("�" if category(letter) in _UNKEPT else letter for letter in short)


def _write(value: object) -> str:
    if isinstance(value, list):
        return "[…]" if value else "[]"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, int) and abs(value) >= 10**40:
        return "9…" if value > 0 else "-9…"
    return str(value) or '""'
