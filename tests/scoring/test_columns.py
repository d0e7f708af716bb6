"""The columns of a table, written out: what other programs and people's spreadsheets hold on to."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalog import GAMES
from rules.land_grant import LandGrantEuchre
from rules.yukon import Yukon
from scoring.columns import Column, find_column, list_columns, map_columns

SEATS = ("N", "E", "S", "W")
SUITS = ("C", "D", "H", "S")


def make(name: str, *path: str, kind: str = "whole", scope: str = "entry", **more: Any) -> Column:
    return Column(name=name, path=path or (name,), kind=kind, scope=scope, **more)


#: Land-Grant's, in the order in which they are written.
LAND_GRANT = [
    make("event", kind="text", scope="place"),
    make("round", scope="place"),
    make("table", scope="place"),
    make("deal", scope="place"),
    make("dealer", kind="choice", choices=SEATS),
    make("maker", kind="choice", choices=SEATS),
    make("alone", kind="flag"),
    make("tricks"),
    make("suit", kind="choice", choices=SUITS),
    make("deal_round", "round"),
    make("turned_down", kind="choice", choices=SUITS),
    make(
        "infraction", "infractions", "kind", kind="choice", is_list=True, is_record=True,
        choices=("renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"),
    ),
    make("offender", "infractions", "offender", kind="choice", choices=SEATS, is_list=True, is_record=True),
    make("misdeal", kind="flag"),
    make("ruling_NS", "ruling", "points", "NS"),
    make("ruling_EW", "ruling", "points", "EW"),
    make("ruling_setbacks_NS", "ruling", "setbacks", "NS", is_used=False),
    make("ruling_setbacks_EW", "ruling", "setbacks", "EW", is_used=False),
    make("ruling_reason", "ruling", "reason", kind="text"),
    make("ruling_by", "ruling", "by", kind="text"),
    make("game", kind="choice", choices=tuple(GAMES), scope="sheet"),
    make("preset", kind="choice", choices=("league", "fair-renege"), scope="sheet"),
]  # fmt: skip
AFTER_HOUSE_RULES = [
    make("players", scope="sheet", is_used=False),
    make("name_N", "seats", "N", kind="text", scope="sheet"),
    make("name_E", "seats", "E", kind="text", scope="sheet"),
    make("name_S", "seats", "S", kind="text", scope="sheet"),
    make("name_W", "seats", "W", kind="text", scope="sheet"),
    make("first_dealer", kind="choice", choices=SEATS, scope="sheet"),
    make("finished", kind="flag", scope="sheet"),
    make("warned", kind="choice", choices=("NS", "EW", *SEATS), scope="sheet", is_list=True),
]


def test_the_columns_of_land_grant_euchre() -> None:
    columns = list(list_columns(LandGrantEuchre))
    assert columns[: len(LAND_GRANT)] == LAND_GRANT
    assert columns[-len(AFTER_HOUSE_RULES) :] == AFTER_HOUSE_RULES
    house_rules = columns[len(LAND_GRANT) : -len(AFTER_HOUSE_RULES)]
    assert [(column.name, *column.path) for column in house_rules] == [
        (f"option_{name}", "options", name) for name in LandGrantEuchre.__struct_fields__
    ]
    assert {column.scope for column in house_rules} == {"sheet"}
    assert house_rules[2] == make(
        "option_loner_renege_by_defender", "options", "loner_renege_by_defender",
        kind="choice", choices=(2, 4), scope="sheet",
    )  # fmt: skip


def test_columns_for_every_number_of_players() -> None:
    columns = map_columns(Yukon)
    sides = ("NS", "EW", "A", "B", "C", "D", "E")
    assert [name for name in columns if name.startswith("points_")] == [f"points_{side}" for side in sides]
    assert [name for name in columns if name.startswith("tens_")] == [f"tens_{side}" for side in sides]
    assert columns["points_B"] == make("points_B", "points", "B")
    assert columns["tens_NS"] == make("tens_NS", "cards", "NS", "tens")
    assert columns["ace_of_spades"] == make("ace_of_spades", kind="choice", choices=sides)
    assert columns["dealer"].choices == (*SEATS, "A", "B", "C", "D")
    assert columns["warned"].choices == (*sides, "N", "S", "W")
    assert not columns["warned"].is_used
    assert columns["players"].is_used


def test_what_a_game_has_no_use_for_is_still_a_column() -> None:
    for kind in GAMES.values():
        columns = map_columns(kind)
        side = next(name for name in columns if name.startswith("ruling_setbacks_"))
        assert columns[side].is_used == kind.counts_setbacks
        assert columns["warned"].is_used == kind.carries_warnings
        assert columns["players"].is_used == bool(kind.player_counts)


def test_a_list_of_seats_is_one_cell() -> None:
    partners = map_columns(GAMES["seven-handed-euchre"])["partners"]
    assert partners == make("partners", kind="choice", choices=tuple("ABCDEFG"), is_list=True)


@pytest.mark.parametrize(
    ("field", "scope", "column"),
    [
        ("tricks", "entry", "tricks"),
        ("round", "entry", "deal_round"),
        ("round", "place", "round"),
        ("infractions.0.offender", "entry", "offender"),
        ("infractions.1.kind", "entry", "infraction"),
        ("infractions.0", "entry", "infraction"),
        ("infractions", "entry", "infraction"),
        ("ruling.points.EW", "entry", "ruling_EW"),
        ("ruling", "entry", "ruling_NS"),
        ("seats.W", "sheet", "name_W"),
        ("options.loss_of_bid", "sheet", "option_loss_of_bid"),
        ("tricks", "sheet", "tricks"),
        ("nothing.here", "entry", "nothing.here"),
    ],
)
def test_where_the_field_of_a_fault_stands(field: str, scope: str, column: str) -> None:
    assert find_column(LandGrantEuchre, field, scope=scope) == column
