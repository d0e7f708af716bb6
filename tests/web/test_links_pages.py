"""Opening a table without an account: by scan and by code, what a link gives, and what it does not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from rest_framework.settings import api_settings

from league.link_codes import show_code, sign_link
from league.models import AuditRow, DealRecord, Event, League, Player, Table, TableLink
from league.models.people import EntryWay
from league.models.record import Source
from league.services.links import make_link, revoke_link
from league.services.seating import seat_table
from league.web import link_urls
from league.web.code_limits import WrongCodes
from tests.printing.paper import read_codes, read_text
from tests.web.conftest import HTMX, VISITORS, read_form

LogIn = Callable[[str], Client]
PAGE = "/events/tuesday/round/1/table/1/"
SECRET = "/events/secret/round/1/table/1/"
HAND = {"maker": "N", "tricks": "5"}


@pytest.fixture
def link(table: Table) -> TableLink:
    return make_link(table, by=None, source="web")


@pytest.fixture
def secret_link(closed_table: Table) -> TableLink:
    return make_link(closed_table, by=None, source="web")


def scan(link: TableLink, client: Client | None = None) -> Client:
    """A phone that has scanned a link."""
    client = client or Client()
    answer = client.get(f"/t/{sign_link(link)}/")
    assert answer.status_code == 303
    return client


def set_way(league: League, way: EntryWay) -> None:
    League.objects.filter(pk=league.pk).update(entry_way=way)


def save(client: Client, url: str = PAGE, **hand: str) -> Any:
    return client.post(url, {**HAND, **hand, **read_form(client, url), "action": "save"})


def test_a_scan_opens_the_table_for_scoring(link: TableLink) -> None:
    phone = Client()
    answer = phone.get(f"/t/{sign_link(link)}/")
    assert (answer.status_code, answer.headers["Location"]) == (303, PAGE)
    assert save(phone).status_code == 303
    record = DealRecord.objects.get()
    assert (record.source, record.link, record.recorded_by, record.side) == (Source.LINK, link, None, "")
    row = AuditRow.objects.get(action="deal_recorded")
    assert (row.link, row.actor) == (link, None)


def test_whoever_only_looks_ahead_changes_nothing_at_the_table(link: TableLink) -> None:
    before = AuditRow.objects.count()
    assert Client().get(f"/t/{sign_link(link)}/").status_code == 303
    assert Client().head(f"/t/{sign_link(link)}/").status_code == 303
    assert AuditRow.objects.count() == before
    assert Client().post(f"/t/{sign_link(link)}/").status_code == 405
    assert "form" not in Client().get(PAGE).context


def test_a_link_to_a_closed_league_shows_that_table_and_nothing_around_it(
    secret_link: TableLink, closed_table: Table
) -> None:
    phone = scan(secret_link)
    answer = phone.get(SECRET)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Hilltop" not in page
    assert 'href="/events/secret/"' not in page
    assert "Table 1 · round 1" in page
    assert save(phone, SECRET).status_code == 303
    assert phone.get(f"{SECRET}sheet.pdf").status_code == 200
    assert "Ann" in read_text(phone.get(f"{SECRET}sheet.pdf").content)


#: What the same league has besides the table of the link.
ELSEWHERE = (
    "/leagues/hilltop/", "/leagues/hilltop/players/", "/leagues/hilltop/log/", "/leagues/hilltop/members/",
    "/leagues/hilltop/edit/", "/events/secret/", "/events/secret/edit/", "/events/secret/rounds/new/",
    "/events/secret/links/", "/events/secret/round/1/sheets.pdf", "/events/secret/sheets.pdf",
    "/events/secret/round/1/table/2/", "/events/secret/round/2/table/1/", "/events/secret/import/",
    "/events/secret/export/table.csv", "/api/v1/events/secret/", "/api/v1/leagues/hilltop/",
)  # fmt: skip


@pytest.mark.parametrize("path", ELSEWHERE)
def test_a_link_gives_nothing_elsewhere_in_its_closed_league(
    path: str, secret_link: TableLink, closed_table: Table
) -> None:
    players = Player.objects.filter(league=closed_table.event.league)[4:]
    seats = dict(zip("NESW", players, strict=False))
    seat_table(closed_table.event, round_number=1, number=2, seats=seats, by=None, source="web")
    assert scan(secret_link).get(path).status_code == 404


def test_a_link_gives_nothing_in_the_api(secret_link: TableLink, closed_table: Table, link: TableLink) -> None:
    phone = scan(link, scan(secret_link))
    assert phone.get(f"/api/v1/tables/{closed_table.pk}/").status_code == 404
    body = {"position": 1, "facts": {"maker": "N", "tricks": 5}}
    for table in (closed_table.pk, link.table_id):
        answer = phone.post(
            f"/api/v1/tables/{table}/deals/", body, content_type="application/json", headers={"Idempotency-Key": "k"}
        )
        assert answer.status_code in (401, 403, 404)
    assert not DealRecord.objects.exists()


def test_a_link_opens_no_other_table_and_gives_no_rulings(link: TableLink, event: Event, players: list[Player]) -> None:
    seats = dict(zip("NESW", players[4:], strict=False))
    seat_table(event, round_number=1, number=2, seats=seats, by=None, source="web")
    phone = scan(link)
    other = "/events/tuesday/round/1/table/2/"
    assert "form" not in phone.get(other).context
    assert phone.post(other, {**HAND, "key": "k", "position": "1"}).status_code == 403
    ruling = {"action": "ruling", "points-NS": "3", "reason": "mine", "key": "k", "position": "1"}
    assert phone.post(PAGE, ruling).status_code == 403
    for path in (f"{PAGE}seats/", "/events/tuesday/links/", "/events/tuesday/edit/", "/leagues/riverside/log/"):
        assert phone.get(path).status_code == 403
    assert not DealRecord.objects.exists()


@pytest.mark.parametrize("how", ["revoked", "run out"])
@pytest.mark.parametrize("way", ["page", "htmx"])
def test_a_link_that_ended_ends_access_with_the_next_request(how: str, way: str, secret_link: TableLink) -> None:
    phone = scan(secret_link)
    form = {**HAND, **read_form(phone, SECRET)}
    if how == "revoked":
        revoke_link(secret_link, by=None, source="web")
    else:
        TableLink.objects.update(expires_at=timezone.now())
    answer = phone.post(SECRET, form, headers=HTMX if way == "htmx" else {})
    target = answer.headers["HX-Redirect" if way == "htmx" else "Location"]
    assert target == "/open/"
    assert "run out or was revoked" in phone.get(target).content.decode()
    assert not DealRecord.objects.exists()
    assert phone.get(SECRET).status_code == 404


def test_an_ended_link_to_an_open_league_leaves_a_reader(link: TableLink) -> None:
    phone = scan(link)
    form = {**HAND, **read_form(phone, PAGE)}
    revoke_link(link, by=None, source="web")
    answer = phone.get(PAGE)
    assert answer.status_code == 200
    assert "form" not in answer.context
    said = answer.content.decode()
    assert "The code with which this phone opened the table has ended" in said
    assert 'href="/open/"' in said
    assert "Log in to keep score at this table" not in said
    assert "has ended" not in Client().get(PAGE).content.decode()
    assert phone.post(PAGE, form).headers["Location"] == "/open/"
    assert not DealRecord.objects.exists()


def end_link(link: TableLink, how: str) -> str:
    """Let a link end in a way; gives the token to try."""
    if how == "revoked":
        revoke_link(link, by=None, source="web")
    elif how == "run out":
        TableLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif how == "closed":
        Event.objects.filter(pk=link.table.event_id).update(is_open=False)
    token = sign_link(link)
    return {"tampered": f"{link.pk + 1}{token[token.index(':') :]}", "cut": token[:-3]}.get(how, token)


ENDS = {
    "revoked": (410, "was revoked"),
    "run out": (410, "has run out"),
    "closed": (410, "is closed"),
    "tampered": (404, "no link to a table here"),
    "cut": (404, "no link to a table here"),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_link_that_opens_nothing_says_why_and_what_to_do(how: str, link: TableLink) -> None:
    phone = Client()
    answer = phone.get(f"/t/{end_link(link, how)}/")
    status, words = ENDS[how]
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert 'href="/open/"' in answer.content.decode()
    assert "no-store" in answer.headers["Cache-Control"]
    assert "form" not in phone.get(PAGE).context


def test_nothing_can_be_recorded_by_a_link_when_the_event_is_closed(link: TableLink) -> None:
    phone = scan(link)
    form = {**HAND, **read_form(phone, PAGE)}
    Event.objects.update(is_open=False)
    assert phone.post(PAGE, form).status_code == 409
    assert not DealRecord.objects.exists()


@pytest.mark.parametrize("path", ["/open/", PAGE, SECRET, f"{PAGE}side/"])
def test_what_a_link_opens_is_kept_in_no_cache(path: str, link: TableLink, secret_link: TableLink) -> None:
    set_way(link.table.event.league, EntryWay.BOTH)
    phone = scan(secret_link, scan(link))
    phone.post(f"{PAGE}side/", {"side": "NS"})
    answer = phone.get(path)
    assert answer.status_code == 200
    assert {"no-store", "private"} <= {part.strip() for part in answer.headers["Cache-Control"].split(",")}


def test_the_session_gets_a_new_key_when_a_table_is_opened(link: TableLink, secret_link: TableLink) -> None:
    """Whoever planted a session on a phone is not at the table with it."""
    phone = Client()
    phone.get(f"/t/{sign_link(secret_link)}/")
    planted = phone.cookies[settings.SESSION_COOKIE_NAME].value
    scan(link, phone)
    assert phone.cookies[settings.SESSION_COOKIE_NAME].value != planted
    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = planted
    assert "form" not in thief.get(PAGE).context
    assert thief.get(SECRET).status_code == 404


def test_a_phone_stays_at_the_table_for_days(link: TableLink) -> None:
    phone = scan(link)
    assert phone.session.get_expiry_age() > 2 * 24 * 3600
    assert not phone.session.get_expire_at_browser_close()


def test_forms_of_a_link_need_the_sites_own_token(link: TableLink) -> None:
    phone = scan(link, Client(enforce_csrf_checks=True))
    form = {**HAND, **read_form(phone, PAGE)}
    for path in (PAGE, f"{PAGE}side/", f"{PAGE}leave/", "/open/"):
        assert phone.post(path, form).status_code == 403
    assert not DealRecord.objects.exists()


# --- The short code ----------------------------------------------------------------------------


def test_a_typed_code_opens_the_table(link: TableLink) -> None:
    phone = Client()
    typed = show_code(link.code).lower().replace("-", " . ")
    answer = phone.post("/open/", {"code": typed})
    assert (answer.status_code, answer.headers["Location"]) == (303, PAGE)
    assert save(phone).status_code == 303


def test_home_and_every_page_lead_to_the_code(table: Table, scorer: Client) -> None:
    assert "Open a table with its code" in Client().get("/").content.decode()
    assert 'href="/open/"' in Client().get("/games/").content.decode()
    assert 'href="/open/"' not in scorer.get("/games/").content.decode()


@pytest.mark.parametrize("how", ["revoked", "run out", "closed", "unknown", "nonsense"])
def test_a_code_that_opens_nothing_comes_back_with_a_sentence(how: str, link: TableLink) -> None:
    end_link(link, how)
    typed = {"unknown": "CCCCCCC", "nonsense": "<b>\u0000"}.get(how, link.code)
    answer = Client().post("/open/", {"code": typed})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert settings.SESSION_COOKIE_NAME not in answer.cookies


def most(scope: str) -> int:
    rates: Any = api_settings.DEFAULT_THROTTLE_RATES
    return int(rates[scope].partition("/")[0])


def test_wrong_codes_from_one_address_are_limited_and_right_ones_are_not_counted(link: TableLink) -> None:
    for _try in range(most("wrong_codes") + 5):
        assert Client().post("/open/", {"code": link.code}).status_code == 303
    for _try in range(most("wrong_codes")):
        assert Client().post("/open/", {"code": "CCCCCCC"}).status_code == 422
    locked = Client().post("/open/", {"code": link.code})
    assert locked.status_code == 429
    assert 0 < int(locked.headers["Retry-After"]) <= 3600
    assert "Scan the square" in locked.content.decode()
    assert Client().get("/open/").status_code == 429
    assert Client().post("/open/", {"code": link.code}, REMOTE_ADDR="10.1.2.3").status_code == 303
    assert Client().get(f"/t/{sign_link(link)}/").status_code == 303


def test_wrong_codes_from_many_addresses_lock_typing_for_everybody(link: TableLink) -> None:
    each = most("wrong_codes") - 1
    for number in range(most("wrong_codes_everywhere")):
        address = f"10.0.{number // each}.1"
        assert Client().post("/open/", {"code": "CCCCCCC"}, REMOTE_ADDR=address).status_code == 422
    assert Client().post("/open/", {"code": link.code}, REMOTE_ADDR="192.168.1.1").status_code == 429


def test_the_limit_ends_by_itself(link: TableLink, monkeypatch: pytest.MonkeyPatch) -> None:
    for _try in range(most("wrong_codes")):
        Client().post("/open/", {"code": "CCCCCCC"})
    wait = int(Client().get("/open/").headers["Retry-After"])
    clock = WrongCodes.timer
    monkeypatch.setattr(WrongCodes, "timer", staticmethod(lambda: clock() + wait + 1))
    assert Client().post("/open/", {"code": link.code}).status_code == 303


# --- Sides ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [EntryWay.CONFIRM, EntryWay.BOTH])
def test_where_both_sides_have_a_phone_each_says_first_whose_it_is(way: EntryWay, link: TableLink) -> None:
    set_way(link.table.event.league, way)
    phone = Client()
    assert phone.get(f"/t/{sign_link(link)}/").headers["Location"] == f"{PAGE}side/"
    assert phone.get(PAGE).headers["Location"] == f"{PAGE}side/"
    assert phone.post(PAGE, {**HAND, "key": "k", "position": "1"}).headers["Location"] == f"{PAGE}side/"
    refused = phone.post(PAGE, {**HAND, "key": "k", "position": "1"}, headers=HTMX)
    assert refused.headers["HX-Redirect"] == f"{PAGE}side/"
    assert not DealRecord.objects.exists()
    page = phone.get(f"{PAGE}side/").content.decode()
    assert "Ann &amp; Cyd" in page
    assert "Bob &amp; Dee" in page
    assert phone.post(f"{PAGE}side/", {"side": "NS"}).headers["Location"] == PAGE
    assert save(phone).status_code == 303
    assert DealRecord.objects.get().side == "NS"
    assert "for Ann &amp; Cyd" in phone.get(PAGE).content.decode()
    phone.post(f"{PAGE}side/", {"side": "EW"})
    assert "for Bob &amp; Dee" in phone.get(PAGE).content.decode()


def test_a_renewed_link_keeps_the_side_that_was_chosen(link: TableLink) -> None:
    set_way(link.table.event.league, EntryWay.BOTH)
    phone = scan(link)
    phone.post(f"{PAGE}side/", {"side": "EW"})
    again = make_link(link.table, by=None, source="web")
    assert phone.get(f"/t/{sign_link(again)}/").headers["Location"] == PAGE


@pytest.mark.parametrize("side", ["", "N", "XX", "NS\0"])
def test_a_side_that_does_not_play_is_asked_for_again(side: str, link: TableLink) -> None:
    set_way(link.table.event.league, EntryWay.BOTH)
    phone = scan(link)
    assert phone.post(f"{PAGE}side/", {"side": side}).status_code == 422


def test_without_a_link_there_is_no_side_to_choose(table: Table, closed_table: Table, scorer: Client) -> None:
    for client in (Client(), scorer):
        assert client.get(f"{PAGE}side/").status_code == 403
        assert client.post(f"{PAGE}side/", {"side": "NS"}).status_code == 403
    assert Client().get(f"{SECRET}side/").status_code == 404


def test_leaving_ends_access_on_this_device_only(link: TableLink, secret_link: TableLink) -> None:
    phone, other = scan(secret_link, scan(link)), scan(link)
    assert phone.post(f"{PAGE}leave/").headers["Location"] == PAGE
    assert phone.post(f"{SECRET}leave/").headers["Location"] == "/"
    assert "form" not in phone.get(PAGE).context
    assert phone.get(SECRET).status_code == 404
    assert "form" in other.get(PAGE).context
    assert other.get(f"{PAGE}leave/").status_code == 405


def test_an_admin_who_scanned_may_go_on_with_his_account(link: TableLink, admin: Client) -> None:
    set_way(link.table.event.league, EntryWay.BOTH)
    scan(link, admin)
    assert "go on with my own account" in admin.get(f"{PAGE}side/").content.decode()
    admin.post(f"{PAGE}leave/")
    assert save(admin).status_code == 303
    assert DealRecord.objects.get().source == Source.WEB


# --- The admin's page, and paper ------------------------------------------------------------------


@pytest.mark.parametrize("who", VISITORS)
def test_only_who_sets_up_sees_and_changes_codes(
    who: str, link: TableLink, secret_link: TableLink, log_in: LogIn
) -> None:
    client = log_in(who)
    codes = TableLink.objects.count()
    for path, hidden in (("/events/tuesday/links/", 403), ("/events/secret/links/", 404)):
        expected = 200 if who == "admin" else 403 if who in ("player", "scorer") else hidden
        assert client.get(path).status_code == expected
        posted = client.post(path, {"action": "revoke-round", "round": "1"}).status_code
        assert posted == (303 if who == "admin" else expected)
    assert TableLink.objects.filter(revoked_at=None).count() == (0 if who == "admin" else codes)


def test_the_admin_renews_extends_and_revokes(link: TableLink, admin: Client) -> None:
    path, table = "/events/tuesday/links/", str(link.table_id)
    page = admin.get(path).content.decode()
    assert show_code(link.code) in page
    assert "<svg" in page
    until = link.expires_at
    admin.post(path, {"action": "extend", "table": table})
    link.refresh_from_db()
    assert link.expires_at > until
    admin.post(path, {"action": "renew", "table": table})
    link.refresh_from_db()
    assert link.revoked_at is not None
    new = TableLink.objects.get(revoked_at=None)
    assert show_code(new.code) in admin.get(path).content.decode()
    admin.post(path, {"action": "revoke", "table": table})
    assert not TableLink.objects.filter(revoked_at=None).exists()
    assert "make a new one" in admin.post(path, {"action": "extend", "table": table}, follow=True).content.decode()
    admin.post(path, {"action": "make", "round": "1"})
    assert TableLink.objects.filter(revoked_at=None).count() == 1


def test_before_all_codes_of_a_round_are_revoked_the_page_says_what_happens(link: TableLink, admin: Client) -> None:
    page = admin.get("/events/tuesday/links/").content.decode()
    drawer = page[page.index("<summary>Revoke all of this round</summary>") :]
    assert drawer.index("end at once") < drawer.index('value="revoke-round"') < drawer.index("</details>")
    assert page.count('value="revoke-round"') == 1


def test_another_events_tables_are_out_of_reach(link: TableLink, secret_link: TableLink, admin: Client) -> None:
    path = "/events/tuesday/links/"
    for action in ("renew", "extend", "revoke"):
        for table in (str(secret_link.table_id), "", "x", "²", "9" * 40, "-1"):
            assert admin.post(path, {"action": action, "table": table}).status_code == 404
    for action in ("", "nonsense"):
        assert admin.post(path, {"action": action, "table": "1"}).status_code == 400
    assert TableLink.objects.filter(revoked_at=None).count() == 2


def test_a_sheet_printed_by_who_sets_up_carries_the_link_and_its_code(table: Table, admin: Client) -> None:
    answer = admin.get(f"{PAGE}sheet.pdf?blank=1")
    link = TableLink.objects.get()
    assert read_codes(answer.content) == [f"{settings.SITE_URL}/t/{sign_link(link)}/"]
    assert f"Code {show_code(link.code)}" in read_text(answer.content)
    assert "/open/" in read_text(answer.content)
    assert "no-store" in answer.headers["Cache-Control"]
    admin.get("/events/tuesday/round/1/sheets.pdf")
    assert TableLink.objects.get() == link


@pytest.mark.parametrize("who", ["nobody", "player", "scorer"])
def test_a_sheet_printed_by_anybody_else_makes_and_shows_no_link(who: str, table: Table, log_in: LogIn) -> None:
    client = log_in(who)
    assert read_codes(client.get(f"{PAGE}sheet.pdf").content) == [f"{settings.SITE_URL}{PAGE}"]
    assert not TableLink.objects.exists()
    link = make_link(table, by=None, source="web")
    scan(link, client)
    for path in (f"{PAGE}sheet.pdf", "/events/tuesday/round/1/sheets.pdf"):
        printed = client.get(path).content
        assert read_codes(printed) == [f"{settings.SITE_URL}{PAGE}"]
        assert show_code(link.code) not in read_text(printed)


def test_where_hands_come_from_paper_sheets_carry_no_link(table: Table, admin: Client) -> None:
    set_way(table.event.league, EntryWay.PAPER)
    assert read_codes(admin.get(f"{PAGE}sheet.pdf").content) == [f"{settings.SITE_URL}{PAGE}"]
    assert "enters from paper" in admin.get("/events/tuesday/links/").content.decode()


def test_every_page_of_this_part_is_tested_above() -> None:
    assert {str(pattern.pattern).rpartition("table/<int:number>/")[2] for pattern in link_urls.urlpatterns} == {
        "open/", "t/<str:token>/", "side/", "leave/", "words/", "say/<int:position>/", "events/<slug:slug>/links/",
    }  # fmt: skip
