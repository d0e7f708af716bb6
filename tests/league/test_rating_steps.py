"""Ratings of a league: those of the pure model over its games in the order of play, whatever was corrected since."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.models import Event, League, Player, RatingStep, Table
from league.selectors.ratings import list_rated_tables, list_rating_steps, list_ratings
from league.services.corrections import correct_sheet
from league.services.editing import edit_event, edit_league
from league.services.merging import merge_players, split_player
from league.services.ratings import are_ratings_stale, refresh_ratings
from league.services.recording import call_time, record_deal
from league.services.seating import seat_table
from league.services.setup import create_event
from league.tasks import rate_players
from scoring.ratings import RatedGame, rate_games

#: (round, who sits at N, E, S and W, who makes the one hand).
GAMES = [(1, "0123", "N"), (2, "0213", "E"), (3, "0312", "N")]
WHO: dict[str, Any] = {"by": None, "source": "command"}


def play(event: Event, players: list[Player], order: str, maker: str, *, round_number: int) -> Table:
    seats = {seat: players[int(place)] for seat, place in zip("NESW", order, strict=True)}
    table = seat_table(event, round_number=round_number, number=1, seats=seats, **WHO)
    record_deal(table, {"maker": maker, "tricks": 4}, position=1, key=str(table.pk), **WHO)
    call_time(table, called=True, **WHO)
    return table


@pytest.fixture
def rated(league: League, players: list[Player]) -> League:
    """Two evenings, the later one entered first."""
    edit_league(league, name=league.name, is_public=True, has_ratings=True, **WHO)
    make: dict[str, Any] = {"game": "land-grant-euchre", "entry_kind": "player", **WHO}
    later = create_event(league, name="Later", held_on=datetime.date(2026, 3, 10), **make)
    early = create_event(league, name="Early", held_on=datetime.date(2026, 3, 3), **make)
    for event in (later, early):
        for round_number, order, maker in GAMES:
            play(event, players, order, maker, round_number=round_number)
    return league


def rate_by_hand(players: list[Player], *winners: str) -> dict[int, tuple[float, float]]:
    """Both evenings by the pure model: who made the hand won."""
    games = []
    for number, (order, winner) in enumerate(zip([game[1] for game in GAMES] * 2, winners, strict=True)):
        pks = [players[int(place)].pk for place in order]
        ranks = (1, 2) if winner == "N" else (2, 1)
        games.append(RatedGame(number=number, game=number, sides=((pks[0], pks[2]), (pks[1], pks[3])), ranks=ranks))
    return {pk: (history[-1].mean, history[-1].spread) for pk, history in rate_games(games).items()}


def read_ratings(league: League) -> dict[int, tuple[float, float]]:
    return {line.player.pk: (line.rating.mean, line.rating.spread) for line in list_ratings(league)}


def test_games_are_rated_in_the_order_of_play(rated: League, players: list[Player]) -> None:
    assert refresh_ratings(rated).rated == 6
    assert read_ratings(rated) == rate_by_hand(players[:4], "N", "E", "N", "N", "E", "N")
    steps = list_rating_steps(players[0])
    assert [step.table.event.name for step in steps] == ["Early"] * 3 + ["Later"] * 3
    assert [(step.position, step.side, step.rank) for step in steps][:3] == [(1, "NS", 1), (2, "NS", 2), (3, "NS", 1)]
    assert list_ratings(rated)[0].rank == 1
    assert not are_ratings_stale(rated)
    assert refresh_ratings(rated).rated == 0


def test_a_correction_in_week_1_is_rated_again_from_there(rated: League, players: list[Player]) -> None:
    refresh_ratings(rated)
    first = list(RatingStep.objects.filter(position=1).order_by("pk").values_list("pk", flat=True))
    table = Table.objects.get(event__name="Early", round__number=2)
    correct_sheet(table, {1: {"maker": "N", "tricks": 4}}, seen=1, key="c", reason="misread", **WHO)
    assert are_ratings_stale(rated)
    assert refresh_ratings(rated).rated == 5
    assert read_ratings(rated) == rate_by_hand(players[:4], "N", "N", "N", "N", "E", "N")
    assert list(RatingStep.objects.filter(position=1).order_by("pk").values_list("pk", flat=True)) == first


def test_another_date_changes_the_order(rated: League, players: list[Player]) -> None:
    refresh_ratings(rated)
    table = Table.objects.get(event__name="Early", round__number=1)
    correct_sheet(table, {1: {"maker": "E", "tricks": 4}}, seen=1, key="c", reason="misread", **WHO)
    edit_event(table.event, name="Early", held_on=datetime.date(2026, 4, 1), **WHO)
    refresh_ratings(rated)
    assert read_ratings(rated) == rate_by_hand(players[:4], "N", "E", "N", "E", "E", "N")


def test_a_new_game_is_rated_alone(rated: League, players: list[Player]) -> None:
    refresh_ratings(rated)
    play(Event.objects.get(name="Later"), players, "4567", "N", round_number=4)
    assert refresh_ratings(rated).rated == 1
    assert len(list_ratings(rated)) == 8


def test_two_names_of_one_person_are_one_history(rated: League, players: list[Player]) -> None:
    play(Event.objects.get(name="Later"), players, "4567", "E", round_number=4)
    refresh_ratings(rated)
    before = read_ratings(rated)
    merge_players(players[4], players[0], reason="one person", **WHO)
    assert refresh_ratings(rated).rated == 1
    assert players[4].pk not in read_ratings(rated)
    assert len(list_rating_steps(Player.objects.get(pk=players[4].pk))) == 7
    split_player(players[4], reason="two", **WHO)
    refresh_ratings(rated)
    assert read_ratings(rated) == before


def test_a_game_that_nobody_wins_is_rated_by_points(league: League, players: list[Player]) -> None:
    edit_league(league, name=league.name, is_public=True, has_ratings=True, **WHO)
    event = create_event(league, name="Seven", game="seven-handed-euchre", **WHO)
    seats = dict(zip("ABCDEFG", players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, **WHO)
    facts = {"bidder": "A", "bid": 6, "partners": ["B", "C", "D"], "tricks": 6}
    record_deal(table, facts, position=1, key="1", **WHO)
    assert list(list_rated_tables(league)) == []
    call_time(table, called=True, **WHO)
    (game,) = list_rated_tables(league)
    assert {side.side: side.rank for side in game.sides} == dict(zip("ABCDEFG", (1, 1, 1, 1, 5, 5, 5), strict=True))
    assert refresh_ratings(league).rated == 1


def test_nothing_is_worked_out_where_nobody_is_rated(rated: League) -> None:
    refresh_ratings(rated)
    edit_league(rated, name=rated.name, is_public=True, has_ratings=False, **WHO)
    assert not RatingStep.objects.exists()
    assert not are_ratings_stale(rated)
    assert refresh_ratings(rated, anew=True).games == 0


def test_too_much_for_a_page_is_left_to_the_workers(rated: League) -> None:
    assert not refresh_ratings(rated, most=5).is_done
    assert not RatingStep.objects.exists()
    rate_players(rated.pk)
    assert RatingStep.objects.count() == 24


@pytest.fixture
def run() -> Callable[..., tuple[str, str]]:
    def call(*arguments: str) -> tuple[str, str]:
        out, err = StringIO(), StringIO()
        call_command("rebuild_ratings", *arguments, stdout=out, stderr=err)
        return out.getvalue().strip(), err.getvalue().strip()

    return call


def test_the_command_begins_anew_and_says_how_far_it_is(
    rated: League, players: list[Player], run: Callable[..., tuple[str, str]]
) -> None:
    refresh_ratings(rated)
    RatingStep.objects.update(mu=0)
    assert run("riverside") == ("Riverside: 6 games rated.", "6 of 6 games")
    assert read_ratings(rated) == rate_by_hand(players[:4], "N", "E", "N", "N", "E", "N")
    with pytest.raises(CommandError, match="Leagues here: riverside"):
        run("hilltop")
    League.objects.update(has_ratings=False)
    with pytest.raises(CommandError, match="does not rate"):
        run("riverside")
