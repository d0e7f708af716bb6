"""Why am I third? What is said names the right tie-break, figures that bear it out, and the deals behind them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from scoring.explanations import explain_order, explain_place
from scoring.figure_texts import MINUS, write_apart, write_figure, write_signed
from scoring.game_results import Adjustment, Decision, Result
from scoring.placing import Ranking, rank_results
from scoring.sentences import Sentence, word_sentence
from scoring.standing_rules import StandingRules, Unplayed
from scoring.tiebreaks import find_tie_break
from tests.standings.drawn import adjustments, decisions, fewer, seasons, standing_rules
from tests.standings.played import give, pair_results, read_games, unplayed

NAMES = {1: "Ann", 2: "Bob", 3: "Cid", 4: "Dee"}


def say(ranking: Ranking, entry: int) -> list[str]:
    return [word_sentence(sentence, NAMES) for sentence in explain_place(ranking, entry)]


def read_figure(text: object) -> Fraction:
    return Fraction(str(text).replace(MINUS, "-"))


def test_why_am_i_third() -> None:
    results = read_games("ABCD", "A 5 3 D\nB 5 2 D\nC 5 4 D\nA 4 3 B\nC 2 1 A\nB 3 1 C")
    ranking = rank_results(results, StandingRules(tie_breaks=("head_to_head", "difference")))
    assert say(ranking, 3) == [
        "Cid has place 3.",
        "“league points” comes to 2. Results counted: 3.",
        "Ann and Cid are level on “league points”: 2 each.",
        "Ann and Cid are level on “head to head: league points”: 1 each.",
        "Only the games among Ann, Bob, Cid count there.",
        "Ann is above Cid on “points for less points against”: 2 against 0, and more is better.",
        "Cid is above Dee on “league points”: 2 against 0, and more is better.",
    ]


def test_a_tie_says_that_it_is_open_and_how_it_can_end() -> None:
    results = read_games("ABC", "A 1 0 B\nB 1 0 C\nC 1 0 A")
    rules = StandingRules(tie_breaks=("head_to_head",))
    assert say(rank_results(results, rules), 1) == [
        "Ann shares place 1 with Bob, Cid.",
        "“league points” comes to 1. Results counted: 2.",
        "Ann and Bob are level on “league points”: 1 each.",
        "Ann and Bob are level on “head to head: league points”: 1 each.",
        "Only the games among Ann, Bob, Cid count there.",
        "Nothing that this event compares parts Ann, Bob, Cid. They can play it off, share the place or draw lots; "
        "whoever runs the event writes down which.",
    ]
    share = Decision(number=1, entries=(1, 2, 3), how="share", reason="the hall closed")
    assert say(rank_results(results, rules, decisions=[share]), 1)[-1] == (
        "It was decided that Ann, Bob, Cid share the place: the hall closed"
    )
    played = Decision(number=2, entries=(2, 1, 3), how="play_off", reason="one hand each, Bob 2, Ann 1, Cid 0")
    said = say(rank_results(results, rules, decisions=[share, played]), 1)
    assert "Bob is above Ann by a play-off: one hand each, Bob 2, Ann 1, Cid 0" in said
    assert "Ann is above Cid by a play-off: one hand each, Bob 2, Ann 1, Cid 0" in said


def test_everything_that_went_into_the_figure_is_named() -> None:
    results = [
        *pair_results(1, 1, 2, 10, 6, evening=1),
        *pair_results(2, 1, 2, 2, 10, evening=2),
        *pair_results(3, 1, 2, 8, 3, evening=3),
        unplayed("bye", game=4, entry=1, evening=3),
    ]
    rules = StandingRules(
        rank_by="points_for",
        tie_breaks=(),
        per_game=True,
        drop_worst=1,
        unplayed={"bye": Unplayed(points_for=7)},
    )
    late = Adjustment(entry=1, points=-1, league_points=Decimal("0.5"), reason="late twice")
    assert say(rank_results(results, rules, adjustments=[late]), 1)[1:6] == [
        "“points for” is 8.5 a game on average. Games counted: 2.",
        "Adjusted by +0.5 in league points: late twice",
        "Adjusted by −1 in points: late twice",
        "Evening 2 is left out as one of the worst, with 2.",
        "Bye on evening 3: 7 points and 0 league points.",
    ]


def test_a_count_leads_to_the_deals_that_it_counts() -> None:
    counted = give(pair_results(1, 1, 3, 5, 3)[:1], counts={"loners_made": 1}, counted_in={"loners_made": (12,)})
    results = [*counted, pair_results(1, 1, 3, 5, 3)[1], *pair_results(2, 2, 3, 5, 3)]
    ranking = rank_results(results, StandingRules(tie_breaks=("loners_made",)))
    level, parted = explain_order(ranking, 1, 2)
    assert (level.games, level.deals) == ((1, 2), (11, 12, 21, 22))
    assert (parted.code, parted.tie_break, parted.games, parted.deals) == ("more", "loners_made", (1,), (12,))


def test_who_stands_apart_is_told_why() -> None:
    results = pair_results(1, 1, 2, 5, 3)
    ranking = rank_results(results, StandingRules(minimum_evenings=3), entries=[1, 2, 3])
    assert say(ranking, 1)[0] == "Ann stands apart, without a place: evenings attended 1, evenings needed 3."
    none = rank_results(results, StandingRules(), entries=[1, 2, 3])
    assert say(none, 3)[0] == "Cid stands apart, without a place: there is no game yet to count."
    with pytest.raises(KeyError):
        explain_place(none, 9)


def test_a_long_tie_is_not_read_out() -> None:
    results = [Result(game=entry, entry=entry, outcome="won") for entry in range(1, 31)]
    first = word_sentence(explain_place(rank_results(results, StandingRules()), 1)[0], {})
    assert first == "1 shares place 1 with 2, 3, 4, 5, 6, 7, 8, 9 and 21 more."


def test_sentences_are_translated_with_the_names_of_figures() -> None:
    sentence = Sentence(
        code="figure", template="{entry}: {figure}", values={"entry": 1, "figure": "games won"}, entries=(2,)
    )
    german = {"{entry}: {figure}": "{figure} von {entry}", "games won": "gewonnene Spiele"}
    assert word_sentence(sentence, NAMES, translate=lambda text: german.get(text, text)) == "gewonnene Spiele von Ann"


@fewer
@given(seasons, standing_rules(), adjustments, decisions())
def test_every_claim_holds_by_the_figures_that_it_prints(
    results: list[Result], rules: StandingRules, given_: list[Adjustment], decided: list[Decision]
) -> None:
    ranking = rank_results(results, rules, entries=range(1, 7), adjustments=given_, decisions=decided)
    ranks = {placed.entry: placed.rank for placed in ranking.places}
    for placed in (*ranking.places, *ranking.apart):
        for sentence in explain_place(ranking, placed.entry):
            check_claim(sentence, ranks)
            assert "{" not in word_sentence(sentence, NAMES)


def check_claim(sentence: Sentence, ranks: dict[int, int | None]) -> None:
    values = sentence.values
    if sentence.code not in {"more", "fewer", "level", "play_off", "lots"}:
        return
    higher, lower = ranks[int(values["higher"])], ranks[int(values["lower"])]
    assert higher is not None
    assert lower is not None
    if sentence.code in {"play_off", "lots"}:
        assert higher < lower
        return
    assert values["figure"] == find_tie_break(sentence.tie_break).title
    better, worse = read_figure(values["better"]), read_figure(values["worse"])
    if sentence.code == "level":
        assert better == worse
        return
    assert sentence.code == find_tie_break(sentence.tie_break).sense
    assert (better > worse) if sentence.code == "more" else (better < worse)
    assert higher < lower


@fewer
@given(seasons, standing_rules())
def test_neighbours_are_parted_by_exactly_one_claim(results: list[Result], rules: StandingRules) -> None:
    ranking = rank_results(results, structs.replace(rules, restart="still_level"))
    for higher, lower in zip(ranking.places, ranking.places[1:], strict=False):
        if higher.rank != lower.rank:
            claims = [
                said for said in explain_order(ranking, higher.entry, lower.entry) if said.code in {"more", "fewer"}
            ]
            assert len(claims) == 1
            assert claims[0].tie_break == ranking.list_comparisons(higher.entry, lower.entry)[-1].code


@fewer
@given(st.fractions(max_denominator=40), st.fractions(max_denominator=40))
def test_figures_look_equal_only_where_they_are(one: Fraction, other: Fraction) -> None:
    written = write_apart(one, other)
    assert (written[0] == written[1]) == (one == other)
    assert abs(read_figure(write_figure(one)) - one) <= Fraction(1, 200)
    if one.denominator in {1, 2, 4, 5, 10, 20}:
        assert read_figure(written[0]) == one


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(7), "7"),
        (Fraction(-7), "−7"),
        (Fraction(5, 2), "2.5"),
        (Fraction(20, 3), "6.67"),
        (Fraction(-1, 3), "−0.33"),
        (Fraction(1000), "1000"),
        (Fraction(0), "0"),
    ],
)
def test_figures(value: Fraction, text: str) -> None:
    assert write_figure(value) == text


def test_changes_have_a_sign() -> None:
    assert [write_signed(Fraction(value)) for value in (2, -2)] == ["+2", "−2"]
    assert write_apart(Fraction(2, 3), Fraction(667, 1000)) == ("0.6667", "0.667")


def test_games_of_a_match_that_was_given_up_are_told_once_with_their_number() -> None:
    lost = [
        Result(game=-game, entry=1, round=2, evening=2, match=match, kind="forfeit_lost")
        for game, match in ((1, 7), (2, 7), (3, 7), (4, 7), (5, 8))
    ]
    rules = StandingRules(unplayed={"forfeit_lost": Unplayed(league_points=Decimal(0))})
    said = say(rank_results([*lost, *pair_results(9, 1, 2, 5, 3)], rules, entries=[1, 2]), 1)
    forfeit = "Lost by forfeit on evening 2: 0 points and 0 league points."
    assert said[2:5] == [forfeit, forfeit, "So counts each game of this match that was not played; games: 4."]
