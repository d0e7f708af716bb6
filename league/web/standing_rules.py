"""The page on which an admin says how an event is ranked."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Event
from league.models.planning import Format
from league.models.record import Source
from league.selectors.event_rules import find_format, read_rules, read_usual_rules
from league.selectors.match_plans import has_bracket
from league.services.faults import RefusedError
from league.services.standing_rules import has_results, set_standing_rules
from league.web.answers import REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_event
from league.web.standing_rules_form import StandingRulesForm
from league.web.standing_words import join_figures
from scoring.standing_presets import credit_byes, list_presets
from scoring.standing_rules import StandingRules

USUAL = "usual"


def show_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form, filled in with the rules that hold or with a preset (`?preset=`), or set them."""
    event = get_event(request, slug, right="set_up")
    if request.method != "POST":
        rules = _find_preset(event, request.GET.get("preset", "")) or read_rules(event)
        return _render(request, event, _make_form(event, rules))
    action = request.POST.get("action", "")
    if action not in ("set", USUAL):
        raise SuspiciousOperation("a form of this page sends no such action")
    form = _make_form(event, read_rules(event), request.POST)
    if not form.is_valid() and action == "set":
        return _render(request, event, form, status=REFUSED)
    try:
        set_standing_rules(
            event,
            None if action == USUAL else form.read_rules(),
            substitute_credit=form.cleaned_data.get("substitute_credit"),
            reason=form.cleaned_data.get("reason", ""),
            despite_results=form.cleaned_data.get("despite_results", False),
            by=get_actor(request),
            source=Source.WEB,
        )
    except RefusedError as refused:
        add_faults(form, {form.name_field(field): texts for field, texts in refused.messages.items()})
        return _render(request, event, form, status=REFUSED)
    messages.success(request, _("The rules of the standings are set."))
    return SeeOther(reverse("league:event", args=[event.slug]))


def _make_form(event: Event, rules: StandingRules, data: object = None) -> StandingRulesForm:
    return StandingRulesForm(
        data, game=event.rules, rules=rules, credit=event.substitute_credit, has_bracket=has_bracket(event)
    )


def _find_preset(event: Event, code: str) -> StandingRules | None:
    if code == USUAL:
        return read_usual_rules(event)
    presets = list_presets(event.rules)
    if code not in presets:
        return None
    return credit_byes(presets[code][1]) if find_format(event) == Format.SWISS else presets[code][1]


def _render(request: HttpRequest, event: Event, form: StandingRulesForm, *, status: int = 200) -> HttpResponse:
    usual = read_usual_rules(event)
    context = {
        "event": event,
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
            ("", _("How it is ranked")),
        ],
        "form": form,
        "chosen": request.GET.get("preset", ""),
        "presets": [
            (code, _(preset.title), _(preset.help)) for code, (preset, _rules) in list_presets(event.rules).items()
        ],
        "usual_order": join_figures((usual.rank_by, *usual.tie_breaks)),
        "has_results": has_results(event),
    }
    return render(request, "league/standing_rules.html", context, status=status)
