"""What the boxes of a sheet say when they are typed: the letters that are printed, with the facts they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext

from league.printing.letters import letter_choice, letter_seat, letter_side
from league.wording import word_value
from rules.cards import SUIT_NAMES, SUIT_SIGNS
from rules.game import Game
from scoring.declared import Field, find_field, list_fields
from scoring.spellings import Option
from scoring.typed_line import Box, Part

#: The signs of the suits as some keyboards have them, in the order of SUIT_SIGNS.
HOLLOW_SIGNS = "♧♢♡♤"


def mark_flag(name: str, *, letter: str = "") -> Box:
    """A box that is only marked or not."""
    return Box(name=name, kind="pick", options=(Option(letter=letter, name=name, value=True),))


def pick_seat(game: Game, name: str) -> Box:
    """One of the seats."""
    return Box(name=name, kind="pick", options=_list_seats(game, name))


def pick_seats(game: Game, name: str) -> Box:
    """Several of the seats."""
    return Box(name=name, kind="pick", many=True, is_list=True, options=_list_seats(game, name))


def pick_side(game: Game, name: str) -> Box:
    """One of the sides, by its letters or by one of its seats."""
    options = tuple(
        Option(
            letter=letter_side(game, side),
            name=name,
            value=side,
            also=tuple(letter_seat(game, seat) for seat in game.seats_of(side)),
        )
        for side in game.sides
    )
    return Box(name=name, kind="pick", options=options)


def pick_value(name: str, letters: Iterable[tuple[str, Any]]) -> Box:
    """One of a few values, each with its letter."""
    options = tuple(Option(letter=letter, name=name, value=value) for letter, value in letters)
    return Box(name=name, kind="pick", options=options)


def list_suits(name: str) -> tuple[Option, ...]:
    """The suits by the first letters of their names in the reader's language, by their signs and by their codes."""
    return tuple(
        Option(letter=gettext(SUIT_NAMES[code])[:1].upper(), name=name, value=code, also=(sign, hollow, code))
        for (code, sign), hollow in zip(SUIT_SIGNS.items(), HOLLOW_SIGNS, strict=True)
    )


def pick_suit(name: str) -> Box:
    """One of the suits."""
    return Box(name=name, kind="pick", options=list_suits(name))


def write_figure_of(kind: type[Any], name: str, **more: Any) -> Box:
    """A whole number within what its declared field allows."""
    field = find_field(kind, name)
    assert field is not None
    return Box(name=name, kind="number", low=field.low, high=field.high, **more)


def write_infractions(game: Game, *, letters: Callable[[str], str] | None = None, **more: Any) -> Box:
    """Infractions one after the other: the letter of the kind, where there are several, and of the seat."""
    field = find_field(game.Deal, "infractions")
    assert field is not None
    return _write_records(game, field, letters=letters, **more)


def derive_boxes(game: Game) -> tuple[Box, ...]:
    """A box for each declared field of the game's deals."""
    return tuple(_derive_box(field, game) for field in list_fields(game.Deal))


def _derive_box(field: Field, game: Game) -> Box:
    match field.kind:
        case "flag":
            return mark_flag(field.name)
        case "seat":
            return pick_seat(game, field.name)
        case "seats":
            return pick_seats(game, field.name)
        case "side":
            return pick_side(game, field.name)
        case "whole":
            return Box(name=field.name, kind="number", low=field.low, high=field.high)
        case "choice":
            return Box(name=field.name, kind="pick", options=_list_choices(field))
        case "records":
            return _write_records(game, field)
        case "sides":
            return Box(name=field.name, kind="counts", names=game.sides)
        case _:
            return Box(name=field.name, kind="text")


def _write_records(game: Game, field: Field, *, letters: Callable[[str], str] | None = None, **more: Any) -> Box:
    parts, fixed = [], {}
    for part in field.fields:
        if part.kind == "choice" and len(part.choices) == 1:
            fixed[part.name] = part.choices[0]
        elif part.kind == "choice":
            parts.append(Part(name=part.name, options=_list_choices(part, letters=letters)))
        else:
            parts.append(Part(name=part.name, options=_list_seats(game, part.name)))
    return Box(name=field.name, kind="records", parts=tuple(parts), fixed=fixed, **more)


def _list_seats(game: Game, name: str) -> tuple[Option, ...]:
    return tuple(Option(letter=letter_seat(game, seat), name=name, value=seat) for seat in game.seats)


def _list_choices(field: Field, *, letters: Callable[[str], str] | None = None) -> tuple[Option, ...]:
    """The values by their letters, or where two have the same by what they are called."""
    short = [letters(str(value)) if letters else letter_choice(value) for value in field.choices]
    if len(set(short)) < len(short):
        short = [str(value) for value in field.choices]
    return tuple(
        Option(letter=letter, name=field.name, value=value, also=(word_value(field, value, {}),))
        for letter, value in zip(short, field.choices, strict=True)
    )
