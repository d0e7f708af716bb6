"""Warnings last as long as the house rule says: for a game, an evening or a season, and always for the same people."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from league.models import AuditRow, Event, League, Player, SeatResult, Table
from league.models.event import Season
from league.selectors.event_tables import list_sheets
from league.selectors.seat_results import make_results
from league.selectors.sheets import build_sheet, fold_table, write_sheet
from league.selectors.table_folds import fold_tables
from league.services.carried_warnings import LaterTableRefusedError
from league.services.corrections import undo_last
from league.services.editing import close_event, edit_event
from league.services.recording import record_deal
from league.services.results import read_figures
from league.services.seating import reseat_table, seat_table
from league.services.setup import create_event, create_season
from scoring.fold import fold_sheet
from scoring.result import score_sheet
from tests.examples import take_examples

#: Played on after every infraction, so that a hand is allowed whether it brought a warning or a penalty.
PLAYED_ON = {"loss_of_bid": "bid_forfeited_hand_continues", "defender_offence": "play_on_plus_2"}

SCOPES = ("team_per_game", "team_per_night", "player_per_game", "season")

pytestmark = pytest.mark.django_db


def talk(*offenders: str, tricks: int | None = 3) -> dict[str, Any]:
    """A hand that North makes, with table talk by these."""
    infractions = [{"kind": "table_talk", "offender": seat} for seat in offenders]
    facts: dict[str, Any] = {"maker": "N", "infractions": infractions}
    return facts if tricks is None else facts | {"tricks": tricks}


def make_event(league: League, *, scope: str, name: str = "Tuesday", **more: Any) -> Event:
    options = {"warning_scope": scope, **more.pop("options", PLAYED_ON)}
    return create_event(
        league, name=name, game="land-grant-euchre", options=options, by=None, source="web",
        **{"held_on": datetime.date(2026, 3, 3), **more},
    )  # fmt: skip


def seat(event: Event, players: Sequence[Player], order: str, *, round_number: int, number: int = 1) -> Table:
    """A table with the players of these places in the list at N, E, S and W."""
    seats = {place: players[int(digit)] for place, digit in zip("NESW", order, strict=True)}
    return seat_table(event, round_number=round_number, number=number, seats=seats, by=None, source="web")


def record(table: Table, *hands: Mapping[str, Any]) -> None:
    start = write_sheet(table)["deals"]
    for position, facts in enumerate(hands, start=len(start) + 1):
        record_deal(table, facts, position=position, key=f"{position}/{table.records.count()}", by=None, source="web")


def take_off_last(table: Table) -> None:
    position = len(write_sheet(table)["deals"])
    undo_last(table, position=position, key=f"undo {table.records.count()}", reason="wrong", by=None, source="web")


def read_points(table: Table) -> dict[str, int]:
    return dict(SeatResult.objects.filter(table=table).values_list("side", "points"))


def check_stored(*tables: Table) -> None:
    """Every stored result is what the sheet comes to now, and that sheet alone comes to the same."""
    for table in tables:
        fresh = make_results(table, list(table.seats.all()), fold_table(table))
        stored = SeatResult.objects.in_bulk([result.seat_id for result in fresh])
        assert [read_figures(stored[result.seat_id]) for result in fresh] == [read_figures(each) for each in fresh]
        assert score_sheet(write_sheet(table))["totals"] == read_points(table)


@pytest.mark.parametrize(
    ("scope", "later"),
    [("team_per_game", 0), ("player_per_game", 0), ("team_per_night", 2), ("season", 2)],
)
def test_a_second_table_talk_in_the_next_round_costs_points_where_the_evening_counts(
    league: League, players: list[Player], scope: str, later: int
) -> None:
    event = make_event(league, scope=scope)
    one, two = seat(event, players, "0123", round_number=1), seat(event, players, "0123", round_number=2)
    record(one, talk("N"))
    record(two, talk("S"))
    assert read_points(two) == {"NS": 1, "EW": later}
    check_stored(one, two)


@pytest.mark.parametrize(("scope", "points"), [("team_per_game", 2), ("player_per_game", 0)])
def test_within_a_game_a_warning_is_the_sides_or_the_players(
    league: League, players: list[Player], scope: str, points: int
) -> None:
    table = seat(make_event(league, scope=scope), players, "0123", round_number=1)
    record(table, talk("N"), talk("S"))
    assert read_points(table)["EW"] == points
    warned = {result.seat.seat for result in SeatResult.objects.filter(warned=True).select_related("seat")}
    assert warned == {"N", "S"}


def test_a_personal_warning_marks_only_the_person(league: League, players: list[Player]) -> None:
    table = seat(make_event(league, scope="player_per_game"), players, "0123", round_number=1)
    record(table, talk("E"))
    assert [result.seat.seat for result in SeatResult.objects.filter(warned=True)] == ["E"]


@pytest.mark.parametrize("order", ["4152", "0415", "4501"])
def test_the_warning_follows_the_pair_to_any_seats(league: League, players: list[Player], order: str) -> None:
    """Players 0 and 1 do not sit together in the first two, so no warning follows either."""
    event = make_event(league, scope="team_per_night")
    one = seat(event, players, "0213", round_number=1)
    two = seat(event, players, order, round_number=2)
    record(one, talk("N"))
    game_sides = {frozenset(order[::2]): "NS", frozenset(order[1::2]): "EW"}
    side = game_sides.get(frozenset("01"))
    assert build_sheet(two).warned == ({side} if side else set())


def test_with_another_partner_nobody_stands_warned(league: League, players: list[Player]) -> None:
    event = make_event(league, scope="team_per_night", entry_kind="player")
    one, two = seat(event, players, "0123", round_number=1), seat(event, players, "0321", round_number=2)
    again = seat(event, players, "1203", round_number=3)
    record(one, talk("N"))
    assert build_sheet(two).warned == {"NS"}
    assert build_sheet(again).warned == set()


def test_a_warning_at_another_table_of_the_same_round_or_a_later_one_does_not_count(
    league: League, players: list[Player]
) -> None:
    event = make_event(league, scope="team_per_night")
    one, two = seat(event, players, "0123", round_number=1), seat(event, players, "0123", round_number=2)
    record(two, talk("N"))
    record(one, talk("N"))
    assert read_points(one)["EW"] == 0
    assert read_points(two)["EW"] == 2, "the warning in round 1 came first, though it was entered later"
    check_stored(one, two)


def test_a_correction_in_round_1_changes_the_points_of_round_2_and_3(league: League, players: list[Player]) -> None:
    event = make_event(league, scope="team_per_night")
    one, two, three = (seat(event, players, "0123", round_number=number) for number in (1, 2, 3))
    record(one, talk("N"))
    record(two, talk("S"), talk("E"))
    record(three, talk("W"), talk("N"))
    assert [read_points(each) for each in (two, three)] == [{"NS": 2, "EW": 2}, {"NS": 4, "EW": 2}]
    take_off_last(one)
    assert [read_points(each) for each in (two, three)] == [{"NS": 2, "EW": 0}, {"NS": 4, "EW": 2}]
    check_stored(one, two, three)
    record(one, talk("S"))
    assert read_points(two) == {"NS": 2, "EW": 2}
    check_stored(one, two, three)


def test_what_changed_at_a_later_table_is_in_its_log_and_it_has_to_be_confirmed_again(
    league: League, players: list[Player], admin: User
) -> None:
    event = make_event(league, scope="team_per_night")
    one, two = seat(event, players, "0123", round_number=1), seat(event, players, "0123", round_number=2)
    record(two, talk("S"))
    Table.objects.filter(pk=two.pk).update(confirmed_at="2026-03-03T20:00Z")
    before = Event.objects.get(pk=event.pk).revision
    record_deal(one, talk("N"), position=1, key="k", by=admin, source="web")
    row = AuditRow.objects.get(action="warning_carried")
    assert (row.table, row.actor, row.detail["totals"]) == (two, admin, {"NS": 1, "EW": 2})
    two.refresh_from_db()
    assert two.confirmed_at is None
    assert Event.objects.get(pk=event.pk).revision > before


def test_a_change_that_makes_a_later_hand_impossible_is_refused_and_names_the_table(
    league: League, players: list[Player]
) -> None:
    """The penalty ended the hand of round 2; as a warning it would not have, and its tricks are missing."""
    event = make_event(league, scope="team_per_night", options={})
    one, two = seat(event, players, "0123", round_number=1), seat(event, players, "0123", round_number=2)
    record(one, talk("N"))
    record(two, talk("S", tricks=None))
    with pytest.raises(LaterTableRefusedError) as refused:
        take_off_last(one)
    assert "round 2, table 1 of Tuesday" in str(refused.value)
    assert refused.value.table == two
    assert len(write_sheet(one)["deals"]) == 1, "nothing was stored"
    check_stored(one, two)


def test_a_season_carries_warnings_to_later_events_of_it(league: League, players: list[Player]) -> None:
    season = create_season(league, name="Spring", starts_on=None, ends_on=None, by=None, source="web")
    dates = [datetime.date(2026, 3, day) for day in (3, 10, 17)]
    first, second, third = (
        make_event(league, scope="season", name=f"Evening {day}", held_on=day, season=season) for day in dates
    )
    early, late = seat(first, players, "0123", round_number=1), seat(third, players, "0123", round_number=1)
    record(late, talk("N"))
    record(early, talk("S"))
    assert read_points(late)["EW"] == 2
    assert build_sheet(seat(second, players, "2301", round_number=1)).warned == {"NS"}
    check_stored(early, late)


def test_a_season_does_not_reach_other_seasons_or_other_leagues_events(league: League, players: list[Player]) -> None:
    spring, autumn = (
        create_season(league, name=name, starts_on=None, ends_on=None, by=None, source="web")
        for name in ("Spring", "Autumn")
    )
    one = seat(make_event(league, scope="season", name="a", season=spring), players, "0123", round_number=1)
    record(one, talk("N"))
    others: list[Season | None] = [autumn, None]
    for name, season in zip("bc", others, strict=True):
        later = make_event(league, scope="season", name=name, season=season, held_on=datetime.date(2026, 4, 1))
        assert build_sheet(seat(later, players, "0123", round_number=1)).warned == set()


def test_moving_an_events_date_changes_which_warning_came_first(league: League, players: list[Player]) -> None:
    season = create_season(league, name="Spring", starts_on=None, ends_on=None, by=None, source="web")
    one, two = (
        seat(make_event(league, scope="season", name=name, season=season, held_on=day), players, "0123", round_number=1)
        for name, day in (("a", datetime.date(2026, 3, 3)), ("b", datetime.date(2026, 3, 10)))
    )
    record(one, talk("N"))
    record(two, talk("N"))
    assert (read_points(one)["EW"], read_points(two)["EW"]) == (0, 2)
    edit_event(two.event, name="b", held_on=datetime.date(2026, 3, 1), by=None, source="web")
    assert (read_points(one)["EW"], read_points(two)["EW"]) == (2, 0)
    for table in Table.objects.all():
        check_stored(table)


def test_final_results_of_a_later_event_are_not_changed_behind_their_back(
    league: League, players: list[Player]
) -> None:
    season = create_season(league, name="Spring", starts_on=None, ends_on=None, by=None, source="web")
    one, two = (
        seat(make_event(league, scope="season", name=name, season=season, held_on=day), players, "0123", round_number=1)
        for name, day in (("a", datetime.date(2026, 3, 3)), ("b", datetime.date(2026, 3, 10)))
    )
    record(two, talk("N"))
    close_event(two.event, by=None, source="web")
    Event.objects.filter(pk=two.event_id).update(published_at="2026-03-11T09:00Z", final_at="2026-03-11T09:00Z")
    with pytest.raises(LaterTableRefusedError, match="final"):
        record(one, talk("S"))
    assert not one.records.exists()


def test_seating_others_at_an_empty_table_sets_who_stands_warned(league: League, players: list[Player]) -> None:
    event = make_event(league, scope="team_per_night")
    one, two = seat(event, players, "0123", round_number=1), seat(event, players, "4567", round_number=2)
    record(one, talk("N"))
    assert not SeatResult.objects.filter(table=two, warned=True).exists()
    seats = dict(zip("NESW", (players[number] for number in (4, 0, 6, 2)), strict=True))
    reseat_table(two, seats=seats, first_dealer="N", by=None, source="web")
    assert {result.side for result in SeatResult.objects.filter(table=two, warned=True)} == {"EW"}


def test_a_warning_that_the_sheet_states_is_carried_on(league: League, players: list[Player]) -> None:
    event = make_event(league, scope="team_per_night")
    seats = dict(zip("NESW", players, strict=False))
    seat_table(event, round_number=1, number=1, seats=seats, warned=["EW"], by=None, source="web")
    assert build_sheet(seat(event, players, "0123", round_number=2)).warned == {"EW"}


@pytest.mark.parametrize(("scope", "more"), [("team_per_game", 0), ("team_per_night", 1)])
def test_a_narrow_scope_asks_the_database_for_nothing(
    league: League, players: list[Player], scope: str, more: int
) -> None:
    event = make_event(league, scope=scope)
    for number in (1, 2, 3):
        seat(event, players, "0123", round_number=number)
    for read in (list_sheets, lambda event: fold_tables(event.tables.all())):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            list(read(event))
        assert sum("warned" in query["sql"].partition("WHERE")[2] for query in queries) == more


def test_a_hand_without_warnings_works_no_other_table_out(league: League, players: list[Player]) -> None:
    event = make_event(league, scope="team_per_night")
    one, two = seat(event, players, "0123", round_number=1), seat(event, players, "0123", round_number=2)
    record(two, talk("N"))
    record(one, talk("N"))
    with CaptureQueriesContext(connection) as queries:
        record(one, {"maker": "N", "tricks": 3})
    writes = [query["sql"] for query in queries if "league_seatresult" in query["sql"] and "INSERT" in query["sql"]]
    assert len(writes) == 1
    assert AuditRow.objects.filter(action="warning_carried").count() == 1


@take_examples(one_in=3, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), scope=st.sampled_from(SCOPES))
def test_any_evening_comes_to_what_its_sheets_say_with_their_warnings_written_out(
    league: League, players: list[Player], data: st.DataObject, scope: str
) -> None:
    event = make_event(league, scope=scope, entry_kind="player")
    orders = data.draw(st.lists(st.permutations("0123").map("".join), min_size=2, max_size=4))
    tables = [seat(event, players, order, round_number=number) for number, order in enumerate(orders, start=1)]
    for _step in range(data.draw(st.integers(1, 6))):
        table = data.draw(st.sampled_from(tables))
        if fold_table(table).is_over:
            continue
        record(table, talk(*data.draw(st.lists(st.sampled_from("NESW"), max_size=2))))
        if data.draw(st.booleans()):
            take_off_last(data.draw(st.sampled_from([each for each in tables if write_sheet(each)["deals"]])))
    check_stored(*tables)
    for _table, sheet in list_sheets(event):
        folded, faults = fold_sheet(sheet)
        assert not faults
        assert score_sheet(write_sheet(_table))["totals"] == dict(folded.state.totals)
