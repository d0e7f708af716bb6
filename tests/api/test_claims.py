"""An admin's word on a hand and on a result, by the API; and that it is an admin's alone."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Claim
from league.services.recording import record_deal
from tests.api.conftest import VISITORS, Ask, World

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5, "alone": True}
BODY: dict[str, Any] = {"position": 1, "facts": MARCH}


def play(world: World, *, hands: int) -> None:
    for position in range(1, hands + 1):
        record_deal(world.table, MARCH, position=position, key=str(position), by=None, source="link", side="NS")


@pytest.mark.parametrize("path", ["claims/", "confirm/"])
def test_only_admins_say_what_settles(path: str, world: World, private_world: World, ask: Ask) -> None:
    for place, stranger in ((world, 403), (private_world, 404)):
        play(place, hands=3)
        expected = {"anonymous": 401, "outsider": stranger, "player": 403, "scorer": 403}
        for visitor in VISITORS:
            body = BODY if path == "claims/" else None
            address = f"tables/{place.table.pk}/{path}"
            status = ask("POST", address, user=place.people[visitor], body=body, key=visitor).status_code
            assert status == expected.get(visitor, status), visitor
            assert (status in (200, 201)) == (visitor not in expected), visitor


def test_an_admins_word_agrees_a_hand_and_a_wrong_one_differs(world: World, ask: Ask) -> None:
    play(world, hands=1)
    admin, path = world.people["admin"], f"tables/{world.table.pk}/claims/"
    assert ask("GET", path).json() == {"confirmed_at": None, "entries": [{"position": 1, "state": "entered"}]}
    other = {"position": 1, "facts": {"maker": "N", "tricks": 3}}
    for status in (201, 200):
        answer = ask("POST", path, user=admin, body=other, key="a")
        assert (answer.status_code, answer.json()["entries"][0]["state"]) == (status, "differs")
    assert ask("POST", path, user=admin, body=BODY, key="a").status_code == 409
    assert ask("POST", path, user=admin, body=BODY, key="b").json()["entries"][0]["state"] == "agreed"
    assert Claim.objects.count() == 2


def test_a_word_on_nothing_and_a_wrong_word_are_refused(world: World, ask: Ask) -> None:
    play(world, hands=1)
    admin, path = world.people["admin"], f"tables/{world.table.pk}/claims/"
    assert ask("POST", path, user=admin, body={**BODY, "position": 2}, key="a").status_code == 409
    assert ask("POST", path, user=admin, body={"position": 1, "facts": {"maker": "N"}}, key="a").status_code == 422
    assert ask("POST", path, user=admin, body=BODY).status_code == 400
    assert not Claim.objects.exists()


def test_a_finished_result_is_confirmed_once_and_one_in_play_is_not(world: World, ask: Ask) -> None:
    admin, path = world.people["admin"], f"tables/{world.table.pk}/confirm/"
    play(world, hands=1)
    assert ask("POST", path, user=admin).status_code == 422
    for position in (2, 3):
        record_deal(world.table, MARCH, position=position, key=str(position), by=None, source="link", side="NS")
    first = ask("POST", path, user=admin).json()
    assert first["confirmed_at"] is not None
    assert {entry["state"] for entry in first["entries"]} == {"agreed"}
    assert ask("POST", path, user=admin).json() == first
