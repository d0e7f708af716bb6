"""What all games are written in: sentences with their values, defaults, and what a game has to say for itself."""

from __future__ import annotations

from typing import Any

import pytest

from rules.cards import SUIT_NAMES, SUIT_SIGNS
from rules.catalog import GAMES, default_preset, make_game
from rules.game import Game, GameDeal, Line, State, Tally, Violation, fill, other_side


@pytest.mark.parametrize(
    ("template", "values", "sentence"),
    [
        ("Nothing to fill in: {this} stays, 100 %", {}, "Nothing to fill in: {this} stays, 100 %"),
        ("{a}", {"a": 1}, "1"),
        ("{b} before {a}, {b} again", {"a": 1, "b": "x"}, "x before 1, x again"),
        ("100 % of {a}, 5%s", {"a": "{b} %s"}, "100 % of {b} %s, 5%s"),
        ("No place for it", {"a": 1}, "No place for it"),
        ("{a} of more", {"a": 1, "b": 2}, "1 of more"),
    ],
)
def test_values_are_put_into_a_sentence(template: str, values: dict[str, int | str], sentence: str) -> None:
    assert fill(template, values) == sentence
    assert Violation(field="x", code="x", template=template, values=values).message == sentence
    assert Line(side="NS", points=0, code="x", template=template, values=values).text == sentence


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill("{a} and {b}", {"a": 1})


def test_what_is_left_out_means_nothing() -> None:
    line = Line(side="NS", points=0, code="x", template="X")
    assert (line.values, line.rule, line.setbacks, line.warns, line.wins) == ({}, "", 0, None, False)
    assert Violation(field="x", code="x", template="X").values == {}
    assert Tally(code="x", side="NS").seat is None
    state = State(dealer="N", totals={}, setbacks={})
    assert (state.played, state.warned, state.won_outright, state.last) == (0, frozenset(), None, None)
    assert state.totals_known
    assert state.dealer_known


class Bare(Game, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that says nothing for itself."""


def test_what_a_game_has_to_say_for_itself() -> None:
    game, deal, state = Bare(), GameDeal(), State(dealer="N", totals={}, setbacks={})
    asked: list[Any] = [
        lambda: game.seats,
        lambda: game.sides,
        lambda: game.warnable,
        lambda: game.side_of("N"),
        lambda: game.violations(deal, state),
        lambda: game.lines(deal, state),
        lambda: game.tallies(deal, state),
        lambda: game.is_over(state),
        lambda: game.find_winner(state),
    ]
    for ask in asked:
        with pytest.raises(NotImplementedError):
            ask()


def test_what_a_game_may_leave_unsaid() -> None:
    game, state = Bare(), State(dealer="N", totals={}, setbacks={})
    assert game.goal is None
    assert game.has_winner
    assert game.counts_as_dealt(GameDeal())
    assert game.honours((), state=state, finished=True) == {}
    assert [*game.award_evening({}, {})] == []
    assert [*game.describe_honours({}, state=state)] == []
    assert (game.carries_warnings, game.counts_setbacks, game.player_counts) == (False, False, ())
    assert (game.headline_tallies, game.credited_tallies) == ((), ())


@pytest.mark.parametrize(("totals", "winner"), [((3, 2), "NS"), ((2, 3), "EW"), ((2, 2), None), ((-1, 0), "EW")])
def test_the_side_ahead_wins_a_partnership_game(totals: tuple[int, int], winner: str | None) -> None:
    game = make_game("land-grant-euchre")
    state = State(dealer="N", totals=dict(zip(game.sides, totals, strict=True)), setbacks={})
    assert game.find_winner(state) == winner


def test_partnerships() -> None:
    game = make_game("land-grant-euchre")
    assert game.rotation == {"N": "E", "E": "S", "S": "W", "W": "N"}
    assert [game.seat_after(seat) for seat in game.seats] == ["E", "S", "W", "N"]
    assert [game.seats_of(side) for side in game.sides] == [("N", "S"), ("E", "W")]
    assert [other_side(side) for side in game.sides] == ["EW", "NS"]


def test_suits() -> None:
    assert SUIT_SIGNS == {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
    assert SUIT_NAMES == {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def test_each_game_goes_by_its_key() -> None:
    for key, kind in GAMES.items():
        assert kind.key == key
        assert make_game(key) == make_game(key, preset="") == make_game(key, preset=default_preset(kind), options={})
    with pytest.raises(KeyError):
        make_game("whist")
    with pytest.raises(KeyError):
        make_game("grand", preset="fair")


# game -> goal, presets, what is counted, what of it stands in the standings
DECLARED: dict[str, tuple[int | None, str, str, str]] = {
    "land-grant-euchre": (
        10,
        "league fair-renege",
        "loners_tried loners_made marches euchres_made euchres_suffered penalties warnings",
        "loners_made euchres_made euchres_suffered",
    ),
    "grand": (
        100,
        "recommended english russian",
        "bids_made bids_failed slams loners_tried loners_made hearts_made hearts_failed infractions",
        "bids_made bids_failed slams",
    ),
    "yukon": (
        250,
        "recommended extra-deals golddigger",
        "spade_aces whole_packs revokes",
        "spade_aces whole_packs",
    ),
    "seven-handed-euchre": (
        None,
        "recommended",
        "bids bids_made bids_failed alone_tried alone_made partnered revokes",
        "bids_made bids_failed partnered",
    ),
    "euchre": (
        10,
        "league evening progressive cornish",
        "loners_tried loners_made marches euchres_made euchres_suffered lone_defences loner_points reneges",
        "loners_made euchres_made euchres_suffered",
    ),
    "partnership-whist": (
        7,
        "american short long drive progressive-drive",
        "slams revokes",
        "slams",
    ),
}


@pytest.mark.parametrize("key", DECLARED)
def test_what_each_game_declares(key: str) -> None:
    kind = GAMES[key]
    goal, presets, tallies, headline = DECLARED[key]
    assert make_game(key).goal == goal
    assert list(kind.presets) == list(kind.preset_titles) == presets.split()
    assert list(kind.tally_titles) == tallies.split()
    assert list(kind.headline_tallies) == headline.split()
    assert kind.credited_tallies == (("loner_points",) if key == "euchre" else ())
    assert kind.carries_warnings == (key == "land-grant-euchre")
    assert kind.counts_setbacks == (key == "grand")
    assert kind.player_counts == ((2, 3, 4, 5) if key == "yukon" else ())


def test_every_game_is_declared() -> None:
    assert list(DECLARED) == list(GAMES)
