"""What a hand of Partnership Whist is worth, line by line: revokes first, then tricks, honours last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.game import PAIRS, Line, State, other_side
from rules.partnership_whist_deal import HONOURS, TRICKS, WhistDeal, share
from rules.partnership_whist_texts import (
    ALL_TRICKS_TEXTS,
    HELD_TEXT,
    HONOURS_LATE_TEXT,
    HONOURS_TEXTS,
    ODD_TRICKS_TEXTS,
    REVOKE_TEXTS,
)

#: The tricks that earn nothing; each one over it is an odd trick.
BOOK = 6

#: Honours that a side held -> its points. Laws of Short and of Long Whist.
HONOUR_POINTS: Mapping[int, int] = {3: 2, 4: 4}

#: Penalty for a revoke -> tricks that go over to the opponents; points for them or, below nothing, off the offenders.
PENALTIES: Mapping[str, tuple[int, int]] = {
    "three_tricks": (3, 0),
    "two_tricks": (2, 0),
    "three_points": (0, 3),
    "minus_three": (0, -3),
}


def list_lines(deal: WhistDeal, before: State, *, penalty: str, goal: int | None, is_drive: bool) -> Iterator[Line]:
    """The lines of a hand without faults.

    `penalty` is what a revoke costs, `goal` the total that ends the game, `is_drive` that every trick counts.
    """
    lines = _list_everything(deal, before, penalty=penalty, goal=goal, is_drive=is_drive)
    return lines if goal is None else _stop_at(goal, lines, deal, before)


def _list_everything(
    deal: WhistDeal, before: State, *, penalty: str, goal: int | None, is_drive: bool
) -> Iterator[Line]:
    played = share(deal.tricks, whole=TRICKS)
    counted = played
    if deal.infractions:
        yield from _list_revokes(deal, before, penalty=penalty)
        counted = _move_tricks(deal, played, each=PENALTIES[penalty][0])
    yield from _list_tricks(counted, is_drive=is_drive, is_after_penalty=counted != played)
    yield from _list_honours(deal.honours, before, goal=goal)


def _list_revokes(deal: WhistDeal, before: State, *, penalty: str) -> Iterator[Line]:
    """A line for each revoke; points are taken off only as far as there are any."""
    each = PENALTIES[penalty][1]
    left = dict(before.totals)
    for revoke in deal.infractions:
        side, points = other_side(PAIRS[revoke.offender]), each
        if each < 0:
            side = PAIRS[revoke.offender]
            points = -min(-each, max(left[side], 0))
            left[side] += points
        yield Line(
            side=side,
            points=points,
            code=penalty,
            template=REVOKE_TEXTS[penalty],
            values={"offender": revoke.offender},
            rule="revokes",
        )


def _move_tricks(deal: WhistDeal, played: Mapping[str, int], *, each: int) -> dict[str, int]:
    """The tricks after `each` of them has gone over for every revoke; a side cannot lose more than it has."""
    moved = sum(-each if PAIRS[revoke.offender] == "NS" else each for revoke in deal.infractions)
    of_first = min(max(played["NS"] + moved, 0), TRICKS)
    return {"NS": of_first, "EW": TRICKS - of_first}


def _list_tricks(counted: Mapping[str, int], *, is_drive: bool, is_after_penalty: bool) -> Iterator[Line]:
    texts = ALL_TRICKS_TEXTS if is_drive else ODD_TRICKS_TEXTS
    for side, tricks in counted.items():
        points = tricks if is_drive else tricks - BOOK
        if points > 0:
            yield Line(
                side=side,
                points=points,
                code="tricks" if is_drive else "odd_tricks",
                template=texts[is_after_penalty],
                values={"tricks": tricks, "points": points},
                rule="points",
            )


def _list_honours(given: Mapping[str, int] | None, before: State, *, goal: int | None) -> Iterator[Line]:
    """A side that is one point short of game when the hand begins cannot count its honours."""
    for side, held in share(given, whole=HONOURS).items():
        if held in HONOUR_POINTS:
            score = before.totals[side]
            is_late = goal is not None and score >= goal - 1
            yield Line(
                side=side,
                points=0 if is_late else HONOUR_POINTS[held],
                code="honours_late" if is_late else "honours",
                template=HONOURS_LATE_TEXT if is_late else HONOURS_TEXTS[held],
                values={"score": score},
                rule="honours",
            )


def _stop_at(goal: int, lines: Iterator[Line], deal: WhistDeal, before: State) -> Iterator[Line]:
    """The lines up to the one that ends the game. A side that revoked is held one point short of it instead."""
    totals = dict(before.totals)
    revoking = [PAIRS[revoke.offender] for revoke in deal.infractions]
    for line in lines:
        yield line
        totals[line.side] += line.points
        over = totals[line.side] - (goal - 1)
        if over <= 0:
            continue
        if line.side not in revoking:
            return
        totals[line.side] -= over
        yield Line(
            side=line.side, points=-over, code="held", template=HELD_TEXT, values={"score": goal - 1}, rule="revokes"
        )
