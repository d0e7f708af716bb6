"""Movements for individual events: who plays where, with whom and against whom, round by round. Pure.

`make_movement` makes one before an event, `scoring.movement_plan.plan_rounds` goes on from rounds that were played.
There is a full rotation for every number of players up to 100: for 4n and 4n+1 of them everybody partners everybody
once and opposes everybody twice (scoring/designs.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.design_constructions import RESOLVABLE, build_resolvable, build_rotation, build_transversals
from scoring.designs import load_designs, shift_players
from scoring.movement_choice import name_players, pick_rounds
from scoring.movement_constraints import FREE, Constraints, check_constraints, pair_stays, settle_tables
from scoring.movement_limits import check_size
from scoring.movement_plan import Movement, deal_rounds, finish_movement, fit_rounds
from scoring.movement_report import Goal
from scoring.movement_rounds import Four, list_fours
from scoring.movement_search import MOST_STEPS

Rounds = Sequence[Sequence[Four]]

#: From rounds that are good already a search does not go far astray.
LITTLE_HEAT = 0.3


def make_movement(
    players: int,
    *,
    rounds: int | None = None,
    goal: Goal = "partners",
    constraints: Constraints = FREE,
    steps: int = MOST_STEPS,
) -> Movement:
    """A movement for players numbered from 1; as many rounds as the full rotation has, if not said.

    `goal` is what matters most: "partners", that nobody has a partner again, or "faces", that nobody is at a table
    with somebody again. Searches take so many `steps` at most and give the same each time. Raises BadSizeError for
    sizes, BadConstraintError for constraints that nobody can keep.
    """
    check_size(players, rounds=1 if rounds is None else rounds)
    people = range(1, players + 1)
    check_constraints(constraints, people=people, tables=players // 4)
    rotation = shift_players(build_rotation(players))
    wanted = len(rotation) if rounds is None else rounds
    known: list[Rounds] = [pick_rounds(rotation, wanted)]
    if goal == "faces":
        known += _list_known_faces(players, wanted)
    movements = [_keep(each, people, goal, constraints) for each in known]
    best = min(movements, key=_rate)
    if _may_be_better(best):
        movements += _search(best, people, goal, constraints, steps=steps // 2)
    return min(movements, key=_rate)


def _keep(rounds: Rounds, people: Sequence[int], goal: Goal, constraints: Constraints) -> Movement:
    """Known rounds with players numbered so that the constraints are kept as far as that goes."""
    named = name_players(rounds, people, constraints)
    return finish_movement(
        [settle_tables(fours, constraints) for fours in named], people, goal=goal, constraints=constraints
    )


def _list_known_faces(players: int, wanted: int) -> Iterator[Rounds]:
    """Known rounds in which nobody is twice at one table, where they are enough."""
    if players in RESOLVABLE:
        yield from _take(shift_players(build_resolvable(RESOLVABLE[players])), wanted)
    within, over = divmod(players, 4)
    if not over and within in load_designs().matrices:
        yield from _take(shift_players(build_transversals(within)), wanted)


def _take(rounds: Rounds, wanted: int) -> Iterator[Rounds]:
    if wanted <= len(rounds):
        yield rounds[:wanted]


def _search(
    best: Movement, people: Sequence[int], goal: Goal, constraints: Constraints, *, steps: int
) -> Iterator[Movement]:
    """What a search makes of the best rounds known, and of rounds dealt anyhow."""
    known = [list_fours(played) for played in best.rounds]
    dealt = deal_rounds(people, rounds=len(known), constraints=constraints)
    partners, _opponents, _apart = pair_stays(constraints)
    starts = [(dealt, None)] if constraints.together | partners else [(known, LITTLE_HEAT), (dealt, None)]
    for start, heat in starts:
        fitted = fit_rounds(start, people, goal=goal, constraints=constraints, steps=steps, heat=heat)
        yield finish_movement(fitted, people, goal=goal, constraints=constraints)


def _may_be_better(movement: Movement) -> bool:
    """Whether a search is worth its time: a rotation that keeps the constraints has hardly a partner too many."""
    report = movement.report
    return bool(report.broken) or (report.goal == "faces" and report.tablemates.repeats > report.tablemates.bound)


def _rate(movement: Movement) -> tuple[int, ...]:
    """The less the better: what is broken, then the goal."""
    report = movement.report
    repeats = (report.partners.repeats, report.tablemates.repeats)
    if report.goal == "faces":
        repeats = (repeats[1], repeats[0])
    return report.sit_outs.too_early, report.broken, *repeats, report.opponents.most
