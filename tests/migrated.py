"""The SQLite database of the tests as the migrations leave it, kept from one run to the next.

Applying every migration takes each process of a run as long as dozens of tests take. A copy is of use as long as no
file of a migration has changed; what else Django does after migrating, it does on the copy too.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from pathlib import Path

import django
from django.apps import apps
from django.db import connection


def find_copy(folder: Path) -> Path:
    """Where in the folder the copy for these very migrations lies, or will lie."""
    digest = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for path in sorted(Path(app.path, "migrations").glob("**/*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return folder / f"{digest.hexdigest()}.sqlite3"


def begin_from_copy(copy: Path) -> None:
    """Put the copy where the database of the tests is about to be made."""
    if copy.is_file():
        shutil.copyfile(copy, connection.settings_dict["TEST"]["NAME"])


def keep_copy(copy: Path) -> None:
    """Keep a copy of the migrated database, unless there is one; older ones go."""
    if copy.is_file():
        return
    fresh = copy.with_suffix(f".{os.getpid()}")
    source, target = sqlite3.connect(connection.settings_dict["NAME"]), sqlite3.connect(fresh)
    source.backup(target)
    source.close()
    target.close()
    for other in copy.parent.glob("*.sqlite3"):
        other.unlink(missing_ok=True)
    fresh.replace(copy)
