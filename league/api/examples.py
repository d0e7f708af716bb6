"""Examples for the description of the API: a short sheet of each game, as it is sent and as it is scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiExample

from rules.catalog import GAMES

#: Game -> a sheet without faults. A game that has none is described by its schema alone.
SHEETS: Mapping[str, dict[str, Any]] = {
    "land-grant-euchre": {
        "id": "tuesday-1-1",
        "game": "land-grant-euchre",
        "seats": {"N": "Ann", "E": "Bob", "S": "Cyd", "W": "Dee"},
        "deals": [
            {"maker": "N", "tricks": 5},
            {"maker": "E", "alone": True, "tricks": 2, "suit": "H"},
            {"maker": "S", "tricks": 4, "infractions": [{"kind": "table_talk", "offender": "W"}]},
        ],
    },
    "grand": {
        "id": "friday-1-1",
        "game": "grand",
        "preset": "english",
        "finished": True,
        "deals": [
            {"bidder": "N", "bid": 25, "play": "whist", "suit": "S", "tricks": 11},
            {"bidder": "E", "bid": 20, "play": "euchre", "suit": "D", "alone": True, "tricks": 3},
            {"bidder": "S", "bid": 50, "play": "hearts", "hearts": 0},
            {"ruling": {"points": {"EW": -5}, "setbacks": {"EW": 1}, "reason": "Cards shown", "by": "Olga"}},
        ],
    },
    "yukon": {
        "id": "yukon-for-three",
        "game": "yukon",
        "players": 3,
        "deals": [
            {"points": {"A": 60, "B": 45, "C": 20}},
            {"cards": {
                "A": {"grand_yukon": 1, "tens": 4},
                "B": {"yukons": 3},
                "C": {"aces": 4, "kings": 4, "queens": 4},
            }},
        ],
    },
    "seven-handed-euchre": {
        "id": "seven",
        "game": "seven-handed-euchre",
        "finished": True,
        "deals": [
            {"bidder": "A", "bid": 5, "partners": ["B", "G"], "tricks": 5},
            {"bidder": "C", "bid": 10, "tricks": 6},
            {"passed_out": True},
        ],
    },
    "euchre": {
        "id": "evening-1-1",
        "game": "euchre",
        "preset": "evening",
        "deals": [{"maker": "N", "alone": True, "tricks": 5}, {"maker": "W", "tricks": 2}],
    },
    "partnership-whist": {
        "id": "drive-1-1",
        "game": "partnership-whist",
        "preset": "drive",
        "deals": [{"tricks": {"NS": 8}, "suit": "H"}, {"tricks": {"NS": 3, "EW": 10}, "suit": "C"}],
    },
}  # fmt: skip


def show_sheets() -> list[OpenApiExample]:
    """A sheet of each game, as a body that is sent."""
    return [OpenApiExample(GAMES[key].title, value=sheet, request_only=True) for key, sheet in _list_sheets()]


def show_deals(*, with_position: bool) -> list[OpenApiExample]:
    """A hand of each game, as a body that is sent: with its position where it is to be stored."""
    position = {"position": 1} if with_position else {}
    return [
        OpenApiExample(GAMES[key].title, value={**position, "facts": sheet["deals"][0]}, request_only=True)
        for key, sheet in _list_sheets()
    ]


def _list_sheets() -> list[tuple[str, dict[str, Any]]]:
    return [(key, SHEETS[key]) for key in GAMES if key in SHEETS]
