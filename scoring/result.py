"""The result of a sheet in the score sheet format: what `manage.py score --json` and the API answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

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


class WrittenLine(Struct, frozen=True, gc=False):
    """A reasoned entry of the score in the score sheet format; its fields are the keys there, in their order."""

    side: str
    points: int
    code: str
    text: str


class WrittenStep(Struct, frozen=True):
    """What an entry did, in the score sheet format. The figures are those of the step itself."""

    number: int | None
    dealer: str | None
    points: Mapping[str, int]
    setbacks: Mapping[str, int] | UnsetType
    totals: Mapping[str, int]
    lines: list[WrittenLine]


_encode = msgspec.json.Encoder().encode


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
    written: dict[str, Any] = msgspec.to_builtins(_put_together(sheet, folded, translate))
    return written


def encode_result(sheet: Sheet, folded: Folded) -> bytes:
    """The same in English as JSON, for many sheets at once."""
    return _encode(_put_together(sheet, folded, keep_english))


def _put_together(sheet: Sheet, folded: Folded, translate: Translate) -> dict[str, Any]:
    return {
        "id": sheet.id,
        "game": sheet.game.key,
        "preset": sheet.preset,
        "deals": _write_steps(folded.steps, sheet.game, translate),
        **write_outcome(folded),
    }


def write_outcome(folded: Folded) -> dict[str, Any]:
    """Where a game stands or how it ended: the part of a result after its deals."""
    outcome: dict[str, Any] = {"totals": dict(folded.state.totals)}
    if folded.game.counts_setbacks:
        outcome["setbacks"] = dict(folded.state.setbacks)
    return {**outcome, "finished": folded.finished, "winner": folded.winner, **folded.honours}


def write_steps(steps: Iterable[Step], *, game: Game, translate: Translate = keep_english) -> list[dict[str, Any]]:
    """What the entries did."""
    written: list[dict[str, Any]] = msgspec.to_builtins(_write_steps(steps, game, translate))
    return written


def _write_steps(steps: Iterable[Step], game: Game, translate: Translate) -> list[WrittenStep]:
    counts_setbacks = game.counts_setbacks
    return [
        WrittenStep(
            step.number,
            step.dealer,
            step.points,
            step.setbacks if counts_setbacks else UNSET,
            step.after.totals,
            _write_lines(step.lines, translate),
        )
        for step in steps
    ]


def _write_lines(lines: tuple[Line, ...], translate: Translate) -> list[WrittenLine]:
    """The reasoned points of an entry. Where several sides have the same reason, it is put into words once."""
    is_english = translate is keep_english
    written = []
    template, values, text = "", None, ""
    for line in lines:
        if line.template is not template or line.values is not values:
            template, values = line.template, line.values
            text = line.english if is_english else ""
            text = text or fill(translate(template), values)
        written.append(WrittenLine(line.side, line.points, line.code, text))
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
