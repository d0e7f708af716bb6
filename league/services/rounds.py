"""Open a whole round at once: all its tables or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, Player, Round, Table
from league.services.faults import RefusedError
from league.services.links import ensure_links
from league.services.locking import lock_scope
from league.services.seating import seat_table


class TablePlan(Struct, frozen=True, kw_only=True):
    """A table that is to be opened; `players` says how many play where the game leaves that open."""

    number: int
    seats: Mapping[str, Player]
    first_dealer: str
    players: int | None = None


class RoundExistsError(Exception):
    """The round was opened before, by somebody else or by the same form sent twice."""


def open_round(event: Event, *, number: int, tables: Sequence[TablePlan], by: User | None, source: str) -> list[Table]:
    """Open a round with its tables and a link to each, all or none.

    Raises RoundExistsError, or RefusedError with every fault under `table.field` (`2.N`; without a field `2.`).
    """
    if not tables:
        raise RefusedError({"": [_("Seat at least one table.")]})
    faults: dict[str, list[str]] = {}
    opened: list[Table] = []
    with transaction.atomic():
        lock_scope(event)
        _check_number(event, number)
        _take_number(event, number)
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
                        by=by,
                        source=source,
                    )
                )
            except RefusedError as refused:
                faults |= {f"{plan.number}.{field}": texts for field, texts in refused.messages.items()}
        if faults:
            raise RefusedError(faults)
        ensure_links(opened, by=by, source=source)
    return opened


def _check_number(event: Event, number: int) -> None:
    """Refuse a round that would leave a gap: rounds are opened one after the other."""
    last = event.rounds.order_by("number").last()
    expected = last.number + 1 if last else 1
    if number > expected:
        text = _("Round %(round)s cannot be opened yet: the next round is %(expected)s.")
        raise RefusedError({"": [text % {"round": number, "expected": expected}]})


def _take_number(event: Event, number: int) -> None:
    try:
        with transaction.atomic():
            Round.objects.create(event=event, number=number)
    except IntegrityError as clash:
        raise RoundExistsError from clash
