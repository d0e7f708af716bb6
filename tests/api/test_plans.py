"""Plans through the API: proposed, taken and opened by who sets up; read by everybody who may see the event."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import League
from league.services.setup import add_players
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
        ({"format": "rotation", "options": {"rounds": 0}}, [("options.rounds", "out_of_range")]),
        ({"format": "rotation", "options": {"rounds": "5"}}, [("options.rounds", "wrong_type")]),
        ({"format": "rotation", "options": {"games": 99}}, [("options.games", "out_of_range")]),
        ({"format": "rotation", "options": {"colour": "red"}}, [("options.colour", "unknown_key")]),
        ({"format": "rotation", "options": {"players": [1, "x"]}}, [("options.players", "wrong_type")]),
        ({"format": "rotation", "options": {"together": [[1, 2], [3]]}}, [("options.together.1", "wrong_length")]),
        ({"format": "rotation", "options": {"apart": 5}}, [("options.apart", "wrong_type")]),
        ({"format": "rotation", "options": []}, [("options", "wrong_type")]),
        ({"format": "rotation", "options": None}, [("options", "wrong_type")]),
        ({"format": "ladder", "options": {"ladder": "rope"}}, [("options.ladder", "unknown_value")]),
        ({"format": "ladder", "options": {"ties": 1}}, [("options.ties", "wrong_type")]),
        ({"format": "arithmetic"}, [(None, "refused")]),
        ({}, [("format", "missing")]),
    ],
)
def test_what_cannot_be_is_refused(ask: Ask, world: World, night: Night, body: Any, codes: Any) -> None:
    answer = ask("POST", path(night, "proposal/"), user=world.people["admin"], body=body)
    assert (answer.status_code, list_codes(answer)) == (422, codes)
    for fault in answer.json()["errors"]:
        assert not re.search(r"`|\$\.|Expected|Object", fault["message"]), "the text of a library and no sentence"


def test_players_whom_the_league_does_not_have_are_named(ask: Ask, world: World, night: Night) -> None:
    admin, stranger = world.people["admin"], 5_000_000
    own = [player.pk for player in night.players]
    other = League.objects.create(name="Elsewhere", slug="elsewhere")
    foreign = [player.pk for player in add_players(other, ["Q1", "Q2", "Q3", "Q4"], by=None, source="web").added]
    for field, sent, named in [
        ("players", foreign, foreign),
        ("players", [*own[:4], stranger], [stranger]),
        ("together", [[own[0], stranger]], [stranger]),
        ("apart", [[foreign[1], own[0]]], [foreign[1]]),
        ("apart_tables", [foreign[:2]], foreign[:2]),
    ]:
        body = {"format": "rotation", "options": {field: sent}}
        for answer in (
            ask("POST", path(night, "proposal/"), user=admin, body=body),
            ask("POST", path(night), user=admin, body=body | SEEN),
        ):
            assert (answer.status_code, list_codes(answer)) == (422, [(f"options.{field}", "refused")])
            assert answer.json()["errors"][0]["message"].endswith(f": {', '.join(map(str, sorted(named)))}.")
    assert not night.event.plans.exists()


def test_couples_are_not_passed_over_where_rounds_do_not_keep_to_them(ask: Ask, world: World, night: Night) -> None:
    couple = [player.pk for player in night.players[:2]]
    body = {"format": "ladder", "options": {"together": [couple]}}
    answer = ask("POST", path(night, "proposal/"), user=world.people["admin"], body=body)
    assert (answer.status_code, list_codes(answer)) == (422, [("options.together", "refused")])


def test_the_report_says_which_rounds_it_counts(ask: Ask, world: World, night: Night) -> None:
    admin = world.people["admin"]
    ask("POST", path(night), user=admin, body=BODY | SEEN)
    ask("POST", path(night, "open/"), user=admin, body={"number": 1})
    ask("POST", path(night, "open/"), user=admin, body={"number": 2})
    answer = ask("POST", path(night, "proposal/"), user=admin, body={"format": "rotation", "options": {"rounds": 3}})
    for report in (answer.json()["report"], answer.json()["before"]):
        assert (report["rounds"], report["rounds_played"]) == (3, 2)
        games = report["tablemates"]["repeats"] + report["tablemates"]["met"]
        assert games == 6 * (report["rounds"] + report["rounds_played"])


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
