"""A score sheet to read on a terminal: who plays, a row for each entry with its reasons, the result.

It says what `scoring.result` writes for programs; its columns are the declared fields of the game's deals.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.game import fill, gettext_noop
from scoring.declared import Field, list_fields
from scoring.result import WorkedOut
from scoring.sheet import Fault, Folded, Misdeal, Played, Ruling, Sheet, Step
from scoring.text_table import Column, lay_out, make_printable, shorten
from scoring.wording import Translate, keep_english, name_side, word_changed_rules, word_reason, word_value

WIDEST_NAME = 16


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
    yield _write_house_rules(sheet, translate=translate)
    yield from _write_seats(sheet)
    if sheet.warned:
        warned = ", ".join(sheet.names.get(who, who) for who in sorted(sheet.warned))
        yield fill(translate(gettext_noop("Warned before this game: {who}")), {"who": warned})
    yield ""
    yield from lay_out(_list_columns(sheet, folded, translate=translate))
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
        yield f"{side}: {', '.join(players)}"


# -- the table: an entry has one row, and a further one for each reason after the first


def _list_columns(sheet: Sheet, folded: Folded, *, translate: Translate) -> list[Column]:
    """The columns: hand, dealer, the facts that any deal has, points, setbacks and totals of each side, reasons."""
    steps = folded.steps
    reasons = [_list_reasons(step, sheet, translate=translate) or [""] for step in steps]
    blanks = [[""] * (len(said) - 1) for said in reasons]

    def fill_column(heading: str, cells: Iterator[str], *, is_figures: bool = False) -> Column:
        spread = [part for cell, blank in zip(cells, blanks, strict=True) for part in (cell, *blank)]
        return Column(heading=heading, cells=spread, is_figures=is_figures)

    columns = [
        fill_column(translate(gettext_noop("Hand")), (str(step.number or "–") for step in steps), is_figures=True),
        fill_column(translate(gettext_noop("Dealer")), (_name_player(sheet, step.dealer) for step in steps)),
    ]
    for field in list_fields(sheet.game.Deal):
        cells = [_write_fact(field, step, sheet, translate=translate) for step in steps]
        if any(cells):
            columns.append(fill_column(translate(field.title), iter(cells), is_figures=field.kind == "whole"))
    for side in sheet.game.sides:
        heading = fill(translate(gettext_noop("Points {side}")), {"side": side})
        columns.append(fill_column(heading, (str(step.points[side] or "") for step in steps), is_figures=True))
    for side in sheet.game.sides if sheet.game.counts_setbacks else ():
        heading = fill(translate(gettext_noop("Setbacks {side}")), {"side": side})
        columns.append(fill_column(heading, (str(step.setbacks[side] or "") for step in steps), is_figures=True))
    for side in sheet.game.sides:
        heading = fill(translate(gettext_noop("Total {side}")), {"side": side})
        columns.append(fill_column(heading, (str(step.after.totals[side]) for step in steps), is_figures=True))
    why = [reason for said in reasons for reason in said]
    return [*columns, Column(heading=translate(gettext_noop("Why")), cells=why)]


def _name_player(sheet: Sheet, seat: str | None) -> str:
    return "" if seat is None else shorten(make_printable(sheet.names.get(seat, seat)), WIDEST_NAME)


def _write_fact(field: Field, step: Step, sheet: Sheet, *, translate: Translate) -> str:
    """One fact of a deal. Records and what stands for each side are left to the reasons, which say them in full."""
    if not isinstance(step.entry, Played) or field.kind in ("records", "sides", "side_records"):
        return ""
    value = getattr(step.entry.deal, field.name)
    if value is None or value is False:
        return ""
    if field.kind in ("seat", "side"):
        return _name_player(sheet, value)
    if isinstance(value, tuple):
        return ", ".join(_name_player(sheet, seat) for seat in value)
    return word_value(field, value, sheet.names, translate=translate)


def _list_reasons(step: Step, sheet: Sheet, *, translate: Translate) -> list[str]:
    if isinstance(step.entry, Misdeal):
        return [translate(gettext_noop("Misdeal: no score, the same dealer deals again"))]
    if isinstance(step.entry, Ruling):
        return [_write_ruling(step.entry, translate=translate)]
    game, names = sheet.game, sheet.names
    return [
        make_printable(word_reason(game, line.template, line.values, names, translate=translate)) for line in step.lines
    ]


def _write_ruling(ruling: Ruling, *, translate: Translate) -> str:
    values = {"reason": make_printable(ruling.reason), "by": make_printable(ruling.by or "")}
    template = gettext_noop("Ruling by {by}: {reason}") if ruling.by else gettext_noop("Ruling: {reason}")
    return fill(translate(template), values)


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
    yield fill(translate(template), values)
    if folded.finished and not folded.is_over:
        yield translate(gettext_noop("Time was called."))
    if sheet.game.counts_setbacks and not folded.honours:
        setbacks = ", ".join(f"{side} {count}" for side, count in folded.state.setbacks.items())
        yield fill(translate(gettext_noop("Setbacks: {setbacks}")), {"setbacks": setbacks})
    for remark in sheet.game.describe_honours(folded.honours, state=folded.state):
        yield word_reason(sheet.game, remark.template, remark.values, sheet.names, translate=translate)
