"""Views in parts: put together again they are what the page shows, and nothing in them is for one viewer alone."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.live.pieces import Pieces, render_pieces
from league.models import Event, Membership, Player, Table
from league.models.people import Role
from league.services.clock import pause_clock, start_clock
from league.services.seating import seat_table
from league.web.live import WATCHED, LiveToken
from league.web.live_views import VIEWS
from tests.web.conftest import record

PAGES = {
    "event": "/events/tuesday/",
    "event-admin": "/events/tuesday/",
    "projector": "/events/tuesday/projector/",
    "board": "/events/tuesday/board/",
    "check-in": "/events/tuesday/check-in/",
    "clock": "/events/tuesday/round/1/table/1/",
}


def render(table: Table, view: str, *, language: str = "en") -> Pieces:
    event = Event.objects.select_related("league").get(pk=table.event_id)
    return render_pieces(event, LiveToken(event=event.pk, view=view, number=1, language=language, origin=""))


def test_every_view_that_is_watched_can_be_rendered() -> None:
    assert set(VIEWS) == set(WATCHED) == set(PAGES)


@pytest.mark.parametrize("view", VIEWS)
def test_every_part_is_one_element_with_its_id(table: Table, view: str) -> None:
    start_clock(table.round, minutes=20, by=None, source="web")
    record(table, {"maker": "N", "tricks": 5})
    pieces = render(table, view)
    assert re.match(rf'<\w+ [^>]*id="{VIEWS[view].root}"', pieces.whole)
    for name, html in pieces.parts.items():
        opening = re.match(r"<(\w+) ([^>]*)>", html)
        assert opening, html[:80]
        assert f'id="{name}"' in opening[2]
        assert html.endswith(f"</{opening[1]}>")


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_what_the_page_shows(table: Table, owner: User, view: str) -> None:
    record(table, {"maker": "N", "tricks": 5})
    start_clock(table.round, minutes=20, by=None, source="web")
    client = Client()
    if view in ("event-admin", "board", "check-in"):
        client.force_login(owner)
    page = client.get(PAGES[view]).content.decode()
    assert normalise(render(table, view).whole) in normalise(page)


def normalise(html: str) -> str:
    """Without what belongs to one page alone: its stamp, the secret of its forms; and without spaces."""
    html = re.sub(r'data-stamp="[^"]*"', 'data-stamp=""', html)
    html = re.sub(r'(name="csrfmiddlewaretoken" value)="[^"]*"', r'\1=""', html)
    return re.sub(r"\s+", "", html)


@pytest.mark.parametrize("view", ["event", "projector", "clock"])
def test_nothing_for_admins_is_in_what_everybody_may_watch(table: Table, view: str) -> None:
    start_clock(table.round, minutes=20, by=None, source="web")
    html = render(table, view).whole
    for secret in ("csrfmiddlewaretoken", "<form", "/board/", "/results/", "Filled sheets"):
        assert secret not in html


def test_a_hand_changes_its_own_table_and_not_the_others(table: Table, players: list[Player]) -> None:
    other = dict(zip("NESW", players[4:], strict=True))
    second = seat_table(table.event, round_number=1, number=2, seats=other, by=None, source="web")
    record(table, {"maker": "N", "tricks": 3})
    before = render(table, "event")
    record(table, {"maker": "N", "tricks": 3})
    after = render(table, "event")
    assert after.frame == before.frame
    assert {name for name in after.parts if after.parts[name] != before.parts[name]} == {f"live-table-{table.pk}"}
    assert f"live-table-{second.pk}" in after.parts


def test_a_clock_that_runs_changes_nothing_by_the_second(table: Table) -> None:
    start_clock(table.round, minutes=20, by=None, source="web")
    assert render(table, "projector").parts == render(table, "projector").parts
    assert render(table, "clock").frame == render(table, "clock").frame
    before = render(table, "event")
    pause_clock(table.round, by=None, source="web")
    after = render(table, "event")
    assert {name for name in after.parts if after.parts[name] != before.parts[name]} == {"live-round-1"}


def test_each_language_is_rendered_in_its_own(table: Table) -> None:
    assert "Standings" in render(table, "event").whole
    assert "Таблица" in render(table, "event", language="ru").whole


def test_a_name_cannot_pass_for_a_place(table: Table) -> None:
    Player.objects.filter(name="Ann").update(name="<!--live-standings-->")
    assert "&lt;!--live-standings--&gt;" in render(table, "event").whole


def test_a_member_of_every_role_watches_the_view_of_his_rights(table: Table, owner: User) -> None:
    for role in Role.values:
        user = User.objects.create_user(f"one-{role}")
        Membership.objects.create(league=table.event.league, user=user, role=role)
        client = Client()
        client.force_login(user)
        page = client.get(PAGES["event"]).content.decode()
        wanted = "event-admin" if role in (Role.OWNER, Role.ADMIN) else "event"
        assert f'data-live="/events/tuesday/live/{wanted}/"' in page
