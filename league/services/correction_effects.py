"""What a correction would change, worked out without writing anything: the same fold, the same standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from league.models import Event, SeatResult, Table
from league.models.event import Stage
from league.selectors.prizes import Awarded, award_event_prizes, has_prizes
from league.selectors.replays import Changes, SheetReplay, find_insertion, list_moved, put_in_form, replay_changes
from league.selectors.seat_results import make_results
from league.selectors.sheets import list_facts, list_records
from league.selectors.standings import Standing, list_standings
from league.services.carried_warnings import ForeseenTable, foresee_followers
from league.services.corrections import check_places
from league.services.faults import ResultsFinalError
from league.services.published_games import check_stays_finished
from scoring.sheet import Step


class HandEffect(Struct, frozen=True, kw_only=True):
    """An entry before and after; None where it was or will be no part of the sheet."""

    before: Step | None
    after: Step | None


class Move(Struct, frozen=True, kw_only=True):
    """An entry's line of the standings before and after."""

    before: Standing
    after: Standing

    @property
    def is_other(self) -> bool:
        """Whether the line comes out differently, or for another reason."""
        return _read_line(self.before) != _read_line(self.after)


class Effects(Struct, frozen=True, kw_only=True):
    """All that a correction would change.

    `changed` are the entries that it names, `later` those after them that bring other points, have another dealer or
    another number then. `replay` has the game before and after, with the faults that forbid to save it: with any,
    what follows is told as if the entries at fault were taken off. `others` are later tables to which a warning is
    carried or no longer carried. `standings` are those of the event, best first, and `prizes` what was set to
    be won there; None where nothing was.
    """

    replay: SheetReplay
    changed: tuple[HandEffect, ...]
    later: tuple[HandEffect, ...]
    others: tuple[ForeseenTable, ...]
    standings_before: tuple[Standing, ...]
    standings_after: tuple[Standing, ...]
    prizes_before: Awarded | None = None
    prizes_after: Awarded | None = None

    @property
    def can_be_saved(self) -> bool:
        """Whether the rules allow the whole sheet then."""
        return not (self.replay.refused or self.replay.illegal)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Whose place, figures or tie-breaks in the standings change, in the order of the places then."""
        before = {line.entry.pk: line for line in self.standings_before}
        pairs = (Move(before=before[line.entry.pk], after=line) for line in self.standings_after)
        return tuple(move for move in pairs if move.is_other)


def _read_line(line: Standing) -> tuple[object, ...]:
    return line.place, line.decided_by, line.is_unresolved, dict(line.figures)


def find_effects(table: Table, changes: Changes, *, inserted: int | None = None) -> Effects:
    """What saving these changes would do. Nothing is written and nothing held.

    `inserted` is the place at which they put an entry in between; where they do nothing else, that is seen by itself.
    Raises RefusedError or PositionTakenError for changes that fit no sheet, GameGoesOnError,
    ResultsFinalError, and LaterTableRefusedError.
    """
    if table.event.stage == Stage.FINAL:
        raise ResultsFinalError
    records = list_records(table)
    wanted = put_in_form(table, changes)
    check_places(list_facts(records), wanted)
    replay = replay_changes(table, records, wanted)
    if not (replay.refused or replay.illegal):
        check_stays_finished(table, replay)
    changed, later = _compare_steps(replay, wanted, inserted=inserted)
    results = make_results(table, list(table.seats.order_by("pk")), replay.after)
    others = tuple(foresee_followers(table, results))
    instead = {table.pk: results, **{other.table.pk: other.after for other in others}}
    own = _select_own(table.event, instead, others)
    folds = {table.pk: replay.after, **{other.table.pk: other.folded for other in others}}
    is_won = has_prizes(table.event)
    return Effects(
        replay=replay,
        changed=changed,
        later=later,
        others=others,
        standings_before=tuple(list_standings(table.event)),
        standings_after=tuple(list_standings(table.event, instead=own)),
        prizes_before=award_event_prizes(table.event) if is_won else None,
        prizes_after=award_event_prizes(table.event, instead=own, folds=folds) if is_won else None,
    )


def _select_own(
    event: Event, instead: Mapping[int, Sequence[SeatResult]], others: Sequence[ForeseenTable]
) -> dict[int, Sequence[SeatResult]]:
    """The results of the event's own tables; warnings are carried to other events of a season, too."""
    elsewhere = {other.table.pk for other in others if other.table.event_id != event.pk}
    return {number: results for number, results in instead.items() if number not in elsewhere}


def _compare_steps(
    replay: SheetReplay, wanted: Changes, *, inserted: int | None
) -> tuple[tuple[HandEffect, ...], tuple[HandEffect, ...]]:
    """The entries that the changes name, and the later ones that come out differently."""
    inserted = find_insertion(replay.facts_before, wanted) if inserted is None else inserted
    moved = set(list_moved(replay.facts_before, inserted))
    before = {step.position + (step.position in moved): step for step in replay.before.steps}
    after = {step.position: step for step in replay.after.steps}
    named = {place for place, facts in wanted.items() if not _is_moved(replay, place, facts, moved)}
    pairs = {place: HandEffect(before=before.get(place), after=after.get(place)) for place in sorted({*before, *after})}
    return (
        tuple(pair for place, pair in pairs.items() if place in named),
        tuple(_list_different(pair for place, pair in pairs.items() if place not in named)),
    )


def _is_moved(replay: SheetReplay, place: int, facts: Mapping[str, object] | None, moved: set[int]) -> bool:
    """Whether what is put in a place only moved down to it."""
    return place - 1 in moved and facts == replay.facts_before[place - 1]


def _list_different(pairs: Iterator[HandEffect]) -> Iterator[HandEffect]:
    for pair in pairs:
        if pair.before is None or pair.after is None or _read(pair.before) != _read(pair.after):
            yield pair


def _read(step: Step) -> tuple[object, ...]:
    """What people see of an entry beside the running totals."""
    return step.number, step.dealer, dict(step.points), dict(step.setbacks)
