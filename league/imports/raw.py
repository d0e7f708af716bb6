"""What a file says before its rules are asked: raw score sheets, and where each thing in them stands."""

from __future__ import annotations

from msgspec import Struct

from league.services.incoming import NOTHING, FileFault, Locate

#: Entries in one file.
MOST_ROWS = 200_000


class RawTable(Struct, frozen=True, kw_only=True):
    """One table of a file as a score sheet, version 1, with faults where it has any.

    `flawed` are the places (entry or None, column) that have had their fault told. A table in rows has a round and a
    number; a sheet has neither.
    """

    sheet: object
    locate: Locate
    flawed: frozenset[tuple[int | None, str]] = frozenset()
    round: int | None = None
    number: int | None = None


class RawFile(Struct, frozen=True, kw_only=True):
    """A file taken apart. `event_name` is what it calls its event; `rows` how many entries it holds.

    `untold` are the lines on which nothing more is to be told, and `columns` those that the file has, where its
    heading is at fault: a fault in a column that is not there follows from the heading.
    """

    tables: tuple[RawTable, ...]
    faults: tuple[FileFault, ...] = ()
    rows: int = 0
    event_name: str = ""
    untold: frozenset[int] = frozenset()
    columns: frozenset[str] | None = None
    notes: tuple[str, ...] = ()

    def select_faults(self, faults: list[FileFault]) -> list[FileFault]:
        """The faults that do not merely follow from one that has been told."""
        return [
            fault
            for fault in faults
            if fault.line not in self.untold
            and not (fault.code == NOTHING and self.faults)  # what was said may stand under a heading that is at fault
            and (self.columns is None or not fault.column or fault.column in self.columns)
        ]
