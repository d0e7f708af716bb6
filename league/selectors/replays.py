"""What a table's sheet would be with some of its entries changed. Reads and works out; writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from league.models import DealRecord, Table
from league.selectors.sheets import build_sheet, list_facts
from rules.game import Violation
from scoring.fold import fold_sheet
from scoring.reading import write_back
from scoring.replay import replay_facts
from scoring.sheet import Folded

#: Position -> the new facts of that entry in the score sheet format; None takes it off.
Changes = Mapping[int, Mapping[str, Any] | None]


class SheetReplay(Struct, frozen=True, kw_only=True):
    """A table's sheet before and after some changes. Facts are by position, in their stored form.

    `refused` are the violations of the changed entries, `illegal` those of others that were possible before, also of
    those that only move down by one place; the fold after leaves both out.
    """

    facts_before: Mapping[int, Mapping[str, Any]]
    facts_after: Mapping[int, Mapping[str, Any]]
    before: Folded
    after: Folded
    refused: Mapping[int, tuple[Violation, ...]]
    illegal: Mapping[int, tuple[Violation, ...]]


def replay_changes(table: Table, records: list[DealRecord], changes: Changes) -> SheetReplay:
    """Fold a table's sheet as it stands and with the changes. Raises BrokenFactsError."""
    sheet = build_sheet(table, records=records)
    before, _faults = fold_sheet(sheet)
    standing = list_facts(records)
    changed = put_in_form(table, changes)
    own = {place for place, each in changed.items() if place - 1 not in changed or each != standing.get(place - 1)}
    facts = {position: each for position, each in {**standing, **changed}.items() if each is not None}
    replayed = replay_facts(sheet, facts)
    return SheetReplay(
        facts_before=standing,
        facts_after=dict(sorted(facts.items())),
        before=before,
        after=replayed.folded,
        refused={place: found for place, found in replayed.faults.items() if place in own},
        illegal={place: found for place, found in replayed.faults.items() if place not in own},
    )


def put_in_form(table: Table, changes: Changes) -> dict[int, dict[str, Any] | None]:
    """The changes in order, with facts in their stored form."""
    game = table.rules
    return {position: None if facts is None else write_back(game, facts) for position, facts in sorted(changes.items())}


def plan_insertion(records: Iterable[DealRecord], position: int, facts: Mapping[str, Any]) -> dict[int, Any]:
    """The changes that put a forgotten entry before the one at a position.

    What stands there and after it moves down by one place, as far as the first place that is free.
    """
    standing = list_facts(records)
    moved = {place + 1: standing[place] for place in list_moved(standing, position)}
    return {position: dict(facts), **moved}


def list_moved(standing: Mapping[int, object], inserted: int | None) -> Iterator[int]:
    """The places whose entries move down by one where another is put in between."""
    while inserted is not None and inserted in standing:
        yield inserted
        inserted += 1


def find_insertion(standing: Mapping[int, Mapping[str, Any]], changes: Changes) -> int | None:
    """The place at which changes put an entry in between, moving those after it down; None where they do not."""
    places = sorted(changes)
    if len(places) < 2 or places != list(range(places[0], places[-1] + 1)) or places[-1] in standing:
        return None
    moved = all(changes[place + 1] == standing.get(place) for place in places[:-1])
    return places[0] if moved else None
