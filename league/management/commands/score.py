"""manage.py score: score sheets from files or standard input, for people or for programs."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand
from django.utils.translation import gettext, gettext_noop
from msgspec import structs

from rules.game import Violation
from scoring.files import read_json_sheets
from scoring.paper import write_paper
from scoring.result import WorkedOut, work_out, write_worked_out
from scoring.sheet import Fault

STANDARD_INPUT = "-"


class Command(BaseCommand):
    """Score sheets without touching the database. Exits with 1 if any sheet has faults."""

    help = "Score the sheets (JSON or JSON Lines) of files or of standard input, or name every fault that they have."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        files = "score sheets as JSON or JSON Lines; - or nothing is standard input"
        parser.add_argument("files", nargs="*", metavar="FILE", help=files)
        parser.add_argument("--json", action="store_true", help="print a line of JSON for each sheet, for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Score sheet after sheet and print each at once."""
        as_json: bool = options["json"]
        self._prepare_output(as_json=as_json)
        has_faults = False
        try:
            for place, worked_out in enumerate(_work_out_files(options["files"] or [STANDARD_INPUT]), start=1):
                has_faults = has_faults or bool(worked_out.faults)
                self.stdout.write(_write_line(worked_out) if as_json else _write_text(worked_out, place=place))
                self.stdout.flush()
        except BrokenPipeError:
            # The reader has gone, as `head` does. Python flushes once more when it ends: into nothing, then.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        if has_faults:
            sys.exit(1)

    def _prepare_output(self, *, as_json: bool) -> None:
        """JSON is UTF-8 on every machine; for people, a sign that the terminal lacks stands as its code."""
        reconfigure = getattr(self.stdout, "reconfigure", None)
        if reconfigure is not None and as_json:
            reconfigure(encoding="utf-8", newline="\n")
        elif reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _work_out_files(names: list[str]) -> Iterator[WorkedOut]:
    for name in names:
        try:
            data = _read_bytes(name)
        except OSError as error:
            yield WorkedOut(id=None, faults=(_find_file_fault(name, error),))
            continue
        for raw in read_json_sheets(data):
            is_unclear = isinstance(raw, Fault) and len(names) > 1
            yield work_out(_add_file_name(raw, name) if is_unclear else raw)


def _read_bytes(name: str) -> bytes:
    if name != STANDARD_INPUT:
        return Path(name).read_bytes()
    if sys.stdin is None:  # closed by whoever started this
        return b""
    if sys.stdin.isatty():
        sys.stderr.write(gettext("Reading score sheets from the keyboard; end with Ctrl-D.") + "\n")
    return sys.stdin.buffer.read()


def _find_file_fault(name: str, error: OSError) -> Fault:
    if isinstance(error, FileNotFoundError):
        code, template = "not_found", gettext_noop("There is no file “{name}”: check the name and the folder.")
    elif isinstance(error, IsADirectoryError):
        code, template = "is_folder", gettext_noop("“{name}” is a folder: name the files in it.")
    else:
        code, template = "unreadable", gettext_noop("The file “{name}” cannot be read: {problem}.")
    values = {"name": name, "problem": error.strerror or type(error).__name__}
    return Fault(position=None, violation=Violation(field="file", code=code, template=template, values=values))


def _add_file_name(fault: Any, name: str) -> Fault:
    """The fault of a text that is no sheet, and so has no id, with the file that it is in."""
    violation = structs.replace(fault.violation, field=f"{name}: {fault.violation.field}")
    return Fault(position=None, violation=violation)


def _write_line(worked_out: WorkedOut) -> str:
    """The result as a line of JSON, in English; escaped where it has half characters that UTF-8 cannot write."""
    result = write_worked_out(worked_out)
    try:
        return msgspec.json.encode(result).decode()
    except UnicodeEncodeError:
        return json.dumps(result)


def _write_text(worked_out: WorkedOut, *, place: int) -> str:
    text = write_paper(worked_out, place=place, translate=gettext)
    return text if place == 1 else "\n" + text
