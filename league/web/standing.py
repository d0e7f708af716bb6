"""Why am I third? The page of one line of the standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Entry, Event, Table
from league.selectors.blind_hands import list_hidden, make_shown_results
from league.selectors.people import find_person, list_entries
from league.selectors.place_reasons import GameBehind, PlaceReasons, read_reasons
from league.web.lookup import get_event, list_event_rights
from league.web.standings_table import sign
from league.wording import join_totals
from scoring.sentences import Sentence, word_sentence

#: A sentence that comes from more games than these comes from all of them: they stand below.
MOST_GAMES = 6


@require_safe
def show_standing(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A place in words, down to the tables. Raises Http404 for who is not in the standings."""
    event = get_event(request, slug)
    hidden = list_hidden(event, rights=list_event_rights(request, event))
    entries = {entry.pk: entry for entry in list_entries(event)}
    try:
        reasons = read_reasons(event, number, instead=make_shown_results(event, hidden), hidden=hidden)
    except KeyError:
        raise Http404 from None
    context = {
        "event": event,
        "entry": entries[number],
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
            ("", entries[number].name),
        ],
        "placed": reasons.placed,
        "records": _list_records(entries[number]),
        "division": reasons.division,
        "sentences": _word_sentences(event, reasons),
        "games": [_describe_game(event, game) for game in reasons.games],
    }
    return render(request, "league/standing.html", context)


def _list_records(entry: Entry) -> list[tuple[str, str]]:
    """The pages of an entry's players; not of a whole team's."""
    if entry.team_id is not None:
        return []
    people = dict.fromkeys(find_person(player) for player in entry.players.select_related("same_as"))
    return [
        (reverse("league:player-record", args=[entry.event.league.slug, person.pk]), person.name) for person in people
    ]


def _word_sentences(event: Event, reasons: PlaceReasons) -> list[dict[str, Any]]:
    own = {game.counted.result.game for game in reasons.games}
    return [
        {
            "text": word_sentence(sentence, reasons.names, in_rounds=True, translate=_),
            "is_decisive": sentence.code in ("more", "fewer", "play_off", "lots"),
            "is_open": sentence.code == "unresolved",
            "others": [
                (reverse("league:standing", args=[event.slug, pk]), reasons.names[pk])
                for pk in _list_others(sentence, reasons.placed.entry)
            ],
            "links": _list_links(event, sentence, hands, reasons.tables, own),
        }
        for sentence, hands in zip(reasons.sentences, reasons.hands, strict=True)
    ]


def _list_others(sentence: Sentence, entry: int) -> list[int]:
    """The other entry of a comparison that decided something."""
    if sentence.code not in ("more", "fewer", "play_off", "lots"):
        return []
    return [int(sentence.values[key]) for key in ("higher", "lower") if sentence.values[key] != entry]


def _list_links(
    event: Event,
    sentence: Sentence,
    hands: Mapping[int, tuple[int, ...]],
    tables: Mapping[int, Table],
    own: set[int],
) -> list[tuple[str, str]]:
    """The tables from which a figure comes, with the hands of a count; not where they are all that stand below."""
    games = [game for game in sentence.games if game in tables and (not hands or game in hands)]
    if not hands and (len(games) > MOST_GAMES or set(games) == own):
        return []
    return [(_make_url(event, tables[game]), _name_game(tables[game], hands.get(game, ()))) for game in games]


def _make_url(event: Event, table: Table) -> str:
    return reverse("league:table", args=[event.slug, table.round.number, table.number])


def _name_game(table: Table, hands: tuple[int, ...]) -> str:
    words = {"round": table.round.number, "table": table.number, "hands": ", ".join(map(str, hands))}
    if hands:
        return _("Round %(round)s, table %(table)s: hands %(hands)s") % words
    return _("Round %(round)s, table %(table)s") % words


def _describe_game(event: Event, game: GameBehind) -> dict[str, Any]:
    counted = game.counted
    kinds = {
        "bye": _("bye"),
        "sit_out": _("sat out"),
        "forfeit_won": _("won by forfeit"),
        "forfeit_lost": _("lost by forfeit"),
        "walkover": _("walkover"),
    }
    outcomes = {"won": _("won"), "lost": _("lost"), "drawn": _("drawn"), "ended": _("ended")}
    where = _name_game(game.table, ()) if game.table else _("Round %(round)s") % {"round": counted.result.evening}
    return {
        "where": where,
        "url": _make_url(event, game.table) if game.table else "",
        "opponents": " · ".join(game.opponents),
        "outcome": kinds.get(counted.result.kind) or outcomes.get(counted.outcome or "", ""),
        "score": join_totals((counted.points_for, counted.points_against)),
        "difference": sign(counted.difference),
        "is_dropped": game.is_dropped,
        "by_substitute": counted.result.by_substitute,
    }
