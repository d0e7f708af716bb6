"""Who may have been entered twice: names that are nearly the same, of people who never sat in one round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.models import League, Player, Table
from league.selectors.duplicates import are_alike, is_one_slip, list_likely_duplicates, split_name
from league.services.merging import merge_players
from league.services.setup import add_players


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Ann Smith", "Smith, Ann", True),
        ("José Müller", "Jose Muller", True),
        ("P. Smith", "Peter Smith", True),
        ("P. Smith", "P. Smith", True),
        ("Ann Smith", "Ann Smyth", True),
        ("Ann Smith", "Anna Smith", True),
        ("Юлия Петрова", "Юлия Петрвоа", True),
        ("Konstantinos", "Konstantins", True),
        ("Vik Voss", "Vic Voss", True),
        ("Jo Smith", "Smith Joe", True),
        ("P. Smith", "Ann Smith", False),
        ("Vik", "Vic", False),
        ("Al Smith", "Ed Smith", False),
        ("Al Smith", "An Smith", False),
        ("Player 001", "Player 002", False),
        ("Player 0401", "Player 0402", False),
        ("Jim Smith", "Tim Smith", False),
        ("Ann Smith", "Ann Jones", False),
        ("Ann", "Bob", False),
        ("J", "John", False),
        ("Ann Smith", "Ann Smith Jones", False),
    ],
)
def test_names_that_may_be_one(one: str, other: str, alike: bool) -> None:
    assert are_alike(split_name(one), split_name(other)) is alike
    assert are_alike(split_name(other), split_name(one)) is alike


@given(st.text("abc", min_size=2, max_size=7), st.integers(0, 6), st.sampled_from("abc"), st.integers(0, 3))
def test_one_slip_is_found_wherever_it_is(word: str, place: int, letter: str, kind: int) -> None:
    place %= len(word) - 1
    slips = (
        word[:place] + letter + word[place:],
        word[:place] + letter + word[place + 1 :],
        word[:place] + word[place + 1] + word[place] + word[place + 2 :],
        word,
    )
    short, long = sorted((word, slips[kind]), key=len)
    assert is_one_slip(short, long)
    assert not is_one_slip(word, word + "dd")


def list_names(league: League) -> set[tuple[str, str]]:
    return {(pair.player.name, pair.into.name) for pair in list_likely_duplicates(league)}


def test_pairs_are_proposed_until_they_are_joined(league: League, players: list[Player], table: Table) -> None:
    Player.objects.filter(pk=players[0].pk).update(name="Ann Smith")
    Player.objects.filter(pk=players[1].pk).update(name="Ann Smyth")
    (third,) = add_players(league, ["A. Smith"], by=None, source="web").added
    assert list_names(league) == {("A. Smith", "Ann Smith")}
    merge_players(third, Player.objects.get(pk=players[0].pk), reason="one person", by=None, source="web")
    assert list_names(league) == set()
