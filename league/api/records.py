"""A stored entry as the API shows it."""

from __future__ import annotations

from typing import Any

from django.utils.timezone import localtime

from league.models import DealRecord
from league.selectors.sheets import leave_out_name


def write_record(record: DealRecord, *, shows_writer: bool) -> dict[str, Any]:
    """An entry's facts and where it came from. Who wrote it, or ruled, is for who has the right `read_names`."""
    return {
        "position": record.position,
        "revision": record.revision,
        "facts": record.facts if shows_writer else leave_out_name(record.facts),
        "source": record.source,
        "recorded_by": name_writer(record) if shows_writer else None,
        "recorded_at": localtime(record.recorded_at).isoformat(),
    }


def write_history(record: DealRecord, *, shows_writer: bool) -> dict[str, Any]:
    """Something that was ever entered, with what became of it: taken off, for which reason, on which side's phone."""
    return {
        **write_record(record, shows_writer=shows_writer),
        "void": record.void,
        "reason": record.reason,
        "side": record.side,
    }


def name_writer(record: DealRecord) -> str | None:
    """Who entered it; None where it was a command."""
    writer = record.recorded_by
    return None if writer is None else writer.get_full_name() or writer.get_username()
