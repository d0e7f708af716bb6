"""manage.py rebuild: results come from the hands again, the log tells what was mended, and facts stay."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from league.models import AuditRow, DealRecord, Event, League, Player, SeatResult, Table
from league.services import rebuilding
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import create_event
from league.services.verification import verify_events
from tests.examples import take_examples
from tests.league.evenings import make_evening, make_season, play_game

#: Ways to spoil stored results.
SPOILS: dict[str, dict[str, Any]] = {
    "points": {"points": 99},
    "outcome": {"outcome": "lost"},
    "counts": {"side_counts": {"euchres": 7}},
    "warned": {"warned": True},
}


def run(*arguments: str) -> tuple[str, str]:
    out, errors = StringIO(), StringIO()
    call_command("rebuild", *arguments, stdout=out, stderr=errors)
    return out.getvalue(), errors.getvalue()


@pytest.fixture
def evenings(league: League, players: list[Player]) -> list[Event]:
    season = make_season(league)
    held = [make_evening(season, day) for day in (3, 10, 17)]
    for event in held:
        play_game(event, players[:4], "NENN")
        play_game(event, players[4:], "EE", number=2)
    return held


def read_results() -> list[Any]:
    return list(SeatResult.objects.order_by("pk").values())


def test_nothing_is_changed_where_nothing_differs(evenings: list[Event]) -> None:
    before, rows = read_results(), AuditRow.objects.count()
    out, errors = run("--all")
    assert out == "3 events, 6 tables, 18 hands: no difference\n"
    assert errors.splitlines()[-1] == "3 of 3 events: evening-17"
    assert read_results() == before
    assert AuditRow.objects.count() == rows


@take_examples(one_in=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_was_spoilt_is_mended_and_told(evenings: list[Event], data: st.DataObject) -> None:
    good, facts = read_results(), list(DealRecord.objects.order_by("pk").values())
    tables = list(Table.objects.order_by("pk"))
    spoilt = data.draw(st.lists(st.tuples(st.sampled_from(tables), st.sampled_from([*SPOILS, "gone"])), min_size=1))
    revision = {event.pk: Event.objects.get(pk=event.pk).revision for event in evenings}
    for table, how in spoilt:
        results = SeatResult.objects.filter(table=table)
        if how == "gone":
            results.delete()
        else:
            results.update(**SPOILS[how])
    spoilt_events = {table.event_id for table, _how in spoilt if not _is_good(table, good)}
    run("--league", "riverside")
    assert read_results() == good
    assert list(DealRecord.objects.order_by("pk").values()) == facts
    assert verify_events().differences == []
    moved = {event.pk for event in evenings if Event.objects.get(pk=event.pk).revision > revision[event.pk]}
    assert moved == spoilt_events


def _is_good(table: Table, good: list[Any]) -> bool:
    now = list(SeatResult.objects.filter(table=table).order_by("pk").values())
    return now == [row for row in good if row["table_id"] == table.pk]


def test_the_log_says_what_was_otherwise(evenings: list[Event]) -> None:
    SeatResult.objects.filter(event=evenings[1], side="NS", table__number=1).update(points=3)
    out, _errors = run("evening-10")
    first = "evening-10, round 1, table 1, seat N: points: the result says 3, the hands come to 6."
    assert out.splitlines()[0] == f"mended: {first}"
    assert out.splitlines()[-1] == "1 events, 2 tables, 6 hands: 2 differences mended"
    row = AuditRow.objects.get(action="results_rebuilt")
    assert (row.event, row.source, row.detail["count"]) == (evenings[1], "command", 2)
    assert row.detail["differences"][0] == first


def test_it_goes_on_where_it_was_stopped(evenings: list[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    SeatResult.objects.update(points=50)
    real = rebuilding.rebuild_event

    def stop_at_second(event: Event, **who: Any) -> rebuilding.Rebuilt:
        if event.slug == "evening-10":
            raise KeyboardInterrupt
        return real(event, **who)

    monkeypatch.setattr("league.management.commands.rebuild.rebuild_event", stop_at_second)
    with pytest.raises(CommandError, match="go on with --from evening-10") as stopped:
        run("--league", "riverside", "--season", "spring")
    assert stopped.value.returncode == 130
    assert set(SeatResult.objects.filter(points=50).values_list("event__slug", flat=True)) == {
        "evening-10", "evening-17",
    }  # fmt: skip
    monkeypatch.undo()
    out, _errors = run("--league", "riverside", "--season", "spring", "--from", "evening-10")
    assert out.endswith("2 events, 4 tables, 12 hands: 16 differences mended\n")
    assert verify_events().differences == []


def test_a_warning_found_anew_counts_for_the_tables_after_it(league: League, players: list[Player]) -> None:
    who: dict[str, Any] = {"by": None, "source": "web"}
    options = {"warning_scope": "team_per_night"}
    event = create_event(league, name="Night", game="land-grant-euchre", options=options, **who)
    talk: dict[str, Any] = {"maker": "N", "tricks": 3, "infractions": [{"kind": "table_talk", "offender": "N"}]}
    late: dict[str, Any] = {"infractions": [{"kind": "table_talk", "offender": "S"}]}
    seats = dict(zip("NESW", players, strict=False))
    for number, facts in enumerate((talk, late), start=1):
        table = seat_table(event, round_number=number, number=1, seats=seats, **who)
        record_deal(table, facts, position=1, key="1", **who)
    good = read_results()
    SeatResult.objects.update(warned=False, points=0)
    run("night")
    assert read_results() == good


def test_hands_that_cannot_be_scored_keep_their_results(evenings: list[Event]) -> None:
    record = DealRecord.objects.filter(table__event=evenings[0]).first()
    assert record is not None
    SeatResult.objects.filter(event=evenings[0]).update(points=50)
    on_table = " ON league_dealrecord" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER league_dealrecord_append_only{on_table}")
    DealRecord.objects.filter(pk=record.pk).update(facts={"maker": "Q"})
    with pytest.raises(SystemExit) as ended:
        run("evening-3")
    assert ended.value.code == 1
    assert set(SeatResult.objects.filter(table=record.table).values_list("points", flat=True)) == {50}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Say what to rebuild"),
        (("--all", "evening-3"), "Say what to rebuild"),
        (("--season", "spring", "--all"), "which league"),
        (("--league", "nowhere"), "There is no league"),
        (("--league", "riverside", "--season", "autumn"), "there are: spring"),
        (("thursday",), "There is no event"),
        (("evening-3", "--from", "evening-10"), "is not among"),
    ],
)
def test_what_cannot_be_meant_is_said(evenings: list[Event], arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        run(*arguments)
