"""Into which event a file goes that names none of those there are: the same one each time the same is asked."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, League
from league.models.event import EntryKind
from league.names import LONGEST_NAME, tidy_name
from league.services.faults import RefusedError
from league.services.importing import NewEvent
from league.services.setup import check_name
from rules.catalog import GAMES

FIRST_LEAGUE = "My league"

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class EventWish(Struct, frozen=True, kw_only=True):
    """An event that is to be made unless it is there: its game, and short names of its league and of itself or ""."""

    game: str
    league: str = ""
    slug: str = ""


def choose_event(wish: EventWish, *, name: str, fallback: str) -> Event | NewEvent:
    """The event of that short name (or, without one, of that name and game in the league), else one to be made.

    `name` is what the file calls it, `fallback` what it is called where the file does not say. Raises RefusedError.
    """
    if wish.slug:
        there = Event.objects.select_related("league").filter(slug=wish.slug).first()
        if there is not None:
            _check_there(there, wish)
            return there
        if not _SLUG.fullmatch(wish.slug) or len(wish.slug) > 70:
            text = _("“%(slug)s” cannot be a short name: take small letters, digits and single hyphens, at most 70.")
            raise RefusedError({"event": [text % {"slug": wish.slug}]})
    league = _choose_league(wish.league)
    name = check_name(name or tidy_name(fallback)[:LONGEST_NAME] or wish.slug)
    if league is not None and not wish.slug:
        events = list(league.events.select_related("league").filter(name=name, game=wish.game)[:2])
        if len(events) > 1:
            text = _("There are several events called “%(name)s” in this league: say which by its short name.")
            raise RefusedError({"event": [text % {"name": name}]})
        if events:
            return events[0]
    return NewEvent(league=league, league_name=FIRST_LEAGUE, name=name, slug=wish.slug)


def check_game(game: str) -> None:
    """Raise RefusedError for a game that is not in the catalogue."""
    if game not in GAMES:
        raise RefusedError({"game": [_("There is no such game here: %(known)s.") % {"known": ", ".join(GAMES)}]})


def _check_there(event: Event, wish: EventWish) -> None:
    if wish.league and event.league.slug != wish.league:
        text = _("The event “%(slug)s” belongs to the league “%(league)s”.")
        raise RefusedError({"league": [text % {"slug": event.slug, "league": event.league.slug}]})
    if event.game != wish.game:
        text = _("The event “%(slug)s” is there already and plays %(game)s.")
        raise RefusedError({"game": [text % {"slug": event.slug, "game": event.game}]})
    if event.entry_kind == EntryKind.TEAM:
        raise RefusedError({"event": [_("Teams meet in this event: enter its results at the tables of its fixtures.")]})


def _choose_league(slug: str) -> League | None:
    """The league of that short name; without one the only league there is, None where there is none yet."""
    slugs = list(League.objects.order_by("slug").values_list("slug", flat=True))
    words = {"slug": slug, "known": ", ".join(slugs)}
    if slug and slug not in slugs:
        raise RefusedError({"league": [_("There is no league “%(slug)s”. There are: %(known)s.") % words]})
    if not slug and len(slugs) > 1:
        raise RefusedError({"league": [_("There are several leagues: say which with --league. %(known)s") % words]})
    return League.objects.filter(slug=slug or (slugs[0] if slugs else "")).first()
