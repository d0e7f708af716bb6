"""A table's hands as rows to read: what happened, why it scored, where it stood then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from league.templatetags.oddtrick import signed
from league.wording import Names, join_totals, name_side, tell_totals, word_reason, word_value
from rules.game import Game, Line
from scoring.declared import list_fields
from scoring.reading import read_entry
from scoring.sheet import Misdeal, Played, Ruling, Step, Unread


class Gain(Struct, frozen=True, kw_only=True):
    """Points that a side got or lost, its setbacks, and where it stood then. `explained` are the reasons for them."""

    side: str
    title: str
    points: int
    setbacks: int
    total: int
    explained: tuple[tuple[str, str], ...]


class HandRow(Struct, frozen=True, kw_only=True):
    """One entry of a sheet, in words. `kind`: deal, misdeal or ruling.

    `facts` are its stated facts by field in words, `parts` the same with their titles, `deal` the facts themselves
    (None for what is no deal). `explained` are its reasons, each with the anchor of its rule on the game's help page.
    """

    position: int
    number: int | None
    kind: str
    dealer: str
    deal: Any
    facts: dict[str, str]
    parts: tuple[tuple[str, str], ...]
    explained: tuple[tuple[str, str], ...]
    gains: tuple[Gain, ...]
    totals: str
    told_totals: str

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons alone, in words."""
        return tuple(text for text, _rule in self.explained)


def make_row(game: Game, step: Step, names: Names) -> HandRow:
    """What one entry did, in words."""
    parts = _word_facts(game, step.entry.deal, names) if isinstance(step.entry, Played) else {}
    titles = {field.name: _(field.title) for field in list_fields(game.Deal)}
    return HandRow(
        position=step.position,
        number=step.number,
        kind=_find_kind(step),
        dealer=names.get(step.dealer or "", ""),
        deal=step.entry.deal if isinstance(step.entry, Played) else None,
        facts=parts,
        parts=tuple((titles[name], text) for name, text in parts.items()),
        # A ruling for both sides has a line for each with the same reason.
        explained=_explain(game, step.lines, names),
        gains=tuple(
            Gain(
                side=side,
                title=name_side(side, names),
                points=step.points[side],
                setbacks=step.setbacks[side],
                total=step.after.totals[side],
                explained=_explain(game, [line for line in step.lines if line.side == side], names),
            )
            for side in game.sides
            if step.points[side] or step.setbacks[side]
        ),
        totals=join_totals(step.after.totals[side] for side in game.sides),
        told_totals=tell_totals({side: step.after.totals[side] for side in game.sides}, names),
    )


def _explain(game: Game, lines: Iterable[Line], names: Names) -> tuple[tuple[str, str], ...]:
    """Reasons in words, each once, with the anchors of their rules."""
    reasons = ((word_reason(game, line.template, line.values, names), line.rule) for line in lines)
    return tuple(dict.fromkeys(reasons))


def word_entry(game: Game, facts: Mapping[str, object], names: Names) -> str:
    """An entry from its facts in one line, for comparing two of them."""
    entry, violations = read_entry(game, dict(facts))
    if violations or isinstance(entry, Unread):
        return _("a ruling") if "ruling" in facts else _("taken off")
    if isinstance(entry, Ruling):
        return _word_ruling(entry, names)
    dealt = [] if entry.dealer is None else [_("dealt by %(name)s") % {"name": names.get(entry.dealer, entry.dealer)}]
    if isinstance(entry, Misdeal):
        return "; ".join([_("misdeal"), *dealt])
    titles = {field.name: _(field.title) for field in list_fields(game.Deal)}
    parts = [f"{titles[name]}: {text}" for name, text in _word_facts(game, entry.deal, names).items()]
    return "; ".join([*parts, *_word_records(game, entry.deal, names), *dealt])


def _word_ruling(ruling: Ruling, names: Names) -> str:
    """A ruling with what it gives and takes, and its reason."""
    points = [f"{name_side(side, names)} {signed(figure)}" for side, figure in ruling.points.items() if figure]
    setbacks = [
        _("%(side)s: setbacks %(count)s") % {"side": name_side(side, names), "count": signed(figure)}
        for side, figure in ruling.setbacks.items()
        if figure
    ]
    words = {"what": ", ".join([*points, *setbacks]) or _("no points"), "reason": ruling.reason}
    return _("ruling: %(what)s (%(reason)s)") % words


def _word_records(game: Game, deal: Any, names: Names) -> list[str]:
    """What stands in the lists of a deal: each infraction with who committed it."""
    lists = [field for field in list_fields(game.Deal) if field.kind == "records"]
    return [
        ", ".join(word_value(part, getattr(record, part.name), names) for part in field.fields)
        for field in lists
        for record in getattr(deal, field.name)
    ]


def _find_kind(step: Step) -> str:
    if isinstance(step.entry, Played):
        return "deal"
    return "misdeal" if isinstance(step.entry, Misdeal) else "ruling"


def _word_facts(game: Game, deal: Any, names: Names) -> dict[str, str]:
    """The facts that were stated, in words, by field. Lists (infractions) are told by their own reasons."""
    stated = {}
    for field in list_fields(game.Deal):
        value = getattr(deal, field.name)
        if field.kind != "records" and value is not None and value is not False and value != ():
            stated[field.name] = word_value(field, value, names)
    return stated
