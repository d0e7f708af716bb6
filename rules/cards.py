"""Suits: their letters on a sheet, their signs and their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from rules.game import gettext_noop

SUIT_SIGNS: Mapping[str, str] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUITS: tuple[str, ...] = tuple(SUIT_SIGNS)
SUIT_NAMES: Mapping[str, str] = {
    "C": gettext_noop("clubs"),
    "D": gettext_noop("diamonds"),
    "H": gettext_noop("hearts"),
    "S": gettext_noop("spades"),
}

Suit = Annotated[Literal["C", "D", "H", "S"], Meta(extra={"words": SUIT_NAMES})]
