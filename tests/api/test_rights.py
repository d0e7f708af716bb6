"""Who gets what at each address: nobody, strangers and each role, in a public and in a private league."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import VISITORS, Ask, World, list_codes
from tests.api.contract import list_operations

MARCH = {"maker": "N", "tricks": 5}
RULING = {"ruling": {"points": {"NS": 1}, "reason": "late"}}

READS = (
    "leagues/{league}/",
    "leagues/{league}/players/",
    "leagues/{league}/teams/",
    "events/{event}/fixtures/",
    "events/{event}/",
    "events/?league={league}",
    "events/{event}/standings/",
    "events/{event}/facts/",
    "events/{event}/matches/",
    "events/{event}/prizes/",
    "leagues/{league}/seasons/",
    "leagues/{league}/seasons/{season}/standings/",
    "leagues/{league}/seasons/{season}/prizes/",
    "players/{player}/record/",
    "events/{event}/tables/",
    "events/{event}/plan/",
    "tables/{table}/",
    "tables/{table}/sheet/",
    "tables/{table}/history/",
    "tables/{table}/claims/",
)
#: address -> body; each is a change that a scorer may make.
WRITES: dict[str, dict[str, Any]] = {
    "tables/{table}/deals/": {"position": 1, "facts": MARCH},
    "tables/{table}/deals/preview/": {"facts": MARCH},
    "tables/{table}/deals/1/undo/": {"reason": "wrong table"},
    "tables/{table}/corrections/": {"changes": {"1": MARCH}, "seen": 0, "reason": "forgotten"},
    "tables/{table}/corrections/preview/": {"changes": {"1": MARCH}},
    "tables/{table}/sheet/": {"game": "land-grant-euchre", "deals": [MARCH]},
    "tables/{table}/calls/": {"text": "A renege is disputed"},
}
#: what only an admin may do.
DECISIONS: dict[str, dict[str, Any]] = {
    "tables/{table}/deals/": {"position": 1, "facts": RULING},
    "tables/{table}/deals/preview/": {"facts": RULING},
    "tables/{table}/corrections/": {"changes": {"1": RULING}, "seen": 0, "reason": "forgotten"},
    "tables/{table}/corrections/preview/": {"changes": {"1": RULING}},
    "tables/{table}/sheet/": {"game": "land-grant-euchre", "deals": [RULING]},
}
#: Tried in tests/api/test_attendance.py: what only scorers and admins get to see and do.
FOR_SCORERS = {"/api/v1/events/{slug}/attendance/"}
#: Tried in tests/api/test_calls.py, test_claims.py, test_plans.py and test_adjustments.py: what only an admin gets to
#: see and does.
FOR_ADMINS = {
    "/api/v1/events/{slug}/plan/proposal/", "/api/v1/events/{slug}/plan/open/",
    "/api/v1/events/{slug}/adjustments/", "/api/v1/adjustments/{number}/cancel/",
    "/api/v1/events/{slug}/calls/", "/api/v1/calls/{number}/answer/", "/api/v1/tables/{number}/confirm/"
}  # fmt: skip

#: Neither of these is an object of a league.
OPEN_TO_ALL = {"/api/v1/games/", "/api/v1/score", "/api/v1/token/", "/api/v1/leagues/", "/api/v1/events/"}


def fill(path: str, world: World) -> str:
    return path.format(
        league=world.league.slug,
        season=world.season.slug,
        event=world.event.slug,
        table=world.table.pk,
        player=world.player.pk,
    )


def test_every_address_is_tried_here() -> None:
    tried = {f"/api/v1/{path.partition('?')[0]}" for path in (*READS, *WRITES)}
    tried |= OPEN_TO_ALL | FOR_SCORERS | FOR_ADMINS
    names = {"{league}": "{slug}", "{event}": "{slug}", "{table}": "{number}", "{player}": "{number}"}
    names["/1/"] = "/{position}/"
    for name, other in names.items():
        tried = {path.replace(name, other) for path in tried}
    assert {path for _method, path in list_operations()} == tried


@pytest.mark.parametrize("path", READS)
def test_a_public_league_is_read_by_everybody(path: str, world: World, ask: Ask) -> None:
    for visitor in VISITORS:
        assert ask("GET", fill(path, world), user=world.people[visitor]).status_code == 200, visitor


@pytest.mark.parametrize("path", READS)
def test_a_private_league_is_found_by_its_members_only(path: str, private_world: World, ask: Ask) -> None:
    for visitor in VISITORS:
        answer = ask("GET", fill(path, private_world), user=private_world.people[visitor])
        assert answer.status_code == (404 if visitor in ("anonymous", "outsider") else 200), visitor


@pytest.mark.parametrize("path", WRITES)
def test_only_scorers_and_admins_enter_hands(path: str, world: World, ask: Ask) -> None:
    expected = {"anonymous": 401, "outsider": 403, "player": 403}
    for visitor in VISITORS:
        answer = ask("POST", fill(path, world), user=world.people[visitor], body=WRITES[path], key=visitor)
        assert answer.status_code == expected.get(visitor, answer.status_code), visitor
        assert (answer.status_code in (401, 403, 404)) == (visitor in expected), visitor


@pytest.mark.parametrize("path", WRITES)
def test_a_private_table_is_not_found_by_strangers_who_write(path: str, private_world: World, ask: Ask) -> None:
    for visitor, status in (("anonymous", 401), ("outsider", 404), ("player", 403)):
        answer = ask("POST", fill(path, private_world), user=private_world.people[visitor], body=WRITES[path], key="k")
        assert answer.status_code == status, visitor


@pytest.mark.parametrize("path", [*READS, *WRITES])
def test_a_member_finds_nothing_of_another_private_league(
    path: str, world: World, other_world: World, ask: Ask
) -> None:
    for role in ("owner", "scorer"):
        method, body = ("POST", WRITES[path]) if path in WRITES else ("GET", None)
        answer = ask(method, fill(path, other_world), user=world.people[role], body=body, key="k")
        assert (answer.status_code, list_codes(answer)) == (404, [(None, "not_found")])


@pytest.mark.parametrize("path", DECISIONS)
def test_a_ruling_is_an_admins(path: str, world: World, ask: Ask) -> None:
    for role, may in (("scorer", False), ("admin", True)):
        answer = ask("POST", fill(path, world), user=world.people[role], body=DECISIONS[path], key=role)
        assert (answer.status_code == 403) != may, (role, answer.content)
        assert may or list_codes(answer) == [(None, "permission_denied")]


def test_lists_hold_what_may_be_seen(world: World, private_world: World, ask: Ask) -> None:
    seen = {
        "anonymous": {world.league.slug},
        "outsider": {world.league.slug},
        "player": {world.league.slug, private_world.league.slug},
    }
    public = {"not-riverside", "not-backroom"}
    for visitor, slugs in seen.items():
        user = private_world.people[visitor]
        leagues = ask("GET", "leagues/", user=user).json()["results"]
        assert {league["slug"] for league in leagues} == slugs | public
        events = ask("GET", "events/", user=user).json()["results"]
        assert {event["league"] for event in events} == slugs


def test_an_unknown_league_has_no_events(world: World, ask: Ask) -> None:
    for slug in ("nowhere", "", "\x00", "a b"):
        assert ask("GET", f"events/?league={slug}").status_code == 404


def test_who_entered_a_hand_is_told_to_members(world: World, ask: Ask) -> None:
    scorer = world.people["scorer"]
    ask("POST", f"tables/{world.table.pk}/deals/", user=scorer, body={"position": 1, "facts": MARCH}, key="k")
    for visitor in VISITORS:
        (deal,) = ask("GET", f"tables/{world.table.pk}/", user=world.people[visitor]).json()["deals"]
        tells = visitor in ("owner", "admin", "scorer", "player")
        assert deal["recorded_by"] == ("riverside-scorer" if tells else None), visitor


def test_a_superuser_sees_and_does_everything(private_world: World, ask: Ask) -> None:
    outsider = private_world.people["outsider"]
    assert outsider is not None
    outsider.is_superuser = True
    outsider.save()
    body = {"position": 1, "facts": RULING}
    assert ask("POST", f"tables/{private_world.table.pk}/deals/", user=outsider, body=body, key="k").status_code == 201
