"""Change the seats of a table at which hands were entered: first what it would do, then, with a reason, doing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Player, SeatResult, Table
from league.models.record import Source
from league.selectors.people import list_choices
from league.services.carried_warnings import LaterTableRefusedError
from league.services.faults import RefusedError, ResultsFinalError, TableClosedError, word_stage_refusal
from league.services.reseating import Reseating, plan_reseating, reseat_and_replay, write_stamp
from league.web.answers import REFUSED, SeeOther
from league.web.lookup import get_actor
from league.web.seat_picker import SeatPicker
from league.wording import name_seat, write_total


def show_reseating(request: HttpRequest, table: Table) -> HttpResponse:
    """Who was to sit where; the right to it was asked for before."""
    picker = SeatPicker(table.event, list_choices(table))
    size = len(table.rules.seats)
    seats = {seat.seat: seat.player for seat in table.seats.select_related("player")}
    plan: list[Reseating] = []
    faults: Mapping[str, list[str]] = {}
    if request.method == "POST":
        seats = picker.read_table(table.number, request.POST, size=size)
        try:
            plan = plan_reseating(table, seats)
            if request.POST.get("action") == "save":
                return _save(request, table, seats)
        except (ResultsFinalError, TableClosedError):
            faults = {"": [word_stage_refusal(table.event.stage)]}
        except LaterTableRefusedError as refused:
            faults = refused.messages
        except RefusedError as refused:
            faults = refused.messages
    address = [table.event.slug, table.round.number, table.number]
    context = {
        "table": table,
        "picks": picker.make_table(
            table.number, {seat: player.pk for seat, player in seats.items()}, size=size, faults=faults
        ),
        "faults": faults.get("reason", []),
        "reason": request.POST.get("reason", ""),
        "changes": _list_changes(plan),
        "stamp": write_stamp(plan) if plan else "",
        "crumbs": [
            (reverse("league:event", args=[table.event.slug]), table.event.name),
            (
                reverse("league:table", args=address),
                _("Round %(round)s, table %(table)s")
                % {
                    "round": table.round.number,
                    "table": table.number,
                },
            ),
            ("", _("Seats")),
        ],
    }
    return render(request, "league/reseating.html", context, status=REFUSED if faults else 200)


def _save(request: HttpRequest, table: Table, seats: Mapping[str, Player]) -> HttpResponse:
    reseat_and_replay(
        table,
        seats=seats,
        reason=request.POST.get("reason", ""),
        seen=request.POST.get("stamp", ""),
        by=get_actor(request),
        source=Source.WEB,
    )
    messages.success(request, _("The seats are changed, and everything is worked out again."))
    return SeeOther(reverse("league:table", args=[table.event.slug, table.round.number, table.number]))


def _list_changes(plan: list[Reseating]) -> list[dict[str, Any]]:
    """Who changes his place: from where to where, and what he then has of each game."""
    tables = [each.table for each in plan]
    results = SeatResult.objects.filter(table__in=tables).select_related("seat", "player")
    before = {result.player_id: (result.table_id, result.seat.seat) for result in results}
    points = {(result.table_id, result.seat.seat): result for result in results}
    names = {table.pk: table for table in tables}
    after = {player.pk: (each.table.pk, seat) for each in plan for seat, player in each.seats.items()}
    people = {result.player_id: result.player for result in results}
    people |= {player.pk: player for each in plan for player in each.seats.values()}
    return [
        {
            "player": player,
            "before": _describe(before.get(pk), points, names),
            "after": _describe(after.get(pk), points, names),
        }
        for pk, player in people.items()
        if before.get(pk) != after.get(pk)
    ]


def _describe(
    place: tuple[int, str] | None, points: Mapping[tuple[int, str], SeatResult], tables: Mapping[int, Table]
) -> str:
    if place is None:
        return _("no seat")
    table, seat = tables[place[0]], place[1]
    words = {"table": table.number, "seat": name_seat(seat, table.rules.seats)}
    figures = {"points": write_total(points[place].points), "outcome": points[place].get_outcome_display()}
    return _("table %(table)s, %(seat)s: %(points)s, %(outcome)s") % {**words, **figures}
