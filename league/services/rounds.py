"""Open a whole round at once: all its tables or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, Player, Round, SitOut, Table
from league.models.planning import SitOutKind
from league.services.audit import write_audit
from league.services.entries import find_entries
from league.services.faults import RefusedError
from league.services.links import ensure_links
from league.services.locking import lock_scope
from league.services.seat_places import Place
from league.services.seating import seat_table


class TablePlan(Struct, frozen=True, kw_only=True):
    """A table that is to be opened; `players` says how many play where the game leaves that open.

    `places` says by seat what is special about it.
    """

    number: int
    seats: Mapping[str, Player]
    first_dealer: str = ""
    players: int | None = None
    places: Mapping[str, Place] = {}


class Turn(Struct, frozen=True, kw_only=True):
    """What a round plays of the event's plan: which of its rounds, and which game of it.

    `sit_out` has the players of each entry that has no game in it, because it is their turn to sit out.
    """

    planned: int
    game: int = 1
    sit_out: Sequence[Sequence[Player]] = ()


class RoundExistsError(Exception):
    """The round was opened before, by somebody else or by the same form sent twice."""


def open_round(
    event: Event,
    *,
    number: int,
    tables: Sequence[TablePlan],
    by: User | None,
    source: str,
    turn: Turn | None = None,
) -> list[Table]:
    """Open a round with its tables and a link to each, all or none; `turn` is what it plays of the event's plan.

    Raises RoundExistsError, or RefusedError with every fault under `table.field` (`2.N`; without a field `2.`).
    """
    if not tables:
        raise RefusedError({"": [_("Seat at least one table.")]})
    faults: dict[str, list[str]] = {}
    opened: list[Table] = []
    with transaction.atomic():
        lock_scope(event)
        _check_number(event, number)
        _take_number(event, number, turn)
        for plan in tables:
            try:
                opened.append(
                    seat_table(
                        event,
                        round_number=number,
                        number=plan.number,
                        seats=plan.seats,
                        first_dealer=plan.first_dealer,
                        players=plan.players,
                        places=plan.places,
                        by=by,
                        source=source,
                    )
                )
            except RefusedError as refused:
                faults |= {f"{plan.number}.{field}": texts for field, texts in refused.messages.items()}
        if faults:
            raise RefusedError(faults)
        if turn is not None and turn.sit_out:
            _note_sit_outs(event, number, turn.sit_out, by=by, source=source)
        ensure_links(opened, by=by, source=source)
    return opened


def _check_number(event: Event, number: int) -> None:
    """Refuse a round that would leave a gap: rounds are opened one after the other."""
    last = event.rounds.order_by("number").last()
    expected = last.number + 1 if last else 1
    if number > expected:
        text = _("Round %(round)s cannot be opened yet: the next round is %(expected)s.")
        raise RefusedError({"": [text % {"round": number, "expected": expected}]})


def _take_number(event: Event, number: int, turn: Turn | None) -> None:
    try:
        with transaction.atomic():
            if turn is None:
                Round.objects.create(event=event, number=number)
            else:
                Round.objects.create(event=event, number=number, planned=turn.planned, game=turn.game)
    except IntegrityError as clash:
        raise RoundExistsError from clash


def _note_sit_outs(
    event: Event, number: int, groups: Sequence[Sequence[Player]], *, by: User | None, source: str
) -> None:
    entries = find_entries(event, groups)
    rows = SitOut.objects.bulk_create(
        [SitOut(event=event, round_number=number, entry=entry, kind=SitOutKind.SIT_OUT) for entry in entries.values()]
    )
    detail = {"round": number, "names": [entry.name for entry in entries.values()]}
    write_audit(event.league, "sat_out", by=by, source=source, event=event, detail=detail, rows=rows)
