"""The settlement of Grand below the lines: to be worked out by hand, or with the figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.printing.letters import letter_side
from league.printing.score_columns import NO_POINTS, write_figure
from league.printing.sheet import Working, WorkingLine
from rules.grand import Grand
from scoring.sheet import Folded


def work_settlement(game: Grand, folded: Folded | None, names: Mapping[str, str]) -> tuple[Working, ...]:
    """Final scores, the two credits and what is left; dotted lines until the game is finished."""
    is_open = folded is None or not folded.finished
    rows: Mapping[str, Mapping[str, Any]] = {} if folded is None or is_open else _list_figures(folded)
    labels = {
        "totals": _("Final score"),
        "closeness": _say_closeness(game),
        "ticks": _("Setbacks"),
        "setbacks": _("10 for each setback fewer"),
        "net": _("Net"),
    }
    lines = tuple(
        WorkingLine(
            label=label,
            texts=tuple(_write(rows.get(code, {}).get(side), code=code, is_open=is_open) for side in game.sides),
            is_strong=code in ("totals", "net"),
        )
        for code, label in labels.items()
    )
    heads = tuple(letter_side(game, side) for side in game.sides)
    return (Working(title=_("Settlement"), heads=heads, lines=lines, has_scores=True),)


def _list_figures(folded: Folded) -> dict[str, Mapping[str, Any]]:
    settlement: Any = folded.honours.get("settlement", {})
    return {"totals": folded.state.totals, "ticks": folded.state.setbacks, **settlement}


def _say_closeness(game: Grand) -> str:
    if game.leader == "nearest_100":
        return _("To the side nearer to 100: what the other lacks of it, or has over it")
    return _("100 − lower score, to the higher")


def _write(figure: int | None, *, code: str, is_open: bool) -> str:
    """A figure; nothing to write on, a dash for a credit that a side has not got."""
    if figure is None:
        return "" if is_open else NO_POINTS
    if code == "net" and figure > 0:
        return f"+{figure}"
    return NO_POINTS if not figure and code in ("closeness", "setbacks") else write_figure(figure)
