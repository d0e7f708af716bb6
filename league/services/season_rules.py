"""Set what a season is called, how it ranks, and which evening makes up for another."""

from __future__ import annotations

import datetime

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.models import Event, Season
from league.services.audit import write_audit
from league.services.days import check_days
from league.services.faults import RefusedError
from league.services.locking import lock_event
from league.services.results import move_revision
from league.services.setup import check_name
from rules.game import fill
from scoring.season_rules import SeasonRules, find_season_faults


def set_season_rules(season: Season, rules: SeasonRules, *, by: User | None, source: str) -> bool:
    """Let a season rank by these rules; the old ones stay in the log. Says whether anything was changed.

    Raises RefusedError for rules with faults.
    """
    faults: dict[str, list[str]] = {}
    for fault in find_season_faults(rules):
        faults.setdefault(fault.field, []).append(fill(_(fault.template), fault.values))
    if faults:
        raise RefusedError(faults)
    built = msgspec.json.decode(msgspec.json.encode(rules))
    with transaction.atomic():
        season.refresh_from_db(from_queryset=Season.objects.select_for_update(no_key=True))
        old = season.standing_rules
        if old == built:
            return False
        season.standing_rules = built
        season.save(update_fields=["standing_rules"])
        detail = {"name": season.name, "rules": built, "old_rules": old}
        write_audit(season.league, "season_rules_set", by=by, source=source, detail=detail)
        move_season(season)
    return True


def edit_season(
    season: Season,
    *,
    name: str,
    by: User | None,
    source: str,
    starts_on: datetime.date | None = None,
    ends_on: datetime.date | None = None,
) -> bool:
    """Change a season's name and days; its address stays. Says whether anything was changed. Raises RefusedError."""
    changes = {"name": check_name(name), "starts_on": starts_on, "ends_on": ends_on}
    check_days(starts_on=starts_on, ends_on=ends_on)
    if starts_on and ends_on and ends_on < starts_on:
        raise RefusedError({"ends_on": [_("The last day is before the first day.")]})
    with transaction.atomic():
        season.refresh_from_db(from_queryset=Season.objects.select_for_update(no_key=True))
        old = {field: getattr(season, field) for field, value in changes.items() if getattr(season, field) != value}
        if not old:
            return False
        for field in old:
            setattr(season, field, changes[field])
        season.save(update_fields=list(old))
        detail = {"name": season.name, "old": {field: str(value or "") for field, value in old.items()}}
        write_audit(season.league, "season_edited", by=by, source=source, detail=detail)
        move_season(season)
    return True


def move_season(season: Season) -> None:
    """Say that something changed of a season itself which its pages show."""
    Season.objects.filter(pk=season.pk).update(revision=F("revision") + 1)


def set_make_up(event: Event, of: Event | None, *, by: User | None, source: str) -> bool:
    """Let an evening count for another of its season; None: for itself. Says whether anything was changed.

    Raises RefusedError for an evening of another season, and for one that itself makes up for another.
    """
    with transaction.atomic():
        lock_event(event)
        if of is not None and (event.season_id is None or of.season_id != event.season_id or of.pk == event.pk):
            raise RefusedError({"makes_up": [_("Only another evening of the same season can be made up for.")]})
        if of is not None and (of.makes_up_id is not None or event.made_up_by.exists()):
            raise RefusedError({"makes_up": [_("That evening itself makes up for another, or is made up for.")]})
        if event.makes_up_id == (of.pk if of else None):
            return False
        event.makes_up = of
        event.save(update_fields=["makes_up"])
        detail = {"name": event.name, "of": of.name if of else ""}
        write_audit(event.league, "make_up_set", by=by, source=source, event=event, detail=detail, rows=[event])
        move_revision(event)
    return True
