"""What one entry of a sheet does: its faults, its points, the state after it. Written once for every game.

A deal is handed to the game's rules; a ruling is applied here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

from msgspec import Struct, structs

from rules.game import Game, Line, State, Violation, gettext_noop
from scoring.sheet import Entry, InvalidEntryError, Played, Ruling, Step

RULING_TEXT = gettext_noop("Ruling: {reason}")
GAME_OVER = Violation(
    field="deal",
    code="game_over",
    template=gettext_noop("The game had ended before this hand: take it off, or start a new game."),
)


def open_state(game: Game, *, first_dealer: str | None = None, warned: Iterable[str] = ()) -> State:
    """The state before the first deal."""
    return State(
        dealer=first_dealer or game.seats[0],
        totals=dict.fromkeys(game.sides, 0),
        setbacks=dict.fromkeys(game.sides, 0),
        warned=frozenset(warned),
    )


def find_violations(game: Game, entry: Entry, before: State) -> tuple[Violation, ...]:
    """Every fault of an entry where it stands. A ruling may follow the end of a game; a deal may not."""
    if isinstance(entry, Played):
        return _check_deal(game, entry.deal, name_dealer(before, entry.dealer))
    if isinstance(entry, Ruling) or not (before.totals_known and game.is_over(before)):
        return ()
    return (GAME_OVER,)


def _check_deal(game: Game, deal: Any, before: State) -> tuple[Violation, ...]:
    found = tuple(game.violations(deal, before)) if not before.perhaps_warned else _check_unsure(game, deal, before)
    return (GAME_OVER, *found) if before.totals_known and game.is_over(before) else found


def _check_unsure(game: Game, deal: Any, before: State) -> tuple[Violation, ...]:
    """The faults that a deal has whoever was warned of those who perhaps were."""
    perhaps = before.perhaps_warned - before.warned
    choices = (more for count in range(len(perhaps) + 1) for more in combinations(sorted(perhaps), count))
    return keep_shared(
        game.violations(deal, structs.replace(before, warned=before.warned.union(more))) for more in choices
    )


def keep_shared(readings: Iterable[Iterable[Violation]]) -> tuple[Violation, ...]:
    """The faults that all readings of an entry have, in the order of the first; none where there is no reading."""
    shared: dict[tuple[str, str], Violation] | None = None
    for faults in readings:
        found = {(fault.field, fault.code): fault for fault in faults}
        shared = found if shared is None else {key: shared[key] for key in shared if key in found}
    return tuple((shared or {}).values())


class Board(Struct, frozen=True):
    """What is the same for every entry of a game: 0 for each side, and who deals after whom."""

    game: Game
    nothing: dict[str, int]
    rotation: Mapping[str, str]


def set_up(game: Game) -> Board:
    """What the entries of a game have in common."""
    return Board(game, dict.fromkeys(game.sides, 0), game.rotation)


def apply_entry(game: Game, entry: Entry, before: State, *, position: int = 1) -> Step:
    """Check an entry, work out its points and the state after it. Raises InvalidEntryError."""
    return apply_on(entry, before, position, set_up(game))


def apply_on(entry: Entry, before: State, position: int, board: Board) -> Step:
    """What an entry of a game so set up does. Raises InvalidEntryError."""
    if isinstance(entry, Played):
        return apply_deal(entry, before, position, board)
    if isinstance(entry, Ruling):
        return apply_ruling(board.game, entry, before, position)
    violations = find_violations(board.game, entry, before)
    if violations:
        raise InvalidEntryError(violations)
    before = name_dealer(before, entry.dealer)
    return Step(
        position=position,
        entry=entry,
        number=None,
        dealer=before.dealer,
        points=board.nothing,
        setbacks=board.nothing,
        lines=(),
        before=before,
        after=before,
    )


def apply_deal(entry: Played, before: State, position: int, board: Board) -> Step:
    """What a deal does. Raises InvalidEntryError."""
    game, deal = board.game, entry.deal
    if entry.dealer is not None:
        before = name_dealer(before, entry.dealer)
    if violations := _check_deal(game, deal, before):
        raise InvalidEntryError(violations)
    lines = tuple(game.lines(deal, before))
    nothing = board.nothing
    points, totals = nothing.copy(), {**before.totals}
    ticks = ticked = nothing
    warned, won_outright = before.warned, before.won_outright
    for line in lines:
        side = line.side
        points[side] += line.points
        totals[side] += line.points
        if line.setbacks:
            if ticks is nothing:
                ticks, ticked = nothing.copy(), {**before.setbacks}
            ticks[side] += line.setbacks
            ticked[side] += line.setbacks
        if line.warns is not None:
            warned = warned.union((line.warns,))
        if line.wins:
            won_outright = side
    is_dealt = game.counts_as_dealt(deal)
    dealer, number = before.dealer, before.played + is_dealt
    after = State(
        dealer=board.rotation[dealer] if is_dealt else dealer,
        played=number,
        totals=totals,
        setbacks=before.setbacks if ticks is nothing else ticked,
        warned=warned,
        perhaps_warned=before.perhaps_warned,
        won_outright=won_outright,
        totals_known=before.totals_known,
        dealer_known=before.dealer_known,
        last=deal,
    )
    return Step(
        position=position,
        entry=entry,
        number=number if is_dealt else None,
        dealer=dealer,
        points=points,
        setbacks=ticks,
        lines=lines,
        before=before,
        after=after,
    )


def apply_ruling(game: Game, ruling: Ruling, before: State, position: int = 1) -> Step:
    """What a ruling does; nothing forbids one."""
    points = {side: ruling.points.get(side, 0) for side in game.sides}
    setbacks = {side: ruling.setbacks.get(side, 0) for side in game.sides}
    lines = tuple(
        Line(
            side=side,
            points=points[side],
            setbacks=setbacks[side],
            code="ruling",
            template=RULING_TEXT,
            values={"reason": ruling.reason},
            rule="rulings",
        )
        for side in game.sides
        if points[side] or setbacks[side]
    )
    after = structs.replace(before, totals=_add(before.totals, points), setbacks=_add(before.setbacks, setbacks))
    return Step(
        position=position,
        entry=ruling,
        number=None,
        dealer=None,
        points=points,
        setbacks=setbacks,
        lines=lines,
        before=before,
        after=after,
    )


def name_dealer(state: State, dealer: str | None) -> State:
    """The same state with the dealer that a sheet names, if it names one."""
    if dealer is None or (dealer == state.dealer and state.dealer_known):
        return state
    return structs.replace(state, dealer=dealer, dealer_known=True)


def _add(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {side: figure + other[side] for side, figure in one.items()}
