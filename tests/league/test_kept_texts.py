"""Texts that are kept are refused where not every database could keep them, whoever sends them."""

from __future__ import annotations

import pytest

from league.models import DealRecord, Table
from league.services.corrections import undo_last
from league.services.faults import EntryRefusedError, RefusedError
from league.services.recording import record_deal

MARCH = {"maker": "N", "tricks": 5}
UNKEPT = ["a\x00b", "\x1b[31m", "half \ud800"]


@pytest.mark.parametrize("reason", [*UNKEPT, "x" * 501])
def test_a_reason_that_cannot_be_kept(table: Table, reason: str) -> None:
    record_deal(table, MARCH, position=1, key="k", by=None, source="web")
    with pytest.raises(RefusedError) as refused:
        undo_last(table, position=1, key="u", reason=reason, by=None, source="web")
    assert list(refused.value.messages) == ["reason"]
    assert DealRecord.objects.count() == 1


@pytest.mark.parametrize("key", [*UNKEPT, "", " ", "x" * 101])
def test_a_key_that_cannot_be_kept(table: Table, key: str) -> None:
    with pytest.raises(RefusedError) as refused:
        record_deal(table, MARCH, position=1, key=key, by=None, source="web")
    assert list(refused.value.messages) == ["key"]
    assert not DealRecord.objects.exists()


@pytest.mark.parametrize("text", UNKEPT)
def test_a_ruling_that_cannot_be_kept(table: Table, text: str) -> None:
    ruling = {"ruling": {"points": {"NS": 1}, "reason": text, "by": text}}
    with pytest.raises(EntryRefusedError) as refused:
        record_deal(table, ruling, position=1, key="k", by=None, source="web")
    assert {(fault.field, fault.code) for fault in refused.value.violations} == {
        ("ruling.reason", "control_character"),
        ("ruling.by", "control_character"),
    }


def test_a_reason_of_several_lines_is_kept(table: Table) -> None:
    record_deal(table, MARCH, position=1, key="k", by=None, source="web")
    undo_last(table, position=1, key="u", reason="wrong side\r\n\tand twice", by=None, source="web")
    assert DealRecord.objects.get(void=True).reason == "wrong side\r\n\tand twice"
