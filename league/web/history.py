"""The histories of a table and of an event: who did what, when, why and from where, with what stood before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe
from msgspec import Struct

from league.access import list_rights
from league.link_codes import show_code
from league.models import AuditRow, DealRecord
from league.selectors.blind_hands import list_hidden
from league.selectors.history import find_first_rows, find_recorded, list_history, name_seats
from league.selectors.replays import find_insertion
from league.web.effect_words import Change
from league.web.hand_rows import word_entry
from league.web.log import ACTION_WORDS, describe_row
from league.web.lookup import find_visitor, get_event, get_table, list_event_rights
from league.web.table_page import list_crumbs
from league.web.two_sides import find_hidden
from league.wording import Names, join_totals, name_side, tell_totals, word_role
from rules.game import Game

ROWS_A_PAGE = 50

#: Actions of which the changed entries say more than the general words of the log.
SHEET_ACTIONS = ("deal_recorded", "deal_taken_off", "sheet_corrected", "claim_made", "table_imported")


class HistoryRow(Struct, frozen=True, kw_only=True):
    """One thing that was done. `entries` are the entries of the sheet that it put there or changed."""

    row: AuditRow
    action: str
    entries: tuple[Change, ...]
    text: str
    score: Change | None
    told_score: Change | None
    why: str
    who: str
    where: str


class Reader(Struct, frozen=True, kw_only=True):
    """Who reads a history: whether names and codes are for him, and what he is not to see yet.

    `hidden`: table -> the first position that is hidden from him; `hidden_since`: table -> the first audit row about
    one, from which on the scores tell of it.
    """

    rights: frozenset[str]
    hidden: Mapping[int, int]
    hidden_since: Mapping[int, int]

    @property
    def shows_writer(self) -> bool:
        """Whether he reads who did it, by name."""
        return "read_names" in self.rights

    @property
    def shows_all(self) -> bool:
        """Whether he reads what only those do who enter hands, and the codes of phones."""
        return "record" in self.rights

    def hides(self, row: AuditRow, position: int) -> bool:
        """Whether an entry is one on which a side has yet to speak."""
        first = self.hidden.get(row.table_id or 0)
        return first is not None and position >= first

    def hides_score(self, row: AuditRow) -> bool:
        """Whether the score after a row counts what is hidden."""
        since = self.hidden_since.get(row.table_id or 0)
        return since is not None and row.pk >= since


@require_safe
def show_table_history(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """Everything that was done at a table."""
    table = get_table(request, slug, round_number, number)
    visitor = find_visitor(request, table)
    hidden = find_hidden(table, visitor)
    positions = {} if hidden is None else {table.pk: hidden}
    reader = Reader(
        rights=visitor.own,
        hidden=positions,
        hidden_since=find_first_rows(table.event, positions),
    )
    crumbs = [*list_crumbs(table, is_here=False), ("", _("History"))] if "see" in visitor.own else []
    context = {"title": _("History of this table"), "crumbs": crumbs, "table": table, "event": table.event}
    rows = list_history(table.event, table=table, shows_all=reader.shows_all)
    return _show(request, rows, reader, context)


@require_safe
def show_event_history(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was done in an event."""
    event = get_event(request, slug)
    positions = list_hidden(event, rights=list_event_rights(request, event))
    reader = Reader(
        rights=list_rights(request.user, league=event.league),
        hidden=positions,
        hidden_since=find_first_rows(event, positions),
    )
    crumbs = [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        ("", _("History")),
    ]
    context = {"title": _("History of this event"), "crumbs": crumbs, "event": event}
    return _show(request, list_history(event, shows_all=reader.shows_all), reader, context)


def _show(request: HttpRequest, rows: QuerySet[AuditRow], reader: Reader, context: dict[str, Any]) -> HttpResponse:
    page = Paginator(rows, ROWS_A_PAGE).get_page(request.GET.get("page"))
    on_page = list(page)
    names = name_seats(row.table_id for row in on_page if row.table_id)
    recorded = find_recorded(on_page)
    context |= {
        "page": page,
        "rows": [_word_row(row, reader, names.get(row.table_id or 0, {}), recorded.get(row.pk, [])) for row in on_page],
    }
    return render(request, "league/history.html", context)


def _word_row(row: AuditRow, reader: Reader, names: Names, records: list[DealRecord]) -> HistoryRow:
    detail = row.detail
    game = row.table.rules if row.table else None
    is_sheet = game is not None and row.action in SHEET_ACTIONS
    scored = game if is_sheet and not reader.hides_score(row) else None
    return HistoryRow(
        row=row,
        action=str(ACTION_WORDS.get(row.action, row.action)),
        entries=tuple(_word_entries(game, row, names, records, reader)) if game and is_sheet else (),
        text="" if is_sheet else describe_row(row),
        score=_word_score(scored, detail, lambda totals: join_totals(totals.values())),
        told_score=_word_score(scored, detail, lambda totals: tell_totals(totals, names)),
        why=detail.get("reason", "") if is_sheet and not reader.hides_score(row) else "",
        who=_word_who(row, reader, names),
        where=row.get_source_display(),
    )


def _word_entries(game: Game, row: AuditRow, names: Names, records: list[DealRecord], reader: Reader) -> list[Change]:
    """The entries that were put on the sheet or changed, with what stood there before."""
    changes = row.detail.get("changes")
    if changes is None:
        said = [(record.position, record.facts) for record in records] or [
            (row.detail["position"], row.detail.get("facts", {}))
        ]
        changes = [{"position": position, "old": None, "new": facts} for position, facts in said]
    inserted = find_insertion(
        {each["position"]: each["old"] for each in changes if each["old"] is not None},
        {each["position"]: each["new"] for each in changes},
    )
    shown = changes if inserted is None else changes[:1]
    return [
        _word_change(game, each, names, is_new=inserted is not None, is_hidden=reader.hides(row, each["position"]))
        for each in shown
    ]


def _word_change(game: Game, change: Mapping[str, Any], names: Names, *, is_new: bool, is_hidden: bool) -> Change:
    position = change["position"]
    words = {"position": position}
    title = (_("Put in as entry %(position)s") if is_new else _("Entry %(position)s")) % words
    if is_hidden:
        return Change(title=title, before="", after=_("hidden until both sides have entered it"))
    old, new = (None if is_new and key == "old" else change[key] for key in ("old", "new"))
    before = word_entry(game, old, names) if old is not None else ""
    return Change(title=title, before=before, after=word_entry(game, new, names) if new else _("taken off"))


def _word_score(
    game: Game | None, detail: Mapping[str, Any], word: Callable[[Mapping[str, int]], str]
) -> Change | None:
    """The score after it, and before it where that is known. None where there is none to show."""
    if game is None:
        return None
    scores = [
        word({side: totals.get(side, 0) for side in game.sides}) if totals else ""
        for totals in (detail.get("totals_before"), detail.get("totals"))
    ]
    return Change(title=_("Score"), before=scores[0], after=scores[1]) if scores[1] else None


def _word_who(row: AuditRow, reader: Reader, names: Names) -> str:
    """Who did it: by name for members, else by the role that he had then; by a link, the phone of a side."""
    parts = []
    if row.link is not None:
        parts.append(_("a phone at the table"))
        if row.side:
            parts.append(name_side(row.side, names))
        if reader.shows_all:
            parts.append(_("code %(code)s") % {"code": show_code(row.link.code)})
    if row.actor is not None and reader.shows_writer:
        parts.append(row.actor.get_full_name() or row.actor.get_username())
    elif row.actor is not None and row.link is None:
        parts.append(word_role(row.role))
    return ", ".join(parts) or pgettext("who", "a command")
