"""A long file is stored in parts, so that others can write between them; what comes of it is the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from league.imports.jobs import run_job
from league.models import AuditRow, DealRecord, Event, ImportJob, League
from league.models.job import JobState
from league.selectors.event_tables import list_sheets
from league.selectors.sheets import write_facts
from league.selectors.standings import write_standings
from league.services import importing
from league.services.import_jobs import JobLostError, create_job
from league.services.import_target import EventWish
from league.services.incoming import ImportRefusedError
from league.services.recording import record_deal
from league.services.setup import create_event
from tests.imports.conftest import read_deals, read_table, run_import

GAME = "land-grant-euchre"
MADE = {"maker": "N", "tricks": 3}


def make_sheets(tables: int = 7, *, hands: int = 3, start: int = 0) -> list[dict[str, Any]]:
    """Sheets of a few people who meet again and again, so that later tables depend on where earlier ones stand."""
    return [
        {
            "id": f"s{number}",
            "game": GAME,
            "seats": {seat: f"P{(3 * number + place) % 11}" for place, seat in enumerate("NESW")},
            "deals": [MADE] * hands,
        }
        for number in range(start, start + tables)
    ]


def write(sheets: list[dict[str, Any]]) -> bytes:
    return "\n".join(map(json.dumps, sheets)).encode()


def read_all(event: Event) -> list[Any]:
    places = [(table.round.number, table.number, table.source_id) for table, _sheet in list_sheets(event)]
    return [*zip(places, [write_facts(sheet, event)["deals"] for _table, sheet in list_sheets(event)], strict=True)]


@pytest.fixture
def log_in_owner(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


@pytest.fixture
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables of three hands make a part."""
    monkeypatch.setattr(importing, "ENTRIES_A_PART", 4)
    monkeypatch.setattr(importing, "PAUSE", 0)


def test_tables_are_not_divided_and_the_order_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sheet:
        def __init__(self, entries: int) -> None:
            self.facts = (None,) * entries

    def split(*entries: int) -> list[list[int]]:
        return [[len(table.facts) for table in part] for part in importing.split_tables([*map(Sheet, entries)])]  # type: ignore[list-item]

    monkeypatch.setattr(importing, "ENTRIES_A_PART", 4)
    assert split() == [[]]
    assert split(0) == [[0]]
    assert split(4, 1) == [[4], [1]]
    assert split(3, 3, 3) == [[3, 3], [3]]
    assert split(9, 1, 3, 0, 2) == [[9], [1, 3], [0, 2]]


def test_in_parts_comes_the_same_as_at_once(league: League, event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    content = write(make_sheets(12))
    run_import(content, create_event(league, name="Before", game=GAME, by=None, source="web"))
    run_import(content, event)
    monkeypatch.setattr(importing, "ENTRIES_A_PART", 4)
    pauses: list[float] = []
    monkeypatch.setattr(importing, "sleep", pauses.append)
    other = create_event(league, name="Again", game=GAME, by=None, source="web")
    counts: list[int] = []
    in_parts = run_import(content, other, between=counts.append)
    assert read_all(other) == read_all(event)
    by_players = itemgetter("players")
    there, here = (
        [line | {"id": None} for line in sorted(write_standings(each), key=by_players)] for each in (other, event)
    )
    assert there == here
    assert counts == [6, 12, 18, 24, 30]
    assert pauses == [importing.PAUSE] * 5
    assert importing.PAUSE > 0.1, "longer than whoever waits sleeps between two looks"
    assert (in_parts.tables_new, in_parts.hands_new, in_parts.tables_unchanged) == (12, 36, 0)
    assert in_parts.players_new == 0
    assert in_parts.event == other
    assert not run_import(content, other).changes_anything
    assert AuditRow.objects.filter(event=event, action="results_imported").count() == 1
    assert AuditRow.objects.filter(event=other, action="results_imported").count() == 6


def test_the_event_is_made_by_the_first_part(db: None, short_parts: None) -> None:
    report = run_import(write(make_sheets()), EventWish(game=GAME, slug="long"))
    assert report.event == Event.objects.get()
    assert (report.event_is_new, report.tables_new, report.players_new) == (True, 7, 11)


def test_somebody_writes_between_two_parts(event: Event, short_parts: None) -> None:
    run_import(write(make_sheets(1)), event)

    def record(_stored: int) -> None:
        position = len(read_deals(event)) + 1
        record_deal(read_table(event), MADE, position=position, key=str(position), by=None, source="web")

    report = run_import(write(make_sheets(6, start=1)), event, between=record)
    assert report.tables_new == 6
    assert read_deals(event) == [MADE] * 5


def test_what_is_stored_is_said_where_somebody_comes_between(event: Event, short_parts: None) -> None:
    sheets = make_sheets(5)
    run_import(write(sheets[4:]), event)
    sheets[4]["deals"] = [*sheets[4]["deals"], MADE, MADE]

    def come_between(stored: int) -> None:
        if stored == 12:
            record_deal(read_table(event), {"maker": "E", "tricks": 5}, position=4, key="x", by=None, source="web")

    with pytest.raises(ImportRefusedError) as refused:
        run_import(write(sheets), event, between=come_between)
    assert refused.value.stored == 12
    told = [str(fault) for fault in refused.value.faults]
    assert any("12 hands of this file are stored, the rest is not." in text for text in told)
    assert any("Stored at this table is" in text for text in told)
    assert event.tables.count() == 5
    sheets[4]["deals"][3] = {"maker": "E", "tricks": 5}
    report = run_import(write(sheets), event)
    assert (report.tables_new, report.tables_changed, report.tables_unchanged, report.hands_new) == (0, 1, 4, 1)


def test_a_fault_anywhere_stores_nothing(event: Event, short_parts: None) -> None:
    sheets = make_sheets(5)
    sheets[4]["deals"] = [{"maker": "N", "tricks": 6}]
    with pytest.raises(ImportRefusedError) as refused:
        run_import(write(sheets), event)
    assert refused.value.stored == 0
    assert not DealRecord.objects.exists()


def test_two_tables_alike_but_for_their_ids_are_two(event: Event, short_parts: None) -> None:
    """In one part they would be two: in another the first is not taken for what was stored before."""
    sheets = make_sheets(1) * 5
    content = write([{**sheet, "id": f"twin {number}"} for number, sheet in enumerate(sheets)])
    assert run_import(content, event).tables_new == 5
    assert not run_import(content, event).changes_anything
    assert event.tables.count() == 5


def test_an_import_that_was_cut_off_goes_on_where_it_stopped(event: Event, short_parts: None) -> None:
    content = write(make_sheets(7))

    def stop(_stored: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_import(content, event, between=stop)
    assert event.tables.count() == 2
    report = run_import(content, event)
    assert (report.tables_new, report.tables_unchanged, event.tables.count()) == (5, 2, 7)


def make_job(event: Event, sheets: list[dict[str, Any]]) -> ImportJob:
    return create_job(event, content=write(sheets), file_name="x.jsonl", language="en", by=None)


def test_a_job_tells_how_much_is_stored(event: Event, short_parts: None, monkeypatch: pytest.MonkeyPatch) -> None:
    job = make_job(event, make_sheets(5))
    seen: list[tuple[str, Any]] = []
    plan = importing._plan

    def watch(*args: Any, **options: Any) -> Any:
        job.refresh_from_db()
        seen.append((job.state, job.summary.get("stored")))
        return plan(*args, **options)

    monkeypatch.setattr(importing, "_plan", watch)
    assert run_job(job.pk)
    job.refresh_from_db()
    assert seen == [("checking", None), ("storing", None), ("storing", 6), ("storing", 12)]
    assert (job.state, job.summary["tables_new"], job.summary["hands_new"]) == (JobState.DONE, 5, 15)


@pytest.mark.parametrize(
    ("error", "state"),
    [(ImportRefusedError([importing._say_changed()]), JobState.REFUSED), (ValueError("bug"), JobState.BROKEN)],
)
def test_a_job_that_stops_in_the_middle_says_what_is_stored(
    event: Event, short_parts: None, monkeypatch: pytest.MonkeyPatch, log_in_owner: Client, error: Exception, state: str
) -> None:
    job = make_job(event, make_sheets(5))
    fail_at_call(monkeypatch, 3, error)
    assert run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.summary["stored"], event.tables.count()) == (state, 6, 2)
    address = reverse("league:event-import-job", args=[event.slug, job.pk])
    page = log_in_owner.get(address).content.decode()
    assert "after 6 hands were stored" in page
    assert "nothing was stored" not in page


def test_a_job_that_another_worker_has_taken_stops_between_two_parts(
    event: Event, short_parts: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = make_job(event, make_sheets(5))
    monkeypatch.setattr("league.imports.jobs.note_stored", lose)
    assert run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, event.tables.count()) == (JobState.STORING, 2)


def lose(_job: ImportJob, _stored: int) -> None:
    raise JobLostError


def fail_at_call(monkeypatch: pytest.MonkeyPatch, number: int, error: Exception) -> None:
    """Let the comparing of tables fail the so many-th time: the first is for the whole file, then one a part."""
    plan: Callable[..., Any] = importing._plan
    calls = 0

    def fail(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == number:
            raise error
        return plan(*args, **options)

    monkeypatch.setattr(importing, "_plan", fail)
