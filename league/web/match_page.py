"""One match with its games, and the rulings on it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.access import list_rights
from league.models import Event
from league.models.planning import MatchEnd
from league.models.record import Source
from league.selectors.match_plans import find_match_plan
from league.selectors.matches import MatchState, find_match
from league.services.faults import RefusedError
from league.services.matches import GOES_ON, add_game, end_match, take_back_end
from league.web.answers import REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_event
from league.web.match_cards import describe_match, word_ends
from league.web.matches import make_crumbs


class EndForm(forms.Form):
    """How a match ended other than by its games, in words with the names of the two."""

    end = forms.ChoiceField(label=gettext_lazy("How did it end?"), widget=forms.RadioSelect, required=False)
    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("Everybody reads the reason."),
        max_length=500,
        required=False,
    )

    def __init__(self, data: Any, state: MatchState) -> None:
        super().__init__(data, auto_id="end_%s")
        end = self.fields["end"]
        assert isinstance(end, forms.ChoiceField)
        end.choices = list_ends(state)


class ReasonForm(forms.Form):
    """Why a ruling is taken back."""

    reason = forms.CharField(label=gettext_lazy("Why?"), max_length=500, required=False)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="back_%s")


def list_ends(state: MatchState) -> list[tuple[str, str]]:
    """What can be ruled of a match now."""
    words = word_ends(state)
    return [(end.value, text) for end, text in words.items() if state.status == "level" or end not in GOES_ON]


def show_match(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """Show a match; an admin rules on it."""
    if request.method != "POST":
        event = get_event(request, slug)
        return _render(request, event, _get_state(event, round_number, number))
    event = get_event(request, slug, right="rule")
    state = _get_state(event, round_number, number)
    action = request.POST.get("action")
    if action not in ("end", "back", "game"):
        raise SuspiciousOperation("a form of this page sends no such action")
    form = EndForm(request.POST, state) if action == "end" else ReasonForm(request.POST)
    if form.is_valid():
        try:
            _act(request, state, action, form)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return SeeOther(reverse("league:match", args=[slug, round_number, number]))
    return _render(request, event, state, **{"end_form" if action == "end" else "back_form": form})


def _act(request: HttpRequest, state: MatchState, action: str, form: forms.Form) -> None:
    writer: dict[str, Any] = {"by": get_actor(request), "source": Source.WEB}
    if action == "end":
        end = MatchEnd(form.cleaned_data["end"])
        end_match(state.match, end, reason=form.cleaned_data["reason"], **writer)
        messages.success(request, _("The ruling is written down."))
    elif action == "back":
        take_back_end(state.match, reason=form.cleaned_data["reason"], **writer)
        messages.success(request, _("The ruling is taken back."))
    else:
        add_game(state.match, **writer)
        messages.success(request, _("One more game decides."))


def _get_state(event: Event, round_number: int, number: int) -> MatchState:
    state = find_match(event, round_number, number)
    if state is None:
        raise Http404
    return state


def _render(
    request: HttpRequest,
    event: Event,
    state: MatchState,
    *,
    end_form: forms.Form | None = None,
    back_form: forms.Form | None = None,
) -> HttpResponse:
    may_rule = "rule" in list_rights(request.user, league=event.league) and event.is_open
    can_end = state.first is not None and state.second is not None and state.status != "unneeded"
    shown = describe_match(event, state, find_match_plan(event))
    title = _("Round %(round)s, match %(match)s") % {"round": shown["round"], "match": shown["number"]}
    context = {
        "event": event,
        "title": title,
        "crumbs": make_crumbs(event, title),
        "match": shown,
        "games": state.match.games,
        "counts_best": state.match.counts_best,
        "end_form": (end_form or EndForm(None, state)) if may_rule and can_end and not state.match.end else None,
        "back_form": (back_form or ReasonForm()) if may_rule and state.match.end else None,
        "may_add_game": may_rule and state.status == "level",
    }
    faults = any(form is not None and form.errors for form in (end_form, back_form))
    return render(request, "league/match.html", context, status=REFUSED if faults else 200)
