"""Enter teams in an event, in divisions, and say how they meet in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Division, Entry, Event, Match, Team
from league.models.event import EntryKind
from league.services.audit import write_audit
from league.services.faults import RefusedError, word_stage_refusal
from league.services.locking import lock_event
from league.services.results import move_revision
from league.services.setup import check_name
from league.services.squads import sync_entry_players
from scoring.team_rules import TeamRules

MOST_DIVISIONS = 30


class NewDivision(Struct, frozen=True, kw_only=True):
    """A division as it is to be: how many of it go up and down at the end."""

    name: str
    promoted: int = 0
    relegated: int = 0


def set_team_rules(event: Event, rules: TeamRules, *, by: User | None, source: str) -> None:
    """Say how teams meet from now on; matches that have begun stay as they are. Raises RefusedError."""
    if rules.fewest_pairs > rules.pairs:
        text = _("No more pairs can be demanded than a team fields: %(pairs)s.")
        raise RefusedError({"fewest_pairs": [text % {"pairs": rules.pairs}]})
    with transaction.atomic():
        _lock(event)
        old = event.team_rules
        event.team_rules = msgspec.to_builtins(rules)
        if event.team_rules == msgspec.to_builtins(msgspec.convert(old, TeamRules)):
            return
        event.save(update_fields=["team_rules"])
        event.matches.filter(tables__isnull=True, end="").update(games=rules.match_games)
        detail = {"name": event.name, "rules": event.team_rules, "old": {"rules": old}}
        write_audit(event.league, "team_rules_set", by=by, source=source, event=event, detail=detail, rows=[event])
        move_revision(event)


def set_divisions(event: Event, divisions: Sequence[NewDivision], *, by: User | None, source: str) -> list[Division]:
    """Let an event have these divisions, from the highest on; entries stay in the division of the same number.

    Raises RefusedError for a name that is empty or stands twice, and where a division to go has entries.
    """
    _check_divisions(divisions)
    with transaction.atomic():
        _lock(event)
        surplus = event.divisions.filter(number__gt=len(divisions))
        if full := surplus.filter(entries__isnull=False).first():
            text = _("%(division)s has teams: put them into another division first.")
            raise RefusedError({"divisions": [text % {"division": full}]})
        surplus.delete()
        rows = []
        for number, wanted in enumerate(divisions, start=1):
            values = {"name": check_name(wanted.name), "promoted": wanted.promoted, "relegated": wanted.relegated}
            row, _made = Division.objects.update_or_create(event=event, number=number, defaults=values)
            rows.append(row)
        detail = {"divisions": msgspec.to_builtins(list(divisions)), "names": [row.name for row in rows]}
        write_audit(event.league, "divisions_set", by=by, source=source, event=event, detail=detail, rows=rows)
        move_revision(event)
    return rows


def enter_teams(
    event: Event, teams: Iterable[Team], *, by: User | None, source: str, division: Division | None = None
) -> list[Entry]:
    """Enter teams, with their squads of the event's season; a team that is entered changes its division.

    Raises RefusedError, also for a change of division once matches of the team were played.
    """
    with transaction.atomic():
        _lock(event)
        _check_of_event(event, division)
        entries = [_enter(event, team, division) for team in teams]
        if entries:
            names = [entry.name for entry in entries]
            detail = {"names": names, "division": division.name if division else ""}
            write_audit(event.league, "teams_entered", by=by, source=source, event=event, detail=detail, rows=entries)
            move_revision(event)
    return entries


def remove_entry(entry: Entry, *, by: User | None, source: str) -> None:
    """Take a team out of an event for which nothing is fixed yet. Raises RefusedError where it has matches."""
    event = entry.event
    with transaction.atomic():
        _lock(event)
        if _find_matches(entry).exists() or entry.seats.exists():
            text = _("%(team)s has fixtures: withdraw it, so that what it played stays.")
            raise RefusedError({"": [text % {"team": entry}]})
        name = entry.name
        entry.players.clear()
        entry.delete()
        write_audit(event.league, "entry_removed", by=by, source=source, event=event, detail={"name": name})
        move_revision(event)


def check_teams_meet(event: Event) -> None:
    """Raise RefusedError where an event is none of teams, or closed."""
    if event.entry_kind != EntryKind.TEAM:
        raise RefusedError({"": [_("This event is not one of teams.")]})
    if not event.is_open:
        raise RefusedError({"": [word_stage_refusal(event.stage)]})


def _lock(event: Event) -> None:
    lock_event(event)
    check_teams_meet(event)


def _find_matches(entry: Entry) -> QuerySet[Match]:
    return entry.event.matches.filter(Q(first=entry) | Q(second=entry))


def _enter(event: Event, team: Team, division: Division | None) -> Entry:
    if team.league_id != event.league_id:
        raise RefusedError({"teams": [_("%(team)s belongs to another league.") % {"team": team}]})
    values = {"team": team, "name": team.name, "division": division}
    entry, is_new = Entry.objects.get_or_create(event=event, players_key=f"t{team.pk}", defaults=values)
    if not is_new and entry.division != division:
        if _find_matches(entry).filter(tables__isnull=False).exists():
            text = _("%(team)s has played in %(division)s: it stays there for this season.")
            words = {"team": team, "division": entry.division or _("its division")}
            raise RefusedError({"teams": [text % words]})
        entry.division = division
        entry.save(update_fields=["division"])
    sync_entry_players(entry)
    return entry


def _check_of_event(event: Event, division: Division | None) -> None:
    if division is not None and division.event_id != event.pk:
        raise RefusedError({"division": [_("That division belongs to another event.")]})


def _check_divisions(divisions: Sequence[NewDivision]) -> None:
    faults: list[str] = []
    if len(divisions) > MOST_DIVISIONS:
        faults.append(_("There can be %(most)s divisions at most.") % {"most": MOST_DIVISIONS})
    seen: set[str] = set()
    for division in divisions:
        name = check_name(division.name)
        if name in seen:
            faults.append(_("Two divisions cannot both be called %(name)s.") % {"name": name})
        seen.add(name)
    if divisions and divisions[0].promoted:
        text = _("Nobody goes up from the highest division: write 0 for %(division)s.")
        faults.append(text % {"division": divisions[0].name})
    if divisions and divisions[-1].relegated:
        text = _("Nobody goes down from the lowest division: write 0 for %(division)s.")
        faults.append(text % {"division": divisions[-1].name})
    for upper, lower in pairwise(divisions):
        if upper.relegated != lower.promoted:
            text = _("%(down)s go down from %(upper)s, but %(up)s come up from %(lower)s: make both the same.")
            words = {"down": upper.relegated, "upper": upper.name, "up": lower.promoted, "lower": lower.name}
            faults.append(text % words)
    if faults:
        raise RefusedError({"divisions": faults})
