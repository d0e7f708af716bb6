"""Change what was set up: a league, an event, a player's name. Each change leaves its old values in the log."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from league.models import Entry, Event, League, Player
from league.names import make_name_key
from league.services.audit import write_audit
from league.services.carried_warnings import lock_season, refold_tables
from league.services.days import check_days
from league.services.entries import name_entry
from league.services.faults import RefusedError, word_stage_refusal
from league.services.locking import lock_event, lock_event_and_tables
from league.services.ratings import drop_ratings
from league.services.results import move_revision
from league.services.setup import check_name, check_settings


def edit_league(
    league: League,
    *,
    name: str,
    is_public: bool,
    by: User | None,
    source: str,
    entry_way: str | None = None,
    correction_window: int | None = None,
    has_ratings: bool | None = None,
) -> None:
    """Change a league's name, who sees it, how hands come in, how long results can be corrected, who is rated.

    Its address stays, and so does what is None. Ratings are forgotten where they are no longer wanted. Raises
    RefusedError.
    """
    check_settings(entry_way, correction_window)
    given = {"entry_way": entry_way, "correction_window": correction_window, "has_ratings": has_ratings}
    changes = {"name": check_name(name), "is_public": is_public}
    changes |= {field: value for field, value in given.items() if value is not None}
    with transaction.atomic():
        league.refresh_from_db(from_queryset=League.objects.select_for_update(no_key=True))
        if old := _apply(league, changes):
            detail = {field: getattr(league, field) for field in ("name", *old)} | {"old": old}
            write_audit(league, "league_edited", by=by, source=source, detail=detail)
            if old.get("has_ratings"):
                drop_ratings(league)


def edit_event(event: Event, *, name: str, held_on: datetime.date | None, by: User | None, source: str) -> None:
    """Change an event's name and date; its address stays. Raises RefusedError.

    Where a season's warnings follow the dates of its events, the tables that hang on them are worked out again.
    """
    changes = {"name": check_name(name), "held_on": held_on}
    check_days(held_on=held_on)
    with transaction.atomic():
        moved = lock_season(event) if held_on != event.held_on else []
        lock_event(event)
        if old := _apply(event, changes):
            detail = {"name": event.name, "held_on": str(event.held_on or ""), "old": _write_texts(old)}
            write_audit(event.league, "event_edited", by=by, source=source, event=event, detail=detail, rows=[event])
            move_revision(event)
        refold_tables(event, moved, by=by, source=source)


def close_event(event: Event, *, by: User | None, source: str) -> None:
    """End an event: nothing more can be entered until it is opened again. Closed already, nothing happens."""
    _set_open(event, is_open=False, action="event_closed", by=by, source=source)


def reopen_event(event: Event, *, by: User | None, source: str) -> None:
    """Let hands be entered again. Open already, nothing happens.

    Raises RefusedError for published results: those are reopened by league.services.stages, with a reason.
    """
    _set_open(event, is_open=True, action="event_reopened", by=by, source=source)


def rename_player(player: Player, *, name: str, by: User | None, source: str) -> None:
    """Change a player's name, also in the entries of all events. Raises RefusedError."""
    name = check_name(name)
    with transaction.atomic():
        league = League.objects.select_for_update(no_key=True).get(pk=player.league_id)
        player.refresh_from_db()
        old = _apply(player, {"name": name, "name_key": make_name_key(name)})
        if not old:
            return
        entries = list(player.entries.filter(team__isnull=True).select_related("event"))
        for entry in entries:
            entry.name = name_entry(_order_players(entry))
        Entry.objects.bulk_update(entries, ["name"], batch_size=200)
        others = Event.objects.filter(entries__players__in=player.duplicates.all())
        for event in sorted({*(entry.event for entry in entries), *others}, key=lambda each: each.pk):
            move_revision(event)
        detail = {"name": name, "old": {"name": old["name"]}}
        write_audit(league, "player_renamed", by=by, source=source, detail=detail)


def _order_players(entry: Entry) -> list[Player]:
    """The players of an entry as its name has them: in the order of its first seats."""
    seated = {seat.player_id: seat.player for seat in entry.seats.select_related("player").order_by("pk")}
    others = [player for player in entry.players.all() if player.pk not in seated]
    return [*seated.values(), *others]


def _set_open(event: Event, *, is_open: bool, action: str, by: User | None, source: str) -> None:
    with transaction.atomic():
        lock_event_and_tables(event)
        if is_open and event.published_at is not None:
            raise RefusedError({"": [word_stage_refusal(event.stage)]})
        if _apply(event, {"is_open": is_open}):
            detail = {"name": event.name}
            write_audit(event.league, action, by=by, source=source, event=event, detail=detail, rows=[event])
            move_revision(event)


def _apply(row: League | Event | Player, changes: Mapping[str, object]) -> dict[str, object]:
    """Store what differs; the old values of that."""
    old = {field: getattr(row, field) for field, value in changes.items() if getattr(row, field) != value}
    for field in old:
        setattr(row, field, changes[field])
    if old:
        row.save(update_fields=list(old))
    return old


def _write_texts(values: Mapping[str, object]) -> dict[str, str]:
    return {field: str(value or "") for field, value in values.items()}
