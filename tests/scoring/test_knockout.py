"""Eliminations played through at random: who goes out, who is placed, what byes come to, both ends of a final."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.bracket_filling import NOBODY, Filled, Known, fill_bracket
from scoring.bracket_ranking import rank_entries
from scoring.knockout import Bracket, Key, make_double_knockout, make_knockout, order_seeds


def play(bracket: Bracket, entries: int, luck: random.Random, *, best: bool = False) -> dict[Key, Filled]:
    """Every match that is needed, won by lot, or by the better seed."""
    known: dict[Key, Known] = {}
    seeds = range(1, entries + 1)
    for match in bracket:
        sides = fill_bracket(bracket, seeds, known)[match.key]
        if sides.is_needed is False:
            continue
        assert sides.first
        assert sides.second
        winner = min(sides.first, sides.second) if best else luck.choice([sides.first, sides.second])
        known[match.key] = Known(first=sides.first, second=sides.second, winner=winner)
    return fill_bracket(bracket, seeds, known)


def count_losses(filled: dict[Key, Filled]) -> Counter[int]:
    return Counter(sides.loser for sides in filled.values() if sides.loser)


def list_placed(bracket: Bracket, entries: int, filled: dict[Key, Filled]) -> dict[int, int]:
    places = rank_entries(bracket, filled)
    return {entry: place for place, group in places for entry in group}


@given(entries=st.integers(2, 40), luck=st.randoms(use_true_random=False), third=st.booleans())
def test_single_elimination(entries: int, luck: random.Random, third: bool) -> None:
    bracket = make_knockout(entries, third_place=third)
    filled = play(bracket, entries, luck)
    placed = list_placed(bracket, entries, filled)
    assert sorted(placed) == list(range(1, entries + 1))
    losses = count_losses(filled)
    champion = next(entry for entry, place in placed.items() if place == 1)
    assert losses[champion] == 0
    assert len(bracket) == entries - 1 + (third and entries >= 4)
    for entry in range(1, entries + 1):
        if entry != champion:
            assert losses[entry] == (2 if third and entries >= 4 and placed[entry] == 4 else 1)


@given(entries=st.integers(2, 40), luck=st.randoms(use_true_random=False))
def test_double_elimination(entries: int, luck: random.Random) -> None:
    bracket = make_double_knockout(entries)
    filled = play(bracket, entries, luck)
    placed = list_placed(bracket, entries, filled)
    assert sorted(placed) == list(range(1, entries + 1))
    losses = count_losses(filled)
    for entry, place in placed.items():
        assert losses[entry] <= 1 if place == 1 else losses[entry] == 2
    assert len(bracket) == 2 * entries - 1
    needed = sum(sides.is_needed is not False for sides in filled.values())
    assert needed == 2 * entries - 2 + losses[next(entry for entry, place in placed.items() if place == 1)]


@pytest.mark.parametrize("entries", range(2, 34))
def test_the_best_seeds_have_the_byes(entries: int) -> None:
    bracket = make_knockout(entries)
    playing = [source.seed for each in bracket if each.level == 1 for source in (each.first, each.second)]
    size = 2 ** (entries - 1).bit_length()
    assert sorted(playing) == list(range(size - entries + 1, entries + 1))


@pytest.mark.parametrize("make", [make_knockout, make_double_knockout])
def test_the_better_seed_always_wins_in_order(make: object) -> None:
    bracket = make_double_knockout(16) if make is make_double_knockout else make_knockout(16)
    placed = list_placed(bracket, 16, play(bracket, 16, random.Random(0), best=True))
    assert [placed[1], placed[2]] == [1, 2]
    assert all(placed[seed] <= placed[seed + 1] for seed in range(1, 16))


def test_seeds_stand_where_they_always_stand() -> None:
    assert order_seeds(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("entries", [8, 16, 32])
def test_who_lost_does_not_meet_the_same_again_at_once(entries: int) -> None:
    """In the first two steps of the losers' bracket nobody meets whom he has met, whoever wins."""
    for seed in range(30):
        bracket = make_double_knockout(entries)
        filled = play(bracket, entries, random.Random(seed))
        met: set[frozenset[int | None]] = set()
        for match in bracket:
            pair = frozenset((filled[match.key].first, filled[match.key].second))
            if match.part == "losers" and match.level <= (2 if entries == 8 else 3):
                assert pair not in met
            met.add(pair)


def fill_up_to_final(winner_of_final: str) -> dict[Key, Filled]:
    bracket = make_double_knockout(4)
    known: dict[Key, Known] = {}
    for match in bracket:
        sides = fill_bracket(bracket, (11, 12, 13, 14), known)[match.key]
        if match.part == "final":
            known[match.key] = Known(winner=sides.first if winner_of_final == "first" else sides.second)
            return fill_bracket(bracket, (11, 12, 13, 14), known)
        known[match.key] = Known(winner=sides.first)
    raise AssertionError


def test_the_undefeated_finalist_wins_at_once() -> None:
    filled = fill_up_to_final("first")
    assert filled[5, 1].is_needed is False
    assert rank_entries(make_double_knockout(4), filled)[0] == (1, (11,))


def test_the_undefeated_finalist_who_loses_has_a_second_final() -> None:
    filled = fill_up_to_final("second")
    final, second = filled[4, 1], filled[5, 1]
    assert second.is_needed
    assert {second.first, second.second} == {final.first, final.second}
    assert rank_entries(make_double_knockout(4), filled)[0][0] == 3


def test_where_neither_came_the_next_goes_on_alone() -> None:
    bracket = make_knockout(4)
    filled = fill_bracket(bracket, (1, 2, 3, 4), {(1, 1): Known(winner=NOBODY), (1, 2): Known(winner=3)})
    assert (filled[2, 1].first, filled[2, 1].second, filled[2, 1].winner) == (NOBODY, 3, 3)
    assert rank_entries(bracket, filled) == [(1, (3,)), (2, (1, 2, 4))]


def test_a_match_that_was_played_stays_and_says_that_others_should_have_met() -> None:
    bracket = make_knockout(4)
    known = {
        (1, 1): Known(first=1, second=4, winner=4),
        (1, 2): Known(first=2, second=3, winner=2),
        (2, 1): Known(first=1, second=2, winner=1),
    }
    final = fill_bracket(bracket, (1, 2, 3, 4), known)[2, 1]
    assert (final.first, final.expected) == (1, (4, 2))
    assert final.was_met_by_others
