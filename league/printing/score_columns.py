"""The columns to the right of a game's own: points, the check of their sum, running totals, setback ticks."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from league.printing.layout import BOX, FIGURE, MARGIN, Layout
from league.printing.letters import letter_side
from league.printing.sheet import Cell, Column
from rules.game import Game
from scoring.sheet import Misdeal, Played, Ruling, Step

NO_POINTS = "–"
#: Where more score, each for itself, there may be no room for points beside the totals.
MOST_SIDES_WITH_POINTS = 3
#: The width of the box to tick, in millimetres.
CHECK = 16.0


def list_score_columns(game: Game, layout: Layout) -> Iterator[Column]:
    """The columns of the sides, in the order in which a scorer fills them."""
    if layout.fill_side is not None:
        yield _make_column(_("Points"), width=FIGURE + 1, starts_group=True)
        yield from _list_check(game, layout)
        yield _make_column(_("Running total"), width=FIGURE + 3)
        return
    if _shows_points(game, layout):
        yield from _list_sides(game, layout, group=_("Points"))
        yield from _list_check(game, layout)
    yield from _list_sides(game, layout, group=_("Running total"))
    if game.counts_setbacks:
        for place, side in enumerate(game.sides):
            yield Column(
                title=letter_side(game, side),
                kind="boxes",
                width=BOX + MARGIN,
                labels=("",),
                group=_("Setbacks"),
                starts_group=place == 0,
            )


def list_score_cells(game: Game, layout: Layout, step: Step) -> Iterator[Cell]:
    """What an entry brought, in these columns."""
    if _shows_points(game, layout):
        yield from (Cell(text=write_points(step, side)) for side in game.sides)
        yield from _list_check_cells(game, layout, step)
    for side in game.sides:
        gained = step.points[side] if layout.scores == "together" else 0
        yield Cell(text=_write_total(step, side), note=_sign(gained) if gained else "")
    if game.counts_setbacks:
        yield from (_tick(step, side) for side in game.sides)


def list_side_cells(game: Game, layout: Layout, step: Step, side: str) -> Iterator[Cell]:
    """The same for one side, where every side has a line of its own."""
    yield Cell(text=write_points(step, side))
    yield from _list_check_cells(game, layout, step)
    yield Cell(text=_write_total(step, side))


def write_points(step: Step, side: str) -> str:
    """A side's points of one entry; a ruling's carry their sign, because they may be taken away."""
    points = step.points[side]
    if not points:
        return "" if isinstance(step.entry, Misdeal) else NO_POINTS
    return _sign(points) if isinstance(step.entry, Ruling) or points < 0 else str(points)


def write_figure(number: int) -> str:
    """A number as it is printed, with a minus that is as wide as a plus."""
    return str(number).replace("-", "\N{MINUS SIGN}")


def _shows_points(game: Game, layout: Layout) -> bool:
    return layout.scores == "both" or (layout.scores == "fitting" and len(game.sides) <= MOST_SIDES_WITH_POINTS)


def _list_sides(game: Game, layout: Layout, *, group: str) -> Iterator[Column]:
    takes_name = layout.scores == "together" and len(game.sides) == len(game.seats)
    for place, side in enumerate(game.sides):
        yield Column(
            title=letter_side(game, side),
            kind="score" if layout.scores == "together" else "cell",
            width=layout.score_width,
            group=group,
            starts_group=place == 0,
            is_strong=True,
            takes_name=takes_name,
        )


def _list_check(game: Game, layout: Layout) -> Iterator[Column]:
    label = layout.check(game)
    if label:
        yield Column(title=_("Check"), kind="boxes", width=CHECK, labels=(label,), spans=True)


def _list_check_cells(game: Game, layout: Layout, step: Step) -> Iterator[Cell]:
    if layout.check(game):
        yield Cell(marked=(0,)) if isinstance(step.entry, Played) else Cell(text=NO_POINTS)


def _make_column(title: str, *, width: float, starts_group: bool = False) -> Column:
    return Column(title=title, kind="cell", width=width, starts_group=starts_group, is_strong=True)


def _write_total(step: Step, side: str) -> str:
    return "" if isinstance(step.entry, Misdeal) else write_figure(step.after.totals[side])


def _tick(step: Step, side: str) -> Cell:
    """A tick; a ruling may give several, or take some away."""
    setbacks = step.setbacks[side]
    if isinstance(step.entry, Ruling):
        return Cell(text=_sign(setbacks) if setbacks else NO_POINTS)
    return Cell(marked=(0,) if setbacks else ())


def _sign(number: int) -> str:
    return f"{number:+}".replace("-", "\N{MINUS SIGN}")
