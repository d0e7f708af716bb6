"""Small charts as figures for templates/league/chart.html, which draws them as SVG. Colours are the stylesheet's.

Coordinates are in the units of the drawing, WIDTH by HEIGHT, the origin at the top left.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 28

#: What a chart has room for; of more points the last are drawn.
MOST_POINTS = 60


class Datum(Struct, frozen=True, kw_only=True):
    """One figure: what it is of, and the figure in words; `spread` is how far it may be off, where that is known."""

    label: str
    value: float
    words: str
    url: str = ""
    spread: float = 0.0


class Mark(Struct, frozen=True, kw_only=True):
    """A datum in the drawing: a dot at x and y, or a bar from y, so high and wide."""

    datum: Datum
    x: str
    y: str
    width: str = ""
    height: str = ""


class Level(Struct, frozen=True, kw_only=True):
    """A line across the drawing, and what it stands for."""

    y: str
    text_y: str
    label: str


class Chart(Struct, frozen=True, kw_only=True):
    """A chart with its title and what the figures are called. `band` is the outline of the spread, where there is one.

    `table` has every datum, also those for which the drawing has no room.
    """

    title: str
    heading: str
    unit: str
    bars: tuple[Mark, ...] = ()
    dots: tuple[Mark, ...] = ()
    line: str = ""
    band: str = ""
    levels: tuple[Level, ...] = ()
    first: str = ""
    last: str = ""
    table: tuple[Datum, ...] = ()


def draw_line(title: str, data: Sequence[Datum], *, heading: str, unit: str, low: float, high: float) -> Chart:
    """Figures joined by a line, between two levels that are always shown; nothing to draw gives an empty chart."""
    shown = data[-MOST_POINTS:]
    low = min([low, *(each.value - each.spread for each in shown)])
    high = max([high, *(each.value + each.spread for each in shown)])
    xs = [_spread_x(place, len(shown)) for place in range(len(shown))]
    ys = [_find_y(each.value, low, high) for each in shown]
    return Chart(
        title=title,
        heading=heading,
        unit=unit,
        dots=tuple(Mark(datum=each, x=_write(x), y=_write(y)) for each, x, y in zip(shown, xs, ys, strict=True)),
        line=_join(xs, ys),
        band=_outline(shown, xs, low, high),
        levels=_list_levels(low, high),
        first=shown[0].label if shown else "",
        last=shown[-1].label if len(shown) > 1 else "",
        table=tuple(data),
    )


def draw_bars(title: str, data: Sequence[Datum], *, heading: str, unit: str) -> Chart:
    """Figures as bars from nought, up or, below nought, down."""
    shown = data[-MOST_POINTS:]
    low, high = (min([0.0, *(each.value for each in shown)]), max([1.0, *(each.value for each in shown)]))
    slot = (WIDTH - LEFT - RIGHT) / max(len(shown), 1)
    width = min(slot * 0.7, 48)
    zero = _find_y(0, low, high)
    bars = []
    for place, each in enumerate(shown):
        y = _find_y(each.value, low, high)
        x = LEFT + slot * place + (slot - width) / 2
        bars.append(
            Mark(
                datum=each,
                x=_write(x),
                y=_write(min(y, zero)),
                width=_write(width),
                height=_write(max(abs(zero - y), 1.5)),
            )
        )
    return Chart(
        title=title,
        heading=heading,
        unit=unit,
        bars=tuple(bars),
        levels=_list_levels(low, high),
        first=shown[0].label if shown else "",
        last=shown[-1].label if len(shown) > 1 else "",
        table=tuple(data),
    )


def _spread_x(place: int, count: int) -> float:
    room = WIDTH - LEFT - RIGHT
    return LEFT + (room / 2 if count == 1 else 6 + (room - 12) * place / (count - 1))


def _find_y(value: float, low: float, high: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low or 1))


def _outline(shown: Sequence[Datum], xs: Sequence[float], low: float, high: float) -> str:
    if not any(each.spread for each in shown):
        return ""
    upper = [_find_y(each.value + each.spread, low, high) for each in shown]
    lower = [_find_y(each.value - each.spread, low, high) for each in shown]
    return _join([*xs, *reversed(xs)], [*upper, *reversed(lower)])


def _list_levels(low: float, high: float) -> tuple[Level, ...]:
    """The lowest, the highest, and nought between them."""
    values = [low, high] + ([0.0] if low < 0 < high else [])
    return tuple(
        Level(
            y=_write(_find_y(value, low, high)),
            text_y=_write(_find_y(value, low, high) + 5),
            label=f"{value:.0f}".replace("-", "\N{MINUS SIGN}"),
        )
        for value in values
    )


def _join(xs: Sequence[float], ys: Sequence[float]) -> str:
    return " ".join(f"{_write(x)},{_write(y)}" for x, y in zip(xs, ys, strict=True))


def _write(figure: float) -> str:
    """A coordinate as SVG reads it, whatever the reader's language writes for a decimal point."""
    return f"{figure:.1f}".removesuffix(".0")
