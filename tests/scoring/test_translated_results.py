"""A result in another language: every sentence is translated as a template, before its values are put in."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalog import make_game
from rules.game import Line
from scoring.result import score_sheet, write_steps
from scoring.sheet import Ruling, Step
from scoring.steps import open_state
from tests.scoring.sheets import make_sheet, offend, play, rule

GAME = make_game("land-grant-euchre")


def translate(template: str) -> str:
    """A language in which all is said twice."""
    return f"{template} = {template}"


def is_said_twice(text: str) -> bool:
    half = (len(text) - 3) // 2
    return text == f"{text[:half]} = {text[:half]}"


def test_the_reasons_of_points_are_translated() -> None:
    sheet = make_sheet(play("N", 3), rule(NS=1), offend("renege", "S", "E"))
    plain, result = score_sheet(sheet), score_sheet(sheet, translate=translate)
    texts = [line["text"] for deal in result["deals"] for line in deal["lines"]]
    assert texts == [translate(line["text"]) for deal in plain["deals"] for line in deal["lines"]]
    assert len(texts) == 3
    assert all(is_said_twice(text) for text in texts)


def test_faults_are_translated() -> None:
    sheet = make_sheet(play("N", 9), play("N", 3, trick=1), preset="fair")
    messages = [fault["message"] for fault in score_sheet(sheet, translate=translate)["errors"]]
    assert messages == [translate(fault["message"]) for fault in score_sheet(sheet)["errors"]]
    assert len(messages) == 3


def make_line(side: str, template: str, values: dict[str, int | str]) -> Line:
    return Line(side=side, points=1, code="made", template=template, values=values)


def test_each_line_has_its_own_words() -> None:
    same, other = "Took {tricks}.", "Lost {tricks}."
    three: dict[str, int | str] = {"tricks": 3}
    four: dict[str, int | str] = {"tricks": 4}
    lines = tuple(
        make_line("NS", template, values)
        for template, values in [(same, three), (same, three), (same, four), (other, four), (same, four), ("", {})]
    )
    state = open_state(GAME)
    figures = {"NS": 6, "EW": 0}
    step = Step(
        position=1,
        entry=Ruling(points=figures, reason="x"),
        number=None,
        dealer=None,
        points=figures,
        setbacks=figures,
        lines=lines,
        before=state,
        after=state,
    )
    (written,) = write_steps([step], game=GAME)
    assert [line["text"] for line in written["lines"]] == [
        "Took 3.", "Took 3.", "Took 4.", "Lost 4.", "Took 4.", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("given", "echoed"),
    [
        ("a", "a"),
        (5, 5),
        (2**63 - 1, 2**63 - 1),
        (1 - 2**63, 1 - 2**63),
        (2**63, None),
        (-(2**63), None),
        (0.5, None),
        ([1], None),
        (None, None),
    ],
)
def test_what_is_echoed_of_a_sheet_at_fault(given: Any, echoed: object) -> None:
    assert score_sheet({"id": given})["id"] == echoed
