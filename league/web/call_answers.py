"""The page on which an admin answers a call: the table's last hands, what its sides say differently, and a form."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.models import Call
from league.models.record import Source
from league.selectors.agreement import HandAgreement, HandState, read_agreement
from league.selectors.words import Word
from league.services.calls import CallAnsweredError, answer_call
from league.services.faults import (
    EntryRefusedError,
    KeyReusedError,
    PositionTakenError,
    RefusedError,
    TableClosedError,
)
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.call_words import list_crumbs, name_caller, name_place
from league.web.calls import describe_answer
from league.web.forms import add_faults
from league.web.hand_rows import word_entry
from league.web.lookup import get_actor, get_event
from league.web.opened_links import find_table_url
from league.web.ruling_form import AnswerForm
from league.web.table_page import TableState, read_table
from league.web.two_sides import name_row
from league.wording import join_names, join_totals, name_side, tell_totals, word_reason

#: Hands of a table that are shown beside a call.
LAST_HANDS = 6


@require_http_methods(["GET", "HEAD", "POST"])
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
    players = {side: join_names([state.names[seat] for seat in state.game.seats_of(side)]) for side in state.game.sides}
    context = {
        "event": event,
        "crumbs": [*list_crumbs(event), ("", _("Call"))],
        "call": call,
        "place": name_place(call.table),
        "table_url": find_table_url(call.table),
        "who": name_caller(call, players),
        "answer": describe_answer(call, call.table, names=state.names),
        "differences": _describe_differences(state),
        "form": form,
        "game": state.game,
        "rows": state.rows[:LAST_HANDS],
        "has_many_sides": len(state.game.sides) > 2,
        "hand_template": [f"league/hand/{event.game}.html", "league/hand/any.html"],
        "players": players.values(),
        "score": join_totals(state.folded.state.totals.values()),
        "told_score": tell_totals(state.folded.state.totals, state.names),
    }
    return render(request, "league/call_answer.html", context, status=status)


def _describe_differences(state: TableState) -> list[tuple[str, list[tuple[str, str]]]]:
    """The hands of which the sides say different things: what each is called, and who says what."""
    rows = {row.position: row for row in state.rows}
    differing = read_agreement(state.table, records=state.records).list_hands(HandState.DIFFERS)
    return [
        (
            name_row(rows[hand.position]),
            [(_name_word(state, word), word_entry(state.game, word.facts, state.names)) for word in _list_words(hand)],
        )
        for hand in differing
        if hand.position in rows
    ]


def _list_words(hand: HandAgreement) -> list[Word]:
    """What stands first, then what differs from it."""
    return [hand.standing, *hand.differing]


def _name_word(state: TableState, word: Word) -> str:
    """Who says it."""
    return name_side(word.side, state.names) if word.side else _("without a side")
