"""Exact figures as people read them: 7, 2.5, 6.67; as many places as it takes to tell unequal ones apart."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"
FEWEST_PLACES = 2
#: Beyond so many places a figure is written as a quotient.
MOST_PLACES = 9


def write_figure(value: Fraction) -> str:
    """One figure: whole, with a decimal fraction that comes out even, or rounded to two places."""
    return write_apart(value)[0]


def write_apart(*values: Fraction) -> tuple[str, ...]:
    """Several figures that are compared: two texts are equal only where the figures are."""
    for places in range(FEWEST_PLACES, MOST_PLACES + 1):
        written = tuple(_round(value, places) for value in values)
        if len(set(written)) == len(set(values)):
            return written
    return tuple(str(value).replace("-", MINUS) for value in values)


def write_signed(value: Fraction) -> str:
    """A change: +2 or −2."""
    return ("+" if value > 0 else "") + write_figure(value)


def _round(value: Fraction, places: int) -> str:
    if value.denominator == 1:
        return str(value).replace("-", MINUS)
    scaled = round(value * 10**places)
    text = str(Decimal(scaled).scaleb(-places))
    is_exact = Fraction(scaled, 10**places) == value
    return (text.rstrip("0").rstrip(".") if is_exact else text).replace("-", MINUS)
