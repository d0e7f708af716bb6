"""What an event brings to its season: its games by person and by entry, and where everybody came in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from fractions import Fraction

from msgspec import Struct, structs

from league.models import Entry, Event
from league.models.event import EntryKind
from league.models.result import Outcome
from league.selectors.event_ranking import EventRanking, rank_event
from league.selectors.kept_standings import keep_for_revision
from league.selectors.people import map_persons
from league.selectors.seat_credit import Credited, People, PlayedSeat, credit_games, list_seats
from league.selectors.standing_inputs import Inputs, make_result
from scoring.game_results import Adjustment, Result
from scoring.placing import Ranking
from scoring.standing_rules import StandingRules
from scoring.tiebreaks import find_tie_break


class Evening(Struct, frozen=True, kw_only=True):
    """An event of a season. Results, adjustments and places are by entry, `person_results` by person.

    `members` are the persons of each entry, `names` its name, `teams` the team that it is and `divisions` the name of
    its division. `places` are those who share a place, best first, with its number; one division after another.
    `worth` is what the event ranks by, and `fewer_is_better` says which way. `open_games`: not all that was begun is
    finished.
    """

    rules: StandingRules
    members: Mapping[int, tuple[int, ...]]
    names: Mapping[int, str]
    teams: Mapping[int, int]
    divisions: Mapping[int, str]
    results: tuple[Result, ...]
    person_results: tuple[Result, ...]
    adjustments: tuple[Adjustment, ...]
    places: tuple[tuple[int, tuple[int, ...]], ...]
    worth: Mapping[int, Fraction]
    fewer_is_better: bool
    open_games: bool


def read_evening(event: Event) -> Evening:
    """What an event brings as it is now, kept until it changes."""
    return keep_for_revision(event, Evening, _read_evening)


def _read_evening(event: Event) -> Evening:
    ranked = rank_event(event)
    inputs = ranked.inputs
    persons = map_persons(event.league)
    members = {pk: own for pk, own in _list_members(event, persons).items() if pk in inputs.entries}
    return Evening(
        rules=ranked.rules,
        members=members,
        names={pk: entry.name for pk, entry in inputs.entries.items()},
        teams={pk: entry.team_id for pk, entry in inputs.entries.items() if entry.team_id is not None},
        divisions={pk: entry.division.name for pk, entry in inputs.entries.items() if entry.division is not None},
        results=inputs.results,
        person_results=(*_list_played(event, persons), *_list_unplayed(event, inputs, members)),
        adjustments=inputs.adjustments,
        places=tuple(place for group in ranked.groups for place in list_places(group.ranking)),
        worth=_find_worth(ranked),
        fewer_is_better=find_tie_break(ranked.rules.rank_by).sense == "fewer",
        open_games=any(inputs.playing.values()),
    )


def list_places(ranking: Ranking) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The places in order, each with those who have it."""
    shared: dict[int, list[int]] = {}
    for placed in ranking.places:
        if placed.rank is not None:
            shared.setdefault(placed.rank, []).append(placed.entry)
    return ((rank, tuple(entries)) for rank, entries in shared.items())


def _list_members(event: Event, persons: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    members: dict[int, tuple[int, ...]] = {}
    rows = Entry.players.through.objects.filter(entry__event=event).order_by("player_id")
    for entry, player in rows.values_list("entry_id", "player_id"):
        members[entry] = (*members.get(entry, ()), persons.get(player, player))
    return members


def _find_worth(ranked: EventRanking) -> dict[int, Fraction]:
    """Entry -> what the event ranks by."""
    tie_break = find_tie_break(ranked.rules.rank_by)
    worth: dict[int, Fraction] = {}
    for group in ranked.groups:
        measured = tie_break.measure(group.ranking.field, frozenset(group.ranking.field.figures))
        worth |= measured.values if measured else {}
    return worth


def _list_played(event: Event, persons: Mapping[int, int]) -> Iterator[Result]:
    """The games of every person alone, whatever is ranked in the event; for whom they count the event says."""
    seats = [_seat_person(seat, persons) for seat in list_seats(event, {})]
    everybody = {seat.entry for seat in seats} | {persons.get(seat.player, seat.player) for seat in seats}
    everybody |= {persons.get(seat.shared_with, seat.shared_with) for seat in seats if seat.shared_with is not None}
    people = People(
        same={person: person for person in everybody},
        by_players={frozenset({person}): person for person in everybody},
        persons=persons,
    )
    by_person = copy(event)
    by_person.entry_kind = EntryKind.PLAYER
    credited = event.rules.credited_tallies
    for game in _list_finished(credit_games(by_person, people, seats)):
        yield make_result(game, credited)


def _list_finished(games: Iterable[Credited]) -> Iterator[Credited]:
    return (game for game in games if game.seats[0].outcome != Outcome.OPEN)


def _seat_person(seat: PlayedSeat, persons: Mapping[int, int]) -> PlayedSeat:
    """A seat as the place of a person: of whoever is stood in for, else of who sits there."""
    place = seat.player if seat.stands_in_for is None else seat.stands_in_for
    return structs.replace(seat, entry=persons.get(place, place))


def _list_unplayed(event: Event, inputs: Inputs, members: Mapping[int, tuple[int, ...]]) -> Iterator[Result]:
    """What was not played, for every person of the entry; a bye of a team is nobody's alone."""
    if event.entry_kind == EntryKind.TEAM:
        return
    seen: set[tuple[int, int, int]] = set()
    for result in inputs.results:
        if result.kind == "played":
            continue
        opponents = tuple(person for entry in result.opponents for person in members.get(entry, ()))
        for person in members.get(result.entry, ()):
            if (person, result.round, result.game) not in seen:
                seen.add((person, result.round, result.game))
                yield structs.replace(result, entry=person, opponents=opponents)
