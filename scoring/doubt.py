"""What stays certain of a game in which entries are at fault, so that a deal after its end is named all the same.

Nobody knows what a deal at fault was worth. But no reading of it can give a side less than the least of them, and
where that is enough to end the game, the game has ended.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from rules.game import Game, GameDeal, State
from scoring.sheet import Entry, Misdeal, Played, Ruling, Unread
from scoring.steps import find_violations

#: Of so many readings of a deal at fault the points are worked out, to know the least of them.
MOST_READINGS = 30
#: So far down that no deals bring a side up again: the total of a side of which nothing is known.
UNKNOWN_DEPTH = -(10**9)


class Doubt(Struct, frozen=True, kw_only=True):
    """The least that each side has, and how many deals may have brought more; None where there is no least."""

    least: State
    unread: int | None = 0


def open_doubt(game: Game, entry: Entry | Unread, before: State, after: State) -> Doubt | None:
    """What stays certain after the first entry whose points nobody knows; None while all are known."""
    return None if after.totals_known else follow_entry(game, Doubt(least=before), entry, before)


def comes_too_late(game: Game, doubt: Doubt, entry: Entry | Unread) -> bool:
    """Whether an entry follows the end, whatever those at fault were meant to say; a ruling may follow it."""
    if isinstance(entry, Unread):
        is_deal = entry.is_dealt and bool(entry.candidates or entry.tells_dealer)
    else:
        is_deal = not isinstance(entry, Ruling)
    return is_deal and game.is_surely_over(doubt.least, unread=doubt.unread)


def follow_entry(game: Game, doubt: Doubt, entry: Entry | Unread, before: State) -> Doubt:
    """What is certain after an entry, right or at fault. `before` says what is known of dealer and warnings."""
    if isinstance(entry, Unread):
        return _follow_unread(game, doubt, entry, before)
    if isinstance(entry, Ruling):
        return _lose_track(doubt)
    if isinstance(entry, Misdeal):
        return doubt
    return _count_deal(game, doubt, [] if find_violations(game, entry, before) else [entry.deal], before)


def _follow_unread(game: Game, doubt: Doubt, entry: Unread, before: State) -> Doubt:
    if not entry.is_dealt:
        return follow_entry(game, doubt, entry.candidates[0], before) if entry.candidates else _lose_track(doubt)
    if not (entry.candidates or entry.tells_dealer):
        return _lose_track(doubt)  # it may have been a ruling
    readings = []
    if entry.is_whole and len(entry.candidates) <= MOST_READINGS:
        if not entry.tells_dealer:
            before = structs.replace(before, dealer_known=False)
        deals = [candidate for candidate in entry.candidates if isinstance(candidate, Played)]
        readings = [played.deal for played in deals if not find_violations(game, played, before)]
    return _count_deal(game, doubt, readings, before)


def _lose_track(doubt: Doubt) -> Doubt:
    """After a ruling, or what may have been one: nothing is certain any more.

    It may open a game again that had ended earlier than can be told, and what was played after that end did not
    count, not even a slam.
    """
    return _forget_points(Doubt(least=structs.replace(doubt.least, won_outright=None)))


def _forget_points(doubt: Doubt) -> Doubt:
    """After a deal that may have taken any points from anybody."""
    totals = dict.fromkeys(doubt.least.totals, UNKNOWN_DEPTH)
    return Doubt(least=structs.replace(doubt.least, totals=totals), unread=None)


def _count_deal(game: Game, doubt: Doubt, readings: Sequence[GameDeal], before: State) -> Doubt:
    """After a deal that was one of some, each of them right; where there are none, nobody knows what it was."""
    if not readings:
        if game.takes_points:
            doubt = _forget_points(doubt)
        least = structs.replace(doubt.least, played=doubt.least.played + 1)
        return Doubt(least=least, unread=_add_unread(doubt, 1))
    known = doubt.least
    start = structs.replace(before, totals=known.totals, played=known.played, won_outright=known.won_outright)
    outcomes = [_score_deal(game, deal, start) for deal in readings]
    winners = {outcome.won_outright for outcome in outcomes}
    least = structs.replace(
        start,
        totals={side: min(outcome.totals[side] for outcome in outcomes) for side in game.sides},
        played=min(outcome.played for outcome in outcomes),
        won_outright=winners.pop() if len(winners) == 1 else None,
    )
    return Doubt(least=least, unread=_add_unread(doubt, int(len(readings) > 1)))


def _score_deal(game: Game, deal: GameDeal, before: State) -> State:
    totals, won_outright = {**before.totals}, before.won_outright
    for line in game.lines(deal, before):
        totals[line.side] += line.points
        won_outright = line.side if line.wins else won_outright
    played = before.played + game.counts_as_dealt(deal)
    return structs.replace(before, totals=totals, won_outright=won_outright, played=played)


def _add_unread(doubt: Doubt, more: int) -> int | None:
    return None if doubt.unread is None else doubt.unread + more
