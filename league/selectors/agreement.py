"""What each side says of each hand, and whether that is what stands on the sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct

from league.access import find_holders
from league.models import Claim, DealRecord, League, Table
from league.selectors.sheets import list_records, select_standing

#: The side of whoever plays for none: an admin, whose word settles a hand, or a scorer.
NOBODY = ""

#: A hand is agreed by two sides at least.
MIN_AGREEING = 2


class HandState(StrEnum):
    """Whether a hand is agreed: by another side than the one that entered it, or by an admin."""

    ENTERED = "entered"
    DIFFERS = "differs"
    AGREED = "agreed"


class Word(Struct, frozen=True, kw_only=True):
    """What a side says that a hand was: by entering it or by a claim. `name` tells one word from every other."""

    side: str
    facts: Mapping[str, Any]
    at: datetime
    name: str


class HandAgreement(Struct, frozen=True, kw_only=True):
    """A hand that stands, and the newest word of each side on it. `settled` is an admin's newest word."""

    position: int
    record: DealRecord
    words: Mapping[str, Word]
    settled: Word | None = None

    @property
    def standing(self) -> Word:
        """What stands, as a word."""
        return _read_record(self.record)

    @property
    def differing(self) -> tuple[Word, ...]:
        """The words that say another thing than what stands."""
        said = [*self.words.values(), *([self.settled] if self.settled else [])]
        return tuple(word for word in said if word.facts != self.record.facts)

    @property
    def state(self) -> HandState:
        """Whether it is agreed. An admin's word settles it, whatever a side says."""
        if self.settled is not None and self.settled.facts == self.record.facts:
            return HandState.AGREED
        if self.differing:
            return HandState.DIFFERS
        others = [side for side in self.words if side != self.record.side]
        return HandState.AGREED if others else HandState.ENTERED

    def find_common(self, sides: Collection[str]) -> Mapping[str, Any] | None:
        """What all say who spoke, where the sheet says another thing; None where they differ, or one has spoken alone.

        The side that entered it must be among them, by its newest word; where none of the `sides` of the game did,
        all of them.
        """
        needed = {self.record.side} if self.record.side else set(sides)
        if not needed <= self.words.keys() or len(self.words) < MIN_AGREEING:
            return None
        first, *others = [*self.words.values(), *([self.settled] if self.settled else [])]
        is_common = all(word.facts == first.facts for word in others)
        return first.facts if is_common and first.facts != self.record.facts else None

    def is_left(self, word: Word) -> bool:
        """Whether this is what stands, and the side that entered it says another thing by now."""
        newest = self.words.get(word.side)
        return newest is not None and newest.facts != word.facts

    def awaits(self, side: str) -> bool:
        """Whether a side has still to say what it was."""
        return self.state != HandState.AGREED and side not in self.words

    def find_word(self, name: str) -> Word | None:
        """The word of that name, of those that are the newest of their sides, or of what stands."""
        said = [self.standing, *self.words.values(), *([self.settled] if self.settled else [])]
        return next((word for word in said if word.name == name), None)


class TableAgreement(Struct, frozen=True, kw_only=True):
    """The hands that stand at a table, in the order of the sheet. `newest` is the number of the newest record."""

    hands: tuple[HandAgreement, ...]
    newest: int

    @property
    def is_whole(self) -> bool:
        """Whether every hand is agreed, of which there is one at least."""
        return bool(self.hands) and all(hand.state == HandState.AGREED for hand in self.hands)

    def list_hands(self, state: HandState) -> tuple[HandAgreement, ...]:
        """The hands in a state."""
        return tuple(hand for hand in self.hands if hand.state == state)

    def list_awaiting(self, side: str) -> tuple[HandAgreement, ...]:
        """The hands on which a side has still to give its word."""
        return tuple(hand for hand in self.hands if hand.awaits(side))

    def find_hand(self, position: int) -> HandAgreement | None:
        """The hand that stands at a position."""
        return next((hand for hand in self.hands if hand.position == position), None)


def read_agreement(table: Table, *, records: Sequence[DealRecord] | None = None) -> TableAgreement:
    """How far the sides of a table agree."""
    records = list_records(table) if records is None else records
    claims = list(table.claims.order_by("pk"))
    return _compare(records, claims, settlers=find_settlers(table.event.league))


def list_agreements(tables: Sequence[Table]) -> dict[int, TableAgreement]:
    """How far the sides of many tables of one league agree, by table."""
    if not tables:
        return {}
    settlers = find_settlers(tables[0].event.league)
    records, claims = _group(DealRecord.objects.all(), tables), _group(Claim.objects.all(), tables)
    return {
        table.pk: _compare(records.get(table.pk, []), claims.get(table.pk, []), settlers=settlers) for table in tables
    }


def find_settlers(league: League) -> frozenset[int]:
    """Whose entries and words settle a hand: they are not at the table for a side."""
    return find_holders("confirm", league=league)


def _group(rows: Any, tables: Sequence[Table]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows.filter(table__in=[table.pk for table in tables]).order_by("pk"):
        found.setdefault(row.table_id, []).append(row)
    return found


def _compare(records: Sequence[DealRecord], claims: Sequence[Claim], *, settlers: frozenset[int]) -> TableAgreement:
    by_position: dict[int, list[Claim]] = {}
    for claim in claims:
        by_position.setdefault(claim.position, []).append(claim)
    ordered = sorted(records, key=lambda record: (record.position, record.revision))
    return TableAgreement(
        hands=tuple(
            _compare_hand(
                standing,
                [record for record in ordered if record.position == standing.position],
                by_position.get(standing.position, []),
                settlers=settlers,
            )
            for standing in select_standing(ordered)
        ),
        newest=max((record.pk for record in records), default=0),
    )


def _compare_hand(
    standing: DealRecord, revisions: Sequence[DealRecord], claims: Sequence[Claim], *, settlers: frozenset[int]
) -> HandAgreement:
    """What was said of an entry before it was last taken off is about another one, and is not heard any more."""
    taken_off = max((record.recorded_at for record in revisions if record.void), default=None)
    entered = [record for record in revisions if not record.void]
    words = [_read_record(record) for record in entered if record.side] + [_read_claim(claim) for claim in claims]
    settling = [_read_record(record) for record in entered if _settles(record, settlers)]
    heard = [word for word in words if taken_off is None or word.at > taken_off]
    settled = [word for word in settling if taken_off is None or word.at > taken_off]
    settled += [word for word in heard if word.side == NOBODY]
    return HandAgreement(
        position=standing.position,
        record=standing,
        words=_find_newest(word for word in heard if word.side != NOBODY),
        settled=_find_newest(settled, by_side=False).get(NOBODY),
    )


def _find_newest(words: Iterable[Word], *, by_side: bool = True) -> dict[str, Word]:
    """The newest word of each side. Who says the same again has not said anything new: his word keeps its name."""
    newest: dict[str, Word] = {}
    for word in _sort(words):
        side = word.side if by_side else NOBODY
        if side not in newest or newest[side].facts != word.facts:
            newest[side] = word
    return newest


def _settles(record: DealRecord, settlers: frozenset[int]) -> bool:
    return not record.side and record.link_id is None and record.recorded_by_id in settlers


def _sort(words: Iterable[Word]) -> list[Word]:
    return sorted(words, key=lambda word: word.at)


def _read_record(record: DealRecord) -> Word:
    return Word(side=record.side, facts=record.facts, at=record.recorded_at, name=f"r{record.pk}")


def _read_claim(claim: Claim) -> Word:
    return Word(side=claim.side, facts=claim.facts, at=claim.claimed_at, name=f"c{claim.pk}")
