"""The standings of an elimination rank by its bracket: while it goes on, after corrections, in seasons and prizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Event, League, Season, Table
from league.models.planning import Format, MatchEnd
from league.selectors.evenings import read_evening
from league.selectors.event_facts import write_event_facts
from league.selectors.place_reasons import read_reasons
from league.selectors.prizes import award_event_prizes
from league.selectors.season_standings import list_season_standings
from league.selectors.standings import list_standings, write_standings
from league.services.correction_effects import find_effects
from league.services.faults import RefusedError
from league.services.fixed_entries import return_entry, withdraw_entry
from league.services.matches import end_match, take_back_end
from league.services.prizes import set_prizes
from league.services.rebuilding import rebuild_event
from league.services.season_rules import set_season_rules
from league.services.setup import create_season
from league.services.standing_rules import set_standing_rules
from league.services.verification import verify_events
from scoring.prize_rules import Prize, PrizeRules
from scoring.season_rules import SeasonRules
from scoring.sentences import word_sentence
from scoring.standing_rules import StandingRules
from tests.league.matching import Meeting
from tests.league.test_bracket_places import play_on
from tests.league.test_correction_effects import leave_out_marks

FIRST = Prize(code="first", kind="place", place=1, percent=50)
SECOND = Prize(code="second", kind="place", place=2, percent=30)
THIRD = Prize(code="third", kind="place", place=3, percent=20)


def rank(meeting: Meeting) -> dict[int, int | None]:
    """The number of a pair -> its place in the standings."""
    return {meeting.number(line.entry): line.place.rank for line in list_standings(meeting.event)}


def tell(meeting: Meeting, number: int) -> list[str]:
    """The sentences about the place of a pair."""
    reasons = read_reasons(meeting.event, meeting.entry(number).pk)
    names = {pk: f"P{meeting.pairs.index(name) + 1}" for pk, name in reasons.names.items()}
    return [word_sentence(sentence, names) for sentence in reasons.sentences]


def play_six(league: League, admin: User, **settings: Any) -> tuple[Meeting, Table]:
    """Six pairs, the better always wins; with the table at which 4 beat 5."""
    meeting = Meeting(league, admin, 6)
    meeting.plan(Format.KNOCKOUT, **settings)
    tables = meeting.open()
    for table in tables:
        meeting.win_by_number(table)
    upset = next(table for table in tables if table.seats.filter(entry=meeting.entry(5)).exists())
    play_on(meeting)
    return meeting, upset


def test_the_beaten_finalist_is_second_and_the_third_place_is_played(league: League, admin: User) -> None:
    meeting, upset = play_six(league, admin, third_place=True)
    assert rank(meeting) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}
    lines = write_standings(meeting.event)
    assert [line["figures"]["bracket"] for line in lines] == ["1", "2", "3", "4", "5", "5"]
    assert {line["decided_by"] for line in lines[1:5]} == {"bracket"}
    assert not any(line["unresolved"] for line in lines)
    meeting.turn(upset, "second")
    assert rank(meeting) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}
    facts = write_event_facts(meeting.event)
    assert facts["rules"]["rank_by"] == "bracket"
    assert [row["place"] for row in facts["bracket"]] == [1, 2, 3, 4, 5, 5]
    rebuild_event(meeting.event, by=admin, source="web")
    assert verify_events([meeting.event]).differences == []


def test_eleven_pairs_and_both_who_lost_a_semi_final_share_the_third_place(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 11)
    meeting.plan(Format.KNOCKOUT)
    play_on(meeting)
    assert list(rank(meeting).values()) == [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9]
    assert rank(meeting)[2] == 2


def test_who_is_still_in_stands_level_above_all_who_are_out(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.KNOCKOUT, third_place=True)
    assert set(rank(meeting).values()) == {1}
    one, other = meeting.open()
    meeting.win(one, "second")
    assert rank(meeting) == {4: 1, 2: 1, 3: 1, 1: 4}
    meeting.win(other, "first")
    assert rank(meeting) == {4: 1, 2: 1, 1: 3, 3: 3}
    final, third = meeting.open()
    meeting.win_by_number(final)
    assert rank(meeting) == {2: 1, 4: 2, 1: 3, 3: 3}
    meeting.win_by_number(third)
    assert rank(meeting) == {2: 1, 4: 2, 1: 3, 3: 4}


def test_a_place_is_told_in_true_sentences(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.KNOCKOUT)
    first, other = meeting.open()
    meeting.win_by_number(first)
    meeting.win_by_number(other)
    assert "P1, P2 are still playing in the bracket: how they go on there parts them." in tell(meeting, 1)
    assert "“place in the bracket” is 1 so far: the next match there is still to be played." in tell(meeting, 1)
    play_on(meeting)
    assert tell(meeting, 2)[:3] == [
        "P2 has place 2.",
        "“place in the bracket” is 2.",
        "P1 is above P2 on “place in the bracket”: 1 against 2, and fewer is better.",
    ]
    assert tell(meeting, 3)[0] == "P3 shares place 3 with P4."
    assert tell(meeting, 3)[-1] == "P3, P4 came equally far in the bracket, so they share the place."
    last = read_reasons(meeting.event, meeting.entry(2).pk).sentences[1]
    assert set(last.games) == {game.table.pk for game in meeting.state(2, 1).games}


@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_the_preview_of_another_winner_is_what_saving_brings(league: League, admin: User, round_number: int) -> None:
    """Before the next match is opened and after it: standings and prizes come out as they were foreseen."""
    meeting = Meeting(league, admin, 6)
    set_prizes(meeting.event, PrizeRules(prizes=(FIRST, SECOND, THIRD)), pot=1000, by=admin, source="web")
    meeting.plan(Format.KNOCKOUT, third_place=True)
    played: dict[int, list[Table]] = {}
    for number in range(1, round_number + 1):
        played[number] = meeting.open()
        for table in played[number]:
            meeting.win_by_number(table)
    for number, tables in sorted(played.items(), reverse=True):
        for table in tables:
            table.refresh_from_db()
            assert table.match
            winner = meeting.state(table.match.round_number, table.match.number).winner
            other = "second" if winner == "first" else "first"
            maker = {"first": "N", "second": "E"}[other]
            effects = find_effects(table, {1: {"maker": maker, "tricks": 5}})
            before = rank(meeting)
            meeting.turn(table, other)
            assert leave_out_marks(list(effects.standings_after)) == leave_out_marks(list_standings(meeting.event))
            assert effects.prizes_after == award_event_prizes(meeting.event)
            if number == round_number:
                assert effects.prizes_after != effects.prizes_before
                assert rank(meeting) != before


@pytest.mark.django_db(transaction=True)
def test_whatever_changes_the_bracket_shows_at_once(league: League, admin: User) -> None:
    by: dict[str, Any] = {"by": admin, "source": "web"}
    meeting = Meeting(league, admin, 4)
    other = meeting.match
    tables: list[Table] = []

    def play_first() -> None:
        tables.extend(meeting.open())
        meeting.win(tables[0], "first")

    changes: list[Callable[[], Any]] = [
        lambda: meeting.plan(Format.KNOCKOUT),
        lambda: end_match(other(1, 1), MatchEnd.FIRST_FORFEITS, reason="Ill", **by),
        lambda: take_back_end(other(1, 1), reason="A mistake", **by),
        lambda: withdraw_entry(meeting.entry(3), from_round=1, reason="Gone", **by),
        lambda: return_entry(meeting.entry(3), reason="Back", **by),
        play_first,
        lambda: meeting.turn(tables[0], "second"),
    ]
    seen = [rank(meeting)]
    for change in changes:
        change()
        seen.append(rank(meeting))
    assert seen[0] == seen[1] == seen[3] == seen[5] == {1: 1, 2: 1, 3: 1, 4: 1}
    assert seen[2] == seen[7] == {4: 1, 2: 1, 3: 1, 1: 4}
    assert seen[4] == {1: 1, 2: 1, 4: 1, 3: 4}
    assert seen[6] == {1: 1, 2: 1, 3: 1, 4: 4}


def test_another_plan_that_is_taken_shows_at_once(league: League, admin: User, transactional_db: None) -> None:
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.KNOCKOUT)
    assert "bracket" in list_standings(meeting.event)[0].figures
    meeting.plan(Format.SWISS, reason="More games")
    assert "bracket" not in list_standings(meeting.event)[0].figures


def test_who_withdraws_stands_as_the_rules_say(league: League, admin: User) -> None:
    meeting, _upset = play_six(league, admin, third_place=True)
    withdraw_entry(meeting.entry(2), from_round=9, reason="Left early", by=admin, source="web")
    assert rank(meeting)[2] == 2
    rules = StandingRules(rank_by="bracket", tie_breaks=(), withdrawn="apart", idle_apart=False)
    set_standing_rules(meeting.event, rules, by=admin, source="web", reason="As announced", despite_results=True)
    assert rank(meeting) == {1: 1, 3: 2, 4: 3, 5: 4, 6: 4, 2: None}
    assert verify_events([meeting.event]).differences == []


def test_the_place_in_the_bracket_can_break_ties_and_be_refused(league: League, admin: User) -> None:
    meeting, _upset = play_six(league, admin)
    rules = StandingRules(rank_by="games_won", tie_breaks=("bracket",), restart="never", idle_apart=False)
    set_standing_rules(meeting.event, rules, by=admin, source="web", reason="As announced", despite_results=True)
    assert rank(meeting) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5}
    swiss = Meeting(league, admin, 4, name="Saturday")
    swiss.plan(Format.SWISS)
    with pytest.raises(RefusedError, match="no elimination"):
        set_standing_rules(swiss.event, rules, by=admin, source="web")
    averages = StandingRules(rank_by="bracket", tie_breaks=(), per_game=True)
    with pytest.raises(RefusedError, match="no single game"):
        set_standing_rules(meeting.event, averages, by=admin, source="web", reason="x", despite_results=True)


def put_in_season(meeting: Meeting, admin: User) -> Season:
    season = create_season(meeting.event.league, name="2026", by=admin, source="web")
    Event.objects.filter(pk=meeting.event.pk).update(season=season)
    meeting.event.refresh_from_db()
    return season


def test_a_season_gives_points_for_places_in_the_bracket(league: League, admin: User) -> None:
    meeting, _upset = play_six(league, admin)
    season = put_in_season(meeting, admin)
    assert [place for place, _entries in read_evening(meeting.event).places] == [1, 2, 3, 5]
    rules = SeasonRules(counts="places", places=(10, 6, 4, 2), ranked="entries")  # type: ignore[arg-type]
    set_season_rules(season, rules, by=admin, source="web")
    totals = {line.name: line.total for line in list_season_standings(season).lines}
    assert [totals[name] for name in meeting.pairs] == ["10", "6", "3", "3", "0", "0"]


def test_a_season_ranks_by_games_where_its_latest_evening_ranks_by_a_bracket(league: League, admin: User) -> None:
    meeting, _upset = play_six(league, admin)
    season = put_in_season(meeting, admin)
    assert list_season_standings(season).ranked_by == "games_won"
    set_season_rules(season, SeasonRules(counts="evenings"), by=admin, source="web")
    assert list_season_standings(season).not_added == ("Friday",)
    page = Client().get(f"/leagues/{league.slug}/seasons/{season.slug}/").content.decode()
    assert "fewer is better there: Friday." in page
    for counts in ("games", "evenings"):
        rules = SeasonRules(counts=counts, standings=StandingRules(rank_by="games_won", tie_breaks=("bracket",)))
        with pytest.raises(RefusedError, match="no bracket"):
            set_season_rules(season, rules, by=admin, source="web")
