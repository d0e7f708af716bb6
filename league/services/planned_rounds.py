"""Open the round that comes next by the plan, all tables at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Event, Player, Table
from league.selectors.attendance import HereList
from league.selectors.plans import PlannedRound, PlannedTable
from league.selectors.upcoming import Upcoming, find_upcoming
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.locking import lock_event, lock_scope
from league.services.rounds import RoundExistsError, TablePlan, Turn, open_round
from league.services.seat_places import Place
from league.services.seating import choose_players
from scoring.ladder import Side


def open_planned_round(
    event: Event, *, number: int, by: User | None, source: str, winners: Mapping[int, Side] | None = None
) -> list[Table]:
    """Open the round of that number with the seats that the plan gives, and note who sits out.

    `winners` says which side moves as if it had won, for tables of the last round that came to no winner. Raises
    RoundExistsError where somebody else has opened it, RefusedError where somebody who has a seat is not there, where
    who moves is not decided, and as `open_round` does.
    """
    with transaction.atomic():
        lock_scope(event)
        lock_event(event)  # nobody takes another plan meanwhile
        upcoming = find_upcoming(event, winners=winners)
        if upcoming is not None and number < upcoming.number:
            raise RoundExistsError
        upcoming, planned = _demand_round(event, upcoming)
        players = event.league.players.in_bulk()
        tables = open_round(
            event,
            number=number,
            tables=[_make_table(event, table, upcoming, players) for table in planned.tables],
            turn=make_turn(upcoming, players),
            by=by,
            source=source,
        )
        if winners:
            detail = {"round": number, "winners": {str(table): side for table, side in winners.items()}}
            write_audit(event.league, "movers_decided", by=by, source=source, event=event, detail=detail)
    return tables


def make_turn(upcoming: Upcoming, players: Mapping[int, Player], *, seated: Collection[int] | None = None) -> Turn:
    """What the round that comes next plays of the plan, and who sits out in it.

    `seated` are those who sit at its tables, where an admin has changed them by hand.
    """
    planned = upcoming.round
    out: Sequence[int] = planned.sit_out if planned else ()
    if seated is not None and upcoming.here.is_kept:
        out = [who for who in upcoming.here.people if who not in seated]
    elif seated is not None and planned is not None:
        named = [*(who for table in planned.tables for who in table.seats.values()), *planned.sit_out]
        out = [who for who in named if who not in seated]
    owners = [upcoming.here.stand_ins.get(who, who) for who in out]
    return Turn(
        planned=upcoming.planned, game=upcoming.game, sit_out=[(players[who],) for who in owners if who in players]
    )


def find_turn(event: Event, *, number: int, seated: Collection[int]) -> Turn | None:
    """What a round plays of the plan whose seats an admin chose by hand; None where no plan stands, or it is over."""
    upcoming = find_upcoming(event)
    if upcoming is None or upcoming.number != number or (upcoming.round is None and not upcoming.undecided):
        return None
    return make_turn(upcoming, event.league.players.in_bulk(), seated=seated)


def make_places(here: HereList, seats: Mapping[str, int], players: Mapping[int, Player]) -> dict[str, Place]:
    """What is special about who sits in these seats, as it was said at the check-in."""
    return {
        seat: Place(
            stands_in_for=players.get(here.stand_ins.get(who, 0)), shared_with=players.get(here.shared.get(who, 0))
        )
        for seat, who in seats.items()
        if who in here.stand_ins or who in here.shared
    }


def _make_table(event: Event, table: PlannedTable, upcoming: Upcoming, players: Mapping[int, Player]) -> TablePlan:
    return TablePlan(
        number=table.number,
        seats={seat: players[who] for seat, who in table.seats.items() if who in players},
        players=choose_players(event, table.seats),
        places=make_places(upcoming.here, table.seats, players),
    )


def _demand_round(event: Event, upcoming: Upcoming | None) -> tuple[Upcoming, PlannedRound]:
    """What is to be opened. Refuse what cannot be opened, and say what to do next."""
    if upcoming is None:
        raise RefusedError({"": [_("No plan has been taken yet: choose how the rounds go.")]})
    if upcoming.undecided:
        tables = ", ".join(str(table.number) for table in upcoming.undecided)
        text = _("Who moves is not decided yet at table %(tables)s: say which side won there.")
        raise RefusedError({"winners": [text % {"tables": tables}]})
    if upcoming.round is None:
        raise RefusedError({"": [upcoming.fault or _("The plan has come to its end: plan further rounds.")]})
    if upcoming.missing:
        names = ", ".join(event.league.players.filter(pk__in=upcoming.missing).values_list("name", flat=True))
        text = _("Not here: %(names)s. Plan the rounds to come anew, or let somebody stand in.")
        raise RefusedError({"": [text % {"names": names}]})
    return upcoming, upcoming.round
