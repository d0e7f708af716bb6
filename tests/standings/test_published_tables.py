"""Tables that were published with what decided them; each test names its source."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from msgspec import structs

from scoring.game_results import Decision, Result
from scoring.placing import rank_results
from scoring.standing_rules import Bonus, LeaguePoints, StandingRules
from scoring.tiebreaks import find_tie_break
from tests.standings.played import FOOTBALL, find_decider, list_places, pair_results, read_games

UEFA = StandingRules(
    league_points=FOOTBALL,
    tie_breaks=("head_to_head", "head_to_head_difference", "head_to_head_points", "difference", "points_for"),
)
FIFA_1994 = StandingRules(league_points=FOOTBALL, tie_breaks=("difference", "points_for", "head_to_head"))


def test_three_tied_and_the_two_still_level_begin_again() -> None:
    """Source: https://hermann-baum.de/excel/UEFA_EURO/en/Example.php"""
    names = ("Portugal", "Georgia", "Czechia", "Türkiye")
    results = read_games(
        names,
        "Türkiye 1 0 Georgia\nPortugal 2 1 Czechia\nGeorgia 2 1 Czechia\n"
        "Türkiye 2 3 Portugal\nGeorgia 0 3 Portugal\nCzechia 1 0 Türkiye",
    )
    ranking = rank_results(results, UEFA)
    assert list_places(ranking, names) == ["1 Portugal", "2 Georgia", "3 Czechia", "4 Türkiye"]
    assert find_decider(ranking, 3, 4) == "head_to_head_points"
    assert find_decider(ranking, 2, 3) == "head_to_head"
    assert [len(step.tied) for step in ranking.steps if step.code == "head_to_head"] == [3, 2]
    going_on = rank_results(results, structs.replace(UEFA, restart="never"))
    assert find_decider(going_on, 2, 3) == "difference"
    assert list_places(going_on, names) == ["1 Portugal", "2 Czechia", "3 Georgia", "4 Türkiye"]


def test_level_in_points_and_difference_among_themselves() -> None:
    """Source: https://en.wikipedia.org/wiki/UEFA_Euro_2004_Group_C"""
    names = ("Sweden", "Denmark", "Italy", "Bulgaria")
    results = read_games(
        names,
        "Denmark 0 0 Italy\nSweden 5 0 Bulgaria\nBulgaria 0 2 Denmark\n"
        "Italy 1 1 Sweden\nItaly 2 1 Bulgaria\nDenmark 2 2 Sweden",
    )
    ranking = rank_results(results, UEFA)
    assert list_places(ranking, names) == ["1 Sweden", "2 Denmark", "3 Italy", "4 Bulgaria"]
    assert {find_decider(ranking, 1, 2), find_decider(ranking, 2, 3)} == {"head_to_head_points"}
    parting = ranking.list_comparisons(1, 3)[-1]
    assert parting.measured is not None
    assert dict(parting.measured.values) == {1: 3, 2: 2, 3: 1}


def test_four_level_on_points_and_difference() -> None:
    """Source: https://en.wikipedia.org/wiki/1994_FIFA_World_Cup_Group_E"""
    names = ("Mexico", "Ireland", "Italy", "Norway")
    results = read_games(
        names,
        "Italy 0 1 Ireland\nNorway 1 0 Mexico\nItaly 1 0 Norway\n"
        "Mexico 2 1 Ireland\nItaly 1 1 Mexico\nIreland 0 0 Norway",
    )
    ranking = rank_results(results, FIFA_1994)
    assert list_places(ranking, names) == ["1 Mexico", "2 Ireland", "3 Italy", "4 Norway"]
    assert [find_decider(ranking, *pair) for pair in ((1, 2), (2, 3), (3, 4))] == [
        "points_for",
        "head_to_head",
        "points_for",
    ]


def test_identical_records_wait_for_the_lots_that_were_drawn() -> None:
    """Source: https://en.wikipedia.org/wiki/1990_FIFA_World_Cup_Group_F (two points a win)"""
    names = ("England", "Ireland", "Netherlands", "Egypt")
    results = read_games(
        names,
        "England 1 1 Ireland\nNetherlands 1 1 Egypt\nEngland 0 0 Netherlands\n"
        "Ireland 0 0 Egypt\nEngland 1 0 Egypt\nIreland 1 1 Netherlands",
    )
    rules = structs.replace(FIFA_1994, league_points=LeaguePoints(won=Decimal(2), drawn=Decimal(1)))
    level = rank_results(results, rules)
    assert list_places(level, names) == ["1 England", "2 Ireland", "2 Netherlands", "4 Egypt"]
    assert level.unresolved == ((2, 3),)
    lots = Decision(number=1, entries=(2, 3), how="lots", reason="Drawn in Rome on 21 June 1990")
    drawn = rank_results(results, rules, decisions=[lots])
    assert list_places(drawn, names) == ["1 England", "2 Ireland", "3 Netherlands", "4 Egypt"]
    assert (find_decider(drawn, 2, 3), drawn.unresolved) == ("by_hand", ())


@pytest.mark.parametrize("restart", ["never", "still_level", "each_place"])
def test_a_cyclic_tie_of_three_stays_a_tie(restart: str) -> None:
    """Each of three beat one of the others and lost to the other, all 7-1 in their conference: head to head is silent.

    Source: https://americanfootballdatabase.fandom.com/wiki/2008_Big_12_Conference_South_Division_3-way_tie_controversy
    The points of other games are left out: the conference did not compare them.
    """
    names = ("Texas", "Oklahoma", "TexasTech")
    results = read_games(names, "Texas 45 35 Oklahoma\nTexasTech 39 33 Texas\nOklahoma 65 21 TexasTech")
    rules = StandingRules(tie_breaks=("head_to_head", "head_to_head_won"), restart=restart)  # type: ignore[arg-type]
    ranking = rank_results(results, rules)
    assert list_places(ranking, names) == ["1 Texas", "1 Oklahoma", "1 TexasTech"]
    assert ranking.unresolved == ((1, 2, 3),)
    assert ranking.steps[-1].code == "by_hand"


#: Twice round, won games only. The figures are the published ones.
#: Source: https://senseis.xmp.net/?SonnebornBerger
TWICE_ROUND = (
    "A 1 0 B\nA 1 0 C\nA 1 0 D\nB 1 0 C\nB 1 0 D\nC 1 0 D\nB 1 0 A\nA 1 0 C\nD 1 0 A\nC 1 0 B\nB 1 0 D\nC 1 0 D"
)


def test_sonneborn_berger() -> None:
    results = read_games("ABCD", TWICE_ROUND)
    ranking = rank_results(results, StandingRules(tie_breaks=("beaten_strength",)))
    assert list_places(ranking, "ABCD") == ["1 A", "2 B", "3 C", "4 D"]
    beaten = find_tie_break("beaten_strength").measure(ranking.field, frozenset({1, 2, 3, 4}))
    assert beaten is not None
    assert dict(beaten.values) == {1: 11, 2: 9, 3: 6, 4: 4}


def test_sonneborn_berger_may_leave_two_winners() -> None:
    """Source: http://www.fiveinline.com/sbps.html, example 2: A and B are both winners, with 8 each."""
    text = "A 1 0 B\nA 1 0 B\nA 1 0 C\nA 1 0 C\nB 1 0 C\nB 1 0 C\nB 1 0 D\nB 1 0 D\nD 1 0 A\nD 1 0 A\nD 1 0 C\nD 1 0 C"
    ranking = rank_results(read_games("ABCD", text), StandingRules(tie_breaks=("beaten_strength",)))
    assert list_places(ranking, "ABCD") == ["1 A", "1 B", "1 D", "4 C"]
    beaten = find_tie_break("beaten_strength").measure(ranking.field, frozenset({1, 2}))
    assert beaten is not None
    assert dict(beaten.values) == {1: 8, 2: 8}
    assert ranking.unresolved == ((1, 2, 4),)


def test_median_buchholz_leaves_out_the_best_and_the_worst_opponent() -> None:
    """Source: https://gist.github.com/Rapptz/197c80162358d1196145: opponents with 4, 2, 3, 4, 5 and 6 wins make 16."""
    opponents_won = dict(enumerate((4, 2, 3, 4, 5, 6), start=2))
    results: list[Result] = []
    for number, (opponent, won) in enumerate(opponents_won.items(), start=1):
        results += pair_results(number, 1, opponent, 1, 0)
        for extra in range(won):
            results += pair_results(number * 100 + extra, opponent, 50 + number * 10 + extra, 1, 0)
    ranking = rank_results(results, StandingRules(tie_breaks=("median_strength", "strength")))
    found = [find_tie_break(code).measure(ranking.field, frozenset({1})) for code in ("median_strength", "strength")]
    assert [measured.values[1] for measured in found if measured] == [16, 24]


#: Two points for a game won, one more for a skunk, and the spread of the games.
ACC = StandingRules(
    league_points=LeaguePoints(won=Decimal(2), bonuses=(Bonus(of="margin", points=Decimal(1), at_least=31),)),
    tie_breaks=("games_won", "difference"),
)


def write_card(entry: int, *, won: int, skunks: int, spread: int, games: int = 9) -> list[Result]:
    """A night's card against others: `skunks` of the games won were by 31, those lost as the spread says."""
    margins = [31] * skunks + [20] * (won - skunks)
    lost = games - won
    over = sum(margins) - spread
    shares = [over // lost + (number < over % lost) for number in range(lost)]
    return [
        Result(
            game=entry * 100 + number,
            entry=entry,
            outcome="won" if margin > 0 else "lost",
            points_for=121 if margin > 0 else 121 + margin,
            points_against=121 - margin if margin > 0 else 121,
        )
        for number, margin in enumerate([*margins, *(-share for share in shares)])
    ]


def test_a_night_of_cribbage_goes_by_spread() -> None:
    """16/7 is first, 14/6 second, and of two cards of 13/6 the one with +74 edges out the one with +71.

    Sources: http://home.comcast.net/~surfitch/Cribbage/cribbage_tournament_info.htm (points and order of ties),
    https://www.plumasnews.com/cribbage-club-welcomes-new-players-and-members/ (the cards).
    """
    names = ("Morgan", "Castillo", "Terry", "Peterson")
    cards = [
        *write_card(1, won=7, skunks=2, spread=50),
        *write_card(2, won=6, skunks=2, spread=40),
        *write_card(3, won=6, skunks=1, spread=74),
        *write_card(4, won=6, skunks=1, spread=71),
    ]
    ranking = rank_results(cards, ACC)
    assert list_places(ranking, names) == ["1 Morgan", "2 Castillo", "3 Terry", "4 Peterson"]
    points = {placed.entry: placed.figures.add_up(lambda each: each.league_points) for placed in ranking.places}
    assert points == {1: 16, 2: 14, 3: 13, 4: 13}
    assert find_decider(ranking, 3, 4) == "difference"


def test_more_games_won_parts_equal_points_at_euchre() -> None:
    """Source: http://www.miet.ca/rules, 13: level on points, who has won the most games is the winner."""
    rules = StandingRules(rank_by="points_for", tie_breaks=("games_won",))
    results = read_games("ABC", "A 9 8 B\nA 5 4 C\nB 6 5 C")
    ranking = rank_results(results, rules)
    assert list_places(ranking, "ABC") == ["1 A", "2 B", "3 C"]
    assert find_decider(ranking, 1, 2) == "games_won"


def test_the_record_against_the_highest_then_the_next() -> None:
    """Source: https://www.euchreverse.com/league: "if two players are tied for #3, compare records vs. #1, then #2"."""
    text = "A 1 0 B\nA 1 0 C\nA 1 0 D\nA 1 0 E\nB 1 0 C\nD 1 0 B\nC 1 0 D\nB 1 0 E\nB 1 0 E\nC 1 0 E"
    rules = StandingRules(tie_breaks=("against_highest",))
    ranking = rank_results(read_games("ABCDE", text + "\nD 1 0 E"), rules)
    assert list_places(ranking, "ABCDE") == ["1 A", "2 B", "3 D", "4 C", "5 E"]
    parting = ranking.list_comparisons(3, 4)[-1]
    assert parting.measured is not None
    assert parting.measured.against == frozenset({2})
    assert dict(parting.measured.values) == {3: Fraction(0), 4: Fraction(1)}
