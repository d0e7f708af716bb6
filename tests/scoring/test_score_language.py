"""manage.py score --language: reasons, faults and the sheet to read in another language, the figures the same."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.scoring.sheets import make_sheet, play

GOOD, BAD = make_sheet(play("N", 3), id="good"), make_sheet({}, id="bad")


def read_output(path: Path, **options: Any) -> str:
    out = io.StringIO()
    with pytest.raises(SystemExit, match="1"):  # for the sheet with faults
        call_command("score", str(path), stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(GOOD)}\n{json.dumps(BAD)}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("processes", [1, 2])
def test_reasons_and_faults_are_told_in_russian(path: Path, processes: int) -> None:
    english = [json.loads(line) for line in read_output(path, json=True, processes=processes).splitlines()]
    russian = [
        json.loads(line) for line in read_output(path, json=True, processes=processes, language="ru").splitlines()
    ]
    assert english[0]["deals"][0]["lines"][0]["text"] == "Made: the makers took 3 of 5 tricks"
    text = russian[0]["deals"][0]["lines"][0].pop("text")
    assert "3" in text
    assert not text.isascii()
    english[0]["deals"][0]["lines"][0].pop("text")
    assert russian[0] == english[0]
    assert not russian[1]["errors"][0].pop("message").isascii()
    assert {**english[1]["errors"][0], "message": None} == {**russian[1]["errors"][0], "message": None}


def test_the_sheet_to_read_is_in_russian(path: Path) -> None:
    assert "Сдаёт" in read_output(path, language="ru")
    assert "Сдаёт" not in read_output(path)


def test_a_language_that_is_not_there_is_refused(path: Path) -> None:
    with pytest.raises(CommandError, match="--language"):
        call_command("score", "--language", "xx", str(path))
