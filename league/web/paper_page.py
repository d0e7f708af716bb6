"""What the page for entry from paper shows: the saved lines, empty ones below, and which table comes next."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, Table
from league.printing.letters import letter_seat, letter_side
from league.printing.lines import say_reasons
from league.printing.sheet import Column
from league.printing.short_names import shorten_names
from league.printing.typed_sheet import TypedColumn, TypedSheet, find_typed_sheet
from league.selectors.tables import TableScore, list_tables
from league.web.hand_rows import HandRow
from league.web.lookup import TableVisitor
from league.web.paper_lines import EMPTY_LINES, Line, make_lines, number_lines
from league.web.ruling_form import RulingForm, UndoForm
from league.web.table_page import Notice, TableState, describe_table, make_initial, may_take_off
from league.wording import name_side
from scoring.sheet import Misdeal, Played, Step
from scoring.typed_line import LONGEST, Box, list_whole_texts

#: So many boxes beside the sheet's own stand on the same row; more stand below it.
MOST_BESIDE = 3

#: What is typed in the first box to open a form below: the letter, and what the same key gives in Russian.
LETTERS = {"undo": "u г", "ruling": "r к", "time": "t е"}


class Input(Struct, frozen=True, kw_only=True):
    """An input of a line. `whole` are the texts after which it is full, `most` the figure that it cannot exceed."""

    name: str
    title: str
    text: str
    fault: str
    whole: str
    most: int | None
    starts_group: bool

    @property
    def id(self) -> str:
        """The id of the element."""
        return self.name.replace(".", "_")


class InputRow(Struct, frozen=True, kw_only=True):
    """One row of inputs: of a whole hand, or of one side."""

    side: str
    title: str
    inputs: tuple[Input, ...]


class OpenLine(Struct, frozen=True, kw_only=True):
    """A line that is not saved, ready for the template."""

    line: Line
    dealer: str
    dealer_name: str
    rows: tuple[InputRow, ...]
    beside: tuple[Input, ...]


class SavedRow(Struct, frozen=True, kw_only=True):
    """One row of a saved line: the texts as one would type them."""

    side: str
    texts: tuple[str, ...]


class SavedLine(Struct, frozen=True, kw_only=True):
    """A saved line: what was written, what came of it.

    `gains` are side, its letters and points; `why` are the reasons as they are printed.
    """

    row: HandRow
    dealer: str
    dealer_name: str
    rows: tuple[SavedRow, ...]
    gains: tuple[tuple[str, str, int], ...]
    why: str
    says: str


class PaperForms(Struct, frozen=True, kw_only=True):
    """The small forms below the lines; one that came back with faults stands in place of a fresh one."""

    undo: UndoForm | None = None
    ruling: RulingForm | None = None


class Heading(Struct, frozen=True, kw_only=True):
    """A heading over so many columns."""

    title: str
    span: int


def describe_paper(
    state: TableState,
    *,
    visitor: TableVisitor,
    lines: list[Line] | None = None,
    notice: Notice | None = None,
    forms: PaperForms | None = None,
) -> dict[str, Any]:
    """The context of the page. `lines` are those that came back; empty ones are added."""
    table, event = state.table, state.table.event
    sheet = find_typed_sheet(state.game)
    kept = list(lines or ())
    may_go_on = "correct" in visitor.rights  # by a role: a table's link opens no other table, and perhaps no event
    context = describe_table(state, visitor=visitor, notice=notice)
    crumbs = list(context["crumbs"])
    # A phone that came by the table's link to a private league has no way up.
    if crumbs:
        crumbs = [*crumbs[:-1], (context["url"], crumbs[-1][1]), ("", _("From paper"))]
    return (
        context
        | describe_part(state, sheet, visitor=visitor, forms=forms)
        | {
            "crumbs": crumbs,
            "headings": list(_group_headings(sheet.columns)),
            "columns": sheet.columns,
            "has_groups": any(column.group for column in sheet.columns),
            "totals_heading": " : ".join(letter_side(state.game, side) for side in state.game.sides),
            "saved": list_saved(state, sheet),
            "lines": [] if state.is_closed else list_open(state, sheet, fill_up(kept)),
            "left_over": [_join(line) for line in kept if state.is_closed and not line.is_blank],
            "may_go_on": may_go_on,
            "next_table": find_next_table(table) if state.is_closed and may_go_on else None,
            "event_url": reverse("league:paper-event", args=[event.slug]),
        }
    )


def describe_part(
    state: TableState, sheet: TypedSheet, *, visitor: TableVisitor, forms: PaperForms | None = None
) -> dict[str, Any]:
    """What a line needs that is answered by itself, and the small forms below the lines."""
    table, event = state.table, state.table.event
    return _describe_forms(state, visitor, forms or PaperForms()) | {
        "table": table,
        "game": state.game,
        "paper_url": reverse("league:paper", args=[event.slug, table.round.number, table.number]),
        "has_sides": bool(sheet.sides),
        "has_row_beside": len(sheet.beside) > MOST_BESIDE,
        "width": len(sheet.columns) + (5 if sheet.sides else 4),
        "position": state.next_position,
        "letters": LETTERS,
        "may_call_time": event.is_open and not state.folded.is_over,
    }


def make_undo_form(state: TableState, data: Any = None) -> UndoForm:
    """The form that takes the last line off; its names begin with `undo-`, beside those of the lines."""
    initial = make_initial(state.next_position - 1) | {"reason": _("Entered by mistake")}
    return UndoForm(data, initial=initial, prefix="undo")


def make_ruling_form(state: TableState, data: Any = None) -> RulingForm:
    """The form of a ruling; its names begin with `ruling-`."""
    initial = make_initial(state.next_position)
    return RulingForm(data, game=state.game, names=state.names, initial=initial, prefix="ruling")


def fill_up(lines: list[Line]) -> list[Line]:
    """The lines that are kept, with empty ones after them.

    Empty ones keep their keys too: something may be typed in them while the answer is on its way.
    """
    return [*lines, *make_lines(max(EMPTY_LINES - len(lines), 1))]


def list_open(state: TableState, sheet: TypedSheet, lines: list[Line], *, start: int = 0) -> list[OpenLine]:
    """Lines that are not saved, with the numbers and dealers of the hands to come; from the place `start` with inputs.

    Those before it are on the page already: only who deals, and the number, may be others now.
    """
    after = state.folded.state
    numbered = number_lines(lines, game=state.game, first=after.played + 1, dealer=after.dealer)
    return [_open_line(state, sheet, line, has_inputs=place >= start) for place, line in enumerate(numbered)]


def list_saved(state: TableState, sheet: TypedSheet, *, positions: Container[int] | None = None) -> list[SavedLine]:
    """The saved lines in the order of the sheet; only those of some positions where they are given."""
    rows = {row.position: row for row in state.rows}
    return [
        _save_line(state, sheet, step, rows[step.position])
        for step in state.folded.steps
        if positions is None or step.position in positions
    ]


def find_next_table(table: Table) -> dict[str, Any] | None:
    """The next table of the event whose game is not finished: of this round first, then of the others."""
    tables = [each for each in list_tables(table.event) if each.table.pk != table.pk and not each.is_finished]
    after = (table.round.number, table.number)
    tables.sort(key=lambda each: (each.table.round.number != table.round.number, _place(each.table) < after))
    return _describe_progress(tables[0]) if tables else None


def describe_event(event: Event) -> dict[str, Any]:
    """The event's tables, round by round, with how many hands are in."""
    tables = list_tables(event)
    rounds = [
        (number, [_describe_progress(each) for each in group])
        for number, group in groupby(tables, key=lambda each: each.table.round.number)
    ]
    newest = rounds[0][1] if rounds else []
    return {
        "event": event,
        "rounds": rounds,
        "next_table": next((each for each in newest if not each["is_finished"]), None),
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
            ("", _("From paper")),
        ],
    }


def _describe_forms(state: TableState, visitor: TableVisitor, forms: PaperForms) -> dict[str, Any]:
    is_open = state.table.event.is_open
    undo = forms.undo or (make_undo_form(state) if may_take_off(state, visitor) else None)
    may_rule = is_open and "rule" in visitor.rights and not state.table.time_called
    return {
        "undo_form": undo if is_open else None,
        "ruling_form": (forms.ruling or make_ruling_form(state)) if may_rule else None,
    }


def _place(table: Table) -> tuple[int, int]:
    return table.round.number, table.number


def _describe_progress(score: TableScore) -> dict[str, Any]:
    table = score.table
    return {
        "round": table.round.number,
        "number": table.number,
        "players": [name for side in score.sides for name in side.players],
        "deals": score.deals,
        "is_finished": score.is_finished,
        "is_confirmed": score.is_confirmed,
        "url": reverse("league:paper", args=[table.event.slug, table.round.number, table.number]),
    }


def _group_headings(columns: tuple[Column, ...]) -> Iterator[Heading]:
    for group, members in groupby(columns, key=lambda column: column.group):
        yield Heading(title=group, span=len(list(members)))


def _open_line(state: TableState, sheet: TypedSheet, line: Line, *, has_inputs: bool) -> OpenLine:
    sides = sheet.sides or ("",)
    return OpenLine(
        line=line,
        dealer=letter_seat(state.game, line.dealer),
        dealer_name=shorten_names(state.names).get(line.dealer, ""),
        rows=tuple(
            InputRow(
                side=letter_side(state.game, side) if side else "",
                title=name_side(side, state.names) if side else "",
                inputs=tuple(_make_input(line, each.box, column=each) for each in columns),
            )
            for side, columns in zip(sides, sheet.lines, strict=True)
            if has_inputs
        ),
        beside=tuple(_make_input(line, box) for box in sheet.beside if has_inputs),
    )


def _make_input(line: Line, box: Box, *, column: TypedColumn | None = None) -> Input:
    return Input(
        name=f"{line.key}.{box.name}",
        title=box.title,
        text=line.texts.get(box.name, "")[: 10 * LONGEST],
        fault=line.faults.get(box.name, ""),
        whole=" ".join(list_whole_texts(box)),
        most=box.high if box.kind == "number" and not box.options else None,
        starts_group=column is not None and column.column.starts_group,
    )


def _save_line(state: TableState, sheet: TypedSheet, step: Step, row: HandRow) -> SavedLine:
    texts: Mapping[str, str] = sheet.write(step.entry.deal) if isinstance(step.entry, Played) else {}
    sides = sheet.sides or ("",)
    return SavedLine(
        row=row,
        dealer=letter_seat(state.game, step.dealer or ""),
        dealer_name=shorten_names(state.names).get(step.dealer or "", ""),
        rows=tuple(
            SavedRow(
                side=letter_side(state.game, side) if side else "",
                texts=tuple(texts.get(each.box.name, "") for each in columns),
            )
            for side, columns in zip(sides, sheet.lines, strict=True)
        ),
        gains=tuple((gain.side, letter_side(state.game, gain.side), gain.points) for gain in row.gains),
        why=say_reasons(state.game, sheet.layout, step, names=state.names) or "; ".join(row.reasons),
        says=_word_other(step),
    )


def _word_other(step: Step) -> str:
    if isinstance(step.entry, Played):
        return ""
    return _("Misdeal") if isinstance(step.entry, Misdeal) else _("Ruling")


def _join(line: Line) -> str:
    return " ".join(line.texts.values())
