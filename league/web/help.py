"""Help pages: how each game is scored here. Open to everybody; an event's own house rules are shown on its game's."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import find_events
from league.help_pages import LANGUAGES, HelpPage, read_page
from league.models import Event
from league.web.forms import word_house_rules
from rules.catalog import GAMES
from scoring.declared import list_house_rules


@require_safe
def list_games(request: HttpRequest) -> HttpResponse:
    """Every game that can be played here."""
    games = [(key, _(kind.title), [_(title) for title in kind.preset_titles.values()]) for key, kind in GAMES.items()]
    return render(request, "league/games.html", {"games": games, "crumbs": [("", _("Games"))]})


@require_safe
def show_game(request: HttpRequest, key: str) -> HttpResponse:
    """How a game is scored; `?event=` is the short name of an event whose house rules are to be shown."""
    if key not in GAMES:
        raise Http404
    event = _find_event(request, key)
    page = _read_page(key, event)
    context: dict[str, Any] = {
        "key": key,
        "page": page,
        "is_foreign": page.language != _find_language(),
        "event": event,
        "crumbs": _list_crumbs(key, event),
        "games": [(other, _(kind.title)) for other, kind in GAMES.items() if other != key],
    }
    if event is not None:
        game = event.rules
        context |= {"preset_title": _(game.preset_titles[event.preset]), "house_rules": word_house_rules(game)}
    return render(request, "league/game.html", context)


def _find_event(request: HttpRequest, key: str) -> Event | None:
    """The event that the address names, if the visitor may see it; a wrong name only leaves its house rules out."""
    slug = request.GET.get("event", "")
    if not slug or "\0" in slug:
        return None
    return find_events(request.user).filter(slug=slug, game=key).first()


def _read_page(key: str, event: Event | None) -> HelpPage:
    rules = {}
    if event is not None:
        game = event.rules
        rules = {field.name: getattr(game, field.name) for field in list_house_rules(type(game))}
    return read_page(key, language=_find_language(), rules=rules)


def _find_language() -> str:
    return (get_language() or LANGUAGES[0]).partition("-")[0]


def _list_crumbs(key: str, event: Event | None) -> list[tuple[str, str]]:
    title = _(GAMES[key].title)
    if event is None:
        return [(reverse("league:games"), _("Games")), ("", title)]
    return [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        ("", title),
    ]
