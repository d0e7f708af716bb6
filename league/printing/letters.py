"""Short forms that fit a box of a few millimetres: letters of seats, sides, values of a choice."""

from __future__ import annotations

import unicodedata

from django.utils.translation import pgettext

from league.wording import has_compass
from rules.cards import SUIT_SIGNS
from rules.game import Game


def letter_seat(game: Game, seat: str) -> str:
    """A seat's letter as people of this language write it: of the compass, where the game sits round one."""
    if not has_compass(game.seats):
        return seat
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
    return "–".join(letter_seat(game, seat) for seat in game.seats_of(side))


def letter_warnable(game: Game, who: str) -> str:
    """Who stands warned, in letters: a side, or a seat where warnings are personal."""
    return letter_side(game, who) if who in game.sides else letter_seat(game, who)


def letter_choice(value: int | str) -> str:
    """One value of a choice in a small box: a suit's sign, a figure, else its first letter."""
    text = str(value)
    return SUIT_SIGNS.get(text) or (text if text.isdigit() else text[:1].upper())


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
