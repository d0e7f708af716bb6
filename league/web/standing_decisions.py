"""Adjustments of an event's standings, and ties: everybody reads them, who may rule writes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from secrets import token_urlsafe
from typing import Any

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import has_right
from league.models import Adjustment, Event, TieDecision
from league.models.record import Source
from league.models.standing import TieWay
from league.selectors.event_ranking import EventRanking, rank_event
from league.selectors.people import name_entries
from league.selectors.tied_places import StandingDecision, list_decisions, list_tied
from league.services.adjustments import adjust_points, cancel_adjustment, counts_league_points
from league.services.event_decisions import TieDecidedError
from league.services.faults import RefusedError
from league.services.tie_decisions import cancel_decision, settle_tie
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_event
from league.web.standing_forms import AdjustmentForm, TieForm
from league.web.standing_words import write_amount


def show_decisions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show them, or do what a form of the page asks for."""
    if request.method != "POST":
        return _render(request, get_event(request, slug))
    action = ACTIONS.get(request.POST.get("action", ""))
    event = get_event(request, slug, right="rule")
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    return action(request, event)


def adjust(request: HttpRequest, event: Event) -> HttpResponse:
    """Give or take points. Raises Http404 for an entry of another event."""
    if request.POST.get("entry"):
        get_object_or_404(event.entries, pk=_read_number(request, "entry"))
    form = AdjustmentForm(request.POST, event=event)
    if form.is_valid():
        try:
            adjust_points(event, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, event, _("The points are adjusted."))
    return _render(request, event, adjustment_form=form, status=REFUSED)


def settle(request: HttpRequest, event: Event) -> HttpResponse:
    """Settle a tie as the form says."""
    named = request.POST.get("tied", "")
    ranked = rank_event(event)
    tied = next((tied for tied in list_tied(ranked) if _join(tied.entries) == named), None)
    if tied is None:
        text = _("These are not tied, or not any more: look at the standings as they are now.")
        return _render(request, event, notes=[text], status=REFUSED)
    form = TieForm(request.POST, entries=_name(ranked, tied.entries))
    if form.is_valid():
        try:
            settle_tie(event, **form.read_decision(), by=get_actor(request), source=Source.WEB)
        except TieDecidedError as decided:
            return _render(request, event, notes=decided.messages[""], status=CONFLICT)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, event, _("The tie is settled."))
    return _render(request, event, tie_forms={named: form}, status=REFUSED)


def take_back_adjustment(request: HttpRequest, event: Event) -> HttpResponse:
    """Cancel an adjustment."""
    found = get_object_or_404(event.adjustments, pk=_read_number(request, "adjustment"))
    return _cancel(request, event, lambda **by: cancel_adjustment(found, **by))


def take_back_decision(request: HttpRequest, event: Event) -> HttpResponse:
    """Cancel a decision on a tie."""
    found = get_object_or_404(event.tie_decisions, pk=_read_number(request, "decision"))
    return _cancel(request, event, lambda **by: cancel_decision(found, **by))


ACTIONS: dict[str, Callable[[HttpRequest, Event], HttpResponse]] = {
    "adjust": adjust,
    "settle": settle,
    "cancel-adjustment": take_back_adjustment,
    "cancel-decision": take_back_decision,
}


def _cancel(request: HttpRequest, event: Event, cancel: Callable[..., bool]) -> HttpResponse:
    try:
        cancel(reason=request.POST.get("reason", ""), by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        notes = [text for texts in refused.messages.values() for text in texts]
        return _render(request, event, notes=notes, status=REFUSED)
    return _tell(request, event, _("It is taken back."))


def _render(
    request: HttpRequest,
    event: Event,
    *,
    adjustment_form: AdjustmentForm | None = None,
    tie_forms: Mapping[str, TieForm] | None = None,
    notes: Iterable[str] = (),
    status: int = 200,
) -> HttpResponse:
    ranked = rank_event(event)
    may_rule = has_right(request.user, "rule", league=event.league)
    shows_names = has_right(request.user, "read_names", league=event.league)
    context = {
        "event": event,
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
            ("", _("Adjustments and ties")),
        ],
        "notes": list(notes),
        "may_rule": may_rule and event.stage != "final",
        "counts_league_points": counts_league_points(event),
        "adjustment_form": (adjustment_form or AdjustmentForm(event=event, initial={"key": token_urlsafe(12)})),
        "ties": [_describe_tie(ranked, tied.rank, tied.division, tied.entries, tie_forms or {})
                 for tied in list_tied(ranked) if tied.decision is None],
        "decisions": [_describe_decision(each, shows_names=shows_names)
                      for each in list_decisions(event, ranked)],
        "adjustments": [_describe_adjustment(row, shows_names=shows_names) for row in _list_adjustments(event)],
    }  # fmt: skip
    return render(request, "league/standing_decisions.html", context, status=status)


def _list_adjustments(event: Event) -> list[Adjustment]:
    """All that were made, the newest first; those that took one back stand with the one that they took back."""
    rows = event.adjustments.filter(cancels__isnull=True).select_related("entry", "made_by", "cancelled_by")
    made = list(rows.order_by("-pk"))
    name_entries(event, [row.entry for row in made if row.entry is not None])
    return made


def _describe_adjustment(row: Adjustment, *, shows_names: bool) -> dict[str, Any]:
    cancelled = getattr(row, "cancelled_by", None)
    return {
        "pk": row.pk,
        "entry": row.entry,
        "amount": write_amount(row.amount, row.unit),
        "reason": row.reason,
        "at": row.made_at,
        "by": _name_maker(row) if shows_names else "",
        "cancelled": cancelled.reason if cancelled else "",
    }


def _describe_decision(each: StandingDecision, *, shows_names: bool) -> dict[str, Any]:
    row = each.decision
    return {
        "pk": row.pk,
        "names": ", ".join(each.names),
        "way": TieWay(row.way).label,
        "reason": row.reason,
        "counts": each.counts,
        "is_replaced": each.is_replaced,
        "at": row.made_at,
        "by": _name_maker(row) if shows_names else "",
    }


def _name_maker(row: Adjustment | TieDecision) -> str:
    return (row.made_by.get_full_name() or row.made_by.get_username()) if row.made_by else ""


def _describe_tie(
    ranked: EventRanking, rank: int, division: str, entries: tuple[int, ...], forms: Mapping[str, TieForm]
) -> dict[str, Any]:
    names = _name(ranked, entries)
    joined = _join(entries)
    initial = {"key": token_urlsafe(12), "tied": joined, "seen": 0}
    return {
        "rank": rank,
        "division": division,
        "names": ", ".join(names.values()),
        "form": forms.get(joined) or TieForm(entries=names, initial=initial, prefix=None),
    }


def _name(ranked: EventRanking, entries: Iterable[int]) -> dict[int, str]:
    return {entry: ranked.inputs.names[entry] for entry in entries}


def _join(entries: Iterable[int]) -> str:
    return "-".join(map(str, sorted(entries)))


def _read_number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise SuspiciousOperation("the form of this page sends a number")
    return int(text)


def _tell(request: HttpRequest, event: Event, text: str) -> HttpResponse:
    messages.success(request, text)
    return SeeOther(reverse("league:standing-decisions", args=[event.slug]))
