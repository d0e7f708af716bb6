"""Imports run one way; the contracts are in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINTER = Path(sys.executable).with_name("lint-imports")
PARTS = ("models", "selectors", "services", "web", "api", "management", "live")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(LINTER), "--no-cache", "--config", str(ROOT / "pyproject.toml")]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_imports_run_one_way() -> None:
    result = lint(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture
def small_project(tmp_path: Path) -> Path:
    """Packages of the same names with nothing in them, to break the contracts in."""
    packages = ["config", "rules", "scoring", "league", *(f"league/{part}" for part in PARTS)]
    for package in packages:
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    return tmp_path


def test_contracts_hold_where_nothing_is_imported(small_project: Path) -> None:
    result = lint(small_project)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("rules/game.py", "import django"),
        ("rules/game.py", "import scoring"),
        ("scoring/sheet.py", "from django.db import models"),
        ("scoring/sheet.py", "import league.models"),
        ("league/models/event.py", "import league.services"),
        ("league/selectors/standings.py", "import league.services"),
        ("league/services/recording.py", "import league.web"),
        ("league/services/recording.py", "import config"),
        ("league/web/pages.py", "import league.api"),
        ("league/web/pages.py", "import league.live"),
    ],
)
def test_contracts_notice_an_import_the_wrong_way(small_project: Path, module: str, line: str) -> None:
    (small_project / module).write_text(line + "\n", encoding="utf-8")
    result = lint(small_project)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "BROKEN" in result.stdout
