"""Lines that a game takes from a table: their sentences were put together beforehand, and are the same."""

from __future__ import annotations

import pytest

from rules.game import Line, fill, say_beforehand
from rules.land_grant import HAND_LINES
from rules.seven_handed_lines import PLAYED_LINES
from rules.yukon import POINTS_LINES
from scoring.result import score_sheet

LINES = [
    *(line for lines in HAND_LINES.values() for line in lines),
    *(line for lines in PLAYED_LINES.values() for line in lines.values()),
    *(line for sides in POINTS_LINES.values() for lines in sides.values() for line in lines),
]


def test_the_sentence_beforehand_is_the_template_filled() -> None:
    assert len(LINES) == 4 * 12 + 7 * 9 * 8 * 7 + 2 * 7 * 129
    assert all(line.english == line.text == fill(line.template, line.values) for line in LINES)


def test_a_line_of_a_table_is_otherwise_the_same() -> None:
    line = Line(side="NS", points=2, code="made", template="Got {points}", values={"points": 2}, rule="points")
    assert say_beforehand(line).english == "Got 2"
    assert line.english == ""
    assert say_beforehand(line).values == {"points": 2}


@pytest.mark.parametrize(
    "sheet",
    [
        {"game": "land-grant-euchre", "deals": [{"maker": "N", "tricks": 3}]},
        {"game": "seven-handed-euchre", "deals": [{"bidder": "A", "bid": 3, "partners": ["B", "C"], "tricks": 3}]},
        {"game": "yukon", "deals": [{"points": {"NS": 65, "EW": 60}}]},
    ],
    ids=lambda sheet: sheet["game"],
)
def test_other_languages_translate_the_template(sheet: dict[str, object]) -> None:
    (deal,) = score_sheet(sheet, translate=lambda text: f"translated: {text}")["deals"]
    texts = [line["text"] for line in deal["lines"]]
    assert texts
    assert all(text.startswith("translated: ") for text in texts)
