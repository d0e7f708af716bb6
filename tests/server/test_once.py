"""`script/server --once`: the proof that the site starts on this machine."""

import re
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.server.conftest import OWN_ADDRESS, ROOT, is_gone, needs_network

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def start_once(environment: dict[str, str], folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(ROOT / "script" / "server"), "--once"],
        cwd=folder,  # any folder will do
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def count_users(run_manage: Run) -> str:
    code = "from django.contrib.auth.models import User; print(User.objects.count())"
    return run_manage("manage.py", "shell", "--no-imports", "-c", code).stdout.strip()


def test_it_says_ready_and_leaves_nothing_running(
    site_environment: dict[str, str], site_folder: Path, tmp_path: Path, run_manage: Run
) -> None:
    first = start_once(site_environment, tmp_path)
    assert first.returncode == 0, first.stdout + first.stderr
    assert re.fullmatch(r"ready http://127\.0\.0\.1:\d+/", first.stdout.splitlines()[-1])
    assert is_gone(site_folder)

    settings_file = site_folder / "settings.env"
    assert stat.S_IMODE(settings_file.stat().st_mode) == 0o600
    kept, users = settings_file.read_text(encoding="utf-8"), count_users(run_manage)
    assert users != "0"

    second = start_once(site_environment, tmp_path)
    assert second.returncode == 0, second.stdout + second.stderr
    assert second.stdout.splitlines()[:-1] == [], "the demo is made, and its password shown, only the first time"
    assert settings_file.read_text(encoding="utf-8") == kept
    assert count_users(run_manage) == users


@needs_network
def test_with_hall_the_home_page_comes_at_that_address(run_manage: Run, site_folder: Path) -> None:
    result = run_manage("manage.py", "serve", "--once", "--no-worker", "--hall", OWN_ADDRESS)
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.fullmatch(rf"ready http://{re.escape(OWN_ADDRESS)}:\d+/", result.stdout.splitlines()[-1])
    assert is_gone(site_folder)


def test_a_home_page_that_fails_is_a_failure_with_the_log(run_manage: Run, site_folder: Path) -> None:
    result = run_manage("manage.py", "serve", "--once", DJANGO_SETTINGS_MODULE="tests.server.broken_site")
    assert result.returncode == 1
    assert "answered with status 500, not 200" in result.stderr
    assert "RuntimeError: the shelf fell down" in result.stderr
    assert "ready" not in result.stdout
    assert is_gone(site_folder)
