"""What was said of each entry of a sheet, in the order in which it was said, by whatever place the entry has moved to.

The order is that of the rows and not that of the clock: a table is held while something is said at it, so that rows
that came later have higher numbers, whatever a clock was set to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from league.access import list_role_rights
from league.models import Claim, DealRecord
from league.selectors.sheets import select_standing

#: The side of whoever plays for none: an admin, whose word settles a hand, or a scorer.
NOBODY = ""


class Word(Struct, frozen=True, kw_only=True):
    """What a side says that a hand was: by entering it or by a claim. `name` tells one word from every other."""

    side: str
    facts: Mapping[str, Any]
    name: str


class EntryWords(Struct, frozen=True, kw_only=True):
    """An entry that stands, and what was said of it, the oldest first.

    `origin` is the record by which its facts were entered: another one than `record` where it only moved down since.
    `words` are those of sides, `settling` those of admins.
    """

    record: DealRecord
    origin: DealRecord
    words: tuple[Word, ...]
    settling: tuple[Word, ...]


def read_words(records: Iterable[DealRecord], claims: Iterable[Claim]) -> tuple[EntryWords, ...]:
    """The entries that stand, in the order of the sheet, each with what was said of it.

    What was said of an entry before it was taken off is about another one, and is not heard any more. What was said
    before an entry was put in ahead of it has moved down with it.
    """
    in_order = sorted(records, key=lambda record: record.pk)
    by_pk = {record.pk: record for record in in_order}
    entries = _trace_entries(in_order)
    said: dict[int, list[tuple[tuple[int, int], bool, Word]]] = {}
    for record in in_order:
        is_new = record.moved_from_id is None or by_pk[record.moved_from_id].facts != record.facts
        if not record.void and is_new and (record.side or _settles(record)):
            said.setdefault(entries[record.pk], []).append(((record.pk, 0), not record.side, read_record(record)))
    for claim in claims:
        if claim.about_id in entries:
            place = (claim.about_id, claim.pk)
            said.setdefault(entries[claim.about_id], []).append((place, claim.side == NOBODY, read_claim(claim)))
    return tuple(
        _gather(record, _find_origin(record, by_pk), said.get(entries[record.pk], []))
        for record in select_standing(sorted(in_order, key=lambda record: (record.position, record.revision)))
    )


def read_record(record: DealRecord, *, side: str | None = None) -> Word:
    """A record as the word of who entered it."""
    return Word(side=record.side if side is None else side, facts=record.facts, name=f"r{record.pk}")


def read_claim(claim: Claim) -> Word:
    """A claim as the word of its side."""
    return Word(side=claim.side, facts=claim.facts, name=f"c{claim.pk}")


def _trace_entries(in_order: Sequence[DealRecord]) -> dict[int, int]:
    """Record -> the first record of the same entry, through corrections and moves; records are in their order.

    What is put in begins another one, and so does what comes to a place that was empty or taken off.
    """
    entries: dict[int, int] = {}
    newest: dict[int, DealRecord] = {}
    for record in in_order:
        before = newest.get(record.position)
        if record.moved_from_id is not None:
            entries[record.pk] = entries[record.moved_from_id]
        elif record.is_inserted or before is None or before.void:
            entries[record.pk] = record.pk
        else:
            entries[record.pk] = entries[before.pk]
        newest[record.position] = record
    return entries


def _find_origin(record: DealRecord, by_pk: Mapping[int, DealRecord]) -> DealRecord:
    while record.moved_from_id is not None and by_pk[record.moved_from_id].facts == record.facts:
        record = by_pk[record.moved_from_id]
    return record


def _gather(record: DealRecord, origin: DealRecord, said: Iterable[tuple[tuple[int, int], bool, Word]]) -> EntryWords:
    ordered = sorted(said, key=lambda each: each[0])
    return EntryWords(
        record=record,
        origin=origin,
        words=tuple(word for _place, settles, word in ordered if not settles),
        settling=tuple(word for _place, settles, word in ordered if settles),
    )


def _settles(record: DealRecord) -> bool:
    """Whether an admin entered it, for no side: by the role that he had then."""
    return not record.side and record.link_id is None and "confirm" in list_role_rights(record.role)
