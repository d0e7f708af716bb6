"""The columns and lines of a sheet: the deal's number and dealer, the game's own boxes, points and totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.printing.layout import FIGURE, Layout
from league.printing.letters import letter_seat, letter_side
from league.printing.sheet import Cell, Column, Row
from league.printing.short_names import shorten_names
from league.wording import word_reason
from rules.game import Game, fill
from scoring.sheet import RULING_TEXT, Folded, Misdeal, Played, Ruling, Step

#: Where each seat scores for itself there is no room for points beside the totals.
MOST_SIDES_WITH_POINTS = 3
#: Empty lines that a game in play keeps at least, however long it has been.
SPARE_LINES = 2
#: The narrowest column in which a sentence can be read, in millimetres.
WORDS = 26.0

#: Where the game's own columns begin: after the number and the dealer.
OWN = 2

NO_POINTS = "–"


def list_columns(game: Game, layout: Layout) -> tuple[Column, ...]:
    """The columns, in the order in which a hand is written down."""
    return (
        Column(title=_("No."), kind="cell", width=7.0),
        Column(title=_("Dealer"), kind="cell", width=20.5, is_strong=True),
        *layout.columns(game),
        *_list_score_columns(game),
        Column(title=_("Remarks"), kind="words", width=WORDS, starts_group=True),
    )


def list_blank_lines(game: Game, layout: Layout, *, names: Mapping[str, str], first_dealer: str) -> tuple[Row, ...]:
    """Empty lines on which the deal goes round; without a first dealer the dealers are to be written in."""
    return tuple(_write_empty(game, layout, names=names, first=1, lines=layout.lines, dealer=first_dealer))


def list_recorded_lines(folded: Folded, layout: Layout, *, names: Mapping[str, str]) -> tuple[Row, ...]:
    """What was recorded, and while the game goes on the empty lines that follow."""
    game = folded.game
    rows = [_write_step(game, layout, step, names=names) for step in folded.steps]
    if not folded.finished:
        left = max(layout.lines - len(rows), SPARE_LINES)
        first = folded.state.played + 1
        rows.extend(_write_empty(game, layout, names=names, first=first, lines=left, dealer=folded.state.dealer))
    return tuple(rows)


def _list_score_columns(game: Game) -> Iterator[Column]:
    for group in (_("Points"), _("Running total")) if _shows_points(game) else (_("Running total"),):
        for place, side in enumerate(game.sides):
            yield Column(
                title=letter_side(game, side),
                kind="cell",
                width=FIGURE - 1,
                group=group,
                starts_group=place == 0,
                is_strong=True,
            )


def _shows_points(game: Game) -> bool:
    return len(game.sides) <= MOST_SIDES_WITH_POINTS


def _write_empty(
    game: Game, layout: Layout, *, names: Mapping[str, str], first: int, lines: int, dealer: str
) -> Iterator[Row]:
    rest = (Cell(),) * (len(list_columns(game, layout)) - OWN)
    for number in range(first, first + lines):
        cells = (Cell(text=str(number)), _write_dealer(dealer, names), *rest)
        yield Row(cells=cells, opens_cycle=_opens_cycle(game, number))
        dealer = game.seat_after(dealer) if dealer else ""


def _write_step(game: Game, layout: Layout, step: Step, *, names: Mapping[str, str]) -> Row:
    head = (Cell(text=str(step.number or "")), _write_dealer(step.dealer or "", names))
    scores = tuple(_write_scores(game, step))
    match step.entry:
        case Played(deal=deal):
            remark = Cell(text=_say_reasons(game, layout, deal, step, names=names))
            cells = (*head, *layout.fill(game, deal), *scores, remark)
            return Row(cells=cells, opens_cycle=_opens_cycle(game, step.number))
        case Misdeal():
            says = _("Misdeal: the same dealer deals again")
        case Ruling(reason=reason, by=by):
            says = fill(_(RULING_TEXT), {"reason": f"{reason} ({by})" if by else reason})
    own = (Cell(),) * len(layout.columns(game))
    return Row(cells=(*head, *own, *scores, Cell()), says=says, says_from=OWN, says_to=OWN + len(own))


def _opens_cycle(game: Game, number: int | None) -> bool:
    """Whether the deal has gone round with the hand before."""
    return number is not None and number > 1 and number % len(game.seats) == 1


def _write_dealer(dealer: str, names: Mapping[str, str]) -> Cell:
    return Cell(text=letter_seat(dealer), note=shorten_names(names).get(dealer, ""))


def _write_scores(game: Game, step: Step) -> Iterator[Cell]:
    if _shows_points(game):
        yield from (Cell(text=_write_points(step, side)) for side in game.sides)
    for side in game.sides:
        yield Cell(text="" if isinstance(step.entry, Misdeal) else str(step.after.totals[side]))


def _write_points(step: Step, side: str) -> str:
    """A side's points of one entry; a ruling's carry their sign, because they may be taken away."""
    points = step.points[side]
    if not points:
        return "" if isinstance(step.entry, Misdeal) else NO_POINTS
    return f"{points:+}".replace("-", "\N{MINUS SIGN}") if isinstance(step.entry, Ruling) or points < 0 else str(points)


def _say_reasons(game: Game, layout: Layout, deal: Any, step: Step, *, names: Mapping[str, str]) -> str:
    """Why the points are what they are, with a seat's letter and the short name of who sits there."""
    shorts = shorten_names(names)
    letters = {seat: letter_seat(seat) for seat in game.seats}
    spoken = letters | {seat: f"{letters[seat]} ({short})" for seat, short in shorts.items()}
    reasons = (word_reason(game, line.template, line.values, spoken) for line in step.lines)
    return ". ".join(filter(None, (layout.remark(game, deal), *reasons)))
