"""Who is there, through the API."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import AuditRow, Player
from league.services.merging import merge_players
from tests.api.conftest import VISITORS, Ask, World, list_codes


def say(ask: Ask, world: World, who: str = "scorer", **body: Any) -> Any:
    return ask("POST", f"events/{world.event.slug}/attendance/", user=world.people[who], body=body)


def find_player(world: World, place: int = 0) -> Player:
    return world.league.players.order_by("pk")[place]


@pytest.mark.parametrize("who", VISITORS)
def test_only_who_may_check_in_lists_and_changes(ask: Ask, world: World, who: str) -> None:
    may = who in ("owner", "admin", "scorer")
    refused = 401 if who == "anonymous" else 403
    path = f"events/{world.event.slug}/attendance/"
    assert ask("GET", path, user=world.people[who]).status_code == (200 if may else refused)
    response = say(ask, world, who, action="check_in", player=find_player(world).pk)
    assert response.status_code == (200 if may else refused)


def test_each_action_and_its_repetition(ask: Ask, world: World) -> None:
    ann, bob = find_player(world), find_player(world, 1)
    told = {}
    for body in (
        {"action": "check_in", "player": ann.pk, "round": 2},
        {"action": "stay", "player": ann.pk, "table": 3, "seat": "N"},
        {"action": "no_show", "name": "x"},
        {"action": "add", "name": "Winifred"},
        {"action": "leave", "player": ann.pk, "round": 5},
        {"action": "check_in", "name": "Walter"},
    ):
        response = say(ask, world, **body)
        told[body["action"]] = response.status_code
    assert told == {"check_in": 200, "stay": 200, "no_show": 422, "add": 200, "leave": 200}
    walter = Player.objects.get(name="Walter")
    for _twice in range(2):
        row = say(ask, world, action="stand_in_once", player=walter.pk, other=bob.pk).json()
        assert (row["stands_in_for"]["name"], row["arrived"], row["left"]) == (bob.name, row["arrived"], row["left"])
    assert AuditRow.objects.filter(action="stands_in").count() == 1
    rows = ask("GET", f"events/{world.event.slug}/attendance/", user=world.people["scorer"]).json()
    assert {row["player"]["name"]: row["presence"] for row in rows}["Winifred"] == "here"
    mine = next(row for row in rows if row["player"]["id"] == ann.pk)
    assert (mine["arrived"], mine["left"], mine["stays_at"], mine["stays_seat"]) == (2, 5, 3, "N")


def test_what_another_sender_changed_is_a_conflict(ask: Ask, world: World) -> None:
    walter = say(ask, world, action="add", name="Walter").json()
    response = say(ask, world, action="no_show", player=walter["player"]["id"], seen="-")
    assert (response.status_code, list_codes(response)) == (409, [("seen", "changed")])
    response = say(ask, world, action="check_in", name="Walther")
    assert (response.status_code, list_codes(response)) == (409, [("name", "ambiguous")])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": "fly"},
        {"action": "check_in"},
        {"action": "check_in", "player": 999_999},
        {"action": "check_in", "player": "1"},
        {"action": "stand_in", "player": 1},
        {"action": "add", "name": ""},
        {"action": "stay", "player": 1, "table": 0},
        {"action": "check_in", "player": 1, "else": 1},
    ],
)
def test_what_cannot_be_said_is_refused(ask: Ask, world: World, body: dict[str, Any]) -> None:
    body = {key: find_player(world).pk if (key, value) == ("player", 1) else value for key, value in body.items()}
    assert say(ask, world, **body).status_code == 422
    assert not world.event.attendances.exists()


def test_whoever_is_here_already_is_not_asked_about(ask: Ask, world: World) -> None:
    for name in (find_player(world).name, "Winifred"):
        assert say(ask, world, action="check_in", name=name).status_code == 200
        response = say(ask, world, action="check_in", name=name)
        assert (response.status_code, list_codes(response)) == (409, [("name", "already_here")])
        assert f"{name} (number" in response.json()["errors"][0]["message"]


def test_one_person_of_two_names_is_listed_once(ask: Ask, world: World) -> None:
    vic, vik = Player.objects.create(league=world.league, name="Vic", name_key="vic"), find_player(world)
    assert say(ask, world, action="check_in", player=vik.pk).status_code == 200
    merge_players(vik, vic, reason="One person", by=None, source="web")
    for player in (vic, vik):
        told = say(ask, world, action="check_in", player=player.pk).json()
        assert told["player"] == {"id": vic.pk, "name": vic.name}
    (row,) = ask("GET", f"events/{world.event.slug}/attendance/", user=world.people["scorer"]).json()
    assert (row["player"]["id"], row["presence"]) == (vic.pk, "here")


def test_a_round_that_contradicts_what_was_played_is_refused_with_its_field(ask: Ask, world: World) -> None:
    seat = world.table.seats.select_related("player").first()
    assert seat is not None
    assert say(ask, world, action="check_in", player=seat.player_id, round=1).status_code == 200
    for number in (0, 99):
        response = say(ask, world, action="leave", player=seat.player_id, round=number)
        assert response.status_code == 422
        assert [field for field, _code in list_codes(response)] == ["after_round"]
    assert say(ask, world, action="leave", player=seat.player_id, round=1).status_code == 200
