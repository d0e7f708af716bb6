"""Who is ranked in a season: persons, or the pairs and teams that are the same on all its evenings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from league.models import League, Player
from league.selectors.evenings import Evening
from league.selectors.people import map_persons
from scoring.season_rules import SeasonRules


class Units(Struct, frozen=True, kw_only=True):
    """Those ranked by their number: a person's, or that of the first entry of a pair or team in the season.

    `of_entries` is event -> entry -> the units of its players or, where entries are ranked, the entry's own;
    `persons` is player -> person, for those who were entered twice. `divisions` is the division in which a unit played
    last.
    """

    is_persons: bool
    names: Mapping[int, str]
    of_entries: Mapping[int, Mapping[int, tuple[int, ...]]]
    persons: Mapping[int, int]
    divisions: Mapping[int, str]

    def find(self, event: int, number: int) -> int | None:
        """The unit of a result of an event: of a person, or of an entry of it."""
        if self.is_persons:
            return number if number in self.names else None
        return next(iter(self.of_entries[event].get(number, ())), None)

    def find_all(self, event: int, entries: Iterable[int]) -> Iterator[int]:
        """The units of entries of an event, one after another."""
        return (unit for entry in entries for unit in self.of_entries[event].get(entry, ()))

    def find_number(self, number: int) -> int:
        """The unit of a number that was stored: a person may have been joined with another since."""
        if self.is_persons:
            return self.persons.get(number, number)
        found = (units for entries in self.of_entries.values() for entry, units in entries.items() if entry == number)
        return next((units[0] for units in found if units), number)

    def find_stored(self, *, player: int | None, entry: int | None) -> int | None:
        """The unit of a stored adjustment; None for who is not ranked."""
        number = player if self.is_persons else entry
        unit = None if number is None else self.find_number(number)
        return unit if unit in self.names else None


def find_units(evenings: Iterable[tuple[int, Evening]], rules: SeasonRules, league: League) -> Units:
    """Who is ranked over these evenings, event -> evening in their order."""
    evenings = list(evenings)
    is_persons = rules.ranked == "persons"
    names: dict[int, str] = {}
    numbers: dict[object, int] = {}
    of_entries: dict[int, dict[int, tuple[int, ...]]] = {}
    for event, evening in evenings:
        own = of_entries.setdefault(event, {})
        for entry, name in sorted(evening.names.items()):
            members = evening.members.get(entry, ())
            if is_persons:
                own[entry] = tuple(dict.fromkeys(members))
                continue
            key = ("team", evening.teams[entry]) if entry in evening.teams else frozenset(members)
            number = numbers.setdefault(key, entry)
            own[entry] = (number,)
            names.setdefault(number, name)
    if is_persons:
        names = _name_persons(evenings)
    return Units(
        is_persons=is_persons,
        names=names,
        of_entries=of_entries,
        persons=map_persons(league),
        divisions=_find_divisions(evenings, of_entries),
    )


def _name_persons(evenings: Iterable[tuple[int, Evening]]) -> dict[int, str]:
    """Everybody who is in an entry that names him, or who has a game."""
    persons: set[int] = set()
    for _event, evening in evenings:
        persons.update(result.entry for result in evening.person_results)
        if not evening.teams:
            persons.update(person for members in evening.members.values() for person in members)
    return dict(Player.objects.filter(pk__in=persons).values_list("pk", "name"))


def _find_divisions(
    evenings: Iterable[tuple[int, Evening]], of_entries: Mapping[int, Mapping[int, tuple[int, ...]]]
) -> dict[int, str]:
    return {
        unit: division
        for event, evening in evenings
        for entry, division in evening.divisions.items()
        for unit in of_entries[event].get(entry, ())
    }
