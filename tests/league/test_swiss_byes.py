"""A bye of a Swiss event is worth as much in the standings as in the pairing, and the reasons of a place say so."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from league.models import Entry, League
from league.models.planning import Format
from league.selectors.place_reasons import read_reasons
from league.selectors.standings import list_standings
from league.services.swiss_rounds import make_next_round
from scoring.sentences import word_sentence
from scoring.standing_presets import find_usual_rules
from tests.league.matching import Meeting


@pytest.fixture
def meeting(league: League, admin: User) -> Meeting:
    """Thirteen pairs after five Swiss rounds; the stronger pair has won every match."""
    meeting = Meeting(league, admin, 13)
    meeting.plan(Format.SWISS, rounds=5)
    for number in range(1, 6):
        for table in meeting.open():
            meeting.win_by_number(table)
        if number < 5:
            make_next_round(meeting.event, seen_round=number, by=admin, source="web")
    return meeting


def count_won(meeting: Meeting) -> tuple[dict[int, int], dict[int, int]]:
    """Matches that each entry won, and its byes, from the matches alone."""
    won = dict.fromkeys(meeting.event.entries.values_list("pk", flat=True), 0)
    byes = dict(won)
    for state in meeting.states():
        winner = {"first": state.match.first_id, "second": state.match.second_id}.get(state.winner)
        if state.status == "bye":
            byes[state.match.first_id or 0] += 1
        elif winner is not None:
            won[winner] += 1
    return won, byes


def say(meeting: Meeting, entry: Entry) -> list[str]:
    reasons = read_reasons(meeting.event, entry.pk)
    return [word_sentence(each, reasons.names) for each in reasons.sentences]


def test_a_bye_counts_as_won_in_the_standings_as_in_the_pairing(meeting: Meeting) -> None:
    won, byes = count_won(meeting)
    assert sum(byes.values()) == 5
    lines = list_standings(meeting.event)
    assert {line.entry.pk: line.place.score.games_won for line in lines} == {
        entry: won[entry] + byes[entry] for entry in won
    }
    ranked = [won[line.entry.pk] + byes[line.entry.pk] for line in lines]
    assert ranked == sorted(ranked, reverse=True)
    rested = next(line.entry for line in lines if byes[line.entry.pk])
    assert "It counts as won." in say(meeting, rested)


def test_who_sets_the_rules_decides_what_a_bye_counts(meeting: Meeting) -> None:
    won, byes = count_won(meeting)
    usual = find_usual_rules(meeting.event.rules)
    meeting.event.standing_rules = {"rank_by": usual.rank_by, "tie_breaks": list(usual.tie_breaks)}
    meeting.event.save()
    lines = list_standings(meeting.event)
    assert {line.entry.pk: line.place.score.games_won for line in lines} == won
    rested = next(line.entry for line in lines if byes[line.entry.pk])
    assert "It counts neither as won nor as lost." in say(meeting, rested)


def test_byes_of_everybody_meets_everybody_count_nothing(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 3)
    meeting.plan(Format.ROUND_ROBIN)
    for table in meeting.open():
        meeting.win_by_number(table)
    won, _byes = count_won(meeting)
    assert {line.entry.pk: line.place.score.games_won for line in list_standings(meeting.event)} == won
