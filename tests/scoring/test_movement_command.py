"""manage.py movement: the JSON to the letter, the table that people read, errors in plain words.

None of these tests may use the database, which pytest-django sees to: they ask for none.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules.game import fill
from scoring.movement_constraints import Constraints, Stay, find_broken
from scoring.movement_rounds import MovementRound


def call(*arguments: str) -> str:
    out = io.StringIO()
    call_command("movement", "individual", *arguments, stdout=out)
    return out.getvalue()


def call_json(*arguments: str) -> Any:
    return json.loads(call(*arguments, "--json"))


AT_ODDS = (
    "At table 1 the seats that are kept and who is kept apart or together cannot all hold: change one of them. It is "
    "about these players: {}."
)
FULL = AT_ODDS.format("1, 2, 3, 5, 6")


def test_the_json_is_to_the_letter() -> None:
    content = call_json("--players", "5")
    assert list(content) == ["rounds", "report"]
    first = content["rounds"][0]
    assert list(first) == ["round", "tables", "sit_out"]
    assert first["round"] == 1
    assert list(first["tables"][0]) == ["table", "N", "E", "S", "W"]
    assert sorted([*first["sit_out"], *(first["tables"][0][seat] for seat in "NESW")]) == [1, 2, 3, 4, 5]
    assert [each["round"] for each in content["rounds"]] == [1, 2, 3, 4, 5]
    assert content["report"]["perfect"] is True
    assert content["report"]["partners"] == {
        "repeats": 0, "bound": 0, "most": 1, "most_bound": 1, "met": 10, "pairs": 10,
    }  # fmt: skip
    assert content["report"]["sit_outs"] == {"least": 1, "most": 1, "too_early": 0}
    assert content["report"]["warnings"] == []


def test_rounds_and_goal() -> None:
    content = call_json("--players=20", "--rounds=5", "--goal=faces")
    assert len(content["rounds"]) == 5
    assert content["report"]["goal"] == "faces"
    assert content["report"]["tablemates"]["repeats"] == 0


def test_constraints() -> None:
    content = call_json("--players=12", "--rounds=4", "--together=3,4", "--apart=1,2", "--stay=5@2N")
    for each in content["rounds"]:
        partners = [{table[one], table[two]} for table in each["tables"] for one, two in ("NS", "EW")]
        assert {3, 4} in partners
        assert {1, 2} not in partners
        assert each["tables"][1]["N"] == 5
    assert not content["report"]["warnings"]


def test_people_read_a_table() -> None:
    text = call("--players=9", "--rounds=2")
    assert text.splitlines()[0].split() == ["Round", "Table", "North", "East", "South", "West"]
    assert text.count("Sits out: ") == 2
    assert "Nobody sits out more than once." in text


def test_a_perfect_rotation_is_said_to_be_one() -> None:
    assert "A perfect rotation: everybody partners everybody once" in call("--players=8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--players=3"], "Too few players for a table: it takes 4, and their number is 3."),
        (["--players=101"], "Movements are made for up to 100 players, not for 101: play in groups of 100 at most."),
        (["--players=8", "--rounds=0"], "A movement has from 1 to 200 rounds, not 0."),
        (["--players=8", "--apart=1,9"], "There is no player 9: players are numbered from 1 to 8."),
        (["--players=8", "--apart=1,1"], "Name two different players to keep apart or together."),
        (["--players=8", "--apart=1"], "“1”: write two players as 1,2."),
        (["--players=8", "--stay=1"], "“1”: write player and table as 5@2, with a seat as 5@2N."),
        (["--players=8", "--stay=1@3"], "Player 1 cannot stay at table 3: there are tables 1 to 2."),
        (
            ["--players=8", "--apart=1,2", "--together=1,2"],
            "Players 1 and 2 cannot be kept apart and together: leave one of the two out.",
        ),
        (
            ["--players=8", "--together=1,2", "--together=2,3"],
            "Player 2 cannot always play together with two people: leave one pair out.",
        ),
        (["--players=1"], "Too few players for a table: it takes 4, and their number is 1."),
        (["--players=4", "--stay=1@2"], "Player 1 cannot stay at table 2: there is only one table."),
        (
            ["--players=4", "--apart-tables=1,2"],
            "Player 1 is kept apart from so many that no table is left: name fewer.",
        ),
        (
            ["--players=8", *(f"--apart=8,{other}" for other in range(1, 8))],
            "Player 8 is kept apart from so many that no table is left: name fewer.",
        ),
        (["--players=8", "--stay=1@1N", "--stay=2@1S", "--apart=1,2"], AT_ODDS.format("1, 2")),
        (["--players=8", "--stay=1@1N", "--stay=2@1E", "--together=1,2"], AT_ODDS.format("1, 2")),
        (["--players=8", "--stay=1@1N", "--stay=2@1S", "--together=1,5"], AT_ODDS.format("1, 2, 5")),
        (
            ["--players=8", "--stay=1@1N", "--stay=2@1", "--together=1,5", "--apart-tables=2,5"],
            AT_ODDS.format("1, 2, 5"),
        ),
        (["--players=8", "--stay=1@1", "--stay=2@1", "--together=1,5", "--together=2,6", "--stay=3@1"], FULL),
        (
            ["--players=8", "--stay=1@1N", "--stay=2@1N"],
            "Players 1 and 2 cannot stay in one seat: give one of them another.",
        ),
    ],
)
def test_what_cannot_be_is_said_in_plain_words(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError) as raised:
        call(*arguments)
    assert str(raised.value).endswith(message)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--stay=1@1N", "--stay=2@1S", "--together=1,2"],
        ["--stay=1@1N", "--stay=2@1", "--apart=1,2"],
        ["--stay=1@1", "--stay=2@1", "--together=1,5", "--together=2,6"],
        ["--stay=1@1N", "--stay=2@1E", "--together=1,5"],
    ],
)
def test_what_can_be_kept_is_kept(arguments: list[str]) -> None:
    warnings = call_json("--players=8", "--rounds=3", *arguments)["report"]["warnings"]
    assert not {warning["code"] for warning in warnings} & {"moved", "not_apart", "not_together"}


def test_what_is_not_kept_is_named_for_every_round() -> None:
    content = call_json("--players=8", "--rounds=3", "--apart-tables=1,2", "--apart-tables=1,3", "--apart-tables=2,3")
    met = {
        (each["round"], one, two)
        for each in content["rounds"]
        for table in each["tables"]
        for one, two in ((1, 2), (1, 3), (2, 3))
        if {one, two} <= {table[seat] for seat in "NESW"}
    }
    warned = {warning["message"] for warning in content["report"]["warnings"] if warning["code"] == "not_apart"}
    assert warned == {f"Round {number}: {one} and {two} are not kept apart." for number, one, two in met}
    assert {number for number, _one, _two in met} == {1, 2, 3}


def test_a_seat_that_cannot_be_kept_is_named_for_every_round() -> None:
    constraints = Constraints(stay={1: Stay(1, "N"), 2: Stay(2, None)})
    played = [
        MovementRound(tables=({"N": 3, "E": 1, "S": 4, "W": 5}, {"N": 2, "E": 6, "S": 7, "W": 8})),
        MovementRound(tables=({"N": 1, "E": 2, "S": 4, "W": 5}, {"N": 3, "E": 6, "S": 7, "W": 8})),
    ]
    assert [fill(caution.template, caution.values) for caution in find_broken(constraints, played)] == [
        "Round 1: player 1 would have another seat at table 1.",
        "Round 2: player 2 would have to move to table 1.",
    ]


def test_the_figures_count_a_couple_everywhere() -> None:
    content = call_json("--players=8", "--rounds=4", "--together=1,2")
    partners = Counter(
        frozenset((table[one], table[two])) for each in content["rounds"] for table in each["tables"]
        for one, two in ("NS", "EW")
    )  # fmt: skip
    counted = content["report"]["partners"]
    assert counted["repeats"] == counted["bound"] == sum(partners.values()) - len(partners)
    assert counted["most"] == counted["most_bound"] == max(partners.values()) == 4
    assert not content["report"]["warnings"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players=9", "--rounds=9"], "Everybody sits out once."),
        (["--players=9", "--rounds=2"], "Nobody sits out more than once."),
        (["--players=6"], "Everybody sits out 2 times."),
        (["--players=5", "--rounds=7"], "Everybody sits out from 1 to 2 times."),
    ],
)
def test_sit_outs_are_said_as_people_do(arguments: list[str], words: str) -> None:
    assert words in call(*arguments)
