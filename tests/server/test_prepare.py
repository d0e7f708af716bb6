"""What script/server says on a machine that lacks something. (Nothing is installed here.)"""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.conftest import ROOT

TOOLS = ("bash", "cat", "dirname", "env", "sha256sum")


def write_command(folder: Path, name: str, *, body: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


@pytest.fixture
def bare_machine(tmp_path: Path) -> Path:
    """A folder with the few commands that a bare machine has, its user not root; beside it the project."""
    commands = tmp_path / "commands"
    commands.mkdir()
    for name in TOOLS:
        found = shutil.which(name)
        assert found is not None
        (commands / name).symlink_to(found)
    write_command(commands, "id", body="echo 1000")
    shutil.copytree(ROOT / "script", tmp_path / "odd trick" / "script")
    return commands


def run_server(commands: Path) -> "subprocess.CompletedProcess[str]":
    script = commands.parent / "odd trick" / "script" / "server"
    return subprocess.run([str(script)], env={"PATH": str(commands)}, capture_output=True, text=True, check=False)


def test_without_python_it_says_what_to_install(bare_machine: Path) -> None:
    result = run_server(bare_machine)
    assert result.returncode == 1
    assert "needs Python 3.11 or newer, and there is no python3 here" in result.stderr
    assert "sudo apt-get install python3 python3-venv" in result.stderr


def test_a_python_that_is_too_old_is_named(bare_machine: Path) -> None:
    write_command(bare_machine, "python3", body='[ "$1" = -V ] && echo "Python 3.9.2"; exit 1')
    result = run_server(bare_machine)
    assert result.returncode == 1
    assert "python3 here is Python 3.9.2" in result.stderr


def test_without_venv_it_says_which_command_to_run(bare_machine: Path) -> None:
    answers = 'case "$2" in *ensurepip*) exit 1;; *print*) echo 3.12;; esac'
    write_command(bare_machine, "python3", body=answers)
    result = run_server(bare_machine)
    assert result.returncode == 1
    assert "sudo apt-get install python3.12-venv" in result.stderr
    assert not (bare_machine.parent / "odd trick" / ".venv").exists()
