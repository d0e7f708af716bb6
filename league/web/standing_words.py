"""Words for the rules of standings, adjustments and decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.models.standing import AdjustmentUnit, TieWay
from scoring.tiebreaks import TIE_BREAKS, find_tie_break


def name_figure(code: str) -> str:
    """What a figure that decides is called."""
    return _(find_tie_break(code).title)


def join_figures(codes: Iterable[str]) -> str:
    """Figures in the order in which they decide."""
    return ", ".join(name_figure(code) for code in codes if code in TIE_BREAKS)


def write_amount(amount: int, unit: str) -> str:
    """An adjustment: +2 points, −1 league points."""
    figure = f"{amount:+d}".replace("-", "\N{MINUS SIGN}")
    return f"{figure} {AdjustmentUnit(unit).label if unit in AdjustmentUnit.values else unit}"


def describe_decision(detail: Mapping[str, Any]) -> Iterator[str]:
    """What an audit row of a decision about standings says beside its reason and its names."""
    if "amount" in detail and "unit" in detail:
        yield write_amount(detail["amount"], detail["unit"])
    if detail.get("way") in TieWay.values:
        yield str(TieWay(detail["way"]).label)
    if detail.get("order_before") and detail.get("order"):
        before, after = join_figures(detail["order_before"]), join_figures(detail["order"])
        yield _("ranked by %(order)s") % {"order": before if before == after else f"{before} → {after}"}
