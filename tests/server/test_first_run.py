"""The settings file of a new site: made once, secret, the same for all who start at once."""

import json
import stat
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.first_run import make_settings_file

Run = Callable[..., "subprocess.CompletedProcess[str]"]

PRINT_SETTINGS = """
import json
from config import settings as s
print(json.dumps({name: getattr(s, name) for name in dir(s) if name.isupper()}, default=lambda value: None))
"""

READ_PRAGMAS = """
import django
django.setup()
from django.db import connection
cursor = connection.cursor()
print([cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "foreign_keys", "synchronous")])
"""
NORMAL = 1


def read_settings(run_manage: Run, **environment: str) -> dict[str, Any]:
    result = run_manage("-c", PRINT_SETTINGS, **environment)
    assert result.returncode == 0, result.stderr
    settings: dict[str, Any] = json.loads(result.stdout)
    return settings


def test_the_file_is_secret_and_never_the_same(tmp_path: Path) -> None:
    one, other = (make_settings_file(tmp_path / name) for name in ("one", "other"))
    assert stat.S_IMODE(one.stat().st_mode) == 0o600
    assert stat.S_IMODE(one.parent.stat().st_mode) == 0o700
    assert one.read_text() != other.read_text()
    assert [path.name for path in one.parent.iterdir()] == ["settings.env"], "no draft is left"


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    (tmp_path / "settings.env").write_text("SECRET_KEY=mine\n")
    assert make_settings_file(tmp_path).read_text() == "SECRET_KEY=mine\n"


def test_all_who_start_at_once_get_one_key(run_manage: Run, tmp_path: Path) -> None:
    folder = str(tmp_path / "new")
    with ThreadPoolExecutor(4) as pool:
        keys = pool.map(lambda _: read_settings(run_manage, VAR_DIR=folder)["SECRET_KEY"], range(4))
    assert len(set(keys)) == 1


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match=r"file/var cannot be made .* VAR_DIR"):
        make_settings_file(tmp_path / "file" / "var")


def test_a_new_site_is_safe(run_manage: Run, tmp_path: Path) -> None:
    settings = read_settings(run_manage, VAR_DIR=str(tmp_path))
    assert settings["DEBUG"] is False
    assert len(str(settings["SECRET_KEY"])) >= 50
    assert set(settings["ALLOWED_HOSTS"]) == {"127.0.0.1", "localhost", "[::1]"}
    assert settings["SESSION_COOKIE_SECURE"] is False, "or nobody could log in over http"


def test_a_secret_key_of_the_environment_needs_no_file(run_manage: Run, tmp_path: Path) -> None:
    settings = read_settings(run_manage, VAR_DIR=str(tmp_path), SECRET_KEY="from outside")
    assert settings["SECRET_KEY"] == "from outside"
    assert not (tmp_path / "settings.env").exists()


def test_the_environment_goes_before_the_file(run_manage: Run, tmp_path: Path) -> None:
    (tmp_path / "settings.env").write_text("SECRET_KEY=x\nSITE_URL=http://file.example.org\n")
    assert read_settings(run_manage, VAR_DIR=str(tmp_path))["SITE_URL"] == "http://file.example.org"
    outside = read_settings(run_manage, VAR_DIR=str(tmp_path), SITE_URL="http://outside.example.org/")
    assert outside["SITE_URL"] == "http://outside.example.org"


def test_an_https_address_makes_cookies_secure_and_is_allowed(run_manage: Run, tmp_path: Path) -> None:
    settings = read_settings(run_manage, VAR_DIR=str(tmp_path), SITE_URL="https://scores.example.org")
    assert settings["SESSION_COOKIE_SECURE"] is settings["CSRF_COOKIE_SECURE"] is True
    assert "scores.example.org" in settings["ALLOWED_HOSTS"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://scores.example.org"]


def test_addresses_switch_to_postgresql_and_redis(run_manage: Run, tmp_path: Path) -> None:
    settings = read_settings(
        run_manage,
        VAR_DIR=str(tmp_path),
        DATABASE_URL="postgres://db.example.org/scores",
        REDIS_URL="redis://redis.example.org/0",
    )
    database, cache = settings["DATABASES"]["default"], settings["CACHES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert cache["LOCATION"] == settings["CELERY_BROKER_URL"] == "redis://redis.example.org/0"
    assert not (tmp_path / "queue").exists()


def test_sqlite_lets_readers_go_on_and_keeps_references(run_manage: Run, tmp_path: Path) -> None:
    result = run_manage("-c", READ_PRAGMAS, VAR_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="config.settings")
    assert result.stdout.strip() == str(["wal", 1, NORMAL]), result.stderr
