"""The plan of an event's rounds as PDF: a chart for the wall, and a card for each player."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Event
from league.printing.plan_sheets import PlanSheets, build_cards, build_chart
from league.printing.tally import PAPERS
from league.printing.typesetting import typeset_plan
from league.web.lookup import get_event
from league.web.printing import UnprintableError, read_paper, send_pdf, show_refusals


@require_safe
@show_refusals
def print_plan_chart(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds, who sits at which table."""
    return _print(request, slug, build_chart, name="chart")


@require_safe
@show_refusals
def print_plan_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """A card for each player: round, table, partner, opponents."""
    return _print(request, slug, build_cards, name="cards")


def _print(request: HttpRequest, slug: str, build: Callable[..., PlanSheets], *, name: str) -> HttpResponse:
    event: Event = get_event(request, slug)
    sheets = build(event, paper=PAPERS[read_paper(request.GET)])
    if not sheets.rounds and not sheets.cards:
        raise UnprintableError(_("There is nothing to print yet: choose first how the rounds go."))
    return send_pdf(event, typeset_plan(sheets), name=f"{slug}-{name}")
