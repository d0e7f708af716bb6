"""A hand that was stored unnoticed, its answer lost, and then changed on its phone: both are shown, and how the stored
one is corrected by whoever entered it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.access import may_correct, name_right
from league.selectors.agreement import read_agreement
from league.selectors.sheets import find_next_position, list_facts, list_records
from league.services.faults import KeyReusedError, WordReusedError
from league.web.hand_rows import word_entry
from league.web.lookup import TableVisitor
from league.web.opened_links import find_table_url
from league.web.table_page import Notice, TableState
from league.web.two_sides import speaks_for_side


def word_stored_before(
    state: TableState, conflict: KeyReusedError | WordReusedError, *, facts: Mapping[str, Any], visitor: TableVisitor
) -> Notice:
    """The key of a hand came again with another hand in it."""
    position = conflict.existing.position
    standing = _find_standing(state, position, visitor)
    yours = word_entry(state.game, facts, state.names)
    if standing is None:
        return Notice(
            tone="warn",
            is_taken=True,
            title=_("This hand was stored before you changed it, and has been taken off since."),
            text=_("Yours: %(yours)s. If it was played, enter it as the next hand.") % {"yours": yours},
        )
    stored = word_entry(state.game, standing, state.names)
    if stored == yours:
        title = _("This hand stands as you changed it.")
        return Notice(tone="good", title=title, text=_("It stands once. There is nothing more to do."))
    way, url = _find_way(state, position, standing, visitor)
    words = {"stored": stored, "yours": yours}
    text = _("Stored: %(stored)s. Your change: %(yours)s. Correct the stored one, or drop the change.") % words
    if not way:
        text = _("Stored: %(stored)s. Your change: %(yours)s. Call the admin, who can correct it; or drop the change.")
        text %= words
    return Notice(
        tone="warn",
        title=_("This hand was stored before you changed it. The change was not saved."),
        text=text,
        told={"stored": str(position), "way": way, "correct": url},
    )


def _find_standing(state: TableState, position: int, visitor: TableVisitor) -> Mapping[str, Any] | None:
    """What this writer says there by now: his side's newest word, else what is on the sheet."""
    records = list_records(state.table)
    if speaks_for_side(state.table, visitor):
        hand = read_agreement(state.table, records=records).find_hand(position)
        own = hand.words.get(visitor.side) if hand else None
        return own.facts if own else None
    return list_facts(records).get(position)


def _find_way(state: TableState, position: int, standing: Mapping[str, Any], visitor: TableVisitor) -> tuple[str, str]:
    """How this writer corrects a stored hand, and the address of the page on which he does."""
    if speaks_for_side(state.table, visitor):
        return "say", find_table_url(state.table, page="table-say", position=position)
    if may_correct(state.table.event, visitor.own) and (name_right([standing]) == "record" or "rule" in visitor.own):
        return "correction", find_table_url(state.table, page="hand", position=position)
    is_last = position == find_next_position(state.records) - 1
    return ("undo", "") if is_last and state.table.event.is_open else ("", "")
