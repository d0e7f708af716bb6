"""`script/server --once`: the proof that the site starts on this machine."""

import re
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.server.conftest import OWN_ADDRESS, FirstStart, is_gone, needs_network, start_once

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def count_users(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "oddtrick.sqlite3")) as database:
        (number,) = database.execute("SELECT count(*) FROM auth_user").fetchone()
    return int(number)


def test_it_says_ready_and_leaves_nothing_running(first_start: FirstStart, tmp_path: Path) -> None:
    assert first_start.returncode == 0, first_start.stdout + first_start.stderr
    assert re.fullmatch(r"ready http://127\.0\.0\.1:\d+/", first_start.stdout.splitlines()[-1])
    assert is_gone(Path(first_start.folder))

    folder = tmp_path / "a site"
    shutil.copytree(first_start.folder, folder)
    settings_file = folder / "settings.env"
    assert stat.S_IMODE(settings_file.stat().st_mode) == 0o600
    kept, users = settings_file.read_text(encoding="utf-8"), count_users(folder)
    assert users != 0

    second = start_once(folder)
    assert second.returncode == 0, second.stdout + second.stderr
    assert second.stdout.splitlines()[:-1] == [], "the demo is made, and its password shown, only the first time"
    assert is_gone(folder)
    assert settings_file.read_text(encoding="utf-8") == kept
    assert count_users(folder) == users


@needs_network
def test_with_hall_the_home_page_comes_at_that_address(run_manage: Run, site_folder: Path) -> None:
    result = run_manage("manage.py", "serve", "--once", "--no-worker", "--no-live", "--hall", OWN_ADDRESS)
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.fullmatch(rf"ready http://{re.escape(OWN_ADDRESS)}:\d+/", result.stdout.splitlines()[-1])
    assert is_gone(site_folder)


def test_a_home_page_that_fails_is_a_failure_with_the_log(run_manage: Run, site_folder: Path) -> None:
    options = ("--once", "--no-worker", "--no-live")
    result = run_manage("manage.py", "serve", *options, DJANGO_SETTINGS_MODULE="tests.server.broken_site")
    assert result.returncode == 1
    assert "answered with status 500, not 200" in result.stderr
    assert "RuntimeError: the shelf fell down" in result.stderr
    assert "ready" not in result.stdout
    assert is_gone(site_folder)
