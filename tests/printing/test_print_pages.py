"""The addresses that print: who gets what, and how a browser is told about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Event, League, Membership, Table
from league.models.people import Role
from league.services.setup import create_event, create_league
from tests.printing.conftest import EVENING, SeatTable
from tests.printing.paper import list_fonts, read_pages, read_text

PAPER_ADDRESSES = (
    "/events/{slug}/round/1/table/1/sheet.pdf", "/events/{slug}/round/1/sheets.pdf", "/events/{slug}/sheets.pdf",
)  # fmt: skip

LogIn = Callable[[str], Client]


@pytest.fixture
def closed_table(seat: SeatTable) -> Table:
    """A table of a league that only its members may see."""
    league = create_league("Hilltop", by=None, source="web", is_public=False)
    secret = create_event(league, name="Secret", game="land-grant-euchre", by=None, source="web")
    return seat(event=secret)


@pytest.fixture
def log_in(closed_table: Table, league: League) -> LogIn:
    """A client for nobody, for a member of the open league only, and for a player of the closed one."""

    def make_client(who: str) -> Client:
        client = Client()
        if who != "nobody":
            user = User.objects.create_user(who)
            joined = closed_table.event.league if who == "player" else league
            Membership.objects.create(league=joined, user=user, role=Role.PLAYER)
            client.force_login(user)
        return client

    return make_client


@pytest.mark.parametrize("who", ["nobody", "outsider", "player"])
@pytest.mark.parametrize("address", PAPER_ADDRESSES)
def test_who_may_see_a_league_may_print_its_sheets(
    address: str, who: str, log_in: LogIn, closed_table: Table, seat: SeatTable
) -> None:
    open_table = seat()
    client = log_in(who)
    assert client.get(address.format(slug=open_table.event.slug)).status_code == 200
    status = client.get(address.format(slug=closed_table.event.slug)).status_code
    assert status == (200 if who == "player" else 404)


@pytest.mark.parametrize(("who", "cached"), [("nobody", "no-cache"), ("player", "no-store")])
def test_a_closed_leagues_sheet_is_kept_nowhere(
    who: str, cached: str, log_in: LogIn, closed_table: Table, seat: SeatTable
) -> None:
    table = closed_table if who == "player" else seat()
    control = log_in(who).get(PAPER_ADDRESSES[0].format(slug=table.event.slug)).headers["Cache-Control"]
    assert cached in control
    assert "private" in control


@pytest.mark.parametrize(
    ("address", "name"),
    list(zip(PAPER_ADDRESSES, ["autumn-evening-1-1.pdf", "autumn-evening-1.pdf", "autumn-evening.pdf"], strict=True)),
)
def test_a_browser_shows_it_under_a_telling_name(address: str, name: str, seat: SeatTable, client: Client) -> None:
    answer = client.get(address.format(slug=seat().event.slug))
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"] == f'inline; filename="{name}"'
    assert "Content-Security-Policy" not in answer.headers
    assert answer.content.startswith(b"%PDF-")


def test_what_was_recorded_is_printed_unless_blank_is_asked_for(seat: SeatTable, client: Client) -> None:
    address = PAPER_ADDRESSES[0].format(slug=seat(deals=EVENING).event.slug)
    assert "Cards shown before the lead" in read_text(client.get(address).content)
    for query in ("?blank=1", "?blank=1&paper=letter"):
        text = read_text(client.get(address + query).content)
        assert "Cards shown before the lead" not in text
        assert "Фёдор" in text
    assert "Cards shown before the lead" in read_text(client.get(f"{address}?blank=0").content)


def test_a_round_prints_its_own_tables_in_order(seat: SeatTable, client: Client) -> None:
    seat(["Ann", "Bob", "Cyd", "Dee"], number=2)
    seat(["Eve", "Fay", "Gus", "Hal"], number=1)
    table = seat(["Ida", "Jim", "Kay", "Leo"], number=1, round_number=2)
    pages = read_pages(client.get(f"/events/{table.event.slug}/round/1/sheets.pdf").content)
    found = [next(word.text for word in page if word.text in ("Ann", "Eve", "Ida")) for page in pages]
    assert found == ["Eve", "Ann"]


def test_another_events_round_and_another_rounds_table_are_not_found(seat: SeatTable, client: Client) -> None:
    slug = seat().event.slug
    assert client.get(f"/events/{slug}/round/2/sheets.pdf").status_code == 404
    assert client.get(f"/events/{slug}/round/1/table/2/sheet.pdf").status_code == 404
    assert client.get("/events/no-such-event/sheets.pdf").status_code == 404


def test_spare_sheets_come_in_copies(event: Event, client: Client) -> None:
    assert len(read_pages(client.get(f"/events/{event.slug}/sheets.pdf?copies=3").content)) == 3


@pytest.mark.parametrize(("query", "signed"), [("", "N–S"), ("?players=3", "C"), ("?players=5&copies=2", "E")])
def test_spare_sheets_are_for_as_many_as_play(query: str, signed: str, league: League, client: Client) -> None:
    yukon = create_event(league, name="Yukon", game="yukon", by=None, source="web")
    assert f"Signed for {signed}" in read_text(client.get(f"/events/{yukon.slug}/sheets.pdf{query}").content)


@pytest.mark.parametrize(("game", "links"), [("yukon", ["2", "3", "4", "5"]), ("grand", [])])
def test_the_events_page_leads_to_spare_sheets(
    game: str, links: list[str], league: League, admin: User, client: Client
) -> None:
    created = create_event(league, name="Spare", game=game, by=None, source="web")
    address = f"/events/{created.slug}/sheets.pdf"
    assert address not in client.get(f"/events/{created.slug}/").content.decode()
    Membership.objects.get_or_create(league=league, user=admin, defaults={"role": Role.ADMIN})
    client.force_login(admin)
    page = client.get(f"/events/{created.slug}/").content.decode()
    assert [count for count in "123456" if f'{address}?players={count}"' in page] == links
    assert (f'{address}"' in page) is not bool(links)


@pytest.mark.parametrize("players", ["1", "6", "x", "", "-3", "³"])
def test_a_number_of_players_that_cannot_be_is_said(players: str, league: League, client: Client) -> None:
    yukon = create_event(league, name="Yukon", game="yukon", by=None, source="web")
    answer = client.get(f"/events/{yukon.slug}/sheets.pdf", {"players": players})
    assert answer.status_code == 400
    assert "Possible: 2, 3, 4, 5." in answer.content.decode()


@pytest.mark.parametrize("query", ["copies=0", "copies=501", "copies=x", "copies=-1", "copies=²", "paper=a0", "paper="])
def test_what_cannot_be_printed_is_said(query: str, event: Event, client: Client) -> None:
    answer = client.get(f"/events/{event.slug}/sheets.pdf?{query}")
    assert answer.status_code == 400
    text = answer.content.decode()
    assert ("from 1 to 500" if query.startswith("copies") else "a4, letter") in text


def test_nothing_but_reading(seat: SeatTable, client: Client) -> None:
    slug = seat().event.slug
    for address in PAPER_ADDRESSES:
        assert client.post(address.format(slug=slug)).status_code == 405


def test_queries_do_not_grow_with_the_tables(seat: SeatTable, client: Client) -> None:
    address = f"/events/{seat(deals=EVENING).event.slug}/round/1/sheets.pdf"
    counts = []
    for number in (2, 3, 4):
        seat([f"{letter}{number}" for letter in "abcd"], number=number, deals=EVENING)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(address)
        counts.append(len(queries))
    assert counts[0] == counts[1] == counts[2]


def test_the_short_address_leads_to_the_table_and_the_event(seat: SeatTable, client: Client) -> None:
    table = seat()
    answer = client.get(f"/t/{table.pk}")
    assert (answer.status_code, answer.headers["Location"]) == (
        302, reverse("league:table", args=(table.event.slug, 1, 1))
    )  # fmt: skip
    answer = client.get(f"/e/{table.event.pk}")
    assert answer.headers["Location"] == reverse("league:event", args=(table.event.slug,))


@pytest.mark.parametrize("kind", ["t", "e"])
def test_a_short_address_tells_strangers_nothing(kind: str, log_in: LogIn, closed_table: Table) -> None:
    pk = closed_table.pk if kind == "t" else closed_table.event.pk
    nobody, outsider = log_in("nobody"), log_in("outsider")
    for there_or_not in (pk, pk + 1000):
        answer = nobody.get(f"/{kind}/{there_or_not}")
        assert answer.status_code == 302
        assert answer.headers["Location"].endswith(f"?next=/{kind}/{there_or_not}")
        assert outsider.get(f"/{kind}/{there_or_not}").status_code == 404
    assert log_in("player").get(f"/{kind}/{pk}").status_code == 302


def test_fonts_are_carried_in_the_file(seat: SeatTable, client: Client) -> None:
    answer = client.get(PAPER_ADDRESSES[0].format(slug=seat().event.slug))
    assert list_fonts(answer.content)
