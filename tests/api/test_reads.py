"""What is read: lists in pages, standings that say when they changed, tables, games, and addresses that are none."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from league.models import Event
from league.selectors.standings import write_standings
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_season
from league.services.stages import publish_event
from rules.catalog import GAMES
from scoring.declared import list_fields, list_house_rules
from tests.api.conftest import Ask, World, list_codes
from tests.api.contract import list_operations

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}


def record(world: World, facts: dict[str, Any], position: int) -> None:
    record_deal(world.table, facts, position=position, key=f"k{position}", by=None, source="web")


def test_a_long_list_comes_in_pages_that_lose_nothing(world: World, ask: Ask) -> None:
    add_players(world.league, [f"P{number:03}" for number in range(250)], by=None, source="web")
    address = f"leagues/{world.league.slug}/players/"
    first = ask("GET", address).json()
    assert (first["count"], len(first["results"]), first["previous"]) == (254, 100, None)
    names = []
    for page in (1, 2, 3):
        names += [player["name"] for player in ask("GET", f"{address}?page={page}").json()["results"]]
    assert len(names) == len(set(names)) == 254
    assert names[:-1] == sorted(names[:-1])
    assert len(ask("GET", f"{address}?page_size=500").json()["results"]) == 254
    assert len(ask("GET", f"{address}?page_size=junk").json()["results"]) == 100


@pytest.mark.parametrize("page", ["0", "4", "x", "-1", "9" * 5000, "\x00"])
def test_a_page_that_is_none(world: World, ask: Ask, page: str) -> None:
    answer = ask("GET", f"leagues/{world.league.slug}/players/?page={page}")
    assert (answer.status_code, list_codes(answer)) == (404, [(None, "not_found")])


def test_events_are_newest_first_and_those_without_a_date_last(world: World, ask: Ask) -> None:
    season = create_season(world.league, name="Winter", by=None, source="web")
    for day in (3, 17, 10):
        held_on = datetime.date(2026, 1, day)
        create_event(
            world.league, name=f"Day {day}", game="land-grant-euchre", by=None, source="web", held_on=held_on,
            season=season, preset="fair-renege", options={"warning_scope": "season"},
        )  # fmt: skip
    events = ask("GET", f"events/?league={world.league.slug}").json()["results"]
    assert [event["name"] for event in events] == ["Day 17", "Day 10", "Day 3", world.event.name]
    assert events[0] == {
        "slug": "day-17", "name": "Day 17", "league": "riverside", "season": "winter", "game": "land-grant-euchre",
        "preset": "fair-renege", "options": {"warning_scope": "season"}, "entry_kind": "pair",
        "held_on": "2026-01-17", "is_open": True, "stage": "open", "published_at": None, "final_at": None,
        "revision": 0,
    }  # fmt: skip
    assert ask("GET", "events/day-17/").json() == events[0]


def test_standings_are_those_of_the_command_and_change_their_tag(world: World, ask: Ask) -> None:
    address = f"events/{world.event.slug}/standings/"
    before = ask("GET", address)
    for position in range(1, 6):
        record(world, MARCH, position)
    after = ask("GET", address, **{"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    event = Event.objects.get()
    assert after.json() == {
        "event": event.slug, "revision": event.revision, "stage": "open", "standings": write_standings(event),
    }  # fmt: skip
    assert after.json()["standings"][0]["games_won"] == 1
    again = ask("GET", address, **{"If-None-Match": after.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == after.headers["ETag"] != before.headers["ETag"]
    assert {"no-cache", "private"} <= set(again.headers["Cache-Control"].split(", "))


def test_the_stage_of_the_results_is_told_and_its_end_changes_the_tag(world: World, ask: Ask) -> None:
    for position in range(1, 6):
        record(world, MARCH, position)
    publish_event(world.event, window=30, force_unconfirmed=True, by=None, source="web")
    event = ask("GET", f"events/{world.event.slug}/").json()
    assert (event["stage"], event["is_open"]) == ("published", False)
    published_at, final_at = (datetime.datetime.fromisoformat(event[name]) for name in ("published_at", "final_at"))
    assert final_at - published_at == datetime.timedelta(minutes=30)
    address = f"events/{world.event.slug}/standings/"
    draft = ask("GET", address)
    assert draft.json()["stage"] == "published"
    over = timezone.now() - datetime.timedelta(seconds=1)
    Event.objects.update(published_at=over, final_at=over)
    final = ask("GET", address, **{"If-None-Match": draft.headers["ETag"]})
    assert (final.status_code, final.json()["stage"]) == (200, "final")


def test_a_league_tells_its_settings(world: World, ask: Ask) -> None:
    league = ask("GET", f"leagues/{world.league.slug}/").json()
    assert league == {
        "slug": "riverside", "name": "Riverside", "is_public": True, "entry_way": "scorer", "correction_window": 2880,
    }  # fmt: skip


def test_a_stranger_gets_no_304_from_a_private_league(private_world: World, ask: Ask) -> None:
    address = f"events/{private_world.event.slug}/standings/"
    tag = ask("GET", address, user=private_world.people["player"]).headers["ETag"]
    assert ask("GET", address, **{"If-None-Match": tag}).status_code == 404


def test_a_table_shows_seats_hands_and_what_is_next(world: World, ask: Ask) -> None:
    record(world, MARCH, 1)
    record(world, {"misdeal": True}, 2)
    record(world, {"ruling": {"points": {"EW": 1}, "reason": "late"}}, 3)
    table = ask("GET", f"tables/{world.table.pk}/").json()
    assert (table["event"], table["round"], table["number"]) == (world.event.slug, 1, 1)
    assert [(seat["seat"], seat["side"], seat["player"]["name"], seat["points"]) for seat in table["seats"]] == [
        ("N", "NS", "Ann", 2), ("E", "EW", "Bob", 1), ("S", "NS", "Cyd", 2), ("W", "EW", "Фёдор", 1),
    ]  # fmt: skip
    assert (table["next_position"], table["next_dealer"], table["is_open"], table["time_called"]) == (
        4,
        "E",
        True,
        False,
    )
    assert table["result"]["totals"] == {"NS": 2, "EW": 1}
    assert [(deal["position"], deal["number"], deal["points"]) for deal in table["deals"]] == [
        (1, 1, {"NS": 2, "EW": 0}), (2, None, {"NS": 0, "EW": 0}), (3, None, {"NS": 0, "EW": 1}),
    ]  # fmt: skip
    (listed,) = ask("GET", f"events/{world.event.slug}/tables/").json()["results"]
    assert listed == {key: table[key] for key in listed}


def test_more_tables_and_hands_ask_the_database_no_more_often(
    world: World, ask: Ask, django_assert_max_num_queries: Any
) -> None:
    for number in range(2, 12):
        names = [f"{letter}{number}" for letter in "NESW"]
        players = add_players(world.league, names, by=None, source="web").added
        seats = dict(zip("NESW", players, strict=True))
        seat_table(world.event, round_number=1, number=number, seats=seats, by=None, source="web")
    for position in range(1, 6):
        record(world, MARCH, position)
    with django_assert_max_num_queries(6):
        ask("GET", f"events/{world.event.slug}/tables/")
    with django_assert_max_num_queries(7):
        ask("GET", f"tables/{world.table.pk}/")
    with django_assert_max_num_queries(12):
        ask("GET", f"events/{world.event.slug}/standings/")


@pytest.mark.parametrize("method", ["OPTIONS", "HEAD"])
def test_every_address_says_what_it_takes(world: World, ask: Ask, method: str) -> None:
    for _method, template in list_operations():
        path = template.replace("{slug}", world.event.slug).replace("{number}", str(world.table.pk))
        path = path.replace("{position}", "1").removeprefix("/api/v1/")
        status = APIClient().generic(method, f"/api/v1/{path}").status_code
        assert status in (200, 401, 404, 405), (path, status)


def test_games_say_what_there_is_to_fill_in(db: None, ask: Ask) -> None:
    games = {game["key"]: game for game in ask("GET", "games/").json()}
    assert list(games) == list(GAMES)
    for key, kind in GAMES.items():
        game = games[key]
        assert [field["name"] for field in game["deal_fields"]] == [field.name for field in list_fields(kind.Deal)]
        assert [rule["name"] for rule in game["house_rules"]] == [field.name for field in list_house_rules(kind)]
        assert [preset["key"] for preset in game["presets"]] == list(kind.presets)
        assert game["sheet_schema"]["properties"]["game"]["const"] == key
    tricks = next(field for field in games["land-grant-euchre"]["deal_fields"] if field["name"] == "tricks")
    assert (tricks["kind"], tricks["low"], tricks["high"], tricks["choices"]) == ("whole", 0, 5, [])
    scope = next(rule for rule in games["land-grant-euchre"]["house_rules"] if rule["name"] == "warning_scope")
    assert [choice["value"] for choice in scope["choices"]] == [
        "team_per_game", "team_per_night", "player_per_game", "season",
    ]  # fmt: skip
    infractions = games["land-grant-euchre"]["deal_fields"][-1]
    assert [part["name"] for part in infractions["fields"]] == ["kind", "offender"]
    points, cards, *_rest = games["yukon"]["deal_fields"]
    assert (points["kind"], points["low"], points["high"], points["fields"]) == ("sides", 0, 128, [])
    assert (cards["kind"], [part["name"] for part in cards["fields"]][:3]) == (
        "side_records", ["grand_yukon", "yukons", "tens"],
    )  # fmt: skip


def test_games_say_how_many_can_play(db: None, ask: Ask) -> None:
    games = {game["key"]: game for game in ask("GET", "games/").json()}
    four = {"players": 4, "seats": ["N", "E", "S", "W"], "sides": {"NS": ["N", "S"], "EW": ["E", "W"]}}
    assert games["land-grant-euchre"]["seatings"] == [four]
    assert games["yukon"]["seatings"] == [
        {"players": 2, "seats": ["A", "B"], "sides": {"A": ["A"], "B": ["B"]}},
        {"players": 3, "seats": ["A", "B", "C"], "sides": {side: [side] for side in "ABC"}},
        four,
        {"players": 5, "seats": ["A", "B", "C", "D", "E"], "sides": {side: [side] for side in "ABCDE"}},
    ]
    assert (games["yukon"]["seats"], games["yukon"]["sides"]) == (four["seats"], four["sides"])


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["", "nothing/", "leagues", "tables/x/", "events/a/b/", "score/x", "tables/-1/"])
def test_an_address_that_is_none(db: None, ask: Ask, method: str, path: str) -> None:
    answer = ask(method, path)
    assert (answer.status_code, list_codes(answer)) == (404, [(None, "not_found")])


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "leagues/"), ("GET", "score"), ("GET", "token/"), ("PUT", "games/")]
)
def test_a_method_that_is_none(db: None, ask: Ask, admin_user: User, method: str, path: str) -> None:
    answer = ask(method, path, user=admin_user)
    assert (answer.status_code, list_codes(answer)) == (405, [(None, "method_not_allowed")])


def test_a_reader_who_takes_no_json(db: None, ask: Ask) -> None:
    answer = ask("GET", "games/", Accept="application/xml")
    assert list_codes(answer) == [(None, "not_acceptable")]


def test_a_defect_of_ours_is_logged_and_told_in_the_same_shape(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("league.api.views.tables.read_state", lambda table, before: 1 / 0)
    answer = Client(raise_request_exception=False).get(f"/api/v1/tables/{world.table.pk}/")
    assert (answer.status_code, list_codes(answer)) == (500, [(None, "internal_error")])
    assert "ZeroDivisionError" in caplog.text
