"""docs/standings.md speaks of every tie-break and every setting, and its example holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoring.placing import rank_results
from scoring.prize_rules import PrizeRules
from scoring.standing_rules import LeaguePoints, StandingRules, Unplayed
from scoring.tiebreaks import COUNTS, FEWER_IS_BETTER, TIE_BREAKS
from tests.standings.played import list_places, read_games

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "standings.md").read_text(encoding="utf-8")
CODES = set(re.findall(r"`(\w+)", PAGE))


def test_every_tie_break_is_explained() -> None:
    assert set(TIE_BREAKS) - {count.code for count in COUNTS} <= CODES


def test_the_sense_of_each_is_as_the_table_says() -> None:
    for line in re.findall(r"^\| (`.*?) \| (more|fewer|more, fewer) \|", PAGE, re.MULTILINE):
        codes = re.findall(r"`(\w+)`", line[0])
        senses = line[1].split(", ")
        assert [TIE_BREAKS[code].sense for code in codes] == (senses if len(senses) > 1 else senses * len(codes))
    assert FEWER_IS_BETTER & CODES


@pytest.mark.parametrize("rules", [StandingRules, LeaguePoints, Unplayed, PrizeRules])
def test_every_setting_is_explained(rules: type) -> None:
    known = {"prizes"}  # the list itself
    assert set(rules.__struct_fields__) - CODES <= known  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("restart", "places"),
    [("still_level", ["1 A", "2 C", "3 B"]), ("each_place", ["1 A", "2 B", "3 C"]), ("never", ["1 A", "2 C", "3 B"])],
)
def test_the_example_of_beginning_again(restart: str, places: list[str]) -> None:
    results = read_games("ABC", "A 9 0 B\nC 5 4 A\nB 5 4 C")
    rules = StandingRules(tie_breaks=("head_to_head", "head_to_head_points"), restart=restart)  # type: ignore[arg-type]
    ranking = rank_results(results, rules)
    assert list_places(ranking, "ABC") == places
    parted = next(step for step in ranking.steps if step.code == "head_to_head_points").measured
    assert parted is not None
    assert dict(parted.values) == {1: 13, 2: 5, 3: 9}
