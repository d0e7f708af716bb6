"""What makes the site an app: manifest, service worker, the page for no network, and what the table page tells them."""

from __future__ import annotations

import json
import re

import pytest
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils.http import parse_http_date

from league.models import League, Player, Table
from tests.web.conftest import HTMX, read_form, record
from tests.web.playing import address, open_table

URL = "/events/tuesday/round/1/table/1/"
#: What the worker is told of addresses at which a phone is passed on: by a form that is sent, by a page asked for.
PATTERNS = ("LEAVING", "ARRIVING")


def test_the_manifest_names_icons_that_are_there(client: Client, db: None) -> None:
    response = client.get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    manifest = json.loads(response.content)
    assert (manifest["display"], manifest["scope"], manifest["start_url"]) == ("standalone", "/", "/")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/").partition("?")[0])


def test_the_worker_may_serve_the_whole_site_and_is_asked_for_anew_each_time(client: Client, db: None) -> None:
    response = client.get("/sw.js")
    assert response["Content-Type"].startswith("text/javascript")
    assert response["Service-Worker-Allowed"] == "/"
    assert "no-cache" in response["Cache-Control"]
    text = response.content.decode()
    files = json.loads(re.search(r"^const FILES = (.*);$", text, re.MULTILINE)[1])  # type: ignore[index]
    page = client.get("/offline/").content.decode()
    asked = set(re.findall(r'(?:href|src)="(/static/[^"#]*)', page))
    assert asked <= set(files), "the page for no network comes whole"
    assert len(asked) > 4


@pytest.mark.parametrize(
    ("path", "leaves"),
    [
        ("/accounts/logout/", "LEAVING"),
        ("/accounts/login/", "LEAVING"),
        ("/open/", "LEAVING"),
        (f"{URL}leave/", "LEAVING"),
        (f"{URL}side/", "LEAVING"),
        ("/t/signed:token/", "ARRIVING"),
        ("/t/12", ""),
        (URL, ""),
        ("/language/", ""),
        ("/theme/", ""),
    ],
)
def test_copies_are_thrown_away_where_a_phone_is_passed_on(path: str, leaves: str, client: Client, db: None) -> None:
    text = client.get("/sw.js").content.decode()
    patterns = {name: json.loads(re.search(rf"^const {name} = (.*);$", text, re.MULTILINE)[1]) for name in PATTERNS}  # type: ignore[index]
    assert [name for name in PATTERNS if re.search(patterns[name], path)] == [leaves] * bool(leaves)


def test_the_page_for_no_network_says_nothing_about_anybody(scorer: Client, table: Table) -> None:
    page = scorer.get("/offline/").content.decode()
    assert page == Client().get("/offline/").content.decode()
    assert "csrfmiddlewaretoken" not in page
    assert "Log out" not in page


def test_an_address_of_a_file_changes_with_the_file(client: Client, db: None) -> None:
    page = client.get("/offline/").content.decode()
    assert re.search(r'href="/static/oddtrick/oddtrick\.css\?v=[0-9a-f]{10}"', page)
    assert re.search(r'href="/static/oddtrick/logo\.svg\?v=[0-9a-f]{10}#mark"', page)


def test_a_copy_may_be_kept_by_who_records_only(scorer: Client, table: Table) -> None:
    assert parse_http_date(scorer.get(URL)["X-Keep-Copy"]) > 0
    assert "X-Keep-Copy" not in Client().get(URL)
    assert "X-Keep-Copy" not in scorer.get("/events/tuesday/")
    form = read_form(scorer, URL)
    assert "X-Keep-Copy" not in scorer.post(URL, form | {"maker": "N"}), "a refusal is no copy of the page"


def test_the_page_tells_its_script_what_comes_next(scorer: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3}, {"misdeal": True})
    page = scorer.get(URL).content.decode()
    assert 'data-position="3"' in page
    assert 'data-hand="2"' in page
    assert 'data-seats="[&quot;E&quot;, &quot;S&quot;, &quot;W&quot;, &quot;N&quot;]"' in page
    assert 'data-dealers="[&quot;Bob&quot;, &quot;Cyd&quot;, &quot;Dee&quot;, &quot;Ann&quot;]"' in page


@pytest.mark.parametrize(("game", "count"), [("yukon", 5), ("seven-handed-euchre", None), ("grand", None)])
def test_who_deals_after_whom_is_told_for_every_game(
    game: str, count: int | None, admin: Client, league: League, players: list[Player]
) -> None:
    table = open_table(league, players, game=game, count=count)
    context = admin.get(address(table)).context
    assert json.loads(context["queue_seats"]) == list(table.rules.seats)
    assert json.loads(context["queue_dealers"])[0] == context["dealer"]


def test_visitors_get_nothing_of_the_queue(table: Table) -> None:
    page = Client().get(URL).content.decode()
    assert 'id="queue"' not in page
    assert "queue_page.js" not in page
    assert "data-position" not in page


def test_a_hand_that_waited_is_answered_like_a_live_one(scorer: Client, table: Table, owner: User) -> None:
    """The script sends what waited to the page's own address as htmx does, and reads the answer's status and words."""
    hand = {"maker": "E", "tricks": "5", "action": "save", "key": "waited", "position": "1"}
    first = scorer.post(URL, hand, headers=HTMX)
    again = scorer.post(URL, hand, headers=HTMX)
    assert (first.status_code, again.status_code, table.records.count()) == (200, 200, 1)
    assert 'id="play"' in again.content.decode()

    late = scorer.post(URL, hand | {"key": "other", "tricks": "3"}, headers=HTMX)
    assert late.status_code == 409
    assert re.search(r'class="note note--warn" role="alert" data-taken><strong>.*Yours was not', late.content.decode())
    same = scorer.post(URL, hand | {"key": "third"}, headers=HTMX)
    assert same.status_code == 409
    assert re.search(r'class="note note--good".*saved this very hand', same.content.decode())
    wrong = scorer.post(URL, {"key": "fourth", "position": "2", "maker": "N"}, headers=HTMX)
    assert wrong.status_code == 422
    assert re.search(r'<span class="fault">Not saved\. Say how many tricks', wrong.content.decode())
