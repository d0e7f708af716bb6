"""Two leagues, a public and a private one, with people of every role, asked through a client that checks answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from msgspec import Struct
from rest_framework.authtoken.models import Token

from league.models import Event, League, Membership, Player, Season, Table
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league, create_season
from tests.api.contract import ContractClient

ROLES = ("owner", "admin", "scorer", "player")
#: Everybody who may ask: nobody in particular, somebody of another league, and the roles.
VISITORS = ("anonymous", "outsider", *ROLES)

Ask = Callable[..., Any]


class World(Struct, frozen=True, kw_only=True):
    """A league with a season, one event of one table, one of its players, and its people by role."""

    league: League
    season: Season
    event: Event
    table: Table
    player: Player
    people: dict[str, User | None]


@pytest.fixture
def world(db: None) -> World:
    return make_world("Riverside", is_public=True)


@pytest.fixture
def private_world(db: None) -> World:
    return make_world("Backroom", is_public=False)


@pytest.fixture
def other_world(db: None) -> World:
    return make_world("Elsewhere", is_public=False)


@pytest.fixture
def table(world: World) -> Table:
    return world.table


def make_world(name: str, *, is_public: bool) -> World:
    people = {role: User.objects.create_user(f"{name}-{role}".lower()) for role in (*ROLES, "outsider")}
    league = create_league(name, by=people["owner"], source="web", is_public=is_public)
    for role in ROLES[1:]:
        Membership.objects.create(league=league, user=people[role], role=role)
    create_league(f"Not {name}", by=people["outsider"], source="web")
    players = add_players(league, ["Ann", "Bob", "Cyd", "Фёдор"], by=None, source="web").added
    event = create_event(league, name=f"{name} Tuesday", game="land-grant-euchre", by=None, source="web")
    seats = dict(zip("NESW", players, strict=True))
    table = seat_table(event, round_number=1, number=1, seats=seats, by=None, source="web")
    season = create_season(league, name="Spring", by=None, source="web")
    who = {**people, "anonymous": None}
    return World(league=league, season=season, event=event, table=table, player=players[0], people=who)


@pytest.fixture
def ask() -> Ask:
    """Send a request to `path` below /api/v1/ as a user, with a body as JSON and a key."""

    def send(
        method: str, path: str, *, user: User | None = None, body: Any = None, key: str = "", **headers: str
    ) -> Any:
        client = ContractClient()
        if user is not None:
            token, _made = Token.objects.get_or_create(user=user)
            headers["Authorization"] = f"Token {token.key}"
        if key:
            headers["Idempotency-Key"] = key
        content = "" if body is None else json.dumps(body)
        return client.generic(method, f"/api/v1/{path}", content, content_type="application/json", headers=headers)

    return send


def list_codes(response: Any) -> list[tuple[str | None, str]]:
    """(field, code) of every fault of an answer."""
    return [(fault["field"], fault["code"]) for fault in response.json()["errors"]]
