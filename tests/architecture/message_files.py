"""The files of a translation, and what gettext finds in the sources to translate."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import polib

from tests.architecture.files import ROOT, list_project_files

#: How the .po files are brought up to date; docs/translating.md says the same.
COMMAND = (
    *("makemessages", "--no-wrap", "--no-obsolete", "--add-location", "file"),
    *("-i", "var", "-i", "node_modules", "-i", "tests", "-i", "benchmarks"),
)

#: {name} of rules and scoring, %(name)s of the pages.
PLACEHOLDER = re.compile(r"{\w*}|%\(\w+\)[a-z]|%[a-z]")

Key = tuple[str | None, str]


def find_file(language: str, *, within: Path = ROOT, suffix: str = "po") -> Path:
    """Where the messages of a language are."""
    return within / "locale" / language / "LC_MESSAGES" / f"django.{suffix}"


def read_messages(path: Path) -> dict[Key, polib.POEntry]:
    """The messages of a .po file by context and English text, without those that are no longer used."""
    return {(entry.msgctxt, entry.msgid): entry for entry in polib.pofile(str(path)) if not entry.obsolete}


def list_forms(entry: polib.POEntry) -> list[str]:
    """The translation: one text, or one for each form of number."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def count_placeholders(text: str) -> Counter[str]:
    """What is put into a text, and how often."""
    return Counter(PLACEHOLDER.findall(text))


def copy_sources(folder: Path) -> None:
    """Copy what the messages are read from, and the translations that there are."""
    for path in list_project_files():
        is_source = path.suffix in {".py", ".html", ".txt", ".po"} and path.parts[0] not in {"tests", "benchmarks"}
        if is_source:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / path, folder / path)


def make_messages(folder: Path, *, language: str) -> None:
    """Bring the translation in a copy of the sources up to date with them."""
    command = [sys.executable, "manage.py", *COMMAND, "-l", language]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder / "var")}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True)
