"""What a correction would change, worked out without writing anything: the same fold, the same standings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from league.models import Table
from league.models.event import Stage
from league.selectors.replays import Changes, SheetReplay, find_insertion, put_in_form, replay_changes
from league.selectors.sheets import list_facts, list_records
from league.selectors.standings import Standing, list_standings
from league.services.corrections import check_places
from league.services.faults import ResultsFinalError
from league.services.results import make_results
from scoring.sheet import Step


class HandEffect(Struct, frozen=True, kw_only=True):
    """An entry before and after; None where it was or will be no part of the sheet."""

    before: Step | None
    after: Step | None


class Move(Struct, frozen=True, kw_only=True):
    """An entry's line of the standings before and after."""

    before: Standing
    after: Standing


class Effects(Struct, frozen=True, kw_only=True):
    """All that a correction would change.

    `changed` are the entries that it names, `later` those after them that bring other points, have another dealer or
    another number then. `replay` has the game before and after, with the faults that forbid to save it: with any,
    what follows is told as if the entries at fault were taken off. `standings` are those of the event, best first.
    """

    replay: SheetReplay
    changed: tuple[HandEffect, ...]
    later: tuple[HandEffect, ...]
    standings_before: tuple[Standing, ...]
    standings_after: tuple[Standing, ...]

    @property
    def can_be_saved(self) -> bool:
        """Whether the rules allow the whole sheet then."""
        return not (self.replay.refused or self.replay.illegal)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Whose place or figures in the standings change, in the order of the places then."""
        before = {line.entry.pk: line for line in self.standings_before}
        pairs = (Move(before=before[line.entry.pk], after=line) for line in self.standings_after)
        return tuple(move for move in pairs if move.before.place != move.after.place)


def find_effects(table: Table, changes: Changes) -> Effects:
    """What saving these changes would do. Nothing is written and nothing held.

    Raises RefusedError or PositionTakenError for changes that fit no sheet, and ResultsFinalError.
    """
    if table.event.stage == Stage.FINAL:
        raise ResultsFinalError
    records = list_records(table)
    wanted = put_in_form(table, changes)
    check_places(list_facts(records), wanted)
    replay = replay_changes(table, records, wanted)
    seats = list(table.seats.order_by("pk"))
    changed, later = _compare_steps(replay, wanted)
    return Effects(
        replay=replay,
        changed=changed,
        later=later,
        standings_before=tuple(list_standings(table.event)),
        standings_after=tuple(
            list_standings(table.event, instead={table.pk: make_results(table, seats, replay.after)})
        ),
    )


def _compare_steps(replay: SheetReplay, wanted: Changes) -> tuple[tuple[HandEffect, ...], tuple[HandEffect, ...]]:
    """The entries that the changes name, and the later ones that come out differently."""
    inserted = find_insertion(replay.facts_before, wanted)
    moved = range(0) if inserted is None else range(inserted, max(wanted))
    before = {step.position + (step.position in moved): step for step in replay.before.steps}
    after = {step.position: step for step in replay.after.steps}
    named = {inserted} if inserted is not None else set(wanted)
    pairs = {place: HandEffect(before=before.get(place), after=after.get(place)) for place in sorted({*before, *after})}
    return (
        tuple(pair for place, pair in pairs.items() if place in named),
        tuple(_list_different(pair for place, pair in pairs.items() if place not in named)),
    )


def _list_different(pairs: Iterator[HandEffect]) -> Iterator[HandEffect]:
    for pair in pairs:
        if pair.before is None or pair.after is None or _read(pair.before) != _read(pair.after):
            yield pair


def _read(step: Step) -> tuple[object, ...]:
    """What people see of an entry beside the running totals."""
    return step.number, step.dealer, dict(step.points), dict(step.setbacks)
