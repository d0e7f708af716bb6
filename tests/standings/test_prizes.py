"""Prizes: who wins what, what ties do to it, and money that always adds up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json, structs

from scoring.game_results import Decision, Result
from scoring.placing import Ranking, rank_results
from scoring.pots import share_pot, split_evenly
from scoring.prize_rules import Prize, PrizeRules, find_prize_faults
from scoring.prizes import PrizeList, award_prizes
from scoring.sentences import word_sentence
from scoring.side_prizes import list_board
from scoring.standing_rules import StandingRules
from tests.standings.drawn import fewer, seasons
from tests.standings.played import give

FIRST, SECOND, THIRD = (
    Prize(code=f"place_{place}", kind="place", place=place, money=money)
    for place, money in ((1, 70000), (2, 60000), (3, 40000))
)
LONERS = Prize(code="loners", kind="most", count="loners_made", money=15000)
HIGH_GAME = Prize(code="high_game", kind="high_game", money=15000)
BOOBY = Prize(code="booby", kind="lowest_total", money=100)

#: Totals that make places: A first, then B and C level, then D.
TOTALS = {1: 12, 2: 9, 3: 9, 4: 4}


def rank_totals(totals: dict[int, int] = TOTALS, **figures: dict[int, Any]) -> Ranking:
    """Everybody with one game of so many points; `figures` are further figures of it, by entry."""
    results = [
        result
        for entry, points in totals.items()
        for result in give(
            [Result(game=entry, entry=entry, outcome="ended", points_for=points)],
            **{name: by_entry[entry] for name, by_entry in figures.items() if entry in by_entry},
        )
    ]
    return rank_results(results, StandingRules(rank_by="points_for", tie_breaks=()))


def award(*prizes: Prize, ranking: Ranking | None = None, pot: int | None = None, **rules: Any) -> PrizeList:
    return award_prizes(PrizeRules(prizes=prizes, **rules), ranking or rank_totals(), pot=pot)


def list_money(prizes: PrizeList) -> list[tuple[str, int, int]]:
    return [("+".join(given.prizes), given.entry, given.money) for given in prizes.awards]


def test_tied_places_combine_their_prizes_and_split_them() -> None:
    """Source: http://euchrechallenge.net/prizes.html (in the event of ties awards are combined and then split)."""
    prizes = award(FIRST, SECOND, THIRD)
    assert list_money(prizes) == [
        ("place_1", 1, 70000),
        ("place_2+place_3", 2, 50000),
        ("place_2+place_3", 3, 50000),
    ]
    assert [word_sentence(warning, {2: "Bob", 3: "Cid"}) for warning in prizes.warnings] == [
        "place_2, place_3: Bob, Cid are level and share it. A play-off or drawn lots could still part them."
    ]


@pytest.mark.parametrize(
    ("ties", "money", "held_back"),
    [
        ("split", [("place_1", 1, 70000), ("place_2", 2, 30000), ("place_2", 3, 30000)], 0),
        ("each", [("place_1", 1, 70000), ("place_2", 2, 60000), ("place_2", 3, 60000)], 0),
        ("play_off", [("place_1", 1, 70000)], 60000),
    ],
)
def test_a_tie_for_the_last_prize(ties: Any, money: list[tuple[str, int, int]], held_back: int) -> None:
    prizes = award(FIRST, structs.replace(SECOND, ties=ties))
    assert list_money(prizes) == money
    assert prizes.held_back == held_back
    assert [warning.code for warning in prizes.warnings] == [ties]


def test_a_tie_that_people_decided_needs_no_warning() -> None:
    share = Decision(number=1, entries=(2, 3), how="share", reason="agreed")
    ranking = rank_totals()
    rules = ranking.field.rules
    results = [each.result for own in ranking.field.figures.values() for each in own.every]
    decided = rank_results(results, rules, decisions=[share])
    prizes = award(structs.replace(SECOND, ties="play_off"), ranking=decided)
    assert list_money(prizes) == [("place_2", 2, 30000), ("place_2", 3, 30000)]
    assert prizes.warnings == ()


def test_side_prizes_exclude_the_first_and_each_other() -> None:
    """Source: http://euchrechallenge.net/prizes.html: the first wins no side prize, and nobody wins both of them."""
    loners = {1: {"loners_made": 5}, 2: {"loners_made": 4}, 3: {"loners_made": 1}}
    ranking = rank_totals({1: 12, 2: 10, 3: 9}, counts=loners)
    assert [given.entry for given in award(LONERS, HIGH_GAME, ranking=ranking).awards] == [1, 1]
    excluded = award(FIRST, LONERS, HIGH_GAME, ranking=ranking, first_no_side_prize=True, one_side_prize=True)
    assert [(given.prizes[0], given.entry) for given in excluded.awards] == [
        ("place_1", 1),
        ("loners", 2),
        ("high_game", 3),
    ]


def test_the_order_of_the_prizes_is_their_precedence() -> None:
    loners = {1: {"loners_made": 5}}
    ranking = rank_totals({1: 12, 2: 10, 3: 9}, counts=loners)
    assert list_money(award(FIRST, LONERS, SECOND, ranking=ranking, one_prize=True)) == [
        ("place_1", 1, 70000),
        ("place_2", 2, 60000),
    ]
    side_first = award(LONERS, FIRST, SECOND, ranking=ranking, one_prize=True)
    assert list_money(side_first) == [("loners", 1, 15000), ("place_1", 2, 70000), ("place_2", 3, 60000)]


def test_nobody_wins_the_most_of_nothing() -> None:
    prizes = award(LONERS)
    assert (prizes.awards, prizes.held_back) == ((), 15000)
    assert [warning.code for warning in prizes.warnings] == ["nobody"]


def test_the_booby_prize_is_for_those_who_played() -> None:
    ranking = rank_totals({1: 12, 2: 9, 3: 1})
    idle = rank_results(
        [each.result for own in ranking.field.figures.values() for each in own.every], ranking.field.rules, entries=[9]
    )
    assert [given.entry for given in award(BOOBY, ranking=idle).awards] == [3]
    assert award(structs.replace(BOOBY, minimum_games=2), ranking=idle).awards == ()


def test_division_winners_and_attendance() -> None:
    ranking = rank_totals()
    divisions = {1: "north", 2: "north", 3: "south", 4: "south"}
    prizes = (Prize(code="south", kind="place", division="south"), Prize(code="came", kind="attendance", ties="each"))
    found = award_prizes(PrizeRules(prizes=prizes), ranking, divisions=divisions)
    assert [(given.prizes[0], given.entry) for given in found.awards] == [
        ("south", 3),
        *(("came", entry) for entry in (1, 2, 3, 4)),
    ]


def test_the_board_of_12_and_13() -> None:
    ranking = rank_totals(board={1: 12, 2: 13, 4: 13})
    results = [each.result for own in ranking.field.figures.values() for each in own.every]
    assert [(high.score, high.entry) for high in list_board(results)] == [(13, 2), (13, 4), (12, 1)]
    prize = Prize(code="board", kind="board", money=101)
    assert list_money(award(prize, ranking=ranking)) == [("board", 2, 50), ("board", 4, 50)]
    assert list_money(award(prize, ranking=ranking, odd_cents="first")) == [("board", 2, 51), ("board", 4, 50)]


def test_a_pot_is_shared_by_percent() -> None:
    shares = [
        structs.replace(prize, money=0, percent=percent) for prize, percent in ((FIRST, 50), (SECOND, 30), (THIRD, 20))
    ]
    prizes = award(*shares, pot=10003)
    assert (prizes.given, prizes.held_back, prizes.left) == (5001 + 2 * 2500, 0, 2)
    exact = award(*shares, pot=10003, odd_cents="first")
    assert [given.money for given in exact.awards] == [5002, 2501, 2500]
    assert exact.left == 0


def test_more_prizes_than_the_pot_holds_are_warned_of() -> None:
    prizes = award(FIRST, pot=100)
    assert prizes.left == -69900
    assert [warning.code for warning in prizes.warnings] == ["over_pot"]


@pytest.mark.parametrize(
    ("prizes", "fault"),
    [
        ((FIRST, FIRST), "twice"),
        ((Prize(code="x", kind="most"),), "no_count"),
        ((Prize(code="x", kind="place", place=0),), "place"),
        ((FIRST, structs.replace(FIRST, code="x")), "same_place"),
        ((structs.replace(FIRST, money=-1),), "negative"),
        ((structs.replace(FIRST, percent=60), structs.replace(SECOND, percent=50)), "too_much"),
    ],
)
def test_prizes_with_faults_are_refused(prizes: tuple[Prize, ...], fault: str) -> None:
    rules = PrizeRules(prizes=prizes)
    assert fault in [found.code for found in find_prize_faults(rules)]
    with pytest.raises(ValueError, match=r"\w"):
        award_prizes(rules, rank_totals())


def test_prizes_are_data() -> None:
    rules = PrizeRules(prizes=(FIRST, LONERS), odd_cents="first")
    assert json.decode(json.encode(rules), type=PrizeRules) == rules


prize_lists = st.builds(
    PrizeRules,
    prizes=st.permutations(
        [
            Prize(code="first", kind="place", percent=40, money=7),
            Prize(code="second", kind="place", place=2, percent=23, ties="play_off"),
            Prize(code="third", kind="place", place=3, percent=11),
            Prize(code="loners", kind="most", count="loners_made", percent=13),
            Prize(code="booby", kind="lowest_total", percent=5, ties="play_off"),
            Prize(code="high", kind="high_game", percent=3),
            Prize(code="north", kind="place", division="north", percent=5),
        ]
    ).map(tuple),
    first_no_side_prize=st.booleans(),
    one_side_prize=st.booleans(),
    one_prize=st.booleans(),
    odd_cents=st.sampled_from(["pot", "first"]),
)


@fewer
@given(seasons, prize_lists, st.integers(min_value=0, max_value=10**6))
def test_the_pot_is_given_held_back_and_left_to_the_cent(results: list[Result], rules: PrizeRules, pot: int) -> None:
    ranking = rank_results(results, StandingRules(tie_breaks=()), entries=range(1, 7))
    divisions = {1: "north", 2: "north"}
    prizes = award_prizes(rules, ranking, pot=pot, divisions=divisions)
    assert prizes.left is not None
    assert sum(given.money for given in prizes.awards) + prizes.held_back + prizes.left == pot
    assert all(given.money >= 0 for given in prizes.awards)
    winners = [given.entry for given in prizes.awards]
    if rules.one_prize:
        assert len(winners) == len(set(winners))
    side = [given.entry for given in prizes.awards if given.prizes[0] not in {"first", "second", "third"}]
    if rules.one_side_prize:
        assert len(side) == len(set(side))
    if rules.first_no_side_prize:
        assert not {placed.entry for placed in ranking.places if placed.rank == 1} & set(side)
    if any(given.level_with for given in prizes.awards) or prizes.held_back:
        assert prizes.warnings


@given(
    st.integers(min_value=0, max_value=10**9), st.integers(min_value=1, max_value=50), st.sampled_from(["pot", "first"])
)
def test_a_split_adds_up(amount: int, number: int, odd: Any) -> None:
    parts, left = split_evenly(amount, number, odd=odd)
    assert sum(parts) + left == amount
    assert len(parts) == number
    assert max(parts) - min(parts) <= (odd == "first")


@fewer
@given(st.integers(min_value=0, max_value=10**9), st.lists(st.integers(min_value=0, max_value=100), max_size=8))
def test_shares_of_a_pot_never_exceed_it(pot: int, percents: list[int]) -> None:
    whole = [*percents, 100 - sum(percents)] if sum(percents) <= 100 else [100]
    assert sum(share_pot(pot, whole, odd="first")) == pot
    assert 0 <= pot - sum(share_pot(pot, whole, odd="pot")) < len(whole)


def test_nobody_to_share_with() -> None:
    with pytest.raises(ValueError, match="one at least"):
        split_evenly(5, 0, odd="pot")
