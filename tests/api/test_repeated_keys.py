"""A body that says a key twice means nobody knows what: every address refuses it and names the key."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token

from league.models import Adjustment, DealRecord
from league.services.adjustments import adjust_points
from tests.api.conftest import World, list_codes
from tests.api.contract import ContractClient, list_operations

#: What names the repeated key as a fault of a sheet, at its deal and beside all others, as `manage.py score` does.
SHEETS = ("/api/v1/score", "/api/v1/tables/{number}/sheet/")

POSTS = [path for method, path in list_operations() if method == "POST" and not path.endswith("/confirm/")]


def send(world: World, path: str, content: str) -> Any:
    owner = world.people["owner"]
    assert isinstance(owner, User)
    token, _made = Token.objects.get_or_create(user=owner)
    headers = {"Authorization": f"Token {token.key}", "Idempotency-Key": "key"}
    address = (
        path.replace("{slug}", world.event.slug).replace("{number}", str(world.table.pk)).replace("{position}", "1")
    )
    return ContractClient().generic("POST", address, content, content_type="application/json", headers=headers)


def give_point(world: World) -> Adjustment:
    entry = world.event.entries.order_by("pk")[0]
    return adjust_points(
        world.event, entry, amount=1, unit="points", reason="Late", key="k", by=None, source="web"
    ).adjustment


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        ('{"position": 1, "facts": {"maker": "N", "tricks": 3, "tricks": 5}}', ["facts.tricks"]),
        ('{"position": 1, "position": 1, "facts": {"maker": "N", "maker": "N"}}', ["position", "facts.maker"]),
        ('{"position": 1, "facts": {"maker": "N", "infractions": [{}, {"kind": 1, "kind": 2}]}}',
         ["facts.infractions.1.kind"]),
    ],
)  # fmt: skip
def test_a_hand_that_says_a_key_twice_is_refused(world: World, content: str, fields: list[str]) -> None:
    answer = send(world, "/api/v1/tables/{number}/deals/", content)
    assert (answer.status_code, list_codes(answer)) == (400, [(field, "repeated_key") for field in fields])
    assert not DealRecord.objects.exists()


@pytest.mark.parametrize("path", POSTS)
def test_every_address_names_the_key(path: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *_: True)
    if "calls/{number}" in path:
        from league.services.calls import raise_call

        call = raise_call(world.table, text="", key="k", by=None, source="link").call
        path = path.replace("{number}", str(call.pk))
    if "adjustments/{number}" in path:
        path = path.replace("{number}", str(give_point(world).pk))
    answer = send(world, path, '{"reason": "one", "reason": "two"}')
    assert answer.status_code == (422 if path in SHEETS else 400)
    assert ("reason", "repeated_key") in list_codes(answer)


@pytest.mark.parametrize("path", SHEETS)
def test_a_sheet_names_the_key_beside_its_other_faults(path: str, world: World) -> None:
    content = '{"game": "land-grant-euchre", "deals": [{"maker": "N", "tricks": 3, "tricks": 4}, {"maker": "Q"}]}'
    answer = send(world, path, content)
    assert answer.status_code == 422
    assert (1, "tricks", "repeated_key") in [
        (each["deal"], each["field"], each["code"]) for each in answer.json()["errors"]
    ]
    assert {each["deal"] for each in answer.json()["errors"]} == {1, 2}
    assert not DealRecord.objects.exists()


def test_a_deep_body_that_says_a_key_twice_is_no_defect(world: World) -> None:
    content = '{"facts": ' + '{"a": ' * 700 + '{"b": 1, "b": 2}' + "}" * 701
    assert send(world, "/api/v1/tables/{number}/deals/preview/", content).status_code == 400
