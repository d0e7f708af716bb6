"""What a deal of Yukon brings, with its reasons: by points, by cards, by a revoke."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import GAMES, make_game
from rules.game import Line, State
from rules.yukon import Yukon
from rules.yukon_deal import YukonDeal
from scoring.reading import read_entry
from scoring.sheet import Played
from scoring.steps import open_state
from tests.hands import yukon_hands

#: Card -> how many there are, worth.
WORTH = {
    "grand_yukon": (1, 15),
    "yukons": (3, 10),
    "tens": (4, 10),
    "aces": (4, 5),
    "kings": (4, 3),
    "queens": (4, 2),
}


def make_yukon(players: int = 4, **options: Any) -> Yukon:
    game = make_game("yukon", options=options, players=players)
    assert isinstance(game, Yukon)
    return game


def read_deal(game: Yukon, facts: dict[str, Any]) -> tuple[YukonDeal, State]:
    entry, faults = read_entry(game, facts)
    assert not faults
    assert isinstance(entry, Played)
    assert isinstance(entry.deal, YukonDeal)
    return entry.deal, open_state(game)


def list_lines(game: Yukon, facts: dict[str, Any]) -> list[Line]:
    deal, before = read_deal(game, facts)
    assert not [*game.violations(deal, before)]
    return [*game.lines(deal, before)]


def list_points(game: Yukon, facts: dict[str, Any]) -> list[tuple[str, int, str, str]]:
    return [(line.side, line.points, line.code, line.rule) for line in list_lines(game, facts)]


def list_tallies(game: Yukon, facts: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    return [(tally.code, tally.side, tally.seat) for tally in game.tallies(*read_deal(game, facts))]


@pytest.mark.parametrize(
    ("players", "seats", "sides"),
    [
        (2, "AB", ["A", "B"]),
        (3, "ABC", ["A", "B", "C"]),
        (4, "NESW", ["NS", "EW"]),
        (5, "ABCDE", ["A", "B", "C", "D", "E"]),
    ],
)
def test_seats_and_sides(players: int, seats: str, sides: list[str]) -> None:
    game = make_yukon(players)
    assert game.seats == tuple(seats)
    assert game.sides == tuple(sides)
    if players == 4:
        assert [game.side_of(seat) for seat in seats] == ["NS", "EW", "NS", "EW"]
    else:
        assert [game.side_of(seat) for seat in seats] == sides
    assert make_game("yukon").seats == ("N", "E", "S", "W")
    assert GAMES["yukon"].player_counts == (2, 3, 4, 5)


def test_points() -> None:
    lines = list_lines(make_yukon(), {"points": {"NS": 70, "EW": 55}, "ace_of_spades": "EW"})
    assert [(line.side, line.points, line.code, line.rule) for line in lines] == [
        ("NS", 70, "points", "points"),
        ("EW", 55, "points", "points"),
    ]
    assert [line.text for line in lines] == [
        "Cards captured: 70 of the 125 points in the pack",
        "Cards captured: 55 of the 125 points in the pack",
    ]


def test_every_side_has_a_line_even_for_nothing() -> None:
    game = make_yukon(3)
    assert list_points(game, {"points": {"B": 125}}) == [
        ("A", 0, "points", "points"),
        ("B", 125, "points", "points"),
        ("C", 0, "points", "points"),
    ]
    whole = {name: count for name, (count, _each) in WORTH.items()}
    assert list_points(game, {"cards": {"B": whole}}) == [
        ("A", 0, "cards", "points"),
        ("B", 125, "cards", "points"),
        ("C", 0, "cards", "points"),
    ]


@pytest.mark.parametrize("name", WORTH)
@pytest.mark.parametrize("values", ["yukon_125", "golddigger_128"])
def test_each_card(name: str, values: str) -> None:
    """One side takes all of one kind and the other all the rest."""
    count, each = WORTH[name]
    if (name, values) == ("yukons", "golddigger_128"):
        each = 11
    pack = {"yukon_125": 125, "golddigger_128": 128}[values]
    rest = {other: amount for other, (amount, _each) in WORTH.items() if other != name}
    lines = list_lines(make_yukon(card_values=values), {"cards": {"NS": {name: count}, "EW": rest}})
    assert [(line.side, line.points) for line in lines] == [("NS", count * each), ("EW", pack - count * each)]
    assert f"{count} × {each}" in lines[0].text
    assert lines[0].text.endswith(f": {count * each} points")


def test_how_cards_add_up() -> None:
    won = {"grand_yukon": 1, "yukons": 2, "tens": 3, "aces": 1, "kings": 2, "queens": 4}
    lost = {"yukons": 1, "tens": 1, "aces": 3, "kings": 2}
    lines = list_lines(make_yukon(), {"cards": {"EW": won, "NS": lost}})
    assert [(line.side, line.points) for line in lines] == [("NS", 41), ("EW", 84)]
    assert lines[1].text == (
        "Grand Yukon 1 × 15, Yukons 2 × 10, tens 3 × 10, aces 1 × 5, kings 2 × 3, queens 4 × 2: 84 points"
    )
    assert list_lines(make_yukon(card_values="golddigger_128"), {"cards": {"EW": won, "NS": lost}})[1].text == (
        "Grand Yukon 1 × 15, Yukons 2 × 11, tens 3 × 10, aces 1 × 5, kings 2 × 3, queens 4 × 2: 86 points"
    )


@pytest.mark.parametrize(
    ("players", "values", "offender", "side", "points"),
    [
        (4, "yukon_125", "N", "EW", 125),
        (4, "yukon_125", "S", "EW", 125),
        (4, "yukon_125", "E", "NS", 125),
        (4, "golddigger_128", "W", "NS", 128),
        (2, "yukon_125", "A", "B", 125),
        (2, "golddigger_128", "B", "A", 128),
    ],
)
def test_a_revoke_that_gives_the_pack_away(players: int, values: str, offender: str, side: str, points: int) -> None:
    game = make_yukon(players, card_values=values, revoke="forfeit_deal")
    facts = {"infractions": [{"kind": "revoke", "offender": offender}]}
    assert list_points(game, facts) == [(side, points, "revoke", "revokes")]
    assert list_lines(game, facts)[0].text == (
        f"Revoke by {offender}: the whole pack, {points} points, goes to the other side"
    )
    assert list_tallies(game, facts) == [("revokes", game.side_of(offender), offender)]


@pytest.mark.parametrize(
    ("values", "points", "ace", "tallies"),
    [
        ("yukon_125", {"NS": 70, "EW": 55}, None, []),
        ("yukon_125", {"NS": 70, "EW": 55}, "EW", [("spade_aces", "EW", None)]),
        ("yukon_125", {"NS": 125}, "NS", [("spade_aces", "NS", None), ("whole_packs", "NS", None)]),
        ("golddigger_128", {"EW": 128}, None, [("whole_packs", "EW", None)]),
        ("golddigger_128", {"EW": 125, "NS": 3}, None, []),
    ],
)
def test_what_is_counted(values: str, points: dict[str, int], ace: str | None, tallies: list[Any]) -> None:
    facts: dict[str, Any] = {"points": points} if ace is None else {"points": points, "ace_of_spades": ace}
    game = make_yukon(card_values=values)
    assert list_tallies(game, facts) == tallies
    assert {code for code, _side, _seat in tallies} <= set(game.tally_titles)


@given(st.data())
def test_deals_add_up_to_the_pack_and_follow_the_sides(data: st.DataObject) -> None:
    """Any deal that can be dealt has no fault, brings the pack, and moved to other seats it brings the same there."""
    players = data.draw(st.sampled_from([2, 3, 4, 5]))
    values = data.draw(st.sampled_from(["yukon_125", "golddigger_128"]))
    game = make_yukon(players, card_values=values)
    facts = data.draw(yukon_hands(game))
    points = {side: figure for side, figure, _code, _rule in list_points(game, facts)}
    assert sum(points.values()) == {"yukon_125": 125, "golddigger_128": 128}[values]
    assert tuple(points) == game.sides
    moved = dict(zip(game.sides, data.draw(st.permutations(game.sides)), strict=True))
    turned: dict[str, Any] = {
        key: moved[value] if isinstance(value, str) else {moved[side]: own for side, own in value.items()}
        for key, value in facts.items()
    }
    assert {side: figure for side, figure, _code, _rule in list_points(game, turned)} == {
        moved[side]: figure for side, figure in points.items()
    }
    counted = {**facts, "points": points}
    counted.pop("cards", None)
    assert {side: figure for side, figure, _code, _rule in list_points(game, counted)} == points
