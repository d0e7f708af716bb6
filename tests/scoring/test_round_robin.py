"""Everybody meets everybody: counted, with home sides and breaks against the known bounds."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.matching import Pairing
from scoring.round_robin import Rounds, count_breaks, make_round_robin, plan_rest


def count_meetings(rounds: Rounds) -> Counter[frozenset[int]]:
    """How often each two meet. Fails where anybody is twice in a round."""
    meetings: Counter[frozenset[int]] = Counter()
    for round_ in rounds:
        seen = [entry for pairing in round_ for entry in (pairing.first, pairing.second) if entry is not None]
        assert len(seen) == len(set(seen))
        meetings.update(frozenset((each.first, each.second)) for each in round_ if each.second is not None)
    return meetings


@pytest.mark.parametrize("legs", [1, 2, 3])
@pytest.mark.parametrize("entries", range(2, 21))
def test_everybody_meets_everybody_once_a_leg(entries: int, legs: int) -> None:
    rounds = make_round_robin(range(1, entries + 1), legs=legs)
    meetings = count_meetings(rounds)
    assert len(meetings) == entries * (entries - 1) // 2
    assert set(meetings.values()) == {legs}
    assert len(rounds) == legs * (entries - 1 + entries % 2)
    byes = Counter(each.first for round_ in rounds for each in round_ if each.second is None)
    assert set(byes.values()) == ({legs} if entries % 2 else set())


@pytest.mark.parametrize("entries", range(2, 21))
def test_home_and_away_are_level_with_as_few_breaks_as_can_be(entries: int) -> None:
    for legs, fewest in ((1, 0 if entries % 2 else entries - 2), (2, 1 if entries % 2 else 2 * entries - 2)):
        rounds = make_round_robin(range(1, entries + 1), legs=legs)
        homes = Counter(each.first for round_ in rounds for each in round_ if each.second is not None)
        away = Counter(each.second for round_ in rounds for each in round_ if each.second is not None)
        assert max(abs(homes[entry] - away[entry]) for entry in range(1, entries + 1)) == (entries + 1) % 2 * (legs % 2)
        assert count_breaks(rounds) == (fewest if entries > 2 else 0)


def test_the_same_two_do_not_meet_again_at_once() -> None:
    for entries in range(4, 21):
        rounds = make_round_robin(range(1, entries + 1), legs=2)
        for before, after in itertools.pairwise(rounds):
            assert not set(count_meetings((before,))) & set(count_meetings((after,)))


@pytest.mark.parametrize("entries", [0, 1])
def test_nobody_meets_where_there_are_not_two(entries: int) -> None:
    assert make_round_robin(range(1, entries + 1)) == ()


@given(entries=st.integers(2, 11), played=st.integers(0, 10), data=st.data())
def test_the_rest_of_a_round_robin_keeps_what_was_played(entries: int, played: int, data: st.DataObject) -> None:
    """Somebody leaves, somebody comes: those who are there meet as often as they should, and no pair more often."""
    before = make_round_robin(range(1, entries + 1))[:played]
    met = count_meetings(before)
    left = data.draw(st.sets(st.integers(1, entries), max_size=entries - 2))
    there = [entry for entry in range(1, entries + 1) if entry not in left]
    there += range(entries + 1, entries + 1 + data.draw(st.integers(0, 2)))
    rest = plan_rest(there, met=met)
    whole = count_meetings(rest) + met
    for place, one in enumerate(there):
        assert all(whole[frozenset((one, other))] == 1 for other in there[place + 1 :])
    most = max((sum(not met[frozenset((one, other))] for other in there if other != one) for one in there), default=0)
    assert len(rest) <= most + 2


def test_a_pair_that_comes_late_meets_all_the_others() -> None:
    met = count_meetings(make_round_robin(range(1, 6))[:2])
    rest = plan_rest([1, 2, 3, 4, 5, 6], met=met)
    assert len(rest) == 5
    assert Pairing(first=6) not in [each for round_ in rest for each in round_]
