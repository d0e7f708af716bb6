"""Each tie-break in its direction, and what each says nothing about."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from msgspec import convert, json, structs

from rules.catalog import GAMES
from scoring.field import Measured
from scoring.game_results import Decision, Result
from scoring.placing import find_rule_faults, rank_results
from scoring.standing_rules import LeaguePoints, MatchPoints, StandingRules
from scoring.tiebreaks import BY_HAND, FEWER_IS_BETTER, TIE_BREAKS, find_tie_break
from tests.standings.played import list_places, pair_results, read_games, unplayed

#: Games of A against C and of B against C that leave A and B level but for what is changed.
LEVEL = "A 5 3 C\nB 5 3 C\nA 2 6 C\nB 2 6 C"


def rank_changed(code: str, better: list[Result]) -> list[str]:
    """The places of A and B where only `code` can part them; `better` are all the results."""
    ranking = rank_results(better, StandingRules(tie_breaks=(code,)))
    return [place for place in list_places(ranking, "ABC") if place[2] in "AB"]


def change(entry: int, game: int, **figures: object) -> list[Result]:
    """The level season with other figures in one result of an entry."""
    return [
        structs.replace(result, **figures) if (result.entry, result.game) == (entry, game) else result
        for result in read_games("ABC", LEVEL)
    ]


def play_on(evenings: dict[int, int]) -> list[Result]:
    """The level season, its games on these evenings."""
    return [structs.replace(result, evening=evenings[result.game]) for result in read_games("ABC", LEVEL)]


@pytest.mark.parametrize(
    ("code", "better"),
    [
        ("points_for", change(2, 2, points_for=6)),
        ("fewest_points", change(2, 2, points_for=4)),
        ("points_against", change(2, 2, points_against=2)),
        ("difference", change(2, 2, points_against=2)),
        ("ratio", change(2, 2, points_against=2)),
        ("high_game", change(2, 2, points_for=6)),
        ("games_lost", change(2, 4, outcome="ended")),
        ("share_won", change(2, 4, outcome="ended")),
        ("substitutes", change(1, 1, by_substitute=True)),
        ("loners_made", change(2, 2, counts={"loners_made": 1})),
        ("loners_tried", change(2, 2, counts={"loners_tried": 1})),
        ("euchres_made", change(2, 2, counts={"euchres_made": 1})),
        ("euchres_suffered", change(1, 1, counts={"euchres_suffered": 1})),
        ("setbacks", change(1, 1, counts={"setbacks": 1})),
        ("penalties", change(1, 1, counts={"penalties": 1})),
        ("slams", change(2, 2, counts={"slams": 1})),
        ("sweeps", play_on({1: 1, 3: 1, 2: 2, 4: 3})),
        ("games_played", [*read_games("ABC", LEVEL), *pair_results(9, 2, 3, 0, 1, evening=9)]),
        ("latest_evening", play_on({1: 1, 2: 2, 3: 2, 4: 1})),
    ],
)
def test_b_is_better(code: str, better: list[Result]) -> None:
    higher, lower = rank_changed(code, better)
    assert (higher[2], lower[2]) == ("B", "A")
    assert higher[0] != lower[0]


def test_a_level_season_stays_level_by_everything() -> None:
    rules = StandingRules(tie_breaks=tuple(sorted(set(TIE_BREAKS) - {"league_points", "latest_evening"})))
    ranking = rank_results(read_games("ABC", LEVEL), rules)
    assert (1, 2) in ranking.unresolved


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_whatever_a_game_counts_can_break_ties(game: type) -> None:
    for code in game.tally_titles:  # type: ignore[attr-defined]
        assert TIE_BREAKS[code].sense == ("fewer" if code in FEWER_IS_BETTER else "more")


def test_every_count_that_is_better_the_fewer_is_counted_by_a_game() -> None:
    assert {code for game in GAMES.values() for code in game.tally_titles} >= FEWER_IS_BETTER


def measure(code: str, results: list[Result], *tied: int, rules: StandingRules | None = None) -> Measured | None:
    ranking = rank_results(results, rules or StandingRules())
    return find_tie_break(code).measure(ranking.field, frozenset(tied))


def test_a_ratio_says_nothing_below_nought_and_stands_without_points_against() -> None:
    shutout = read_games("ABC", "A 5 0 C\nB 6 0 C")
    measured = measure("ratio", shutout, 1, 2, 3)
    assert measured is not None
    assert dict(measured.values) == {1: 1, 2: 1, 3: 0}
    assert measure("ratio", list(pair_results(1, 1, 2, -3, 5)), 1, 2) is None
    nothing = measure("ratio", list(pair_results(1, 1, 2, 0, 0)), 1)
    assert nothing is not None
    assert nothing.values[1] == Fraction(1, 2)


def test_the_highest_game_is_one_that_was_played() -> None:
    results = [*pair_results(1, 1, 2, 5, 3), unplayed("bye", game=2, entry=3)]
    assert measure("high_game", results, 1, 3) is None


def test_head_to_head_asks_that_all_have_met() -> None:
    results = read_games("ABC", "A 5 3 B\nB 5 3 C")
    assert measure("head_to_head", results, 1, 2, 3) is None
    as_played = measure("head_to_head", results, 1, 2, 3, rules=StandingRules(head_to_head="as_played"))
    assert as_played is not None
    assert dict(as_played.values) == {1: 1, 2: Fraction(1, 2), 3: 0}
    assert (
        measure(
            "head_to_head", read_games("ABCD", "A 5 3 B\nC 5 3 D"), 1, 3, rules=StandingRules(head_to_head="as_played")
        )
        is None
    )


def test_partners_do_not_meet() -> None:
    partners = [
        Result(game=1, entry=entry, opponents=opponents, outcome="won" if entry < 3 else "lost")
        for entry, opponents in ((1, (3, 4)), (2, (3, 4)), (3, (1, 2)), (4, (1, 2)))
    ]
    assert measure("head_to_head", partners, 1, 2) is None
    against = measure("head_to_head", partners, 1, 3)
    assert against is not None
    assert dict(against.values) == {1: 1, 3: 0}


def test_dropped_evenings_count_head_to_head() -> None:
    """Who beat whom does not change by what is left out."""
    results = read_games("ABC", "A 9 0 B\nB 5 4 A\nB 5 4 A\nA 3 0 C\nA 3 0 C")
    measured = measure("head_to_head_won", results, 1, 2, rules=StandingRules(drop_worst=1))
    assert measured is not None
    assert dict(measured.values) == {1: 1, 2: 2}


def test_only_what_people_decided_about_all_of_the_tied_counts() -> None:
    results = read_games("ABC", "A 1 0 B\nB 1 0 C\nC 1 0 A")
    rules = StandingRules(tie_breaks=())
    part = Decision(number=1, entries=(2, 1), how="play_off", reason="Played off")
    assert rank_results(results, rules, decisions=[part]).unresolved == ((1, 2, 3),)
    whole = Decision(number=2, entries=(3, 1, 2), how="lots", reason="Cards drawn")
    assert list_places(rank_results(results, rules, decisions=[part, whole]), "ABC") == ["1 C", "2 A", "3 B"]
    later = Decision(number=3, entries=(1, 2, 3), how="share", reason="All agreed")
    shared = rank_results(results, rules, decisions=[later, whole])
    assert list_places(shared, "ABC") == ["1 A", "1 B", "1 C"]
    assert shared.unresolved == ()


@pytest.mark.parametrize(
    ("rules", "faults"),
    [
        (StandingRules(), []),
        (StandingRules(rank_by="points"), [("rank_by", "unknown")]),
        (StandingRules(rank_by="head_to_head"), [("rank_by", "not_ranked_by"), ("tie_breaks", "twice")]),
        (StandingRules(tie_breaks=("random",)), [("tie_breaks", "unknown")]),
        (StandingRules(tie_breaks=(BY_HAND.code,)), [("tie_breaks", "unknown")]),
        (StandingRules(tie_breaks=("ratio", "ratio")), [("tie_breaks", "twice")]),
        (StandingRules(tie_breaks=("league_points",)), [("tie_breaks", "twice")]),
        (StandingRules(rank_by="fewest_points", tie_breaks=("latest_evening",)), [("tie_breaks", "fewest_latest")]),
        (
            StandingRules(league_points=LeaguePoints(match=MatchPoints()), drop_by="game", drop_worst=1),
            [("drop_by", "match_drop")],
        ),
    ],
)
def test_rules_with_faults_are_refused(rules: StandingRules, faults: list[tuple[str, str]]) -> None:
    found = [(fault.field, fault.code) for fault in find_rule_faults(rules)]
    assert found == faults
    if faults:
        with pytest.raises(ValueError, match=r"\w"):
            rank_results([], rules)


def test_rules_are_data() -> None:
    rules = StandingRules(
        league_points=LeaguePoints(won=Decimal("2.5"), match=MatchPoints()),
        unplayed={"bye": structs.replace(StandingRules().count_unplayed("bye"), points_for=7)},
    )
    assert convert(json.decode(json.encode(rules)), StandingRules, strict=False) == rules
    assert json.decode(json.encode(rules), type=StandingRules) == rules
