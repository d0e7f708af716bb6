"""Who gave a ruling is told to members, whichever way they ask; everybody else reads that an admin did."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable

import pytest
from django.test import Client
from python_calamine import CalamineWorkbook

from league.models import Table
from tests.web.conftest import record

RULING = {"ruling": {"points": {"NS": 1}, "reason": "cards exposed", "by": "Pat Rivers"}}


@pytest.mark.parametrize(
    ("who", "by"), [("nobody", "admin"), ("player", "Pat Rivers"), ("scorer", "Pat Rivers"), ("admin", "Pat Rivers")]
)
def test_names_are_for_members(who: str, by: str, table: Table, log_in: Callable[[str], Client]) -> None:
    record(table, RULING)
    client = log_in(who)
    answer = client.get("/events/tuesday/export.csv")
    (row,) = csv.DictReader(io.StringIO(b"".join(answer).decode("utf-8-sig"), newline=""))
    assert (row["ruling_by"], row["ruling_reason"]) == (by, "cards exposed")
    content = client.get("/events/tuesday/export.xlsx").content
    heading, cells = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()
    assert dict(zip(heading, cells, strict=True))["ruling_by"] == by
    (sheet,) = (json.loads(line) for line in b"".join(client.get("/events/tuesday/export.jsonl")).splitlines())
    (stored,) = client.get(f"/api/v1/tables/{table.pk}/history/").json()["results"]
    (shown,) = client.get(f"/api/v1/tables/{table.pk}/").json()["deals"]
    (sent,) = client.get(f"/api/v1/tables/{table.pk}/sheet/").json()["deals"]
    entries = [*sheet["deals"], stored["facts"], shown["facts"], sent]
    assert [facts["ruling"]["by"] for facts in entries] == [by] * 4
