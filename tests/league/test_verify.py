"""manage.py verify: nothing to say about what the services wrote, and every kind of tampering found and named."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.management.commands.create_demo import make_evening
from league.models import AuditRow, Claim, DealRecord, Event, League, Player, Round, Seat, SeatResult, Table
from league.models.result import Outcome
from league.services.claims import say_word
from league.services.corrections import correct_sheet, undo_last
from league.services.recording import call_time, record_deal
from league.services.seating import seat_table
from league.services.setup import create_event
from league.services.signatures import digest_row
from league.services.stages import confirm_tables, publish_event, reopen_results
from league.services.verification import verify_events
from rules.catalog import GAMES
from tests.imports.conftest import TWO_TABLES, run_import

WHO: dict[str, Any] = {"by": None, "source": "web"}


@pytest.fixture
def played(table: Table) -> Table:
    """Four hands, the third of them corrected, and a fifth taken off."""
    for position, maker in enumerate("NENEN", start=1):
        record_deal(table, {"maker": maker, "tricks": 3}, position=position, key=f"hand-{position}", **WHO)
    undo_last(table, position=5, key="undo", reason="typed twice", **WHO)
    correct_sheet(table, {3: {"maker": "N", "tricks": 5}}, seen=6, key="correct", reason="a march", **WHO)
    return table


def find() -> list[tuple[str, int | None, str | None]]:
    """The code, place and seat of every difference."""
    return [(found.code, found.position, found.seat) for found in verify_events().differences]


def allow_updates(model: type[DealRecord | AuditRow | Claim]) -> None:
    """Take the trigger away that refuses to change rows; the test's transaction brings it back."""
    name = model._meta.db_table
    on_table = "" if connection.vendor == "sqlite" else f" ON {name}"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}_append_only{on_table}")


def run(*arguments: str) -> tuple[int, str]:
    """The exit code and what the command prints."""
    out = StringIO()
    try:
        call_command("verify", *arguments, stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def test_evenings_of_every_game_have_no_difference(admin: User) -> None:
    make_evening(admin)
    assert set(Event.objects.values_list("game", flat=True)) == set(GAMES)
    verified = verify_events()
    assert verified.differences == []
    assert (verified.events, verified.tables) == (Event.objects.count(), Table.objects.count())
    deals = {result.table_id: result.deals for result in SeatResult.objects.all()}
    assert verified.hands == sum(deals.values()) > 50
    assert verified.not_covered == 0
    code, text = run()
    assert code == 0
    assert text == f"{verified.events} events, {verified.tables} tables, {verified.hands} hands: no difference\n"


def test_corrections_undo_time_and_stages_leave_no_difference(event: Event, played: Table) -> None:
    call_time(played, called=True, **WHO)
    confirm_tables([played], **WHO)
    publish_event(event, **WHO)
    assert find() == []
    reopen_results(event, reason="why", to="open", **WHO)
    correct_sheet(played, {1: None, 4: {"maker": "E", "tricks": 5}}, seen=7, key="more", reason="sheet", **WHO)
    assert find() == []


def test_imports_leave_no_difference_and_sign_their_records(event: Event) -> None:
    run_import(TWO_TABLES, event)
    table = event.tables.get(number=1)
    more = TWO_TABLES + "    Spring,1,1,4,N,,4,,,,\n"
    call_time(table, called=True, **WHO)
    call_time(table, called=False, **WHO)
    undo_last(table, position=3, key="undo", reason="wrong", **WHO)
    record_deal(table, {"maker": "W", "tricks": 5}, position=3, key="again", **WHO)
    run_import(more, event)
    verified = verify_events()
    assert (verified.differences, verified.not_covered, verified.hands) == ([], 0, 6)
    digests = [row.detail["records"] for row in AuditRow.objects.filter(action="table_imported").order_by("pk")]
    assert [sorted(each) for each in digests] == [["1.1", "2.1", "3.1"], ["1.1", "2.1"], ["4.1"]]


def test_an_import_into_a_confirmed_table_asks_for_another_confirmation(event: Event) -> None:
    run_import(TWO_TABLES, event)
    table = event.tables.get(number=1)
    call_time(table, called=True, **WHO)
    confirm_tables([table], **WHO)
    Table.objects.filter(pk=table.pk).update(time_called=False)
    run_import(TWO_TABLES + "    Spring,1,1,4,N,,4,,,,\n", event)
    table.refresh_from_db()
    assert table.confirmed_at is None


def test_warnings_that_are_carried_to_later_tables_leave_no_difference(league: League, players: list[Player]) -> None:
    """A correction at the first table changes the points of the second, whose game had ended."""
    options = {"warning_scope": "team_per_night", "loss_of_bid": "bid_forfeited_hand_continues"}
    event = create_event(league, name="Warned", game="land-grant-euchre", options=options, **WHO)
    talk = {"maker": "N", "tricks": 3, "infractions": [{"kind": "table_talk", "offender": "N"}]}
    seats = dict(zip("NESW", players, strict=False))
    first, second = (seat_table(event, round_number=number, number=1, seats=seats, **WHO) for number in (1, 2))
    for table in (first, second):
        record_deal(table, talk, position=1, key="talk", **WHO)
        call_time(table, called=True, **WHO)
        confirm_tables([table], **WHO)
    assert find() == []
    correct_sheet(first, {1: {"maker": "N", "tricks": 3}}, seen=1, key="no", reason="Nobody talked", **WHO)
    second.refresh_from_db()
    assert second.corrected_at is not None
    assert find() == []


def test_words_of_the_sides_leave_no_difference(table: Table) -> None:
    for position in range(1, 6):
        record_deal(table, {"maker": "N", "tricks": 5}, position=position, key=f"{position}", **WHO, side="NS")
        said = {"maker": "N", "tricks": 4 if position == 2 else 5}
        say_word(table, said, position=position, key=f"EW {position}", **WHO, side="EW")
    assert find() == []
    say_word(table, {"maker": "N", "tricks": 5}, position=2, key="after all", **WHO, side="EW")
    table.refresh_from_db()
    assert table.confirmed_at is not None
    assert find() == []
    correct_sheet(table, {5: None}, seen=5, key="off", reason="one too many", **WHO)
    assert find() == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("points", 9),
        ("points_against", 9),
        ("deals", 9),
        ("outcome", Outcome.WON),
        ("own_counts", {"loners_made": 3}),
        ("side_counts", {"euchres_made": 1}),
        ("side", "EW"),
        ("warned", True),
    ],
)
def test_a_result_that_is_not_what_the_hands_come_to(played: Table, field: str, value: Any) -> None:
    SeatResult.objects.filter(seat__seat="N").update(**{field: value})
    (found,) = verify_events().differences
    assert (found.code, found.seat, found.stored) == ("result", "N", value)
    assert str(found).startswith(f"tuesday, round 1, table 1, seat N: {field}: the result says {value}, the hands ")


def test_a_result_of_another_player_entry_or_event(played: Table, players: list[Player], event: Event) -> None:
    seat = Seat.objects.get(seat="N")
    SeatResult.objects.filter(seat=seat).update(player=players[6])
    assert find() == [("result", None, "N")]
    SeatResult.objects.filter(seat=seat).update(player=seat.player, entry=Seat.objects.get(seat="E").entry)
    assert find() == [("result", None, "N")]
    other = create_event(event.league, name="Other", game=event.game, **WHO)
    SeatResult.objects.filter(seat=seat).update(entry=seat.entry, event=other)
    assert find() == [("result", None, "N")]


def test_results_missing_and_results_of_another_table(played: Table, players: list[Player]) -> None:
    SeatResult.objects.filter(seat__seat="E").delete()
    assert find() == [("result_missing", None, "E")]
    seats = dict(zip("NESW", players[4:], strict=True))
    second = seat_table(played.event, round_number=1, number=2, seats=seats, **WHO)
    SeatResult.objects.filter(seat__table=second, seat__seat="S").update(table=played)
    assert find() == [("result_missing", None, "E"), ("result_extra", None, None), ("result_missing", None, "S")]


def test_facts_changed_behind_the_sites_back(played: Table) -> None:
    allow_updates(DealRecord)
    DealRecord.objects.filter(position=2).update(facts={"maker": "E", "tricks": 4})
    (found,) = verify_events().differences  # four tricks are worth as much as three: only the digest can tell
    assert (found.code, found.position, found.stored) == ("record_changed", 2, {"maker": "E", "tricks": 4})
    assert "revision 1 is not what was entered" in found.message


def test_a_superseded_revision_changed(played: Table) -> None:
    allow_updates(DealRecord)
    DealRecord.objects.filter(position=3, revision=1).update(facts={"maker": "W", "tricks": 0})
    assert find() == [("record_changed", 3, None)]


def test_a_record_made_void_or_not_void(played: Table) -> None:
    allow_updates(DealRecord)
    DealRecord.objects.filter(position=5, revision=2).update(void=False)
    codes = {code for code, _position, _seat in find()}
    assert "record_changed" in codes


def test_a_deleted_record(played: Table) -> None:
    DealRecord.objects.filter(position=3, revision=2).delete()
    found = find()
    assert ("record_missing", 3, None) in found
    assert ("result", None, "N") in found
    DealRecord.objects.filter(position=3).delete()
    found = find()
    assert found.count(("record_missing", 3, None)) == 2
    assert ("position_gap", 3, None) in found


def test_a_deleted_first_revision(played: Table) -> None:
    DealRecord.objects.filter(position=3, revision=1).delete()
    assert sorted(find()) == [("record_missing", 3, None), ("revision_gap", 3, None)]


def test_a_record_that_was_slipped_in(played: Table) -> None:
    facts = {"maker": "W", "tricks": 3}
    DealRecord.objects.create(table=played, position=5, revision=3, facts=facts, key="x", source="web", reason="x")
    found = find()
    assert ("record_unlogged", 5, None) in found
    assert ("result", None, "W") in found


def test_a_deleted_audit_row(played: Table) -> None:
    AuditRow.objects.filter(action="deal_recorded", detail__position=2).delete()
    assert find() == [("record_unlogged", 2, None)]


def test_two_audit_rows_that_contradict_each_other(played: Table) -> None:
    row = AuditRow.objects.get(action="deal_recorded", detail__position=2)
    row.pk, row.detail = None, row.detail | {"records": {"2.1": "0" * 40}}
    row.save(force_insert=True)
    assert sorted(find(), key=str) == [
        ("audit_changed", None, None), ("record_changed", 2, None), ("table_changed", None, None),
    ]  # fmt: skip


def strip_digests(action: str) -> None:
    """Audit rows as they were before they had digests."""
    allow_updates(AuditRow)
    for row in AuditRow.objects.filter(action=action):
        row.detail.pop("records")
        row.signed = {model: kept for model, kept in row.signed.items() if model != "dealrecord"}
        row.digest = digest_row(row)
        row.save(force_update=True)


def test_rows_from_before_there_were_digests_tell_the_facts(table: Table) -> None:
    record_deal(table, {"maker": "N", "tricks": 3}, position=1, key="a", **WHO)
    strip_digests("deal_recorded")
    assert find() == []
    allow_updates_again = DealRecord.objects.filter(position=1)
    allow_updates(DealRecord)
    allow_updates_again.update(facts={"maker": "S", "tricks": 3})
    assert find() == [("record_changed", 1, None)]


def test_imports_from_before_there_were_digests_are_counted_and_no_fault(event: Event) -> None:
    run_import(TWO_TABLES, event)
    strip_digests("table_imported")
    verified = verify_events()
    assert (verified.differences, verified.not_covered) == ([], 5)
    code, text = run()
    assert code == 0
    assert "5 hands were imported before the log kept digests" in text


def test_facts_that_the_rules_refuse_are_a_difference_and_no_crash(played: Table) -> None:
    allow_updates(DealRecord)
    DealRecord.objects.filter(position=2).update(facts={"maker": "E", "tricks": 6})
    found = find()
    assert ("record_changed", 2, None) in found
    assert any(code in ("facts_refused", "unreadable") for code, _position, _seat in found)
    DealRecord.objects.filter(position=2).update(facts=["?"])
    assert any(code == "unreadable" for code, _position, _seat in find())


def test_a_hand_after_the_end_of_the_game_is_refused_by_the_rules(table: Table) -> None:
    for position in range(1, 6):
        record_deal(table, {"maker": "N", "tricks": 5}, position=position, key=f"{position}", **WHO)
    facts = {"maker": "N", "tricks": 5}
    DealRecord.objects.create(table=table, position=6, facts=facts, key="6", source="web")
    assert set(find()) == {("facts_refused", 6, None), ("record_unlogged", 6, None)}


@pytest.mark.parametrize("change", [{"preset": "none"}, {"game": "bridge"}, {"options": {"target": "x"}}])
def test_house_rules_that_cannot_be_read(played: Table, change: dict[str, Any]) -> None:
    Event.objects.update(**change)
    assert find() == [("event_changed", None, None), ("unreadable", None, None)]


@pytest.mark.parametrize("change", [{"first_dealer": "Q"}, {"warned": 3}, {"players": 99}])
def test_a_table_that_cannot_be_read(played: Table, change: dict[str, Any]) -> None:
    Table.objects.update(**change)
    assert find() != []


def test_an_audit_row_that_cannot_be_read(played: Table) -> None:
    AuditRow.objects.create(
        league=played.event.league, event=played.event, table=played, action="x", source="web", detail={"records": 3}
    )
    assert find() == [("unreadable", None, None)]


def test_the_other_tables_are_checked_beside_a_broken_one(played: Table, players: list[Player]) -> None:
    seats = dict(zip("NESW", players[4:], strict=True))
    second = seat_table(played.event, round_number=1, number=2, seats=seats, **WHO)
    allow_updates(DealRecord)
    DealRecord.objects.filter(position=2).update(facts=["?"])
    SeatResult.objects.filter(table=second, seat__seat="N").update(points=4)
    differences = verify_events().differences
    assert {(found.table, found.code) for found in differences} >= {(1, "record_changed"), (2, "result")}


def test_seats_missing_strange_or_of_another_round_or_entry(played: Table, players: list[Player]) -> None:
    seat = Seat.objects.get(seat="W")
    SeatResult.objects.filter(seat=seat).delete()
    Seat.objects.filter(pk=seat.pk).update(seat="A")
    assert {("seat_missing", None, "W"), ("seat_unknown", None, "A")} <= set(find())
    Seat.objects.filter(pk=seat.pk).delete()
    assert set(find()) == {("seat_missing", None, "W"), ("seat_missing", None, None)}
    other = Round.objects.create(event=played.event, number=2)
    Seat.objects.filter(seat="N").update(round=other, player=players[5])
    found = set(find())
    assert {("seat_round", None, "N"), ("seat_entry", None, "N"), ("result", None, "N")} <= found


def test_a_confirmation_older_than_the_last_hand(played: Table) -> None:
    call_time(played, called=True, **WHO)
    Table.objects.update(confirmed_at=timezone.now() - timedelta(hours=1))
    found = next(each for each in verify_events().differences if each.code == "confirmed")
    assert "a hand was entered after that" in found.message


def test_a_confirmation_of_a_game_in_play(played: Table) -> None:
    Table.objects.update(confirmed_at=timezone.now())
    found = next(each for each in verify_events().differences if each.code == "confirmed")
    assert "in play" in found.message


def test_a_mark_of_a_correction_that_never_was(table: Table) -> None:
    record_deal(table, {"maker": "N", "tricks": 3}, position=1, key="a", **WHO)
    Table.objects.update(corrected_at=timezone.now())
    assert set(find()) == {("corrected", None, None), ("table_changed", None, None)}


def test_a_claim_about_no_hand(played: Table) -> None:
    Claim.objects.create(table=played, position=5, side="NS", facts={"maker": "N", "tricks": 3}, key="a", source="web")
    assert find() == [("claim_unlogged", 5, None)]
    Claim.objects.create(table=played, position=9, side="NS", facts={"maker": "N", "tricks": 3}, key="b", source="web")
    assert ("claim", 9, None) in find()


def test_nothing_is_mended(played: Table) -> None:
    SeatResult.objects.filter(seat__seat="N").update(points=9)
    rows = AuditRow.objects.count()
    assert find() == find() == [("result", None, "N")]
    assert SeatResult.objects.get(seat__seat="N").points == 9
    assert AuditRow.objects.count() == rows


def test_the_command_names_each_difference_and_ends_with_1(played: Table) -> None:
    SeatResult.objects.filter(seat__seat="N").update(points=9)
    code, text = run()
    assert code == 1
    assert text.splitlines() == [
        "tuesday, round 1, table 1, seat N: points: the result says 9, the hands come to 3.",
        "1 events, 1 tables, 4 hands: 1 difference",
    ]
    code, text = run("--json")
    told = json.loads(text)
    assert code == 1
    assert {key: told[key] for key in ("events", "tables", "hands", "not_covered")} == {
        "events": 1, "tables": 1, "hands": 4, "not_covered": 0,
    }  # fmt: skip
    assert told["differences"] == [
        {
            "event": "tuesday", "round": 1, "table": 1, "position": None, "seat": "N", "code": "result",
            "stored": 9, "expected": 3, "message": "points: the result says 9, the hands come to 3.",
        }
    ]  # fmt: skip


def test_one_event_alone(admin: User) -> None:
    make_evening(admin)
    first, second = Event.objects.order_by("pk")[:2]
    SeatResult.objects.filter(pk=second.results.values("pk")[:1]).update(points=999)
    assert run(first.slug)[0] == 0
    assert run(f"/events/{second.slug}/")[0] == 1
    assert run(first.slug, second.name)[0] == 1
    with pytest.raises(CommandError, match="There is no event"):
        run("nowhere")


def test_the_number_of_queries_does_not_grow_with_the_tables(played: Table, players: list[Player]) -> None:
    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            verify_events()
        return len(queries)

    before = count()
    for number in range(2, 8):
        seats = dict(zip("NESW", players[4:], strict=True))
        table = seat_table(played.event, round_number=number, number=1, seats=seats, **WHO)
        record_deal(table, {"maker": "N", "tricks": 3}, position=1, key="a", **WHO)
    assert count() == before


def test_an_event_without_tables(event: Event) -> None:
    verified = verify_events([event])
    assert (verified.events, verified.tables, verified.differences) == (1, 0, [])
