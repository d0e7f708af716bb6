"""The words for seats, sides, facts and reasons in the reader's language (scoring.wording says how)."""

from __future__ import annotations

from django.utils.translation import gettext

from rules.game import Game, Values
from scoring import wording
from scoring.declared import Field

Names = wording.Names


def name_seat(seat: str) -> str:
    """What a seat is called: North, or its letter where a game has no compass."""
    return wording.name_seat(seat, translate=gettext)


def label_seat(seat: str) -> str:
    """What stands beside a seat where nothing else says that it is one: North, or Seat A."""
    return name_seat(seat) if seat in wording.SEAT_NAMES else gettext("Seat %(seat)s") % {"seat": seat}


def name_side(side: str, names: Names) -> str:
    """What a side is called: North–South, or the player where a side is one seat."""
    return wording.name_side(side, names, translate=gettext)


def join_names(names: list[str]) -> str:
    """Partners in one breath."""
    return " & ".join(names)


def word_value(field: Field, value: object, names: Names) -> str:
    """A fact or a house rule in words: a player for a seat, a sign for a suit, yes or no for a flag."""
    return wording.word_value(field, value, names, translate=gettext)


def word_reason(game: Game, template: str, values: Values, names: Names) -> str:
    """A reason or a fault as a sentence, translated, with players' names for the seats it speaks of."""
    return wording.word_reason(game, template, values, names, translate=gettext)


def word_changed_rules(game: Game, preset: str) -> tuple[str, ...]:
    """The single house rules that differ from a preset, each with its heading."""
    return wording.word_changed_rules(game, preset, translate=gettext)
