"""A table with its sheet worked out, as the API shows it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from msgspec import Struct

from league.api.records import write_record
from league.models import DealRecord, Table
from league.selectors.sheets import find_next_position, fold_table, list_records, select_before, select_standing
from scoring.result import write_outcome, write_steps
from scoring.sheet import Folded, Step


class TableState(Struct, frozen=True, kw_only=True):
    """The entries that stand at a table, in order, and what they come to. `seen` counts all that was ever stored."""

    standing: tuple[DealRecord, ...]
    folded: Folded
    next_position: int
    seen: int


def read_state(table: Table, *, before: int | None = None) -> TableState:
    """The table as it stands now, or only what stands before a position. Raises BrokenFactsError."""
    records = select_before(list_records(table), before)
    return TableState(
        standing=tuple(select_standing(records)),
        folded=fold_table(table, records=records),
        next_position=find_next_position(records),
        seen=len(records),
    )


def write_deals(state: TableState, *, shows_writer: bool) -> list[dict[str, Any]]:
    """Every entry with its points and their reasons."""
    return [
        {**write_record(record, shows_writer=shows_writer), **write_points(step, state.folded)}
        for record, step in zip(state.standing, state.folded.steps, strict=True)
    ]


def write_points(step: Step, folded: Folded) -> dict[str, Any]:
    """What an entry brought, in the reader's language."""
    (written,) = write_steps([step], game=folded.game, translate=gettext)
    return written


def write_recorded(table: Table, record: DealRecord) -> dict[str, Any]:
    """The answer to somebody who has entered a record; `deal` is None where it has been taken off since."""
    state = read_state(table)
    deals = write_deals(state, shows_writer=True)
    own = [deal for deal, standing in zip(deals, state.standing, strict=True) if standing.pk == record.pk]
    return {"deal": own[0] if own else None, **write_running(state)}


def write_running(state: TableState) -> dict[str, Any]:
    """Where the game stands and which entry is next."""
    return {
        "next_position": state.next_position,
        "next_dealer": state.folded.state.dealer,
        "result": write_outcome(state.folded),
    }
