"""What a side does about the hands of the other: right, not right, theirs is right; and an admin's word on a result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import trigger_client_event

from league.models import Table
from league.models.record import Source
from league.selectors.agreement import HandAgreement, read_agreement
from league.services.claims import Said, Speaker, accept_all, accept_word, say_word
from league.services.faults import (
    ChangeRefusedError,
    EntryRefusedError,
    KeyReusedError,
    LaterIllegalError,
    PositionTakenError,
    RefusedError,
    SheetChangedError,
    TableClosedError,
    WordChangedError,
    WordReusedError,
)
from league.services.stages import confirm_tables
from league.web.answers import CONFLICT, REFUSED, SeeOther, wants_part
from league.web.conflicts import word_closed, word_other_writer
from league.web.deal_form import DealForm
from league.web.deal_forms import find_form
from league.web.lookup import demand_right, find_visitor, get_actor, get_table, get_writer
from league.web.opened_links import ask_side, explain_ended_links, find_table_url, lacks_side
from league.web.table_page import Notice, TableForms, describe_table, make_initial, read_table
from league.web.two_sides import describe_sides, find_hidden, is_two_sided, make_stamp, name_row, read_for
from league.web.writers import OtherWriterError, check_writer

#: What the page of the table hears when something changed at it.
NEWS = "table-news"

#: What came too late, or cannot be any more.
CONFLICTS = (
    KeyReusedError,
    LaterIllegalError,
    PositionTakenError,
    RefusedError,
    SheetChangedError,
    TableClosedError,
    WordChangedError,
    WordReusedError,
)
Conflict = (
    KeyReusedError
    | LaterIllegalError
    | PositionTakenError
    | RefusedError
    | SheetChangedError
    | TableClosedError
    | WordChangedError
    | WordReusedError
)


@explain_ended_links
def show_words(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """What the sides say, for who plays or confirms; asked by htmx for what is newer than `?seen=`."""
    table = get_table(request, slug, round_number, number)
    visitor = find_visitor(request, table)
    if not visitor.rights & {"record", "confirm"}:
        raise PermissionDenied
    if lacks_side(table, visitor):
        return ask_side(request, table)
    if request.method == "POST":
        action = ACTIONS.get(request.POST.get("action", ""))
        if action is None:
            raise SuspiciousOperation("a form of this page sends no such action")
        conflict = _find_other_writer(request, table)
        return action(request, table) if conflict is None else _tell_writer(request, table, conflict)
    if not wants_part(request):
        return SeeOther(find_table_url(table))
    if request.GET.get("seen") == make_stamp(table):
        return HttpResponse(status=204)
    return _show_part(request, table)


def accept(request: HttpRequest, table: Table) -> HttpResponse:
    """Say that what stands is right, or what another side says."""
    speaker = get_speaker(request, table)
    position, word, key = _read_number(request, "position"), request.POST.get("word", ""), request.POST.get("key", "")
    try:
        _check_shown(request, table, position)
        said = accept_word(table, position=position, word=word, key=key, **speaker)
    except CONFLICTS as conflict:
        return _tell(request, table, _word_conflict(conflict))
    return _tell(request, table, _word_accepted(said, _name_hand(table, position), is_admin=not speaker["side"]))


def accept_up_to(request: HttpRequest, table: Table) -> HttpResponse:
    """Say that every hand up to one is right."""
    speaker = get_speaker(request, table)
    up_to, seen = _read_number(request, "position"), _read_number(request, "seen")
    try:
        _check_shown(request, table, up_to)
        accept_all(table, up_to=up_to, seen=seen, **speaker)
    except CONFLICTS as conflict:
        return _tell(request, table, _word_conflict(conflict))
    return _tell(request, table, Notice(tone="good", title=_("All right: both say the same.")))


def confirm_result(request: HttpRequest, table: Table) -> HttpResponse:
    """Confirm the result as it stands, in place of the sides."""
    demand_right(request, "confirm", league=table.event.league)
    try:
        confirm_tables([table], by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        return _tell(request, table, _word_conflict(refused))
    return _tell(request, table, Notice(tone="good", title=_("The result is confirmed.")))


ACTIONS: dict[str, Callable[[HttpRequest, Table], HttpResponse]] = {
    "accept": accept,
    "accept-all": accept_up_to,
    "confirm": confirm_result,
}


@explain_ended_links
def say_hand(request: HttpRequest, slug: str, round_number: int, number: int, position: int) -> HttpResponse:
    """Say what a hand was that the other side entered: the form filled with what stands."""
    table = get_table(request, slug, round_number, number)
    visitor = find_visitor(request, table)
    conflict = _find_other_writer(request, table)
    if conflict is not None and not visitor.side and visitor.rights & {"record", "confirm"}:
        return _tell_writer(request, table, conflict)
    if not visitor.side or not is_two_sided(table):
        raise PermissionDenied
    agreement = read_agreement(table)
    hand, hidden = agreement.find_hand(position), find_hidden(table, visitor, agreement)
    if hand is None or (hidden is not None and position >= hidden):
        return SeeOther(find_table_url(table)) if conflict is None else _tell_writer(request, table, conflict)
    own = hand.words.get(visitor.side)
    form = _make_form(table, hand, facts=own.facts if own else hand.record.facts, data=request.POST or None)
    if conflict is not None:
        notice = word_other_writer(table, conflict, names=read_table(table).names)
        return _render_say(request, table, hand, form, notice=notice, status=CONFLICT)
    status = 200
    if request.method == "POST":
        answer = _say(request, table, hand, form)
        if answer is not None:
            return answer
        status = REFUSED
    return _render_say(request, table, hand, form, status=status)


def get_speaker(request: HttpRequest, table: Table) -> Speaker:
    """Who says something of a hand: a side by its phone, else an admin. Raises PermissionDenied."""
    if find_visitor(request, table).side:
        return Speaker(**get_writer(request, table, right="record"))
    demand_right(request, "confirm", league=table.event.league)
    return Speaker(by=get_actor(request), source=Source.WEB, link=None, side="")


def word_said(said: Said, name: str) -> Notice:
    """What follows from a word of a side."""
    if said.obstacle is not None:
        return _word_obstacle(said.obstacle, name)
    if said.agrees:
        return Notice(tone="good", title=_("%(hand)s: both say the same.") % {"hand": name})
    text = _("Compare the two below. Take theirs if it is right, or call the admin.")
    title = _("%(hand)s: the two sides say different things.") % {"hand": name}
    return Notice(tone="warn", title=title, text=text, differs_at=said.claim.position if said.claim else 0)


def _word_accepted(said: Said, name: str, *, is_admin: bool) -> Notice:
    if said.obstacle is not None:
        return _word_obstacle(said.obstacle, name)
    if is_admin:
        return Notice(tone="good", title=_("Settled by the admin: %(hand)s.") % {"hand": name})
    text = _("Both say the same now.") if said.agrees else _("That is what your side says now.")
    return Notice(tone="good", title=f"{name}:" if name else "", text=text)


def _word_obstacle(obstacle: ChangeRefusedError | LaterIllegalError, name: str) -> Notice:
    """Both sides say the same, and it cannot stand on the sheet."""
    title = _("%(hand)s: both say the same, but the sheet cannot be changed to it.") % {"hand": name}
    if isinstance(obstacle, LaterIllegalError):
        return Notice(tone="warn", title=title, text=_word_later())
    return Notice(tone="warn", title=title, text=_("Call the admin"))


def _word_later() -> str:
    return _("Later hands would not be possible then. Call the admin, who can correct them together.")


def _say(request: HttpRequest, table: Table, hand: HandAgreement, form: DealForm) -> HttpResponse | None:
    """Store the word that the form says; None where it is to be shown again with its faults."""
    if not form.is_valid():
        return None
    facts = {"misdeal": {"misdeal": True}, "passed-out": {"passed_out": True}}.get(request.POST.get("action", ""))
    try:
        said = say_word(
            table,
            facts or form.read_facts(),
            position=hand.position,
            key=form.cleaned_data["key"],
            **get_speaker(request, table),
        )
    except EntryRefusedError as refused:
        form.add_violations(refused.violations)
        return None
    except CONFLICTS as conflict:
        return _tell(request, table, _word_conflict(conflict))
    return _tell(request, table, word_said(said, _name_hand(table, hand.position)))


def _check_shown(request: HttpRequest, table: Table, position: int) -> None:
    """A side that enters blind agrees to nothing that it may not see yet. Raises WordChangedError."""
    hidden = find_hidden(table, find_visitor(request, table), read_agreement(table))
    if hidden is not None and position >= hidden:
        raise WordChangedError(position)


def _make_form(table: Table, hand: HandAgreement, *, facts: Any, data: Any) -> DealForm:
    state = read_table(table, before=hand.position)
    return find_form(state.game)(
        data,
        game=state.game,
        names=state.names,
        state=state.folded.state,
        facts=facts,
        initial=make_initial(hand.position),
    )


def _render_say(
    request: HttpRequest,
    table: Table,
    hand: HandAgreement,
    form: DealForm,
    *,
    status: int,
    notice: Notice | None = None,
) -> HttpResponse:
    before = read_table(table, before=hand.position)
    row = next(row for row in read_table(table).rows if row.position == hand.position)
    visitor = find_visitor(request, table)
    context = describe_table(before, visitor=visitor, forms=TableForms(deal=form), notice=notice)
    context |= {
        "form": form,
        "row": row,
        "name": name_row(row),
        "deal_template": [f"league/deal/{table.event.game}.html", "league/deal/any.html"],
        "table_url": find_table_url(table),
    }
    return render(request, "league/say.html", context, status=status)


def _name_hand(table: Table, position: int) -> str:
    return next((name_row(row) for row in read_table(table).rows if row.position == position), "")


def _tell(request: HttpRequest, table: Table, notice: Notice) -> HttpResponse:
    """Go on with the table, or the board: under htmx with what the sides say now, so that a hand half typed stays."""
    if wants_part(request):
        return _show_part(request, table, notice)
    text = " ".join(part for part in (notice.title, notice.text) if part)
    (messages.success if notice.tone == "good" else messages.warning)(request, text)
    is_from_board = request.POST.get("back") == "board"
    return SeeOther(reverse("league:board", args=[table.event.slug]) if is_from_board else find_table_url(table))


def _show_part(request: HttpRequest, table: Table, notice: Notice | None = None) -> HttpResponse:
    table = get_table(request, table.event.slug, table.round.number, table.number)
    visitor = find_visitor(request, table)
    state = read_for(request, table)
    context = describe_table(state, visitor=visitor) | describe_sides(state, visitor=visitor, notice=notice)
    status = CONFLICT if notice is not None and notice.tone != "good" else 200
    return trigger_client_event(render(request, "league/two_sides_news.html", context, status=status), NEWS)


def _find_other_writer(request: HttpRequest, table: Table) -> OtherWriterError | None:
    try:
        check_writer(request, table)
    except OtherWriterError as conflict:
        return conflict
    return None


def _tell_writer(request: HttpRequest, table: Table, conflict: OtherWriterError) -> HttpResponse:
    """Say that another one pressed; nothing of what was pressed is kept."""
    names = read_table(table).names
    return _tell(request, table, word_other_writer(table, conflict, names=names, may_take_over=False))


def _word_conflict(conflict: Conflict) -> Notice:
    if isinstance(conflict, RefusedError):
        return Notice(tone="warn", title=str(conflict))
    if isinstance(conflict, TableClosedError):
        return word_closed()
    if isinstance(conflict, LaterIllegalError):
        return Notice(tone="warn", title=_("Nothing was changed."), text=_word_later())
    text = _("Look at it as it stands now, and say it again.")
    return Notice(tone="warn", title=_("This hand has changed meanwhile. Nothing was saved."), text=text)


def _read_number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise SuspiciousOperation("the form of this page says a number here")
    return int(text)
