"""manage.py score: score sheets from files or standard input, for people or for programs."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext, gettext_noop

from rules.game import Violation
from scoring.bulk import score_sheets
from scoring.files import list_sheets, place_in_file, read_json_file
from scoring.paper import write_paper
from scoring.result import WorkedOut, work_out
from scoring.sheet import Fault
from scoring.wording import keep_english
from scoring.workers import count_processors

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
        languages = [code for code, _name in settings.LANGUAGES]
        language = "the language of reasons, faults and the sheet to read"
        parser.add_argument("--language", choices=languages, default=languages[0], help=language)
        processes = "how many processes score long files of JSON Lines with --json; all processors if not said"
        parser.add_argument("--processes", type=int, default=count_processors(), metavar="N", help=processes)

    def handle(self, *args: Any, **options: Any) -> None:
        """Score file after file and print what is ready."""
        if sys.stdout is None:  # closed by whoever started this
            sys.exit(1)
        as_json: bool = options["json"]
        self._prepare_output(as_json=as_json)
        has_faults = False
        try:
            with translation.override(options["language"]):
                for text, is_faulty in _score_files(options["files"] or [STANDARD_INPUT], options):
                    has_faults = has_faults or is_faulty
                    self.stdout.write(text)
                    self.stdout.flush()
        except OSError as error:
            # Python flushes once more when it ends: into nothing, then.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if not isinstance(error, BrokenPipeError):  # which only says that the reader has gone, as `head` does
                raise CommandError(str(error)) from error
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


def _score_files(names: list[str], options: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """What to print of each file, part by part, and whether a sheet in that part has faults."""
    places = count(1)
    for name in names:
        source = name if len(names) > 1 else ""
        try:
            content = read_json_file(_read_bytes(name))
        except OSError as error:
            content, source = [_find_file_fault(name, error)], ""
        if options["json"]:
            translate = keep_english if options["language"] == "en" else gettext
            scores = score_sheets(content, source=source, processes=options["processes"], translate=translate)
            for scored in scores:
                yield scored.lines.decode(), scored.has_faults
        else:
            for raw in list_sheets(content):
                worked_out = work_out(place_in_file(raw, source) if source and isinstance(raw, Fault) else raw)
                yield _write_text(worked_out, place=next(places)), bool(worked_out.faults)


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


def _write_text(worked_out: WorkedOut, *, place: int) -> str:
    text = write_paper(worked_out, place=place, translate=gettext)
    return text if place == 1 else "\n" + text
