"""Plans of games whose tables do not take four: the smallest full table is planned, and the words fit the game."""

from __future__ import annotations

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from league.models import League
from league.models.planning import Format
from league.printing.plan_sheets import build_cards
from league.printing.typesetting import typeset_plan
from league.services.faults import RefusedError
from tests.league.nights import Night

TABLES = [("yukon", 2), ("yukon", 3), ("seven-handed-euchre", 7), ("yukon", 5)]


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("director", password="a long pass phrase")


@pytest.fixture
def page(admin: User) -> Client:
    client = Client()
    client.force_login(admin)
    return client


def make_night(admin: User, game: str, count: int, *, size: int | None) -> Night:
    league = League.objects.create(name="Riverside", slug="riverside")
    return Night(league, admin, count, game=game, size=size if game == "yukon" else None)


def read(client: Client, night: Night, query: str = "?format=sizes&rounds=3") -> str:
    return unescape(client.get(reverse("league:plan-new", args=[night.event.slug]) + query).content.decode())


@pytest.mark.parametrize(("game", "size"), TABLES)
def test_one_full_table_is_planned_and_played(admin: User, page: Client, game: str, size: int) -> None:
    night = make_night(admin, game, size, size=size)
    html = read(page, night)
    assert f"{size} here: 1 table, the same people meet in every round" in html
    assert "partner" not in html
    assert "four" not in html
    assert "how often these two are at one table" in html
    night.plan(Format.SIZES, rounds=2)
    night.open(1)
    night.open(2)
    everybody = {player.pk for player in night.players}
    for table in night.event.tables.all():
        assert set(table.seats.values_list("player", flat=True)) == everybody


@pytest.mark.parametrize(("game", "count", "size"), [("yukon", 1, 2), ("seven-handed-euchre", 3, 7)])
def test_the_reason_names_what_the_table_takes(admin: User, game: str, count: int, size: int) -> None:
    night = make_night(admin, game, count, size=size)
    with pytest.raises(RefusedError, match=f"it takes {size}, and their number is {count}"):
        night.propose(Format.SIZES)


def test_partners_are_counted_where_a_table_has_them(admin: User, page: Client) -> None:
    night = make_night(admin, "yukon", 4, size=4)
    html = read(page, night)
    assert "4 here: 1 table, no partner twice, the same people meet in every round" in html
    assert "how often as partners + how often as opponents" in html
    report = night.propose(Format.SIZES, rounds=4).report
    assert report is not None
    assert (report.partners.met, report.partners.repeats) == (6, 2)


def test_cards_of_a_game_without_partners_have_no_column_for_them(admin: User) -> None:
    night = make_night(admin, "yukon", 3, size=3)
    night.plan(Format.SIZES, rounds=2)
    assert typeset_plan(build_cards(night.event, paper="a4")).startswith(b"%PDF")
