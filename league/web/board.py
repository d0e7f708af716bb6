"""The admin's board of an event: calls that wait and every table at a glance; and the page that answers a call."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.models import Call, Event, Table
from league.models.record import Source
from league.selectors.calls import list_ended_calls, list_last_entries, list_open_calls
from league.selectors.tables import TableScore, list_tables
from league.services.calls import CallAnsweredError, answer_call
from league.services.faults import (
    EntryRefusedError,
    KeyReusedError,
    PositionTakenError,
    RefusedError,
    TableClosedError,
)
from league.web.answers import CONFLICT, REFUSED, SeeOther, wants_part
from league.web.calls import describe_answer
from league.web.clock import describe_newest_clock
from league.web.forms import add_faults
from league.web.live import describe_stream, read_stamp
from league.web.lookup import get_actor, get_event
from league.web.ruling_form import AnswerForm
from league.web.table_page import TableState, read_table
from league.wording import join_names, join_totals, name_side, word_reason

#: How often the board asks for news, in seconds.
POLL_SECONDS = 2

#: A table at which nothing has been entered for so long is pointed out.
SILENT_MINUTES = 15

#: Hands of a table that are shown beside a call.
LAST_HANDS = 6


@require_safe
@vary_on_headers("HX-Request")
def show_board(request: HttpRequest, slug: str) -> HttpResponse:
    """The board. Asked by htmx for changes since `?revision=`, only the part that moves, or 204 where there is none."""
    event = get_event(request, slug, right="rule")
    if wants_part(request) and request.GET.get("revision") == read_stamp(event, view="board"):
        return HttpResponse(status=204)
    context = {"crumbs": _list_crumbs(event), **describe_board(event), **describe_stream(request, event, "board")}
    return render(request, "league/board.html#board" if wants_part(request) else "league/board.html", context)


def describe_board(event: Event) -> dict[str, Any]:
    """What moves on the board: calls, and tables with when they were last heard of."""
    now = timezone.now()
    scores = {score.table.pk: score for score in list_tables(event)}
    last = list_last_entries(event)
    newest = max((score.table.round.number for score in scores.values()), default=0)
    return {
        "event": event,
        "poll_seconds": POLL_SECONDS,
        "board_url": reverse("league:board", args=[event.slug]),
        "round_clock": describe_newest_clock(event),
        "open_calls": [_describe_call(call, scores, now=now) for call in list_open_calls(event)],
        "ended_calls": [_describe_call(call, scores, now=now) for call in list_ended_calls(event)],
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


def show_call_to_answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One call with its table's last hands, and the form that answers it."""
    event = get_event(request, slug, right="rule")
    call = event.calls.select_related("table__round", "raised_by", "answered_by", "ruling").filter(pk=number).first()
    if call is None:
        raise Http404
    call.table.event = event
    state = read_table(call.table)
    if request.method != "POST":
        return _render(request, call, state, _make_form(state))
    form = _make_form(state, request.POST)
    if not form.is_valid():
        return _render(request, call, state, form, status=REFUSED)
    return _answer(request, call, state, form)


def _answer(request: HttpRequest, call: Call, state: TableState, form: AnswerForm) -> HttpResponse:
    actor = get_actor(request)
    try:
        answer_call(
            call,
            answer=form.cleaned_data["answer"],
            ruling=form.read_ruling(by=actor.get_full_name() or actor.get_username()),
            position=form.cleaned_data["position"],
            key=form.cleaned_data["key"],
            by=actor,
            source=Source.WEB,
        )
    except CallAnsweredError as late:
        messages.warning(request, str(late))
        return SeeOther(reverse("league:call-answer", args=[state.table.event.slug, call.pk]))
    except EntryRefusedError as refused:
        for violation in refused.violations:
            text = word_reason(state.game, violation.template, violation.values, state.names)
            add_faults(form, {violation.field.removeprefix("ruling.").replace(".", "-"): [text]})
    except RefusedError as refused:
        add_faults(form, refused.messages)
    except (PositionTakenError, KeyReusedError, TableClosedError):
        return _ask_again(request, call)
    else:
        messages.success(request, _("The call is answered."))
        return SeeOther(reverse("league:board", args=[state.table.event.slug]))
    return _render(request, call, state, form, status=REFUSED)


def _ask_again(request: HttpRequest, call: Call) -> HttpResponse:
    """The sheet is another than the admin saw: show it as it is now, with what was written, to be sent once more."""
    state = read_table(call.table)
    fresh = QueryDict(mutable=True)
    fresh.update(request.POST.dict())
    fresh["position"], fresh["key"] = str(state.next_position), str(uuid.uuid4())
    form = _make_form(state, fresh)
    text = _("The sheet has changed meanwhile and nothing was saved. Look at the hands, then send your answer again.")
    add_faults(form, {"": [text]})
    return _render(request, call, state, form, status=CONFLICT)


def _make_form(state: TableState, data: Any = None) -> AnswerForm:
    initial = {"key": str(uuid.uuid4()), "position": state.next_position}
    may_rule_points = state.table.event.is_open and not state.table.time_called
    return AnswerForm(
        data, game=state.game, names=state.names, may_rule_points=may_rule_points, initial=initial, auto_id="answer_%s"
    )


def _render(
    request: HttpRequest, call: Call, state: TableState, form: AnswerForm, *, status: int = 200
) -> HttpResponse:
    event = state.table.event
    board_url = reverse("league:board", args=[event.slug])
    players = {side: join_names([state.names[seat] for seat in state.game.seats_of(side)]) for side in state.game.sides}
    context = {
        "event": event,
        "crumbs": [
            *_list_crumbs(event)[:-1],
            (board_url, _("Board")),
            ("", _("Call")),
        ],
        "call": call,
        "place": _name_place(call.table),
        "table_url": _find_url(call.table),
        "who": _name_caller(call, players),
        "answer": describe_answer(call, call.table, names=state.names),
        "form": form,
        "game": state.game,
        "rows": state.rows[:LAST_HANDS],
        "has_many_sides": len(state.game.sides) > 2,
        "hand_template": [f"league/hand/{event.game}.html", "league/hand/any.html"],
        "players": players.values(),
        "score": join_totals(state.folded.state.totals.values()),
    }
    return render(request, "league/call_answer.html", context, status=status)


def _describe_call(call: Call, scores: dict[int, TableScore], *, now: datetime.datetime) -> dict[str, Any]:
    score = scores[call.table_id]
    players = {side.side: join_names(list(side.players)) for side in score.sides}
    call.table.event = score.table.event
    return {
        "call": call,
        "place": _name_place(call.table),
        "table_url": _find_url(call.table),
        "answer_url": reverse("league:call-answer", args=[score.table.event.slug, call.pk]),
        "who": _name_caller(call, players),
        "age": word_minutes(now - call.raised_at),
        "answer": describe_answer(call, call.table, names=players),
    }


def _describe_table(
    score: TableScore, last: datetime.datetime | None, *, now: datetime.datetime, is_open: bool
) -> dict[str, Any]:
    silent = None if last is None or score.is_finished or not is_open else now - last
    return {
        "pk": score.table.pk,
        "place": _name_place(score.table),
        "url": _find_url(score.table),
        "players": [join_names(list(side.players)) for side in score.sides],
        "score": join_totals(side.points for side in score.sides),
        "deals": score.deals,
        "is_begun": score.is_begun,
        "is_finished": score.is_finished,
        "is_confirmed": score.is_confirmed,
        "last": last,
        "silent": word_minutes(silent) if silent and silent >= datetime.timedelta(minutes=SILENT_MINUTES) else "",
    }


def word_minutes(age: datetime.timedelta) -> str:
    """How long ago something was, in whole minutes."""
    minutes = max(int(age.total_seconds()) // 60, 0)
    if minutes == 0:
        return _("just now")
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def _name_caller(call: Call, players: Mapping[str, str]) -> str:
    """Who called: the side whose phone it was, with its players, and who was logged in. `players` are those by side."""
    who = (call.raised_by.get_full_name() or call.raised_by.get_username()) if call.raised_by else ""
    side = name_side(call.side, players) if call.side else ""
    players_of = players.get(call.side, "")
    return " · ".join(part for part in (side, players_of if players_of != side else "", who) if part) or _(
        "a phone there"
    )


def _name_place(table: Table) -> str:
    return _("Round %(round)s, table %(table)s") % {"round": table.round.number, "table": table.number}


def _find_url(table: Table) -> str:
    return reverse("league:table", args=[table.event.slug, table.round.number, table.number])


def _list_crumbs(event: Event) -> list[tuple[str, str]]:
    return [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        ("", _("Board")),
    ]
