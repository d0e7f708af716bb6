"""The page on which admins publish the results of an event, make them final and open them again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import has_right
from league.models import Event
from league.models.event import Stage
from league.models.record import Source
from league.selectors.tables import TableScore, list_tables
from league.services.faults import RefusedError
from league.services.stages import (
    ResultsMovedError,
    confirm_tables,
    finalise_event,
    publish_event,
    reopen_results,
)
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.events import describe_table_card
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_event
from league.web.stage_bar import describe_stage
from league.web.stage_forms import PublishForm, ReopenForm

#: The digits of the largest number that the database can hold as a revision.
LONGEST_REVISION = 19


def show_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where the results stand, or do what a form of the page asks for."""
    if request.method != "POST":
        return _render(request, get_event(request, slug, right="publish"))
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    return action(request, get_event(request, slug, right="reopen" if action is reopen else "publish"))


def publish(request: HttpRequest, event: Event) -> HttpResponse:
    """Publish the results for the window that was chosen."""
    form = _make_publish_form(event, request.POST)
    if not form.is_valid():
        return _render(request, event, publish_form=form, status=REFUSED)
    chosen = form.cleaned_data
    try:
        publish_event(
            event,
            window=chosen["window"],
            force_unconfirmed=chosen["confirm"],
            seen=chosen["seen"],
            by=get_actor(request),
            source=Source.WEB,
        )
    except ResultsMovedError as moved:
        return _render(request, event, notes=_list_texts(moved), status=CONFLICT)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return _render(request, event, publish_form=form, status=REFUSED)
    return _tell(request, event, _("The results are published."))


def finalise(request: HttpRequest, event: Event) -> HttpResponse:
    """End the correction window now."""
    try:
        finalise_event(event, by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        return _render(request, event, notes=_list_texts(refused), status=CONFLICT)
    return _tell(request, event, _("The results are final."))


def reopen(request: HttpRequest, event: Event) -> HttpResponse:
    """Open published results again, with the reason."""
    form = ReopenForm(request.POST)
    if form.is_valid():
        try:
            reopen_results(event, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, event, _("The results are open again."))
    return _render(request, event, reopen_form=form, status=REFUSED)


def confirm(request: HttpRequest, event: Event) -> HttpResponse:
    """Confirm every finished result as the page showed it."""
    seen = request.POST.get("seen", "")
    if not (seen.isascii() and seen.isdigit() and len(seen) <= LONGEST_REVISION):
        raise SuspiciousOperation("the form of this page says which revision it shows")
    finished = [score.table for score in list_tables(event) if score.is_finished]
    try:
        confirm_tables(finished, by=get_actor(request), source=Source.WEB, seen=int(seen))
    except RefusedError as refused:
        return _render(request, event, notes=_list_texts(refused), status=CONFLICT)
    return _tell(request, event, _("The results are confirmed."))


ACTIONS: dict[str, Callable[[HttpRequest, Event], HttpResponse]] = {
    "publish": publish,
    "finalise": finalise,
    "reopen": reopen,
    "confirm": confirm,
}


def _render(
    request: HttpRequest,
    event: Event,
    *,
    publish_form: PublishForm | None = None,
    reopen_form: ReopenForm | None = None,
    notes: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    event = get_event(request, event.slug, right="publish")
    tables = sorted(list_tables(event), key=lambda score: (score.table.round.number, score.table.number))
    stage = event.stage
    is_published = stage in (Stage.PUBLISHED, Stage.FINAL)
    may_reopen = has_right(request.user, "reopen", league=event.league)
    context = {
        "event": event,
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
            ("", _("Results")),
        ],
        "stage": describe_stage(event, shows_names=True),
        "rounds": [
            (number, [describe_table_card(score) for score in group])
            for number, group in groupby(tables, key=lambda score: score.table.round.number)
        ],
        "unfinished": _list_cards(score for score in tables if score.is_begun and not score.is_finished),
        "unconfirmed": _list_cards(score for score in tables if score.is_finished and not score.is_confirmed),
        "is_published": is_published,
        "has_results": any(score.is_finished for score in tables),
        "publish_form": None if is_published else publish_form or _make_publish_form(event),
        "may_finalise": stage == Stage.PUBLISHED,
        "reopen_form": (reopen_form or ReopenForm()) if is_published and may_reopen else None,
        "notes": notes or [],
    }
    return render(request, "league/results.html", context, status=status)


def _list_cards(scores: Iterable[TableScore]) -> list[dict[str, Any]]:
    return [describe_table_card(score) for score in scores]


def _make_publish_form(event: Event, data: Any = None) -> PublishForm:
    return PublishForm(data, usual=event.league.correction_window, revision=event.revision)


def _list_texts(refused: RefusedError) -> list[str]:
    return [text for texts in refused.messages.values() for text in texts]


def _tell(request: HttpRequest, event: Event, text: str) -> HttpResponse:
    messages.success(request, text)
    return SeeOther(reverse("league:results", args=[event.slug]))
