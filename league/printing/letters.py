"""Short forms that fit a box of a few millimetres: letters of seats, sides in letters, first names."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping

from django.utils.translation import pgettext

from rules.cards import SUIT_SIGNS
from rules.game import Game


def letter_seat(seat: str) -> str:
    """A seat's letter as people of this language write it."""
    match seat:
        case "N":
            return pgettext("letter for North", "N")
        case "E":
            return pgettext("letter for East", "E")
        case "S":
            return pgettext("letter for South", "S")
        case "W":
            return pgettext("letter for West", "W")
        case _:
            return seat


def letter_side(game: Game, side: str) -> str:
    """A side by the letters of its seats: N–S."""
    return "–".join(letter_seat(seat) for seat in game.seats_of(side))


def letter_warnable(game: Game, who: str) -> str:
    """Who stands warned, in letters: a side, or a seat where warnings are personal."""
    return letter_side(game, who) if who in game.sides else letter_seat(who)


def letter_choice(value: int | str) -> str:
    """One value of a choice in a small box: a suit's sign, a figure, else its first letter."""
    text = str(value)
    return SUIT_SIGNS.get(text) or (text if text.isdigit() else text[:1].upper())


def shorten_names(names: Mapping[str, str]) -> dict[str, str]:
    """Seat -> the first word of the name there, with an initial where two at the table begin alike."""
    words = {seat: name.split() for seat, name in names.items()}
    firsts = Counter(parts[0].casefold() for parts in words.values() if parts)
    return {seat: _shorten(parts, is_shared=firsts[parts[0].casefold()] > 1) for seat, parts in words.items() if parts}


def find_script(*names: str) -> str:
    """The language whose letter forms a name takes where Han characters differ by country; empty without them.

    Kana or Hangul tell it; Han characters alone are printed in the forms of the mainland.
    """
    kinds = {
        unicodedata.name(character, "").split()[0] for name in names for character in name if ord(character) > 0x2E7F
    }
    if kinds & {"HIRAGANA", "KATAKANA"}:
        return "ja"
    if "HANGUL" in kinds:
        return "ko"
    return "zh" if "CJK" in kinds else ""


def _shorten(parts: list[str], *, is_shared: bool) -> str:
    return f"{parts[0]} {parts[1][0]}." if is_shared and len(parts) > 1 else parts[0]
