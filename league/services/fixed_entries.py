"""Enter pairs in an event, seed them, withdraw them and take them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Entry, Event, Player
from league.models.event import EntryKind
from league.names import make_name_key
from league.selectors.people import find_number, find_person
from league.services.audit import write_audit
from league.services.entries import find_entries, make_players_key, name_entry
from league.services.faults import RefusedError
from league.services.locking import lock_event
from league.services.matches import check_match_reason, check_open
from league.services.results import move_revision
from league.services.setup import add_players

#: Seeds are small numbers: nobody seeds more entries than meet.
MOST_SEED = 500


def count_side(event: Event) -> int:
    """How many players an entry of the event has."""
    game = event.rules
    return len(game.seats_of(next(iter(game.sides)))) if event.entry_kind == EntryKind.PAIR else 1


def enter_players(event: Event, groups: Sequence[Sequence[Player]], *, by: User | None, source: str) -> list[Entry]:
    """Enter pairs (or single players where they meet alone); those that are in stay. Raises RefusedError."""
    with transaction.atomic():
        lock_event(event)
        check_open(event)
        groups = [[find_person(player) for player in group] for group in groups]
        _check_groups(event, groups)
        groups = _leave_out_entered(event, groups)
        had = set(event.entries.values_list("players_key", flat=True))
        entries = find_entries(event, groups)
        made = [entry for key, entry in entries.items() if key not in had]
        if made:
            detail = {"names": [entry.name for entry in made]}
            write_audit(event.league, "entries_added", by=by, source=source, event=event, detail=detail, rows=made)
            move_revision(event)
    return made


def enter_names(event: Event, names: Sequence[Sequence[str]], *, by: User | None, source: str) -> list[Entry]:
    """Enter pairs by their players' names; who is not in the league yet is added to it. Raises RefusedError."""
    with transaction.atomic():
        add_players(event.league, [name for group in names for name in group], by=by, source=source)
        known: dict[str, list[Player]] = {}
        for player in event.league.players.select_related("same_as"):
            people = known.setdefault(player.name_key, [])
            if find_person(player) not in people:
                people.append(find_person(player))
        groups = [[_find_player(known, name) for name in group] for group in names]
        return enter_players(event, groups, by=by, source=source)


def set_seeds(event: Event, seeds: Mapping[int, int | None], *, by: User | None, source: str) -> bool:
    """Say where entries stand before the first round, 1 the strongest; None is unseeded. Says whether any changed.

    Raises RefusedError, under `seed-ENTRY`, where two have the same.
    """
    with transaction.atomic():
        lock_event(event)
        check_open(event)
        entries = {entry.pk: entry for entry in event.entries.filter(pk__in=seeds)}
        faults: dict[str, list[str]] = {}
        had: dict[int, Entry] = {}
        for pk, seed in seeds.items():
            if seed is None or pk not in entries:
                continue
            if not 1 <= seed <= MOST_SEED:
                faults[f"seed-{pk}"] = [_("Choose a number from 1 to %(most)s.") % {"most": MOST_SEED}]
            elif seed in had:
                faults[f"seed-{pk}"] = [_("%(entry)s has this seed already.") % {"entry": had[seed]}]
            had[seed] = entries[pk]
        if faults:
            raise RefusedError(faults)
        changed = [entry for pk, entry in entries.items() if entry.seed != seeds[pk]]
        for entry in changed:
            entry.seed = seeds[entry.pk]
        if changed:
            Entry.objects.bulk_update(changed, ["seed"])
            detail = {"seeds": [[entry.name, entry.seed] for entry in changed]}
            write_audit(event.league, "seeds_set", by=by, source=source, event=event, detail=detail, rows=changed)
            move_revision(event)
    return bool(changed)


def withdraw_entry(entry: Entry, *, from_round: int, reason: str, by: User | None, source: str) -> None:
    """Say that an entry plays no more from a round on. What it played stays; who would have met it goes on.

    Raises RefusedError.
    """
    with transaction.atomic():
        lock_event(entry.event)
        check_open(entry.event)
        reason = check_match_reason(reason)
        entry.refresh_from_db()
        if from_round < 1:
            raise RefusedError({"from_round": [_("Rounds count from 1.")]})
        if entry.withdrawn_from is not None:
            raise RefusedError({"": [_("%(entry)s has been withdrawn already.") % {"entry": entry}]})
        entry.withdrawn_from, entry.withdrawn_reason = from_round, reason
        _store(entry, "entry_withdrawn", {"round": from_round, "reason": reason}, by=by, source=source)


def return_entry(entry: Entry, *, reason: str, by: User | None, source: str) -> None:
    """Take a withdrawal back. Raises RefusedError."""
    with transaction.atomic():
        lock_event(entry.event)
        check_open(entry.event)
        reason = check_match_reason(reason)
        entry.refresh_from_db()
        if entry.withdrawn_from is None:
            raise RefusedError({"": [_("%(entry)s has not been withdrawn.") % {"entry": entry}]})
        was = entry.withdrawn_from
        entry.withdrawn_from, entry.withdrawn_reason = None, ""
        _store(entry, "entry_returned", {"round": was, "reason": reason}, by=by, source=source)


def _store(entry: Entry, action: str, detail: dict[str, object], *, by: User | None, source: str) -> None:
    entry.save(update_fields=["withdrawn_from", "withdrawn_reason"])
    told = {"names": [entry.name], **detail}
    write_audit(entry.event.league, action, by=by, source=source, event=entry.event, detail=told, rows=[entry])
    move_revision(entry.event)


def _leave_out_entered(event: Event, groups: Sequence[Sequence[Player]]) -> list[Sequence[Player]]:
    """The groups without those that are entered under names that were joined to theirs since."""
    entries = event.entries.filter(players__same_as__isnull=False).distinct().prefetch_related("players__same_as")
    entered = {make_players_key(map(find_person, entry.players.all())) for entry in entries}
    return [group for group in groups if make_players_key(group) not in entered]


def _check_groups(event: Event, groups: Sequence[Sequence[Player]]) -> None:
    size = count_side(event)
    busy: dict[int, str] = {}
    for entry in event.entries.filter(withdrawn_from__isnull=True).prefetch_related("players__same_as"):
        key = make_players_key(map(find_person, entry.players.all()))
        busy |= {find_number(player): key for player in entry.players.all()}
    faults: list[str] = []
    for group in groups:
        key, name = make_players_key(group), name_entry(group)
        if len({player.pk for player in group}) != size:
            faults.append(_("“%(name)s”: %(need)s different players are needed.") % {"name": name, "need": size})
        for player in group:
            if player.league_id != event.league_id:
                faults.append(_("%(player)s belongs to another league.") % {"player": player})
            elif busy.get(player.pk, key) != key:
                faults.append(_("%(player)s plays with somebody else already.") % {"player": player})
            busy[player.pk] = key
    if not groups:
        faults.append(_("Enter at least one pair."))
    if faults:
        raise RefusedError({"": faults})


def _find_player(known: Mapping[str, Sequence[Player]], name: str) -> Player:
    found = known.get(make_name_key(name), ())
    if len(found) != 1:
        text = _("There are several players called “%(name)s”: choose them from the list.")
        raise RefusedError({"names": [text % {"name": name}]})
    return found[0]
