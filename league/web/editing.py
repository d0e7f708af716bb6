"""Change what was set up: a league, an event, a player's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models.record import Source
from league.services.editing import close_event, edit_event, edit_league, rename_player, reopen_event
from league.services.faults import RefusedError
from league.web.answers import REFUSED, SeeOther
from league.web.forms import EventEditForm, LeagueForm, PlayerForm, add_faults
from league.web.lookup import get_actor, get_event, get_league


def change_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Change a league's name, who sees it, how hands come in and how long results can be corrected."""
    league = get_league(request, slug, right="set_up")
    back = reverse("league:league", args=[slug])
    form = LeagueForm(request.POST or None, initial=model_to_dict(league, fields=tuple(LeagueForm.base_fields)))
    context = {"league": league, "title": _("Edit the league"), "crumbs": [(back, league.name), ("", _("Edit"))]}
    return _answer(request, form, context, back, lambda chosen: edit_league(league, **chosen))


def change_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Change a player's name."""
    league = get_league(request, slug, right="set_up")
    player = get_object_or_404(league.players, pk=number)
    back = reverse("league:players", args=[slug])
    form = PlayerForm(request.POST or None, initial={"name": player.name})
    context = {"league": league, "title": _("Rename the player"), "crumbs": [(back, _("Players")), ("", player.name)]}
    return _answer(request, form, context, back, lambda chosen: rename_player(player, **chosen))


def change_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Change an event's name and date; close it, or open it again."""
    event = get_event(request, slug, right="set_up")
    back = reverse("league:event", args=[slug])
    action = request.POST.get("action")
    if action in ("close", "open"):
        change = close_event if action == "close" else reopen_event
        try:
            change(event, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            messages.error(request, str(refused))
        return SeeOther(back)
    form = EventEditForm(request.POST or None, initial={"name": event.name, "held_on": event.held_on})
    context = {
        "league": event.league,
        "title": _("Edit the event"),
        "crumbs": [(back, event.name), ("", _("Edit"))],
        "results": reverse("league:results", args=[slug]),
    }
    if event.published_at is None:
        context |= {
            "action": "close" if event.is_open else "open",
            "action_words": _("Close the event") if event.is_open else _("Open the event again"),
            "action_help": _("Nothing can be entered in a closed event. It can be opened again."),
        }
    return _answer(request, form, context, back, lambda chosen: edit_event(event, **chosen))


def _answer(
    request: HttpRequest, form: forms.Form, context: dict[str, Any], back: str, change: Callable[[dict[str, Any]], None]
) -> HttpResponse:
    """Show the form, or store what was sent and go back."""
    if request.method == "POST" and form.is_valid():
        try:
            change({**form.cleaned_data, "by": get_actor(request), "source": Source.WEB})
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            messages.success(request, _("Saved."))
            return SeeOther(back)
    context |= {"form": form, "button": _("Save")}
    return render(request, "league/form.html", context, status=REFUSED if form.errors else 200)
