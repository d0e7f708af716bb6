"""The standings of a season to take along: CSV, XLSX, and a list for the wall."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Season
from league.printing.lists import Cell, Column, Listing
from league.printing.tally import PAPERS
from league.printing.typesetting import typeset_list
from league.season_exports import write_standings_table, write_standings_workbook
from league.selectors.season_standings import SeasonLine, SeasonStandings, list_season_standings
from league.web.exports import WORKBOOK, make_headers
from league.web.list_sheets import answer_list, word_list
from league.web.lookup import get_season
from league.web.printing import read_paper, show_refusals
from league.web.season_words import word_apart, word_counting
from scoring.tiebreaks import find_tie_break


@require_safe
def download_standings_table(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """The standings as CSV."""
    found = get_season(request, slug, season)
    content = write_standings_table(list_season_standings(found))
    headers = make_headers(f"{found.slug}-standings.csv")
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
def download_standings_workbook(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """The standings as a workbook."""
    found = get_season(request, slug, season)
    content = write_standings_workbook(list_season_standings(found))
    return HttpResponse(content, content_type=WORKBOOK, headers=make_headers(f"{found.slug}-standings.xlsx"))


@require_safe
@show_refusals
def print_standings(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """The standings on paper."""
    found = get_season(request, slug, season)
    listing = build_standings_list(found, list_season_standings(found), paper=read_paper(request.GET))
    return answer_list(found.league, typeset_list(listing), name=f"{found.slug}-standings")


def build_standings_list(season: Season, standings: SeasonStandings, *, paper: str) -> Listing:
    """The standings as a list for the wall, with the evenings as columns."""
    heads = [f"{head.number}: {', '.join(head.events.values())}" for head in standings.evenings]
    return Listing(
        title=season.name,
        above=season.league.name,
        below=_("As it stands on %(day)s") % {"day": date_format(timezone.localdate(), "DATE_FORMAT")},
        language=get_language() or "en",
        paper=PAPERS[paper],
        columns=(
            Column(title="#", is_figure=True),
            Column(title=_("Who"), is_wide=True),
            Column(title=_(find_tie_break(standings.ranked_by).title), is_figure=True),
            *(Column(title=str(head.number), is_figure=True) for head in standings.evenings),
        ),
        rows=tuple(_build_row(line) for line in standings.lines),
        notes=(*word_counting(season), *heads),
        words=word_list(),
    )


def _build_row(line: SeasonLine) -> tuple[Cell, ...]:
    place = "" if line.rank is None else f"{line.rank}{'=' if line.is_shared else ''}"
    name = line.name if line.rank is not None else f"{line.name} ({word_apart(line)})"
    return (
        Cell(text=place),
        Cell(text=name, is_strong=True),
        Cell(text=line.total, is_strong=True),
        *(Cell(text=cell.text or "–", is_struck=cell.is_dropped) for cell in line.evenings),
    )
