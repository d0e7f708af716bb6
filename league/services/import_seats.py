"""Who sits at the tables that an import makes, and in which round a score sheet without one is played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Player
from league.names import make_name_key
from league.selectors.import_state import ImportState
from league.services.incoming import HIGHEST_NUMBER, FileFault, Incoming


class Sitter(Struct, frozen=True, kw_only=True):
    """A player whom a file names; `player` is None for one whom the league does not have yet."""

    name: str
    key: str
    player: Player | None

    @property
    def token(self) -> int | str:
        """What is the same for one person."""
        return self.key if self.player is None else self.player.same_as_id or self.player.pk


class Sitting:
    """The seats of an event while tables are being added to it."""

    def __init__(self, state: ImportState) -> None:
        self._players = state.players
        self._busy: dict[int, dict[int | str, int]] = defaultdict(dict)
        for round_number, busy in state.busy.items():
            for player, number in busy.items():
                self._busy[round_number][player] = number
        self._last: dict[int, int] = defaultdict(int)
        for round_number, number in state.by_place:
            self._last[round_number] = max(self._last[round_number], number)
        #: The first round in which a person may be free: looking starts there.
        self._free_from: dict[int | str, int] = {}

    def place(self, table: Incoming, faults: list[FileFault]) -> tuple[int, int, Mapping[str, Sitter]]:
        """Seat a new table: in the round and at the number it has, else in the first round that is free for all."""
        if table.source_id is None:
            round_number, number = table.round, table.number
            sitters = self._name_sitters(table, number)
        else:
            round_number, number, sitters = self._find_round(table)
        faults.extend(self._check(table, round_number, number, sitters))
        for sitter in sitters.values():
            self._busy[round_number].setdefault(sitter.token, number)
        self._last[round_number] = max(self._last[round_number], number)
        return round_number, number, sitters

    def _name_sitters(self, table: Incoming, number: int) -> dict[str, Sitter]:
        """Who sits in each seat; one without a name is called after the table and the seat."""
        return {seat: self._find(table.names.get(seat) or f"Table {number} {seat}") for seat in table.sheet.game.seats}

    def _find(self, name: str) -> Sitter:
        key = make_name_key(name)
        known = self._players.get(key)
        return Sitter(name=name, key=key, player=known[0] if known else None)

    def _find_round(self, table: Incoming) -> tuple[int, int, dict[str, Sitter]]:
        named = [self._find(name).token for name in table.names.values()]
        round_number = max((self._free_from.get(token, 1) for token in named), default=1)
        while True:
            number = self._last[round_number] + 1
            sitters = self._name_sitters(table, number)
            if not any(sitter.token in self._busy[round_number] for sitter in sitters.values()):
                break
            round_number += 1
        for token in named:
            if self._free_from.get(token, 1) == round_number:
                self._free_from[token] = round_number + 1
        return round_number, number, sitters

    def _check(
        self, table: Incoming, round_number: int, number: int, sitters: Mapping[str, Sitter]
    ) -> Iterator[FileFault]:
        if max(round_number, number) > HIGHEST_NUMBER:
            message = _("There is no room for another round or table: at most %(most)s are possible.")
            yield table.find_fault(None, "", message % {"most": intcomma(HIGHEST_NUMBER)})
        here: dict[int | str, str] = {}
        for seat, sitter in sitters.items():
            words = {"player": sitter.name, "round": round_number, "seat": here.get(sitter.token)}
            if len(self._players.get(sitter.key, ())) > 1:
                text = _("Several players of this league are called %(player)s: give them different names first.")
                yield table.find_fault(None, f"seats.{seat}", text % words)
            elif sitter.token in here:
                text = _("%(player)s already sits in seat %(seat)s of this table.")
                yield table.find_fault(None, f"seats.{seat}", text % words)
            elif sitter.token in self._busy[round_number]:
                text = _("%(player)s already sits at table %(table)s in round %(round)s.")
                words["table"] = self._busy[round_number][sitter.token]
                yield table.find_fault(None, f"seats.{seat}", text % words)
            here.setdefault(sitter.token, seat)
