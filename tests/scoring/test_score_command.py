"""manage.py score: files and standard input in, a line of JSON or a sheet to read out, 1 for any fault.

None of these tests may use the database, which pytest-django sees to: they ask for none.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scoring.result import score_sheet
from tests.scoring.sheets import make_sheet, play

ROOT = Path(__file__).resolve().parents[2]
GOOD, OTHER = make_sheet(play("N", 3), id="good"), make_sheet(play("E", 5), id="other")
BAD = make_sheet(play("N", 6), {}, id="bad")
#: Seconds that a start of Python and Django may take on a busy machine.
PATIENCE = 60


def write_lines(*sheets: Any) -> str:
    return "".join(json.dumps(sheet) + "\n" for sheet in sheets)


def run(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, as a shell runs it."""
    return subprocess.run(
        [sys.executable, "manage.py", "score", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        input=given,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


def call(*arguments: str) -> tuple[str, int]:
    """The command in this process: what it prints and its exit code."""
    out = io.StringIO()
    try:
        call_command("score", *arguments, stdout=out)
    except SystemExit as ended:
        return out.getvalue(), int(ended.code or 0)
    return out.getvalue(), 0


def call_json(*arguments: str) -> tuple[list[dict[str, Any]], int]:
    text, code = call("--json", *arguments)
    return [json.loads(line) for line in text.splitlines()], code


@pytest.fixture
def good_file(tmp_path: Path) -> Path:
    path = tmp_path / "good.json"
    path.write_text(json.dumps(GOOD, indent=1), encoding="utf-8")
    return path


def test_one_line_of_json_for_each_sheet_in_order(tmp_path: Path, good_file: Path) -> None:
    lines = tmp_path / "lines.jsonl"
    lines.write_text(write_lines(OTHER, BAD, GOOD), encoding="utf-8")
    results, code = call_json(str(good_file), str(lines))
    assert results == [score_sheet(GOOD), score_sheet(OTHER), score_sheet(BAD), score_sheet(GOOD)]
    assert code == 1


def test_no_fault_ends_with_0(good_file: Path) -> None:
    assert call_json(str(good_file), str(good_file)) == ([score_sheet(GOOD)] * 2, 0)


def test_a_fault_in_an_earlier_sheet_is_not_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(write_lines(BAD, GOOD), encoding="utf-8")
    assert call("--json", str(path))[1] == 1
    assert call(str(path))[1] == 1


def test_broken_lines_have_a_line_each(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(f"{json.dumps(GOOD)}\n{{broken\n{json.dumps(OTHER)}\n", encoding="utf-8")
    results, code = call_json(str(path))
    assert [result["id"] for result in results] == ["good", None, "other"]
    assert results[1]["errors"] == [
        {
            "deal": None,
            "field": "line 2",
            "code": "not_json",
            "message": "This is not JSON: at line 2, column 2 it cannot be read.",
        }
    ]
    assert code == 1


def test_what_is_no_sheet_is_named_by_its_file_where_there_are_several(tmp_path: Path, good_file: Path) -> None:
    path = tmp_path / "broken.json"
    path.write_text("{", encoding="utf-8")
    results, _code = call_json(str(good_file), str(path))
    assert results[1]["errors"][0]["field"] == f"{path}: sheet"
    results, _code = call_json(str(path))
    assert results[0]["errors"][0]["field"] == "sheet"


def test_files_that_cannot_be_read_have_a_line_each_and_the_others_are_scored(tmp_path: Path, good_file: Path) -> None:
    missing = tmp_path / "missing.json"
    results, code = call_json(str(missing), str(tmp_path), str(good_file))
    assert [result["id"] for result in results] == [None, None, "good"]
    assert results[0]["errors"] == [
        {
            "deal": None,
            "field": "file",
            "code": "not_found",
            "message": f"There is no file “{missing}”: check the name and the folder.",
        }
    ]
    assert results[1]["errors"][0]["code"] == "is_folder"
    assert code == 1


def test_a_file_that_may_not_be_read_has_a_line(
    tmp_path: Path, good_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    (result,), code = call_json(str(good_file))
    assert (result["errors"][0]["field"], result["errors"][0]["code"]) == ("file", "unreadable")
    assert result["errors"][0]["message"] == f"The file “{good_file}” cannot be read: Permission denied."
    assert code == 1


def test_sheets_to_read(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_text(write_lines(GOOD, BAD), encoding="utf-8")
    text, code = call(str(path))
    good, bad = text.split("\n\nSheet 2 (bad) cannot be scored:\n")
    assert good.startswith("Land-Grant Euchre: good\n")
    assert "Made: the makers took 3 of 5 tricks" in good
    assert bad == (
        "  deal 1, tricks: This must be a whole number from 0 to 5.\n"
        "  deal 2, maker: Say who made trump: every hand has a maker.\n"
        "  deal 2, tricks: Say how many tricks the makers took, 0 to 5.\n"
    )
    assert code == 1


@pytest.mark.parametrize("arguments", [["--json"], ["--json", "-"]])
def test_standard_input(arguments: list[str]) -> None:
    ended = run(*arguments, given=write_lines(GOOD, OTHER).encode())
    assert [json.loads(line) for line in ended.stdout.splitlines()] == [score_sheet(GOOD), score_sheet(OTHER)]
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_no_input_at_all_is_a_fault() -> None:
    ended = run("--json")
    assert json.loads(ended.stdout)["errors"][0]["code"] == "empty"
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_what_no_reader_of_json_likes_gives_a_line_each_and_no_traceback() -> None:
    lines = [
        b'{"id": "a", "deals": NaN}',
        b'{"id": "b", "deals": [' + b"9" * 10_000 + b"]}",
        b"[" * 100_000,
        b'{"id": "\xff"}',
        b'{"id": 1e999}',
        b'{"id": "c\\ud800", "id": "d\\ud800"}',
        b"null",
        b'"\\u0000"',
    ]
    ended = run("--json", given=b"\n".join([*lines, json.dumps(GOOD).encode()]))
    results = [json.loads(line, parse_constant=pytest.fail) for line in ended.stdout.splitlines()]
    assert len(results) == len(lines) + 1
    assert all(result["errors"] for result in results[:-1])
    assert [result["id"] for result in results] == [None, "b", None, None, None, "d\ud800", None, None, "good"]
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_json_is_utf_8_whatever_the_terminal_is() -> None:
    sheet = make_sheet(play("N", 3), id="Финал ♠")
    ended = run("--json", given=write_lines(sheet).encode(), PYTHONIOENCODING="ascii", LC_ALL="C")
    assert '"id":"Финал ♠"' in ended.stdout.decode("utf-8")
    ended = run(given=write_lines(sheet).encode(), PYTHONIOENCODING="ascii", LC_ALL="C")
    assert b"Land-Grant Euchre: \\u0424\\u0438\\u043d\\u0430\\u043b \\u2660\n" in ended.stdout
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_an_id_that_utf_8_cannot_write_is_escaped() -> None:
    ended = run("--json", given=b'{"id": "\\ud800 \\u00e9", "game": "land-grant-euchre", "deals": []}')
    assert b'"\\ud800 \\u00e9"' in ended.stdout
    assert json.loads(ended.stdout)["id"] == "\ud800 é"
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("arguments", [["--json"], []])
def test_a_reader_that_goes_away_is_no_traceback(arguments: list[str], tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(write_lines(GOOD) * 3000, encoding="utf-8")
    writer = subprocess.Popen(
        [sys.executable, "manage.py", "score", *arguments, str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert writer.stdout is not None
    assert writer.stderr is not None
    assert b"good" in writer.stdout.readline()
    writer.stdout.close()
    assert writer.stderr.read() == b""
    assert writer.wait(timeout=PATIENCE) == 1
    writer.stderr.close()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="nothing here is always full")
@pytest.mark.parametrize("arguments", [["--json"], []])
def test_a_full_disk_is_no_traceback(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "manage.py", "score", *arguments],
            cwd=ROOT,
            input=write_lines(GOOD).encode(),
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=PATIENCE,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr.decode().splitlines() == ["CommandError: [Errno 28] No space left on device"]


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
def test_a_closed_output_is_no_traceback() -> None:
    command = ["sh", "-c", '"$0" manage.py score --json >&-', sys.executable]
    ended = subprocess.run(command, cwd=ROOT, input=b"{}", capture_output=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_it_needs_no_database(tmp_path: Path) -> None:
    """Not even one that could be reached."""
    ended = run("--json", given=write_lines(GOOD).encode(), DATABASE_URL="postgres://nobody@127.0.0.1:1/none")
    assert json.loads(ended.stdout) == score_sheet(GOOD)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_the_real_final(shared_folder: Path) -> None:
    results, code = call_json(str(shared_folder / "real" / "euchre-final.sheet.json"))
    assert [(result["totals"], result["winner"]) for result in results] == [({"NS": 8, "EW": 10}, "EW")]
    assert code == 0
