"""Evenings for the demo league, one of each game: who sits where, and the hands as they were played."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Facts = dict[str, Any]


class DemoTable(Struct, frozen=True, kw_only=True):
    """A table: its players, as numbers of the demo league's list, in the order of the seats, and its hands.

    `finished` is that time was called after them.
    """

    players: tuple[int, ...]
    hands: tuple[Facts, ...] = ()
    finished: bool = False


class DemoEvening(Struct, frozen=True, kw_only=True):
    """An event of one game with its first round."""

    name: str
    game: str
    preset: str = ""
    entry_kind: str = ""
    tables: tuple[DemoTable, ...]


def _grand(bidder: str, bid: int, play: str, taken: int, **more: Any) -> Facts:
    return {"bidder": bidder, "bid": bid, "play": play, "hearts" if play == "hearts" else "tricks": taken, **more}


def _seven(bidder: str, bid: int, partners: str, tricks: int | None = None, **more: Any) -> Facts:
    facts: Facts = {"bidder": bidder, "bid": bid, **more}
    if partners:
        facts["partners"] = list(partners)
    if tricks is not None:
        facts["tricks"] = tricks
    return facts


def _points(**sides: int) -> Facts:
    return {"points": sides}


GRAND = DemoEvening(
    name="Grand at the mill",
    game="grand",
    tables=(
        DemoTable(
            players=(0, 2, 1, 3),
            hands=(
                _grand("N", 10, "whist", 9, suit="S"), _grand("E", 20, "euchre", 3, suit="H"),
                _grand("S", 20, "grand", 9), _grand("W", 25, "hearts", 0), _grand("N", 15, "whist", 8, suit="D"),
                _grand("E", 20, "whist", 11, suit="C"), _grand("S", 20, "euchre", 5, suit="S", alone=True),
                {"misdeal": True}, _grand("W", 10, "grand", 8), _grand("N", 10, "hearts", 3),
                _grand("N", 20, "grand", 10), _grand("E", 10, "whist", 9), _grand("S", 15, "whist", 12, suit="H"),
                _grand("N", 10, "grand", 9),
            ),
        ),
        DemoTable(
            players=(4, 6, 5, 7),
            hands=(
                _grand("E", 15, "whist", 10, suit="H"), _grand("N", 5, "euchre", 2, suit="C", forced=True, dealer="N"),
                _grand("W", 30, "grand", 8), _grand("S", 30, "hearts", 0), _grand("E", 10, "grand", 9),
            ),
        ),
        DemoTable(
            players=(8, 10, 9, 11),
            hands=(
                _grand("E", 30, "grand", 13),
            ),
        ),
        DemoTable(players=(12, 14, 13, 15)),
    ),
)  # fmt: skip

SEVEN_HANDED = DemoEvening(
    name="Seven-handed night",
    game="seven-handed-euchre",
    tables=(
        DemoTable(
            players=(0, 1, 2, 3, 4, 5, 6),
            hands=(
                _seven("B", 3, "DF", 4, suit="H"), _seven("C", 5, "AG", 3, suit="S"), _seven("F", 6, "BCE", 7),
                _seven("A", 4, "CD", 4), {"passed_out": True}, _seven("G", 10, "", 7, suit="C"),
                _seven("D", 2, "AE", infractions=[{"kind": "revoke", "offender": "B"}]),
            ),
            finished=True,
        ),
        DemoTable(
            players=(7, 8, 9, 10, 11, 12, 13),
            hands=(
                _seven("D", 4, "AF", 5, suit="D"), _seven("C", 7, "BEG", 6), _seven("G", 3, "AB", 3, suit="H"),
            ),
        ),
    ),
)  # fmt: skip

YUKON = DemoEvening(
    name="Yukon round the stove",
    game="yukon",
    entry_kind="player",
    tables=(
        DemoTable(
            players=(0, 2, 1, 3),
            hands=(
                _points(NS=70, EW=55) | {"ace_of_spades": "NS"},
                {
                    "cards": {
                        "NS": {"grand_yukon": 1, "yukons": 1, "tens": 2, "aces": 1, "kings": 3, "queens": 2},
                        "EW": {"yukons": 2, "tens": 2, "aces": 3, "kings": 1, "queens": 2},
                    },
                    "ace_of_spades": "EW",
                },
                _points(NS=48, EW=77), _points(NS=83, EW=42),
            ),
        ),
        DemoTable(players=(4, 5, 6, 7, 8), hands=(_points(A=30, B=22, C=41, D=5, E=27),)),
        DemoTable(players=(9, 10, 11), hands=(_points(A=50, B=45, C=30) | {"ace_of_spades": "B"},)),
        DemoTable(players=(12, 13, 14, 15)),
    ),
)  # fmt: skip

EUCHRE = DemoEvening(
    name="Euchre of eight hands",
    game="euchre",
    preset="progressive",
    entry_kind="player",
    tables=(
        DemoTable(
            players=(0, 2, 1, 3),
            hands=(
                {"maker": "N", "tricks": 3}, {"maker": "E", "tricks": 5, "alone": True},
                {"maker": "S", "tricks": 2, "alone": True}, {"maker": "W", "tricks": 4}, {"maker": "N", "tricks": 5},
                {"maker": "E", "infractions": [{"kind": "renege", "offender": "W"}]}, {"maker": "S", "tricks": 3},
                {"maker": "W", "tricks": 1},
            ),
        ),
        DemoTable(players=(4, 6, 5, 7), hands=({"maker": "N", "tricks": 3}, {"maker": "W", "tricks": 5})),
    ),
)  # fmt: skip

WHIST = DemoEvening(
    name="Whist to five",
    game="partnership-whist",
    preset="short",
    tables=(
        DemoTable(
            players=(0, 2, 1, 3),
            hands=(
                {"tricks": {"NS": 8}, "honours": {"NS": 3}, "suit": "H"}, {"tricks": {"NS": 5}},
                {"tricks": {"NS": 9}, "suit": "S"},
            ),
        ),
        DemoTable(players=(4, 6, 5, 7), hands=({"tricks": {"EW": 9}, "honours": {"EW": 2}},)),
    ),
)  # fmt: skip

EVENINGS = (GRAND, SEVEN_HANDED, YUKON, EUCHRE, WHIST)
