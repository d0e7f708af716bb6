"""What an event's standings count beside the hands: whose place each seat is, who sat out, what was given or taken.

With the hands of the event's export this is everything from which somebody else can work out the standings.
"""

from __future__ import annotations

from typing import Any

import msgspec

from league.models import Entry, Event, Player, Seat
from league.selectors.bracket_places import find_bracket_places
from league.selectors.event_rules import read_rules
from league.selectors.people import map_persons
from league.selectors.standing_inputs import list_standing_adjustments, list_standing_decisions


def write_event_facts(event: Event) -> dict[str, Any]:
    """The facts as the API gives them; people are numbers. Adjustments and decisions are those that stand."""
    sit_outs = event.sit_outs.order_by("round_number", "entry_id")
    return {
        "event": event.slug,
        "revision": event.revision,
        "substitute_credit": event.substitute_credit,
        "rules": msgspec.to_builtins(read_rules(event)),
        "players": _list_players(event),
        "entries": _list_entries(event),
        "seats": _list_seats(event),
        "bracket": _list_bracket(event),
        "sit_outs": list(sit_outs.values("round_number", "entry_id", "kind")),
        "adjustments": [
            {"entry_id": row.entry_id, "amount": row.amount, "unit": row.unit, "reason": row.reason}
            for row in list_standing_adjustments(event)
        ],
        "decisions": [
            {"order": row.order, "way": row.way, "reason": row.reason} for row in list_standing_decisions(event)
        ],
    }


def _list_bracket(event: Event) -> list[dict[str, Any]]:
    """Who came how far, best first: `is_in` where a match is still to be played. Nothing but in an elimination."""
    places = sorted(find_bracket_places(event).items(), key=lambda each: (each[1].place, each[0]))
    return [{"entry_id": entry, "place": place.place, "is_in": place.is_in} for entry, place in places]


def _list_players(event: Event) -> list[dict[str, Any]]:
    """Everybody who is in an entry, with the player as whom the same person is shown."""
    persons = map_persons(event.league)
    players = Player.objects.filter(entries__event=event).distinct().order_by("pk")
    return [{"id": pk, "name": name, "person": persons.get(pk, pk)} for pk, name in players.values_list("pk", "name")]


def _list_entries(event: Event) -> list[dict[str, Any]]:
    members: dict[int, list[int]] = {}
    rows = Entry.players.through.objects.filter(entry__event=event).order_by("entry_id", "player_id")
    for entry, player in rows.values_list("entry_id", "player_id"):
        members.setdefault(entry, []).append(player)
    return [
        {
            "id": entry.pk,
            "name": entry.name,
            "players": members.get(entry.pk, []),
            "division": entry.division.name if entry.division else "",
            "withdrawn_from": entry.withdrawn_from,
        }
        for entry in event.entries.select_related("division").order_by("pk")
    ]


def _list_seats(event: Event) -> list[dict[str, Any]]:
    seats = Seat.objects.filter(table__event=event).order_by("table__round__number", "table__number", "pk")
    names = {"table__round__number": "round", "table__number": "number", "table_id": "table", "player_id": "player"}
    names |= {"seat": "seat", "entry_id": "entry_id"}
    names |= {"stands_in_for_id": "stands_in_for", "shared_with_id": "shared_with"}
    return [dict(zip(names.values(), row, strict=True)) for row in seats.values_list(*names)]
