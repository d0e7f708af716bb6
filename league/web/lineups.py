"""Choose the pairs of a fixture: lists with the squad first, filled with who played last; and its tables by sitting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from league.models import Entry, Match, Player, Seat, Table
from league.selectors.people import find_number, find_person, list_persons, map_persons
from league.selectors.team_entries import read_team_rules
from league.selectors.teams import list_squad
from league.web.seat_picker import make_option
from league.web.teams import NO_SEASON
from league.wording import join_names, join_totals

SIDES = ("home", "away")


class LineupPicker:
    """Makes the lists of both sides, and reads them back from a sent form."""

    def __init__(self, match: Match) -> None:
        assert match.first is not None
        assert match.second is not None
        self._match = match
        self._rules = read_team_rules(match.event)
        self._entries: dict[str, Entry] = dict(zip(SIDES, (match.first, match.second), strict=True))
        self._players = {player.pk: player for player in list_persons(match.event.league)}
        self._squads = {side: self._list_squad(entry) for side, entry in self._entries.items()}

    def read(self, data: Mapping[str, Any]) -> dict[str, list[list[Player]]]:
        """The pairs that were chosen, by side; a place left empty is left out, and so is a pair without anybody."""
        pairs = {
            side: [
                [player for name in self._name_pair(side, pair) if (player := self._find(data.get(name))) is not None]
                for pair in range(self._rules.pairs)
            ]
            for side in SIDES
        }
        return {side: [pair for pair in chosen if pair] for side, chosen in pairs.items()}

    def describe(self, data: Mapping[str, Any] | None, *, faults: Mapping[str, list[str]]) -> list[dict[str, Any]]:
        """Both sides with a list of choices for each place; filled as sent, else with who played last."""
        sides = []
        for side, entry in self._entries.items():
            chosen = self._read_places(side, data) if data is not None else self._suggest(side)
            sides.append(
                {
                    "side": side,
                    "name": entry.name,
                    "squad_url": "" if self._squads[side] else self._find_squad(entry),
                    "title": _("home") if side == "home" else _("away"),
                    "faults": faults.get(side, ()),
                    "pairs": [
                        [(name, self._list_options(side, chosen.get(name, 0))) for name in self._name_pair(side, pair)]
                        for pair in range(self._rules.pairs)
                    ],
                }
            )
        return sides

    def describe_changes(self) -> dict[str, SafeString]:
        """Who can go, and who can come on, in a match that is being played."""
        waiting = Seat.objects.filter(table__match=self._match, table__records__isnull=True)
        playing = {seat.player_id: seat for seat in waiting.select_related("player", "entry").order_by("entry", "pk")}
        out = [make_option(pk, f"{find_person(seat.player)} ({seat.entry.name})") for pk, seat in playing.items()]
        there = {find_number(seat.player) for seat in playing.values()}
        squads = [player for squad in self._squads.values() for player in squad if player.pk not in there]
        first = [make_option(player.pk, player.name) for player in squads]
        known = {player.pk for player in squads} | there
        others = [make_option(pk, player.name) for pk, player in self._players.items() if pk not in known]
        return {
            "out": mark_safe("".join(out)),  # each is escaped
            "on": mark_safe("".join([*first, _group(_("lent"), others)])),  # each is escaped
        }

    def _list_options(self, side: str, chosen: int) -> SafeString:
        squad = self._squads[side]
        own = [make_option(player.pk, player.name, is_chosen=player.pk == chosen) for player in squad]
        options = [make_option("", _("nobody"), is_chosen=not chosen), *own]
        if self._rules.borrowing != 0:
            there = {player.pk for player in squad}
            lent = [
                make_option(pk, player.name, is_chosen=pk == chosen)
                for pk, player in self._players.items()
                if pk not in there
            ]
            options.append(_group(_("lent"), lent))
        return mark_safe("".join(options))  # each is escaped

    def _suggest(self, side: str) -> dict[str, int]:
        """Who played last for the team and is still in the squad, in the same places; then the rest of the squad."""
        entry, squad = self._entries[side], self._squads[side]
        there = {player.pk for player in squad}
        persons = map_persons(self._match.event.league)
        last = [persons.get(pk, pk) for pk in _list_last(entry, before=self._match) if persons.get(pk, pk) in there]
        order = [*dict.fromkeys([*last, *(player.pk for player in squad)])]
        names = [name for pair in range(self._rules.pairs) for name in self._name_pair(side, pair)]
        filled = order[: len(order) // 2 * 2]
        return dict(zip(names, filled, strict=False))

    def _read_places(self, side: str, data: Mapping[str, Any]) -> dict[str, int]:
        names = [name for pair in range(self._rules.pairs) for name in self._name_pair(side, pair)]
        return {name: player.pk for name in names if (player := self._find(data.get(name))) is not None}

    def _find(self, text: Any) -> Player | None:
        value = str(text or "")
        return self._players.get(int(value)) if value.isdecimal() and len(value) < 19 else None

    def _name_pair(self, side: str, pair: int) -> tuple[str, str]:
        return f"{side}-{pair + 1}-1", f"{side}-{pair + 1}-2"

    def _find_squad(self, entry: Entry) -> str:
        """The address at which players sign for the season of the event."""
        season = self._match.event.season
        url = reverse("league:team", args=[self._match.event.league.slug, entry.team_id])
        return f"{url}?season={season.slug if season else NO_SEASON}"

    def _list_squad(self, entry: Entry) -> list[Player]:
        assert entry.team is not None
        return [row.player for row in list_squad(entry.team, self._match.event.season)]


def list_tables_of(match: Match) -> list[tuple[int, list[dict[str, Any]]]]:
    """The tables of a match by sitting, with pairs, points, and who was lent."""
    tables = (
        match.tables.select_related("round")
        .prefetch_related("seats__player", "results")
        .order_by("round__game", "number")
    )
    return [
        (game, [_describe_table(match, table) for table in group])
        for game, group in groupby(tables, key=lambda table: table.round.game)
    ]


def _describe_table(match: Match, table: Table) -> dict[str, Any]:
    seats, results = list(table.seats.all()), {result.seat_id: result for result in table.results.all()}
    sides = [[seat for seat in seats if seat.entry_id == entry] for entry in (match.first_id, match.second_id)]
    outcomes = [results[own[0].pk].outcome if own and own[0].pk in results else "" for own in sides]
    points = [results[own[0].pk].points if own and own[0].pk in results else 0 for own in sides]
    return {
        "number": table.number,
        "url": reverse("league:table", args=[match.event.slug, table.round.number, table.number]),
        "sides": [join_names([_name_seat(seat) for seat in own]) for own in sides],
        "score": join_totals(points) if any(points) or outcomes[0] not in ("", "open") else "",
        "is_over": outcomes[0] not in ("", "open"),
        "won": "home" if outcomes[0] == "won" else "away" if outcomes[1] == "won" else "",
    }


def _name_seat(seat: Seat) -> str:
    name = find_person(seat.player).name
    return _("%(player)s (lent)") % {"player": name} if seat.borrowed else name


def _list_last(entry: Entry, *, before: Match) -> Sequence[int]:
    """Who sat at the first sitting of the team's latest match, pair by pair."""
    seats = Seat.objects.filter(entry=entry, table__match__isnull=False).exclude(table__match=before)
    latest = seats.order_by("-table__match__round_number", "-pk").first()
    if latest is None:
        return []
    rows = seats.filter(table__match=latest.table.match_id, round__game=1).order_by("table__number", "pk")
    return list(rows.values_list("player", flat=True))


def _group(label: str, options: Sequence[SafeString]) -> SafeString:
    if not options:
        return mark_safe("")
    return format_html('<optgroup label="{}">{}</optgroup>', label, mark_safe("".join(options)))  # each is escaped
