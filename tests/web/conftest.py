"""Two leagues, one open to everybody and one closed, and a browser without scripts for each kind of visitor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Event, League, Membership, Player, Table, TableLink
from league.models.people import EntryWay, Role
from league.services.links import make_link
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.web.two_phones import set_way, sit_down

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Фёдор", "Gus", "Hal")

#: htmx says who it is by this header.
HTMX = {"HX-Request": "true"}

VISITORS = ("nobody", "outsider", "player", "scorer", "admin")


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("owner", first_name="Olga", last_name="Owner")


@pytest.fixture
def league(owner: User) -> League:
    return create_league("Riverside", by=owner, source="web")


@pytest.fixture
def closed_league(owner: User) -> League:
    """A league that only its members may see."""
    return create_league("Hilltop", by=owner, source="web", is_public=False)


@pytest.fixture
def players(league: League) -> list[Player]:
    return list(add_players(league, NAMES, by=None, source="web").added)


@pytest.fixture
def event(league: League) -> Event:
    return create_event(league, name="Tuesday", game="land-grant-euchre", by=None, source="web")


@pytest.fixture
def table(event: Event, players: list[Player]) -> Table:
    seats = dict(zip("NESW", players, strict=False))
    return seat_table(event, round_number=1, number=1, seats=seats, by=None, source="web")


@pytest.fixture
def closed_table(closed_league: League) -> Table:
    players = add_players(closed_league, NAMES, by=None, source="web").added
    event = create_event(closed_league, name="Secret", game="land-grant-euchre", by=None, source="web")
    seats = dict(zip("NESW", players, strict=False))
    return seat_table(event, round_number=1, number=1, seats=seats, by=None, source="web")


@pytest.fixture
def log_in(league: League, closed_league: League) -> Callable[[str], Client]:
    """A client for a kind of visitor; the members are members of both leagues, the outsider of a third."""

    def make_client(who: str) -> Client:
        client = Client()
        if who == "nobody":
            return client
        user = User.objects.create_user(who, first_name=who.capitalize())
        if who == "outsider":
            create_league("Elsewhere", by=user, source="web")
        else:
            for joined in (league, closed_league):
                Membership.objects.create(league=joined, user=user, role=Role(who))
        client.force_login(user)
        return client

    return make_client


@pytest.fixture
def scorer(log_in: Callable[[str], Client]) -> Client:
    return log_in("scorer")


@pytest.fixture
def admin(log_in: Callable[[str], Client]) -> Client:
    return log_in("admin")


@pytest.fixture
def link(table: Table) -> TableLink:
    return make_link(table, by=None, source="web")


@pytest.fixture
def confirming(link: TableLink) -> tuple[Client, Client]:
    """Two phones where one side enters and the other confirms."""
    set_way(link.table, EntryWay.CONFIRM)
    return sit_down(link, "NS"), sit_down(link, "EW")


@pytest.fixture
def both(link: TableLink) -> tuple[Client, Client]:
    """Two phones where each side enters every hand."""
    set_way(link.table, EntryWay.BOTH)
    return sit_down(link, "NS"), sit_down(link, "EW")


def record(table: Table, *hands: Mapping[str, Any], by: User | None = None) -> None:
    """Record hands one after the other."""
    start = table.records.count() + 1
    for position, facts in enumerate(hands, start=start):
        record_deal(table, facts, position=position, key=f"hand-{position}", by=by, source="web")


def read_form(client: Client, url: str) -> dict[str, str]:
    """The hidden inputs of the form of a hand, as the page gives them to a browser."""
    form = client.get(url).context["form"]
    return {"key": form["key"].value(), "position": str(form["position"].value())}
