"""Charts: every figure is inside the drawing and where it belongs, and none is lost from the table beside it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from league.charts import BOTTOM, HEIGHT, LEFT, MOST_POINTS, RIGHT, TOP, WIDTH, Chart, Datum, draw_bars, draw_line

FIGURES = st.lists(st.tuples(st.integers(-500, 500), st.integers(0, 50)), max_size=80)


def make_data(figures: list[tuple[int, int]]) -> list[Datum]:
    return [
        Datum(label=f"Evening {place}", value=value, spread=spread, words=str(value))
        for place, (value, spread) in enumerate(figures)
    ]


def check_ends(chart: Chart, data: list[Datum]) -> None:
    assert chart.table == tuple(data)
    shown = data[-MOST_POINTS:]
    assert chart.first == (shown[0].label if shown else "")
    assert chart.last == (shown[-1].label if len(shown) > 1 else "")
    assert all(TOP <= float(level.y) <= HEIGHT - BOTTOM for level in chart.levels)


@given(FIGURES)
def test_a_line_goes_through_every_figure(figures: list[tuple[int, int]]) -> None:
    data = make_data(figures)
    chart = draw_line("Form", data, heading="Evening", unit="Won", low=0, high=100)
    check_ends(chart, data)
    points = [tuple(map(float, point.split(","))) for point in f"{chart.line} {chart.band}".split()]
    assert all(LEFT <= x <= WIDTH - RIGHT and TOP <= y <= HEIGHT - BOTTOM for x, y in points)
    assert [(float(dot.x), float(dot.y)) for dot in chart.dots] == points[: len(chart.dots)]
    assert [dot.datum for dot in chart.dots] == data[-MOST_POINTS:]
    for one in chart.dots:
        for other in chart.dots:
            if one.datum.value > other.datum.value:
                assert float(one.y) <= float(other.y)
    assert bool(chart.band) == any(each.spread for each in data[-MOST_POINTS:])


@given(FIGURES)
def test_bars_stand_on_nought(figures: list[tuple[int, int]]) -> None:
    data = make_data(figures)
    chart = draw_bars("Points", data, heading="Evening", unit="Points")
    check_ends(chart, data)
    assert len(chart.bars) == min(len(data), MOST_POINTS)
    zeros = []
    for bar in chart.bars:
        x, y, width, height = (float(figure) for figure in (bar.x, bar.y, bar.width, bar.height))
        assert x >= LEFT
        assert x + width <= WIDTH - RIGHT + 0.2
        assert y >= TOP
        assert y + height <= HEIGHT - BOTTOM + 1.6
        if height > 1.5:  # the least that is drawn, so that nought is seen
            zeros.append(y + height if bar.datum.value > 0 else y)
    assert not zeros or max(zeros) - min(zeros) < 0.3
