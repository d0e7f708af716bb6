"""Tally sheets as PDF: of a table, of a round, or empty ones for any table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import find_events, find_tables, has_right
from league.models import Event, Table
from league.models.record import Source
from league.printing.sheet import TallySheet
from league.printing.tally import PAPERS, build_document, build_spare_sheet, list_player_counts, list_table_sheets
from league.printing.typesetting import typeset
from league.services.links import ensure_links
from league.web.lookup import find_visitor, get_actor, get_event, get_table
from league.web.two_sides import find_hidden
from rules.game import Game

View = Callable[..., HttpResponse]

#: What a hall needs for an evening; more takes a printer hours.
MOST_COPIES = 500


class UnprintableError(Exception):
    """What the address asks for cannot be printed; the text says why and what to ask for instead."""


def show_refusals(view: View) -> View:
    """Answer an UnprintableError with a page that says it."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except UnprintableError as refusal:
            return render(request, "league/unprintable.html", {"what": str(refusal)}, status=400)

    return answer


@require_safe
@show_refusals
def print_table(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """The sheet of one table: as recorded, or with ?blank=1 empty."""
    table = get_table(request, slug, round_number, number)
    sheets = list_sheets(request, Table.objects.filter(pk=table.pk))
    return answer_pdf(request, table.event, sheets, name=f"{slug}-{round_number}-{number}")


@require_safe
@show_refusals
def print_round(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """The sheets of all tables of a round: as recorded, or with ?blank=1 empty."""
    event = get_event(request, slug)
    tables = find_tables(request.user).filter(event=event, round__number=round_number)
    sheets = list_sheets(request, tables)
    if not sheets:
        raise Http404
    return answer_pdf(request, event, sheets, name=f"{slug}-{round_number}")


@require_safe
@show_refusals
def print_spares(request: HttpRequest, slug: str) -> HttpResponse:
    """Empty sheets for tables that are not seated yet, as many as ?copies= says, for ?players=."""
    event = get_event(request, slug)
    players = read_players(request.GET, event.rules)
    sheets = (build_spare_sheet(event, players=players),) * read_copies(request.GET)
    return answer_pdf(request, event, sheets, name=slug)


@require_safe
def open_short_table(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on to the table whose short address was typed from paper."""
    table = find_tables(request.user).filter(pk=pk).first()
    if table is None:
        return turn_away(request)
    return redirect("league:table", table.event.slug, table.round.number, table.number)


@require_safe
def open_short_event(request: HttpRequest, pk: int) -> HttpResponse:
    """Go on to the event whose short address was typed from paper."""
    event = find_events(request.user).filter(pk=pk).first()
    return turn_away(request) if event is None else redirect("league:event", event.slug)


def list_sheets(request: HttpRequest, tables: QuerySet[Table]) -> tuple[TallySheet, ...]:
    """The sheets of tables of one event; printed by who may set up, their codes open the tables for scoring."""
    found = list(tables.select_related("event__league", "round"))
    links = {}
    if found and has_right(request.user, "set_up", league=found[0].event.league):
        links = ensure_links(found, by=get_actor(request), source=Source.WEB)
    hidden = {table.pk: find_hidden(table, find_visitor(request, table)) for table in found}
    return list_table_sheets(
        tables,
        is_blank=is_blank(request.GET),
        links=links,
        hidden={pk: position for pk, position in hidden.items() if position is not None},
    )


def turn_away(request: HttpRequest) -> HttpResponse:
    """Ask strangers to log in, whatever they typed, so that the answer tells nothing. Raises Http404 for others."""
    if request.user.is_authenticated:
        raise Http404
    return redirect_to_login(request.get_full_path())


def answer_pdf(request: HttpRequest, event: Event, sheets: tuple[TallySheet, ...], *, name: str) -> HttpResponse:
    """The sheets, shown in the browser under a file name that says what they are. Raises UnprintableError."""
    paper = read_paper(request.GET)
    opens_tables = any(sheet.code.code for sheet in sheets)
    return send_pdf(event, typeset(build_document(event, sheets, paper=paper)), name=name, is_secret=opens_tables)


def send_pdf(event: Event, content: bytes, *, name: str, is_secret: bool = False) -> HttpResponse:
    """A PDF about an event; it is kept nowhere where the league is not public, or where it is secret.

    Left without the policy for pages: browsers show a PDF with a plug-in, which that forbids.
    """
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    if event.league.is_public and not is_secret:
        patch_cache_control(response, private=True, no_cache=True)
    else:
        add_never_cache_headers(response)
    response._csp_exempt = True  # type: ignore[attr-defined]  # how django-csp is told, its decorator too
    return response


def is_blank(query: QueryDict) -> bool:
    """Whether empty sheets are asked for."""
    return query.get("blank", "") not in ("", "0")


def read_paper(query: QueryDict) -> str:
    """The paper asked for. Raises UnprintableError for one that is not known."""
    paper = query.get("paper", next(iter(PAPERS)))
    if paper not in PAPERS:
        raise UnprintableError(_("There is no such paper here. Known: %(papers)s.") % {"papers": ", ".join(PAPERS)})
    return paper


def read_players(query: QueryDict, game: Game) -> int | None:
    """How many play at a table; None, where nothing is said, is as usual. Raises UnprintableError."""
    text = query.get("players")
    if text is None:
        return None
    known = {str(count): count for count in list_player_counts(game)}
    if text not in known:
        values = {"counts": ", ".join(known)}
        raise UnprintableError(_("The game is not played by so many. Possible: %(counts)s.") % values)
    return known[text]


def read_copies(query: QueryDict) -> int:
    """How many sheets are asked for, one where nothing is said. Raises UnprintableError."""
    text = query.get("copies", "1")
    copies = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_COPIES)) else 0
    if not 1 <= copies <= MOST_COPIES:
        raise UnprintableError(_("The number of copies goes from 1 to %(most)s.") % {"most": MOST_COPIES})
    return copies
