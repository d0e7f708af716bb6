"""What each side says of each hand, and whether that is what stands on the sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct, structs

from league.models import Claim, DealRecord, Table
from league.selectors.sheets import list_records
from league.selectors.words import NOBODY, EntryWords, Word, read_record, read_words

#: A hand is agreed by two sides at least.
MIN_AGREEING = 2


class HandState(StrEnum):
    """Whether a hand is agreed: by another side than the one that entered it, or by an admin."""

    ENTERED = "entered"
    DIFFERS = "differs"
    AGREED = "agreed"


class HandAgreement(Struct, frozen=True, kw_only=True):
    """A hand that stands, and the newest word of each side on it. `settled` is an admin's newest word.

    `origin` is the record by which it was entered: another one than `record` where it was only moved since.
    """

    position: int
    record: DealRecord
    origin: DealRecord
    words: Mapping[str, Word]
    settled: Word | None = None

    @property
    def standing(self) -> Word:
        """What stands, as a word."""
        return read_record(self.record, side=self.origin.side)

    @property
    def side(self) -> str:
        """The side that entered what stands; "" where none did."""
        return self.origin.side

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
        others = [side for side in self.words if side != self.side]
        return HandState.AGREED if others else HandState.ENTERED

    def find_common(self, sides: Collection[str]) -> Mapping[str, Any] | None:
        """What all say who spoke, where the sheet says another thing; None where they differ, or one has spoken alone.

        The side that entered it must be among them, by its newest word; where none of the `sides` of the game did,
        all of them.
        """
        needed = {self.side} if self.side else set(sides)
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
    return _compare(records, claims)


def list_agreements(tables: Sequence[Table]) -> dict[int, TableAgreement]:
    """How far the sides of many tables of one league agree, by table."""
    records, claims = _group(DealRecord.objects.all(), tables), _group(Claim.objects.all(), tables)
    return {table.pk: _compare(records.get(table.pk, []), claims.get(table.pk, [])) for table in tables}


def _group(rows: Any, tables: Sequence[Table]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows.filter(table__in=[table.pk for table in tables]).order_by("pk"):
        found.setdefault(row.table_id, []).append(row)
    return found


def _compare(records: Sequence[DealRecord], claims: Sequence[Claim]) -> TableAgreement:
    return TableAgreement(
        hands=tuple(_compare_hand(entry) for entry in read_words(records, claims)),
        newest=max((record.pk for record in records), default=0),
    )


def _compare_hand(entry: EntryWords) -> HandAgreement:
    return HandAgreement(
        position=entry.record.position,
        record=entry.record,
        origin=entry.origin,
        words=_find_newest(entry.words),
        settled=_find_newest(structs.replace(word, side=NOBODY) for word in entry.settling).get(NOBODY),
    )


def _find_newest(words: Iterable[Word]) -> dict[str, Word]:
    """The newest word of each side. Who says the same again has not said anything new: his word keeps its name."""
    newest: dict[str, Word] = {}
    for word in words:
        if word.side not in newest or newest[word.side].facts != word.facts:
            newest[word.side] = word
    return newest
