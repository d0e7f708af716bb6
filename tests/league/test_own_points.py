"""Points that belong to one person beside those of the side: Euchre with a point more for whoever makes a loner."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import League, Player
from league.selectors.standings import write_standings
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import create_event

LONER = {"maker": "N", "alone": True, "tricks": 5}
HANDS: list[dict[str, Any]] = [LONER, LONER, {"maker": "E", "tricks": 3}, LONER | {"maker": "W"}]


def play(
    league: League, admin: User, players: list[Player], *, credit: int | str, kind: str
) -> dict[str, tuple[int, int]]:
    """Four hands; entry -> points for, points against."""
    options = {"target": "none", "hands": 4, "loner_credit": credit}
    event = create_event(
        league, name="Evening", game="euchre", options=options, entry_kind=kind, by=admin, source="web"
    )
    seats = dict(zip("NESW", players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, by=admin, source="web")
    for position, facts in enumerate(HANDS, start=1):
        record_deal(table, facts, position=position, key=f"k{position}", by=admin, source="web")
    return {line["entry"]: (line["points_for"], line["points_against"]) for line in write_standings(event)}


def test_the_lone_player_gets_more_than_the_partner(league: League, admin: User, players: list[Player]) -> None:
    places = play(league, admin, players, credit=1, kind="player")
    assert places == {"Ann": (10, 5), "Cyd": (8, 5), "Dee": (6, 8), "Bob": (5, 8)}
    assert list(places) == ["Ann", "Cyd", "Dee", "Bob"]


def test_without_the_house_rule_both_get_the_same(league: League, admin: User, players: list[Player]) -> None:
    places = play(league, admin, players, credit="none", kind="player")
    assert places == {"Ann": (8, 5), "Cyd": (8, 5), "Bob": (5, 8), "Dee": (5, 8)}


@pytest.mark.parametrize(
    ("credit", "pairs"),
    [(1, {"Ann & Cyd": (10, 5), "Bob & Dee": (6, 8)}), ("none", {"Ann & Cyd": (8, 5), "Bob & Dee": (5, 8)})],
)
def test_a_pair_has_the_points_of_both(
    league: League, admin: User, players: list[Player], credit: int | str, pairs: dict[str, tuple[int, int]]
) -> None:
    assert play(league, admin, players, credit=credit, kind="pair") == pairs
