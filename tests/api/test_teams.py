"""Teams and fixtures by the API."""

from __future__ import annotations

from league.services.fixtures import postpone_day
from tests.api.conftest import Ask, World
from tests.league.fixture_season import FIRST_DAY, FixtureSeason


def test_teams_with_their_squads(world: World, ask: Ask) -> None:
    season = FixtureSeason(world.league, world.people["owner"], teams=2)  # type: ignore[arg-type]
    answer = ask("GET", f"leagues/{world.league.slug}/teams/?season=2026").json()
    assert (answer["season"], [team["name"] for team in answer["teams"]]) == ("2026", ["Ants", "Bees"])
    assert [player["name"] for player in answer["teams"][0]["squad"]] == [f"Ants {number}" for number in range(1, 5)]
    assert ask("GET", f"leagues/{world.league.slug}/teams/?season=-").json()["teams"][0]["squad"] == []
    assert ask("GET", f"leagues/{world.league.slug}/teams/?season=nope").status_code == 404
    assert season.league == world.league


def test_fixtures_with_scores_and_days(world: World, ask: Ask) -> None:
    season = FixtureSeason(world.league, world.people["owner"], teams=3)  # type: ignore[arg-type]
    season.take()
    season.play(season.event.matches.get(round_number=1, number=1), won=[True, True, True, False])
    postpone_day(season.event, 2, to=None, **season.by)
    answer = ask("GET", f"events/{season.event.slug}/fixtures/").json()
    first, free, second = answer["fixtures"][:3]
    assert (first["state"], first["games"], first["left"], first["held_on"]) == ("played", [3, 1], 0, str(FIRST_DAY))
    assert (free["state"], free["away"]) == ("free", None)
    assert (second["state"], second["held_on"], second["postponed_from"]) == ("to_come", None, "2026-03-24")


def test_an_event_of_pairs_has_none(world: World, ask: Ask) -> None:
    assert ask("GET", f"events/{world.event.slug}/fixtures/").json()["fixtures"] == []
