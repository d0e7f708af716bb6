"""The pages of imports and exports: who gets them, what they show, with and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from league import tasks
from league.models import Event, ImportJob, League, Membership
from league.models.job import JobState
from league.models.people import Role
from league.services.import_jobs import create_job
from league.services.setup import create_event, create_league
from league.web import import_urls
from league.web.imports import MOST_ROWS_AT_ONCE
from tests.imports.conftest import TWO_TABLES, read_totals, run_import

HTMX = {"HX-Request": "true"}
VISITORS = ("nobody", "outsider", "player", "scorer", "admin", "owner")
LONG = "table,deal,maker,tricks\n" + "".join(
    f"{table},{hand},N,3\n" for table in range(1, MOST_ROWS_AT_ONCE // 5 + 2) for hand in range(1, 6)
)

#: page -> who gets it in a league that is open to everybody.
READERS = {
    "/events/{event}/import/": ("admin", "owner"),
    "/events/{event}/imports/{job}/": ("admin", "owner"),
    "/events/{event}/export.csv": VISITORS,
    "/events/{event}/export.xlsx": VISITORS,
    "/events/{event}/export.jsonl": VISITORS,
}

Commit = Callable[..., Any]


@pytest.fixture
def closed_event(owner: User) -> Event:
    league = create_league("Hilltop", by=owner, source="web", is_public=False)
    return create_event(league, name="Secret", game="land-grant-euchre", by=None, source="web")


def log_in(who: str, *leagues: League) -> Client:
    """A client for a kind of visitor to these leagues; the outsider owns another one."""
    client = Client()
    if who != "nobody":
        user, _made = User.objects.get_or_create(username=who)
        if who == "outsider":
            create_league("Elsewhere", by=user, source="web")
        else:
            for league in leagues:
                Membership.objects.get_or_create(league=league, user=user, defaults={"role": Role(who)})
        client.force_login(user)
    return client


@pytest.fixture
def admin(event: Event) -> Client:
    return log_in("admin", event.league)


def make_job(event: Event, text: str = TWO_TABLES) -> ImportJob:
    return create_job(event, content=text.encode(), file_name="hands.csv", language="en", by=None)


def send(client: Client, event: Event, text: str | bytes, *, name: str = "hands.csv") -> Any:
    content = text if isinstance(text, bytes) else text.encode()
    return client.post(f"/events/{event.slug}/import/", {"file": SimpleUploadedFile(name, content)})


def read_main(response: Any) -> str:
    """The words of a page's content, without marks."""
    text = response.content.decode()
    found = re.search(r"<main.*</main>", text, re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0] if found else text).split())


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize("path", READERS)
def test_a_page_of_an_open_league(event: Event, path: str, who: str) -> None:
    path = path.format(event=event.slug, job=make_job(event).pk)
    status = log_in(who, event.league).get(path).status_code
    assert status == (200 if who in READERS[path_of(path, event)] else 403)


@pytest.mark.parametrize("who", VISITORS)
@pytest.mark.parametrize("path", READERS)
def test_a_page_of_a_closed_league(closed_event: Event, path: str, who: str) -> None:
    path = path.format(event=closed_event.slug, job=make_job(closed_event).pk)
    status = log_in(who, closed_event.league).get(path).status_code
    if who in ("nobody", "outsider"):
        assert status == 404
    else:
        assert status == (200 if who in READERS[path_of(path, closed_event)] else 403)


def path_of(path: str, event: Event) -> str:
    return re.sub(r"imports/\d+/", "imports/{job}/", path.replace(event.slug, "{event}"))


@pytest.mark.parametrize("who", VISITORS)
def test_who_may_send_a_file(
    event: Event, closed_event: Event, who: str, django_capture_on_commit_callbacks: Commit
) -> None:
    client = log_in(who, event.league, closed_event.league)
    may = who in ("admin", "owner")
    with django_capture_on_commit_callbacks(execute=True):
        assert send(client, event, TWO_TABLES).status_code == (303 if may else 403)
        refused = 404 if who in ("nobody", "outsider") else 403
        assert send(client, closed_event, TWO_TABLES).status_code == (303 if may else refused)
    assert ImportJob.objects.count() == (2 if may else 0)
    assert event.tables.count() == (2 if may else 0)


def test_a_job_is_found_under_its_own_event_only(event: Event, closed_event: Event) -> None:
    client = log_in("admin", event.league)
    job = make_job(closed_event)
    assert client.get(f"/events/{event.slug}/imports/{job.pk}/").status_code == 404


def test_every_page_of_this_part_is_listed_above() -> None:
    patterns = {str(pattern.pattern) for pattern in import_urls.urlpatterns}
    listed = {path[1:].format(event="<slug:slug>", job="<int:pk>") for path in READERS}
    assert patterns == listed


def test_a_short_file_is_imported_at_once(
    event: Event, admin: Client, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = send(admin, event, TWO_TABLES)
    assert read_totals(event) == {(1, 1): (3, 2), (1, 2): (0, 6)}
    page = admin.get(answer["Location"])
    assert "Imported 5 new hands, 2 new tables, 8 new players." in read_main(page)
    assert f"/events/{event.slug}/" in page.content.decode()
    assert "hx-trigger" not in page.content.decode()


def test_the_same_file_again_is_said_to_change_nothing(
    event: Event, admin: Client, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        send(admin, event, TWO_TABLES)
        answer = send(admin, event, TWO_TABLES)
    assert "Nothing new: everything in this file was there already" in read_main(admin.get(answer["Location"]))
    assert event.tables.count() == 2


def test_faults_are_shown_by_line_and_column(
    event: Event, admin: Client, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = send(admin, event, "maker,tricks\nN,7\n<b>,3\n")
    page = admin.get(answer["Location"])
    words = read_main(page)
    assert "2 faults: nothing was stored" in words
    assert "2 tricks This must be a whole number from 0 to 5." in words
    assert "<b>" not in page.content.decode().split("<main")[1]
    assert not event.tables.exists()


def test_a_long_file_goes_to_a_worker_and_its_page_shows_how_far_it_is(
    event: Event,
    admin: Client,
    django_capture_on_commit_callbacks: Commit,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[int] = []
    monkeypatch.setattr(tasks.run_import, "delay", sent.append)
    with django_capture_on_commit_callbacks(execute=True):
        answer = send(admin, event, LONG)
        job = ImportJob.objects.get()
        assert sent == []  # not before the row is there for the worker to see
    assert sent == [job.pk]
    page = admin.get(answer["Location"]).content.decode()
    assert "Waiting for its turn." in page
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    assert 'hx-trigger="every 1s"' in page
    ImportJob.objects.update(state=JobState.CHECKING, done=1200, total=1500, beat_at=timezone.now())
    part = admin.get(answer["Location"], headers=HTMX).content.decode()
    assert part.lstrip().startswith("<section")
    assert "Checking: 1,200 of 1,500 rows." in part
    assert 'max="1500" value="1200"' in part
    ImportJob.objects.update(state=JobState.STORING, done=1500)
    assert "Every row is right. Storing." in read_main(admin.get(answer["Location"]))


def test_a_long_file_is_imported_by_the_task(
    event: Event, admin: Client, django_capture_on_commit_callbacks: Commit
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        answer = send(admin, event, LONG)
    part = admin.get(answer["Location"], headers=HTMX).content.decode()
    assert "hx-trigger" not in part
    assert "Imported" in part
    assert event.tables.count() == LONG.count("\n") // 5


def test_a_queue_out_of_reach_is_said_and_nothing_is_lost(
    transactional_db: None, event: Event, admin: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_pk: int) -> None:
        raise BrokerError("connection refused")

    with monkeypatch.context() as patch:
        patch.setattr(tasks.run_import, "delay", fail)
        answer = send(admin, event, LONG)
    words = read_main(admin.get(answer["Location"]))
    assert "The queue of long jobs cannot be reached just now." in words
    sent: list[int] = []
    monkeypatch.setattr(tasks.run_import, "delay", sent.append)
    ImportJob.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    words = read_main(admin.get(answer["Location"]))
    assert "No worker has taken it yet. The file is kept" in words
    assert sent == [ImportJob.objects.get().pk]  # whoever looks sends it again
    admin.get(answer["Location"])
    assert len(sent) == 1  # but not each time


def test_a_job_that_stands_still_says_that_it_goes_on_by_itself(event: Event, admin: Client) -> None:
    job, says = make_job(event), "begins again by itself"
    for seconds, told in ((1, False), (20, True)):
        ImportJob.objects.update(state=JobState.CHECKING, beat_at=timezone.now() - timedelta(seconds=seconds))
        assert (says in read_main(admin.get(f"/events/{event.slug}/imports/{job.pk}/"))) is told


def test_a_job_that_was_given_up_says_so(event: Event, admin: Client) -> None:
    job = make_job(event)
    ImportJob.objects.update(state=JobState.BROKEN, attempts=3)
    words = read_main(admin.get(f"/events/{event.slug}/imports/{job.pk}/"))
    assert "An error on our side stopped this import: nothing was stored" in words
    assert "each time the worker stopped in the middle" in words
    assert f"it is import {job.pk} in the log" in words


@pytest.mark.parametrize(("size", "status"), [(0, 422), (10 * 1024 * 1024, 303), (10 * 1024 * 1024 + 1, 422)])
def test_how_large_a_file_may_be(event: Event, admin: Client, size: int, status: int) -> None:
    assert send(admin, event, b"x" * size).status_code == status


def test_a_form_without_a_file_comes_back(event: Event, admin: Client) -> None:
    answer = admin.post(f"/events/{event.slug}/import/")
    assert answer.status_code == 422
    assert "This field is required." in read_main(answer)


def test_the_last_imports_are_listed(event: Event, admin: Client) -> None:
    for _number in range(7):
        make_job(event)
    page = admin.get(f"/events/{event.slug}/import/").content.decode()
    assert page.count("hands.csv") == 5


def test_downloads_are_files_that_can_be_imported(event: Event, admin: Client) -> None:
    run_import(TWO_TABLES, event)
    for kind, content_type in (("csv", "text/csv"), ("jsonl", "application/jsonl")):
        answer = admin.get(f"/events/{event.slug}/export.{kind}")
        assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}.{kind}"'
        assert answer["Content-Type"].startswith(content_type)
        content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
        assert not run_import(content, event, name=f"x.{kind}").changes_anything


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_downloads_are_only_read(event: Event, admin: Client, kind: str) -> None:
    assert admin.post(f"/events/{event.slug}/export.{kind}").status_code == 405
