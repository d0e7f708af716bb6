"""What can be wrong with the stored rows of one table. Looks only, and never mends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import DealRecord, Seat, SeatResult, Table
from league.selectors.carried_warnings import TeamAt
from league.selectors.import_state import TABLE_IMPORTED
from league.selectors.seat_results import make_results
from league.selectors.sheets import build_sheet
from league.selectors.stored_tables import StoredTable
from league.services.records import digest_facts, digest_record
from league.services.results import read_figures
from league.services.row_checks import find_changed_audit, find_changed_rows, word_audit
from league.wording import word_reason
from scoring.fold import fold_sheet
from scoring.sheet import Folded

#: The audit row of a table whose points followed from a correction at an earlier one.
WARNING_CARRIED = "warning_carried"
RESEATED = "table_reseated"


class Difference(Struct, frozen=True, kw_only=True):
    """One thing that is not as it must be. `code` says which, `stored` what stands there, `expected` what should.

    `event` is "" for what belongs to a league alone, `round` and `table` are None for what belongs to no table.
    `position` is the place on the sheet and `seat` the seat, where it concerns one; None where not.
    """

    event: str = ""
    round: int | None = None
    table: int | None = None
    position: int | None = None
    seat: str | None = None
    code: str
    stored: Any = None
    expected: Any = None
    message: str

    def __str__(self) -> str:
        """The difference with where it is, in one line."""
        words = {"event": self.event, "round": self.round, "table": self.table}
        if self.table is None:
            return f"{self.event}: {self.message}" if self.event else self.message
        place = [_("%(event)s, round %(round)s, table %(table)s") % words]
        if self.position is not None:
            place.append(_("place %(position)s on the sheet") % {"position": self.position})
        if self.seat is not None:
            place.append(_("seat %(seat)s") % {"seat": self.seat})
        return f"{', '.join(place)}: {self.message}"


class TableCheck(Struct, frozen=True, kw_only=True):
    """What a table came to: deals played, records that no audit row vouches for, and what is wrong."""

    hands: int
    not_covered: int
    differences: tuple[Difference, ...]


def check_table(stored: StoredTable, *, warned: list[TeamAt]) -> TableCheck:
    """Fold a table again and compare all that is stored of it. `warned` are the warned teams of its event."""
    found: list[Difference] = []
    folded = fold_stored(stored, warned, found)
    if folded is not None:
        found.extend(check_results(stored, folded))
    found.extend(_check_revisions(stored))
    not_covered = _check_audit(stored, found)
    found.extend(_check_signatures(stored, known={(each.code, each.position) for each in found}))
    found.extend(_check_marks(stored, is_finished=folded is None or folded.finished))
    found.extend(_check_claims(stored))
    return TableCheck(hands=folded.state.played if folded else 0, not_covered=not_covered, differences=tuple(found))


def differ(table: Table, code: str, message: str, **details: Any) -> Difference:
    """A difference of a table."""
    return Difference(
        event=table.event.slug, round=table.round.number, table=table.number, code=code, message=message, **details
    )


def fold_stored(stored: StoredTable, warned: list[TeamAt], found: list[Difference]) -> Folded | None:
    """The sheet folded; None, and what is wrong, where that cannot be."""
    table = stored.table
    try:
        game = table.rules
        strange = list(_check_seats(stored, game.seats))
        found.extend(strange)
        sheet = build_sheet(table, records=stored.records, seats=stored.seats, game=game, warned=warned)
        folded, faults = fold_sheet(sheet)
    # Whatever was put into these rows, the other tables are still to be checked.
    except Exception as broken:
        message = _("what is stored cannot be scored (%(error)s).") % {"error": f"{type(broken).__name__}: {broken}"}
        found.append(differ(table, "unreadable", message))
        return None
    for fault in faults:
        violation = fault.violation
        text = word_reason(game, violation.template, violation.values, sheet.names)
        message = _("the rules refuse what is stored: %(reason)s") % {"reason": text}
        found.append(differ(table, "facts_refused", message, position=fault.position))
    has_strangers = any(difference.code == "seat_unknown" for difference in strange)
    return None if faults or has_strangers else folded


def _check_seats(stored: StoredTable, letters: tuple[str, ...]) -> Iterator[Difference]:
    table = stored.table
    taken = {seat.seat: seat for seat in stored.seats}
    for letter in letters:
        if letter not in taken:
            yield differ(table, "seat_missing", _("nobody sits here."), seat=letter)
    for letter, seat in taken.items():
        if letter not in letters:
            yield differ(table, "seat_unknown", _("there is no such seat in this game."), seat=letter)
        if seat.round_id != table.round_id or table.round.event_id != table.event_id:
            yield differ(table, "seat_round", _("the seat belongs to another round or event."), seat=letter)
        if seat.entry.event_id != table.event_id or not _is_of_entry(seat):
            message = _("%(player)s counts for an entry of other players: %(entry)s.")
            words = {"player": seat.player.name, "entry": seat.entry.name}
            yield differ(table, "seat_entry", message % words, seat=letter)


def _is_of_entry(seat: Seat) -> bool:
    """Whether a seat is a place of its entry: of whoever is stood in for, else of who sits there.

    Who plays for a team may be borrowed, and may have gone to another one since.
    """
    owner = seat.player_id if seat.stands_in_for_id is None else seat.stands_in_for_id
    return seat.entry.team_id is not None or str(owner) in seat.entry.players_key.split("+")


def check_results(stored: StoredTable, folded: Folded) -> Iterator[Difference]:
    """Where the stored results of a table are not what its hands come to."""
    table = stored.table
    had = {result.seat_id: result for result in stored.results}
    for fresh in make_results(table, stored.seats, folded):
        letter = fresh.seat.seat
        result = had.pop(fresh.seat_id, None)
        if result is None:
            yield differ(table, "result_missing", _("no result is stored, though somebody sits here."), seat=letter)
        else:
            yield from _compare_figures(table, letter, result, fresh)
    for pk in had:
        message = _("a result is stored for seat number %(number)s, which is not at this table.") % {"number": pk}
        yield differ(table, "result_extra", message)


def _compare_figures(table: Table, letter: str, result: SeatResult, fresh: SeatResult) -> Iterator[Difference]:
    stored = {**read_figures(result), "event": result.event_id}
    expected = {**read_figures(fresh), "event": fresh.event_id}
    for name, figure in expected.items():
        if stored[name] != figure:
            words = {"name": name, "stored": stored[name], "expected": figure}
            message = _("%(name)s: the result says %(stored)s, the hands come to %(expected)s.") % words
            yield differ(table, "result", message, seat=letter, stored=stored[name], expected=figure)


def _check_revisions(stored: StoredTable) -> Iterator[Difference]:
    """Revisions count from 1 at each place, and places from 1."""
    revisions: dict[int, list[int]] = {}
    for record in stored.records:
        revisions.setdefault(record.position, []).append(record.revision)
    for position in range(1, max(revisions, default=0) + 1):
        expected = list(range(1, len(revisions.get(position, ())) + 1))
        if position not in revisions:
            message = _("nothing is stored here, but something after it.")
            yield differ(stored.table, "position_gap", message, position=position)
        elif revisions[position] != expected:
            numbers = ", ".join(map(str, revisions[position]))
            message = _("the revisions do not count from 1: %(numbers)s.") % {"numbers": numbers}
            details = {"position": position, "stored": revisions[position], "expected": expected}
            yield differ(stored.table, "revision_gap", message, **details)


def _check_audit(stored: StoredTable, found: list[Difference]) -> int:
    """Compare each record with the audit row written with it; returns how many have one that says too little."""
    signed, spans = _read_signatures(stored)
    not_covered = 0
    for record in stored.records:
        digests = signed.pop((record.position, record.revision), None)
        if digests is None and record.revision == 1 and any(low <= record.position <= high for low, high in spans):
            not_covered += 1
        elif digests is None:
            message = _("the log tells nothing of revision %(revision)s.") % {"revision": record.revision}
            found.append(differ(stored.table, "record_unlogged", message, position=record.position))
        elif digests != {digest_record(record)}:
            words = {"revision": record.revision, "facts": record.facts}
            message = _("revision %(revision)s is not what was entered: it says %(facts)s now.") % words
            found.append(differ(stored.table, "record_changed", message, position=record.position, stored=record.facts))
    for position, revision in signed:
        message = _("revision %(revision)s is gone: the log tells that it was entered.") % {"revision": revision}
        found.append(differ(stored.table, "record_missing", message, position=position))
    return not_covered


def _read_signatures(stored: StoredTable) -> tuple[dict[tuple[int, int], set[str]], list[tuple[int, int]]]:
    """What the log says of the records: digests by position and revision, and spans of imports without digests.

    Rows from before there were digests tell the facts themselves.
    """
    signed: dict[tuple[int, int], set[str]] = {}
    spans = []
    for row in stored.audit:
        detail = row.detail
        if "records" in detail:
            for name, digest in detail["records"].items():
                position, _dot, revision = name.partition(".")
                signed.setdefault((int(position), int(revision)), set()).add(digest)
        elif "facts" in detail and "position" in detail and "revision" in detail:
            digest = digest_facts(detail["facts"], void=row.action == "deal_taken_off")
            signed.setdefault((detail["position"], detail["revision"]), set()).add(digest)
        elif row.action == TABLE_IMPORTED and "positions" in detail:
            low, high = detail["positions"]
            spans.append((low, high))
    return signed, spans


def _check_signatures(stored: StoredTable, *, known: Collection[tuple[str, int | None]]) -> Iterator[Difference]:
    """Compare every column of the table's rows with what the log has of them; `known` is what was found before."""
    table = stored.table
    rows = [table, *stored.seats, *stored.records, *stored.claims, *stored.calls]
    for fault in find_changed_rows(rows, stored.audit):
        is_record = isinstance(fault.row, DealRecord)
        position = getattr(fault.row, "position", None)
        is_known = is_record and bool({("record_changed", position), ("record_unlogged", position)} & set(known))
        is_known |= fault.code == "record_missing" and any(code == "record_missing" for code, _position in known)
        # Records from before there were signatures are vouched for by the older rows of the log.
        if is_known or fault.code == "record_unlogged":
            continue
        seat = fault.row.seat if isinstance(fault.row, Seat) else None
        yield differ(table, fault.code, fault.message, position=position, seat=seat)
    for row in find_changed_audit(stored.audit):
        yield differ(table, "audit_changed", word_audit(row))


def _check_marks(stored: StoredTable, *, is_finished: bool) -> Iterator[Difference]:
    """A confirmation is of the result as it stands, and the mark of a correction has a reason to be there."""
    table = stored.table
    last = max((record.recorded_at for record in stored.records), default=None)
    if table.confirmed_at is not None and not is_finished:
        message = _("the result counts as confirmed, but the game is in play.")
        yield differ(table, "confirmed", message, stored=table.confirmed_at.isoformat())
    elif table.confirmed_at is not None and last is not None and last > table.confirmed_at:
        message = _("the result counts as confirmed, but a hand was entered after that.")
        yield differ(table, "confirmed", message, stored=table.confirmed_at.isoformat())
    has_reason = any(record.reason for record in stored.records) or any(
        row.action == WARNING_CARRIED or (row.action == RESEATED and row.detail.get("reason")) for row in stored.audit
    )
    if table.corrected_at is not None and not has_reason:
        message = _("the table is marked as corrected, but no correction is stored.")
        yield differ(table, "corrected", message, stored=table.corrected_at.isoformat())


def _check_claims(stored: StoredTable) -> Iterator[Difference]:
    positions = {record.position for record in stored.records}
    for position in sorted({claim.position for claim in stored.claims} - positions):
        message = _("a side has said what this hand was, but there is none.")
        yield differ(stored.table, "claim", message, position=position)
