"""Facts, seats and reasons in words: in any language, with players' names where people read them.

`translate` takes an English template to the reader's language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import convert

from rules.cards import SUIT_SIGNS
from rules.game import Game, Values, fill, gettext_noop
from scoring.declared import Field, list_fields, list_house_rules

Translate = Callable[[str], str]
Names = Mapping[str, str]

SEAT_NAMES: Mapping[str, str] = {
    "N": gettext_noop("North"),
    "E": gettext_noop("East"),
    "S": gettext_noop("South"),
    "W": gettext_noop("West"),
}
SIDE_NAMES: Mapping[str, str] = {"NS": gettext_noop("North–South"), "EW": gettext_noop("East–West")}

#: Asks for the letter form of a suit sign; some browsers draw a picture otherwise.
AS_TEXT = "\N{VARIATION SELECTOR-15}"


def keep_english(template: str) -> str:
    """The translation into English, which the templates are written in."""
    return template


def name_seat(seat: str, *, translate: Translate) -> str:
    """What a seat is called: North, or its letter where a game has no compass."""
    return translate(SEAT_NAMES[seat]) if seat in SEAT_NAMES else seat


def name_side(side: str, names: Names, *, translate: Translate) -> str:
    """What a side is called: North–South, or the player where a side is one seat."""
    return translate(SIDE_NAMES[side]) if side in SIDE_NAMES else names.get(side, side)


def word_value(field: Field, value: object, names: Names, *, translate: Translate) -> str:
    """A fact or a house rule in words: a player for a seat, a sign for a suit, yes or no for a flag.

    What stands for each side is listed side by side, the parts of a record with their headings.
    """
    if field.kind == "seat":
        return names.get(str(value), str(value))
    if field.kind == "side":
        return name_side(str(value), names, translate=translate)
    if isinstance(value, Mapping):
        return ", ".join(_word_side(field, side, part, names, translate=translate) for side, part in value.items())
    if field.kind == "flag":
        return translate(gettext_noop("yes")) if value else translate(gettext_noop("no"))
    if isinstance(value, str) and field.kind == "choice" and set(field.choices) == set(SUIT_SIGNS):
        return SUIT_SIGNS[value] + AS_TEXT
    if field.kind == "choice" and isinstance(value, int | str) and value in field.words:
        return translate(field.words[value])
    return str(value)


def word_changed_rules(game: Game, preset: str, *, translate: Translate) -> tuple[str, ...]:
    """The house rules of a game that differ from those of a preset, each with its heading."""
    usual = convert(game.presets[preset], type(game))
    return tuple(
        f"{translate(rule.title)}: {word_value(rule, getattr(game, rule.name), {}, translate=translate)}"
        for rule in list_house_rules(type(game))
        if getattr(game, rule.name) != getattr(usual, rule.name)
    )


def _word_side(field: Field, side: str, value: object, names: Names, *, translate: Translate) -> str:
    """What one side has of a fact: "North–South 70", or "North–South (Tens 3, Aces 1)" without what is zero."""
    name = name_side(side, names, translate=translate)
    if field.kind == "sides":
        return f"{name} {value}"
    parts = [(translate(part.title), getattr(value, part.name)) for part in field.fields]
    listed = ", ".join(f"{title} {figure}" for title, figure in parts if figure)
    return f"{name} ({listed or 0})"


def word_reason(game: Game, template: str, values: Values, names: Names, *, translate: Translate) -> str:
    """A reason or a fault as a sentence, with players' names for the seats it speaks of."""
    seats = find_seat_keys(game)
    spoken = {key: names.get(str(value), value) if key in seats else value for key, value in values.items()}
    return fill(translate(template), spoken)


def find_seat_keys(game: Game) -> frozenset[str]:
    """The keys that hold a seat in the facts of a game, and so in its texts; any text may also speak of a `seat`."""
    fields = list_fields(game.Deal)
    nested = [part for field in fields for part in field.fields]
    return frozenset({"seat", *(field.name for field in (*fields, *nested) if field.kind == "seat")})
