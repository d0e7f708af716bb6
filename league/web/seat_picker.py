"""Seats to fill from the league's players: one list of choices a seat, made fast enough for a full hall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, Player
from league.wording import has_compass, name_seat
from rules.game import Game
from scoring.declared import PLAYERS


class Pick(Struct, frozen=True, kw_only=True):
    """One list of choices: its input's name, its label, the choices, and what is wrong with the one made."""

    name: str
    seat: str
    label: str
    options: SafeString
    faults: tuple[str, ...] = ()


class TablePicks(Struct, frozen=True, kw_only=True):
    """A table to fill: a pick for each seat and one for the first dealer.

    `size` is how many play there, `is_open` that the game leaves that open; `size_name` is the input that says it.
    """

    number: int
    size: int
    size_name: str
    is_open: bool
    has_compass: bool
    seats: tuple[Pick, ...]
    dealer: Pick
    faults: tuple[str, ...] = ()


class SeatPicker:
    """Makes the picks of tables, and reads them back from a sent form."""

    def __init__(self, event: Event, players: Iterable[Player]) -> None:
        self._event = event
        self._usual = event.rules
        #: Whether how many play is chosen table by table.
        self.is_open = bool(self._usual.player_counts)
        self._players = {player.pk: player for player in players}
        #: Each choice as it stands in every list; only the chosen one differs.
        self._options = {pk: make_option(pk, player.name) for pk, player in self._players.items()}

    def make_table(
        self,
        number: int,
        seated: Mapping[str, int],
        *,
        size: int,
        dealer: str = "",
        faults: Mapping[str, Sequence[str]] | None = None,
    ) -> TablePicks:
        """The picks of one table with players in its seats; `faults` are by seat, `first_dealer`, or other."""
        faults = faults or {}
        game = self._seat(size)
        named = {*game.seats, "first_dealer"}
        return TablePicks(
            number=number,
            size=size,
            size_name=_name_input(number, PLAYERS),
            is_open=self.is_open,
            has_compass=has_compass(game.seats),
            seats=tuple(
                Pick(
                    name=_name_input(number, seat),
                    seat=seat,
                    label=name_seat(seat, game.seats),
                    options=self._list_players(seated.get(seat)),
                    faults=tuple(faults.get(seat, ())),
                )
                for seat in game.seats
            ),
            dealer=self._make_dealer(number, game, dealer, tuple(faults.get("first_dealer", ()))),
            faults=tuple(text for field, texts in faults.items() if field not in named for text in texts),
        )

    def read_table(self, number: int, data: Mapping[str, Any], *, size: int) -> dict[str, Player]:
        """The players chosen for a table's seats; a seat left empty, or one whose player is gone, is left out."""
        seats = self._seat(size).seats
        chosen = {seat: str(data.get(_name_input(number, seat), "")) for seat in seats}
        found = {seat: self._players.get(int(value)) for seat, value in chosen.items() if value.isdecimal()}
        return {seat: player for seat, player in found.items() if player is not None}

    def read_size(self, number: int, data: Mapping[str, Any]) -> int:
        """How many are to play at a table; nonsense is the usual number."""
        stated = str(data.get(_name_input(number, PLAYERS), ""))
        counts = {str(count): count for count in self._usual.player_counts}
        return counts.get(stated, len(self._usual.seats))

    def read_dealer(self, number: int, data: Mapping[str, Any]) -> str:
        """The first dealer chosen for a table."""
        return str(data.get(_name_input(number, "dealer"), ""))

    def _list_players(self, chosen: int | None) -> SafeString:
        options = dict(self._options)
        if chosen in options:
            options[chosen] = make_option(chosen, self._players[chosen].name, is_chosen=True)
        return mark_safe("".join([make_option("", _("nobody")), *options.values()]))  # each is escaped

    def _seat(self, size: int) -> Game:
        return self._event.make_rules(size) if self._usual.player_counts else self._usual

    def _make_dealer(self, number: int, game: Game, dealer: str, faults: tuple[str, ...]) -> Pick:
        options = [make_option(seat, name_seat(seat, game.seats), is_chosen=seat == dealer) for seat in game.seats]
        return Pick(
            name=_name_input(number, "dealer"),
            seat="",
            label=_("First dealer"),
            options=mark_safe("".join(options)),  # each is escaped
            faults=faults,
        )


def make_option(value: object, words: str, *, is_chosen: bool = False) -> SafeString:
    """One choice of a list."""
    form = '<option value="{}" selected>{}</option>' if is_chosen else '<option value="{}">{}</option>'
    return format_html(form, value, words)


def _name_input(number: int, seat: str) -> str:
    return f"t{number}-{seat}"
