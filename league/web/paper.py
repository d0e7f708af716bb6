"""Entry from paper by keyboard: one line a hand, in the order of the printed sheet.

With scripts each line is sent by itself (`only` names it), together with whatever else is typed, so that nothing is
lost when the page changes; without scripts all lines are sent at once and saved up to the first that has a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct, structs

from league.models import Table
from league.models.record import Source
from league.printing.typed_sheet import TypedSheet, find_typed_sheet
from league.services.corrections import undo_last
from league.services.faults import (
    EntryRefusedError,
    KeyReusedError,
    PositionTakenError,
    RefusedError,
    TableClosedError,
)
from league.services.recording import Recorded, call_time, record_deal
from league.web.answers import CONFLICT, REFUSED, SeeOther, wants_part
from league.web.conflicts import (
    word_closed,
    word_ended,
    word_key_reused,
    word_other_writer,
    word_overtaken,
    word_position_taken,
)
from league.web.forms import add_faults
from league.web.lookup import Writer, find_visitor, get_actor, get_event, get_table, get_writer
from league.web.opened_links import find_table_url
from league.web.paper_lines import (
    Line,
    UnreadableLineError,
    make_lines,
    mark_overtaken,
    mark_refused,
    mark_unreadable,
    read_facts,
    read_lines,
    renew_key,
)
from league.web.paper_page import (
    PaperForms,
    describe_event,
    describe_paper,
    describe_part,
    list_open,
    list_saved,
    make_ruling_form,
    make_undo_form,
)
from league.web.table_page import Notice, TableState, read_table
from league.web.two_sides import read_for, speaks_for_side
from league.web.writers import OtherWriterError, check_writer
from league.wording import word_reason

MOST_POSITION = 10_000

#: What is too late rather than wrong.
CONFLICTS = (PositionTakenError, KeyReusedError, TableClosedError)


class Stopped(Struct, frozen=True, kw_only=True):
    """Why saving stopped: the line as it comes back, what is said above all lines, the status of the answer."""

    line: Line
    status: int
    notice: Notice | None = None


class Saving(Struct, frozen=True, kw_only=True):
    """What became of the lines sent: those still unsaved, those that were saved, why it stopped.

    `position` is the place that follows what is saved, if nobody else has saved anything.
    """

    position: int
    rest: list[Line]
    saved: list[Recorded]
    stopped: Stopped | None = None

    @property
    def status(self) -> int:
        """The status of the answer."""
        return self.stopped.status if self.stopped else 200


@require_safe
def show_paper_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of an event with how many hands are in, and the next one to type."""
    event = get_event(request, slug, right="record")
    return render(request, "league/paper_event.html", describe_event(event))


@vary_on_headers("HX-Request")
def show_paper(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """The lines of a table, or what a form on the page asks for."""
    table = get_table(request, slug, round_number, number, right="record")
    action = ACTIONS.get(request.POST.get("action", "save")) if request.method == "POST" else None
    if request.method == "POST":
        if action is None:
            raise SuspiciousOperation("a form of this page sends no such action")
        try:
            check_writer(request, table)
        except OtherWriterError as conflict:
            return _ask_writer(request, table, conflict)
    if speaks_for_side(table, find_visitor(request, table)):
        return SeeOther(find_table_url(table))
    if action is not None:
        return action(request, table)
    return _render(request, table)


def save_lines(request: HttpRequest, table: Table) -> HttpResponse:
    """Save the line that is named, or all of them in turn up to the first fault."""
    sheet = find_typed_sheet(table.rules)
    lines = read_lines(sheet, request.POST)
    saving = _save(
        table,
        sheet,
        lines,
        position=_read_position(request),
        only=request.POST.get("only", ""),
        writer=get_writer(request, table, right="record"),
    )
    if wants_part(request):
        return _answer_part(request, table, saving)
    if saving.status != 200:
        return _render_rest(request, table, saving)
    if saving.saved:
        messages.success(request, _word_count(len(saving.saved)))
    return SeeOther(request.path)


def take_off_last(request: HttpRequest, table: Table) -> HttpResponse:
    """Take the last line off, with a reason; what is typed meanwhile stays."""
    state = read_table(table)
    form = make_undo_form(state, request.POST)
    lines = read_lines(find_typed_sheet(state.game), request.POST)
    if form.is_valid():
        try:
            undo_last(
                table,
                position=form.cleaned_data["position"],
                key=form.cleaned_data["key"],
                reason=form.cleaned_data["reason"],
                may_rule="rule" in find_visitor(request, table).own,
                **get_writer(request, table, right="record"),
            )
        except RefusedError as refused:
            add_faults(form, refused.messages)
        except CONFLICTS as conflict:
            notice = _word_conflict(read_table(table), conflict)
            return _render(request, table, lines=lines, notice=notice, status=CONFLICT)
        else:
            text = _("Taken off. Its history is kept.")
            return _go_on(request, table, lines, text, expected=form.cleaned_data["position"])
    return _render(request, table, lines=lines, forms=PaperForms(undo=form), status=REFUSED)


def save_ruling(request: HttpRequest, table: Table) -> HttpResponse:
    """Save a ruling that stands on the sheet; only for who may give one."""
    if "rule" not in find_visitor(request, table).rights:
        raise PermissionDenied
    state = read_table(table)
    lines = read_lines(find_typed_sheet(state.game), request.POST)
    form = make_ruling_form(state, request.POST)
    if form.is_valid():
        actor = get_actor(request)
        place = {"position": form.cleaned_data["position"], "key": form.cleaned_data["key"]}
        try:
            facts = form.read_facts(by=actor.get_full_name() or actor.get_username())
            record_deal(table, facts, **place, by=actor, source=Source.WEB)
        except EntryRefusedError as refused:
            for each in refused.violations:
                text = word_reason(state.game, each.template, each.values, state.names)
                add_faults(form, {each.field.removeprefix("ruling.").replace(".", "-"): [text]})
        except RefusedError as refused:
            add_faults(form, refused.messages)
        except CONFLICTS as conflict:
            notice = _word_conflict(read_table(table), conflict)
            return _render(request, table, lines=lines, notice=notice, status=CONFLICT)
        else:
            text = _("The ruling is saved.")
            return _go_on(request, table, lines, text, expected=form.cleaned_data["position"] + 1)
    return _render(request, table, lines=lines, forms=PaperForms(ruling=form), status=REFUSED)


def set_time_called(request: HttpRequest, table: Table) -> HttpResponse:
    """Finish the game where the sheet ends, or take that back."""
    called = request.POST.get("action") == "time"
    lines = read_lines(find_typed_sheet(table.rules), request.POST)
    try:
        call_time(table, called=called, **get_writer(request, table, right="record"))
    except TableClosedError:
        return _render(request, table, lines=lines, notice=word_closed(), status=CONFLICT)
    except RefusedError as refused:
        notice = Notice(tone="warn", title=str(refused))
        return _render(request, table, lines=lines, notice=notice, status=CONFLICT)
    return _go_on(request, table, lines, _("Time called.") if called else _("The game goes on."))


ACTIONS: dict[str, Callable[[HttpRequest, Table], HttpResponse]] = {
    "save": save_lines,
    "undo": take_off_last,
    "ruling": save_ruling,
    "time": set_time_called,
    "go-on": set_time_called,
}


def _ask_writer(request: HttpRequest, table: Table, conflict: OtherWriterError) -> HttpResponse:
    """Give back the lines as they were typed: sent once more, they are entered by who is here now.

    But not by the phone of a side, which enters nothing from paper: it goes on saying whose lines they are.
    """
    lines = read_lines(find_typed_sheet(table.rules), request.POST)
    is_side = speaks_for_side(table, find_visitor(request, table))
    names = read_table(table).names
    notice = word_other_writer(table, conflict, names=names, may_take_over=not is_side)
    writer = conflict.entered if is_side else ""
    return _render(request, table, lines=lines, notice=notice, status=CONFLICT, writer=writer)


def _save(table: Table, sheet: TypedSheet, lines: list[Line], *, position: int, only: str, writer: Writer) -> Saving:
    """Save lines in the order in which they were typed, each at the place after the one before."""
    begin = position
    saved: list[Recorded] = []
    rest = list(lines)
    for line in lines:
        if line.is_blank:
            continue
        if only and line.key != only:
            position += 1
            continue
        try:
            recorded = record_deal(table, read_facts(sheet, line), position=position, key=line.key, **writer)
        except (UnreadableLineError, EntryRefusedError, RefusedError, *CONFLICTS) as refused:
            stopped = _stop(table, sheet, line, refused)
            kept = _put_back(rest, line, stopped.line)
            return Saving(position=position, rest=kept, saved=saved, stopped=stopped)
        saved.append(recorded)
        rest.remove(line)
        position += 1
        if only or recorded.folded.finished:
            break
    return Saving(position=position if saved else begin, rest=rest, saved=saved)


def _stop(table: Table, sheet: TypedSheet, line: Line, refused: Exception) -> Stopped:
    """Why a line was not saved: its faults at their boxes, or what stands in its place."""
    if isinstance(refused, UnreadableLineError):
        return Stopped(line=mark_unreadable(line, refused.violations), status=REFUSED)
    now = read_table(table)
    if isinstance(refused, EntryRefusedError) and not now.is_closed:
        return Stopped(line=mark_refused(sheet, line, refused.violations, names=now.names), status=REFUSED)
    if isinstance(refused, RefusedError):
        says = "; ".join(text for texts in refused.messages.values() for text in texts)
        return Stopped(line=structs.replace(renew_key(line), note=says), status=REFUSED)
    kept = renew_key(line) if isinstance(refused, KeyReusedError) else line
    notice = _word_conflict(now, refused, facts=read_facts(sheet, line))
    if notice.tone == "good":  # somebody else saved this very hand
        kept = make_lines(1)[0]
    return Stopped(line=kept, notice=notice, status=CONFLICT)


def _put_back(lines: list[Line], line: Line, other: Line) -> list[Line]:
    """The lines with another in place of one; an empty one goes behind those in which something is typed."""
    if other.is_blank:
        return [*(each for each in lines if each is not line), other]
    return [other if each is line else each for each in lines]


def _word_conflict(state: TableState, refused: Exception, *, facts: dict[str, Any] | None = None) -> Notice:
    if isinstance(refused, PositionTakenError):
        return word_position_taken(state, refused, facts=facts)
    if isinstance(refused, KeyReusedError):
        return word_key_reused(state, refused)
    return word_ended() if isinstance(refused, EntryRefusedError) else word_closed()


def _word_count(count: int) -> str:
    return ngettext("%(count)s line is saved.", "%(count)s lines are saved.", count) % {"count": count}


def _answer_part(request: HttpRequest, table: Table, saving: Saving) -> HttpResponse:
    """The saved line and a fresh one, or the line with its faults; the whole part where more has changed."""
    state = read_table(table)
    is_finished = any(recorded.folded.finished for recorded in saving.saved)
    if saving.status == CONFLICT or is_finished or state.next_position != saving.position:
        return _render_rest(request, table, saving)
    sheet = find_typed_sheet(state.game)
    context = describe_part(state, sheet, visitor=find_visitor(request, table)) | {"is_part": True}
    if saving.stopped is not None:
        key = saving.stopped.line.key
        line = next(each for each in list_open(state, sheet, saving.rest) if each.line.key == key)
        return render(request, "league/paper.html#line", {**context, "each": line}, status=saving.status)
    positions = {recorded.record.position for recorded in saving.saved}
    start = len(saving.rest)
    lines = list_open(state, sheet, [*saving.rest, *make_lines(len(saving.saved))], start=start)
    done = list_saved(state, sheet, positions=positions)
    return render(
        request, "league/paper.html#done", context | {"done": done, "rest": lines[:start], "fresh": lines[start:]}
    )


def _render_rest(request: HttpRequest, table: Table, saving: Saving) -> HttpResponse:
    notice = saving.stopped.notice if saving.stopped else None
    return _render(request, table, lines=saving.rest, notice=notice, status=saving.status, expected=saving.position)


def _go_on(
    request: HttpRequest, table: Table, lines: list[Line], text: str, *, expected: int | None = None
) -> HttpResponse:
    table = get_table(request, table.event.slug, table.round.number, table.number)
    if not wants_part(request) and not any(not line.is_blank for line in lines):
        messages.success(request, text)
        return SeeOther(request.path)
    return _render(request, table, lines=lines, notice=Notice(tone="good", title=text), expected=expected)


def _render(
    request: HttpRequest,
    table: Table,
    *,
    lines: list[Line] | None = None,
    notice: Notice | None = None,
    forms: PaperForms | None = None,
    status: int = 200,
    writer: str = "",
    expected: int | None = None,
) -> HttpResponse:
    """The page. `writer`: for whom its lines are where that is not who is here.

    `expected`: the place that is next unless somebody else has changed the sheet; by default the one of the form. Where
    it is another one, each line keeps the number of the hand that it was typed for.
    """
    state = read_for(request, table)
    expected = _find_position(request) if expected is None else expected
    if lines is not None and expected not in (None, state.next_position) and not state.is_closed:
        lines = mark_overtaken(lines, blank_too=wants_part(request))
        notice = notice or word_overtaken(state, [each for each in state.records if each.position >= (expected or 0)])
    context = describe_paper(state, visitor=find_visitor(request, table), lines=lines, notice=notice, forms=forms)
    context["writer"] = writer or context["writer"]
    if not wants_part(request):
        return render(request, "league/paper.html", context, status=status)
    answer = render(request, "league/paper.html#paper", context, status=status)
    answer["HX-Retarget"], answer["HX-Reswap"] = "#paper", "outerHTML show:none"
    return answer


def _read_position(request: HttpRequest) -> int:
    """The place of the first line that is not saved, as the page knew it."""
    position = _find_position(request)
    if position is None:
        raise SuspiciousOperation("the form of this page says which place is next")
    return position


def _find_position(request: HttpRequest) -> int | None:
    text = request.POST.get("position", "")
    return int(text[:6]) if text.isascii() and text.isdigit() and 0 < int(text[:6]) < MOST_POSITION else None
