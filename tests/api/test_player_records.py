"""A player's record by the API: the figures of the page, for whoever may see the league."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import League, Player
from league.selectors.played_games import list_played_games
from league.selectors.player_records import write_record
from league.services.merging import merge_players
from league.services.recording import call_time, record_deal
from league.services.setup import add_players
from tests.api.conftest import Ask, World

FACTS: dict[str, Any] = {"maker": "N", "tricks": 5, "alone": True}


@pytest.fixture
def north(world: World) -> Player:
    record_deal(world.table, FACTS, position=1, key="k", by=None, source="web")
    call_time(world.table, called=True, by=None, source="web")
    return world.table.seats.get(seat="N").player


def test_a_record_has_the_figures_of_the_page(world: World, ask: Ask, north: Player) -> None:
    record = ask("GET", f"players/{north.pk}/record/").json()
    written = write_record(list_played_games(north))
    assert {key: record[key] for key in written} == written
    assert record["player"] == {"id": north.pk, "name": north.name}
    assert (record["games_won"], record["points_for"], record["also"], record["rating"]) == (1, 4, [], None)
    assert record["counts"]["land-grant-euchre"]["loners_made"] == 1
    told = ask("GET", f"players/{north.pk}/record/", user=world.people["owner"]).json()["counts"]["land-grant-euchre"]
    assert told.keys() - record["counts"]["land-grant-euchre"].keys() == {"penalties", "warnings"}


def test_a_season_or_a_game_narrows_it(ask: Ask, north: Player) -> None:
    assert ask("GET", f"players/{north.pk}/record/?game=euchre").json()["games"] == 0
    assert ask("GET", f"players/{north.pk}/record/?season=none").json()["games"] == 0
    for query in ("?game=chess", "?season=%00"):
        assert ask("GET", f"players/{north.pk}/record/{query}").status_code == 404


def test_two_names_are_one_record_and_a_rating_is_there_where_wanted(world: World, ask: Ask, north: Player) -> None:
    (other,) = add_players(world.league, ["Nother"], by=None, source="web").added
    merge_players(other, north, reason="one person", by=None, source="web")
    League.objects.filter(pk=world.league.pk).update(has_ratings=True)
    record = ask("GET", f"players/{other.pk}/record/").json()
    assert (record["player"]["id"], [each["name"] for each in record["also"]]) == (north.pk, ["Nother"])
    assert record["rating"]["games"] == 1
    assert record["rating"]["strength"] > 25
