"""What comes next in an event of single players: by its plan, by the results of the last round, and by who is there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, structs

from league.models import Event, EventPlan
from league.models.planning import Format
from league.plan_options import ROUND_BY_ROUND, PlayerOptions, is_for_players, make_constraints, read_options
from league.plan_words import word_doubles, word_fault
from league.selectors.attendance import HereList, list_here
from league.selectors.plans import PlannedRound, PlannedTable, find_doubles, find_plan, list_played_rounds, read_rounds
from league.selectors.round_winners import TableWinner, find_winners
from scoring.ladder import LADDERS, LadderRules, Side
from scoring.movement_constraints import BadConstraintError
from scoring.movement_limits import BadSizeError
from scoring.movement_plan import plan_rounds
from scoring.movement_rounds import SEATS, MovementRound
from scoring.next_round import climb_on, draw_first


class Upcoming(Struct, frozen=True, kw_only=True):
    """The round that comes next: `number` among those opened, `planned` and `game` by the plan.

    `round` is who sits where: None where the plan has come to its end, where who moves is not decided at the tables of
    `undecided`, or where nobody can be seated, for which `fault` is the reason. Of who sits there `missing` are not
    here and nobody stands in for them; `left_out` are here and have neither a seat nor a turn to sit out.
    """

    plan: EventPlan
    number: int
    planned: int
    game: int
    games: int
    here: HereList
    round: PlannedRound | None = None
    undecided: tuple[TableWinner, ...] = ()
    fault: str = ""
    missing: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()


class Standing(Struct, frozen=True, kw_only=True):
    """Where an event is: rounds opened, rounds of the plan begun (a round without plan counts as one), games of it."""

    opened: int
    begun: int
    planned: int | None
    game: int


def find_upcoming(event: Event, *, winners: Mapping[int, Side] | None = None) -> Upcoming | None:
    """What comes next; None where no plan for single players stands.

    `winners` says for tables of the last round that came to no winner which side moves as if it had won.
    """
    plan = find_plan(event)
    if plan is None or not is_for_players(plan):
        return None
    at, options = find_standing(event), read_options(plan)
    goes_on = at.planned is not None and at.game < _count_games(event, at.planned)
    number = at.opened + 1
    here = list_here(event, number)
    known = Upcoming(
        plan=plan,
        number=number,
        planned=at.planned if goes_on and at.planned is not None else at.begun + 1,
        game=at.game + 1 if goes_on else 1,
        games=options.games,
        here=here,
    )
    if goes_on:
        return _complete(known, _repeat_round(event, known.planned))
    if plan.format not in ROUND_BY_ROUND:
        return _complete(known, next((each for each in read_rounds(plan) if each.number == known.planned), None))
    if known.planned >= _find_first(event, plan) + options.rounds:
        return known
    try:
        return _seat_by_results(event, known, options, winners or {})
    except (BadSizeError, BadConstraintError) as bad:
        return structs.replace(known, fault=word_fault(bad, event))


def find_standing(event: Event) -> Standing:
    """How far an event has come."""
    rounds = list(event.rounds.order_by("number").values_list("number", "planned", "game"))
    if not rounds:
        return Standing(opened=0, begun=0, planned=None, game=0)
    number, planned, game = rounds[-1]
    begun = sum(each == 1 for _number, _planned, each in rounds)
    return Standing(opened=number, begun=begun, planned=planned, game=game)


def find_last_round(event: Event) -> int | None:
    """The number of the last round that is planned for single players; None where nothing more is planned."""
    plan = find_plan(event)
    if plan is None or not is_for_players(plan):
        return None
    at, options = find_standing(event), read_options(plan)
    if plan.format in ROUND_BY_ROUND:
        last = _find_first(event, plan) + options.rounds - 1
    else:
        last = max((each.number for each in read_rounds(plan)), default=0)
    begun = 0 if at.planned is None else max(_count_games(event, at.planned) - at.game, 0)
    more = begun + max(last - at.begun, 0) * options.games
    return at.opened + more if more else None


def list_history(event: Event) -> list[MovementRound]:
    """What was played, as a movement: each round of the plan once, however many games it had."""
    first_games = set(event.rounds.filter(game=1).values_list("number", flat=True))
    return [
        MovementRound(tables=tuple(played.tables[number] for number in sorted(played.tables)), sit_out=played.sit_out)
        for played in list_played_rounds(event)
        if played.number in first_games
    ]


def write_planned(round_: MovementRound, number: int) -> PlannedRound:
    """A round of a movement in the form of a plan."""
    tables = tuple(PlannedTable(number=place, seats=seats) for place, seats in enumerate(round_.tables, start=1))
    return PlannedRound(number=number, tables=tables, sit_out=tuple(sorted(round_.sit_out)))


def _count_games(event: Event, planned: int) -> int:
    """How many games a round has: by the plan under which it was begun."""
    first = event.rounds.filter(planned=planned, game=1).order_by("-number").first()
    plans = event.plans.filter(first_round__lte=first.number) if first else event.plans.none()
    plan = plans.order_by("version").last()
    return read_options(plan).games if plan is not None and is_for_players(plan) else 1


def _find_first(event: Event, plan: EventPlan) -> int:
    """The number of a plan's first round, where no rounds are stored with it."""
    return event.rounds.filter(number__lt=plan.first_round, game=1).count() + 1


def _repeat_round(event: Event, planned: int) -> PlannedRound | None:
    """The next game of a round: who sat at its last."""
    played = list_played_rounds(event)
    if not played:
        return None
    last = played[-1]
    tables = tuple(PlannedTable(number=number, seats=seats) for number, seats in sorted(last.tables.items()))
    return PlannedRound(number=planned, tables=tables, sit_out=last.sit_out)


def _seat_by_results(event: Event, known: Upcoming, options: PlayerOptions, said: Mapping[int, Side]) -> Upcoming:
    """The next round of a ladder, or one drawn anew, for who is there."""
    history = list_history(event)
    people = sorted(known.here.people if known.here.is_kept else options.players)
    seed = options.seed + known.planned
    if known.plan.format == Format.REDRAW:
        return _complete(known, _draw_anew(history, people, known, options, seed=seed))
    if not history or any(set(table) != set(SEATS) for table in history[-1].tables):
        return _complete(known, write_planned(draw_first(people, seed=seed, history=history), known.planned))
    rules = structs.replace(LADDERS[options.ladder], ties=options.ties)
    found = find_winners(event, said)
    if undecided := tuple(each for each in found if each.winner is None and _needs_winner(each, rules)):
        return structs.replace(known, undecided=undecided)
    climbed = climb_on(history, people, [each.winner for each in found], rules)
    return _complete(known, write_planned(climbed, known.planned))


def _needs_winner(table: TableWinner, rules: LadderRules) -> bool:
    return rules.movers != "everybody" and (table.is_open or rules.ties == "ask")


def _draw_anew(
    history: Sequence[MovementRound], people: Sequence[int], known: Upcoming, options: PlayerOptions, *, seed: int
) -> PlannedRound:
    stays = {who: (stay.table, stay.seat) for who, stay in known.here.stays.items()}
    constraints = make_constraints(options, people, stays)
    drawn = plan_rounds(history, people, rounds=1, constraints=constraints, seed=seed)
    return write_planned(drawn.rounds[0], known.planned)


def _complete(known: Upcoming, round_: PlannedRound | None) -> Upcoming:
    """What comes next with its seats, taken by who stands in for whom, and who is missing or over."""
    here = known.here
    if round_ is not None and (doubles := find_doubles(round_)):
        return structs.replace(known, fault=word_doubles(doubles, known.plan.event))
    if round_ is None or not here.is_kept:
        return structs.replace(known, round=round_)
    takers = find_takers(here, [who for table in round_.tables for who in table.seats.values()], round_.sit_out)
    seated = PlannedRound(
        number=round_.number,
        tables=tuple(
            PlannedTable(number=each.number, seats={seat: takers.get(who, who) for seat, who in each.seats.items()})
            for each in round_.tables
        ),
        sit_out=tuple(takers[who] for who in round_.sit_out if who in takers),
    )
    taken = {*takers.values()}
    return structs.replace(
        known,
        round=seated,
        missing=tuple(who for table in round_.tables for who in table.seats.values() if who not in takers),
        left_out=tuple(who for who in here.people if who not in taken),
    )


def find_takers(here: HereList, seated: Iterable[int], sit_out: Iterable[int]) -> dict[int, int]:
    """Whom the plan names -> who takes that place; nobody where nobody does. Nobody takes two.

    Who came back to stand in for somebody, or to share a seat, takes the place for which he came and not his own. A
    plan that was made while somebody stood in names the substitute: whoever comes back takes that place.
    """
    named = {*seated, *sit_out}
    present = set(here.people) - {who for who, absent in here.stand_ins.items() if who in named and absent in named}
    by_place = {absent: person for person, absent in here.stand_ins.items()}
    seconds = {second: first for first, second in here.shared.items() if first not in named}
    owners = {gone: owner for gone, owner in here.given_back.items() if owner not in named}
    found = {who: who if who in present else by_place.get(who, seconds.get(who, owners.get(who))) for who in named}
    return {who: taker for who, taker in found.items() if taker is not None}
