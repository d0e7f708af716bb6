"""Read JSON text from outside: files, request bodies. Strict, and never an error other than `UnreadableError`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NoReturn

from rules.game import Violation, gettext_noop
from scoring.values import RepeatedKeys, check_repeats, join_path, shorten

#: A whole number of more digits is read as one of this many, which is beyond every range all the same.
MOST_DIGITS = 60


class UnreadableError(Exception):
    """A text that is no JSON; carries what is wrong with it."""

    def __init__(self, violation: Violation) -> None:
        super().__init__(violation.message)
        self.violation = violation


def read_json(content: str | bytes) -> Any:
    """Parse one JSON value. An object that says a key twice comes back as `RepeatedKeys`.

    Raises UnreadableError for what is not JSON, not UTF-8 (a byte order mark is passed over) or nested without end.
    """
    try:
        text = content.decode("utf-8-sig") if isinstance(content, bytes) else content
        return json.loads(text, parse_int=_read_whole, parse_constant=_refuse_constant, object_pairs_hook=_read_object)
    except json.JSONDecodeError as error:
        raise _refuse(
            gettext_noop("This is not JSON: at line {line}, column {column} it cannot be read."),
            line=error.lineno,
            column=error.colno,
        ) from error
    except UnicodeDecodeError as error:
        raise _refuse(gettext_noop("This is not text in UTF-8: save it in that encoding.")) from error
    except RecursionError as error:
        raise _refuse(gettext_noop("Too many brackets stand inside one another here.")) from error


def find_repeats(value: object) -> Iterator[Violation]:
    """A fault for each key that an object anywhere in a JSON value says more than once, named by its path, in order.

    Goes by a list and not by calls of itself: a value may be nested as deeply as it could be read.
    """
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        path, part = waiting.pop()
        if isinstance(part, dict):
            yield from check_repeats(part, path=path)
            inner = [(join_path(path, shorten(key)), each) for key, each in part.items()]
        elif isinstance(part, list):
            inner = [(join_path(path, place), each) for place, each in enumerate(part)]
        else:
            continue
        waiting += reversed(inner)


def _read_whole(digits: str) -> int:
    return int(digits[:MOST_DIGITS])


def _refuse_constant(name: str) -> NoReturn:
    raise _refuse(gettext_noop("“{name}” is not JSON: write a number or null."), name=name)


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) == len(pairs):
        return plain
    counts = Counter(key for key, _value in pairs)
    repeated = RepeatedKeys(plain)
    repeated.repeated = tuple(key for key, count in counts.items() if count > 1)
    return repeated


def _refuse(template: str, **values: int | str) -> UnreadableError:
    return UnreadableError(Violation(field="sheet", code="not_json", template=template, values=values))
