"""Games to be printed: what was played in each, with every kind of deal that a sheet has to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.yukon_cards import PACK

NAMES = (
    "Maximiliana Theodora Wolfeschlegelsteinhausenbergerdorff", "Ann Perkins", "Ann Peters", "Фёдор Достоевский",
    "山田 さくら", "محمد الأمين", "Dee Łukasz",
)  # fmt: skip

RULING = {"ruling": {"points": {"NS": -5}, "setbacks": {"NS": 2}, "reason": "Cards shown before the lead", "by": "Cy"}}

GRAND: tuple[dict[str, Any], ...] = (
    {"bidder": "N", "bid": 25, "play": "whist", "suit": "H", "tricks": 11},
    {"misdeal": True},
    {"bidder": "E", "bid": 40, "play": "grand", "tricks": 9},
    {"bidder": "S", "bid": 20, "play": "euchre", "suit": "C", "alone": True, "tricks": 3},
    {"bidder": "W", "bid": 50, "play": "hearts", "hearts": 4},
    RULING,
    {"bidder": "N", "bid": 5, "play": "whist", "suit": "S", "forced": True, "tricks": 7},
    {"bidder": "E", "bid": 50, "play": "hearts", "infractions": [{"kind": "revoke", "offender": "E"}]},
    {"bidder": "S", "bid": 25, "play": "whist", "suit": "D", "tricks": 12},
)
#: Dealt by E first. N-S stand at 70 when N deals the last one, which E, the eldest hand, turns into Hearts.
ELDEST = (
    *({"bidder": "N", "bid": 30, "play": "whist", "suit": "H", "tricks": 12} for _deal in range(2)),
    {"bidder": "N", "bid": 10, "play": "euchre", "suit": "D", "tricks": 4},
    {"bidder": "E", "eldest_lead": True, "play": "hearts", "hearts": 0},
)

SEVEN: tuple[dict[str, Any], ...] = (
    {"bidder": "B", "bid": 5, "suit": "H", "partners": ["A", "F"], "tricks": 7},
    {"bidder": "G", "bid": 7, "suit": "C", "partners": ["C", "D", "E"], "tricks": 3},
    {"misdeal": True},
    {"passed_out": True},
    {"bidder": "C", "bid": 20, "tricks": 7},
    {"bidder": "D", "bid": 3, "partners": ["E", "F"], "infractions": [{"kind": "revoke", "offender": "A"}]},
    {"ruling": {"points": {"G": 2}, "reason": "Counted twice"}},
)

LAND_GRANT: tuple[dict[str, Any], ...] = (
    {"maker": "N", "tricks": 3, "suit": "H", "round": 1},
    {"misdeal": True},
    {"maker": "E", "tricks": 5, "alone": True},
    {"maker": "S", "infractions": [{"kind": "renege", "offender": "W"}]},
    {"ruling": {"points": {"EW": 1}, "reason": "Cards shown before the lead", "by": "Cy"}},
)
EUCHRE: tuple[dict[str, Any], ...] = LAND_GRANT


def play_yukon(sides: tuple[str, ...]) -> list[dict[str, Any]]:
    """A deal by cards, the first side having all but the tens, a deal by points, and a ruling."""
    first, second = sides[:2]
    mine = {kind: count for kind, count in PACK.items() if kind != "tens"}
    return [
        {"cards": {first: mine, second: {"tens": PACK["tens"]}}, "ace_of_spades": first},
        {"misdeal": True},
        {"ruling": {"points": {second: 3}, "reason": "Cards shown", "by": "Cy"}},
    ]


WHIST: tuple[dict[str, Any], ...] = (
    {"tricks": {"NS": 8}, "suit": "H"},
    {"misdeal": True},
    {"tricks": {"NS": 5, "EW": 8}, "no_trump": True},
    {"tricks": {"EW": 7}},
    {"ruling": {"points": {"NS": 1}, "reason": "Cards shown", "by": "Cy"}},
)

#: Game -> what was played; of Yukon it depends on how many play.
PLAYED: Mapping[str, tuple[dict[str, Any], ...]] = {
    "grand": GRAND,
    "seven-handed-euchre": SEVEN,
    "land-grant-euchre": LAND_GRANT,
    "euchre": EUCHRE,
    "partnership-whist": WHIST,
}
