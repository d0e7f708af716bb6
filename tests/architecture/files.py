"""Finds the files that belong to the project."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def list_project_files() -> list[Path]:
    """Every file that git has or would take, relative to the project's folder."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    paths = (Path(name) for name in result.stdout.decode().split("\0") if name)
    return [path for path in paths if (ROOT / path).is_file()]


def read_texts() -> Iterator[tuple[Path, str]]:
    """Path and contents of every file that is text."""
    for path in list_project_files():
        try:
            yield path, (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
