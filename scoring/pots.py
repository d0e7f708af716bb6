"""Divide money (in cents) or points exactly: parts are whole, and what does not divide is named, never lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

#: What becomes of the odd cents: they stay in the pot, or go one each to the first in order.
OddCents = Literal["pot", "first"]


def split_evenly(amount: int, number: int, *, odd: OddCents) -> tuple[tuple[int, ...], int]:
    """Equal parts of an amount and what is left over. Raises ValueError for less than one part."""
    if number < 1:
        raise ValueError("An amount is divided among one at least.")
    each, left = divmod(amount, number)
    if odd == "pot":
        return (each,) * number, left
    return tuple(each + (place < left) for place in range(number)), 0


def share_pot(pot: int, percents: Sequence[int], *, odd: OddCents) -> tuple[int, ...]:
    """What each percentage of a pot comes to, rounded down.

    With `first`, where the percentages make a hundred, the cents lost by rounding go one each to the first in order.
    """
    parts = [pot * percent // 100 for percent in percents]
    if odd == "first" and sum(percents) == 100:
        left = pot - sum(parts)
        shared = [place for place, percent in enumerate(percents) if percent]
        for place in shared[:left]:
            parts[place] += 1
    return tuple(parts)
