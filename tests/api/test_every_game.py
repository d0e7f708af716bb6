"""Every game by the API: its hands recorded, previewed and read, its sheet sent, its faults told."""

from __future__ import annotations

from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from django.contrib.auth.models import User

from league.api.examples import SHEETS
from league.models import DealRecord, Table
from league.services.seating import seat_table
from league.services.setup import add_players, create_event
from rules.catalog import GAMES, make_game
from scoring.json_schema import write_result_schema, write_sheet_schema
from scoring.result import score_sheet
from tests.api.conftest import Ask, World, list_codes

#: Game -> what is wrong with some facts -> the faults that have to be told, all at once.
FAULTS: dict[str, list[tuple[dict[str, Any], set[tuple[str, str]]]]] = {
    "land-grant-euchre": [({"maker": "Q", "tricks": 6}, {("maker", "unknown_value"), ("tricks", "out_of_range")})],
    "grand": [
        ({}, {("bidder", "missing"), ("bid", "missing"), ("play", "missing")}),
        ({"bidder": "N", "bid": 4, "play": "bridge", "tricks": 14},
         {("bid", "out_of_range"), ("play", "unknown_value"), ("tricks", "out_of_range")}),
        ({"bidder": "N", "bid": True, "play": "whist", "tricks": 7.5},
         {("bid", "wrong_type"), ("tricks", "wrong_type")}),
    ],
    "yukon": [
        ({}, {("points", "missing")}),
        ({"points": {"NS": 65, "EW": 129}}, {("points.EW", "out_of_range")}),
        ({"points": {"N": 65, "EW": "60"}}, {("points.N", "unknown_key"), ("points.EW", "wrong_type")}),
        ({"cards": {"NS": {"tens": 5, "jacks": 1}}},
         {("cards.NS.tens", "out_of_range"), ("cards.NS.jacks", "unknown_key")}),
    ],
    "seven-handed-euchre": [
        ({}, {("bidder", "missing"), ("bid", "missing"), ("tricks", "missing")}),
        ({"bidder": "H", "bid": 8, "partners": ["B", "H"], "tricks": 8},
         {("bidder", "unknown_value"), ("bid", "unknown_value"), ("partners.1", "unknown_value"),
          ("tricks", "out_of_range")}),
        ({"bidder": "A", "bid": 5, "partners": "BG", "tricks": None},
         {("partners", "wrong_type"), ("tricks", "wrong_type")}),
    ],
    "euchre": [({"maker": "N", "tricks": 6, "lone_defender": 1},
                {("tricks", "out_of_range"), ("lone_defender", "wrong_type")})],
    "partnership-whist": [({"tricks": {"NS": 14}, "suit": "X"},
                           {("tricks.NS", "out_of_range"), ("suit", "unknown_value")})],
}  # fmt: skip

#: Game -> a hand and its points under the game's first preset, by the sides that score.
HANDS: dict[str, tuple[dict[str, Any], dict[str, int]]] = {
    "land-grant-euchre": ({"maker": "N", "tricks": 5}, {"NS": 2}),
    "grand": ({"bidder": "N", "bid": 15, "play": "grand", "tricks": 6}, {"NS": -15, "EW": 9}),
    "yukon": ({"points": {"NS": 65, "EW": 60}, "ace_of_spades": "EW"}, {"NS": 65, "EW": 60}),
    "seven-handed-euchre": (
        {"bidder": "A", "bid": 6, "partners": ["B", "C", "D"], "tricks": 5}, {"E": 6, "F": 6, "G": 6},
    ),
    "euchre": ({"maker": "N", "alone": True, "tricks": 2}, {"EW": 2}),
    "partnership-whist": ({"tricks": {"NS": 9}}, {"NS": 3}),
}  # fmt: skip


#: A game that is added needs none of these tables: the contract test holds it to what the API relies on.
every_game = pytest.mark.parametrize("key", sorted(HANDS))


@pytest.fixture
def admin(world: World) -> User:
    user = world.people["admin"]
    assert user is not None
    return user


def open_table(world: World, key: str, *, players: int | None = None, **rules: Any) -> Table:
    """A table of a game in the world's league, with as many players as it seats."""
    event = create_event(world.league, name=f"{key} evening", game=key, by=None, source="web", **rules)
    seats = event.make_rules(players).seats
    people = add_players(world.league, [f"{key} {seat}" for seat in seats], by=None, source="web").added
    seated = dict(zip(seats, people, strict=True))
    return seat_table(event, round_number=1, number=1, seats=seated, players=players, by=None, source="web")


@every_game
def test_a_hand_is_previewed_recorded_and_read(ask: Ask, world: World, admin: User, key: str) -> None:
    facts, gains = HANDS[key]
    table = open_table(world, key)
    points = {side: gains.get(side, 0) for side in table.rules.sides}
    preview = ask("POST", f"tables/{table.pk}/deals/preview/", user=admin, body={"facts": facts})
    assert (preview.status_code, preview.json()["deal"]["points"]) == (200, points)
    assert not DealRecord.objects.exists()
    stored = ask("POST", f"tables/{table.pk}/deals/", user=admin, body={"position": 1, "facts": facts}, key="k")
    assert (stored.status_code, stored.json()["deal"]["facts"]) == (201, facts)
    assert stored.json()["deal"]["points"] == points
    assert stored.json()["result"] == preview.json()["result"]
    assert sum(line["points"] for line in stored.json()["deal"]["lines"]) == sum(points.values())
    read = ask("GET", f"tables/{table.pk}/").json()
    assert [deal["facts"] for deal in read["deals"]] == [facts]
    assert read["result"]["totals"] == points
    assert list(points) == list(read["result"]["totals"])
    assert ask("GET", f"events/{table.event.slug}/standings/").status_code == 200


@every_game
def test_misdeals_and_rulings_are_taken_by_every_game(ask: Ask, world: World, admin: User, key: str) -> None:
    table = open_table(world, key)
    side = table.rules.sides[-1]
    ruling: dict[str, Any] = {"points": {side: 3}, "reason": "Late", "by": "Olga"}
    if table.rules.counts_setbacks:
        ruling["setbacks"] = {side: 1}
    for position, facts in enumerate([{"misdeal": True}, {"ruling": ruling}], start=1):
        body = {"position": position, "facts": facts}
        answer = ask("POST", f"tables/{table.pk}/deals/", user=admin, body=body, key=str(position))
        assert (answer.status_code, answer.json()["deal"]["facts"]) == (201, facts)
        assert answer.json()["next_dealer"] == table.first_dealer
    assert answer.json()["result"]["totals"][side] == 3


@every_game
def test_every_fault_of_a_hand_is_told_at_once(ask: Ask, world: World, admin: User, key: str) -> None:
    table = open_table(world, key)
    for facts, codes in FAULTS[key]:
        for path, body in (
            ("deals/preview/", {"facts": facts}),
            ("deals/", {"facts": facts, "position": 1}),
            ("sheet/", {"game": key, "deals": [facts]}),
        ):
            answer = ask("POST", f"tables/{table.pk}/{path}", user=admin, body=body, key="k")
            assert answer.status_code == 422
            assert set(list_codes(answer)) >= codes, (path, facts)
    assert not DealRecord.objects.exists()


@every_game
def test_the_sheet_goes_in_and_comes_out(ask: Ask, world: World, admin: User, key: str) -> None:
    sheet = SHEETS[key]
    table = open_table(world, key, preset=sheet.get("preset", ""), players=sheet.get("players"))
    body = {name: value for name, value in sheet.items() if name not in ("id", "seats", "preset")}
    answer = ask("POST", f"tables/{table.pk}/sheet/", user=admin, body=body)
    assert (answer.status_code, answer.json()["added"]) == (201, len(sheet["deals"]))
    expected = score_sheet(sheet)
    assert answer.json()["result"]["totals"] == expected["totals"]
    assert ask("POST", f"tables/{table.pk}/sheet/", user=admin, body=body).status_code == 200
    fetched = ask("GET", f"tables/{table.pk}/sheet/", user=admin).json()
    assert {**score_sheet(fetched), "id": None} == {**expected, "id": None}
    again = ask("POST", f"tables/{table.pk}/sheet/", user=admin, body=fetched)
    assert (again.status_code, again.json()["added"]) == (200, 0)


def test_a_sheet_need_not_say_how_many_play_at_its_table(ask: Ask, world: World, admin: User) -> None:
    table = open_table(world, "yukon", players=3)
    body: dict[str, Any] = {"game": "yukon", "deals": SHEETS["yukon"]["deals"]}
    assert ask("POST", f"tables/{table.pk}/sheet/", user=admin, body=body).status_code == 201
    answer = ask("POST", f"tables/{table.pk}/sheet/", user=admin, body={**body, "players": 4})
    assert answer.status_code in (409, 422)
    assert answer.json()["errors"]


@pytest.mark.django_db
@every_game
def test_the_example_of_each_game_is_a_sheet_without_faults(ask: Ask, key: str) -> None:
    sheet = SHEETS[key]
    game = make_game(key)
    jsonschema.Draft202012Validator(write_sheet_schema(game)).validate(sheet)
    answer = ask("POST", "score", body=sheet)
    assert (answer.status_code, answer.json()) == (200, score_sheet(sheet))
    jsonschema.Draft202012Validator(write_result_schema(game)).validate(answer.json())
    assert any(result["points"] for result in answer.json()["deals"])


def test_the_tables_speak_of_the_same_games() -> None:
    assert set(SHEETS) == set(FAULTS) == set(HANDS) <= set(GAMES)


@pytest.mark.django_db
@every_game
def test_the_catalogue_says_what_a_game_wants(ask: Ask, key: str) -> None:
    (game,) = [each for each in ask("GET", "games/").json() if each["key"] == key]
    assert [field["name"] for field in game["deal_fields"]]
    assert all(field["title"] for field in [*game["deal_fields"], *game["house_rules"]])
    for seating in game["seatings"]:
        assert sorted(seat for seats in seating["sides"].values() for seat in seats) == sorted(seating["seats"])
    jsonschema.Draft202012Validator.check_schema(game["sheet_schema"])
