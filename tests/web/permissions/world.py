"""A public and a private league with the same people, a third one of a stranger, and everybody who may come by."""

from __future__ import annotations

import datetime
from http.cookies import SimpleCookie
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from msgspec import Struct

from league.access import LINK_RIGHTS, RIGHTS
from league.link_codes import sign_link
from league.models import Event, ImportJob, League, Membership, Player, Table, TieDecision
from league.models.event import EntryKind
from league.models.people import Role
from league.models.planning import Format
from league.plan_options import PlayerOptions
from league.services.adjustments import adjust_points
from league.services.calls import raise_call
from league.services.fixture_plans import FixtureWishes, propose_fixtures, take_fixtures
from league.services.invitations import make_invitation
from league.services.links import make_link
from league.services.plans import take_plan
from league.services.player_plans import propose_plan
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league, create_season
from league.services.squads import sign_players
from league.services.team_entries import NewDivision, enter_teams, set_divisions
from league.services.teams import create_team

#: Everybody who may come by: nobody in particular, the owner of another league, each role, and two phones at tables.
VISITORS = ("nobody", "outsider", "player", "scorer", "admin", "owner", "link", "other link")
MEMBERS = ("player", "scorer", "admin", "owner")

SUPERUSER = "superuser"

#: What a request may change for who may do nothing: his own session.
NO_FACTS = ("django_session",)
CHANGES = ("INSERT", "UPDATE", "DELETE", "REPLACE")

#: What a table that only the private league has is called in addresses: a round and a number.
OTHER_ROUND, OTHER_NUMBER = 3, 8


class Place(Struct, frozen=True, kw_only=True):
    """A league with one event; `names` are what stands in addresses and forms for its objects."""

    league: League
    is_public: bool
    names: dict[str, Any]


class Answer(Struct, frozen=True, kw_only=True):
    """What came back, and the statements by which the request changed facts."""

    status: int
    changes: list[str]
    content: str = ""


class World(Struct, frozen=True, kw_only=True):
    """Both leagues, and a browser for each visitor with the cookies that it came with."""

    public: Place
    private: Place
    clients: dict[str, Client]
    cookies: dict[str, SimpleCookie]

    def ask(self, visitor: str, method: str, path: str, body: Any = None, *, is_json: bool = False) -> Answer:
        """Send a request and take back whatever it did."""
        cache.clear()
        client = self.clients[visitor]
        client.cookies = _copy(self.cookies[visitor])
        details: dict[str, Any] = {}
        if is_json:
            details = {"content_type": "application/json", "headers": {"Idempotency-Key": "matrix"}}
        changes: list[str] = []

        def note(execute: Any, sql: str, *rest: Any) -> Any:
            if sql.lstrip().startswith(CHANGES) and not any(table in sql for table in NO_FACTS):
                changes.append(sql[:120])
            return execute(sql, *rest)

        with transaction.atomic(), connection.execute_wrapper(note):
            send = getattr(client, method.lower())
            response = send(path, **details) if body is None else send(path, body, **details)
            content = b"".join(response) if response.streaming else response.content
            transaction.set_rollback(True)
        return Answer(status=response.status_code, changes=changes, content=content.decode(errors="replace"))


def find_rights(visitor: str, place: Place, *, is_at_table: bool) -> frozenset[str]:
    """All rights that a visitor has at a place, from the one table of rights."""
    rights = {right for right, roles in RIGHTS.items() if visitor in roles}
    if place.is_public:
        rights.add("see")
    if visitor == "link" and is_at_table:
        rights |= LINK_RIGHTS
    return frozenset(rights)


def make_world() -> World:
    """Make both leagues, their people and their phones."""
    people = {name: User.objects.create_user(name, password="a long pass phrase") for name in ("outsider", *MEMBERS)}
    create_league("Elsewhere", by=people["outsider"], source="web")
    public = _make_place("Riverside", people, is_public=True)
    private = _make_place("Hilltop", people, is_public=False)
    people[SUPERUSER] = User.objects.create_superuser(SUPERUSER, password="a long pass phrase")
    clients = {visitor: Client(raise_request_exception=False) for visitor in (*VISITORS, SUPERUSER)}
    for name, user in people.items():
        clients[name].force_login(user)
    for place in (public, private):
        for visitor, name in (("link", "token"), ("other link", "other_token")):
            assert clients[visitor].get(f"/t/{place.names[name]}/").status_code == 303
    cookies = {visitor: _copy(client.cookies) for visitor, client in clients.items()}
    return World(public=public, private=private, clients=clients, cookies=cookies)


def _make_place(name: str, people: dict[str, User], *, is_public: bool) -> Place:
    owner = people["owner"]
    league = create_league(name, by=owner, source="web", is_public=is_public)
    for role in MEMBERS[:-1]:
        Membership.objects.create(league=league, user=people[role], role=Role(role))
    players = list(add_players(league, [f"{name} {number}" for number in range(8)], by=None, source="web").added)
    season = create_season(league, name=f"{name} season", by=None, source="web")
    event = create_event(league, name=f"{name} evening", game="land-grant-euchre", season=season, by=None, source="web")
    tables = [_seat(event, players[4 * number : 4 * number + 4], 1, number + 1) for number in range(2)]
    if not is_public:
        _seat(event, players[:4], OTHER_ROUND, OTHER_NUMBER)
    record_deal(tables[0], {"maker": "N", "tricks": 5}, position=1, key="first", by=owner, source="web")
    planned = make_planned_event(league, players, by=owner)
    meeting = make_team_event(league, by=owner)
    job = ImportJob.objects.create(event=event, file_name="a.csv", content=b"", created_by=owner)
    invited = make_invitation(league, role="player", by=owner, source="web")
    raised = raise_call(tables[0], text="A word", key="call", by=owner, source="web")
    links = [make_link(table, by=owner, source="web") for table in tables]
    entry = players[0].entries.get()
    adjusted = adjust_points(event, entry, amount=-1, unit="points", reason="late", key="given", by=owner, source="web")
    decided = TieDecision.objects.create(event=event, order=[entry.pk], way="share", reason="a draw", source="web")
    names = {
        "league": league.slug,
        "season": season.slug,
        "event": event.slug,
        "event_pk": event.pk,
        "planned": planned.slug,
        "fixtures": meeting.slug,
        "team": league.teams.order_by("pk")[0].pk,
        "team_entry": meeting.entries.order_by("pk")[0].pk,
        "round": 1,
        "number": 1,
        "table": tables[0].pk,
        "player": players[0].pk,
        "entry": entry.pk,
        "adjustment": adjusted.adjustment.pk,
        "decision": decided.pk,
        "job": job.pk,
        "position": 1,
        "call": raised.call.pk,
        "member": league.memberships.get(user=people["player"]).pk,
        "invitation": invited.invitation.pk,
        "secret": invited.secret,
        "token": sign_link(links[0]),
        "other_token": sign_link(links[1]),
    }
    return Place(league=league, is_public=is_public, names=names)


def make_planned_event(league: League, players: list[Player], *, by: User) -> Event:
    """An event of single players whose rounds are planned."""
    who: dict[str, Any] = {"by": by, "source": "web"}
    event = create_event(league, name=f"{league} singles", game="land-grant-euchre", entry_kind=EntryKind.PLAYER, **who)
    options = PlayerOptions(rounds=3, players=tuple(player.pk for player in players))
    proposal = propose_plan(event, format=Format.ROTATION, options=options)
    take_plan(event, proposal.plan, seen_version=0, seen_round=1, **who)
    return event


def make_team_event(league: League, *, by: User) -> Event:
    """An event of two teams in a division, with a fixture home and away."""
    who: dict[str, Any] = {"by": by, "source": "web"}
    event = create_event(league, name=f"{league} teams", game="euchre", entry_kind=EntryKind.TEAM, **who)
    day = datetime.date(2026, 3, 17)
    for name in ("Ants", "Bees"):
        team = create_team(league, name=name, venue=f"{name} Arms", **who)
        sign_players(team, [f"{name} {number}" for number in range(4)], season=None, on=day, **who)
    [division] = set_divisions(event, [NewDivision(name="First division")], **who)
    enter_teams(event, league.teams.all(), division=division, **who)
    wishes = FixtureWishes(legs=2, first_day=day)
    take_fixtures(event, wishes, seen=propose_fixtures(event, wishes).stamp, **who)
    return event


def _seat(event: Any, players: list[Player], round_number: int, number: int) -> Table:
    seats = dict(zip("NESW", players, strict=True))
    return seat_table(event, round_number=round_number, number=number, seats=seats, by=None, source="web")


def _copy(cookies: SimpleCookie) -> SimpleCookie:
    return SimpleCookie({name: morsel.value for name, morsel in cookies.items()})
