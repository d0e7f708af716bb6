"""What may be typed for one thing: its letter on the sheet, its code, a letter like it, the key that it is on.

Whoever types from paper looks at the paper and not at the keyboard's language: a Russian `с` on a box of suits is
clubs, and so is the key `d` typed with the Russian layout on diamonds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

#: What marks a box that is only marked or not, and what says that it is not.
MARKS = frozenset({"x", "х", "×", "+", "*", "1", "v", "y", "/", "✓", "✔"})
NO_MARKS = frozenset({"-", "0"})

_SELECTORS = re.compile("[\ufe0e\ufe0f]")
_DASHES = re.compile("[−–—‐‑]")
_LATIN, _CYRILLIC = "abekmhopctx", "авекмнорстх"
_LOOKALIKES = str.maketrans(_LATIN + _CYRILLIC, _CYRILLIC + _LATIN)
_ENGLISH_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_RUSSIAN_KEYS = "йцукенгшщзхъфывапролджэячсмитьбю"
_OTHER_KEYS = str.maketrans(_ENGLISH_KEYS + _RUSSIAN_KEYS, _RUSSIAN_KEYS + _ENGLISH_KEYS)


class Option(Struct, frozen=True, kw_only=True):
    """One thing that can be marked or written: its `letter` on the sheet, and the fact that it says.

    A letter that is empty is a mark of any kind. `also` are further ways to write it.
    """

    letter: str
    name: str
    value: Any
    also: tuple[str, ...] = ()


def simplify(text: str) -> str:
    """A text as it is compared: small letters, one kind of dash, without spaces."""
    return _DASHES.sub("-", "".join(_SELECTORS.sub("", text).casefold().split()))


@lru_cache(maxsize=512)
def list_spellings(options: tuple[Option, ...]) -> Mapping[str, Option]:
    """Every spelling, simplified, with what it means. Where two things could be meant, the sheet's own letter wins."""
    table: dict[str, Option] = {}
    for tier in _list_tiers(options):
        for spelling, option in tier:
            if simplify(spelling):
                table.setdefault(simplify(spelling), option)
    return table


def find_longest(table: Mapping[str, Option], text: str) -> tuple[Option | None, int]:
    """What a simplified text begins with, and how many characters of it that takes."""
    for length in range(min(len(text), max(map(len, table), default=0)), 0, -1):
        if text[:length] in table:
            return table[text[:length]], length
    return None, 0


def _list_tiers(options: tuple[Option, ...]) -> Iterator[list[tuple[str, Option]]]:
    own = [(spelling, option) for option in options for spelling in _list_own(option)]
    yield [(option.letter, option) for option in options]
    yield own
    yield list(_list_initials(options))
    yield [(spelling.casefold().translate(_LOOKALIKES), option) for spelling, option in own]
    yield [(spelling.casefold().translate(_OTHER_KEYS), option) for spelling, option in own if spelling.isalpha()]


def _list_own(option: Option) -> Iterator[str]:
    yield option.letter
    yield from option.also
    if not option.letter:
        yield from MARKS
    elif not isinstance(option.value, bool):
        yield str(option.value)


def _list_initials(options: tuple[Option, ...]) -> Iterator[tuple[str, Option]]:
    """The first letter of a code such as `whist`, where no other begins so."""
    words = [(str(option.value)[:1], option) for option in options if str(option.value).isidentifier()]
    often = Counter(first for first, _option in words)
    yield from ((first, option) for first, option in words if often[first] == 1 and not isinstance(option.value, bool))
