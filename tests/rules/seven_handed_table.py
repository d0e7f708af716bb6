"""What a hand of Seven-handed Euchre is worth, as literal data.

Written from the printed rules and from the reading of them that docs/games/seven-handed-euchre.md explains, and not
from the code: the tests compare the two hand by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from scoring.result import score_sheet

SEATS = "ABCDEFG"

# bid -> (partners, tricks that make it, players of the bidder's side, adversaries).
BIDS = {
    1: (2, {1, 2, 3, 4, 5, 6, 7}, 3, 4),
    2: (2, {2, 3, 4, 5, 6, 7}, 3, 4),
    3: (2, {3, 4, 5, 6, 7}, 3, 4),
    4: (2, {4, 5, 6, 7}, 3, 4),
    5: (2, {5, 6, 7}, 3, 4),
    6: (3, {6, 7}, 4, 3),
    7: (3, {7}, 4, 3),
    10: (0, {7}, 1, 6),
    20: (0, {7}, 1, 6),
}

# bid -> points handed out in all, when it is made and when it fails; each player gets the number bid.
HANDED_OUT = {
    1: (3, 4),
    2: (6, 8),
    3: (9, 12),
    4: (12, 16),
    5: (15, 20),
    6: (24, 18),
    7: (28, 21),
    10: (10, 60),
    20: (20, 120),
}

# bid -> points of each credited player where the side divides the number: made, failed.
SHARES = {
    1: (1, 1),
    2: (1, 1),
    3: (1, 1),
    4: (2, 1),
    5: (2, 2),
    6: (2, 2),
    7: (2, 3),
    10: (10, 2),
    20: (20, 4),
}


def list_partners(bidder: str, count: int) -> Iterator[tuple[str, ...]]:
    """Every choice of so many partners."""
    return combinations([seat for seat in SEATS if seat != bidder], count)


def make_sheet(*deals: Any, **keys: Any) -> dict[str, Any]:
    return {"game": "seven-handed-euchre", **keys, "deals": list(deals)}


def score(*deals: Any, **keys: Any) -> dict[str, Any]:
    """The result of a sheet that has no faults."""
    result = score_sheet(make_sheet(*deals, **keys))
    assert "errors" not in result, result["errors"]
    return result


def list_faults(*deals: Any, **keys: Any) -> list[tuple[int | None, str, str]]:
    """(deal, field, code) of every fault of a sheet."""
    faults = score_sheet(make_sheet(*deals, **keys)).get("errors", [])
    return [(fault["deal"], fault["field"], fault["code"]) for fault in faults]


def bid(who: str, number: int, partners: str = "", **facts: Any) -> dict[str, Any]:
    """A hand: `bid("A", 3, "BC", tricks=4)`."""
    named = {"partners": [*partners]} if partners else {}
    return {"bidder": who, "bid": number, **named, **facts}


def revoke(*offenders: str) -> list[dict[str, str]]:
    return [{"kind": "revoke", "offender": offender} for offender in offenders]
