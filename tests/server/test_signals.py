"""However the site ends, nothing of it goes on running; and what dies by itself is started again."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from config.network import find_free_port
from tests.server.conftest import RunningSite, Start, is_gone, wait_until

WORKER = r"-m celery"
WEB_SERVER = r"config\.wsgi:"
LIVE = r"config\.live:"
PROGRAMS = (WORKER, WEB_SERVER, LIVE)


@pytest.fixture(scope="module")
def find_site(start_shared_site: Start) -> Callable[[], RunningSite]:
    """The site that the tests of this file share with all its programs; started anew where one has ended it."""
    running: list[RunningSite] = []

    def find() -> RunningSite:
        if not running or running[-1].process.poll() is not None:
            running.append(start_shared_site("--port", str(find_free_port())))
        site = running[-1]
        assert wait_until(lambda: all(site.find_process(pattern) for pattern in PROGRAMS), seconds=20), site.read_log()
        return site

    return find


@pytest.fixture
def site(find_site: Callable[[], RunningSite]) -> RunningSite:
    return find_site()


@pytest.mark.parametrize(
    ("pattern", "name"), [(WORKER, "worker for long jobs"), (WEB_SERVER, "web server"), (LIVE, "live updates")]
)
def test_a_program_that_dies_is_started_again(site: RunningSite, pattern: str, name: str) -> None:
    victim = site.find_process(pattern)
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    assert wait_until(lambda: site.find_process(pattern) not in (None, victim), seconds=20), site.read_log()
    assert f"The {name} ended unexpectedly" in site.read_log()


def test_a_signal_stops_everything(site: RunningSite, site_folder: Path) -> None:
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(timeout=60) == 0
    assert is_gone(site_folder)
    assert "Odd Trick has stopped." in site.read_log()


def test_ctrl_c_stops_everything(site: RunningSite, site_folder: Path) -> None:
    os.killpg(site.process.pid, signal.SIGINT)
    assert site.process.wait(timeout=60) == 0
    assert is_gone(site_folder)
    assert "Traceback" not in site.read_log()


def test_even_a_kill_leaves_no_orphan(site: RunningSite, site_folder: Path) -> None:
    site.process.kill()
    site.process.wait()
    assert is_gone(site_folder)


def test_no_worker_when_others_run_elsewhere_and_a_closed_terminal_stops_the_rest(
    start_site: Start, site_folder: Path
) -> None:
    site = start_site("--port", str(find_free_port()), "--no-worker")
    assert site.find_process(WEB_SERVER)
    assert site.find_process(LIVE)
    assert site.find_process(WORKER) is None
    os.killpg(site.process.pid, signal.SIGHUP)
    assert site.process.wait(timeout=60) == 0
    assert is_gone(site_folder)
    assert "Traceback" not in site.read_log()
