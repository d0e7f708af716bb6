"""Plans through the API: proposed, taken and opened by who sets up; read by everybody who may see the event."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.api.conftest import VISITORS, Ask, World, list_codes
from tests.league.nights import Night


@pytest.fixture
def night(world: World) -> Night:
    owner = world.people["owner"]
    assert isinstance(owner, User)
    return Night(world.league, owner, 5)


def path(night: Night, more: str = "") -> str:
    return f"events/{night.event.slug}/plan/{more}"


BODY: dict[str, Any] = {"format": "rotation", "options": {"rounds": 5, "seed": 1}}
SEEN: dict[str, Any] = {"seen_version": 0, "seen_round": 1}


@pytest.mark.parametrize("who", VISITORS)
def test_only_who_sets_up_plans_and_opens(ask: Ask, world: World, night: Night, who: str) -> None:
    user, may = world.people[who], who in ("owner", "admin")
    refused = 401 if who == "anonymous" else 403
    assert ask("POST", path(night, "proposal/"), user=user, body=BODY).status_code == (200 if may else refused)
    assert ask("POST", path(night), user=user, body=BODY | SEEN).status_code == (201 if may else refused)
    assert ask("POST", path(night, "open/"), user=user, body={"number": 1}).status_code == (201 if may else refused)
    assert night.event.rounds.count() == may


def test_what_is_proposed_is_taken_opened_and_read(ask: Ask, world: World, night: Night) -> None:
    admin = world.people["admin"]
    proposed = ask("POST", path(night, "proposal/"), user=admin, body=BODY).json()
    assert proposed["report"]["perfect"]
    assert proposed["before"] is None
    assert [each["round"] for each in proposed["rounds"]] == [1, 2, 3, 4, 5]
    seen = {key: proposed[key] for key in ("seen_version", "seen_round")}
    taken = ask("POST", path(night), user=admin, body=BODY | seen).json()
    assert taken["rounds"] == proposed["rounds"]
    opened = ask("POST", path(night, "open/"), user=admin, body={"number": 1}).json()
    assert len(opened["tables"]) == 1
    read = ask("GET", path(night)).json()
    assert read["next"]["number"] == 2
    assert read["next"]["seating"] == proposed["rounds"][1]
    assert read["rounds"] == proposed["rounds"][1:]
    assert [version["made_by"] for version in read["versions"]] == [None]
    assert [version["made_by"] for version in ask("GET", path(night), user=admin).json()["versions"]] != [None]


def test_who_comes_second_is_told(ask: Ask, world: World, night: Night) -> None:
    admin = world.people["admin"]
    ask("POST", path(night), user=admin, body=BODY | SEEN)
    again = ask("POST", path(night), user=admin, body=BODY | SEEN)
    assert (again.status_code, list_codes(again)) == (409, [(None, "plan_changed")])
    ask("POST", path(night, "open/"), user=admin, body={"number": 1})
    again = ask("POST", path(night, "open/"), user=admin, body={"number": 1})
    assert (again.status_code, list_codes(again)) == (409, [("number", "round_exists")])


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ({"format": "nonsense"}, [("format", "unknown_value")]),
        ({"format": "swiss"}, [("format", "refused")]),
        ({"format": "rotation", "options": {"rounds": 0}}, [("options", "wrong_value")]),
        ({"format": "rotation", "options": {"colour": "red"}}, [("options", "wrong_value")]),
        ({"format": "ladder", "options": {"ladder": "rope"}}, [("options", "wrong_value")]),
        ({"format": "arithmetic"}, [(None, "refused")]),
        ({}, [("format", "missing")]),
    ],
)
def test_what_cannot_be_is_refused(ask: Ask, world: World, night: Night, body: Any, codes: Any) -> None:
    answer = ask("POST", path(night, "proposal/"), user=world.people["admin"], body=body)
    assert (answer.status_code, list_codes(answer)) == (422, codes)


def test_a_side_that_moves_is_said_by_table(ask: Ask, world: World, night: Night) -> None:
    admin = world.people["admin"]
    ladder = {"format": "ladder", "options": {"rounds": 3}}
    assert ask("POST", path(night), user=admin, body=ladder | SEEN).json()["rounds"] == []
    ask("POST", path(night, "open/"), user=admin, body={"number": 1})
    assert ask("GET", path(night)).json()["next"]["undecided"] == [1]
    for winners, status in (({}, 422), ({"1": "up"}, 422), ({"x": "NS"}, 422), ({"1": "NS"}, 201)):
        answer = ask("POST", path(night, "open/"), user=admin, body={"number": 2, "winners": winners})
        assert answer.status_code == status


def test_fixed_pairs_have_no_plan_for_single_players(ask: Ask, world: World) -> None:
    answer = ask("POST", f"events/{world.event.slug}/plan/", user=world.people["admin"], body=BODY | SEEN)
    assert (answer.status_code, list_codes(answer)) == (422, [("format", "refused")])
