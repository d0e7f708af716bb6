"""manage.py movement: the JSON to the letter, the table that people read, errors in plain words.

None of these tests may use the database, which pytest-django sees to: they ask for none.
"""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def call(*arguments: str) -> str:
    out = io.StringIO()
    call_command("movement", "individual", *arguments, stdout=out)
    return out.getvalue()


def call_json(*arguments: str) -> Any:
    return json.loads(call(*arguments, "--json"))


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
    assert "Everybody sits out from 0 to 1 times." in text


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
