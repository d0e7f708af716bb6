"""Every page for every kind of visitor: what one may not see is not found, what one may not do is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from league.models import DealRecord, Player, Season, Table
from league.web import import_urls, print_urls, urls
from tests.web.conftest import VISITORS, record

#: page -> the visitors of an open league who get it; the others are refused (403).
READERS = {
    "/leagues/{league}/": VISITORS,
    "/leagues/{league}/players/": VISITORS,
    "/leagues/{league}/seasons/new/": ("admin",),
    "/leagues/{league}/events/new/": ("admin",),
    "/leagues/{league}/log/": ("admin",),
    "/leagues/{league}/members/": ("admin",),
    "/leagues/{league}/edit/": ("admin",),
    "/leagues/{league}/players/{player}/": ("admin",),
    "/leagues/{league}/players/{player}/infractions/": ("scorer", "admin"),
    "/leagues/{league}/infractions/": ("scorer", "admin"),
    "/events/{event}/edit/": ("admin",),
    "/events/{event}/": VISITORS,
    "/events/{event}/results/": ("admin",),
    "/events/{event}/board/": ("admin",),
    "/events/{event}/rounds/new/": ("admin",),
    "/events/{event}/round/1/table/1/": VISITORS,
    "/events/{event}/round/1/table/1/seats/": ("admin",),
    "/events/{event}/round/1/table/1/hands/1/": ("scorer", "admin"),
    "/events/{event}/round/1/table/1/hands/1/before/": ("scorer", "admin"),
    "/events/{event}/round/1/table/1/history/": VISITORS,
    "/events/{event}/history/": VISITORS,
    "/events/{event}/round/1/table/1/call/": ("scorer", "admin"),
    "/events/{event}/round/1/table/1/paper/": ("scorer", "admin"),
    "/events/{event}/paper/": ("scorer", "admin"),
}

#: form -> who may send it.
WRITERS = {
    ("/leagues/{league}/players/", "add"): ("admin",),
    ("/leagues/{league}/players/", "check"): ("admin",),
    ("/leagues/{league}/seasons/new/", ""): ("admin",),
    ("/leagues/{league}/events/new/", ""): ("admin",),
    ("/leagues/{league}/members/", ""): ("admin",),
    ("/leagues/{league}/edit/", ""): ("admin",),
    ("/leagues/{league}/players/{player}/", ""): ("admin",),
    ("/events/{event}/edit/", "close"): ("admin",),
    ("/events/{event}/edit/", "open"): ("admin",),
    ("/events/{event}/results/", "publish"): ("admin",),
    ("/events/{event}/results/", "finalise"): ("admin",),
    ("/events/{event}/results/", "reopen"): ("admin",),
    ("/events/{event}/results/", "confirm"): ("admin",),
    ("/events/{event}/rounds/new/", ""): ("admin",),
    ("/events/{event}/round/1/table/1/", "save"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/", "preview"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/", "misdeal"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/", "undo"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/", "time"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/", "go-on"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/", "ruling"): ("admin",),
    ("/events/{event}/round/1/table/1/seats/", ""): ("admin",),
    ("/events/{event}/round/1/table/1/hands/1/", "save"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/hands/1/", "preview"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/hands/1/", "misdeal"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/hands/1/before/", "save"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/hands/1/before/", "preview"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/call/", "call"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/call/", "withdraw"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/paper/", "save"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/paper/", "undo"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/paper/", "time"): ("scorer", "admin"),
    ("/events/{event}/round/1/table/1/paper/", "ruling"): ("admin",),
}

#: What a phone fetches to install the app, the same for everybody.
APP = ("manifest.webmanifest", "sw.js", "offline/")

MEMBERS = ("player", "scorer", "admin")

LogIn = Callable[[str], Client]


def fill_in(path: str, table: Table) -> str:
    if "/hands/" in path:
        record(table, {"maker": "N", "tricks": 3})
    player = table.event.league.players.first()
    return path.format(league=table.event.league.slug, event=table.event.slug, player=player and player.pk)


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize("path", READERS)
def test_page_of_an_open_league(path: str, who: str, table: Table, log_in: LogIn) -> None:
    status = log_in(who).get(fill_in(path, table)).status_code
    assert status == (200 if who in READERS[path] else 403)


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize("path", READERS)
def test_page_of_a_closed_league(path: str, who: str, closed_table: Table, log_in: LogIn) -> None:
    status = log_in(who).get(fill_in(path, closed_table)).status_code
    if who not in MEMBERS:
        assert status == 404
    else:
        assert status == (200 if who in READERS[path] else 403)


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize(("path", "action"), WRITERS)
def test_form_of_an_open_league(path: str, action: str, who: str, table: Table, log_in: LogIn) -> None:
    status = log_in(who).post(fill_in(path, table), {"action": action}).status_code
    assert (status != 403) == (who in WRITERS[path, action])


@pytest.mark.parametrize("who", ["nobody", "outsider"])
@pytest.mark.parametrize(("path", "action"), WRITERS)
def test_form_of_a_closed_league_is_not_found(
    path: str, action: str, who: str, closed_table: Table, log_in: LogIn
) -> None:
    assert log_in(who).post(fill_in(path, closed_table), {"action": action}).status_code == 404


def test_nothing_refused_was_stored(table: Table, log_in: LogIn) -> None:
    hand = {"maker": "N", "tricks": "5", "key": "k", "position": "1"}
    for who in ("nobody", "outsider", "player"):
        client = log_in(who)
        client.post(fill_in("/events/{event}/round/1/table/1/", table), hand)
        client.post(fill_in("/leagues/{league}/players/", table), {"names": "Mallory", "action": "add"})
        client.post(fill_in("/leagues/{league}/seasons/new/", table), {"name": "Mine"})
    assert not DealRecord.objects.exists()
    assert not Player.objects.filter(name="Mallory").exists()
    assert not Season.objects.exists()


def test_lists_leave_out_what_is_closed(table: Table, closed_table: Table, log_in: LogIn) -> None:
    assert b"Hilltop" not in log_in("nobody").get("/").content
    assert b"Hilltop" not in log_in("outsider").get("/").content
    assert b"Hilltop" in log_in("player").get("/").content


@pytest.mark.parametrize("who", VISITORS)
def test_only_people_found_leagues(who: str, log_in: LogIn) -> None:
    client = log_in(who)
    status = 403 if who == "nobody" else 200
    assert client.get("/leagues/new/").status_code == status
    status = 403 if who == "nobody" else 303
    assert client.post("/leagues/new/", {"name": "Ours"}).status_code == status


def test_the_address_of_one_event_does_not_open_another_ones_table(
    table: Table, closed_table: Table, log_in: LogIn
) -> None:
    admin = log_in("admin")
    assert admin.get(f"/events/{table.event.slug}/round/1/table/2/").status_code == 404
    assert admin.get(f"/events/{table.event.slug}/round/2/table/1/").status_code == 404


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize("path", ["install/", *APP])
def test_what_the_app_is_made_of_is_for_everybody(path: str, who: str, log_in: LogIn) -> None:
    assert log_in(who).get(f"/{path}").status_code == 200


def test_every_page_of_this_part_is_listed_above() -> None:
    """A new page must say who may see it, here or in the tests of its own part."""
    own = {str(pattern.pattern) for pattern in urls.urlpatterns if hasattr(pattern, "callback")}
    elsewhere = {str(pattern.pattern) for module in (import_urls, print_urls) for pattern in module.urlpatterns}
    listed = {
        path.removeprefix("/")
        .replace("{league}", "<slug:slug>")
        .replace("{event}", "<slug:slug>")
        .replace("{player}", "<int:number>")
        .replace("round/1/table/1", "round/<int:round_number>/table/<int:number>")
        .replace("hands/1/", "hands/<int:position>/")
        for path in READERS
    }
    open_to_all = {"", "theme/", "games/", "games/<slug:key>/", "install/", "install/authority.crt", *APP}
    assert own - elsewhere - listed == {*open_to_all, "leagues/new/"}
