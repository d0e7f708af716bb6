"""The projector: what the whole hall looks at, from fifteen metres away.

Without scripts it is a long dark page that the browser loads again; with them it turns its pages by itself.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from league.models import Event
from league.models.event import Stage
from league.selectors.blind_hands import list_hidden, make_shown_results
from league.selectors.standings import list_standings
from league.selectors.tables import TableScore, find_last_hands, list_tables
from league.web.clock import describe_clock
from league.web.events import describe_table_card
from league.web.live import describe_stream
from league.web.lookup import get_event
from league.web.standings_table import describe_standings

#: What the projector can show, in the order in which it turns.
PARTS = ("clock", "standings", "tables", "results")
MOST_RESULTS = 12
USUAL_SECONDS, LEAST_SECONDS, MOST_SECONDS = 12, 4, 120
MOST_ROWS = 60


class Turning(Struct, frozen=True, kw_only=True):
    """How the projector turns: `seconds` a page, `rows` of the standings a page (0: as many as there is room for)."""

    seconds: int
    rows: int
    show: tuple[str, ...]


@require_safe
def show_projector(request: HttpRequest, slug: str) -> HttpResponse:
    """The page. `?seconds=`, `?rows=` and `?show=standings,tables` say how it turns."""
    event = get_event(request, slug)
    context = describe_projector(event) | describe_stream(request, event, "projector")
    return render(request, "league/projector.html", context | {"turning": read_turning(request.GET)})


def read_turning(query: QueryDict) -> Turning:
    """What the address asks for; what it does not say, or says wrongly, is as usual."""
    asked = [word.strip() for word in query.get("show", "").split(",")]
    return Turning(
        seconds=_read_number(query.get("seconds"), least=LEAST_SECONDS, most=MOST_SECONDS, usual=USUAL_SECONDS),
        rows=_read_number(query.get("rows"), least=1, most=MOST_ROWS, usual=0),
        show=tuple(part for part in PARTS if part in asked) or PARTS,
    )


def describe_projector(event: Event) -> dict[str, Any]:
    """What moves on the projector."""
    shown = make_shown_results(event, list_hidden(event))
    tables = list_tables(event, instead=shown)
    newest = tables[0].table.round if tables else None
    now = [table for table in tables if table.table.round_id == (newest and newest.pk)]
    standings = list_standings(event, instead=shown)
    return {
        "event": event,
        "game": event.rules,
        "game_title": _(event.rules.title),
        "stage_word": _word_stage(event),
        "round_clock": describe_clock(event, newest) if newest else None,
        **describe_standings(event, standings),
        "has_finished_games": any(table.is_finished for table in tables),
        "playing": [describe_table_card(table) for table in now if not table.is_finished],
        "tables_now": len(now),
        "tables_done": range(sum(table.is_finished for table in now)),
        "results": [describe_table_card(table) for table in _find_last_results(event, tables)],
    }


def _word_stage(event: Event) -> str:
    """What the standings are worth: they can change until they are final."""
    if event.stage == Stage.FINAL:
        return _("final")
    return _("published") if event.stage == Stage.PUBLISHED else _("provisional")


def _find_last_results(event: Event, tables: list[TableScore]) -> list[TableScore]:
    """The tables that finished last, the last one first."""
    last_hands = find_last_hands(event)
    finished = [table for table in tables if table.is_finished]
    finished.sort(key=lambda table: last_hands.get(table.table.pk, 0.0), reverse=True)
    return finished[:MOST_RESULTS]


def _read_number(text: str | None, *, least: int, most: int, usual: int) -> int:
    if not text or not text.isdecimal() or len(text) > 4:
        return usual
    return min(max(int(text), least), most)
