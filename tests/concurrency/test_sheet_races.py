"""Sheets that come over the API at the same moment: one of them is stored, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from league.models import DealRecord, Table
from league.selectors.sheets import fold_table

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
EUCHRE: dict[str, Any] = {"maker": "N", "tricks": 2}


@pytest.fixture
def post(scorers: list[User], tables: list[Table]) -> Callable[..., Callable[[], Any]]:
    """Make a request that sends something to the first table as the league's owner."""

    def prepare(address: str, body: Any, *, key: str = "") -> Callable[[], Any]:
        def send() -> Any:
            client = APIClient(headers={"Idempotency-Key": key})
            client.force_authenticate(scorers[0])
            return client.post(f"/api/v1/tables/{tables[0].pk}/{address}", body, format="json")

        return send

    return prepare


def test_one_sheet_sent_twice_is_stored_once(post: Any, race: Any, tables: list[Table]) -> None:
    send = post("sheet/", {"game": "land-grant-euchre", "deals": [MARCH, EUCHRE]})
    answers = race(send, send, send)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 201]
    assert DealRecord.objects.count() == 2
    assert fold_table(tables[0]).state.totals == {"NS": 2, "EW": 2}


def test_of_two_sheets_that_differ_one_is_stored_and_one_told(post: Any, race: Any) -> None:
    one = post("sheet/", {"game": "land-grant-euchre", "deals": [MARCH, EUCHRE]})
    other = post("sheet/", {"game": "land-grant-euchre", "deals": [EUCHRE, EUCHRE]})
    answers = race(one, other)
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert DealRecord.objects.count() == 2
    (told,) = (answer.json() for answer in answers if answer.status_code == 409)
    assert told["errors"][0]["code"] == "differs"


def test_a_sheet_and_a_hand_at_once_leave_one_hand_in_each_place(post: Any, race: Any, tables: list[Table]) -> None:
    sheet = post("sheet/", {"game": "land-grant-euchre", "deals": [MARCH, MARCH]})
    hand = post("deals/", {"position": 1, "facts": EUCHRE}, key="by hand")
    answers = race(sheet, hand)
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    facts = [record.facts for record in DealRecord.objects.order_by("position")]
    assert facts in ([MARCH, MARCH], [EUCHRE])
    fold_table(tables[0])
