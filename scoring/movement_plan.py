"""Plan rounds by search: to keep to constraints, or to go on after rounds that were played. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from msgspec import Struct

from scoring.movement_constraints import FREE, Constraints, check_constraints, find_broken, pair_stays, settle_tables
from scoring.movement_limits import check_size
from scoring.movement_report import Goal, Report, add_cautions, count_meetings, report_movement
from scoring.movement_rounds import Four, MovementRound, make_rounds
from scoring.movement_search import (
    FOR_FACES,
    FOR_PARTNERS,
    MOST_STEPS,
    NEVER,
    SEED,
    Costs,
    Weights,
    improve_rounds,
    make_costs,
)
from scoring.sit_outs import plan_sit_outs

Pair = frozenset[int]
Fours = Sequence[Sequence[Four]]

WEIGHTS: Mapping[Goal, Weights] = {"partners": FOR_PARTNERS, "faces": FOR_FACES}
#: How far the search may go astray from rounds that were dealt anyhow, and from rounds that are good already.
HEAT: Mapping[Goal, float] = {"partners": 3.0, "faces": 0.6}


class Movement(Struct, frozen=True, kw_only=True):
    """Rounds, the first of which has the number `first`, and what they give."""

    rounds: tuple[MovementRound, ...]
    report: Report
    first: int = 1


def plan_rounds(
    history: Sequence[MovementRound],
    present: Iterable[int],
    *,
    rounds: int,
    goal: Goal = "partners",
    constraints: Constraints = FREE,
    steps: int = MOST_STEPS,
    seed: int = SEED,
) -> Movement:
    """The rounds to come for who is there now, with as few repeats of what was played as the search finds.

    The rounds played stay as they are. Sit-outs go on where they stood; who comes late starts level with those who
    have sat out least. The report counts the rounds played too. Another `seed` draws anew: one
    round is then a random redraw with a memory. Raises BadSizeError and BadConstraintError.
    """
    people = sorted(set(present))
    check_size(len(people), rounds=rounds)
    check_constraints(constraints, people=people, tables=len(people) // 4)
    start = deal_rounds(people, rounds=rounds, history=history, constraints=constraints, seed=seed)
    fitted = fit_rounds(start, people, goal=goal, constraints=constraints, history=history, steps=steps)
    return finish_movement(fitted, people, goal=goal, constraints=constraints, history=history)


def deal_rounds(
    people: Sequence[int],
    *,
    rounds: int,
    history: Sequence[MovementRound] = (),
    constraints: Constraints = FREE,
    seed: int = SEED,
) -> list[list[Four]]:
    """Rounds dealt anyhow, with fair sit-outs, to begin a search with."""
    plan = plan_sit_outs(people, rounds=rounds, places=len(people) % 4, history=history, couples=constraints.together)
    random = Random(seed)
    dealt = []
    for out in plan:
        row = [person for person in people if person not in out]
        random.shuffle(row)
        dealt.append([(row[at], row[at + 1], row[at + 2], row[at + 3]) for at in range(0, len(row), 4)])
    return dealt


def fit_rounds(
    start: Fours,
    people: Sequence[int],
    *,
    goal: Goal,
    constraints: Constraints = FREE,
    history: Sequence[MovementRound] = (),
    steps: int = MOST_STEPS,
    heat: float | None = None,
) -> list[list[Four]]:
    """These rounds changed by search, each with the same people at its tables, to what the goal and constraints ask."""
    place = {person: at for at, person in enumerate(people)}
    partners, opponents, _tablemates = count_meetings(history)
    known = set(people)
    costs = make_costs(
        len(people),
        WEIGHTS[goal],
        partners={frozenset(map(place.__getitem__, pair)): n for pair, n in partners.items() if pair <= known},
        opponents={frozenset(map(place.__getitem__, pair)): n for pair, n in opponents.items() if pair <= known},
    )
    together, against = _price_constraints(costs, constraints, place)
    placed = [[(place[a], place[b], place[c], place[d]) for a, b, c, d in fours] for fours in start]
    begun = [_seat_pairs(fours, together) for fours in placed]
    kept = sum(pair <= {who for four in fours for who in four} for fours in begun for pair in (*together, *against))
    improved = improve_rounds(begun, costs, steps=steps, heat=HEAT[goal] if heat is None else heat, floor=-NEVER * kept)
    return [
        settle_tables([(people[a], people[b], people[c], people[d]) for a, b, c, d in fours], constraints)
        for fours in improved
    ]


def finish_movement(
    rounds: Fours,
    people: Sequence[int],
    *,
    goal: Goal,
    constraints: Constraints = FREE,
    history: Sequence[MovementRound] = (),
) -> Movement:
    """Rounds with seats and their report, in which every constraint that is not kept is named."""
    made = make_rounds(rounds, people)
    first = len(history) + 1
    report = report_movement(made, people=people, history=history, goal=goal, constraints=constraints)
    return Movement(rounds=made, report=add_cautions(report, find_broken(constraints, made, first=first)), first=first)


def _price_constraints(costs: Costs, constraints: Constraints, place: Mapping[int, int]) -> tuple[set[Pair], set[Pair]]:
    """Put a price on what is not wanted. The pairs that are to be partners, and those that are to be opponents."""
    partners, opponents, apart = pair_stays(constraints)

    def locate(pairs: Iterable[Pair]) -> set[Pair]:
        return {frozenset(map(place.__getitem__, pair)) for pair in pairs}

    together, against = locate(constraints.together | partners), locate(opponents)
    for pair in locate(constraints.apart):
        costs.add_cost(pair, partners=NEVER)
    for pair in locate(constraints.apart_tables | apart):
        costs.add_cost(pair, partners=NEVER, opponents=NEVER)
    for pair in together:
        costs.add_cost(pair, partners=-NEVER)
    for pair in against:
        costs.add_cost(pair, opponents=-NEVER)
    return together, against


def _seat_pairs(fours: Sequence[Four], together: Iterable[Pair]) -> list[Four]:
    """The tables of a round with those side by side who play together, where both play."""
    row = [person for four in fours for person in four]
    for one, two in map(sorted, together):
        if one in row and two in row:
            here, there = row.index(one) ^ 1, row.index(two)
            row[here], row[there] = row[there], row[here]
    return [(row[at], row[at + 1], row[at + 2], row[at + 3]) for at in range(0, len(row), 4)]
