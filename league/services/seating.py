"""Seat players at tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.models import Entry, Event, Match, Player, Round, Seat, Table
from league.models.event import EntryKind
from league.selectors.carried_warnings import list_followers
from league.selectors.sheets import build_sheet
from league.services.audit import write_audit
from league.services.carried_warnings import refold_followers, refold_tables
from league.services.faults import RefusedError, word_stage_refusal
from league.services.locking import check_still_open, lock_scope, lock_table
from league.services.results import StoredChange, move_revision, store_results
from league.services.seat_persons import check_persons
from league.services.seat_places import (
    Place,
    describe_seats,
    find_place_faults,
    find_seat_entries,
    find_teams,
    keep_places,
    make_seats,
)
from league.services.setup import list_entry_kinds
from league.wording import name_seat
from rules.game import Game
from scoring.fold import fold_sheet


def seat_table(
    event: Event,
    *,
    round_number: int,
    number: int,
    seats: Mapping[str, Player],
    by: User | None,
    source: str,
    first_dealer: str = "",
    warned: Iterable[str] = (),
    source_id: str | None = None,
    players: int | None = None,
    places: Mapping[str, Place] | None = None,
    teams: Mapping[str, Entry] | None = None,
    match: Match | None = None,
) -> Table:
    """Open a table in a round with a player in every seat.

    `players` says how many play where the game leaves that open; None is as many as the seats named are for. `places`
    says by seat what is special about it, `teams` by side for which entry it plays where teams meet; `match` is what
    the game is part of.
    Raises RefusedError, naming the seat, where a seat is empty, a player sits twice or belongs elsewhere, or the
    table exists.
    """
    players = choose_players(event, seats) if players is None else players
    game = event.make_rules(players)
    first_dealer = first_dealer or game.seats[0]
    _check_seats(event, game, seats, first_dealer=first_dealer)
    try:
        with transaction.atomic():
            lock_scope(event)
            round_, _made = Round.objects.get_or_create(event=event, number=round_number)
            _check_free(round_, number=number, seats=seats, places=places or {})
            check_persons(round_, seats)
            table = Table.objects.create(
                event=event,
                round=round_,
                number=number,
                players=players,
                first_dealer=first_dealer,
                warned=sorted(set(warned)),
                source_id=source_id,
                match=match,
            )
            if _fill_seats(table, game, seats, places=places or {}, teams=teams).warnings:
                refold_followers(table, by=by, source=source)
            detail = describe_seats(seats, first_dealer=first_dealer, places=places or {})
            write_audit(
                event.league,
                "table_seated",
                by=by,
                source=source,
                event=event,
                table=table,
                detail=detail,
                rows=[table, *table.seats.all()],
            )
            move_revision(event)
            check_still_open(event)
    except IntegrityError as clash:
        raise RefusedError(
            {"": [_("Somebody else has just opened this table or seated one of these players.")]}
        ) from clash
    return table


def reseat_table(
    table: Table,
    *,
    seats: Mapping[str, Player],
    first_dealer: str,
    by: User | None,
    source: str,
    places: Mapping[str, Place] | None = None,
) -> Table:
    """Change who sits at a table on which nothing has been entered yet. Raises RefusedError.

    Without `places` whoever stays in a seat keeps what is special about it.
    """
    with transaction.atomic():
        table = lock_table(table)
        game = table.rules
        if table.records.exists():
            raise RefusedError({"": [_("Hands have been entered at this table: its seats stay as they are.")]})
        _check_seats(table.event, game, seats, first_dealer=first_dealer)
        followers = [follower.table for follower in list_followers(table)]
        places = keep_places(table, seats) if places is None else places
        teams = find_teams(table, game)
        table.seats.all().delete()
        _check_free(table.round, number=None, seats=seats, places=places)
        check_persons(table.round, seats)
        table.first_dealer = first_dealer
        table.save(update_fields=["first_dealer"])
        _fill_seats(table, game, seats, places=places, teams=teams)
        followers += [follower.table for follower in list_followers(table)]
        refold_tables(table.event, followers, by=by, source=source)
        detail = describe_seats(seats, first_dealer=first_dealer, places=places)
        write_audit(
            table.event.league,
            "table_reseated",
            by=by,
            source=source,
            event=table.event,
            table=table,
            detail=detail,
            rows=[table, *table.seats.all()],
        )
        move_revision(table.event)
    return table


def choose_players(event: Event, seats: Iterable[str]) -> int | None:
    """How many play at a table of these seats; None where the game does not leave that open."""
    usual = event.rules
    if not usual.player_counts:
        return None
    named = set(seats)
    fitting = [count for count in usual.player_counts if set(event.make_rules(count).seats) == named]
    return fitting[0] if fitting else len(usual.seats)


def _fill_seats(
    table: Table,
    game: Game,
    seats: Mapping[str, Player],
    *,
    places: Mapping[str, Place],
    teams: Mapping[str, Entry] | None,
) -> StoredChange:
    entries = find_seat_entries(table.event, game, seats, places=places, teams=teams)
    made = Seat.objects.bulk_create(make_seats(table, game, seats, entries, places=places))
    folded, _faults = fold_sheet(build_sheet(table, records=[], seats=made, game=game))
    return store_results(table, folded)


def _check_seats(event: Event, game: Game, seats: Mapping[str, Player], *, first_dealer: str) -> None:
    faults: dict[str, list[str]] = {}
    if not event.is_open:
        faults.setdefault("", []).append(word_stage_refusal(event.stage))
    if first_dealer not in game.seats:
        faults.setdefault("first_dealer", []).append(_("The first dealer must sit at the table."))
    if event.entry_kind != EntryKind.TEAM and event.entry_kind not in list_entry_kinds(game):
        text = _("Fixed pairs are ranked in this event: at a table of %(count)s everybody plays alone.")
        faults.setdefault("", []).append(text % {"count": len(game.seats)})
    taken: dict[int, str] = {}
    for seat in game.seats:
        player = seats.get(seat)
        if player is None:
            faults.setdefault(seat, []).append(_("Nobody sits here: choose a player."))
        elif player.league_id != event.league_id:
            faults.setdefault(seat, []).append(_("This player belongs to another league."))
        elif player.pk in taken:
            words = {"player": player, "seat": name_seat(taken[player.pk], game.seats)}
            text = _("%(player)s already sits here: %(seat)s.") % words
            faults.setdefault(seat, []).append(text)
        else:
            taken[player.pk] = seat
    if faults:
        raise RefusedError(faults)


def _check_free(round_: Round, *, number: int | None, seats: Mapping[str, Player], places: Mapping[str, Place]) -> None:
    faults = find_place_faults(round_, seats, places)
    if number is not None and round_.tables.filter(number=number).exists():
        text = _("Round %(round)s already has a table %(table)s.") % {"round": round_.number, "table": number}
        faults.setdefault("number", []).append(text)
    busy = {seat.player_id: seat for seat in Seat.objects.filter(round=round_).select_related("table")}
    for letter, player in seats.items():
        if player.pk in busy:
            text = _("%(player)s already sits at table %(table)s in this round.")
            faults.setdefault(letter, []).append(text % {"player": player, "table": busy[player.pk].table.number})
    if faults:
        raise RefusedError(faults)
