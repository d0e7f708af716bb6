"""What a side says of a hand, beside the record of it: right, not right, or blind what it was.

Nothing here changes a hand but through its record: record_deal for the first word, correct_sheet where the side that
entered it takes the other one's, or where all sides say another thing than what stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Claim, DealRecord, Table, TableLink
from league.models.event import Stage
from league.selectors.agreement import HandAgreement, HandState, read_agreement
from league.selectors.sheets import build_sheet, find_next_position, fold_table, list_facts, list_records
from league.services.audit import write_audit
from league.services.confirmation import check_unconfirmed, confirm_if_agreed, mark_confirmed
from league.services.corrections import correct_sheet
from league.services.faults import (
    ChangeRefusedError,
    EntryRefusedError,
    LaterIllegalError,
    PositionTakenError,
    RefusedError,
    ResultsFinalError,
    TableClosedError,
    WordChangedError,
    WordReusedError,
)
from league.services.locking import lock_table, repeat_interrupted
from league.services.recording import Recorded, check_key, record_deal
from league.services.results import move_revision
from scoring.reading import write_back
from scoring.replay import replay_facts


class Speaker(TypedDict):
    """Who says something of a hand, from where and for which side; "" is an admin, whose word settles it."""

    by: User | None
    source: str
    link: TableLink | None
    side: str


class Said(Struct, frozen=True, kw_only=True):
    """A word of a side, and whether it is the one that stands. `is_new` is False where it had been said before.

    `obstacle` is why what all sides say now could not be put on the sheet.
    """

    claim: Claim | None
    agrees: bool
    is_new: bool
    obstacle: ChangeRefusedError | LaterIllegalError | None = None


@repeat_interrupted
def say_word(
    table: Table,
    facts: Mapping[str, Any],
    *,
    position: int,
    key: str,
    by: User | None,
    source: str,
    link: TableLink | None = None,
    side: str = "",
) -> Said:
    """Say what the entry at a position was. `facts` are in the score sheet format.

    Raises EntryRefusedError where the rules allow no such entry there, PositionTakenError where nothing stands there,
    WordReusedError, TableClosedError, and RefusedError where the result is confirmed; then nothing is stored.
    """
    check_key(key)
    speaker = Speaker(by=by, source=source, link=link, side=side)
    with transaction.atomic():
        table = lock_table(table)
        written = write_back(table.rules, facts)
        stored = table.claims.filter(key=key).first()
        if stored is not None:
            if (stored.position, stored.side, stored.facts) != (position, side, written):
                raise WordReusedError(stored)
            return Said(claim=stored, agrees=_agrees(table, stored), is_new=False)
        records = list_records(table)
        hand = _find_hand(table, records, position)
        _check_possible(table, records, written, position=position)
        return _say(table, hand, written, key=key, speaker=speaker)


@repeat_interrupted
def enter_word(
    table: Table,
    facts: Mapping[str, Any],
    *,
    position: int,
    key: str,
    by: User | None,
    source: str,
    link: TableLink | None = None,
    side: str,
) -> Recorded | Said:
    """Enter a hand where each side enters all of them: the first one's is the record, the others' are their words.

    Raises what record_deal and say_word raise; PositionTakenError for a hand on which this side has spoken already.
    """
    check_key(key)
    speaker = Speaker(by=by, source=source, link=link, side=side)
    with transaction.atomic():
        table = lock_table(table)
        records = list_records(table)
        knows_key = any(record.key == key for record in records)
        if not knows_key and table.claims.filter(key=key).exists():
            return say_word(table, facts, position=position, key=key, **speaker)
        hand = read_agreement(table, records=records).find_hand(position)
        if knows_key or hand is None or not hand.awaits(side):
            return record_deal(table, facts, position=position, key=key, **speaker)
        return say_word(table, facts, position=position, key=key, **speaker)


@repeat_interrupted
def accept_word(
    table: Table,
    *,
    position: int,
    word: str,
    key: str,
    by: User | None,
    source: str,
    link: TableLink | None = None,
    side: str = "",
) -> Said:
    """Say that a word on a hand is right: what stands (`word` is that of its record), or another side's.

    Who entered what stands, or settles it, changes the record by this; any other side only changes its own word.
    Raises WordChangedError where that word is not any side's newest any more, and what say_word and correct_sheet
    raise.
    """
    check_key(key)
    speaker = Speaker(by=by, source=source, link=link, side=side)
    with transaction.atomic():
        table = lock_table(table)
        records = list_records(table)
        if (said := _find_acceptance(table, records, position, key=key, side=side)) is not None:
            return said
        hand = _find_hand(table, records, position)
        accepted = hand.find_word(word)
        if accepted is None:
            raise WordChangedError(position)
        if accepted.facts == hand.record.facts or side not in ("", hand.side):
            return _say(table, hand, accepted.facts, key=key, speaker=speaker)
        check_unconfirmed(table, link=link, side=side)
        reason = _("It was as the other side said.") if side else _("An admin decided between the two sides.")
        changes = {position: accepted.facts}
        correct_sheet(table, changes, seen=len(records), key=key, reason=reason, **speaker)
        return Said(claim=None, agrees=True, is_new=True)


@repeat_interrupted
def accept_all(
    table: Table,
    *,
    up_to: int,
    seen: int,
    by: User | None,
    source: str,
    link: TableLink | None = None,
    side: str = "",
) -> int:
    """Say that every hand up to a position is right of those on which this side has not spoken yet. Says how many.

    `seen` is the number of the newest record that the speaker saw. Raises WordChangedError where one of these hands
    has changed since, or TableClosedError.
    """
    speaker = Speaker(by=by, source=source, link=link, side=side)
    with transaction.atomic():
        table = lock_table(table)
        _check_open(table)
        agreement = read_agreement(table)
        hands = [hand for hand in agreement.list_awaiting(side) if hand.position <= up_to]
        for hand in hands:
            if hand.record.pk > seen:
                raise WordChangedError(hand.position)
        for hand in hands:
            _store(table, hand, hand.record.facts, key=str(uuid4()), speaker=speaker)
        if hands:
            _finish(table, speaker)
    return len(hands)


@repeat_interrupted
def confirm_result(table: Table, *, by: User | None, source: str) -> bool:
    """Confirm a finished table's result as it stands, in place of the sides. False where it was confirmed before.

    Raises RefusedError for a game in play, ResultsFinalError where nothing can be changed any more.
    """
    speaker = Speaker(by=by, source=source, link=None, side="")
    with transaction.atomic():
        table = lock_table(table)
        if table.event.stage == Stage.FINAL:
            raise ResultsFinalError
        if not fold_table(table).finished:
            raise RefusedError({"": [_("This game is not finished: there is no result to confirm yet.")]})
        if table.confirmed_at is not None:
            return False
        for hand in read_agreement(table).hands:
            if hand.state != HandState.AGREED:
                _store(table, hand, hand.record.facts, key=str(uuid4()), speaker=speaker)
        mark_confirmed(table, by=by, source=source)
        move_revision(table.event)
    return True


def _find_acceptance(table: Table, records: list[DealRecord], position: int, *, key: str, side: str) -> Said | None:
    """What a request of that key stored when it came before. Raises WordReusedError where it was of something else."""
    claim = table.claims.filter(key=key).first()
    if claim is None:
        changed = any((record.key, record.position, record.side) == (key, position, side) for record in records)
        return Said(claim=None, agrees=True, is_new=False) if changed else None
    if (claim.position, claim.side) != (position, side):
        raise WordReusedError(claim)
    return Said(claim=claim, agrees=_agrees(table, claim), is_new=False)


def _find_hand(table: Table, records: list[DealRecord], position: int) -> HandAgreement:
    """The hand that stands at a position. Raises PositionTakenError or TableClosedError."""
    _check_open(table)
    hand = read_agreement(table, records=records).find_hand(position)
    if hand is None:
        raise PositionTakenError(position=position, expected=find_next_position(records), existing=None)
    return hand


def _check_open(table: Table) -> None:
    if not table.event.is_open:
        raise TableClosedError


def _check_possible(table: Table, records: list[DealRecord], facts: Mapping[str, Any], *, position: int) -> None:
    """Refuse what the rules do not allow after the entries before it. Raises EntryRefusedError."""
    before = {place: each for place, each in list_facts(records).items() if place < position}
    sheet = build_sheet(table, records=records)
    faults = replay_facts(sheet, {**before, position: facts}).faults
    if position in faults:
        raise EntryRefusedError(faults[position])


def _say(table: Table, hand: HandAgreement, facts: Mapping[str, Any], *, key: str, speaker: Speaker) -> Said:
    """Add a word, put on the sheet what all sides say by it, and see whether the result is agreed.

    What this side says already changes nothing but is kept for its key: were it not, a late repeat of the request
    would set back what the side has said since.
    """
    side = speaker["side"]
    own = hand.words.get(side) if side else hand.settled
    is_new = own is None or own.facts != facts
    if is_new:
        check_unconfirmed(table, link=speaker["link"], side=side)
    claim = _store(table, hand, facts, key=key, speaker=speaker)
    if side and table.confirmed_at is None:
        said = _put_on_sheet(table, claim, speaker=speaker)
        if said is not None:
            return said
    if is_new:
        _finish(table, speaker)
    return Said(claim=claim, agrees=facts == hand.record.facts, is_new=is_new)


def _put_on_sheet(table: Table, claim: Claim, *, speaker: Speaker) -> Said | None:
    """Correct the record to what all sides say of it now; None where they do not, or where it says so already.

    Without this a side that comes round to the other's word by typing it would leave a difference between nobody.
    """
    records = list_records(table)
    hand = read_agreement(table, records=records).find_hand(claim.position)
    common = None if hand is None else hand.find_common(table.rules.sides)
    if common is None:
        return None
    try:
        correct_sheet(
            table,
            {claim.position: common},
            seen=len(records),
            key=str(uuid4()),
            reason=_("Both sides say so."),
            **speaker,
        )
    except (ChangeRefusedError, LaterIllegalError) as obstacle:
        _finish(table, speaker)
        return Said(claim=claim, agrees=False, is_new=True, obstacle=obstacle)
    return Said(claim=claim, agrees=True, is_new=True)


def _finish(table: Table, speaker: Speaker) -> None:
    """What follows every word: whether the result is agreed now, and the event's revision."""
    confirm_if_agreed(table, fold_table(table), **speaker)
    move_revision(table.event)


def _store(table: Table, hand: HandAgreement, facts: Mapping[str, Any], *, key: str, speaker: Speaker) -> Claim:
    """Write a word down. Raises WordReusedError for a key that has stored another one."""
    if (stored := table.claims.filter(key=key).first()) is not None:
        raise WordReusedError(stored)
    claim = Claim.objects.create(
        table=table,
        position=hand.position,
        about=hand.record,
        side=speaker["side"],
        facts=dict(facts),
        key=key,
        source=speaker["source"],
        link=speaker["link"],
        claimed_by=speaker["by"],
    )
    detail = {"position": hand.position, "facts": claim.facts}
    event = table.event
    write_audit(event.league, "claim_made", event=event, table=table, detail=detail, rows=[claim], **speaker)
    return claim


def _agrees(table: Table, claim: Claim) -> bool:
    hand = read_agreement(table).find_hand(claim.position)
    return hand is not None and hand.record.facts == claim.facts
