"""Seasons worked out by hand: what adds up, what is dropped, who stands apart."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from league.models import Adjustment, Event, League, Player, Season
from league.selectors.season_ranking import rank_season
from league.selectors.season_standings import list_season_standings
from league.services.merging import merge_players
from league.services.season_rules import set_make_up, set_season_rules
from league.services.seat_places import Place
from scoring.season_rules import SeasonRules
from scoring.standing_rules import LeaguePoints, StandingRules
from tests.league.evenings import make_evening, make_season, play_game

POINTS = StandingRules(rank_by="points_for", tie_breaks=())
WINS = StandingRules(league_points=LeaguePoints(won=Decimal(2), drawn=Decimal(1)), tie_breaks=())


@pytest.fixture
def season(league: League) -> Season:
    return make_season(league)


def rule(season: Season, **rules: Any) -> None:
    set_season_rules(season, SeasonRules(**rules), by=None, source="web")


def read(season: Season) -> list[str]:
    """Place, name and figure of each line; those who stand apart with a dash."""
    return [
        f"{'-' if line.rank is None else line.rank} {line.name} {line.total}"
        for line in list_season_standings(season).lines
    ]


def read_evenings(season: Season, name: str) -> list[str]:
    """What each evening brought somebody; in brackets what is dropped."""
    line = next(line for line in list_season_standings(season).lines if line.name == name)
    return [f"({cell.text})" if cell.is_dropped else cell.text for cell in line.evenings]


@pytest.fixture
def evenings(season: Season, players: list[Player]) -> list[Event]:
    """Three evenings. First Ann and Cyd beat Bob and Dee by 4 to 2; then Ann and Dee beat Bob and Cyd by 2 to 0; then
    Bob and Eve beat Ann and Dee by 6 to 0, and Cyd is not there.
    """
    ann, bob, cyd, dee, eve, *_others = players
    held = [make_evening(season, day) for day in (3, 10, 17)]
    play_game(held[0], [ann, bob, cyd, dee], "NEN")
    play_game(held[1], [ann, bob, dee, cyd], "N")
    play_game(held[2], [bob, ann, eve, dee], "NNN")
    return held


def test_every_game_adds_up_for_each_person(season: Season, evenings: list[Event]) -> None:
    rule(season, standings=POINTS)
    assert read(season) == ["1 Bob 8", "2 Ann 6", "2 Eve 6", "4 Cyd 4", "4 Dee 4"]
    assert read_evenings(season, "Ann") == ["4", "2", "0"]
    assert read_evenings(season, "Cyd") == ["4", "0", ""]


def test_without_rules_of_its_own_a_season_ranks_as_its_evenings(season: Season, evenings: list[Event]) -> None:
    """Games won, then the difference: Ann won two; Eve one at +6, Bob one at +2, Cyd one at 0, Dee one at -6."""
    assert read(season) == ["1 Ann 2", "2 Eve 1", "3 Bob 1", "4 Cyd 1", "5 Dee 1"]


def test_the_worst_evening_is_left_out_and_a_missed_one_is_it(season: Season, evenings: list[Event]) -> None:
    rule(season, standings=StandingRules(rank_by="points_for", tie_breaks=(), drop_worst=1))
    assert read_evenings(season, "Ann") == ["4", "2", "(0)"]
    assert read_evenings(season, "Cyd") == ["4", "0", ""]
    assert read_evenings(season, "Bob") == ["2", "(0)", "6"]


def test_who_attended_too_few_evenings_stands_apart(season: Season, evenings: list[Event]) -> None:
    rule(season, standings=StandingRules(rank_by="points_for", tie_breaks=(), minimum_evenings=2))
    assert read(season) == ["1 Bob 8", "2 Ann 6", "3 Cyd 4", "3 Dee 4", "- Eve 6"]


def test_places_of_an_evening_bring_league_points(season: Season, evenings: list[Event]) -> None:
    """First evening: Ann and Cyd share places 1 and 2 (10 and 6: 8 each), Bob and Dee 3 and 4 (3 and 1: 2 each)."""
    rule(
        season, standings=POINTS, counts="places", places=(Decimal(10), Decimal(6), Decimal(3)), place_beyond=Decimal(1)
    )
    assert read(season) == ["1 Ann 18", "2 Bob 12", "2 Dee 12", "4 Cyd 10", "5 Eve 8"]
    rule(season, standings=POINTS, counts="places", places=(Decimal(10), Decimal(6)), place_ties="each")
    assert read(season)[0] == "1 Ann 20"


def test_evenings_bring_what_they_came_to(season: Season, evenings: list[Event]) -> None:
    """Every evening is ranked by games won, so that is what adds up, whatever the season breaks ties by."""
    rule(season, standings=StandingRules(tie_breaks=("points_for",)), counts="evenings")
    assert read(season) == ["1 Ann 2", "2 Bob 1", "3 Eve 1", "4 Cyd 1", "4 Dee 1"]


def test_an_evening_that_makes_up_counts_for_the_one_that_it_makes_up(season: Season, evenings: list[Event]) -> None:
    """Bob played nothing on evening 2; what he makes up on the day of evening 3 is no evening of its own."""
    extra = make_evening(season, 17, name="Made up")
    players = list(season.league.players.order_by("pk"))
    play_game(extra, [players[1], players[5], players[6], players[7]], "NNNN")
    set_make_up(extra, evenings[1], by=None, source="web")
    rule(season, standings=StandingRules(rank_by="points_for", tie_breaks=(), drop_worst=1))
    assert read_evenings(season, "Bob") == ["(2)", "8", "6"]


def test_only_published_evenings_count_where_that_is_set(season: Season, evenings: list[Event]) -> None:
    rule(season, standings=POINTS, events="published")
    assert read(season) == []
    assert len(rank_season(season).left_out) == 3


def test_a_substitute_plays_for_whoever_is_away(season: Season, players: list[Player]) -> None:
    ann, bob, cyd, dee, eve, *_others = players
    event = make_evening(season, 3)
    places = {"N": Place(stands_in_for=ann)}
    play_game(event, [eve, bob, cyd, dee], "N", places=places)
    rule(season, standings=POINTS)
    assert read(season) == ["1 Ann 2", "1 Cyd 2", "3 Bob 0", "3 Dee 0"]
    event.substitute_credit = "both"
    event.save()
    Event.objects.filter(pk=event.pk).update(revision=event.revision + 1)
    assert read(season)[:3] == ["1 Ann 2", "1 Cyd 2", "1 Eve 2"]


def test_pairs_are_ranked_where_the_same_play_together(season: Season, players: list[Player]) -> None:
    ann, bob, cyd, dee, *_others = players
    first, second = (make_evening(season, day, kind="pair") for day in (3, 10))
    play_game(first, [ann, bob, cyd, dee], "NN")
    play_game(second, [bob, cyd, dee, ann], "NE")
    rule(season, standings=POINTS, ranked="entries")
    assert read(season) == ["1 Ann & Cyd 6", "2 Bob & Dee 2"]
    rule(season, standings=POINTS)
    assert read(season) == ["1 Ann 6", "1 Cyd 6", "3 Bob 2", "3 Dee 2"]


def test_a_person_entered_twice_is_one(season: Season, evenings: list[Event], players: list[Player]) -> None:
    merge_players(players[4], players[2], by=None, source="web", reason="Eve is Cyd")
    rule(season, standings=POINTS)
    assert read(season) == ["1 Cyd 10", "2 Bob 8", "3 Ann 6", "4 Dee 4"]


def test_adjustments_count_and_are_never_dropped(season: Season, evenings: list[Event], players: list[Player]) -> None:
    Adjustment.objects.create(
        season=season, player=players[1], amount=-3, unit="points", reason="Left early", source="web"
    )
    rule(season, standings=StandingRules(rank_by="points_for", tie_breaks=(), drop_worst=1))
    assert read(season)[0] == "1 Ann 6"
    assert "2 Bob 5" in read(season) or "3 Bob 5" in read(season)
