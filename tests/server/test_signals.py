"""However the site ends, nothing of it goes on running; and what dies by itself is started again."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from config.network import find_free_port
from tests.server.conftest import RunningSite, is_gone, wait_until

Start = Callable[..., RunningSite]
WORKER = r"-m celery"
WEB_SERVER = r"config\.wsgi:"
LIVE = r"config\.live:"


def test_a_signal_stops_everything(start_site: Start, site_folder: Path) -> None:
    site = start_site("--port", str(find_free_port()))
    assert site.find_process(WORKER)
    assert site.find_process(WEB_SERVER)
    assert site.find_process(LIVE)
    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(timeout=60) == 0
    assert is_gone(site_folder)
    assert "Odd Trick has stopped." in site.read_log()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_stop_everything(start_site: Start, site_folder: Path, number: int) -> None:
    site = start_site("--port", str(find_free_port()))
    os.killpg(site.process.pid, number)
    assert site.process.wait(timeout=60) == 0
    assert is_gone(site_folder)
    assert "Traceback" not in site.read_log()


def test_even_a_kill_leaves_no_orphan(start_site: Start, site_folder: Path) -> None:
    site = start_site("--port", str(find_free_port()))
    site.process.kill()
    site.process.wait()
    assert is_gone(site_folder)


@pytest.mark.parametrize("pattern", [WORKER, WEB_SERVER, LIVE])
def test_a_program_that_dies_is_started_again(start_site: Start, site_folder: Path, pattern: str) -> None:
    site = start_site("--port", str(find_free_port()))
    victim = site.find_process(pattern)
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    assert wait_until(lambda: site.find_process(pattern) not in (None, victim), seconds=20), site.read_log()
    assert "ended unexpectedly" in site.read_log()
    site.process.terminate()
    assert site.process.wait(timeout=60) == 0
    assert is_gone(site_folder)


def test_no_worker_when_others_run_elsewhere(start_site: Start) -> None:
    site = start_site("--port", str(find_free_port()), "--no-worker")
    assert site.find_process(WEB_SERVER)
    assert site.find_process(WORKER) is None
