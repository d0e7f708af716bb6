"""The page of one table: everybody reads it, who may record enters hands on it.

A form is sent to the page's own address with `action` saying what is wanted; save is what a form does without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers

from league.models import Table
from league.models.record import Source
from league.services.claims import Said, enter_word
from league.services.corrections import undo_last
from league.services.faults import (
    EntryRefusedError,
    KeyReusedError,
    PositionTakenError,
    RefusedError,
    TableClosedError,
    WordReusedError,
)
from league.services.recording import Recorded, call_time, preview_deal, record_deal
from league.web.answers import CONFLICT, REFUSED, SeeOther, wants_part
from league.web.clock import describe_table_clock
from league.web.conflicts import word_closed, word_ended, word_key_reused, word_other_writer, word_position_taken
from league.web.deal_form import DealForm, EntryForm
from league.web.forms import add_faults
from league.web.hand_rows import make_row
from league.web.lookup import find_visitor, get_actor, get_table, get_writer
from league.web.offline import allow_copy
from league.web.opened_links import ask_side, explain_ended_links, find_table_url, lacks_side
from league.web.penalties import list_remarks
from league.web.stored_hands import word_stored_before
from league.web.table_page import (
    Notice,
    Preview,
    TableForms,
    TableState,
    describe_form_prices,
    describe_table,
    make_deal_form,
    make_ruling_form,
    make_undo_form,
)
from league.web.two_sides import describe_sides, is_two_sided, name_row, read_for
from league.web.two_sides_pages import word_said
from league.web.writers import OtherWriterError, check_writer
from league.wording import word_reason
from scoring.declared import find_field


class Place(TypedDict):
    """What makes a change of a sheet the one that its writer meant."""

    position: int
    key: str


#: The fact that nobody bid, in games in which a hand can be passed out.
PASSED_OUT = "passed_out"

#: What is too late rather than wrong.
Conflict = KeyReusedError | PositionTakenError | TableClosedError | WordReusedError
CONFLICTS = (KeyReusedError, PositionTakenError, TableClosedError, WordReusedError)


@vary_on_headers("HX-Request")
@explain_ended_links
def show_table(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """Show the table, or do what a form on it asks for."""
    if request.method == "POST":
        action = ACTIONS.get(request.POST.get("action", "save"))
        if action is None:
            raise SuspiciousOperation("a form of this page sends no such action")
        right = "rule" if action is save_ruling else "record"
        table = get_table(request, slug, round_number, number, right=right)
        if lacks_side(table, find_visitor(request, table)):
            return ask_side(request, table)
        if action is not preview_hand:
            try:
                check_writer(request, table)
            except OtherWriterError as conflict:
                return _ask_writer(request, table, conflict)
        return action(request, table)
    table = get_table(request, slug, round_number, number)
    if lacks_side(table, find_visitor(request, table)):
        return ask_side(request, table)
    if wants_part(request) and request.GET.get("revision") == str(table.event.revision):
        return HttpResponse(status=204)
    return _render(request, read_for(request, table))


def save_hand(request: HttpRequest, table: Table) -> HttpResponse:
    """Store the hand that the form says."""
    state = read_for(request, table)
    form = make_deal_form(state, request.POST)
    if not form.is_valid():
        return _render(request, state, forms=TableForms(deal=form), status=REFUSED)
    return _record(request, state, form, form.read_facts())


def save_misdeal(request: HttpRequest, table: Table) -> HttpResponse:
    """Store a misdeal: whatever else was pressed is no part of it."""
    state = read_for(request, table)
    form = make_deal_form(state, request.POST)
    if not form.is_valid():
        return _render(request, state, forms=TableForms(deal=form), status=REFUSED)
    return _record(request, state, form, {"misdeal": True})


def save_passed_out(request: HttpRequest, table: Table) -> HttpResponse:
    """Store a hand that everybody passed: whatever else was pressed is no part of it."""
    state = read_for(request, table)
    if find_field(state.game.Deal, PASSED_OUT) is None:
        raise SuspiciousOperation("a hand of this game cannot be passed out")
    form = make_deal_form(state, request.POST)
    if not form.is_valid():
        return _render(request, state, forms=TableForms(deal=form), status=REFUSED)
    return _record(request, state, form, {PASSED_OUT: True})


def preview_hand(request: HttpRequest, table: Table) -> HttpResponse:
    """Show what the form would bring, and store nothing."""
    state = read_for(request, table)
    form = make_deal_form(state, request.POST)
    preview = _make_preview(state, form)
    if wants_part(request):
        context = {"preview": preview, "prices": describe_form_prices(state, form), "oob": True}
        return render(request, "league/table.html#preview", context)
    return _render(request, state, forms=TableForms(deal=form), preview=preview)


def save_ruling(request: HttpRequest, table: Table) -> HttpResponse:
    """Store an admin's ruling."""
    state = read_for(request, table)
    form = make_ruling_form(state, request.POST)
    forms = TableForms(ruling=form)
    if not form.is_valid():
        return _render(request, state, forms=forms, status=REFUSED)
    try:
        actor = get_actor(request)
        facts = form.read_facts(by=actor.get_full_name() or actor.get_username())
        record_deal(table, facts, **_read_place(form), by=actor, source=Source.WEB)
    except EntryRefusedError as refused:
        for violation in refused.violations:
            text = word_reason(state.game, violation.template, violation.values, state.names)
            add_faults(form, {violation.field.removeprefix("ruling.").replace(".", "-"): [text]})
        return _render(request, state, forms=forms, status=REFUSED)
    except CONFLICTS as conflict:
        return _tell_conflict(request, table, conflict)
    return _tell_done(request, table, _("The ruling is saved."))


def take_off_last(request: HttpRequest, table: Table) -> HttpResponse:
    """Take the last entry off the sheet."""
    state = read_for(request, table)
    form = make_undo_form(state, request.POST)
    if form.is_valid():
        place, reason = _read_place(form), form.cleaned_data["reason"]
        may_rule = "rule" in find_visitor(request, table).own
        try:
            if state.before is not None:
                raise PositionTakenError(position=place["position"], expected=state.next_position, existing=None)
            writer = get_writer(request, table, right="record")
            undo_last(table, **place, reason=reason, may_rule=may_rule, **writer)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        except CONFLICTS as conflict:
            return _tell_conflict(request, table, conflict)
        else:
            return _tell_done(request, table, _("Taken off. Its history is kept."))
    return _render(request, state, forms=TableForms(undo=form), status=REFUSED)


def set_time_called(request: HttpRequest, table: Table) -> HttpResponse:
    """Finish the game where it stands, or take that back."""
    called = request.POST.get("action") == "time"
    try:
        call_time(table, called=called, **get_writer(request, table, right="record"))
    except TableClosedError as conflict:
        return _tell_conflict(request, table, conflict)
    except RefusedError as refused:
        notice = Notice(tone="warn", title=str(refused))
        return _render(request, read_for(request, table), notice=notice, status=CONFLICT)
    return _tell_done(request, table, _("Time called.") if called else _("The game goes on."))


ACTIONS: dict[str, Callable[[HttpRequest, Table], HttpResponse]] = {
    "save": save_hand,
    "misdeal": save_misdeal,
    "passed-out": save_passed_out,
    "preview": preview_hand,
    "ruling": save_ruling,
    "undo": take_off_last,
    "time": set_time_called,
    "go-on": set_time_called,
}

#: The actions that send the form of a hand.
HANDS = ("save", "misdeal", "passed-out")


def _ask_writer(request: HttpRequest, table: Table, conflict: OtherWriterError) -> HttpResponse:
    """Give back the form as it was filled: sent once more, it is the hand of who is here now."""
    state = read_for(request, table)
    notice = word_other_writer(table, conflict, names=state.names)
    is_hand = request.POST.get("action", "save") in HANDS and not state.is_closed
    forms = TableForms(deal=make_deal_form(state, request.POST)) if is_hand else None
    return _render(request, state, forms=forms, notice=notice, status=CONFLICT)


def _record(request: HttpRequest, state: TableState, form: DealForm, facts: dict[str, object]) -> HttpResponse:
    try:
        writer = get_writer(request, state.table, right="record")
        enter = enter_word if writer["side"] and is_two_sided(state.table) else record_deal
        entered = enter(state.table, facts, **_read_place(form), **writer)
    except EntryRefusedError as refused:
        form.add_violations(refused.violations)
        if state.is_closed:
            return _render(request, state, notice=word_ended(), status=CONFLICT)
        return _render(request, state, forms=TableForms(deal=form), status=REFUSED)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return _render(request, state, forms=TableForms(deal=form), status=REFUSED)
    except CONFLICTS as conflict:
        return _tell_conflict(request, state.table, conflict, facts=facts)
    if isinstance(entered, Said):
        shown = read_for(request, state.table)
        name = next((name_row(row) for row in shown.rows if row.position == form.cleaned_data["position"]), "")
        return _tell_done(request, state.table, word_said(entered, name))
    return _tell_done(request, state.table, _word_saved(entered))


def _word_saved(recorded: Recorded) -> str:
    position = recorded.record.position
    number = next((step.number for step in recorded.folded.steps if step.position == position), None)
    if number:
        return _("Hand %(number)s is saved.") % {"number": number}
    return (
        _("The misdeal is saved.") if recorded.record.facts.get("misdeal") else _("Saved: the same dealer deals again.")
    )


def _make_preview(state: TableState, form: DealForm) -> Preview:
    if not form.is_valid():
        return Preview(faults=tuple(str(text) for texts in form.errors.values() for text in texts))
    try:
        facts = form.read_facts()
        step, folded = preview_deal(state.table, facts, position=state.next_position)
    except EntryRefusedError as refused:
        texts = [form.word_fault(fault) for fault in refused.violations]
        if all(fault.code in form.unfinished for fault in refused.violations):
            return Preview(missing=texts[0])
        return Preview(faults=tuple(texts))
    except TableClosedError:
        return Preview(faults=(word_closed().text,))
    return Preview(
        row=make_row(state.game, step, state.names),
        ends_game=folded.is_over,
        warnings=tuple(form.list_warnings(facts)),
        remarks=tuple(list_remarks(state.game, facts, step, state.names)),
    )


def _read_place(form: EntryForm) -> Place:
    return {"position": form.cleaned_data["position"], "key": form.cleaned_data["key"]}


def _tell_done(request: HttpRequest, table: Table, said: str | Notice) -> HttpResponse:
    """Go on with the table as it is now: redirected, or under htmx at once."""
    notice = Notice(tone="good", title=said) if isinstance(said, str) else said
    state = read_for(request, get_table(request, table.event.slug, table.round.number, table.number))
    if wants_part(request):
        return _render(request, state, notice=notice)
    text = " ".join(part for part in (notice.title, notice.text) if part)
    (messages.success if notice.tone == "good" else messages.warning)(request, text)
    return SeeOther(find_table_url(table))


def _tell_conflict(
    request: HttpRequest, table: Table, conflict: Conflict, *, facts: dict[str, object] | None = None
) -> HttpResponse:
    """Show the table as it is now, and say who was first."""
    state = read_for(request, get_table(request, table.event.slug, table.round.number, table.number))
    if isinstance(conflict, PositionTakenError):
        notice = word_position_taken(state, conflict, facts=facts)
    elif isinstance(conflict, KeyReusedError | WordReusedError) and facts is not None and wants_part(request):
        notice = word_stored_before(state, conflict, facts=facts, visitor=find_visitor(request, table))
    elif isinstance(conflict, KeyReusedError | WordReusedError):
        notice = word_key_reused(state, conflict)
    else:
        notice = word_closed()
    return _render(request, state, notice=notice, status=CONFLICT)


def _render(
    request: HttpRequest,
    state: TableState,
    *,
    forms: TableForms | None = None,
    preview: Preview | None = None,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    visitor = find_visitor(request, state.table)
    context = describe_table(state, visitor=visitor, forms=forms, preview=preview, notice=notice)
    context |= describe_sides(state, visitor=visitor)
    if wants_part(request):
        return render(request, "league/table.html#play", context, status=status)
    context |= describe_table_clock(request, state.table)
    response = render(request, "league/table.html", context, status=status)
    if context["may_record"] and status == 200:
        allow_copy(response)
    return response
