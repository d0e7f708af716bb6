"""Choose how the rounds go: the formats with what each gives, the plan with its fairness, and then taking it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Event, Player
from league.models.event import EntryKind
from league.models.planning import Format
from league.models.record import Source
from league.plan_options import Couple, PlayerOptions, list_formats
from league.plan_words import FORMAT_WORDS, name_players, say_report, word_warnings
from league.selectors.attendance import list_here
from league.selectors.plans import find_plan
from league.selectors.upcoming import find_standing
from league.services.faults import RefusedError
from league.services.plans import PlanChangedError, take_plan
from league.services.player_plans import Proposal, choose_rounds, propose_plan
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_event
from league.web.plan_again import repeat_settings
from league.web.plan_form import COUPLE_WAYS, PlanForm, draw_seed
from league.web.plan_page import compare_reports, make_grid, show_round
from league.wording import join_names

#: Formats whose rounds are known at once where none has been played: what they give is counted for the choice.
COUNTED = (Format.ROTATION, Format.ARITHMETIC, Format.SIZES)


def choose_plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The formats, then the plan that was asked for; sent by POST it is taken."""
    event = get_event(request, slug, right="set_up")
    people = list(event.league.players.filter(same_as=None))
    data = request.POST if request.method == "POST" else request.GET
    begun = repeat_settings(find_plan(event), list_here(event, find_standing(event).opened + 1))
    sent = data if "format" in data else None
    form = PlanForm(sent, event=event, people=people, rounds=choose_rounds(event), begun=begun)
    proposal, status = None, 200
    if form.is_bound and form.is_valid():
        try:
            proposal = propose_plan(event, format=Format(form.cleaned_data["format"]), options=form.read_options())
            if request.method == "POST":
                _take(request, event, proposal)
                messages.success(request, _("The plan stands. Open the next round when everybody is ready."))
                return SeeOther(reverse("league:plan", args=[event.slug]))
        except PlanChangedError:
            text = _("Meanwhile somebody took another plan or opened a round. This is what it would be now.")
            form.add_error(None, text)
            proposal, status = (
                propose_plan(event, format=Format(form.cleaned_data["format"]), options=form.read_options()),
                CONFLICT,
            )
        except RefusedError as refused:
            add_faults(form, refused.messages)
            status = REFUSED
    elif form.is_bound:
        status = REFUSED
    gone = () if form.is_bound else begun.gone
    return _render(request, event, form, people, proposal, gone=gone, status=status)


def _take(request: HttpRequest, event: Event, proposal: Proposal) -> None:
    take_plan(
        event,
        proposal.plan,
        seen_version=_read_number(request.POST.get("seen_version")),
        seen_round=_read_number(request.POST.get("seen_round")),
        reason=request.POST.get("reason", ""),
        by=get_actor(request),
        source=Source.WEB,
    )


def _read_number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 6 else 0


def _render(
    request: HttpRequest,
    event: Event,
    form: PlanForm,
    people: list[Player],
    proposal: Proposal | None,
    *,
    gone: Sequence[Couple],
    status: int,
) -> HttpResponse:
    names = name_players(event) if gone else {}
    number = find_standing(event).opened + 1
    here = set(list_here(event, number).people)
    chosen = {int(pk) for pk in form.sent.getlist("players") if pk.isdecimal()}
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "is_for_players": event.entry_kind == EntryKind.PLAYER,
        "stands": find_plan(event),
        "number": number,
        "here": len(here),
        "formats": _list_formats(event, form, rounds=choose_rounds(event)),
        "people": [(each, each.pk in (chosen or here)) for each in people],
        "couples": _list_couples(form),
        "gone": [join_names([names.get(who, "") for who in couple]) for couple in gone],
        "couple_ways": list(COUPLE_WAYS.items()),
        "shown": _describe(event, form, proposal) if proposal else None,
        "reason": request.POST.get("reason", ""),
        "crumbs": [
            (reverse("league:event", args=[event.slug]), event.name),
            (reverse("league:plan", args=[event.slug]), _("Plan of the rounds")),
            ("", _("How should the rounds go?")),
        ],
    }
    return render(request, "league/plan_new.html", context, status=status)


def _list_formats(event: Event, form: PlanForm, *, rounds: int) -> list[dict[str, Any]]:
    """The formats in order, each with a sentence: what it gives, where that can be counted at once."""
    asked = form.sent.get("format")
    formats = list_formats(event)
    shown = []
    for format in formats:
        sentence = "" if form.is_bound or format not in COUNTED else _count(event, format, rounds)
        shown.append(
            {
                "value": format.value,
                "title": format.label,
                "words": FORMAT_WORDS[format],
                "sentence": sentence,
                "is_first": format == formats[0],
                "is_chosen": format.value == (asked or formats[0].value),
            }
        )
    return shown


def _count(event: Event, format: Format, rounds: int) -> str:
    if find_standing(event).opened:
        return ""  # going on from rounds that were played is a search of seconds
    try:
        proposal = propose_plan(event, format=format, options=PlayerOptions(rounds=rounds))
    except RefusedError as refused:
        return " ".join(text for texts in refused.messages.values() for text in texts)
    return _say(proposal)


def _say(proposal: Proposal) -> str:
    rounds = proposal.plan.rounds
    seats = sum(len(table.seats) for table in rounds[0].tables) if rounds else 0
    return say_report(proposal.plan.report, seats=seats)


def _list_couples(form: PlanForm) -> list[tuple[int, int, int, str]]:
    couples = form.list_couples()
    rows = [*couples, (0, 0, "apart")][: form.room]
    return [(at, *row) for at, row in enumerate(rows)]


def _describe(event: Event, form: PlanForm, proposal: Proposal) -> dict[str, Any]:
    """The plan to look at, and what the form that takes it sends."""
    names = name_players(event)
    rounds, report = proposal.plan.rounds, proposal.report
    return {
        "title": Format(proposal.plan.format).label,
        "sentence": _say(proposal) if report else FORMAT_WORDS[proposal.plan.format],
        "warnings": word_warnings(proposal.plan.report),
        "compared": compare_reports(proposal.before, report) if report else [],
        "has_before": proposal.before is not None,
        "rounds": [show_round(event, each, names) for each in rounds],
        "grid": make_grid(event, rounds, names),
        "seen_version": proposal.seen_version,
        "seen_round": proposal.seen_round,
        "sent": list(form.list_sent()),
        "again": _make_again(form),
    }


def _make_again(form: PlanForm) -> str:
    """The address of the same plan with other lots."""
    query = form.sent.copy()
    query["seed"] = str(draw_seed())
    for name in ("csrfmiddlewaretoken", "reason", "seen_version", "seen_round"):
        query.pop(name, None)
    return f"?{query.urlencode()}"
