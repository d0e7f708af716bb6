"""Fold a game: entries in, totals and a winner out. Written once for every game.

The fold takes the entries in order and keeps the dealer; scoring/steps.py says what each of them does, and
scoring/unsure.py how one at fault is passed over, and scoring/doubt.py whether the game had surely ended before one.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from rules.game import Game, State, Tally
from scoring.doubt import Doubt, comes_too_late, follow_entry, open_doubt
from scoring.sheet import Fault, Folded, InvalidEntryError, Played, Sheet, Step, Unread
from scoring.steps import GAME_OVER, apply_deal, apply_on, open_state, set_up
from scoring.unsure import find_sure_violations, keep_certain, pass_over


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


def _fold_entries(sheet: Sheet, game: Game) -> tuple[list[Step], State, list[Fault]]:
    state = open_state(game, first_dealer=sheet.first_dealer, warned=sheet.warned)
    if not (sheet.dealer_known and sheet.warned_known):
        perhaps = frozenset() if sheet.warned_known else frozenset(game.warnable)
        state = structs.replace(state, dealer_known=sheet.dealer_known, perhaps_warned=perhaps)
    board = set_up(game)
    steps: list[Step] = []
    faults: list[Fault] = []
    doubt: Doubt | None = None
    for position, entry in zip(sheet.positions, sheet.entries, strict=True):
        before = state
        if doubt is not None and comes_too_late(game, doubt, entry):
            faults.append(Fault(position=position, violation=GAME_OVER))
        elif doubt is not None:
            doubt = follow_entry(game, doubt, entry, before)
        try:
            if isinstance(entry, Played):
                step = apply_deal(entry, state, position, board)
            elif isinstance(entry, Unread):
                sure = find_sure_violations(game, entry, state)
                faults.extend(Fault(position=position, violation=violation) for violation in sure)
                state = pass_over(game, entry, state)
                doubt = doubt or open_doubt(game, entry, before, state)
                continue
            else:
                step = apply_on(entry, state, position, board)
        except InvalidEntryError as invalid:
            assert not isinstance(entry, Unread)
            faults.extend(Fault(position=position, violation=violation) for violation in invalid.violations)
            state = pass_over(game, Unread(candidates=(entry,), is_dealt=isinstance(entry, Played)), state)
            doubt = doubt or open_doubt(game, entry, before, state)
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
