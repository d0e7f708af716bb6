"""Teams of a league: make them, change them."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Entry, Event, League, Team
from league.names import LONGEST_NAME, make_name_key, tidy_name
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.results import move_revision
from league.services.setup import check_name


def create_team(league: League, *, name: str, by: User | None, source: str, venue: str = "") -> Team:
    """Add a team to a league. Raises RefusedError for a name that is empty, too long, or taken."""
    name, venue = check_name(name), _check_venue(venue)
    with transaction.atomic():
        League.objects.select_for_update(no_key=True).get(pk=league.pk)
        _check_free(league, name)
        team = Team.objects.create(league=league, name=name, name_key=make_name_key(name), venue=venue)
        detail = {"name": name, "venue": venue}
        write_audit(league, "team_created", by=by, source=source, detail=detail, rows=[team])
    return team


def edit_team(team: Team, *, name: str, venue: str, by: User | None, source: str) -> None:
    """Change a team's name, in all its events, and where it plays. Raises RefusedError."""
    name, venue = check_name(name), _check_venue(venue)
    with transaction.atomic():
        league = League.objects.select_for_update(no_key=True).get(pk=team.league_id)
        team.refresh_from_db()
        old = {"name": team.name, "venue": team.venue}
        if old == {"name": name, "venue": venue}:
            return
        _check_free(league, name, but=team)
        team.name, team.name_key, team.venue = name, make_name_key(name), venue
        team.save(update_fields=["name", "name_key", "venue"])
        _rename_entries(team)
        detail = {"name": name, "venue": venue, "old": old}
        write_audit(league, "team_edited", by=by, source=source, detail=detail, rows=[team])


def _rename_entries(team: Team) -> None:
    events = Event.objects.filter(entries__team=team).distinct().order_by("pk")
    for event in events:
        move_revision(event)
    Entry.objects.filter(team=team).update(name=team.name)


def _check_free(league: League, name: str, *, but: Team | None = None) -> None:
    others = league.teams.exclude(pk=but.pk) if but else league.teams.all()
    if others.filter(name_key=make_name_key(name)).exists():
        raise RefusedError({"name": [_("The league has a team of this name: %(name)s.") % {"name": name}]})


def _check_venue(venue: str) -> str:
    tidy = tidy_name(venue)
    if len(tidy) > LONGEST_NAME:
        raise RefusedError({"venue": [_("A place has at most %(most)s characters.") % {"most": LONGEST_NAME}]})
    return tidy
