"""Who sits out, fairly: nobody again before everybody has. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from scoring.movement_rounds import MovementRound

Pair = frozenset[int]


class Turns(Struct, kw_only=True):
    """Who has sat out how often, and in which round last.

    `level` is what fairness goes by. Who comes late starts level with those who have sat out least: rounds before
    somebody came are no sit-outs, and no debt either.
    """

    level: dict[int, int]
    last: dict[int, int]
    rounds: int = 0


def follow_turns(history: Iterable[MovementRound]) -> Turns:
    """The turns after some rounds."""
    turns = Turns(level={}, last={})
    for played in history:
        meet_people(turns, [*played.people, *played.sit_out])
        count_round(turns, played.sit_out)
    return turns


def meet_people(turns: Turns, people: Iterable[int]) -> None:
    """Take in who has come since."""
    here = list(people)
    start = min((turns.level[person] for person in here if person in turns.level), default=0)
    for person in here:
        turns.level.setdefault(person, start)
        turns.last.setdefault(person, 0)


def count_round(turns: Turns, out: Iterable[int]) -> None:
    """Take in who sat out a round."""
    turns.rounds += 1
    for person in out:
        turns.level[person] += 1
        turns.last[person] = turns.rounds


def plan_sit_outs(
    people: Sequence[int],
    *,
    rounds: int,
    places: int,
    history: Sequence[MovementRound] = (),
    couples: Iterable[Pair] = (),
) -> list[tuple[int, ...]]:
    """Who sits out in each of the next rounds, so many of these people in each.

    First who has sat out least, among those whose last time is longest ago, then as they are listed. Couples sit out
    together where the turns of both have come.
    """
    turns = follow_turns(history)
    meet_people(turns, people)
    partner_of = {one: other for couple in couples for one in couple for other in couple - {one}}
    plan = []
    for _round in range(rounds):
        out = _pick(people, turns, places=places, partner_of=partner_of)
        count_round(turns, out)
        plan.append(tuple(sorted(out)))
    return plan


def _pick(people: Sequence[int], turns: Turns, *, places: int, partner_of: Mapping[int, int]) -> list[int]:
    waiting = sorted(people, key=lambda who: (turns.level[who], turns.last[who]))
    chosen: list[int] = []
    while len(chosen) < places:
        level = turns.level[waiting[0]]
        due = [who for who in waiting if turns.level[who] == level]
        room = places - len(chosen)
        if len(due) <= room:
            picked = due
        else:
            who = next((who for who in due if _takes(who, due, partner_of) <= room), due[0])
            other = partner_of.get(who)
            picked = [who, other] if other in due and room > 1 else [who]
        chosen += picked
        waiting = [who for who in waiting if who not in picked]
    return chosen


def _takes(who: int, due: Sequence[int], partner_of: Mapping[int, int]) -> int:
    """How many places somebody takes: two with a partner whose turn it is too."""
    return 2 if partner_of.get(who) in due else 1
