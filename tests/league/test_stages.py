"""From entered to final: what publishing needs, what the window allows, who reopened and why."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from league.models import AuditRow, Event, League, Player, Table
from league.models.event import Stage
from league.services.corrections import correct_sheet, undo_last
from league.services.editing import close_event, edit_league, reopen_event
from league.services.faults import GameGoesOnError, RefusedError, TableClosedError
from league.services.recording import call_time, record_deal
from league.services.seating import reseat_table, seat_table
from league.services.setup import create_event, create_league
from league.services.stages import (
    FOR_CORRECTIONS,
    FOR_HANDS,
    NotReadyError,
    confirm_tables,
    finalise_event,
    publish_event,
    reopen_results,
)

Who = Mapping[str, Any]
WHO: Who = {"by": None, "source": "web"}


def play(table: Table, *, hands: int = 5) -> None:
    """Five marches in turn end the game 10–0."""
    for position in range(1, hands + 1):
        record_deal(table, {"maker": "N", "tricks": 5}, position=position, key=f"hand-{position}", **WHO)


def read(event: Event) -> Event:
    return Event.objects.select_related("league").get(pk=event.pk)


@pytest.fixture
def second(event: Event, players: list[Player]) -> Table:
    seats = dict(zip("NESW", players[4:], strict=True))
    return seat_table(event, round_number=1, number=2, seats=seats, **WHO)


@pytest.fixture
def played(table: Table) -> Table:
    play(table)
    return table


def test_publishing_closes_the_event_for_the_leagues_window(event: Event, played: Table, admin: User) -> None:
    confirm_tables([played], **WHO)
    revision = read(event).revision
    assert publish_event(event, by=admin, source="web")
    now = read(event)
    assert (now.stage, now.is_open) == (Stage.PUBLISHED, False)
    assert now.published_at is not None
    assert now.final_at == now.published_at + timedelta(hours=48)
    assert now.revision == revision + 1
    row = AuditRow.objects.get(action="results_published")
    assert (row.actor, row.event, row.detail["window"]) == (admin, event, 48 * 60)
    with pytest.raises(TableClosedError):
        undo_last(played, position=5, key="undo", reason="wrong", **WHO)


@pytest.mark.parametrize(("window", "stage"), [(0, Stage.FINAL), (30, Stage.PUBLISHED), (10_080, Stage.PUBLISHED)])
def test_the_publisher_may_choose_another_window(event: Event, played: Table, window: int, stage: Stage) -> None:
    publish_event(event, window=window, force_unconfirmed=True, **WHO)
    now = read(event)
    assert now.published_at is not None
    assert now.final_at is not None
    assert now.final_at - now.published_at == timedelta(minutes=window)
    assert now.stage == stage


def test_a_window_ends_by_itself(event: Event, played: Table) -> None:
    publish_event(event, window=30, force_unconfirmed=True, **WHO)
    over = timezone.now() - timedelta(seconds=1)
    Event.objects.update(published_at=over - timedelta(minutes=30), final_at=over)
    assert read(event).stage == Stage.FINAL
    assert not finalise_event(event, **WHO)
    assert read(event).final_at == over


@pytest.mark.parametrize("window", [1, -30, 31])
def test_other_windows_are_refused(event: Event, played: Table, window: int) -> None:
    with pytest.raises(RefusedError) as refused:
        publish_event(event, window=window, force_unconfirmed=True, **WHO)
    assert list(refused.value.messages) == ["window"]
    assert read(event).stage == Stage.OPEN


def test_games_in_play_and_results_unconfirmed_are_named(event: Event, played: Table, second: Table) -> None:
    play(second, hands=2)
    with pytest.raises(NotReadyError) as refused:
        publish_event(event, **WHO)
    assert [score.table for score in refused.value.unfinished] == [second]
    assert [score.table for score in refused.value.unconfirmed] == [played]
    assert refused.value.messages[""] == [
        "Not finished yet: round 1, table 2. Finish these games, or call time at their tables.",
        "Not confirmed yet: round 1, table 1. Have them confirmed, or confirm them as they stand.",
    ]
    assert (read(event).stage, AuditRow.objects.filter(action="results_published").count()) == (Stage.OPEN, 0)
    with pytest.raises(NotReadyError):
        publish_event(event, force_unconfirmed=True, **WHO)
    assert not Table.objects.filter(confirmed_at__isnull=False).exists()
    call_time(second, called=True, **WHO)
    assert publish_event(event, force_unconfirmed=True, **WHO)


def test_a_table_that_was_never_played_holds_nothing_up(event: Event, played: Table, second: Table) -> None:
    assert publish_event(event, force_unconfirmed=True, **WHO)
    second.refresh_from_db()
    assert second.confirmed_at is None


def test_points_of_a_ruling_make_a_game_begun(event: Event, played: Table, second: Table) -> None:
    ruling = {"ruling": {"points": {"NS": 2}, "by": "Olga", "reason": "late"}}
    record_deal(second, ruling, position=1, key="ruling", **WHO)
    with pytest.raises(NotReadyError, match="round 1, table 2"):
        publish_event(event, force_unconfirmed=True, **WHO)


def test_an_event_without_a_finished_game_has_nothing_to_publish(event: Event, table: Table) -> None:
    with pytest.raises(RefusedError, match="nothing to publish"):
        publish_event(event, force_unconfirmed=True, **WHO)
    assert read(event).is_open


def test_confirming_while_publishing_writes_a_row_a_table(
    event: Event, played: Table, second: Table, admin: User
) -> None:
    confirm_tables([played], **WHO)
    play(second)
    publish_event(event, force_unconfirmed=True, by=admin, source="web")
    rows = AuditRow.objects.filter(action="result_confirmed").order_by("pk")
    assert [(row.table, row.actor) for row in rows] == [(played, None), (second, admin)]
    assert Table.objects.filter(confirmed_at__isnull=False).count() == 2
    assert AuditRow.objects.get(action="results_published").detail["confirmed"] == 1


def test_publishing_twice_does_nothing_more(event: Event, played: Table) -> None:
    publish_event(event, window=30, force_unconfirmed=True, **WHO)
    first = read(event)
    assert not publish_event(event, window=0, force_unconfirmed=True, **WHO)
    assert (read(event).final_at, read(event).revision) == (first.final_at, first.revision)
    assert AuditRow.objects.filter(action="results_published").count() == 1


def test_finalising_ends_the_window_once(event: Event, played: Table) -> None:
    publish_event(event, force_unconfirmed=True, **WHO)
    assert finalise_event(event, **WHO)
    final_at = read(event).final_at
    assert read(event).stage == Stage.FINAL
    assert not finalise_event(event, **WHO)
    assert read(event).final_at == final_at
    assert AuditRow.objects.filter(action="results_final").count() == 1


def take_last_off(table: Table) -> None:
    correct_sheet(table, {5: None}, seen=table.records.count(), key="off", reason="misread", **WHO)


def test_a_published_game_is_not_corrected_back_into_play(event: Event, played: Table) -> None:
    publish_event(event, window=30, force_unconfirmed=True, **WHO)
    with pytest.raises(GameGoesOnError, match="open them again"):
        take_last_off(played)
    assert played.records.count() == 5
    reopen_results(event, reason="the last hand was another", **WHO)
    take_last_off(played)
    with pytest.raises(NotReadyError):
        publish_event(event, window=30, force_unconfirmed=True, **WHO)


def test_a_published_game_that_stays_finished_is_corrected(event: Event, played: Table) -> None:
    loner = {"maker": "N", "tricks": 5, "alone": True}
    publish_event(event, window=30, force_unconfirmed=True, **WHO)
    correct_sheet(played, {5: loner}, seen=5, key="other", reason="misread", **WHO)
    assert played.records.count() == 6


def test_in_a_closed_event_a_game_may_be_in_play_again(event: Event, played: Table) -> None:
    close_event(event, **WHO)
    take_last_off(played)
    assert played.records.count() == 6


def test_results_with_a_game_in_play_are_not_made_final(event: Event, played: Table) -> None:
    """Rows as an earlier release could leave them."""
    close_event(event, **WHO)
    take_last_off(played)
    now = timezone.now()
    Event.objects.update(published_at=now, final_at=now + timedelta(minutes=30))
    with pytest.raises(RefusedError, match="round 1, table 1"):
        finalise_event(event, **WHO)
    assert read(event).stage == Stage.PUBLISHED


def test_what_is_not_published_cannot_be_made_final(event: Event, played: Table) -> None:
    with pytest.raises(RefusedError, match="publish them first"):
        finalise_event(event, **WHO)


@pytest.mark.parametrize("window", [0, 30])
@pytest.mark.parametrize(("to", "stage"), [(FOR_CORRECTIONS, Stage.CLOSED), (FOR_HANDS, Stage.OPEN)])
def test_published_and_final_results_are_reopened_with_a_reason(
    event: Event, played: Table, admin: User, window: int, to: str, stage: Stage
) -> None:
    publish_event(event, window=window, force_unconfirmed=True, **WHO)
    before = read(event).stage
    assert reopen_results(event, reason="  Table 1 was typed wrong ", to=to, by=admin, source="web")
    now = read(event)
    assert (now.stage, now.published_at, now.final_at) == (stage, None, None)
    row = AuditRow.objects.get(action="results_reopened")
    assert row.actor == admin
    assert row.detail == {"name": "Tuesday", "reason": "Table 1 was typed wrong", "to": to, "stage": before}
    assert not reopen_results(event, reason="again", to=to, **WHO)
    assert AuditRow.objects.filter(action="results_reopened").count() == 1
    assert publish_event(event, window=30, **WHO)  # the results still stand confirmed


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "a\x00b"])
def test_reopening_without_a_proper_reason_is_refused(event: Event, played: Table, reason: str) -> None:
    publish_event(event, force_unconfirmed=True, **WHO)
    with pytest.raises(RefusedError) as refused:
        reopen_results(event, reason=reason, **WHO)
    assert list(refused.value.messages) == ["reason"]
    assert read(event).stage == Stage.PUBLISHED


def test_reopening_for_something_else_is_refused(event: Event, played: Table) -> None:
    publish_event(event, force_unconfirmed=True, **WHO)
    with pytest.raises(RefusedError):
        reopen_results(event, reason="why", to="published", **WHO)


def test_published_results_are_not_opened_without_a_reason(event: Event, played: Table) -> None:
    publish_event(event, force_unconfirmed=True, **WHO)
    with pytest.raises(RefusedError, match="published: reopen them first"):
        reopen_event(event, **WHO)
    close_event(event, **WHO)
    finalise_event(event, **WHO)
    with pytest.raises(RefusedError, match="final: reopen them first"):
        reopen_event(event, **WHO)
    assert read(event).stage == Stage.FINAL


def test_published_events_take_no_new_tables_and_no_other_seats(
    event: Event, played: Table, second: Table, players: list[Player]
) -> None:
    publish_event(event, force_unconfirmed=True, **WHO)
    seats = dict(zip("NESW", players[4:], strict=True))
    with pytest.raises(RefusedError, match="published: reopen them first"):
        seat_table(read(event), round_number=2, number=1, seats=seats, **WHO)
    with pytest.raises(RefusedError, match="published: reopen them first"):
        reseat_table(second, seats=seats, first_dealer="E", **WHO)


def test_an_event_closed_meanwhile_takes_no_new_table(event: Event, players: list[Player]) -> None:
    """Whoever had the page open before the event was closed."""
    stale = read(event)
    close_event(event, **WHO)
    with pytest.raises(RefusedError, match="closed: open it again first"):
        seat_table(stale, round_number=1, number=1, seats=dict(zip("NESW", players, strict=False)), **WHO)
    assert not Table.objects.exists()


def test_a_change_after_the_confirmation_asks_for_another(event: Event, played: Table) -> None:
    confirm_tables([played], **WHO)
    undo_last(played, position=5, key="undo", reason="wrong", **WHO)
    record_deal(played, {"maker": "N", "tricks": 5}, position=5, key="again", **WHO)
    with pytest.raises(NotReadyError, match="Not confirmed yet"):
        publish_event(event, **WHO)


def test_confirming_twice_writes_one_row(played: Table) -> None:
    assert confirm_tables([played], **WHO) == [played]
    stamp = Table.objects.get(pk=played.pk).confirmed_at
    assert confirm_tables([played], **WHO) == []
    assert Table.objects.get(pk=played.pk).confirmed_at == stamp
    assert AuditRow.objects.filter(action="result_confirmed").count() == 1


def test_games_in_play_and_final_results_are_not_confirmed(event: Event, played: Table, second: Table) -> None:
    with pytest.raises(RefusedError, match="round 1, table 2"):
        confirm_tables([played, second], **WHO)
    assert not Table.objects.filter(confirmed_at__isnull=False).exists()
    publish_event(event, window=0, force_unconfirmed=True, **WHO)
    with pytest.raises(RefusedError, match="final"):
        confirm_tables([played], **WHO)


def test_a_games_without_a_winner_is_finished_when_time_is_called(league: League, players: list[Player]) -> None:
    event = create_event(league, name="Seven", game="seven-handed-euchre", **WHO)
    seats = dict(zip(event.rules.seats, players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, **WHO)
    record_deal(table, {"passed_out": True}, position=1, key="k", **WHO)
    with pytest.raises(NotReadyError):
        publish_event(event, force_unconfirmed=True, **WHO)
    call_time(table, called=True, **WHO)
    assert publish_event(event, force_unconfirmed=True, **WHO)


def test_a_league_says_how_hands_come_in_and_how_long_they_can_be_corrected(admin: User) -> None:
    league = create_league("Hilltop", by=admin, source="web", entry_way="paper", correction_window=30)
    assert (league.entry_way, league.correction_window) == ("paper", 30)
    edit_league(league, name="Hilltop", is_public=True, correction_window=0, **WHO)
    league.refresh_from_db()
    assert (league.entry_way, league.correction_window) == ("paper", 0)
    row = AuditRow.objects.get(action="league_edited")
    assert row.detail == {"name": "Hilltop", "correction_window": 0, "old": {"correction_window": 30}}
    with pytest.raises(RefusedError) as refused:
        edit_league(league, name="Hilltop", is_public=True, entry_way="telex", correction_window=5, **WHO)
    assert set(refused.value.messages) == {"entry_way", "correction_window"}
