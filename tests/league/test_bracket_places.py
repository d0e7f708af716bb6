"""Eliminations by the services: places after corrections, standings by the bracket, what is kept and foreseen."""

from __future__ import annotations

from django.contrib.auth.models import User

from league.models import League
from league.models.planning import Format
from league.selectors.bracket_places import list_bracket_places
from league.services.verification import verify_events
from tests.league.matching import Meeting


def play_on(meeting: Meeting) -> None:
    """All that is left, the pair of the lower number always wins."""
    while tables := meeting.open():
        for table in tables:
            meeting.win_by_number(table)


def list_settled(meeting: Meeting) -> list[tuple[int, list[int]]]:
    """The places of the Bracket page, by the numbers of the pairs."""
    numbers = {entry.pk: meeting.number(entry) for entry in meeting.event.entries.all()}
    return [(place, sorted(numbers[pk] for pk in group)) for place, group in list_bracket_places(meeting.event)]


def test_a_first_round_corrected_at_the_end_leaves_everybody_one_place(league: League, admin: User) -> None:
    meeting = Meeting(league, admin, 6)
    meeting.plan(Format.KNOCKOUT, third_place=True)
    first_round = meeting.open()
    for table in first_round:
        meeting.win_by_number(table)
    play_on(meeting)
    places = [(1, [1]), (2, [2]), (3, [3]), (4, [4]), (5, [5, 6])]
    assert list_settled(meeting) == places
    meeting.turn(next(table for table in first_round if table.seats.filter(entry=meeting.entry(5)).exists()), "second")
    assert meeting.state(1, 2).winner == "second"
    assert meeting.sides(2, 1) == (1, 4)
    assert list_settled(meeting) == places
    assert verify_events([meeting.event]).differences == []


def test_who_went_on_already_does_not_go_the_losers_way_as_well(league: League, admin: User) -> None:
    """The final has begun when its semi-final is corrected: the match for the third place is the other's."""
    meeting = Meeting(league, admin, 4)
    meeting.plan(Format.KNOCKOUT, third_place=True)
    one, other = meeting.open()
    meeting.win(one, "first")
    meeting.win(other, "first")
    final, third = (meeting.match(2, number) for number in (1, 2))
    final.first, final.second = meeting.entry(1), meeting.entry(2)
    final.save()
    meeting.turn(one, "second")
    assert (meeting.sides(2, 1), meeting.sides(2, 2)) == ((1, 2), (4, 3))
    expected = meeting.state(2, 1).expected
    assert expected is not None
    assert [meeting.number(entry) for entry in expected] == [4, 2]
    assert meeting.state(third.round_number, third.number).expected is None
