"""Fixed pairs meet: whole events through the services, with corrections, forfeits and withdrawals in the middle."""

from __future__ import annotations

from collections import Counter

import pytest
from django.contrib.auth.models import User

from league.models import AuditRow, League, Match
from league.models.planning import Format, MatchEnd
from league.selectors.bracket_places import list_bracket_places
from league.selectors.match_plans import MatchSettings
from league.selectors.unplayed_games import list_unplayed
from league.services.attendance_places import stand_in
from league.services.faults import RefusedError
from league.services.fixed_entries import enter_names, return_entry, set_seeds, withdraw_entry
from league.services.match_plans import propose_matches, take_matches
from league.services.matches import add_game, end_match, seat_expected, take_back_end
from league.services.plans import PlanChangedError
from league.services.setup import add_players
from league.services.swiss_rounds import make_next_round, pair_again
from league.services.verification import verify_events
from tests.league.matching import Meeting


def test_thirteen_pairs_play_five_swiss_rounds(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 13)
    meeting.plan(Format.SWISS, rounds=5)
    for round_number in range(1, 6):
        states = meeting.states(round_number)
        assert [state.status for state in states] == ["ready"] * 6 + ["bye"]
        tables = meeting.open()
        assert [table.number for table in tables] == [1, 2, 3, 4, 5, 6]
        assert meeting.open() == []
        for table in tables:
            meeting.win_by_number(table)
        if round_number == 2:
            _correct_before_the_next_round(meeting)
        if round_number < 5:
            assert len(make_next_round(meeting.event, seen_round=round_number, by=admin, source="web")) == 7
            assert make_next_round(meeting.event, seen_round=round_number, by=admin, source="web") == []
    met = Counter(
        frozenset((state.match.first_id, state.match.second_id)) for state in meeting.states() if state.match.second_id
    )
    byes = Counter(state.match.first_id for state in meeting.states() if state.status == "bye")
    assert set(met.values()) == {1}
    assert set(byes.values()) == {1}
    with pytest.raises(RefusedError, match="All 5 rounds are paired"):
        make_next_round(meeting.event, seen_round=5, by=admin, source="web")


def _correct_before_the_next_round(meeting: Meeting) -> None:
    """A result is corrected: the next round, paired before anybody sat down, is paired anew from what stands."""
    admin = meeting.admin
    first = meeting.state(2, 1)
    make_next_round(meeting.event, seen_round=2, by=admin, source="web")
    before = [meeting.sides(3, number) for number in range(1, 8)]
    meeting.turn(first.games[0].table, "second" if first.winner == "first" else "first")
    assert [meeting.sides(3, number) for number in range(1, 8)] == before
    pair_again(meeting.event, reason="Round 2 was corrected", by=admin, source="web")
    assert [meeting.sides(3, number) for number in range(1, 8)] != before
    meeting.event.matches.filter(round_number=3).delete()


def test_six_pairs_play_a_double_elimination(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 6)
    meeting.plan(Format.DOUBLE_KNOCKOUT)
    assert [(state.match.round_number, state.status) for state in meeting.states()[:4]] == [
        (1, "ready"), (1, "ready"), (2, "waiting"), (2, "waiting"),
    ]  # fmt: skip
    first_round = meeting.open()
    for table in first_round:
        meeting.win_by_number(table)
    assert [meeting.sides(2, number) for number in (1, 2)] == [(1, 4), (2, 3)]
    meeting.turn(first_round[0], "second")  # 5 beat 4, before anything hung on it
    assert meeting.sides(2, 1) == (1, 5)
    while tables := meeting.open():
        for table in tables:
            meeting.win_by_number(table)
    final, second = meeting.states()[-2:]
    assert (meeting.number(final.first), final.winner, second.status) == (1, "first", "unneeded")
    numbers = {entry.pk: meeting.number(entry) for entry in meeting.event.entries.all()}
    places = list_bracket_places(meeting.event)
    assert [(place, sorted(numbers[pk] for pk in group)) for place, group in places] == [
        (1, [1]), (2, [2]), (3, [3]), (4, [5]), (5, [4, 6]),
    ]  # fmt: skip


def test_a_second_final_is_played_where_the_undefeated_loses_the_first(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 3)
    meeting.plan(Format.DOUBLE_KNOCKOUT)
    for _step in range(3):
        for table in meeting.open():
            meeting.win_by_number(table)
    final = meeting.open()[0]
    assert meeting.states()[-1].status == "waiting"
    meeting.win(final, "second")
    assert meeting.states()[-1].status == "ready"
    meeting.win(meeting.open()[0], "first")
    last = meeting.states()[-1]
    assert meeting.number(last.find_entry(last.winner)) == 1
    meeting.turn(final, "first")
    last = meeting.states()[-1]
    assert (last.status, len(last.games)) == ("unneeded", 1)
    assert list_bracket_places(meeting.event)[0] == (1, (meeting.entry(1).pk,))


def test_a_correction_never_touches_a_later_match_that_was_played(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.KNOCKOUT, third_place=True)
    one, other = meeting.open()
    meeting.win(one, "first")
    meeting.win(other, "first")
    final, third = meeting.open()
    assert (meeting.sides(2, 1), meeting.sides(2, 2)) == ((1, 2), (4, 3))
    meeting.turn(one, "second")
    assert (meeting.sides(2, 1), meeting.sides(2, 2)) == ((1, 2), (4, 3))
    played, unplayed = meeting.state(2, 1), meeting.state(2, 2)
    assert [meeting.number(entry) for entry in played.expected or ()] == [4, 2]
    assert [meeting.number(entry) for entry in unplayed.expected or ()] == [1, 3]
    seat_expected(meeting.event, by=admin, source="web")
    assert (meeting.sides(2, 1), meeting.sides(2, 2)) == ((4, 2), (1, 3))
    assert {meeting.number(seat.entry) for seat in third.seats.all()} == {1, 3}
    meeting.hand(final, "first")
    meeting.hand(third, "first")
    meeting.turn(other, "second")
    assert (meeting.sides(2, 1), meeting.sides(2, 2)) == ((4, 2), (1, 3))
    with pytest.raises(RefusedError, match="they stay as they are"):
        seat_expected(meeting.event, by=admin, source="web")
    assert verify_events([meeting.event]).differences == []


def test_matches_of_the_best_of_three(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.ROUND_ROBIN, games=3, counts_best=True)
    one, other = meeting.open()
    assert (one.round.planned, one.round.game, one.first_dealer) == (1, 1, "N")
    meeting.win(one, "first")
    meeting.win(other, "second")
    again = meeting.open()
    assert [(table.number, table.round.game, table.first_dealer) for table in again] == [(1, 2, "E"), (2, 2, "E")]
    meeting.win(again[0], "first")
    meeting.win(again[1], "first")
    assert [state.status for state in meeting.states(1)] == ["over", "ready"]
    last = meeting.open()
    assert [(table.number, table.round.game) for table in last] == [(2, 3)]
    meeting.win(last[0], "second")
    assert meeting.state(1, 2).winner == "second"
    assert {table.round.planned for table in meeting.open()} == {2}


def test_forfeits_count_for_the_standings_and_can_be_taken_back(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 5)
    meeting.plan(Format.ROUND_ROBIN)
    match = meeting.states(1)[0].match
    with pytest.raises(RefusedError, match="Say why"):
        end_match(match, MatchEnd.FIRST_FORFEITS, reason=" ", by=admin, source="web")
    end_match(match, MatchEnd.FIRST_FORFEITS, reason="Did not come", by=admin, source="web")
    results = list_unplayed(meeting.event, same={}, games=())
    kinds = {(result.entry, result.kind) for result in results if result.round == 1}
    assert (match.first_id, "forfeit_lost") in kinds
    assert (match.second_id, "forfeit_won") in kinds
    assert sum(result.kind == "bye" for result in results) == 5
    assert len(meeting.open()) == 1
    with pytest.raises(RefusedError, match="take that back first"):
        end_match(match, MatchEnd.NEITHER_CAME, reason="Nobody", by=admin, source="web")
    take_back_end(match, reason="They came", by=admin, source="web")
    assert len(meeting.open()) == 1
    assert AuditRow.objects.filter(action="match_ruled").count() == 1


def test_a_substitute_sits_in_the_seat_of_who_is_away(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 2)
    meeting.plan(Format.KNOCKOUT)
    absent = meeting.entry(1).players.get(name="P1b")
    substitute = add_players(league, ["Sub"], by=admin, source="web").added[0]
    stand_in(meeting.event, substitute, place_of=absent, by=admin, source="web")
    table = meeting.open()[0]
    seat = table.seats.get(player=substitute)
    assert (seat.stands_in_for, seat.entry) == (absent, meeting.entry(1))
    meeting.win(table, "first")
    assert meeting.state(1, 1).winner == "first"


def test_a_level_match_of_an_elimination_waits_for_a_decision(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 2)
    meeting.plan(Format.KNOCKOUT, games=2)
    match = meeting.match(1, 1)
    with pytest.raises(RefusedError, match="level"):
        end_match(match, MatchEnd.FIRST_GOES_ON, reason="Lot", by=admin, source="web")
    meeting.win(meeting.open()[0], "first")
    meeting.win(meeting.open()[0], "second")
    assert (meeting.state(1, 1).status, meeting.open()) == ("level", [])
    end_match(match, MatchEnd.SECOND_GOES_ON, reason="By lot", by=admin, source="web")
    assert meeting.state(1, 1).winner == "second"
    take_back_end(match, reason="They play on", by=admin, source="web")
    add_game(match, by=admin, source="web")
    meeting.win(meeting.open()[0], "first")
    assert (meeting.state(1, 1).winner, meeting.state(1, 1).how) == ("first", "games")


def test_who_meets_a_withdrawn_pair_goes_on(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.KNOCKOUT)
    withdraw_entry(meeting.entry(1), from_round=1, reason="Ill", by=admin, source="web")
    state = meeting.state(1, 1)
    assert (state.status, state.how, state.winner) == ("over", "withdrawn", "second")
    assert meeting.sides(2, 1)[0] == 4
    return_entry(meeting.entry(1), reason="Better", by=admin, source="web")
    assert meeting.state(1, 1).status == "ready"


def test_matches_of_a_withdrawn_pair_count_as_forfeits(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.ROUND_ROBIN)
    for table in meeting.open():
        meeting.win(table, "first")
    assert list_unplayed(meeting.event, same={}, games=()) == []
    gone = meeting.entry(4)
    withdraw_entry(gone, from_round=2, reason="Left", by=admin, source="web")
    unplayed = list_unplayed(meeting.event, same={}, games=())
    assert Counter((each.entry == gone.pk, each.kind) for each in unplayed) == {
        (True, "forfeit_lost"): 2, (False, "forfeit_won"): 2,
    }  # fmt: skip


def test_a_round_robin_is_planned_anew_for_the_rounds_to_come(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 5)
    meeting.plan(Format.ROUND_ROBIN)
    for table in meeting.open():
        meeting.win(table, "first")
    kept = [(match.pk, match.first_id, match.second_id) for match in Match.objects.filter(round_number=1)]
    withdraw_entry(meeting.entry(5), from_round=2, reason="Left", by=admin, source="web")
    meeting.pairs.append("Late & Later")
    enter_names(meeting.event, [("Late", "Later")], by=admin, source="web")
    with pytest.raises(RefusedError, match="Say why"):
        meeting.plan(Format.ROUND_ROBIN)
    meeting.plan(Format.ROUND_ROBIN, reason="One pair left, one came")
    assert [(match.pk, match.first_id, match.second_id) for match in Match.objects.filter(round_number=1)] == kept
    met = Counter(
        frozenset((meeting.number(state.first), meeting.number(state.second)))
        for state in meeting.states()
        if state.second
    )
    there = [1, 2, 3, 4, 6]
    assert all(met[frozenset((one, other))] == 1 for one in there for other in there if one < other)
    assert sum(5 in pair for pair in met) <= 1


def test_an_elimination_that_has_begun_stays(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.KNOCKOUT)
    meeting.open()
    with pytest.raises(RefusedError, match="has begun"):
        meeting.plan(Format.DOUBLE_KNOCKOUT, reason="Longer")


def test_a_plan_seen_before_another_is_not_taken(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.KNOCKOUT)
    seen = {"seen_version": 0, "seen_round": 1}
    with pytest.raises(PlanChangedError):
        take_matches(meeting.event, Format.SWISS, MatchSettings(), **seen, by=admin, source="web", reason="Again")


def test_what_is_said_of_a_plan_before_it_is_taken(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 6)
    report = {format: dict(propose_matches(meeting.event, format, MatchSettings()).report) for format in (
        Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT,
    )}  # fmt: skip
    assert report[Format.ROUND_ROBIN] == {"entries": 6, "matches": 15, "rounds": 5, "byes": 0, "breaks": 4}
    assert report[Format.SWISS] == {"entries": 6, "matches": 9, "rounds": 3, "byes": 0, "repeats": 0}
    assert report[Format.KNOCKOUT] == {"entries": 6, "matches": 5, "rounds": 3, "byes": 2}
    assert report[Format.DOUBLE_KNOCKOUT] == {"entries": 6, "matches": 10, "rounds": 6, "byes": 2}


def test_seeds_and_pairs_that_cannot_be(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 2)
    one, other = meeting.entry(1), meeting.entry(2)
    with pytest.raises(RefusedError, match="has this seed already"):
        set_seeds(meeting.event, {one.pk: 1, other.pk: 1}, by=admin, source="web")
    with pytest.raises(RefusedError, match="plays with somebody else already"):
        enter_names(meeting.event, [("P1a", "New")], by=admin, source="web")
    with pytest.raises(RefusedError, match="2 different players"):
        enter_names(meeting.event, [("New", "new")], by=admin, source="web")
