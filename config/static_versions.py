"""Addresses of static files that change with their contents, though nothing has to be collected.

A browser, or a service worker, that has a file under its address need not ask for it again.
"""

import hashlib
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage


class VersionedStaticFilesStorage(StaticFilesStorage):
    """The files where they lie, each with a digest of its contents behind its address."""

    def url(self, name: str | None) -> str:
        """The address of a file, such as /static/oddtrick/oddtrick.css?v=3f9a1c02be."""
        version = read_version(name) if name else ""
        return f"{super().url(name)}?v={version}" if version else super().url(name)


@lru_cache(maxsize=500)
def read_version(name: str) -> str:
    """A short digest of a static file as it was when it was first asked for; "" where there is none."""
    path = finders.find(name)
    if not isinstance(path, str) or not Path(path).is_file():
        return ""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:10]
