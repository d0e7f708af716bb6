"""The admin's board of an event: calls that wait, and every table at a glance."""

from __future__ import annotations

import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Call, Event
from league.selectors.calls import list_ended_calls, list_last_entries, list_open_calls
from league.selectors.tables import TableScore, list_tables
from league.web.call_words import list_crumbs, name_caller, name_place, word_minutes
from league.web.calls import describe_answer
from league.web.clock import describe_newest_clock
from league.web.live import describe_stream
from league.web.lookup import get_event
from league.web.opened_links import find_table_url
from league.web.two_sides import list_differences
from league.wording import join_names, join_totals, tell_totals

#: Whoever sees the board may also decide between two sides.
RIGHTS_OF_BOARD = frozenset({"see", "rule", "confirm"})

#: A table at which nothing has been entered for so long is pointed out.
SILENT_MINUTES = 15


@require_safe
def show_board(request: HttpRequest, slug: str) -> HttpResponse:
    """The board."""
    event = get_event(request, slug, right="rule")
    context = {
        "crumbs": [*list_crumbs(event)[:-1], ("", _("Board"))],
        **describe_board(event),
        **describe_stream(request, event, "board"),
    }
    return render(request, "league/board.html", context)


def describe_board(event: Event) -> dict[str, Any]:
    """What moves on the board: calls, and tables with when they were last heard of."""
    now = timezone.now()
    scores = {score.table.pk: score for score in list_tables(event)}
    last = list_last_entries(event)
    newest = max((score.table.round.number for score in scores.values()), default=0)
    return {
        "event": event,
        "board_url": reverse("league:board", args=[event.slug]),
        "round_clock": describe_newest_clock(event),
        "open_calls": [_describe_call(call, scores, now=now) for call in list_open_calls(event)],
        "ended_calls": [_describe_call(call, scores, now=now) for call in list_ended_calls(event)],
        "differences": list_differences([score.table for score in scores.values()], rights=RIGHTS_OF_BOARD),
        "tables": [
            _describe_table(score, last.get(score.table.pk), now=now, is_open=event.is_open)
            for score in scores.values()
            if score.table.round.number == newest or not score.is_finished
        ],
    }


def describe_board_link(event: Event, *, rights: frozenset[str]) -> dict[str, Any]:
    """For whoever may rule: that there is a board, and how many calls wait on it."""
    if "rule" not in rights:
        return {}
    return {"may_rule": True, "calls_waiting": event.calls.filter(answered_at__isnull=True).count()}


def _describe_call(call: Call, scores: dict[int, TableScore], *, now: datetime.datetime) -> dict[str, Any]:
    score = scores[call.table_id]
    players = {side.side: join_names(list(side.players)) for side in score.sides}
    call.table.event = score.table.event
    return {
        "call": call,
        "place": name_place(call.table),
        "table_url": find_table_url(call.table),
        "answer_url": reverse("league:call-answer", args=[score.table.event.slug, call.pk]),
        "who": name_caller(call, players),
        "age": word_minutes(now - call.raised_at),
        "answer": describe_answer(call, call.table, names=players),
    }


def _describe_table(
    score: TableScore, last: datetime.datetime | None, *, now: datetime.datetime, is_open: bool
) -> dict[str, Any]:
    silent = None if last is None or score.is_finished or not is_open else now - last
    return {
        "pk": score.table.pk,
        "place": name_place(score.table),
        "url": find_table_url(score.table),
        "players": [join_names(list(side.players)) for side in score.sides],
        "score": join_totals(side.points for side in score.sides),
        "told_score": tell_totals(
            {side.side: side.points for side in score.sides},
            {side.side: join_names(list(side.players)) for side in score.sides},
        ),
        "deals": score.deals,
        "is_begun": score.is_begun,
        "is_finished": score.is_finished,
        "is_confirmed": score.is_confirmed,
        "last": last,
        "silent": word_minutes(silent) if silent and silent >= datetime.timedelta(minutes=SILENT_MINUTES) else "",
    }
