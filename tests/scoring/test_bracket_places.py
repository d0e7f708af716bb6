"""Places in eliminations that were played at random, with byes, withdrawals and results corrected after the fact."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from scoring.bracket_filling import NOBODY, Filled, Known, fill_bracket
from scoring.bracket_ranking import InBracket, place_entries, rank_entries
from scoring.knockout import Bracket, Key, make_double_knockout, make_knockout


@dataclass
class Elimination:
    """An elimination as it is played: `met` are the matches that were begun, with the winner where one is known."""

    bracket: Bracket
    entries: int
    met: dict[Key, Known] = field(default_factory=dict)
    gone_from: dict[int, int] = field(default_factory=dict)
    all_come: bool = False

    def fill(self) -> dict[Key, Filled]:
        known = dict(self.met)
        seeds = range(1, self.entries + 1)
        for match in self.bracket if self.gone_from else ():
            sides = fill_bracket(self.bracket, seeds, known)[match.key]
            if match.key in self.met or not sides.first or not sides.second or sides.is_needed is False:
                continue
            gone = [self.gone_from.get(side, 99) <= match.key[0] for side in (sides.first, sides.second)]
            if any(gone):
                winner = NOBODY if all(gone) else sides.second if gone[0] else sides.first
                known[match.key] = Known(winner=winner)
        return fill_bracket(self.bracket, seeds, known)

    def place(self) -> dict[int, InBracket]:
        return place_entries(self.bracket, self.fill())

    def play_one(self, luck: random.Random) -> bool:
        """One of the matches that can be played; False where there is none."""
        ready = [
            (key, sides)
            for key, sides in self.fill().items()
            if sides.winner is None and sides.first and sides.second and sides.is_needed
        ]
        if not ready:
            return False
        key, sides = luck.choice(ready)
        assert sides.first
        assert sides.second
        winner = luck.choice([sides.first, sides.second] * 2 + [NOBODY] * (not self.all_come))
        self.met[key] = Known(first=sides.first, second=sides.second, winner=winner)
        return True

    def correct_one(self, luck: random.Random) -> None:
        """Another has won a match that was played; who met later stays."""
        if self.met:
            key = luck.choice(sorted(self.met))
            was = self.met[key]
            other = was.second if was.winner == was.first else was.first
            self.met[key] = Known(first=was.first, second=was.second, winner=other)


@st.composite
def eliminations(draw: st.DrawFn, *, all_come: bool = False) -> Elimination:
    """Played at random, wholly or in part, with corrections meanwhile and afterwards."""
    entries = draw(st.integers(2, 16))
    kind = draw(st.sampled_from(["single", "third", "double"]))
    bracket = make_double_knockout(entries) if kind == "double" else make_knockout(entries, third_place=kind == "third")
    luck = draw(st.randoms(use_true_random=False))
    played = Elimination(bracket=bracket, entries=entries, all_come=all_come)
    for _gone in range(0 if all_come else draw(st.integers(0, 2))):
        played.gone_from[draw(st.integers(1, entries))] = draw(st.integers(1, 4))
    often = draw(st.sampled_from([0, 0, 4]))
    for _match in range(draw(st.just(99) | st.integers(0, 30))):
        if not played.play_one(luck):
            break
        if often and luck.randrange(often) == 0:
            played.correct_one(luck)
    for _correction in range(draw(st.integers(0, 4))):
        played.correct_one(luck)
    return played


@given(eliminations())
def test_everybody_has_one_place_and_no_place_is_left_out(played: Elimination) -> None:
    placed = played.place()
    assert sorted(placed) == list(range(1, played.entries + 1))
    for stands in placed.values():
        assert stands.place == 1 + sum(other.place < stands.place for other in placed.values())
    out = [entry for _place, group in rank_entries(played.bracket, played.fill()) for entry in group]
    assert sorted(out) == sorted(entry for entry, stands in placed.items() if not stands.is_in)


@given(eliminations())
def test_the_last_final_says_who_is_first_and_second(played: Elimination) -> None:
    filled, placed = played.fill(), played.place()
    finals = [filled[match.key] for match in played.bracket if match.part == "final"]
    last = [sides for sides in finals if sides.is_needed is not False and sides.first][-1:]
    for sides in last:
        if sides.winner and sides.loser:
            assert (placed[sides.winner].place, placed[sides.loser].place) == (1, 2)
            assert sum(stands.place <= 2 for stands in placed.values()) == 2


@given(eliminations())
def test_nobody_stands_above_who_beat_him_last(played: Elimination) -> None:
    """In a single elimination: by the last match in which somebody sat."""
    filled, placed = played.fill(), played.place()
    for entry, stands in placed.items():
        sides = filled[stands.last]
        if sides.loser == entry and sides.winner and not any(match.only_after for match in played.bracket):
            assert placed[sides.winner].place <= stands.place


@given(eliminations(all_come=True))
def test_nobody_waits_in_two_matches(played: Elimination) -> None:
    """Where all come: a result that is corrected after the winner went on does not send him the loser's way too."""
    waiting = [
        entry
        for sides in played.fill().values()
        if sides.winner is None and sides.is_needed
        for entry in (sides.first, sides.second)
        if entry
    ]
    assert len(waiting) == len(set(waiting))


def test_a_first_round_that_is_corrected_at_the_end_moves_nobody_who_went_on() -> None:
    """Six entries: 4 beat 5 and lost the semi-final and the third place; then 5 is said to have beaten 4."""
    played = Elimination(bracket=make_knockout(6, third_place=True), entries=6)
    for match in played.bracket:
        sides = played.fill()[match.key]
        winner = min(sides.first or 0, sides.second or 0)
        played.met[match.key] = Known(first=sides.first, second=sides.second, winner=winner)
    before = [(1, (1,)), (2, (2,)), (3, (3,)), (4, (4,)), (5, (5, 6))]
    assert rank_entries(played.bracket, played.fill()) == before
    first = next(key for key, met in played.met.items() if met.second == 5)
    played.met[first] = Known(first=4, second=5, winner=5)
    assert rank_entries(played.bracket, played.fill()) == before


def test_who_plays_for_the_third_place_stands_below_the_final_and_is_not_out() -> None:
    played = Elimination(bracket=make_knockout(4, third_place=True), entries=4)
    played.met = {
        (1, 1): Known(first=1, second=4, winner=1),
        (1, 2): Known(first=2, second=3, winner=2),
    }
    assert [stands.place for stands in played.place().values()] == [1, 1, 3, 3]
    played.met[2, 1] = Known(first=1, second=2, winner=2)
    assert {entry: stands.place for entry, stands in played.place().items()} == {2: 1, 1: 2, 3: 3, 4: 3}
    assert rank_entries(played.bracket, played.fill()) == [(1, (2,)), (2, (1,))]
    played.met[2, 2] = Known(first=4, second=3, winner=4)
    assert rank_entries(played.bracket, played.fill()) == [(1, (2,)), (2, (1,)), (3, (4,)), (4, (3,))]
