"""Who gave a ruling stands in the table form for those who keep score; everybody else reads that an admin did."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest
from django.test import Client
from python_calamine import CalamineWorkbook

from league.models import Table
from tests.web.conftest import record

RULING = {"ruling": {"points": {"NS": 1}, "reason": "cards exposed", "by": "Pat Rivers"}}


@pytest.mark.parametrize(
    ("who", "by"), [("nobody", "admin"), ("player", "admin"), ("scorer", "Pat Rivers"), ("admin", "Pat Rivers")]
)
def test_names_are_for_those_who_keep_score(who: str, by: str, table: Table, log_in: Callable[[str], Client]) -> None:
    record(table, RULING)
    client = log_in(who)
    answer = client.get("/events/tuesday/export.csv")
    (row,) = csv.DictReader(io.StringIO(b"".join(answer).decode("utf-8-sig"), newline=""))
    assert (row["ruling_by"], row["ruling_reason"]) == (by, "cards exposed")
    content = client.get("/events/tuesday/export.xlsx").content
    heading, cells = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()
    assert dict(zip(heading, cells, strict=True))["ruling_by"] == by
