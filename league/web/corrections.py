"""Correct a hand: see what it would change, say why, save. It goes on a page of its own, with scripts and without."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from league.access import may_correct, name_correction_right, name_right
from league.models import Table
from league.services.correction_effects import find_effects
from league.services.corrections import correct_sheet
from league.services.faults import (
    ChangeRefusedError,
    GameGoesOnError,
    KeyReusedError,
    LaterIllegalError,
    PositionTakenError,
    RefusedError,
    ResultsFinalError,
    SheetChangedError,
)
from league.web.answers import CONFLICT, REFUSED, SeeOther, wants_part
from league.web.conflicts import word_final, word_key_reused, word_sheet_changed
from league.web.correction_form import ALL_LATER, HAND, MISDEAL, OFF, PASSED_OUT
from league.web.correction_page import (
    CorrectedPlace,
    CorrectionForms,
    Facts,
    Plan,
    find_place,
    make_forms,
    make_plan,
    read_facts,
)
from league.web.effect_words import WordedEffects, word_effects
from league.web.forms import add_faults
from league.web.lookup import find_visitor, get_actor, get_table, get_writer
from league.web.table_page import Notice, TableState, list_crumbs, read_table

#: Values of inputs that say nothing.
_NOTHING: tuple[Any, ...] = (None, "", False, [])

CONFLICTS = (SheetChangedError, KeyReusedError, PositionTakenError, ResultsFinalError)


class Seen(Struct, kw_only=True):
    """What the page shows of a correction: its plan and effects, or why there are none."""

    plan: Plan | None = None
    effects: WordedEffects | None = None
    faults: tuple[str, ...] = ()
    missing: str = ""


@vary_on_headers("HX-Request")
def correct_hand(request: HttpRequest, slug: str, round_number: int, number: int, position: int) -> HttpResponse:
    """Change an entry of a sheet, or take it off."""
    return _answer(request, get_table(request, slug, round_number, number), position, inserts=False)


@vary_on_headers("HX-Request")
def insert_hand(request: HttpRequest, slug: str, round_number: int, number: int, position: int) -> HttpResponse:
    """Put an entry that was forgotten before another one."""
    return _answer(request, get_table(request, slug, round_number, number), position, inserts=True)


def _answer(request: HttpRequest, table: Table, position: int, *, inserts: bool) -> HttpResponse:
    rights = find_visitor(request, table).rights
    right = name_correction_right(table.event)
    if not may_correct(table.event, rights) and not (right is None and "correct" in rights):
        raise PermissionDenied
    state = read_table(table)
    place = find_place(state, position, inserts=inserts)
    if place is None:
        raise Http404
    may_rule = "rule" in rights
    if not may_rule and place.facts is not None and name_right([place.facts]) == "rule":
        raise PermissionDenied
    if right is None:
        return _refuse_final(request, state, place)
    if request.method != "POST":
        kind = OFF if "off" in request.GET and not inserts else ""
        page = make_forms(state, place, may_rule=may_rule, kind=kind)
        seen = _look(state, place, page, make_plan(state, place, None, {})) if kind else Seen()
        return _render(request, state, place, page, seen)
    return _take(request, state, place, may_rule=may_rule, right=right)


def _take(
    request: HttpRequest, state: TableState, place: CorrectedPlace, *, may_rule: bool, right: str
) -> HttpResponse:
    """Do what the form asks for."""
    data = request.POST.copy()
    action = data.get("action", "save")
    if action in (MISDEAL, PASSED_OUT):
        data["kind"] = action
    elif action not in ("save", "preview"):
        raise SuspiciousOperation("a form of this page sends no such action")
    page = make_forms(state, place, may_rule=may_rule, data=data)
    by = _name_actor(request)
    if action == "save":
        return _save(request, state, place, page, by=by, right=right)
    seen = _look(state, place, page, _plan(state, place, page, by=by))
    if wants_part(request):
        return render(request, "league/correction.html#effects", _describe_seen(page, seen))
    return _render(request, state, place, page, seen)


def _save(
    request: HttpRequest, state: TableState, place: CorrectedPlace, page: CorrectionForms, *, by: str, right: str
) -> HttpResponse:
    plan = _plan(state, place, page, by=by)
    if plan is None:
        return _render(request, state, place, page, _look(state, place, page, None), status=REFUSED)
    said = page.correction.cleaned_data
    try:
        writer = get_writer(request, state.table, right=right)
        correct_sheet(
            state.table,
            plan.changes,
            seen=said["seen"],
            key=said["key"],
            reason=said["reason"],
            inserted=place.position if place.is_new else None,
            **writer,
        )
    except (ChangeRefusedError, LaterIllegalError):
        add_faults(page.correction, {"": [_("Not saved: something on the sheet would not be possible. See below.")]})
    except RefusedError as refused:
        add_faults(page.correction, refused.messages)
    except CONFLICTS as conflict:
        return _tell_conflict(request, state.table, place, page, conflict)
    else:
        messages.success(request, _("Corrected. What stood there before is kept in the history."))
        return SeeOther(_url("table", state.table))
    return _render(request, state, place, page, _look(state, place, page, plan), status=REFUSED)


def _plan(state: TableState, place: CorrectedPlace, page: CorrectionForms, *, by: str) -> Plan | None:
    """The changes that the forms say; None where a form cannot be read. The rules' faults are put at their inputs."""
    if not all([form.is_valid() for form in page.list_needed()]):  # noqa: C419 - each of them is to find its faults
        return None
    facts: Facts | None = read_facts(state, place, page, by=by)
    plan = make_plan(state, place, facts, page.data or {})
    if page.kind == HAND:
        page.deal.add_violations(plan.refused.get(place.position, ()))
    for choice in plan.choices:
        if choice.form is not None and choice.form.is_bound:
            choice.form.add_violations(plan.refused.get(choice.position, ()))
    return plan


def _look(state: TableState, place: CorrectedPlace, page: CorrectionForms, plan: Plan | None) -> Seen:
    """What the page shows before anything is saved; None is the plan of forms that cannot be read."""
    if plan is None:
        texts = [str(text) for form in page.list_needed() for found in form.errors.values() for text in found]
        return Seen(faults=tuple(texts))
    if place.position in plan.refused:
        faults = plan.refused[place.position]
        texts = [page.deal.word_fault(fault) for fault in faults]
        if all(fault.code in page.deal.unfinished for fault in faults):
            return Seen(missing=texts[0])
        return Seen(faults=tuple(texts))
    try:
        effects = find_effects(state.table, plan.changes, inserted=place.position if place.is_new else None)
    except GameGoesOnError as refused:
        return Seen(plan=plan, faults=tuple(text for found in refused.messages.values() for text in found))
    except RefusedError as refused:
        return Seen(plan=plan, missing=" ".join(text for found in refused.messages.values() for text in found))
    return Seen(plan=plan, effects=word_effects(state.table.event, effects, state.names))


def _tell_conflict(
    request: HttpRequest, table: Table, place: CorrectedPlace, page: CorrectionForms, conflict: Exception
) -> HttpResponse:
    """Come back with the sheet as it is now and with what was pressed; saved again, it counts for that sheet."""
    state = read_table(get_table(request, table.event.slug, table.round.number, table.number))
    now = find_place(state, place.position, inserts=place.is_new)
    if isinstance(conflict, ResultsFinalError):
        return _refuse_final(request, state, place)
    if isinstance(conflict, KeyReusedError):
        notice = word_key_reused(state, conflict)
    else:
        newer = conflict.newer if isinstance(conflict, SheetChangedError) else ()
        notice = word_sheet_changed(state, newer)
    if now is None:
        messages.warning(request, f"{notice.title} {notice.text}")
        return SeeOther(_url("table", table))
    data = QueryDict(mutable=True) if page.data is None else page.data.copy()
    data["seen"] = str(len(state.records))
    may_rule = "rule" in find_visitor(request, table).rights
    fresh = make_forms(state, now, may_rule=may_rule, data=data)
    if isinstance(conflict, KeyReusedError):
        data["key"] = str(make_forms(state, now, may_rule=may_rule).correction["key"].value())
    seen = _look(state, now, fresh, _plan(state, now, fresh, by=_name_actor(request)))
    return _render(request, state, now, fresh, seen, notice=notice, status=CONFLICT)


def _refuse_final(request: HttpRequest, state: TableState, place: CorrectedPlace) -> HttpResponse:
    context = _describe(state, place) | {"notice": word_final()}
    status = CONFLICT if request.method == "POST" else 200
    return render(request, "league/correction.html", context, status=status)


def _name_actor(request: HttpRequest) -> str:
    actor = get_actor(request)
    return actor.get_full_name() or actor.get_username()


def _render(
    request: HttpRequest,
    state: TableState,
    place: CorrectedPlace,
    page: CorrectionForms,
    seen: Seen,
    *,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    context = _describe(state, place) | _describe_forms(state, place, page) | _describe_seen(page, seen)
    return render(request, "league/correction.html", context | {"notice": notice}, status=status)


def _describe(state: TableState, place: CorrectedPlace) -> dict[str, Any]:
    table = state.table
    return {
        "table": table,
        "event": table.event,
        "game": state.game,
        "place": place,
        "crumbs": [
            *list_crumbs(table, is_here=False),
            ("", place.title if place.is_new else _("Change: %(hand)s") % {"hand": place.title}),
        ],
        "url": _url("hand-insert" if place.is_new else "hand", table, place.position),
        "table_url": _url("table", table),
        "before_url": _url("hand-insert", table, place.position),
        "after_url": _url("hand-insert", table, place.position + 1) if place.is_last else "",
    }


def _describe_forms(state: TableState, place: CorrectedPlace, page: CorrectionForms) -> dict[str, Any]:
    return {
        "form": page.deal,
        "correction": page.correction,
        "ruling": page.ruling,
        "dealer": state.names.get(page.deal.state.dealer, ""),
        "deal_template": [f"league/deal/{state.table.event.game}.html", "league/deal/any.html"],
        "filled": {name for name in page.deal.fields if page.deal[name].value() not in _NOTHING},
    }


def _describe_seen(page: CorrectionForms, seen: Seen) -> dict[str, Any]:
    return {
        "effects": seen.effects,
        "faults": seen.faults,
        "missing": seen.missing,
        "choices": seen.plan.choices if seen.plan else [],
        "takes_all_off": page.data is not None and ALL_LATER in page.data,
    }


def _url(name: str, table: Table, *more: int) -> str:
    return reverse(f"league:{name}", args=[table.event.slug, table.round.number, table.number, *more])
