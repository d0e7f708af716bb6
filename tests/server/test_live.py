"""Live updates of the real site: what a table saves reaches every viewer, and nobody who may not see it."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from benchmarks.viewers import Viewers
from config.network import find_free_port
from tests.server.conftest import RunningSite, Start, is_gone, wait_until

Manage = Callable[..., "subprocess.CompletedProcess[str]"]

LIVE = r"config\.live:"
VIEWERS = 50

#: Makes two events, one of them in a league that only its members see, and a token for the API.
MAKE = """
import json
from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token
from league.models import League
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
user = User.objects.create_superuser("tester")
made = {"token": Token.objects.create(user=user).key}
for name, is_public in (("open", True), ("closed", False)):
    league = create_league(name, by=user, source="command", is_public=is_public)
    players = add_players(league, ["Ann", "Bob", "Cyd", "Dee"], by=user, source="command").added
    event = create_event(league, name=name, game="land-grant-euchre", by=user, source="command")
    table = seat_table(event, round_number=1, number=1, seats=dict(zip("NESW", players)), by=user, source="command")
    made[name] = {"slug": event.slug, "table": table.pk}
print(json.dumps(made))
"""

#: Makes the address of a stream as the site did 601 seconds ago, and as it does now, whoever may see it.
SIGN = """
import time
from unittest.mock import patch
from league.web.live import LiveToken, write_token
event = Event.objects.get(slug="{slug}")
token = LiveToken(event=event.pk, view="{view}", language="en", origin="http://127.0.0.1")
with patch("time.time", return_value=time.time() - 601):
    print(write_token(token))
print(write_token(token))
"""


def fetch(url: str, *, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, str]:
    """Status and text of an answer."""
    data = None if body is None else json.dumps(body).encode()
    sent = {**(headers or {}), **({"Content-Type": "application/json"} if data else {})}
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, data=data, headers=sent), timeout=20) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


class World:
    """The running site with its two events."""

    def __init__(self, site: RunningSite, port: int, made: dict[str, Any], manage: Manage) -> None:
        self.site, self.url, self.made, self.manage = site, f"http://127.0.0.1:{port}", made, manage

    def ask_for_stream(self, event: str = "open", view: str = "event") -> str:
        """The address that the site gives to somebody who is not logged in."""
        status, text = fetch(f"{self.url}/events/{self.made[event]['slug']}/live/{view}/")
        assert status == 200, text
        return str(json.loads(text)["stream"])

    def record(self, event: str = "open", *, position: int) -> int:
        """Enter a hand; the event's revision after it."""
        status, text = fetch(
            f"{self.url}/api/v1/tables/{self.made[event]['table']}/deals/",
            body={"position": position, "facts": {"maker": "NE"[position % 2], "tricks": 3}},
            headers={"Authorization": f"Token {self.made['token']}", "Idempotency-Key": f"{event}-{position}"},
        )
        assert status == 201, text
        return self.read_revision(event)

    def read_revision(self, event: str = "open") -> int:
        """What the page of the event says that it shows."""
        _status, page = fetch(f"{self.url}/events/{self.made[event]['slug']}/")
        return int(page.split('data-stamp="')[1].partition('"')[0])

    def find_position(self, event: str = "open") -> int:
        """The place of the next hand."""
        _status, text = fetch(f"{self.url}/api/v1/tables/{self.made[event]['table']}/")
        return int(json.loads(text)["next_position"])

    def run(self, code: str) -> str:
        result = self.manage("manage.py", "shell", "--no-imports", "-c", f"from league.models import *\n{code}")
        assert result.returncode == 0, result.stderr
        return result.stdout.strip()


@pytest.fixture(scope="module")
def made(run_manage: Manage) -> dict[str, Any]:
    """What the tests of this file share in the folder of their site."""
    result = run_manage("manage.py", "shell", "--no-imports", "-c", MAKE)
    assert result.returncode == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture(scope="module")
def find_world(start_shared_site: Start, run_manage: Manage, made: dict[str, Any]) -> Callable[[], World]:
    """The site that the tests of this file share; started anew where one has stopped it."""
    worlds: list[World] = []

    def find() -> World:
        if not worlds or worlds[-1].site.process.poll() is not None:
            port, live_port = find_free_port(), find_free_port()
            site = start_shared_site("--port", str(port), "--no-worker", "--live-port", str(live_port))
            worlds.append(World(site, port, made, run_manage))
        world = worlds[-1]
        assert wait_until(lambda: is_listening(world.ask_for_stream()), seconds=20), world.site.read_log()
        return world

    return find


@pytest.fixture
def world(find_world: Callable[[], World]) -> World:
    return find_world()


def test_what_is_saved_reaches_every_viewer_within_two_seconds(world: World) -> None:
    before = world.read_revision()
    position = world.find_position()
    with Viewers(world.ask_for_stream(), count=VIEWERS, stamp=str(before), origin=world.url) as viewers:
        assert viewers.wait(lambda viewer: viewer.events, seconds=20)
        assert {viewer.status for viewer in viewers.all} == {200}
        saved_at = time.monotonic()
        revision = world.record(position=position)
        assert viewers.wait_for_stamp(revision, seconds=20)
    delays = [
        min(at for at, stamp in viewer.list_stamps() if int(stamp) >= revision) - saved_at for viewer in viewers.all
    ]
    assert max(delays) < 2, delays
    first = next(json.loads(data) for _at, name, data in viewers.all[0].events if name == "parts")
    assert first["stamp"] == str(revision)
    table = f"live-table-{world.made['open']['table']}"
    assert set(first["parts"]) <= {table, "live-standings"}, "only what changed is sent"
    assert table in first["parts"]


def test_who_is_behind_gets_the_whole_and_who_is_not_gets_nothing(world: World) -> None:
    revision = world.read_revision()
    address = world.ask_for_stream()
    with Viewers(address, stamp=str(revision - 1)) as late, Viewers(address, stamp=str(revision)) as right:
        assert late.wait_for_stamp(revision, seconds=20)
        assert right.wait(lambda viewer: viewer.events, seconds=20)
        time.sleep(1)
    # The time of day is sent every few seconds, also in between.
    (whole,) = [json.loads(data) for _at, name, data in late.all[0].events if name != "now"]
    assert list(whole["parts"]) == ["live"]
    assert {name for _at, name, _data in right.all[0].events} == {"now"}


def test_a_hand_is_saved_while_the_live_process_is_gone_and_it_comes_back(world: World) -> None:
    victim = world.site.find_process(LIVE)
    assert victim is not None
    with Viewers(world.ask_for_stream(), count=3) as viewers:
        assert viewers.wait(lambda viewer: viewer.events, seconds=20)
        os.kill(victim, signal.SIGKILL)
        assert viewers.wait(lambda viewer: viewer.is_over, seconds=20)
    revision = world.record(position=world.find_position())
    assert wait_until(lambda: world.site.find_process(LIVE) not in (None, victim), seconds=20), world.site.read_log()
    assert "live updates ended unexpectedly" in world.site.read_log()
    assert wait_until(lambda: is_listening(world.ask_for_stream()), seconds=20)
    with Viewers(world.ask_for_stream(), stamp=str(revision - 1)) as again:
        assert again.wait_for_stamp(revision, seconds=20)


def is_listening(address: str) -> bool:
    host, _colon, port = address.split("/")[2].partition(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


def test_no_address_opens_what_its_bearer_may_not_see(world: World) -> None:
    good = world.ask_for_stream()
    start, _slash, token = good.rstrip("/").rpartition("/")
    assert fetch(f"{start}/{token[:-1]}{'A' if token[-1] != 'A' else 'B'}/")[0] == 403, "tampered with"
    body, _colon, signature = token.partition(":")
    assert fetch(f"{start}/{body}x:{signature}/")[0] == 403, "another event"
    assert fetch(f"{start}/nonsense/")[0] == 403
    assert fetch(good, headers={"Origin": "http://elsewhere.example.org"})[0] == 403, "another site"
    assert fetch(good.rpartition("/live/")[0] + "/")[0] == 404
    assert fetch(good, body={})[0] == 405
    for view in ("event-admin", "board"):
        assert fetch(f"{world.url}/events/{world.made['open']['slug']}/live/{view}/")[0] == 403
    for view in ("event", "projector", "clock", "board"):
        assert fetch(f"{world.url}/events/{world.made['closed']['slug']}/live/{view}/")[0] == 404
    assert fetch(f"{world.url}/events/{world.made['open']['slug']}/live/nonsense/")[0] == 404


def test_an_old_address_opens_nothing(world: World) -> None:
    old, new = world.run(SIGN.format(slug=world.made["open"]["slug"], view="event")).split()
    start = world.ask_for_stream().rstrip("/").rpartition("/")[0]
    assert fetch(f"{start}/{old}/")[0] == 403
    with Viewers(f"{start}/{new}/") as viewers:
        assert viewers.wait(lambda viewer: viewer.status == 200, seconds=20)


def test_a_league_that_closes_sends_its_viewers_away(world: World) -> None:
    with Viewers(world.ask_for_stream(), count=2) as viewers:
        assert viewers.wait(lambda viewer: viewer.list_stamps(), seconds=20)
        world.run('League.objects.filter(name="open").update(is_public=False)')
        try:
            assert viewers.wait(lambda viewer: viewer.is_over, seconds=20)
            assert viewers.all[0].events[-1][1] == "end"
            assert fetch(f"{world.url}/events/{world.made['open']['slug']}/live/event/")[0] == 404
        finally:
            world.run('League.objects.filter(name="open").update(is_public=True)')


def test_open_streams_do_not_keep_the_site_from_stopping(world: World, site_folder: Path) -> None:
    with Viewers(world.ask_for_stream(), count=5) as viewers:
        assert viewers.wait(lambda viewer: viewer.events, seconds=20)
        begin = time.monotonic()
        world.site.process.terminate()
        assert world.site.process.wait(timeout=60) == 0
        assert time.monotonic() - begin < 10
    assert is_gone(site_folder)


def test_a_port_that_is_taken_leaves_the_site_with_polling(start_site: Start) -> None:
    port = find_free_port()
    with socket.socket() as other:
        other.bind(("127.0.0.1", port + 1))
        other.listen(1)
        site = start_site("--port", str(port), "--no-worker")
        assert f"No live updates: port {port + 1} is already used" in site.read_log()
        assert site.find_process(LIVE) is None
        assert fetch(f"http://127.0.0.1:{port}/")[0] == 200


def test_a_live_port_that_was_asked_for_and_is_taken_stops_the_start() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        taken = other.getsockname()[1]
        with pytest.raises(CommandError, match=rf"live updates cannot start: port {taken} .* --live-port"):
            call_command("serve", "--port", str(find_free_port()), "--live-port", str(taken))


def test_without_live_updates_no_process_is_started_and_pages_poll(start_site: Start, made: dict[str, Any]) -> None:
    port = find_free_port()
    site = start_site("--port", str(port), "--no-worker", "--no-live")
    assert site.find_process(LIVE) is None
    status, page = fetch(f"http://127.0.0.1:{port}/events/{made['open']['slug']}/")
    assert status == 200
    assert 'data-stream=""' in page
    assert re.search(r'data-news="/news/[^"]+"', page)
