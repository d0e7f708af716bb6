"""The result of a sheet in the score sheet format: what `manage.py score --json` and the API answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from rules.game import Game, Line, fill
from scoring.fold import fold_sheet
from scoring.reading import read_sheet
from scoring.sheet import Fault, Folded, Sheet, Step
from scoring.wording import Translate, keep_english


class WorkedOut(Struct, frozen=True, kw_only=True):
    """A sheet worked out, or every fault that it has, in order of place: never a part of both."""

    id: object
    faults: tuple[Fault, ...] = ()
    scored: tuple[Sheet, Folded] | None = None


def work_out(raw: object) -> WorkedOut:
    """Read and fold one sheet from parsed JSON, or say what is wrong with a text that was none (a `Fault`)."""
    if isinstance(raw, Fault):
        return WorkedOut(id=None, faults=(raw,))
    sheet, faults = read_sheet(raw)
    if sheet is None:
        return WorkedOut(id=_find_id(raw), faults=faults)
    folded, more = fold_sheet(sheet)
    if faults or more:
        ordered = sorted(faults + more, key=lambda fault: fault.position or 0)
        return WorkedOut(id=_find_id(raw), faults=tuple(ordered))
    return WorkedOut(id=sheet.id, scored=(sheet, folded))


def score_sheet(raw: object, *, translate: Translate = keep_english) -> dict[str, Any]:
    """Score one sheet from parsed JSON: its result, or every fault under `errors`."""
    return write_worked_out(work_out(raw), translate=translate)


def write_worked_out(worked_out: WorkedOut, *, translate: Translate = keep_english) -> dict[str, Any]:
    """The result of a sheet, or its faults, in the score sheet format."""
    if worked_out.scored is None:
        errors = [write_fault(fault, translate=translate) for fault in worked_out.faults]
        return {"id": worked_out.id, "errors": errors}
    sheet, folded = worked_out.scored
    return write_result(sheet, folded, translate=translate)


def write_result(sheet: Sheet, folded: Folded, *, translate: Translate = keep_english) -> dict[str, Any]:
    """The result of a sheet that was folded without faults."""
    return {
        "id": sheet.id,
        "game": sheet.game.key,
        "preset": sheet.preset,
        "deals": write_steps(folded.steps, game=sheet.game, translate=translate),
        **write_outcome(folded),
    }


def write_outcome(folded: Folded) -> dict[str, Any]:
    """Where a game stands or how it ended: the part of a result after its deals."""
    outcome: dict[str, Any] = {"totals": dict(folded.state.totals)}
    if folded.game.counts_setbacks:
        outcome["setbacks"] = dict(folded.state.setbacks)
    return {**outcome, "finished": folded.finished, "winner": folded.winner, **folded.honours}


def write_steps(steps: Iterable[Step], *, game: Game, translate: Translate = keep_english) -> list[dict[str, Any]]:
    """What the entries did. The figures are those of the steps: whoever changes them copies them first."""
    counts_setbacks = game.counts_setbacks
    written = []
    for step in steps:
        entry: dict[str, Any] = {"number": step.number, "dealer": step.dealer, "points": step.points}
        if counts_setbacks:
            entry["setbacks"] = step.setbacks
        entry["totals"] = step.after.totals
        entry["lines"] = _write_lines(step.lines, translate)
        written.append(entry)
    return written


def _write_lines(lines: tuple[Line, ...], translate: Translate) -> list[dict[str, Any]]:
    """The reasoned points of an entry. Where several sides have the same reason, it is put into words once."""
    written = []
    template, values, text = "", None, ""
    for line in lines:
        if line.template is not template or line.values is not values:
            template, values = line.template, line.values
            text = fill(translate(template), values)
        written.append({"side": line.side, "points": line.points, "code": line.code, "text": text})
    return written


def write_fault(fault: Fault, *, translate: Translate = keep_english) -> dict[str, Any]:
    """One fault: the deal's place from 1 (null: the sheet itself), the field, a code and what to do."""
    violation = fault.violation
    return {
        "deal": fault.position,
        "field": violation.field,
        "code": violation.code,
        "message": fill(translate(violation.template), violation.values),
    }


def _find_id(raw: object) -> object:
    """What to echo: a text, or a number in its place, which still helps to find the sheet."""
    found = raw.get("id") if isinstance(raw, dict) else None
    is_number = isinstance(found, int) and abs(found) < 2**63
    return found if isinstance(found, str) or is_number else None
