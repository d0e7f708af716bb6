"""A row of a table and the entry that it says, cell by cell."""

from __future__ import annotations

from typing import Any

import pytest

from rules.land_grant import LandGrantEuchre
from scoring.rows import join_cells, read_cells, write_row


def test_the_cells_of_one_scope_are_read() -> None:
    cells = {"deal": "1", "maker": " ", "game": "grand", "tricks": "3", "alone": "maybe", "dealer": "n", "misdeal": ""}
    values, faults = read_cells(LandGrantEuchre, cells, scope="entry")
    assert values == {"tricks": 3, "alone": "maybe", "dealer": "N"}
    assert [(fault.field, fault.code) for fault in faults] == [("alone", "unreadable_cell")]
    assert read_cells(LandGrantEuchre, cells, scope="sheet") == ({"game": "grand"}, ())
    assert read_cells(LandGrantEuchre, cells, scope="place") == ({"deal": 1}, ())


@pytest.mark.parametrize(
    ("values", "facts"),
    [
        ({"tricks": 3, "misdeal": False}, {"tricks": 3}),
        ({"misdeal": True}, {"misdeal": True}),
        (
            {"ruling_NS": 1, "ruling_EW": -1, "ruling_reason": "x"},
            {"ruling": {"points": {"NS": 1, "EW": -1}, "reason": "x"}},
        ),
        (
            {"infraction": ["renege", "table_talk"], "offender": ["N", "E"]},
            {"infractions": [{"kind": "renege", "offender": "N"}, {"kind": "table_talk", "offender": "E"}]},
        ),
        ({"infraction": ["renege"]}, {"infractions": [{"kind": "renege"}]}),
        ({"offender": ["N", "E"]}, {"infractions": [{"offender": "N"}, {"offender": "E"}]}),
        # A cell that could not be read leaves no list to join.
        ({"infraction": "renege+", "offender": ["N"]}, {"infractions": {"kind": "renege+", "offender": ["N"]}}),
    ],
)
def test_cells_are_joined_to_facts(values: dict[str, Any], facts: dict[str, Any]) -> None:
    assert join_cells(LandGrantEuchre, values) == (facts, ())


def test_lists_of_different_length_are_a_fault() -> None:
    facts, faults = join_cells(LandGrantEuchre, {"infraction": ["renege", "table_talk"], "offender": ["N"]})
    assert facts == {"infractions": [{"kind": "renege", "offender": "N"}, {"kind": "table_talk"}]}
    (fault,) = faults
    assert (fault.field, fault.code) == ("offender", "uneven")
    assert fault.message == "This names 1 where the cell beside it names 2: join as many with +."


@pytest.mark.parametrize(
    ("facts", "scope", "cells"),
    [
        (
            {"maker": "N", "tricks": 3, "infractions": [{"kind": "renege", "offender": "S"}], "game": "grand"},
            "entry",
            {"maker": "N", "tricks": "3", "infraction": "renege", "offender": "S"},
        ),
        ({"maker": None, "tricks": 0, "alone": False, "infractions": []}, "entry", {"tricks": "0", "alone": "no"}),
        (
            {"ruling": {"points": {"NS": 1}, "reason": "=x"}},
            "entry",
            {"ruling_NS": "1", "ruling_reason": "'=x"},
        ),
        ({"ruling": 5}, "entry", {}),
        (
            {"game": "land-grant-euchre", "seats": {"N": "Ann"}, "finished": True, "warned": ["NS", "EW"], "tricks": 3},
            "sheet",
            {"game": "land-grant-euchre", "name_N": "Ann", "finished": "yes", "warned": "NS+EW"},
        ),
        ({"round": 2, "deal": 1, "event": "x"}, "place", {"event": "x", "round": "2", "deal": "1"}),
    ],
)
def test_facts_are_written_into_cells(facts: dict[str, Any], scope: str, cells: dict[str, str]) -> None:
    assert write_row(LandGrantEuchre, facts, scope=scope) == cells
