"""Names short enough for a narrow column, and still different where two at a table begin alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from unicodedata import category

from scoring.text_table import measure

#: About as much as stands in the dealer's column in the smallest print that can be read.
LONGEST = 12
#: What is kept of the beginning where only the middle or the end of two names differs.
BEGINNING = 5
CUT = "…"


def shorten_names(names: Mapping[str, str]) -> dict[str, str]:
    """Seat -> the first word of the name there, with as much more as tells apart those who begin alike."""
    full = {seat: " ".join(name.split()) for seat, name in names.items() if name.strip()}
    shorts = {seat: _cut_end(name.split()[0]) for seat, name in full.items()}
    for seats in _group_alike(shorts):
        told_apart = _tell_apart([full[seat] for seat in seats])
        shorts.update(zip(seats, told_apart, strict=True))
    return shorts


def _group_alike(shorts: Mapping[str, str]) -> list[list[str]]:
    """The seats whose short names are the same, whatever the case, where there are several."""
    groups: dict[str, list[str]] = {}
    for seat, short in shorts.items():
        groups.setdefault(short.casefold(), []).append(seat)
    return [seats for seats in groups.values() if len(seats) > 1]


def _tell_apart(names: Sequence[str]) -> Sequence[str]:
    """Short forms that differ, the shortest that do: Ann Pe. and Ann Po.; Wolfe…haus and Wolfe…berg."""
    candidates = [*_add_initials(names), *_keep_ends(names)]
    return next((shorts for shorts in candidates if _are_different(shorts)), names)


def _add_initials(names: Sequence[str]) -> Iterator[list[str]]:
    """The first word and ever more letters of the rest, as long as all are short."""
    parts = [name.partition(" ") for name in names]
    for letters in range(1, LONGEST):
        shorts = [f"{first} {_take(rest, letters)}." if rest else first for first, _space, rest in parts]
        if max(map(measure, shorts)) > LONGEST:
            return
        yield shorts


def _keep_ends(names: Sequence[str]) -> Iterator[list[str]]:
    """The beginning that all share, cut, and ever more letters from where the first of them differ."""
    shared = next(
        (
            place
            for place, letters in enumerate(zip(*names, strict=False))
            if len({letter.casefold() for letter in letters}) > 1
        ),
        min(map(len, names)),
    )
    for letters in range(LONGEST - BEGINNING - 1, max(map(len, names)) + 1):
        yield [f"{_take(name, BEGINNING).rstrip()}{CUT}{_take(name[shared:].lstrip(), letters)}" for name in names]


def _are_different(shorts: Iterable[str]) -> bool:
    folded = [short.casefold() for short in shorts]
    return len(set(folded)) == len(folded)


def _cut_end(word: str) -> str:
    """The word, or as much of its beginning as is short enough."""
    if measure(word) <= LONGEST:
        return word
    letters = max(count for count in range(len(word)) if measure(_take(word, count)) < LONGEST)
    return _take(word, letters) + CUT


def _take(text: str, letters: int) -> str:
    """The first letters of a text, with the marks that stand on the last of them."""
    end = letters
    while 0 < end < len(text) and category(text[end]).startswith("M"):
        end += 1
    return text[:end]
