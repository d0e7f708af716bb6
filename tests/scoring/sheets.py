"""Make Land-Grant sheets in a line, and read what scoring them gave."""

from __future__ import annotations

import re
from typing import Any

from scoring.result import score_sheet


def make_sheet(*deals: Any, **keys: Any) -> dict[str, Any]:
    return {"game": "land-grant-euchre", **keys, "deals": list(deals)}


def score(*deals: Any, **keys: Any) -> dict[str, Any]:
    """The result of a sheet that has no faults."""
    result = score_sheet(make_sheet(*deals, **keys))
    assert "errors" not in result, result["errors"]
    return result


def list_faults(*deals: Any, **keys: Any) -> list[tuple[int | None, str, str]]:
    """(deal, field, code) of every fault of a sheet."""
    return read_faults(score_sheet(make_sheet(*deals, **keys)))


def read_faults(result: dict[str, Any]) -> list[tuple[int | None, str, str]]:
    """(deal, field, code) of every fault of a result; each must be a whole sentence, without a gap left in it."""
    for fault in result.get("errors", []):
        assert not re.search(r"\{[a-z_]+\}", fault["message"]), fault
    return [(fault["deal"], fault["field"], fault["code"]) for fault in result.get("errors", [])]


def play(maker: str, tricks: int, *, alone: bool = False, **facts: Any) -> dict[str, Any]:
    return {"maker": maker, "tricks": tricks, **({"alone": True} if alone else {}), **facts}


def offend(kind: str, offender: str, maker: str | None = None, **facts: Any) -> dict[str, Any]:
    """A hand with one infraction."""
    whose = {"maker": maker} if maker else {}
    return {**whose, "infractions": [{"kind": kind, "offender": offender}], **facts}


def rule(*, reason: str = "Decided at the table", **points: int) -> dict[str, Any]:
    """A ruling: `rule(NS=2)`."""
    return {"ruling": {"points": points, "reason": reason}}


def climb(**totals: int) -> list[dict[str, Any]]:
    """Hands that bring the sides to totals of up to 9 from nothing: `climb(NS=8, EW=9)`."""
    makers = {"NS": "N", "EW": "E"}
    return [play(makers[side], 3) for side, total in totals.items() for _hand in range(total)]
