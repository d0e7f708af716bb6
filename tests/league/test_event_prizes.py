"""Prizes of an evening and of a season from games that were played."""

from __future__ import annotations

from decimal import Decimal

import pytest

from league.models import AuditRow, Event, League, Player, Season
from league.prize_words import list_sentences
from league.selectors.prizes import Awarded, award_event_prizes
from league.selectors.season_prizes import award_season_prizes
from league.selectors.season_standings import list_season_standings
from league.services.correction_effects import find_effects
from league.services.faults import RefusedError
from league.services.prizes import set_prizes
from league.services.season_rules import set_season_rules
from scoring.prize_rules import Prize, PrizeRules
from scoring.season_rules import SeasonRules
from scoring.standing_rules import StandingRules
from tests.league.evenings import BY, make_evening, make_season, play_game

FIRST = Prize(code="first", kind="place", place=1, percent=60)
SECOND = Prize(code="second", kind="place", place=2, percent=40)
BOOBY = Prize(code="booby", kind="lowest_total", money=100, ties="each")


@pytest.fixture
def season(league: League) -> Season:
    return make_season(league)


@pytest.fixture
def evening(season: Season, players: list[Player]) -> Event:
    """Ann and Cyd beat Bob and Dee by 6 to 2."""
    event = make_evening(season, 3)
    play_game(event, players[:4], "NNNE")
    return event


def list_awards(awarded: Awarded) -> list[tuple[str, str, int]]:
    return [("+".join(award.prizes), awarded.names[award.entry], award.money) for award in awarded.prizes.awards]


def read_first(season: Season) -> tuple[str, str]:
    line = list_season_standings(season).lines[0]
    return line.name, line.total


def test_those_on_one_place_put_their_prizes_together(evening: Event) -> None:
    set_prizes(evening, PrizeRules(prizes=(FIRST, SECOND, BOOBY)), pot=1001, **BY)
    awarded = award_event_prizes(evening)
    assert list_awards(awarded) == [
        ("first+second", "Ann", 500), ("first+second", "Cyd", 500), ("booby", "Bob", 100), ("booby", "Dee", 100),
    ]  # fmt: skip
    assert awarded.prizes.left == 1001 - 1200
    assert {warning.code for warning in awarded.prizes.warnings} == {"split", "each", "over_pot"}


def test_setting_prizes_is_written_down_and_moves_the_page(evening: Event) -> None:
    before = Event.objects.get(pk=evening.pk).revision
    assert set_prizes(evening, PrizeRules(prizes=(FIRST,)), pot=500, **BY)
    assert not set_prizes(evening, PrizeRules(prizes=(FIRST,)), pot=500, **BY)
    assert Event.objects.get(pk=evening.pk).revision == before + 1
    row = AuditRow.objects.get(action="prizes_set")
    assert row.detail["pot"] == 500
    assert str(evening.pk) in row.signed["event"]


@pytest.mark.parametrize(
    ("prizes", "pot", "field"),
    [((FIRST, FIRST), 0, "prizes"), ((FIRST,), -1, "pot"), ((Prize(code="m", kind="most"),), 0, "prizes")],
)
def test_prizes_that_cannot_be_are_refused(evening: Event, prizes: tuple[Prize, ...], pot: int, field: str) -> None:
    with pytest.raises(RefusedError) as refused:
        set_prizes(evening, PrizeRules(prizes=prizes), pot=pot, **BY)
    assert field in refused.value.messages
    assert Event.objects.get(pk=evening.pk).prizes == []


def test_only_the_12_and_13_of_a_loner_come_on_the_board(season: Season, players: list[Player]) -> None:
    """Four marches and a half, then a made loner from 8: North–South come to 12; what the others have is no matter."""
    event = make_evening(season, 3)
    play_game(event, players[:4], "NNNEN", last={"maker": "N", "tricks": 5, "alone": True})
    set_prizes(event, PrizeRules(prizes=(Prize(code="board", kind="board", money=200),)), pot=200, **BY)
    awarded = award_event_prizes(event)
    assert list_awards(awarded) == [("board", "Ann", 100), ("board", "Cyd", 100)]
    assert awarded.prizes.awards[0].figure == 12


def test_points_won_as_prizes_count_in_the_season_where_that_is_set(season: Season, evening: Event) -> None:
    chips = Prize(code="booby", kind="lowest_total", title="Booby", points=5, ties="each")
    set_prizes(evening, PrizeRules(prizes=(chips,)), pot=0, **BY)
    rules = SeasonRules(standings=StandingRules(rank_by="points_for", tie_breaks=()))
    set_season_rules(season, rules, **BY)
    assert read_first(season) == ("Ann", "6")
    set_season_rules(season, SeasonRules(standings=rules.standings, prize_points=True), **BY)
    assert read_first(season) == ("Bob", "7")


def test_prizes_of_a_season_go_by_its_standings(season: Season, evening: Event, players: list[Player]) -> None:
    play_game(make_evening(season, 10), [players[0], players[1], players[3], players[2]], "N")
    set_prizes(season, PrizeRules(prizes=(FIRST,)), pot=1000, **BY)
    places = SeasonRules(counts="places", places=(Decimal(4), Decimal(3), Decimal(2)))
    set_season_rules(season, places, **BY)
    assert list_awards(award_season_prizes(season)) == [("first", "Ann", 600)]


def test_the_preview_of_a_correction_says_who_then_wins_what(evening: Event) -> None:
    set_prizes(evening, PrizeRules(prizes=(BOOBY,)), pot=0, **BY)
    table = evening.tables.get()
    turned = {position: {"maker": "E", "tricks": 5} for position in (1, 2, 3)}
    effects = find_effects(table, turned)
    assert list_sentences(effects.prizes_before) == ["Lowest total (booby prize): Bob (1.00), Dee (1.00)"]
    assert list_sentences(effects.prizes_after) == ["Lowest total (booby prize): Ann (1.00), Cyd (1.00)"]
