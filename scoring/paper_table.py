"""The table of a readable score sheet: a row for each entry, and below it why each side got what.

A terminal has room for 80 to 100 signs a line. Where a table is wider, it says less beside: letters for names, then no
columns for what is only yes or no, then no points of a hand, which the reasons name anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.game import fill, gettext_noop
from scoring.declared import Field, list_fields
from scoring.sheet import Folded, Misdeal, Played, Ruling, Sheet, Step
from scoring.text_table import Column, lay_out, make_printable, measure_table, shorten, wrap_text
from scoring.wording import Translate, word_reason, word_value

#: How wide a table may be, and how wide what is written in sentences.
WIDEST_TABLE = 100
WIDEST_TEXT = 80
WIDEST_NAME = 16
#: Reasons stand below their row, after the number of the hand.
INDENT = 6


class Detail(Struct, frozen=True, kw_only=True):
    """How much a table says."""

    has_names: bool = False
    has_flags: bool = False
    has_points: bool = False
    has_headings: bool = True


#: From the fullest to the narrowest.
DETAILS = (
    Detail(has_names=True, has_flags=True, has_points=True),
    Detail(has_flags=True, has_points=True),
    Detail(has_points=True),
    Detail(),
    Detail(has_headings=False),
)


def write_table(sheet: Sheet, folded: Folded, *, translate: Translate) -> Iterator[str]:
    """The lines of the table, as full as there is room for."""
    for detail in DETAILS:
        columns = list(_list_columns(sheet, folded, detail, translate=translate))
        if measure_table(columns) <= WIDEST_TABLE:
            break
    below = [list(_list_below(step, sheet, detail, translate=translate)) for step in folded.steps]
    yield from lay_out(columns, below=below)


def _list_columns(sheet: Sheet, folded: Folded, detail: Detail, *, translate: Translate) -> Iterator[Column]:
    """Hand, dealer, the facts that any deal has, then points, setbacks and totals of the sides."""
    steps, game = folded.steps, sheet.game
    names = sheet.names if detail.has_names else {}
    numbers = [str(step.number or "–") for step in steps]
    yield Column(heading=translate(gettext_noop("Hand")), cells=numbers, is_figures=True)
    dealers = [_name_player(names, step.dealer) for step in steps]
    yield Column(heading=translate(gettext_noop("Dealer")), cells=dealers)
    for field in list_fields(game.Deal):
        if field.kind == "flag" and not detail.has_flags:
            continue
        cells = [_write_fact(field, step, names, translate=translate) for step in steps]
        if any(cells):
            yield Column(heading=translate(field.title), cells=cells, is_figures=_is_figure(field))
    if detail.has_points:
        yield from _list_side_columns(
            sheet, steps, gettext_noop("Points {side}"), lambda step, side: str(step.points[side] or ""), translate
        )
    if game.counts_setbacks:
        ticks = [_write_setbacks(step.setbacks) for step in steps]
        yield Column(heading=translate(gettext_noop("Setbacks")), cells=ticks)
    heading = gettext_noop("Total {side}") if detail.has_headings else "{side}"
    yield from _list_side_columns(sheet, steps, heading, lambda step, side: str(step.after.totals[side]), translate)


def _list_side_columns(
    sheet: Sheet, steps: Iterable[Step], heading: str, write: Callable[[Step, str], str], translate: Translate
) -> Iterator[Column]:
    title = translate(heading) if heading != "{side}" else heading
    for side in sheet.game.sides:
        cells = [write(step, side) for step in steps]
        yield Column(heading=fill(title, {"side": f"\n{side}"}), cells=cells, is_figures=True)


def _name_player(names: Mapping[str, str], seat: str | None) -> str:
    return "" if seat is None else shorten(make_printable(names.get(seat, seat)), WIDEST_NAME)


def _is_figure(field: Field) -> bool:
    return field.kind == "whole" or (field.kind == "choice" and all(isinstance(each, int) for each in field.choices))


def _write_fact(field: Field, step: Step, names: Mapping[str, str], *, translate: Translate) -> str:
    """One fact of a deal. Records and what stands for each side are left to the reasons, which say them in full."""
    if not isinstance(step.entry, Played) or field.kind in ("records", "sides", "side_records"):
        return ""
    value = getattr(step.entry.deal, field.name)
    if value is None or value is False:
        return ""
    if field.kind in ("seat", "side"):
        return _name_player(names, value)
    if isinstance(value, tuple):
        return ", ".join(_name_player(names, seat) for seat in value)
    if _is_figure(field):
        return str(value)
    return word_value(field, value, names, translate=translate)


def _write_setbacks(setbacks: Mapping[str, int]) -> str:
    """Who was set back; how often, where that is not once."""
    return ", ".join(side if count == 1 else f"{side} {count:+}" for side, count in setbacks.items() if count)


# -- below each row


def _list_below(step: Step, sheet: Sheet, detail: Detail, *, translate: Translate) -> Iterator[str]:
    """What else is known of a deal, and the reasons of its points, in lines as wide as a terminal is."""
    for said in _list_said(step, sheet, detail, translate=translate):
        yield from wrap_text(said, WIDEST_TEXT, indent=INDENT)


def _list_said(step: Step, sheet: Sheet, detail: Detail, *, translate: Translate) -> Iterator[str]:
    entry = step.entry
    if isinstance(entry, Misdeal):
        yield translate(gettext_noop("Misdeal: no score, the same dealer deals again"))
    elif isinstance(entry, Ruling):
        shares = [_write_share([side], points) for side, points in step.points.items() if points]
        said = _write_ruling(entry, translate=translate)
        yield f"{', '.join(shares)}: {said}" if shares else said
    else:
        if not detail.has_flags and (flags := list(_list_flags(sheet, step, translate=translate))):
            yield ", ".join(flags)
        yield from _list_reasons(step, sheet, translate=translate)


def _list_flags(sheet: Sheet, step: Step, *, translate: Translate) -> Iterator[str]:
    """What is only yes or no, and is so."""
    for field in list_fields(sheet.game.Deal):
        if field.kind == "flag" and isinstance(step.entry, Played) and getattr(step.entry.deal, field.name):
            yield translate(field.title)


def _list_reasons(step: Step, sheet: Sheet, *, translate: Translate) -> Iterator[str]:
    """Each reason once, with the sides that it is about and the points that it brings each of them."""
    about: dict[tuple[int, str], list[str]] = {}
    for line in step.lines:
        reason = word_reason(sheet.game, line.template, line.values, sheet.names, translate=translate)
        about.setdefault((line.points, make_printable(reason)), []).append(line.side)
    for (points, reason), sides in about.items():
        yield f"{_write_share(sides, points)}: {reason}"


def _write_share(sides: Sequence[str], points: int) -> str:
    """`NS +4`; sides that get the same share the figure: `A, C +5`."""
    return f"{', '.join(sides)} {points:+}" if points else f"{', '.join(sides)} 0"


def _write_ruling(ruling: Ruling, *, translate: Translate) -> str:
    values = {"reason": make_printable(ruling.reason), "by": make_printable(ruling.by or "")}
    template = gettext_noop("Ruling by {by}: {reason}") if ruling.by else gettext_noop("Ruling: {reason}")
    return fill(translate(template), values)
