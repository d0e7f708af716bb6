"""Propose a plan for an event of single players. Nothing is stored here: league.services.plans.take_plan does that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from django.utils.translation import gettext as _
from msgspec import Struct, structs

from league.models import Event
from league.models.planning import Format
from league.plan_options import (
    CONSTRAINED,
    ROUND_BY_ROUND,
    USUAL_ROUNDS,
    PlayerOptions,
    list_formats,
    make_constraints,
    name_persons,
    write_options,
)
from league.plan_words import keep_report, name_players, word_fault
from league.selectors.attendance import list_here
from league.selectors.people import map_persons
from league.selectors.plans import PlannedRound, find_doubles, find_plan, read_rounds
from league.selectors.table_movements import list_partnerships, plan_event_tables
from league.selectors.upcoming import find_standing, list_history, write_planned
from league.services.faults import RefusedError
from league.services.plans import NewPlan
from scoring.movement_constraints import FREE, BadConstraintError, Constraints, check_constraints
from scoring.movement_limits import BadSizeError, check_size
from scoring.movement_plan import Movement, finish_movement, plan_rounds
from scoring.movement_report import Goal, Report, report_movement
from scoring.movement_rounds import SEATS, MovementRound, list_fours
from scoring.movements import make_movement
from scoring.next_round import move_seats
from scoring.seat_movement import make_seat_movement

#: So many who are not of the league are named.
MOST_NAMED = 20


class Proposal(Struct, frozen=True, kw_only=True):
    """A plan to look at before it is taken, with what take_plan wants to hear was seen.

    `movement` has the rounds to come and `report` how fair everything is with them; None where each round follows from
    the last. `before` is how fair it would be by the plan that stands.
    """

    plan: NewPlan
    seen_version: int
    seen_round: int
    movement: Movement | None = None
    report: Report | None = None
    before: Report | None = None


def propose_plan(event: Event, *, format: Format, options: PlayerOptions) -> Proposal:
    """A plan from the next round on, for `options.players` or else for whoever is here.

    Raises RefusedError where nobody can be seated so.
    """
    if format not in list_formats(event):
        text = _("This event is not played in that way: choose another format.")
        raise RefusedError({"format": [text]})
    standing, stands = find_standing(event), find_plan(event)
    options = name_persons(options, map_persons(event.league))
    _check_named(event, format, options)
    options = _complete_options(event, options, number=standing.opened + 1)
    history = list_history(event)
    try:
        movement = None if format in ROUND_BY_ROUND else _make(event, format, options, history)
        if movement is None:
            check_size(len(options.players), rounds=options.rounds)
    except (BadSizeError, BadConstraintError) as bad:
        raise RefusedError({"": [word_fault(bad, event)]}) from bad
    names = name_players(event)
    rounds = movement.rounds if movement else ()
    plan = NewPlan(
        format=format,
        options=write_options(options),
        rounds=[write_planned(each, number) for number, each in enumerate(rounds, start=standing.begun + 1)],
        report=keep_report(movement.report, names) if movement else {},
    )
    return Proposal(
        plan=plan,
        seen_version=stands.version if stands else 0,
        seen_round=standing.opened + 1,
        movement=movement,
        report=movement.report if movement else None,
        before=_report_standing(event, history, begun=standing.begun),
    )


def choose_rounds(event: Event) -> int:
    """How many rounds to begin with: as many as the plan that stands still has, else an evening's."""
    return len(list_left(event, begun=find_standing(event).begun)) or USUAL_ROUNDS


def list_left(event: Event, *, begun: int) -> list[MovementRound]:
    """The rounds that the plan that stands still has."""
    return [
        MovementRound(tables=tuple(table.seats for table in each.tables), sit_out=each.sit_out)
        for each in _read_left(event, begun=begun)
    ]


def _read_left(event: Event, *, begun: int) -> list[PlannedRound]:
    plan = find_plan(event)
    return [each for each in read_rounds(plan) if each.number > begun] if plan else []


def _check_named(event: Event, format: Format, options: PlayerOptions) -> None:
    """Raise RefusedError for people whom the league does not have, and couples that the format cannot keep to."""
    known = set(event.league.players.filter(same_as=None).values_list("pk", flat=True))
    ways = {"apart": options.apart, "apart_tables": options.apart_tables, "together": options.together}
    named = {
        "players": options.players,
        **{way: [who for two in couples for who in two] for way, couples in ways.items()},
    }
    faults = {}
    for field, people in named.items():
        if strangers := sorted(set(people) - known):
            numbers = ", ".join(map(str, strangers[:MOST_NAMED])) + ("…" if strangers[MOST_NAMED:] else "")
            faults[field] = [_("Not in this league, by number: %(numbers)s.") % {"numbers": numbers}]
        elif field in ways and people and format not in CONSTRAINED:
            faults[field] = [_("Couples cannot be kept apart or together when rounds go this way: name none.")]
    if faults:
        raise RefusedError(faults)


def _complete_options(event: Event, options: PlayerOptions, *, number: int) -> PlayerOptions:
    players = options.players or list_here(event, number).people
    return structs.replace(options, players=tuple(sorted(set(players))))


def _make(event: Event, format: Format, options: PlayerOptions, history: Sequence[MovementRound]) -> Movement:
    people, rounds = options.players, options.rounds
    if format == Format.SIZES:
        return plan_event_tables(event, history, _draw(options), rounds=rounds)
    if format == Format.ARITHMETIC:
        if history and not len(people) % len(SEATS):
            return move_seats(history, people, rounds=rounds)
        return _name_movement(make_seat_movement(len(people), rounds=rounds), options, history=history)
    stays = list_here(event, find_standing(event).opened + 1).stays
    places = {who: (stay.table, stay.seat) for who, stay in stays.items()}
    constraints = make_constraints(options, people, places) if format in CONSTRAINED else FREE
    goal: Goal = "faces" if format == Format.FACES else "partners"
    check_constraints(constraints, people=people, tables=len(people) // len(SEATS))
    if history:
        return plan_rounds(history, people, rounds=rounds, goal=goal, constraints=constraints)
    numbered = _number_constraints(constraints, {who: at for at, who in enumerate(_draw(options), start=1)})
    made = make_movement(len(people), rounds=rounds, goal=goal, constraints=numbered)
    return _name_movement(made, options, goal=goal, constraints=constraints)


def _draw(options: PlayerOptions) -> list[int]:
    """The players in the order of their lots."""
    order = list(options.players)
    Random(options.seed).shuffle(order)
    return order


def _number_constraints(constraints: Constraints, numbers: Mapping[int, int]) -> Constraints:
    """Constraints among people as those among the numbers that they have drawn."""

    def number(pairs: frozenset[frozenset[int]]) -> frozenset[frozenset[int]]:
        return frozenset(frozenset(numbers[who] for who in pair) for pair in pairs)

    return Constraints(
        apart=number(constraints.apart),
        apart_tables=number(constraints.apart_tables),
        together=number(constraints.together),
        stay={numbers[who]: stay for who, stay in constraints.stay.items()},
    )


def _name_movement(
    made: Movement,
    options: PlayerOptions,
    *,
    goal: Goal = "partners",
    constraints: Constraints = FREE,
    history: Sequence[MovementRound] = (),
) -> Movement:
    """A movement of numbers as one of the people who have drawn them."""
    order = _draw(options)
    rounds = [[(order[a - 1], order[b - 1], order[c - 1], order[d - 1]) for a, b, c, d in list_fours(each)]
              for each in made.rounds]  # fmt: skip
    return finish_movement(rounds, sorted(order), goal=goal, constraints=constraints, history=history)


def _report_standing(event: Event, history: Sequence[MovementRound], *, begun: int) -> Report | None:
    """How fair everything is if the plan that stands is played to its end; None where it cannot be."""
    left = list_left(event, begun=begun)
    if not left or any(find_doubles(each) for each in _read_left(event, begun=begun)):
        return None
    return report_movement(left, history=history, sides=list_partnerships(event))
