"""A score sheet to read on a terminal: who plays, a table of the entries with their reasons, the result.

It says what `scoring.result` writes for programs; the table is in scoring/paper_table.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.game import fill, gettext_noop
from scoring.paper_table import WIDEST_TEXT, write_table
from scoring.result import WorkedOut
from scoring.sheet import Fault, Folded, Sheet
from scoring.text_table import make_printable, wrap_text
from scoring.wording import Translate, keep_english, name_side, word_changed_rules, word_reason


def write_paper(worked_out: WorkedOut, *, place: int, translate: Translate = keep_english) -> str:
    """The sheet as text; `place` is its number among those read. Faults stand instead of figures."""
    if worked_out.scored is None:
        lines = _write_faults(worked_out, place=place, translate=translate)
    else:
        lines = _write_sheet(*worked_out.scored, place=place, translate=translate)
    return "\n".join(make_printable(line).rstrip() for line in lines)


def _write_faults(worked_out: WorkedOut, *, place: int, translate: Translate) -> Iterator[str]:
    if worked_out.id is None:
        yield fill(translate(gettext_noop("Sheet {place} cannot be scored:")), {"place": place})
    else:
        template = gettext_noop("Sheet {place} ({id}) cannot be scored:")
        yield fill(translate(template), {"place": place, "id": str(worked_out.id)})
    for fault in worked_out.faults:
        yield "  " + _write_fault(fault, translate=translate)


def _write_fault(fault: Fault, *, translate: Translate) -> str:
    violation = fault.violation
    message = fill(translate(violation.template), violation.values)
    if fault.position is None:
        return f"{violation.field}: {message}"
    template = gettext_noop("deal {position}, {field}: {message}")
    return fill(translate(template), {"position": fault.position, "field": violation.field, "message": message})


def _write_sheet(sheet: Sheet, folded: Folded, *, place: int, translate: Translate) -> Iterator[str]:
    title = translate(sheet.game.title)
    yield f"{title} {place}" if sheet.id is None else f"{title}: {sheet.id}"
    yield from wrap_text(_write_house_rules(sheet, translate=translate), WIDEST_TEXT, hanging=2)
    yield from _write_seats(sheet)
    if sheet.warned:
        warned = ", ".join(sheet.names.get(who, who) for who in sorted(sheet.warned))
        yield fill(translate(gettext_noop("Warned before this game: {who}")), {"who": warned})
    yield ""
    yield from write_table(sheet, folded, translate=translate)
    yield ""
    yield from _write_outcome(sheet, folded, translate=translate)


def _write_house_rules(sheet: Sheet, *, translate: Translate) -> str:
    """The preset, and the house rules that differ from it."""
    preset = translate(sheet.game.preset_titles[sheet.preset])
    return "; ".join([preset, *word_changed_rules(sheet.game, sheet.preset, translate=translate)])


def _write_seats(sheet: Sheet) -> Iterator[str]:
    if not sheet.names:
        return
    for side in sheet.game.sides:
        seats = sheet.game.seats_of(side)
        players = [sheet.names.get(seat, "–") + (f" ({seat})" if len(seats) > 1 else "") for seat in seats]
        yield from wrap_text(make_printable(f"{side}: {', '.join(players)}"), WIDEST_TEXT, hanging=2)


def _write_outcome(sheet: Sheet, folded: Folded, *, translate: Translate) -> Iterator[str]:
    values: dict[str, int | str] = {
        "score": ", ".join(f"{side} {total}" for side, total in folded.state.totals.items()),
        "winner": name_side(folded.winner or "", sheet.names, translate=translate),
    }
    if not folded.finished:
        template = gettext_noop("Not finished yet: {score}")
    elif folded.winner is not None:
        template = gettext_noop("{winner} wins: {score}")
    else:
        template = gettext_noop("Finished without a winner: {score}")
    yield from wrap_text(fill(translate(template), values), WIDEST_TEXT, hanging=2)
    if folded.finished and not folded.is_over:
        yield translate(gettext_noop("Time was called."))
    if sheet.game.counts_setbacks and not folded.honours:
        setbacks = ", ".join(f"{side} {count}" for side, count in folded.state.setbacks.items())
        yield fill(translate(gettext_noop("Setbacks: {setbacks}")), {"setbacks": setbacks})
    for remark in sheet.game.describe_honours(folded.honours, state=folded.state):
        said = word_reason(sheet.game, remark.template, remark.values, sheet.names, translate=translate)
        yield from wrap_text(make_printable(said), WIDEST_TEXT, hanging=2)
