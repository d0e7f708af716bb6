"""A player's page: the record, whole or of a season or a game, each figure leading to the tables behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import list_rights
from league.charts import Chart, Datum, draw_bars, draw_line
from league.models import Event, Player, Season
from league.models.result import Outcome
from league.selectors.played_games import PlayedGame, PlayedGames, list_played_games
from league.selectors.player_records import (
    FORM,
    Evening,
    Sums,
    count_by_game,
    list_counts,
    list_evenings,
    list_form,
    sum_by_opponent,
    sum_by_partner,
    sum_games,
)
from league.selectors.ratings import list_rating_steps
from league.tasks import bring_up_to_date
from league.web.lookup import get_league
from league.web.people import find_shown_player
from league.web.player_games import Asked, describe_game, link_games, read_asked, tell_points
from league.web.rating_words import draw_ratings, word_rating, word_sureness
from league.wording import join_totals, write_total
from rules.catalog import GAMES
from scoring.ratings import Rating


@require_safe
def show_player_record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a player's games come to."""
    league = get_league(request, slug)
    player = find_shown_player(league, number)
    rights = list_rights(request.user, league=league)
    asked = read_asked(request.GET)
    everything = list_played_games(player, rights=rights)
    played = _narrow(everything, asked)
    context = {
        "league": league,
        "player": player,
        "crumbs": [
            (reverse("league:league", args=[slug]), league.name),
            (reverse("league:players", args=[slug]), _("Players")),
            ("", player.name),
        ],
        "asked": asked,
        "also": [each.name for each in player.duplicates.all()],
        "may_set_up": "set_up" in rights,
        "may_see_infractions": "record" in rights,
        **_list_choices(everything),
        **_describe_sums(player, sum_games(played.games), asked),
        "form": [describe_game(game, played.names) for game in list_form(played.games)],
        "counts": _describe_counts(player, played, asked, shows_offences="record" in rights),
        "partners": _describe_persons(player, "partner", sum_by_partner(played), played, asked),
        "opponents": _describe_persons(player, "opponent", sum_by_opponent(played), played, asked),
        "charts": _draw_charts(player, played.games),
        **_describe_rating(player),
    }
    return render(request, "league/player_record.html", context)


def _narrow(played: PlayedGames, asked: Asked) -> PlayedGames:
    games = (
        game
        for game in played.games
        if asked.game in ("", game.table.event.game)
        and (not asked.season or (game.table.event.season and game.table.event.season.slug == asked.season))
    )
    return PlayedGames(games=tuple(games), names=played.names)


def _list_choices(played: PlayedGames) -> dict[str, Any]:
    """The seasons and games that there is something of, the latest first."""
    events = [game.table.event for game in reversed(played.games)]
    seasons: dict[str, Season] = {event.season.slug: event.season for event in events if event.season}
    return {
        "seasons": list(seasons.values()),
        "games": [(key, _(GAMES[key].title)) for key in dict.fromkeys(event.game for event in events)],
    }


def _describe_sums(player: Player, sums: Sums, asked: Asked) -> dict[str, Any]:
    def link(outcome: str = "") -> str:
        return link_games(player, season=asked.season, game=asked.game, outcome=outcome)

    return {
        "sums": sums,
        "games_url": link(),
        "outcomes": [
            (title, figure, link(outcome))
            for title, figure, outcome in (
                (_("Won"), sums.won, Outcome.WON),
                (_("Lost"), sums.lost, Outcome.LOST),
                (_("Drawn"), sums.drawn, Outcome.DRAWN),
                (_("Ended without a winner"), sums.ended, Outcome.ENDED),
            )
            if figure
        ],
    }


def _describe_counts(
    player: Player, played: PlayedGames, asked: Asked, *, shows_offences: bool
) -> list[tuple[str, list[tuple[str, int, str]]]]:
    """For each game: what is counted in it, how often, and where."""
    return [
        (
            _(GAMES[key].title),
            [
                (
                    _(title),
                    counts[code],
                    link_games(player, season=asked.season, game=key, count=code) if counts[code] else "",
                )
                for code, title in list_counts(key, shows_offences=shows_offences).items()
            ],
        )
        for key, counts in count_by_game(played.games, shows_offences=shows_offences).items()
    ]


def _describe_persons(
    player: Player, role: str, sums: Sequence[tuple[int, Sums]], played: PlayedGames, asked: Asked
) -> list[dict[str, Any]]:
    return [
        {
            "name": played.names[person],
            "url": reverse("league:player-record", args=[player.league.slug, person]),
            "games_url": link_games(player, season=asked.season, game=asked.game, **{role: person}),
            "sums": each,
            "points": join_totals([each.points_for, each.points_against]),
            "told_points": tell_points(each.points_for, each.points_against),
        }
        for person, each in sums
    ]


def _draw_charts(player: Player, games: Sequence[PlayedGame]) -> list[Chart]:
    """The form over time, and what each evening of a game brought; of less than two there is nothing to draw."""
    decided = [game for game in games if game.outcome != Outcome.ENDED]
    form = [_mark_form(decided, place) for place in range(len(decided))]
    title = _("Form: won of the last ten games, in per cent")
    charts = [draw_line(title, form, heading=_("Evening"), unit=_("Won"), low=0, high=100)] if len(form) > 1 else []
    for key in dict.fromkeys(game.table.event.game for game in games):
        evenings = list_evenings(game for game in games if game.table.event.game == key)
        if len(evenings) > 1:
            title = _("Points each evening: %(game)s") % {"game": _(GAMES[key].title)}
            bars = [_mark_evening(player, each) for each in evenings]
            charts.append(draw_bars(title, bars, heading=_("Evening"), unit=_("Points")))
    return charts


def _mark_evening(player: Player, evening: Evening) -> Datum:
    points = evening.sums.points_for
    url = link_games(player, event=evening.event.slug)
    return Datum(label=_date_event(evening.event), value=points, words=write_total(points), url=url)


def _mark_form(decided: Sequence[PlayedGame], place: int) -> Datum:
    sums = sum_games(decided[max(0, place + 1 - FORM) : place + 1])
    share = sums.share_won or 0
    table = decided[place].table
    return Datum(
        label=_date_event(table.event),
        value=share,
        words=f"{share} %",
        url=reverse("league:table", args=[table.event.slug, table.round.number, table.number]),
    )


def _describe_rating(player: Player) -> dict[str, Any]:
    """The rating and its history, where the league rates its players."""
    if not player.league.has_ratings:
        return {}
    bring_up_to_date(player.league)
    steps = list_rating_steps(player)
    if not steps:
        return {}
    rating = Rating(mean=steps[-1].mu, spread=steps[-1].sigma, games=len(steps))
    return {
        "rating": word_rating(rating),
        "sureness": word_sureness(rating.spread),
        "rating_chart": draw_ratings(steps),
    }


def _date_event(event: Event) -> str:
    return date_format(event.held_on, "SHORT_DATE_FORMAT") if event.held_on else event.name
