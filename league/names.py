"""Names of people: one spelling for what is one name."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 100


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
