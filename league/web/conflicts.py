"""Words for what came too late: who was first, and what stands there now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import DealRecord, Table
from league.services.faults import KeyReusedError, PositionTakenError, WordReusedError
from league.web.hand_rows import word_entry
from league.web.table_page import Notice, TableState
from league.web.writers import OtherWriterError, name_writer
from league.wording import Names, name_side

#: What to do where a correction came too late.
_LOOK_AGAIN = gettext_lazy("What you pressed is still here. Look at what it changes now, then save it again.")


def word_position_taken(
    state: TableState, conflict: PositionTakenError, *, facts: Mapping[str, object] | None
) -> Notice:
    """Another entry stands where this one was to go, or what it was to follow is gone."""
    existing = conflict.existing
    if existing is None or facts is None:
        return Notice(
            tone="warn",
            is_taken=True,
            title=_("The sheet has changed meanwhile. Nothing was saved."),
            text=_("This is how it stands now. Look at the hands, and enter yours again if it is missing."),
        )
    who, when = word_author(existing, state.names), time_format(localtime(existing.recorded_at), "H:i")
    stored, yours = word_entry(state.game, existing.facts, state.names), word_entry(state.game, facts, state.names)
    if stored == yours:
        title = _("%(who)s saved this very hand at %(time)s.") % {"who": who, "time": when}
        return Notice(tone="good", title=title, text=_("It stands once. There is nothing more to do."))
    return Notice(
        tone="warn",
        is_taken=True,
        title=_("%(who)s saved another hand here at %(time)s. Yours was not saved.") % {"who": who, "time": when},
        text=_("Saved: %(stored)s. Yours: %(yours)s. If yours is right, undo the saved one and enter it again.")
        % {"stored": stored, "yours": yours},
    )


def word_overtaken(state: TableState, newer: Sequence[DealRecord]) -> Notice:
    """Somebody else changed the sheet between two lines from paper, which were to follow each other."""
    text = _("What you typed is still here; at each line stands which hand it was typed for.")
    if not newer:
        return Notice(tone="warn", title=_("The sheet has changed meanwhile."), text=text)
    first = newer[0]
    words = {
        "who": word_author(first, state.names),
        "time": time_format(localtime(first.recorded_at), "H:i"),
        "what": word_entry(state.game, first.facts, state.names),
    }
    return Notice(tone="warn", title=_("%(who)s saved a hand in between at %(time)s: %(what)s") % words, text=text)


def word_key_reused(state: TableState, conflict: KeyReusedError | WordReusedError) -> Notice:
    """The same form came again with another hand in it."""
    stored = word_entry(state.game, conflict.existing.facts, state.names)
    return Notice(
        tone="warn",
        is_taken=True,
        title=_("This form had already saved a hand. Nothing was changed."),
        text=_("Saved: %(stored)s. To change it, undo it below; for the next hand use the form as it is now.")
        % {"stored": stored},
    )


def word_other_writer(table: Table, conflict: OtherWriterError, *, names: Names, may_take_over: bool = True) -> Notice:
    """What was entered by one is sent by another: for whom it was entered, and who is here now.

    `may_take_over`: the form comes back, and is the word of who is here now if it is sent once more.
    """
    words = {key: name_writer(tag, table, names) for key, tag in (("entered", conflict.entered), ("now", conflict.now))}
    return Notice(
        tone="warn",
        title=_("Not saved: this was entered for %(entered)s, and this browser is now open for %(now)s.") % words,
        text=_("Log in again as before, or open the table for that side. Or save it for %(now)s.") % words
        if may_take_over
        else _("Log in again as before, or open the table for that side."),
        told={"writer": conflict.now, "who": words["now"]},
    )


def word_sheet_changed(state: TableState, newer: Sequence[DealRecord]) -> Notice:
    """Somebody changed the sheet while a correction of it was being made."""
    if not newer:
        return Notice(
            tone="warn", title=_("The sheet has changed meanwhile. Nothing was saved."), text=str(_LOOK_AGAIN)
        )
    last = newer[-1]
    words = {
        "who": word_author(last, state.names),
        "time": time_format(localtime(last.recorded_at), "H:i"),
        "what": _("taken off") if last.void else word_entry(state.game, last.facts, state.names),
        "position": last.position,
    }
    return Notice(
        tone="warn",
        title=_("%(who)s changed this sheet at %(time)s. Nothing was saved.") % words,
        text=_("Entry %(position)s is now: %(what)s.") % words + " " + str(_LOOK_AGAIN),
    )


def word_final() -> Notice:
    """The results are final."""
    return Notice(
        tone="warn",
        title=_("The results of this event are final."),
        text=_("Nothing can be corrected: an admin has to reopen the results first, with a reason."),
    )


def word_closed() -> Notice:
    """Nothing can be entered any more."""
    return Notice(
        tone="warn",
        title=_("Nothing was saved: this table is closed."),
        text=_("Time was called or the event is over. An admin can open it again."),
    )


def word_ended() -> Notice:
    """The game had ended before this hand."""
    return Notice(tone="warn", title=_("Nothing was saved: this game has ended. Undo its last hand to go on."))


def word_author(record: DealRecord, names: Names) -> str:
    """Who entered something: somebody with an account, or the side whose phone it was."""
    user = record.recorded_by
    if user is not None:
        return user.get_full_name() or user.get_username()
    if record.side:
        return name_side(record.side, names)
    return _("A phone at the table") if record.link_id else _("An import")
