"""What side prizes go by: counts, totals, single games, the board of high scores, evenings attended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from scoring.figures import Figures
from scoring.game_results import Result
from scoring.prize_rules import Prize


class BoardScore(Struct, frozen=True, kw_only=True):
    """A score on the board of high scores."""

    score: int
    entry: int
    game: int
    evening: int


def list_board(results: Iterable[Result]) -> tuple[BoardScore, ...]:
    """The board of high scores, highest first and the earlier first (12 and 13 at Land-Grant Euchre)."""
    board = [
        BoardScore(score=result.board, entry=result.entry, game=result.game, evening=result.evening)
        for result in results
        if result.board is not None and result.kind == "played"
    ]
    return tuple(sorted(board, key=lambda each: (-each.score, each.evening, each.game, each.entry)))


def count_games(figures: Figures) -> int:
    """The games that an entry has played, dropped ones too."""
    return sum(each.result.kind == "played" for each in figures.every)


def _find_most(figures: Figures, prize: Prize) -> int | None:
    return sum(each.result.counts.get(prize.count, 0) for each in figures.every if each.result.kind == "played") or None


def _find_total(figures: Figures, _prize: Prize) -> int | None:
    return int(sum(each.points_for for each in figures.every) + sum(given.points for given in figures.adjustments))


def _find_high_game(figures: Figures, _prize: Prize) -> int | None:
    return max((each.points_for for each in figures.every if each.result.kind == "played"), default=None)


def _find_board(figures: Figures, _prize: Prize) -> int | None:
    board = list_board(each.result for each in figures.every)
    return board[0].score if board else None


def _find_attended(figures: Figures, _prize: Prize) -> int | None:
    return figures.attended or None


#: Kind of side prize -> the figure that it goes by; None for an entry that cannot have it.
MEASURES: Mapping[str, Callable[[Figures, Prize], int | None]] = {
    "most": _find_most,
    "lowest_total": _find_total,
    "high_game": _find_high_game,
    "board": _find_board,
    "attendance": _find_attended,
}
