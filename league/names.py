"""Names of people: one spelling for what is one name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

LONGEST_NAME = 100

#: How like names are of which one may be meant by the other (difflib's ratio), and how many of them are named.
ALIKE = 0.8
MOST_ALIKE = 6


def tidy_name(text: str) -> str:
    """The name as it is kept: composed letters, single spaces, no control or invisible characters."""
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(
        " " if character.isspace() else character
        for character in composed
        if character.isspace() or unicodedata.category(character) not in ("Cc", "Cf", "Cs")
    )
    return " ".join(visible.split())


def make_name_key(text: str) -> str:
    """What two spellings of one name share: case, width and composition make no difference."""
    return unicodedata.normalize("NFKC", tidy_name(text)).casefold()


def list_alike(name: str, names: Iterable[str]) -> list[str]:
    """The names of which one may have been meant by another spelling, the likeliest first; not the name itself.

    One that begins with the words typed counts, and one that differs by a letter or two.
    """
    typed = make_name_key(name)
    keys = {make_name_key(each): each for each in names}
    begun = [key for key in keys if all(any(word.startswith(part) for word in key.split()) for part in typed.split())]
    close = get_close_matches(typed, keys, n=MOST_ALIKE, cutoff=ALIKE)
    return [keys[key] for key in dict.fromkeys([*close, *sorted(begun)]) if key != typed][:MOST_ALIKE]
