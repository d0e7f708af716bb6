"""The tables behind a figure of a player's record: the games that an address asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from league.access import list_rights
from league.models import Player
from league.models.result import Outcome
from league.selectors.played_games import PlayedGame, PlayedGames, list_played_games
from league.selectors.player_records import list_counts
from league.web.lookup import get_league
from league.web.people import LOOKS_LIKE_NUMBER, find_shown_player
from league.wording import join_names, join_totals, write_total
from rules.catalog import GAMES

ROWS_A_PAGE = 50


class Asked(Struct, frozen=True, kw_only=True):
    """Which games of a person an address asks for; what is empty asks for all."""

    season: str = ""
    game: str = ""
    event: str = ""
    outcome: str = ""
    count: str = ""
    partner: int | None = None
    opponent: int | None = None

    def covers(self, game: PlayedGame) -> bool:
        """Whether a game of the season and the kind is one of those."""
        return (
            self.event in ("", game.table.event.slug)
            and self.outcome in ("", game.outcome)
            and (not self.count or bool(game.counts.get(self.count)))
            and (self.partner is None or self.partner in game.partners)
            and (self.opponent is None or self.opponent in game.opponents)
        )


@require_safe
def show_player_games(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The games of a player, or those behind one figure of the record, the latest first."""
    league = get_league(request, slug)
    player = find_shown_player(league, number)
    rights = list_rights(request.user, league=league)
    asked = read_asked(request.GET)
    if asked.count and not any(_names_count(game, asked.count, "record" in rights) for game in GAMES):
        raise Http404
    played = list_played_games(player, season=asked.season, game=asked.game, rights=rights)
    games = [game for game in reversed(played.games) if asked.covers(game)]
    page = Paginator(games, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "league": league,
        "player": player,
        "crumbs": [
            (reverse("league:league", args=[slug]), league.name),
            (reverse("league:player-record", args=[slug, player.pk]), player.name),
            ("", _("Games")),
        ],
        "asked": describe_asked(asked, played),
        "count": sum(game.counts.get(asked.count, 0) for game in games) if asked.count else None,
        "page": page,
        "rows": [describe_game(game, played.names, count=asked.count) for game in page],
        "query": urlencode({key: value for key, value in request.GET.items() if key != "page"}),
    }
    return render(request, "league/player_games.html", context)


def read_asked(query: QueryDict) -> Asked:
    """What an address asks for. Raises Http404 for what it cannot ask."""
    season, game, event, outcome, count = (
        str(query.get(name, "")) for name in ("season", "game", "event", "outcome", "count")
    )
    if "\0" in "".join((season, game, event, outcome, count)) or game not in ("", *GAMES):
        raise Http404
    return Asked(
        season=season,
        game=game,
        event=event,
        outcome=outcome,
        count=count,
        partner=_read_person(query, "partner"),
        opponent=_read_person(query, "opponent"),
    )


def _read_person(query: QueryDict, name: str) -> int | None:
    text = str(query.get(name, ""))
    if text and not LOOKS_LIKE_NUMBER.fullmatch(text):
        raise Http404
    return int(text) if text else None


def link_games(player: Player, **asked: object) -> str:
    """The address of the games behind a figure; what is empty is left out."""
    given = {name: value for name, value in asked.items() if value not in ("", None)}
    address = reverse("league:player-games", args=[player.league.slug, player.pk])
    return f"{address}?{urlencode(given)}" if given else address


def describe_asked(asked: Asked, played: PlayedGames) -> list[str]:
    """What is asked for, in words."""
    words = []
    if asked.partner is not None:
        words.append(_("with %(name)s") % {"name": played.names.get(asked.partner, "?")})
    if asked.opponent is not None:
        words.append(_("against %(name)s") % {"name": played.names.get(asked.opponent, "?")})
    if asked.outcome in Outcome.values:
        words.append(str(Outcome(asked.outcome).label))
    if asked.count:
        words += [_(titles[asked.count]) for titles in map(_list_titles, GAMES) if asked.count in titles][:1]
    if asked.game:
        words.append(_(GAMES[asked.game].title))
    events = {game.table.event.slug: game.table.event for game in played.games}
    if asked.event in events:
        words.append(events[asked.event].name)
    seasons = {event.season.slug: event.season.name for event in events.values() if event.season}
    return [*words, seasons[asked.season]] if asked.season in seasons else words


def describe_game(game: PlayedGame, names: Mapping[int, str], *, count: str = "") -> dict[str, Any]:
    """A game as a line that leads to its table."""
    table = game.table
    return {
        "url": reverse("league:table", args=[table.event.slug, table.round.number, table.number]),
        "event": table.event,
        "round": table.round.number,
        "table": table.number,
        "partners": join_names([names[person] for person in game.partners]),
        "opponents": join_names([names[person] for person in game.opponents]),
        "score": join_totals([game.points, game.points_against]),
        "told_score": tell_points(game.points, game.points_against),
        "outcome": game.outcome,
        "outcome_words": Outcome(game.outcome).label,
        "count": game.counts.get(count, 0) if count else None,
        "is_shared": game.is_shared,
        "is_substitute": game.is_substitute,
    }


def tell_points(points: int, against: int) -> str:
    """Points for and against, for who hears them."""
    return _("%(points)s for, %(against)s against") % {
        "points": write_total(points),
        "against": write_total(against),
    }


def _list_titles(game: str) -> Mapping[str, str]:
    return list_counts(game, shows_offences=True)


def _names_count(game: str, code: str, shows_offences: bool) -> bool:
    return code in list_counts(game, shows_offences=shows_offences)
