"""What phones were told, beside what is stored: every acknowledged entry is there once, none that was refused is."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from league.models import Claim, DealRecord

#: Position -> what is to stand there: facts, or None where the entry was taken off.
Places = Mapping[int, Mapping[str, Any] | None]


#: Table and key -> what is stored by it.
Stored = dict[tuple[int, str], list[DealRecord | Claim]]


class Told(Struct, frozen=True, kw_only=True):
    """The last answer to a key of a table. `places` are what was acknowledged; None for a refusal."""

    places: Places | None
    why: str = ""


class Ledger:
    """Answers by table and key, written down by many threads.

    `under_way` are sendings that wait for an answer right now, `doubts` those that never had one.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: dict[tuple[int, str], Told] = {}
        self.under_way = 0
        self.doubts = 0
        self.repeats = 0

    def acknowledge(self, table: int, key: str, places: Places) -> None:
        """The site said that this is stored."""
        with self._lock:
            self.repeats += (table, key) in self._told
            self._told[table, key] = Told(places=places)

    def refuse(self, table: int, key: str, why: str) -> None:
        """The site said that nothing was stored. What a key had stored before stays stored."""
        with self._lock:
            before = self._told.get((table, key))
            if before is None or before.places is None:
                self._told[table, key] = Told(places=None, why=why)

    @contextmanager
    def wait_for_answer(self) -> Iterator[None]:
        """Something is sent, and its answer is waited for."""
        with self._lock:
            self.under_way += 1
        try:
            yield
        finally:
            with self._lock:
                self.under_way -= 1

    def doubt(self) -> None:
        """Nothing was said: the connection broke, and the very same is to be sent again."""
        with self._lock:
            self.doubts += 1

    @property
    def acknowledged(self) -> int:
        """How many keys were acknowledged."""
        return sum(told.places is not None for told in self._told.values())

    @property
    def refused(self) -> int:
        """How many keys were refused."""
        return sum(told.places is None for told in self._told.values())

    def find_faults(self, records: Iterable[DealRecord | Claim]) -> list[str]:
        """Where what is stored differs from what was told, in sentences."""
        stored: Stored = defaultdict(list)
        for record in records:
            # The further records of one correction carry its key and their place.
            stored[record.table_id, record.key.split("~")[0]].append(record)
        return [*self._find_unlike(stored), *self._find_untold(stored)]

    def _find_unlike(self, stored: Stored) -> Iterator[str]:
        for (table, key), told in self._told.items():
            found = stored.get((table, key), [])
            if told.places is None:
                if found:
                    yield f"{key}: refused ({told.why}) and stored all the same"
            elif told.places and not found:
                yield f"{key}: acknowledged and lost"
            elif len(found) != len(told.places):
                yield f"{key}: stored {len(found)} times instead of {len(told.places)}"
            elif _list_places(found) != dict(told.places):
                yield f"{key}: stored otherwise than acknowledged"

    def _find_untold(self, stored: Stored) -> Iterator[str]:
        for table, key in stored:
            if (table, key) not in self._told:
                yield f"{key}: stored, and nobody was told"


def _list_places(records: Iterable[DealRecord | Claim]) -> Places:
    return {record.position: None if getattr(record, "void", False) else record.facts for record in records}
