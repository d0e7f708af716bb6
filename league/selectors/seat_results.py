"""What a folded sheet comes to for each seat of its table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from league.models import Seat, SeatResult, Table
from league.models.result import Outcome
from scoring.fold import count_tallies
from scoring.sheet import Folded

#: What ticks for bids that failed are called among the counts of a side.
SETBACKS = "setbacks"


def make_results(table: Table, seats: list[Seat], folded: Folded) -> list[SeatResult]:
    """The results that a folded sheet comes to, one a seat, unsaved."""
    game = folded.game
    own: dict[str, Counter[str]] = {seat: Counter() for seat in game.seats}
    shared: dict[str, Counter[str]] = {side: Counter() for side in game.sides}
    for tally in count_tallies(folded):
        counter = shared[tally.side] if tally.seat is None else own[tally.seat]
        counter[tally.code] += 1
    for side, ticks in folded.state.setbacks.items():
        if ticks:
            shared[side][SETBACKS] = ticks  # rulings give and take them too, which no tally of a deal tells
    totals = folded.state.totals
    return [
        SeatResult(
            seat=seat,
            event_id=table.event_id,
            table=table,
            player_id=seat.player_id,
            entry_id=seat.entry_id,
            side=game.side_of(seat.seat),
            points=totals[game.side_of(seat.seat)],
            points_against=_find_against(totals, game.side_of(seat.seat)),
            deals=folded.state.played,
            outcome=_find_outcome(folded, game.side_of(seat.seat)),
            own_counts=dict(own[seat.seat]),
            side_counts=dict(shared[game.side_of(seat.seat)]),
            warned=not folded.state.warned.isdisjoint((seat.seat, game.side_of(seat.seat))),
        )
        for seat in seats
    ]


def _find_against(totals: Mapping[str, int], side: str) -> int:
    """The points of the opponents; of several sides those of the best, so that the difference is the margin."""
    return max(total for other, total in totals.items() if other != side)


def _find_outcome(folded: Folded, side: str) -> str:
    if not folded.finished:
        return Outcome.OPEN
    if not folded.game.has_winner:
        return Outcome.ENDED
    if folded.winner is None:
        return Outcome.DRAWN
    return Outcome.WON if folded.winner == side else Outcome.LOST
