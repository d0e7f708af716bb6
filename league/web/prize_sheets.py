"""Prize lists on paper, with a receipt for each winner."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.printing.lists import Cell, Column, Listing, Receipt
from league.printing.tally import PAPERS
from league.printing.typesetting import typeset_list
from league.prize_words import WordedPrizes, word_prizes_of
from league.selectors.prizes import Awarded
from league.selectors.season_prizes import award_season_prizes
from league.web.list_sheets import answer_list, word_list
from league.web.lookup import get_event, get_season
from league.web.printing import read_paper, show_refusals
from league.web.prizes import Scope, award_seen_prizes, find_event_scope, find_season_scope


@require_safe
@show_refusals
def print_event_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """The prizes of an event on paper."""
    event = get_event(request, slug)
    return _answer(request, find_event_scope(event), award_seen_prizes(request, event))


@require_safe
@show_refusals
def print_season_prizes(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """The prizes of a season on paper."""
    found = get_season(request, slug, season)
    return _answer(request, find_season_scope(found), award_season_prizes(found))


def _answer(request: HttpRequest, scope: Scope, awarded: Awarded) -> HttpResponse:
    listing = build_prize_list(scope, word_prizes_of(awarded), paper=read_paper(request.GET))
    return answer_list(scope.league, typeset_list(listing), name=f"{scope.thing.slug}-prizes")


def build_prize_list(scope: Scope, prizes: WordedPrizes, *, paper: str) -> Listing:
    """The list and its receipts."""
    return Listing(
        title=_("Prizes: %(what)s") % {"what": scope.thing.name},
        above=scope.league.name,
        below="",
        language=get_language() or "en",
        paper=PAPERS[paper],
        columns=(
            Column(title=_("Prize")),
            Column(title=_("Who"), is_wide=True),
            Column(title=_("With")),
            Column(title=_("Gets"), is_figure=True),
        ),
        rows=tuple(_list_rows(prizes)),
        notes=tuple(_list_notes(prizes)),
        receipts=tuple(
            Receipt(name=winner.name, what=row.title, amount=winner.amount)
            for row in prizes.rows
            for winner in row.winners
        ),
        words=word_list(),
    )


def _list_rows(prizes: WordedPrizes) -> list[tuple[Cell, ...]]:
    rows = []
    for row in prizes.rows:
        for winner in row.winners:
            texts = (row.title, winner.name, row.why, winner.amount)
            rows.append(tuple(Cell(text=text, is_strong=place == 1) for place, text in enumerate(texts)))
        if not row.winners:
            rows.append(tuple(Cell(text=text) for text in (row.title, _("nobody yet"), "", "")))
    return rows


def _list_notes(prizes: WordedPrizes) -> list[str]:
    notes = [warning.text for warning in prizes.warnings]
    amounts = (
        (_("In the pot"), prizes.pot),
        (_("Given to the winners"), prizes.given),
        (_("Held back until somebody has won it"), prizes.held_back),
        (_("Left in the pot"), prizes.left),
    )
    return [*notes, *(f"{title}: {amount}" for title, amount in amounts if amount)]
