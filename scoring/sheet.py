"""Fold a game: entries in, totals and a winner out. Written once for every game.

A sheet is one game at one table. Its entries are deals played, misdeals and rulings. The fold takes them in
order, keeps the dealer, and hands each deal to the game's rules; a ruling it applies itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from msgspec import Struct, structs

from rules.game import Game, GameDeal, Line, State, Tally, Violation, gettext_noop

RULING_TEXT = gettext_noop("Ruling: {reason}")
GAME_OVER = Violation(
    field="deal",
    code="game_over",
    template=gettext_noop("The game had ended before this hand: take it off, or start a new game."),
)


class Played(Struct, frozen=True, kw_only=True):
    """A deal that was played; `dealer` where the sheet names who dealt it."""

    deal: GameDeal
    dealer: str | None = None


class Misdeal(Struct, frozen=True, kw_only=True):
    """Cards dealt wrongly: no score, the same dealer deals again."""

    dealer: str | None = None


class Ruling(Struct, frozen=True, kw_only=True):
    """An admin's decision: signed points (and setbacks) per side, with a reason. It is no deal."""

    points: Mapping[str, int]
    reason: str
    setbacks: Mapping[str, int] = {}
    by: str | None = None


Entry = Played | Misdeal | Ruling


class Unread(Struct, frozen=True, kw_only=True):
    """An entry with faults of form; `candidates` are what it may have been meant to say.

    A violation that every candidate has is a fault beside those of form, whatever was meant. `is_dealt` is False
    where nobody dealt: a misdeal, a ruling. `tells_dealer` is False where it is unclear who dealt or whether anybody
    did.
    """

    candidates: tuple[Entry, ...] = ()
    faulty: frozenset[str] = frozenset()
    is_dealt: bool = True
    tells_dealer: bool = True


class Sheet(Struct, frozen=True, kw_only=True):
    """One game at one table. `positions` are the entries' places, from 1.

    `rivals` are the sheets that may have been meant where the house rules or the number of players have faults: the
    same entries by another game. None where they are too many.
    """

    game: Game
    rivals: tuple[Sheet, ...] | None = ()
    preset: str
    entries: tuple[Entry | Unread, ...]
    positions: tuple[int, ...]
    id: str | None = None
    names: Mapping[str, str] = {}
    first_dealer: str
    dealer_known: bool = True
    warned: frozenset[str] = frozenset()
    warned_known: bool = True
    finished: bool = False


class Fault(Struct, frozen=True, kw_only=True):
    """One fault of a sheet. `position` is the entry's place from 1; None is a fault of the sheet itself."""

    position: int | None
    violation: Violation


class Step(Struct, frozen=True, kw_only=True):
    """What one entry did. `number` counts deals; it and `dealer` are None where the entry is no deal."""

    position: int
    entry: Entry
    number: int | None
    dealer: str | None
    points: Mapping[str, int]
    setbacks: Mapping[str, int]
    lines: tuple[Line, ...]
    before: State
    after: State


class Folded(Struct, frozen=True, kw_only=True):
    """A sheet worked out."""

    game: Game
    steps: tuple[Step, ...]
    state: State
    is_over: bool
    finished: bool
    winner: str | None
    honours: Mapping[str, object]


class InvalidEntryError(Exception):
    """An entry cannot be scored where it stands; carries every violation."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations


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
        return _check_deal(game, entry.deal, _with_dealer(before, entry.dealer))
    if isinstance(entry, Ruling) or not (before.totals_known and game.is_over(before)):
        return ()
    return (GAME_OVER,)


def find_sure_violations(game: Game, entry: Unread, before: State) -> tuple[Violation, ...]:
    """The faults that an entry has beside those of form, whatever its unreadable fields were meant to say."""
    if not entry.tells_dealer:
        before = structs.replace(before, dealer_known=False)
    sure: dict[tuple[str, str], Violation] | None = None
    for candidate in entry.candidates:
        found = {
            (violation.field, violation.code): violation
            for violation in find_violations(game, candidate, before)
            if violation.field not in entry.faulty
        }
        sure = found if sure is None else {key: sure[key] for key in sure if key in found}
    return tuple((sure or {}).values())


class _Board(Struct, frozen=True):
    """What is the same for every entry of a game: 0 for each side, and who deals after whom."""

    game: Game
    nothing: dict[str, int]
    rotation: Mapping[str, str]


def _set_up(game: Game) -> _Board:
    return _Board(game, dict.fromkeys(game.sides, 0), game.rotation)


def apply_entry(game: Game, entry: Entry, before: State, *, position: int = 1) -> Step:
    """Check an entry, work out its points and the state after it. Raises InvalidEntryError."""
    return _apply(entry, before, position, _set_up(game))


def fold_sheet(sheet: Sheet) -> tuple[Folded, tuple[Fault, ...]]:
    """Fold a whole sheet. Entries at fault score nothing and are named; figures stand only without faults.

    Where the house rules have faults, only the faults that entries have whatever was meant are named.
    """
    steps, state, faults = _fold_entries(sheet, sheet.game)
    for rival in sheet.rivals or ():
        faults = keep_certain(faults, _fold_entries(rival, rival.game)[2])
    if sheet.rivals is None:
        faults = []
    return close_fold(sheet.game, tuple(steps), state, finished=sheet.finished), tuple(faults)


def keep_certain(faults: list[Fault], others: list[Fault]) -> list[Fault]:
    """Those of the faults that another reading of the sheet has as well."""
    certain = {_identify(fault) for fault in others}
    return [fault for fault in faults if _identify(fault) in certain]


def _identify(fault: Fault) -> tuple[int | None, str, str]:
    return fault.position, fault.violation.field, fault.violation.code


def _fold_entries(sheet: Sheet, game: Game) -> tuple[list[Step], State, list[Fault]]:
    state = open_state(game, first_dealer=sheet.first_dealer, warned=sheet.warned)
    if not (sheet.dealer_known and sheet.warned_known):
        perhaps = frozenset() if sheet.warned_known else frozenset(game.warnable)
        state = structs.replace(state, dealer_known=sheet.dealer_known, perhaps_warned=perhaps)
    board = _set_up(game)
    steps: list[Step] = []
    faults: list[Fault] = []
    for position, entry in zip(sheet.positions, sheet.entries, strict=True):
        try:
            if isinstance(entry, Played):
                step = _apply_deal(entry, state, position, board)
            elif isinstance(entry, Unread):
                sure = find_sure_violations(game, entry, state)
                faults.extend(Fault(position=position, violation=violation) for violation in sure)
                state = _pass_over(game, entry, state)
                continue
            else:
                step = _apply(entry, state, position, board)
        except InvalidEntryError as invalid:
            assert not isinstance(entry, Unread)
            faults.extend(Fault(position=position, violation=violation) for violation in invalid.violations)
            state = _pass_over(game, Unread(candidates=(entry,), is_dealt=isinstance(entry, Played)), state)
            continue
        steps.append(step)
        state = step.after
    return steps, state, faults


def close_fold(game: Game, steps: tuple[Step, ...], state: State, *, finished: bool) -> Folded:
    """Say who has won, once the steps are known. `finished` is that time was called."""
    is_over = game.is_over(state)
    ended = is_over or finished
    return Folded(
        game=game,
        steps=steps,
        state=state,
        is_over=is_over,
        finished=ended,
        winner=game.find_winner(state) if ended else None,
        honours=game.honours(steps, state=state, finished=ended),
    )


def count_tallies(folded: Folded) -> Iterator[Tally]:
    """Everything counted beside the points, in the order in which it happened."""
    for step in folded.steps:
        if isinstance(step.entry, Played):
            yield from folded.game.tallies(step.entry.deal, step.before)


def _pass_over(game: Game, entry: Unread, before: State) -> State:
    """The state after a deal at fault: it was dealt and its warnings were given; its points are unknown.

    Later deals would otherwise be checked against the wrong dealer and be refused for warnings never given.
    """
    if not entry.is_dealt:
        return _pass_over_undealt(game, entry, before)
    deals = [candidate for candidate in entry.candidates if isinstance(candidate, Played)]
    dealers = {deal.dealer or before.dealer for deal in deals} or {before.dealer}
    is_dealt = not deals or any(game.counts_as_dealt(deal.deal) for deal in deals)
    warned, perhaps = _pass_warnings(game, deals, before)
    return structs.replace(
        before,
        dealer=game.seat_after(min(dealers)) if is_dealt else min(dealers),
        played=before.played + is_dealt,
        warned=before.warned | warned,
        perhaps_warned=before.perhaps_warned | perhaps,
        totals_known=before.totals_known and game.is_over(before),
        dealer_known=entry.tells_dealer and (before.dealer_known or any(deal.dealer for deal in deals)),
    )


def _pass_over_undealt(game: Game, entry: Unread, before: State) -> State:
    """The state after a misdeal or a ruling at fault: a ruling's points count where they can be read."""
    if entry.tells_dealer and entry.candidates:
        candidate = entry.candidates[0]
        if isinstance(candidate, Ruling):
            return _apply_ruling(game, candidate, before).after
        return _with_dealer(before, candidate.dealer)
    return structs.replace(before, totals_known=False, dealer_known=before.dealer_known and entry.tells_dealer)


def _pass_warnings(game: Game, deals: list[Played], before: State) -> tuple[frozenset[str], frozenset[str]]:
    """Who was warned in a deal at fault, whatever it was meant to say, and who perhaps was."""
    if not game.carries_warnings:
        return frozenset(), frozenset()
    if not deals:
        return frozenset(), frozenset(game.warnable)
    warned = [_list_warned(game, deal, before) for deal in deals]
    return frozenset.intersection(*warned), frozenset.union(*warned)


def _list_warned(game: Game, played: Played, before: State) -> frozenset[str]:
    lines = game.lines(played.deal, _with_dealer(before, played.dealer))
    return frozenset(line.warns for line in lines if line.warns is not None)


def _apply(entry: Entry, before: State, position: int, board: _Board) -> Step:
    if isinstance(entry, Played):
        return _apply_deal(entry, before, position, board)
    if isinstance(entry, Ruling):
        return _apply_ruling(board.game, entry, before, position)
    violations = find_violations(board.game, entry, before)
    if violations:
        raise InvalidEntryError(violations)
    before = _with_dealer(before, entry.dealer)
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


def _check_deal(game: Game, deal: Any, before: State) -> tuple[Violation, ...]:
    found = tuple(game.violations(deal, before)) if not before.perhaps_warned else _check_unsure(game, deal, before)
    return (GAME_OVER, *found) if before.totals_known and game.is_over(before) else found


def _check_unsure(game: Game, deal: Any, before: State) -> tuple[Violation, ...]:
    """The faults that a deal has whoever was warned of those who perhaps were."""
    perhaps = before.perhaps_warned - before.warned
    choices = (more for count in range(len(perhaps) + 1) for more in combinations(sorted(perhaps), count))
    found = [game.violations(deal, structs.replace(before, warned=before.warned.union(more))) for more in choices]
    sure, *others = [{(fault.field, fault.code): fault for fault in faults} for faults in found]
    return tuple(fault for key, fault in sure.items() if all(key in other for other in others))


def _apply_deal(entry: Played, before: State, position: int, board: _Board) -> Step:
    game, deal = board.game, entry.deal
    if entry.dealer is not None:
        before = _with_dealer(before, entry.dealer)
    violations = _check_deal(game, deal, before)
    if violations:
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


def _apply_ruling(game: Game, ruling: Ruling, before: State, position: int = 1) -> Step:
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


def _with_dealer(state: State, dealer: str | None) -> State:
    if dealer is None or (dealer == state.dealer and state.dealer_known):
        return state
    return structs.replace(state, dealer=dealer, dealer_known=True)


def _add(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {side: figure + other[side] for side, figure in one.items()}
