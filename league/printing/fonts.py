"""The fonts that sheets are set in: from pinned packages, so that every machine prints the same."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import typst

#: Package -> its folder with font files. Together: Latin, Greek, Cyrillic, Vietnamese; Arabic; Hebrew; Chinese,
#: Japanese, Korean and the suit signs.
PACKAGES = {
    "fontpkg_noto_sans": "files",
    "fontpkg_noto_sans_arabic": "files",
    "fontpkg_open_sans": "files",
    "manimgx_fonts_cjk": ".",
}


@cache
def load_fonts() -> typst.Fonts:
    """The fonts, read once per process. Typst's own stand behind them; those of the machine do not count."""
    folders = [Path(str(files(package) / folder)) for package, folder in PACKAGES.items()]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)
