"""A season drawn from a seed, and its standings worked out once more from what the site gives away."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from league.exports import write_sheets, write_table
from league.models import Event, League
from league.selectors.season_standings import write_season_standings
from league.services.season_rules import set_season_rules
from league.services.verification import verify_events
from scoring.season_rules import SeasonRules
from scoring.standing_rules import LeaguePoints, StandingRules, Unplayed
from tests.league.independent_standings import (
    Tally,
    Values,
    count_event,
    play_hands,
    rank_tallies,
    read_sheets,
    read_table_points,
)
from tests.league.simulated_season import HAPPENINGS, SimulatedSeason

#: The season: two league points for a game won, one for one drawn and for sitting out; the worst evening is left out.
RULES = SeasonRules(
    standings=StandingRules(
        league_points=LeaguePoints(won=Decimal(2), drawn=Decimal(1)),
        tie_breaks=("games_won", "difference", "points_for"),
        restart="never",
        drop_worst=1,
        unplayed={"sit_out": Unplayed(league_points=Decimal(1))},
    )
)


@pytest.mark.parametrize(
    ("players", "weeks", "rounds"),
    [(16, 4, 3), pytest.param(40, 12, 4, marks=[pytest.mark.long, pytest.mark.timeout(1800)])],
)
def test_standings_are_what_an_independent_computation_gives(
    league: League, admin: User, players: int, weeks: int, rounds: int
) -> None:
    played = SimulatedSeason(league, admin, players=players, weeks=weeks, rounds=rounds, seed=20261130)
    set_season_rules(played.season, RULES, **played.who)
    played.play()
    missing = [name for name in HAPPENINGS if not played.happened[name]]
    assert not missing, played.happened
    assert verify_events(played.events).differences == []
    season: dict[int, Tally] = defaultdict(Tally)
    values = Values(won=2, drawn=1, sit_out=1)
    for week, event in enumerate(played.events, start=1):
        facts = ask(event, "facts")
        sheets = "".join(write_sheets(event))
        check_table_form(event, sheets)
        check_evening(event, facts, sheets)
        count_event(facts, sheets, week, season, values)
    for person, unit, amount in played.given:
        values.adjust(season[person], unit, amount)
    check_season(played, season, values)


def ask(event: Event, what: str) -> dict[str, Any]:
    """What anybody gets by the API."""
    answer = APIClient().get(f"/api/v1/events/{event.slug}/{what}/")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def check_table_form(event: Event, sheets: str) -> None:
    """Both files of an event tell the same games."""
    totals = {place: play_hands(hands) for place, (hands, _called) in read_sheets(sheets).items()}
    assert read_table_points("".join(write_table(event))) == totals


def check_evening(event: Event, facts: dict[str, Any], sheets: str) -> None:
    """The usual way of an event: games won, difference, points."""
    tallies: dict[int, Tally] = defaultdict(Tally)
    values = Values()
    count_event(facts, sheets, 1, tallies, values)
    persons = {player["id"]: player["person"] for player in facts["players"]}
    people = {entry["id"]: persons[entry["players"][0]] for entry in facts["entries"]}
    lines = ask(event, "standings")["standings"]
    shown = {
        people[line["id"]]: (line["rank"], (line["games_won"], line["difference"], line["points_for"]))
        for line in lines
    }
    assert len(shown) == len(lines)
    tallies.update({person: Tally() for person in shown if person not in tallies})
    expected = {person: (rank, figures) for rank, person, figures in rank_tallies(tallies, values, by=(1, 2, 3))}
    assert shown == expected


def check_season(played: SimulatedSeason, tallies: dict[int, Tally], values: Values) -> None:
    """The season, with its worst evening left out; who has attended none stands apart."""
    lines = write_season_standings(played.season)["standings"]
    ranked = {
        line["id"]: (line["rank"], line["value"], line["games_played"]) for line in lines if line["apart"] is None
    }
    attended = {person: tally for person, tally in tallies.items() if tally.attended}
    worked_out = rank_tallies(attended, values, by=(0, 1, 2, 3), drop=1, held=len(played.events))
    assert ranked == {person: (rank, str(figures[0]), tallies[person].games) for rank, person, figures in worked_out}
    assert {line["id"]: line["evenings_attended"] for line in lines} == {
        line["id"]: len(tallies[line["id"]].attended) for line in lines
    }
