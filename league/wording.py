"""The words for seats, sides, facts and reasons, with the players' names where people read them."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.cards import SUIT_SIGNS
from rules.game import Game, Values, fill
from scoring.declared import Field, list_fields

SEAT_NAMES = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}
SIDE_NAMES = {"NS": _("North–South"), "EW": _("East–West")}

#: Asks the browser for the letter form of a suit sign; some draw a picture otherwise.
AS_TEXT = "\N{VARIATION SELECTOR-15}"

Names = Mapping[str, str]


def name_seat(seat: str) -> str:
    """What a seat is called: North, or its letter where a game has no compass."""
    return str(SEAT_NAMES.get(seat, seat))


def name_side(side: str, names: Names) -> str:
    """What a side is called: North–South, or the player where a side is one seat."""
    return str(SIDE_NAMES[side]) if side in SIDE_NAMES else names.get(side, side)


def join_names(names: list[str]) -> str:
    """Partners in one breath."""
    return " & ".join(names)


def word_value(field: Field, value: object, names: Names) -> str:
    """A fact or a house rule in words: a player for a seat, a sign for a suit, yes or no for a flag."""
    if field.kind == "seat":
        return names.get(str(value), str(value))
    if field.kind == "flag":
        return gettext("yes") if value else gettext("no")
    if isinstance(value, str) and field.kind == "choice" and set(field.choices) == set(SUIT_SIGNS):
        return SUIT_SIGNS[value] + AS_TEXT
    if field.kind == "choice" and isinstance(value, int | str) and value in field.words:
        return gettext(field.words[value])
    return str(value)


def word_reason(game: Game, template: str, values: Values, names: Names) -> str:
    """A reason or a fault as a sentence, translated, with players' names for the seats it speaks of."""
    seats = find_seat_keys(game)
    spoken = {key: names.get(str(value), value) if key in seats else value for key, value in values.items()}
    return fill(gettext(template), spoken)


def find_seat_keys(game: Game) -> frozenset[str]:
    """The keys that hold a seat in the facts of a game, and so in its texts."""
    fields = list_fields(game.Deal)
    nested = [part for field in fields for part in field.fields]
    return frozenset(field.name for field in (*fields, *nested) if field.kind == "seat")
