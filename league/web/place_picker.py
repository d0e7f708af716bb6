"""Who of those seated stands in for somebody, shares the seat or is borrowed: a few lines for a whole round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Player, Table
from league.selectors.attendance import HereList
from league.services.faults import RefusedError
from league.services.seat_places import USUAL_PLACE, Place
from league.web.seat_picker import make_option

#: As many lines as a sent form is read for.
MOST_LINES = 60


class PlaceLine(Struct, frozen=True, kw_only=True):
    """One line: a list of choices each for who it is, what is special, and whom that concerns."""

    number: int
    who: SafeString
    what: SafeString
    whom: SafeString


class PlacePicker:
    """Makes the lines, and reads them back from a sent form."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._players = {player.pk: player for player in players}
        self._options = {pk: make_option(pk, player.name) for pk, player in self._players.items()}

    def make_lines(self, places: Mapping[int, Place], *, spare: int = 2) -> list[PlaceLine]:
        """A line for each place by the number of its player, and some empty ones."""
        lines = [self._make_line(number, pk, place) for number, (pk, place) in enumerate(places.items(), start=1)]
        first = len(lines) + 1
        return [*lines, *(self._make_line(number, None, USUAL_PLACE) for number in range(first, first + spare))]

    def read(self, data: Mapping[str, Any]) -> dict[int, Place]:
        """The places of a sent form by the numbers of their players. Raises RefusedError for a line that lacks one."""
        places: dict[int, Place] = {}
        faults = []
        for number in range(1, MOST_LINES + 1):
            who, whom = (self._find(data.get(f"p{number}-{name}")) for name in ("who", "whom"))
            what = str(data.get(f"p{number}-what", ""))
            if who is None:
                continue
            if whom is None and what != "borrowed":
                faults.append(_("Say for whom or with whom %(player)s plays.") % {"player": who})
                continue
            before = places.get(who.pk, USUAL_PLACE)
            places[who.pk] = Place(
                stands_in_for=whom if what == "for" else before.stands_in_for,
                shared_with=whom if what == "with" else before.shared_with,
                borrowed=what == "borrowed" or before.borrowed,
            )
        if faults:
            raise RefusedError({"": faults})
        return places

    def repeat(self, data: Mapping[str, Any]) -> list[PlaceLine]:
        """The lines of a sent form as they were sent, also those that lack something."""
        sent = []
        for number in range(1, MOST_LINES + 1):
            who, whom = (self._find(data.get(f"p{number}-{name}")) for name in ("who", "whom"))
            if who is not None or whom is not None:
                sent.append((who, str(data.get(f"p{number}-what", "")), whom))
        lines = [self._write_line(place, *line) for place, line in enumerate(sent, start=1)]
        return [
            *lines,
            *(self._write_line(number, None, "for", None) for number in range(len(lines) + 1, len(lines) + 3)),
        ]

    def read_here(self, here: HereList) -> dict[int, Place]:
        """What was said at the desk about those who are there."""
        return {
            pk: Place(
                stands_in_for=self._players.get(here.stand_ins.get(pk, 0)),
                shared_with=self._players.get(here.shared.get(pk, 0)),
            )
            for pk in here.people
            if pk in here.stand_ins or pk in here.shared
        }

    def _find(self, text: object) -> Player | None:
        value = str(text or "")
        return self._players.get(int(value)) if value.isascii() and value.isdigit() and len(value) < 19 else None

    def _make_line(self, number: int, who: int | None, place: Place) -> PlaceLine:
        other = place.stands_in_for or place.shared_with
        what = "with" if place.shared_with else "borrowed" if place.borrowed and not other else "for"
        return self._write_line(number, self._players.get(who or 0), what, other)

    def _write_line(self, number: int, who: Player | None, what: str, whom: Player | None) -> PlaceLine:
        words = {"for": _("stands in for"), "with": _("shares the seat with"), "borrowed": _("is borrowed")}
        return PlaceLine(
            number=number,
            who=self._list_players(who.pk if who else None),
            what=mark_safe("".join(make_option(key, text, is_chosen=key == what) for key, text in words.items())),
            whom=self._list_players(whom.pk if whom else None),
        )

    def _list_players(self, chosen: int | None) -> SafeString:
        options = dict(self._options)
        if chosen in options:
            options[chosen] = make_option(chosen, self._players[chosen].name, is_chosen=True)
        return mark_safe("".join([make_option("", "–"), *options.values()]))  # each is escaped


def place_seats(seats: Mapping[str, Player], places: Mapping[int, Place]) -> dict[str, Place]:
    """The places of those who sit at a table, by seat."""
    return {seat: places[player.pk] for seat, player in seats.items() if player.pk in places}


def read_table_places(table: Table) -> dict[int, Place]:
    """What is special about those who sit at a table, by their numbers."""
    seats = table.seats.select_related("stands_in_for", "shared_with")
    places = {
        seat.player_id: Place(stands_in_for=seat.stands_in_for, shared_with=seat.shared_with, borrowed=seat.borrowed)
        for seat in seats
    }
    return {pk: place for pk, place in places.items() if place != USUAL_PLACE}
