"""Ready-made lists of prizes, to begin from. Amounts are shares of the pot, so that they fit any."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.game import Game, gettext_noop
from scoring.prize_rules import Prize, PrizeRules


class PrizePreset(Struct, frozen=True, kw_only=True):
    """A list of prizes with its name. `make` gives it for a game and the names of the divisions."""

    code: str
    title: str
    make: Callable[[Game, Sequence[str]], Iterator[Prize]]


def _make_three(game: Game, divisions: Sequence[str]) -> Iterator[Prize]:
    for place, percent in enumerate((50, 30, 20), start=1):
        yield Prize(code=f"place_{place}", kind="place", place=place, percent=percent)


def _make_hall(game: Game, divisions: Sequence[str]) -> Iterator[Prize]:
    """What card halls give: three places, most loners, high game, and the booby prize."""
    for place, percent in enumerate((35, 20, 15), start=1):
        yield Prize(code=f"place_{place}", kind="place", place=place, percent=percent)
    if "loners_made" in game.tally_titles:
        yield Prize(code="loners_made", kind="most", count="loners_made", percent=10)
    if has_board(game):
        yield Prize(code="board", kind="board", percent=10)
    else:
        yield Prize(code="high_game", kind="high_game", percent=10)
    yield Prize(code="booby", kind="lowest_total", percent=10)


def _make_divisions(game: Game, divisions: Sequence[str]) -> Iterator[Prize]:
    for number, division in enumerate(divisions, start=1):
        percent = 100 // len(divisions)
        yield Prize(code=f"division_{number}", kind="place", place=1, division=division, percent=percent)


def has_board(game: Game) -> bool:
    """Whether a game keeps a board of high scores (the 12 and 13 of Land-Grant Euchre)."""
    return hasattr(game, "bragging_source")


PRESETS: tuple[PrizePreset, ...] = (
    PrizePreset(code="three", title=gettext_noop("First, second and third: 50, 30 and 20 percent"), make=_make_three),
    PrizePreset(
        code="hall",
        title=gettext_noop("Card hall: three places, loners, high game and the booby prize"),
        make=_make_hall,
    ),
    PrizePreset(code="divisions", title=gettext_noop("The winner of every division"), make=_make_divisions),
)


def list_prize_presets(game: Game, divisions: Sequence[str] = ()) -> Mapping[str, tuple[str, PrizeRules]]:
    """The lists that make sense: code -> title and prizes. In all of them the first wins no side prize."""
    made = {preset.code: (preset.title, tuple(preset.make(game, divisions))) for preset in PRESETS}
    return {
        code: (title, PrizeRules(prizes=prizes, first_no_side_prize=code == "hall"))
        for code, (title, prizes) in made.items()
        if prizes
    }
