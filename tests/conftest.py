"""Services and marks that tests of several folders share. What one folder needs is in its own conftest."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit, urlunsplit

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import TransactionTestCase
from django.utils import translation

from tests.examples import IS_LONG, load_profile
from tests.migrated import begin_from_copy, find_copy, keep_copy
from tests.worker import run_worker

TESTS = Path(__file__).resolve().parent
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}

#: What these test is what a page, a sheet or an answer shows of what services and selectors give it, and those are
#: tested on both databases by the others. Here SQLite alone is asked, but for tests marked `postgres`: every page is
#: read once on PostgreSQL too.
SHOWING = (
    "web", "printing", "api/test_description.py", "api/test_reads.py", "api/test_rights.py", "api/test_score.py",
    "api/test_sheets.py", "api/test_tokens.py", "imports/test_decoding.py", "imports/test_faults.py",
    "imports/test_forms.py", "imports/test_pages.py", "imports/test_workbooks.py",
)  # fmt: skip

load_profile()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Set the marks that follow from where a test is and what it uses; browser tests come last.

    Last, because Playwright leaves an event loop running in the main thread, in which Django would
    refuse the database to the tests after it.
    """
    for item in items:
        for folder in ("browser", "concurrency"):
            if item.path.is_relative_to(TESTS / folder):
                item.add_marker(folder)
        fixtures = set(getattr(item, "fixturenames", ()))
        if "redis_url" in fixtures:
            item.add_marker("redis")
        cls = getattr(item, "cls", None)
        is_django_case = cls is not None and issubclass(cls, TransactionTestCase)
        uses_database = is_django_case or item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES
        is_showing = any(item.path.is_relative_to(TESTS / shown) for shown in SHOWING)
        if uses_database and (not is_showing or item.get_closest_marker("postgres")):
            item.add_marker("database")
        if item.get_closest_marker("long") and not IS_LONG:
            item.add_marker(pytest.mark.skip(reason="takes minutes; run script/test --long"))
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_collection_finish() -> None:
    """Look for garbage seldom: what was read and collected stays to the end, and to look at it again takes long."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.fixture(scope="session")
def migrated_copy(request: pytest.FixtureRequest) -> Path | None:
    """Where the migrated database is kept for the next run; None where it is not SQLite, or nothing is to be kept."""
    kept = getattr(request.config, "cache", None)
    if kept is None or connection.vendor != "sqlite":
        return None
    return find_copy(kept.mkdir("migrated"))


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None, migrated_copy: Path | None) -> bool:
    """Migrations begin where those of an earlier run ended. (The folder of the database goes at the end anyway.)"""
    if migrated_copy is None:
        return django_db_keepdb
    begin_from_copy(migrated_copy)
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, migrated_copy: Path | None) -> None:
    """The database of the tests, of which a copy stays."""
    if migrated_copy is not None:
        keep_copy(migrated_copy)


def _miss(what: str) -> NoReturn:
    """Fail in CI, where everything has to be tested; elsewhere skip and say why."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Rate limits count from nothing in every test. (The cache of the tests is this process's memory.)"""
    cache.clear()


@pytest.fixture(autouse=True)
def _no_news() -> None:
    """What pages that ask were told belongs to the database of one test."""
    from league.live.news import desk  # needs the settings

    desk.forget()


@pytest.fixture(autouse=True)
def _english() -> None:
    """A page in another language leaves that language active in its thread; every test begins in English."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture
def redis_url(worker_id: str) -> str:
    """The address of an empty Redis database: the one of TEST_REDIS_URL, else number 15 of this machine.

    It is emptied! Parallel test processes count down from that number.
    """
    return empty_redis(worker_id)


def empty_redis(worker_id: str) -> str:
    """Empty the Redis database of this test process; its address."""
    address = urlsplit(os.environ.get("TEST_REDIS_URL") or "redis://127.0.0.1:6379/15")
    process = int(worker_id.removeprefix("gw")) if worker_id.startswith("gw") else 0
    number = max(int(address.path.strip("/") or 0) - process, 0)
    url = urlunsplit(address._replace(path=f"/{number}"))
    try:
        with redis.from_url(url, socket_connect_timeout=3) as client:
            client.flushdb()
    except redis.ConnectionError as error:
        _miss(f"no Redis at {url} ({error}); start one or set TEST_REDIS_URL")
    return url


@pytest.fixture
def redis_worker(redis_url: str, transactional_db: None) -> Iterator[None]:
    """Tasks go through a real Redis to a worker in another process, which uses the test database."""
    with run_worker(redis_url=redis_url):
        yield


@pytest.fixture
def folder_worker(transactional_db: None) -> Iterator[None]:
    """Tasks go through the queue folder to a worker in another process: the site without Redis."""
    with run_worker(redis_url=None):
        yield


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """The folder with agreed cases and real score sheets that may lie beside this checkout."""
    folder = TESTS.parent.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no folder ../shared with cases and real score sheets beside this checkout")
    return folder


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the Chromium of this machine (TEST_CHROMIUM says which), which phones nowhere."""
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    chromium = os.environ.get("TEST_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not chromium:
        _miss("no Chromium on this machine; install it or set TEST_CHROMIUM to its path")
    # Playwright's event loop lives in the thread of the tests; the tests themselves wait for it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    quiet = (
        "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
    )  # fmt: skip
    return browser_type_launch_args | {"executable_path": chromium, "args": list(quiet)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Browsers speak English unless a test says otherwise, whatever the machine speaks."""
    return browser_context_args | {"locale": "en-GB"}
