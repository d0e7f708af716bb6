"""The words for calls: who calls, from where, since when. Shared by the board and the page that answers a call."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Call, Event, Table
from league.wording import name_side


def word_minutes(age: datetime.timedelta) -> str:
    """How long ago something was, in whole minutes."""
    minutes = max(int(age.total_seconds()) // 60, 0)
    if minutes == 0:
        return _("just now")
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def name_caller(call: Call, players: Mapping[str, str]) -> str:
    """Who called: the side whose phone it was, with its players, and who was logged in. `players` are those by side."""
    who = (call.raised_by.get_full_name() or call.raised_by.get_username()) if call.raised_by else ""
    side = name_side(call.side, players) if call.side else ""
    players_of = players.get(call.side, "")
    return " · ".join(part for part in (side, players_of if players_of != side else "", who) if part) or _(
        "a phone there"
    )


def name_place(table: Table) -> str:
    """Where a table stands, in words."""
    return _("Round %(round)s, table %(table)s") % {"round": table.round.number, "table": table.number}


def list_crumbs(event: Event) -> list[tuple[str, str]]:
    """The way to the board of an event."""
    return [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        (reverse("league:board", args=[event.slug]), _("Board")),
    ]
