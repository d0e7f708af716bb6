"""The columns and lines of a sheet: the deal's number and dealer, the game's own boxes, points and totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import structs

from league.printing.layout import Layout
from league.printing.letters import letter_seat, letter_side
from league.printing.score_columns import list_score_cells, list_score_columns, list_side_cells
from league.printing.sheet import Cell, Column, Row
from league.printing.short_names import shorten_names
from league.wording import word_reason
from rules.game import Game, fill
from scoring.sheet import Folded, Misdeal, Played, Ruling, Step
from scoring.steps import RULING_TEXT

#: Empty lines that a game in play keeps at least, however long it has been.
SPARE_LINES = 2
#: The narrowest column in which a sentence can be read, in millimetres.
WORDS = 26.0

#: Where the game's own columns begin: after the number and the dealer.
OWN = 2


def list_columns(game: Game, layout: Layout) -> tuple[Column, ...]:
    """The columns, in the order in which a hand is written down."""
    return (
        Column(title=_("No."), kind="cell", width=7.0, spans=True),
        Column(title=_("Dealer"), kind="cell", width=layout.dealer_width, is_strong=True, spans=True),
        *_list_side_column(layout),
        *layout.columns(game),
        *list_score_columns(game, layout),
        *_list_remarks_column(layout),
    )


def list_blank_lines(game: Game, layout: Layout, *, names: Mapping[str, str], first_dealer: str) -> tuple[Row, ...]:
    """Empty lines on which the deal goes round; without a first dealer the dealers are to be written in."""
    lines = layout.count_lines(game)
    return tuple(_write_empty(game, layout, names=names, first=1, lines=lines, dealer=first_dealer))


def list_recorded_lines(folded: Folded, layout: Layout, *, names: Mapping[str, str]) -> tuple[Row, ...]:
    """What was recorded, and while the game goes on the empty lines that follow."""
    game = folded.game
    rows = [_write_step(game, layout, step, names=names) for step in folded.steps]
    if not folded.finished:
        left = max(layout.count_lines(game) - len(rows), SPARE_LINES)
        first = folded.state.played + 1
        rows.extend(_write_empty(game, layout, names=names, first=first, lines=left, dealer=folded.state.dealer))
    return tuple(rows)


def name_seats_shortly(game: Game, names: Mapping[str, str]) -> dict[str, str]:
    """Seat -> its letter and the short name of who sits there, as a sentence on the sheet says it."""
    letters = {seat: letter_seat(game, seat) for seat in game.seats}
    return letters | {seat: f"{letters[seat]} ({short})" for seat, short in shorten_names(names).items()}


def say_reasons(game: Game, layout: Layout, step: Step, *, names: Mapping[str, str]) -> str:
    """Why the points are what they are, with a seat's letter and the short name of who sits there."""
    if not isinstance(step.entry, Played):
        return ""
    spoken = name_seats_shortly(game, names)
    said = [line for line in step.lines if line.code not in layout.hidden_codes]
    reasons = (word_reason(game, line.template, line.values, spoken) for line in said)
    return ". ".join(filter(None, dict.fromkeys((layout.remark(game, step.entry.deal), *reasons))))


def _list_side_column(layout: Layout) -> Iterator[Column]:
    if layout.fill_side is not None:
        yield Column(title=_("Side"), kind="cell", width=layout.dealer_width, is_strong=True, starts_group=True)


def _list_remarks_column(layout: Layout) -> Iterator[Column]:
    if layout.reasons == "column":
        yield Column(title=_("Remarks"), kind="words", width=WORDS, starts_group=True, spans=True)


def _write_empty(
    game: Game, layout: Layout, *, names: Mapping[str, str], first: int, lines: int, dealer: str
) -> Iterator[Row]:
    rest = (Cell(),) * (len(list_columns(game, layout)) - OWN)
    for number in range(first, first + lines):
        head = (Cell(text=str(number)), _write_dealer(game, dealer, names))
        own = [rest]
        if layout.fill_side is not None:
            own = [(_write_side(game, side, names), *rest[1:]) for side in game.sides]
        yield _stack_lines(head, own, opens_cycle=_opens_cycle(game, layout, number))
        dealer = game.seat_after(dealer) if dealer else ""


def _write_step(game: Game, layout: Layout, step: Step, *, names: Mapping[str, str]) -> Row:
    head = (Cell(text=str(step.number or "")), _write_dealer(game, step.dealer or "", names))
    columns = len(layout.columns(game))
    row = _stack_lines(
        head,
        list(_list_step_lines(game, layout, step, names=names)),
        opens_cycle=_opens_cycle(game, layout, step.number),
        below=say_reasons(game, layout, step, names=names) if layout.reasons == "below" else "",
    )
    match step.entry:
        case Misdeal():
            says = _("Misdeal: the same dealer deals again")
            return structs.replace(row, more=(), says=says, says_from=OWN, says_to=len(row.cells))
        case Ruling(reason=reason, by=by):
            says = fill(_(RULING_TEXT), {"reason": f"{reason} ({by})" if by else reason})
            start = OWN + (layout.fill_side is not None)
            return structs.replace(row, says=says, says_from=start, says_to=start + columns)
        case Played():
            return row


def _stack_lines(head: tuple[Cell, ...], lines: list[tuple[Cell, ...]], *, opens_cycle: bool, below: str = "") -> Row:
    """One row of all lines of an entry: the head stands on the first of them only."""
    empty = (Cell(),) * len(head)
    more = tuple((*empty, *line) for line in lines[1:])
    return Row(cells=(*head, *lines[0]), more=more, opens_cycle=opens_cycle, below=below)


def _list_step_lines(game: Game, layout: Layout, step: Step, *, names: Mapping[str, str]) -> Iterator[tuple[Cell, ...]]:
    """The cells after the dealer: of the whole entry, or line by line of each side."""
    deal: Any = step.entry.deal if isinstance(step.entry, Played) else None
    blank = (Cell(),) * len(layout.columns(game))
    remarks = (Cell(text=say_reasons(game, layout, step, names=names)),) if layout.reasons == "column" else ()
    if layout.fill_side is None:
        own = blank if deal is None else layout.fill(game, deal)
        yield (*own, *list_score_cells(game, layout, step), *remarks)
        return
    for side in game.sides:
        own = blank if deal is None else layout.fill_side(game, deal, side)
        yield (_write_side(game, side, names), *own, *list_side_cells(game, layout, step, side), *remarks)


def _opens_cycle(game: Game, layout: Layout, number: int | None) -> bool:
    """Whether the deal has gone round with the hand before; a deal of several lines is always set apart."""
    if layout.fill_side is not None:
        return True
    return number is not None and number > 1 and number % len(game.seats) == 1


def _write_dealer(game: Game, dealer: str, names: Mapping[str, str]) -> Cell:
    return Cell(text=letter_seat(game, dealer), note=shorten_names(names).get(dealer, ""))


def _write_side(game: Game, side: str, names: Mapping[str, str]) -> Cell:
    """A side by its letters and the short names of its players."""
    shorts = shorten_names(names)
    return Cell(
        text=letter_side(game, side), note=", ".join(shorts[seat] for seat in game.seats_of(side) if seat in shorts)
    )
