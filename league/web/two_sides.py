"""What the page of a table shows where each side has a phone: what stands, what the other says, what is awaited."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Max
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Table
from league.models.people import TWO_SIDED
from league.models.record import Source
from league.selectors.agreement import HandAgreement, HandState, TableAgreement, list_agreements, read_agreement
from league.selectors.blind_hands import find_first_hidden
from league.selectors.sheets import build_sheet, list_facts
from league.selectors.words import Word
from league.web.hand_rows import HandRow, make_row, word_entry
from league.web.lookup import TableVisitor, find_visitor
from league.web.opened_links import find_table_url
from league.web.table_page import TableState, read_table
from league.wording import join_names
from scoring.replay import replay_facts

#: Where nobody says anything of another side's hands.
NOTHING_SAID = TableAgreement(hands=(), newest=0)

#: How a result stands, as a tag says it: (kind, words).
TAGS = {
    "confirmed": gettext_lazy("confirmed"),
    "differs": gettext_lazy("they differ"),
    "waiting": gettext_lazy("waiting for the other side"),
    "entered": gettext_lazy("entered"),
}


def is_two_sided(table: Table) -> bool:
    """Whether each side of this table has a phone."""
    return table.event.league.entry_way in TWO_SIDED


def speaks_for_side(table: Table, visitor: TableVisitor) -> bool:
    """Whether this is the phone of one side of two: it says hand by hand what was played, on the table's own page."""
    return visitor.opened is not None and is_two_sided(table)


def find_hidden(table: Table, visitor: TableVisitor, agreement: TableAgreement | None = None) -> int | None:
    """The first position that this visitor is not to see yet."""
    return find_first_hidden(table, side=visitor.side, rights=visitor.own, agreement=agreement)


def read_for(request: HttpRequest, table: Table) -> TableState:
    """The table as this visitor may see it."""
    return read_table(table, before=find_hidden(table, find_visitor(request, table)))


def make_stamp(table: Table) -> str:
    """Tells whether anything has changed that the sides of a table show each other."""
    record, claim = (rows.aggregate(newest=Max("pk"))["newest"] or 0 for rows in (table.records, table.claims))
    flags = (table.time_called, table.confirmed_at is not None, table.event.is_open)
    return "-".join(map(str, (record, claim, *map(int, flags))))


def describe_sides(state: TableState, *, visitor: TableVisitor, notice: Any = None) -> dict[str, Any]:
    """What the sides say of each other's hands, for who plays or confirms; to readers only the tag of the result.

    `state` is the table as this visitor may see it (read_for).
    """
    table = state.table
    takes_part = "record" in visitor.rights and is_two_sided(table)
    confirms = "confirm" in visitor.own and not visitor.side
    agreement = read_agreement(table) if is_two_sided(table) else NOTHING_SAID
    tag = _find_tag(state, agreement, visitor)
    context: dict[str, Any] = {"result_tag": tag, "by_side": speaks_for_side(table, visitor)}
    if not takes_part and not (confirms and state.folded.finished):
        return context
    rows = {row.position: row for row in state.rows}
    hands = [hand for hand in agreement.hands if hand.position in rows]
    is_settled = table.confirmed_at is not None or not table.event.is_open
    awaiting = [hand for hand in hands if visitor.side and hand.awaits(visitor.side) and not is_settled]
    return context | {
        "takes_part": takes_part,
        "table_url": find_table_url(table),
        "words_url": find_table_url(table, page="table-words"),
        "words_stamp": make_stamp(table),
        "seen": agreement.newest,
        "awaiting": [_describe_hand(table, rows[hand.position], hand) for hand in awaiting],
        "differences": [
            _describe_difference(state, rows[hand.position], hand, visitor)
            for hand in hands
            if hand.state == HandState.DIFFERS and not is_settled
        ],
        "waiting_for": [
            name_row(rows[hand.position])
            for hand in hands
            if hand.state == HandState.ENTERED and visitor.side in hand.words and not is_settled
        ],
        "may_confirm_result": confirms and state.folded.finished and table.confirmed_at is None,
        "sides_notice": notice,
        "may_call": "call" in visitor.rights,
        "call_url": find_table_url(table, page="call"),
    }


def list_differences(tables: Sequence[Table], *, rights: frozenset[str]) -> list[dict[str, Any]]:
    """The tables of one event at which two sides differ, each with its hands side by side, for an admin's board."""
    if not tables or not is_two_sided(tables[0]):
        return []
    admin = TableVisitor(rights=rights, own=rights)
    found = []
    agreements = list_agreements([table for table in tables if table.confirmed_at is None])
    for table in tables:
        hands = agreements[table.pk].list_hands(HandState.DIFFERS) if table.pk in agreements else ()
        if hands:
            state = read_table(table)
            rows = {row.position: row for row in state.rows}
            shown = [
                _describe_difference(state, rows[hand.position], hand, admin) for hand in hands if hand.position in rows
            ]
            found.append({"table": table, "words_url": find_table_url(table, page="table-words"), "hands": shown})
    return found


def name_row(row: HandRow) -> str:
    """What an entry is called: Hand 5, or a misdeal."""
    if row.number:
        return _("Hand %(number)s") % {"number": row.number}
    return _("Misdeal") if row.kind == "misdeal" else _("Ruling")


def _find_tag(state: TableState, agreement: TableAgreement, visitor: TableVisitor) -> tuple[str, Any] | None:
    """How far the table's result is agreed; nothing where there is none and nobody has to agree."""
    kind = None
    if state.table.confirmed_at is not None:
        kind = "confirmed"
    elif agreement.list_hands(HandState.DIFFERS):
        kind = "differs"
    elif agreement.list_hands(HandState.ENTERED):
        kind = "waiting" if visitor.side and not agreement.list_awaiting(visitor.side) else "entered"
    elif state.folded.finished:
        kind = "entered"
    return (kind, TAGS[kind]) if kind else None


def _describe_hand(table: Table, row: HandRow, hand: HandAgreement) -> dict[str, Any]:
    return {"row": row, "word": hand.standing.name, **_name_hand(table, row, hand)}


def _name_hand(table: Table, row: HandRow, hand: HandAgreement) -> dict[str, Any]:
    """What the forms about a hand need, each with a key of its own."""
    return {
        "name": name_row(row),
        "position": hand.position,
        "key": str(uuid.uuid4()),
        "say_url": find_table_url(table, page="table-say", position=hand.position),
    }


def _describe_difference(state: TableState, row: HandRow, hand: HandAgreement, visitor: TableVisitor) -> dict[str, Any]:
    """A hand on which two say different things: each version in words with its points, and who says it."""
    said = [hand.standing, *hand.differing]
    own = hand.words.get(visitor.side)
    said += [word for word in hand.words.values() if word.name not in {each.name for each in said}]
    versions: list[tuple[Mapping[str, Any], list[Word]]] = []
    for word in said:
        same = next((words for facts, words in versions if facts == word.facts), None)
        if same is None:
            versions.append((word.facts, [word]))
        else:
            same.append(word)
    may_settle = "confirm" in visitor.own and not visitor.side
    return {
        **_name_hand(state.table, row, hand),
        "versions": [
            _describe_version(state, hand, facts, words) | {"is_own": own is not None and own.facts == facts}
            for facts, words in versions
        ],
        "may_settle": may_settle,
        "may_say_anew": bool(visitor.side),
    }


def _describe_version(
    state: TableState, hand: HandAgreement, facts: Mapping[str, Any], words: list[Word]
) -> dict[str, Any]:
    sheet = build_sheet(state.table, records=state.records)
    before = {place: each for place, each in list_facts(state.records).items() if place < hand.position}
    replayed = replay_facts(sheet, {**before, hand.position: facts})
    row = None if replayed.faults else make_row(state.game, replayed.folded.steps[-1], state.names)
    speakers = [word for word in words if not hand.is_left(word)]
    who = list(dict.fromkeys(_name_speaker(state, hand, word) for word in speakers))
    return {
        "who": join_names(who) if who else _("on the sheet"),
        "text": word_entry(state.game, facts, state.names),
        "gains": row.gains if row else (),
        "word": words[0].name,
    }


def _name_speaker(state: TableState, hand: HandAgreement, word: Word) -> str:
    """Who says something: a side by its players, somebody with an account by name."""
    if word.side:
        return join_names([state.names.get(seat, seat) for seat in state.game.seats_of(word.side)])
    if word.name != hand.standing.name:
        return _("the admin")
    user = hand.origin.recorded_by
    if user is not None:
        return user.get_full_name() or user.get_username()
    return _("an import") if hand.origin.source == Source.IMPORT else _("a phone there")
