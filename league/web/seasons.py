"""Pages of a season: its standings with all evenings, and why somebody stands where he stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import structs

from league.access import has_right
from league.models import Event, Table
from league.selectors.prizes import has_prizes
from league.selectors.season_ranking import SeasonRanking, list_season_events, rank_season
from league.selectors.season_standings import SeasonLine, SeasonStandings, list_season_standings, write_lines
from league.web.lookup import get_season
from league.web.season_words import word_apart, word_counting
from scoring.explanations import explain_place
from scoring.place_texts import SEASON_UNRESOLVED_TEXT
from scoring.sentences import Sentence, word_sentence
from scoring.tiebreaks import find_tie_break


@require_safe
def show_season(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """The standings so far, the evenings and how far each has come."""
    found = get_season(request, slug, season)
    standings = list_season_standings(found)
    context = {
        "season": found,
        "league": found.league,
        "crumbs": [(reverse("league:league", args=[slug]), found.league.name), ("", found.name)],
        "standings": standings,
        "ranked": [line for line in standings.lines if line.rank is not None],
        "apart": [(line, word_apart(line)) for line in standings.lines if line.rank is None],
        "heads": _link_heads(standings),
        "figure": _(find_tie_break(standings.ranked_by).title),
        "order": ", ".join(_(find_tie_break(code).title) for code in standings.tie_breaks),
        "counting": word_counting(found),
        "unresolved": _name_unresolved(standings),
        "not_added": ", ".join(standings.not_added),
        "events": list_season_events(found),
        "may_set_up": has_right(request.user, "set_up", league=found.league),
        "may_rule": has_right(request.user, "rule", league=found.league),
        "has_prizes": has_prizes(found),
    }
    return render(request, "league/season.html", context)


@require_safe
def show_season_place(request: HttpRequest, slug: str, season: str, number: int) -> HttpResponse:
    """Why somebody stands where he stands: sentences, evenings, and the games and hands behind them."""
    found = get_season(request, slug, season)
    ranked = rank_season(found)
    standings = write_lines(ranked)
    line = next((line for line in standings.lines if line.number == number), None)
    if line is None:
        raise Http404
    context = {
        "season": found,
        "league": found.league,
        "crumbs": [
            (reverse("league:league", args=[slug]), found.league.name),
            (reverse("league:season", args=[slug, season]), found.name),
            ("", line.name),
        ],
        "line": line,
        "figure": _(find_tie_break(standings.ranked_by).title),
        "sentences": _word_sentences(ranked, line),
        "evenings": _list_evenings(ranked, line),
    }
    return render(request, "league/season_place.html", context)


def _link_heads(standings: SeasonStandings) -> list[dict[str, Any]]:
    return [
        {
            "number": head.number,
            "name": ", ".join(head.events.values()),
            "url": reverse("league:event", args=[next(iter(head.events))]),
        }
        for head in standings.evenings
    ]


def _name_unresolved(standings: SeasonStandings) -> list[str]:
    names = {line.number: line.name for line in standings.lines}
    return [", ".join(names[number] for number in tied) for tied in standings.unresolved]


def _word_sentences(ranked: SeasonRanking, line: SeasonLine) -> list[dict[str, Any]]:
    """Every sentence about a place with links to the games that it speaks of."""
    sentences = [_say_of_season(sentence) for sentence in explain_place(ranked.ranking, line.number)]
    tables = _find_tables(game for sentence in sentences for game in sentence.games if game > 0)
    return [
        {
            "text": word_sentence(sentence, ranked.units.names, translate=_),
            "games": [describe_game(tables[game]) for game in sentence.games if game in tables],
        }
        for sentence in sentences
    ]


def _say_of_season(sentence: Sentence) -> Sentence:
    return structs.replace(sentence, template=SEASON_UNRESOLVED_TEXT) if sentence.code == "unresolved" else sentence


def _find_tables(games: Iterable[int]) -> Mapping[int, Table]:
    found = Table.objects.filter(pk__in=set(games)).select_related("event", "round")
    return {table.pk: table for table in found}


def describe_game(table: Table, *, names_event: bool = True) -> dict[str, str]:
    """A game as a link to its table, where all its hands are."""
    words = {"event": table.event.name, "round": table.round.number, "table": table.number}
    text = _("%(event)s, round %(round)s, table %(table)s") if names_event else _("Round %(round)s, table %(table)s")
    return {
        "text": text % words,
        "url": reverse("league:table", args=[table.event.slug, table.round.number, table.number]),
    }


def _list_evenings(ranked: SeasonRanking, line: SeasonLine) -> list[dict[str, Any]]:
    """What each evening brought, with its games."""
    placed = ranked.ranking.find(line.number)
    tables = _find_tables(each.result.game for each in placed.figures.every if each.result.kind == "played")
    by_number: dict[int, list[Event]] = {}
    for held in ranked.evenings:
        by_number.setdefault(held.counts_for, []).append(held.event)
    return [
        {
            "number": cell.number,
            "cell": cell,
            "events": by_number[cell.number],
            "games": [
                {
                    **describe_game(tables[each.result.game], names_event=len(by_number[cell.number]) > 1),
                    "points": each.points_for,
                    "against": each.points_against,
                    "outcome": each.outcome,
                    "by_substitute": each.result.by_substitute,
                }
                for each in placed.figures.every
                if each.result.counted_evening == cell.number and each.result.game in tables
            ],
        }
        for cell in line.evenings
    ]
