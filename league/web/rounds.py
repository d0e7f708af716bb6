"""Open a round: tables and seats, filled with a suggestion. Change the seats of a table before its first hand."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from league.models import Event
from league.models.event import EntryKind
from league.models.record import Source
from league.selectors.attendance import HereList, list_here
from league.selectors.people import list_choices, list_persons
from league.selectors.plans import PlannedRound
from league.selectors.suggestions import count_here, find_next_round, list_sizes, plan_sizes, suggest_seats
from league.selectors.upcoming import find_upcoming
from league.services.faults import RefusedError
from league.services.planned_rounds import find_turn
from league.services.rounds import RoundExistsError, TablePlan, open_round
from league.services.seating import reseat_table
from league.web.answers import REFUSED, SeeOther
from league.web.lookup import demand_right, get_actor, get_event, get_table
from league.web.place_picker import PlaceLine, PlacePicker, place_seats, read_table_places
from league.web.reseating import show_reseating
from league.web.seat_picker import SeatPicker, TablePicks

#: As many tables as one page can be filled in for; a form of more would be refused for its number of fields.
MOST_TABLES = 150

Faults = Mapping[str, list[str]]


def make_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose who sits where in the next round, and open it."""
    event = get_event(request, slug, right="set_up")
    if event.entry_kind == EntryKind.TEAM:
        return SeeOther(reverse("league:fixtures", args=[slug]))
    picker = SeatPicker(event, list_persons(event.league))
    if request.method != "POST":
        return _suggest(request, event, picker)
    number = _read_number(request.POST.get("number"), default=find_next_round(event))
    wanted = range(1, _read_number(request.POST.get("tables"), default=1) + 1)
    place_picker = PlacePicker(list_persons(event.league))
    sent = {table: _read_plan(picker, request, table) for table in wanted}
    plans = [plan for plan in sent.values() if plan.seats]
    seated = {player.pk for plan in plans for player in plan.seats.values()}
    turn = find_turn(event, number=number, seated=seated)
    try:
        places = place_picker.read(request.POST)
        plans = [replace(plan, places=place_seats(plan.seats, places)) for plan in plans]
        open_round(event, number=number, tables=plans, turn=turn, by=get_actor(request), source=Source.WEB)
    except RoundExistsError:
        messages.warning(request, _("Round %(round)s had been opened already: look at it below.") % {"round": number})
    except RefusedError as refused:
        tables = [
            picker.make_table(
                table,
                {seat: player.pk for seat, player in plan.seats.items()},
                size=picker.read_size(table, request.POST),
                dealer=plan.first_dealer,
                faults=_select_faults(refused.messages, table),
            )
            for table, plan in sent.items()
        ]
        return _render(
            request, event, number, tables, seated=seated, faults=refused.messages.get("", ()), status=REFUSED
        )
    else:
        messages.success(request, _("Round %(round)s is open.") % {"round": number})
    return SeeOther(reverse("league:event", args=[event.slug]))


def change_seats(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """Put other players at a table at which nothing has been entered yet."""
    table = get_table(request, slug, round_number, number)
    demand_right(request, "set_up", league=table.event.league)
    if table.records.exists():
        return show_reseating(request, table)
    players = list_choices(table)
    place_picker, picker = PlacePicker(players), SeatPicker(table.event, players)
    seated = {seat.seat: seat.player_id for seat in table.seats.all()}
    dealer, faults, size = table.first_dealer, {}, len(table.rules.seats)
    if request.method == "POST":
        plan = _read_plan(picker, request, number, size=size)
        try:
            reseat_table(
                table,
                seats=plan.seats,
                first_dealer=plan.first_dealer,
                places=place_seats(plan.seats, place_picker.read(request.POST)),
                by=get_actor(request),
                source=Source.WEB,
            )
            return SeeOther(reverse("league:table", args=[slug, round_number, number]))
        except RefusedError as refused:
            seated = {seat: player.pk for seat, player in plan.seats.items()}
            dealer, faults = plan.first_dealer, refused.messages
    context = {
        "table": table,
        "picks": picker.make_table(number, seated, size=size, dealer=dealer, faults=faults),
        "places": place_picker.repeat(request.POST) if faults else place_picker.make_lines(read_table_places(table)),
        "crumbs": [
            (reverse("league:event", args=[slug]), table.event.name),
            (
                reverse("league:table", args=[slug, round_number, number]),
                _("Round %(round)s, table %(table)s") % {"round": round_number, "table": number},
            ),
            ("", _("Seats")),
        ],
    }
    return render(request, "league/seats.html", context, status=REFUSED if faults else 200)


def _suggest(request: HttpRequest, event: Event, picker: SeatPicker) -> HttpResponse:
    upcoming = None if request.GET else find_upcoming(event)
    if upcoming is not None and upcoming.round is not None:
        return _start_from_plan(request, event, picker, upcoming.round)
    before = _read_away(request, event)
    if request.GET.keys() & {"tables", "fill"}:
        chosen = [int(pk) for pk in request.GET.getlist("away") if pk.isdecimal() and len(pk) < 19]
        request.session[_name_away(event)] = chosen
    away = _read_away(request, event)
    sizes = _read_sizes(request, event, away)
    if away - before and sum(sizes) > count_here(event, away=away):  # the tables were right for those who were there
        sizes = plan_sizes(event, away=away)[:MOST_TABLES]
    suggested = suggest_seats(event, sizes=sizes, drawn=request.GET.get("by") == "lot", away=away)
    picks = [
        picker.make_table(number, seats, size=size)
        for number, (size, seats) in enumerate(zip(sizes, suggested, strict=True), start=1)
    ]
    seated = {player for seats in suggested for player in seats.values()}
    return _render(request, event, find_next_round(event), picks, seated=seated)


def _start_from_plan(request: HttpRequest, event: Event, picker: SeatPicker, planned: PlannedRound) -> HttpResponse:
    """The seats that the plan gives, to be changed."""
    tables = planned.tables[:MOST_TABLES]
    picks = [picker.make_table(table.number, table.seats, size=len(table.seats)) for table in tables]
    seated = {player for table in tables for player in table.seats.values()}
    return _render(request, event, find_next_round(event), picks, seated=seated)


def _read_sizes(request: HttpRequest, event: Event, away: set[int]) -> list[int]:
    """How many sit at each table: as asked for, else as the players who are there fill tables."""
    counts = list_sizes(event)
    asked = {size: request.GET.get(f"of-{size}", "") for size in counts}
    if any(asked.values()) and request.GET.get("fill") != "anew":
        sizes = [size for size in counts for _table in range(_read_number(asked[size], default=0, low=0))]
        return sizes[:MOST_TABLES] or [len(event.rules.seats)]
    tables = _read_number(request.GET["tables"], default=1) if "tables" in request.GET and not counts else None
    return plan_sizes(event, tables=tables, away=away)[:MOST_TABLES]


def _name_away(event: Event) -> str:
    return f"away-{event.pk}"


def _read_away(request: HttpRequest, event: Event) -> set[int]:
    """Who was said not to be there, remembered for the rounds that follow; nobody where people are checked in."""
    if list_here(event, find_next_round(event)).is_kept:
        return set()
    return set(request.session.get(_name_away(event), ()))


def _render(
    request: HttpRequest,
    event: Event,
    number: int,
    tables: list[TablePicks],
    *,
    seated: Collection[int],
    faults: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    players, away = list(list_persons(event.league)), _read_away(request, event)
    here = list_here(event, number)
    there = set(here.people) - away
    context = {
        "event": event,
        "number": number,
        "tables": tables,
        "faults": faults,
        "most_tables": MOST_TABLES,
        "sizes": [(size, sum(picks.size == size for picks in tables)) for size in list_sizes(event)],
        "players_url": reverse("league:players", args=[event.league.slug]),
        "has_players": bool(players),
        "players": [] if here.is_kept else [(player, player.pk in away) for player in players],
        "places": _list_places(request, event, here),
        "check_in_url": reverse("league:check-in", args=[event.slug]),
        "is_anybody_away": any(player.pk in away for player in players),
        "sit_out": [player.name for player in players if player.pk in there and player.pk not in seated],
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
            ("", _("Round %(round)s") % {"round": number}),
        ],
    }
    return render(request, "league/round_new.html", context, status=status)


def _list_places(request: HttpRequest, event: Event, here: HereList) -> list[PlaceLine]:
    """Who stands in and who shares: as it was sent, else as it was said at the desk."""
    picker = PlacePicker(list_persons(event.league))
    return picker.repeat(request.POST) if request.method == "POST" else picker.make_lines(picker.read_here(here))


def _read_plan(picker: SeatPicker, request: HttpRequest, number: int, *, size: int | None = None) -> TablePlan:
    size = size or picker.read_size(number, request.POST)
    return TablePlan(
        number=number,
        seats=picker.read_table(number, request.POST, size=size),
        first_dealer=picker.read_dealer(number, request.POST),
        players=size if picker.is_open else None,
    )


def _read_number(text: str | None, *, default: int, low: int = 1) -> int:
    """A count from an address or a hidden input, from `low` to MOST_TABLES; nonsense is the default."""
    number = int(text) if text and text.isdecimal() and len(text) < 6 else default
    return min(max(number, low), MOST_TABLES)


def _select_faults(faults: Faults, table: int) -> dict[str, list[str]]:
    """The faults of one table, by field."""
    start = f"{table}."
    return {field.removeprefix(start): texts for field, texts in faults.items() if field.startswith(start)}
