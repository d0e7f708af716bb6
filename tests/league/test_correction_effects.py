"""What is shown before a correction is saved is what saving it then does, in every game; and nothing is written."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from league.models import Event, League, Player, SeatResult, Table
from league.selectors.prizes import award_event_prizes
from league.selectors.replays import plan_insertion
from league.selectors.sheets import fold_table, list_records
from league.selectors.standings import Standing, list_standings
from league.services.carried_warnings import LaterTableRefusedError
from league.services.correction_effects import Effects, find_effects
from league.services.corrections import correct_sheet
from league.services.faults import PositionTakenError, RefusedError, ResultsFinalError
from league.services.prizes import set_prizes
from league.services.recording import record_deal
from league.services.setup import add_players, create_league
from rules.catalog import GAMES
from scoring.prize_rules import Prize, PrizeRules
from tests.league import test_carried_warnings as warn
from tests.league.replaying import make_event, put_on_table
from tests.league.test_corrections import EUCHRE, LONER, MARCH, MISDEAL, POINT, play
from tests.strategies import hands, make_sheet_game, of_each_game, rulings, sheets

PRIZES = (
    Prize(code="first", kind="place", percent=50),
    Prize(code="booby", kind="lowest_total", money=5),
    Prize(code="high", kind="high_game", money=5, ties="each"),
    Prize(code="board", kind="board", money=5),
    Prize(code="loners", kind="most", count="loners_made", money=5),
)


def leave_out_marks(standings: list[Standing]) -> list[Standing]:
    """Standings as they are before anything is corrected: the mark comes with saving."""
    return [structs.replace(line, corrected_at=None) for line in standings]


def save(table: Table, changes: dict[int, Any]) -> None:
    seen = table.records.count()
    correct_sheet(table, changes, seen=seen, key="correction", reason="misread", by=None, source="web")


@pytest.mark.parametrize("key", sorted(GAMES))
@of_each_game
@given(data=st.data())
@pytest.mark.django_db
def test_the_preview_is_what_saving_then_changes(key: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets(key).filter(lambda sheet: sheet["deals"]))
    game = make_sheet_game(sheet)
    place = data.draw(st.integers(1, len(sheet["deals"])))
    facts = data.draw(hands(game) | st.just(MISDEAL) | rulings(game))
    kind = data.draw(st.sampled_from(["change", "insert", "take off"]))
    with transaction.atomic():
        league = create_league("Riverside", by=None, source="web")
        players = add_players(league, [f"Player {seat}" for seat in game.seats], by=None, source="web").added
        event = make_event(league, sheet)
        set_prizes(event, PrizeRules(prizes=PRIZES), pot=100, by=None, source="web")
        table = put_on_table(event, players, sheet)
        other = {**sheet, "deals": sheet["deals"][: data.draw(st.integers(0, len(sheet["deals"])))], "finished": True}
        put_on_table(event, players[::-1], other, round_number=2)
        changes: dict[int, Any] = {place: None if kind == "take off" else facts}
        if kind == "insert":
            changes = plan_insertion(list_records(table), place, facts)
        foreseen = foresee(table, changes)
        if foreseen is not None:
            assert_saving_does(event, table, foreseen, tells_steps=kind == "change")
        transaction.set_rollback(True)


def foresee(table: Table, changes: dict[int, Any]) -> tuple[dict[int, Any], Effects] | None:
    """Changes that can be saved, those that take off what becomes illegal among them, and their effects."""
    try:
        effects = find_effects(table, changes)
    except RefusedError:
        return None
    if effects.replay.refused:
        return None
    if effects.replay.illegal:
        changes |= dict.fromkeys(effects.replay.illegal)
        effects = find_effects(table, changes)
    return changes, effects


def assert_saving_does(
    event: Event, table: Table, foreseen: tuple[dict[int, Any], Effects], *, tells_steps: bool
) -> None:
    changes, effects = foreseen
    assert effects.can_be_saved
    before, standings, prizes = fold_table(table), list_standings(event), award_event_prizes(event)
    save(table, changes)
    after = fold_table(table)
    assert (effects.replay.before, effects.replay.after) == (before, after)
    assert list(effects.standings_before) == standings
    assert list(effects.standings_after) == leave_out_marks(list_standings(event))
    assert effects.prizes_before == prizes
    assert effects.prizes_after == award_event_prizes(event)
    if tells_steps:
        assert_steps_are_told(effects, before.steps, after.steps)


def assert_steps_are_told(effects: Effects, before: Any, after: Any) -> None:
    """Every entry that comes out differently is among the effects, and none of the others that are not named."""
    old, new = ({step.position: step for step in steps} for steps in (before, after))
    told = {
        next(step.position for step in (pair.after, pair.before) if step): pair
        for pair in (*effects.changed, *effects.later)
    }
    for place in {*old, *new}:
        pair = (old.get(place), new.get(place))
        if place in told:
            assert (told[place].before, told[place].after) == pair
        else:
            one, other = pair
            assert one is not None
            assert other is not None
            assert (one.points, one.setbacks, one.dealer, one.number) == (
                other.points, other.setbacks, other.dealer, other.number,
            )  # fmt: skip


def test_a_preview_writes_nothing(table: Table) -> None:
    play(table, MARCH, EUCHRE, MARCH)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        find_effects(table, {1: LONER})
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}
    assert len(queries) < 26


def test_an_inserted_hand_is_told_as_one_and_not_as_many(table: Table) -> None:
    play(table, MARCH, EUCHRE, LONER)
    effects = find_effects(table, plan_insertion(list_records(table), 2, MISDEAL))
    ((inserted,), later) = effects.changed, effects.later
    assert inserted.before is None
    assert inserted.after is not None
    assert inserted.after.position == 2
    assert later == ()
    effects = find_effects(table, plan_insertion(list_records(table), 2, POINT))
    assert [(pair.before and pair.before.number, pair.after and pair.after.number) for pair in effects.later] == [
        (2, 3), (3, 4),
    ]  # fmt: skip


def test_a_high_score_that_comes_with_the_correction_wins_its_prize(event: Event, table: Table) -> None:
    """Four marches come to 8; the last hand was a loner that was taken for a march: 12 and not 10."""
    set_prizes(event, PrizeRules(prizes=PRIZES[3:4]), pot=0, by=None, source="web")
    play(table, MARCH, MARCH, MARCH, MARCH, MARCH)
    effects = find_effects(table, {5: {**MARCH, "alone": True}})
    assert effects.prizes_before is not None
    assert effects.prizes_after is not None
    assert effects.prizes_before.prizes.awards == ()
    [award] = effects.prizes_after.prizes.awards
    assert award.figure == 12


def test_moves_are_those_whose_line_changes(table: Table) -> None:
    play(table, *[MARCH] * 5)
    effects = find_effects(table, {1: LONER, 2: LONER})
    assert not effects.replay.after.finished
    assert [(move.before.place.score.games_won, move.after.place.score.games_won) for move in effects.moves] == [
        (1, 0), (0, 0),
    ]  # fmt: skip
    assert find_effects(table, {1: {**MARCH, "suit": "H"}}).moves == ()


def test_what_becomes_illegal_is_told_with_its_reason(table: Table) -> None:
    play(table, EUCHRE, MARCH, MARCH, MARCH, MARCH, POINT)
    effects = find_effects(table, {1: MARCH})
    assert not effects.can_be_saved
    assert [fault.code for fault in effects.replay.illegal[6]] == ["game_over"]
    assert effects.replay.after.winner == "NS"


def test_a_preview_of_no_change_and_of_final_results_is_refused(table: Table) -> None:
    record_deal(table, MARCH, position=1, key="k", by=None, source="web")
    with pytest.raises(RefusedError):
        find_effects(table, {1: MARCH})
    with pytest.raises(PositionTakenError):
        find_effects(table, {7: MARCH})
    Event.objects.update(is_open=False, published_at=timezone.now(), final_at=timezone.now())
    table.refresh_from_db()
    with pytest.raises(ResultsFinalError):
        find_effects(table, {1: POINT})


def test_a_warning_that_is_no_longer_carried_changes_a_later_table_and_the_standings(
    league: League, players: list[Player]
) -> None:
    event = warn.make_event(league, scope="team_per_night")
    first = warn.seat(event, players, "0123", round_number=1)
    second = warn.seat(event, players, "0123", round_number=2)
    warn.record(first, warn.talk("N"), warn.talk())
    warn.record(second, warn.talk("N"))
    effects = find_effects(first, {1: warn.talk()})
    ((other,), standings) = effects.others, effects.standings_after
    assert other.table == second
    stored = {result.seat_id: result.points for result in other.before}
    assert stored != {result.seat_id: result.points for result in other.after}
    save(first, {1: warn.talk()})
    assert {result.seat_id: result.points for result in other.after} == dict(
        SeatResult.objects.filter(table=second).values_list("seat", "points")
    )
    assert list(standings) == leave_out_marks(list_standings(event))


def test_a_preview_refuses_what_a_later_table_would_not_allow(league: League, players: list[Player]) -> None:
    event = warn.make_event(league, scope="team_per_night", options={})
    first = warn.seat(event, players, "0123", round_number=1)
    second = warn.seat(event, players, "0123", round_number=2)
    warn.record(first, MARCH)
    warn.record(second, warn.talk("N"))
    changes = {1: warn.talk("N")}
    with pytest.raises(LaterTableRefusedError) as refused:
        find_effects(first, changes)
    with pytest.raises(LaterTableRefusedError) as saved:
        save(first, changes)
    assert refused.value.messages == saved.value.messages
