"""From sheets to PDF, with typst."""

from __future__ import annotations

from threading import Lock

import msgspec
import typst
from django.conf import settings

from league.printing.fonts import load_fonts
from league.printing.sheet import Document

TEMPLATES = settings.BASE_DIR / "templates" / "print"

#: Tags let a reading program find its way through a table; on a stack for the printer they only cost.
MOST_TAGGED_SHEETS = 4

# One document at a time keeps the memory bounded however many ask at once. (Typst lets other threads run.)
_one_at_a_time = Lock()


def typeset(document: Document) -> bytes:
    """The PDF of a document, which league.printing.jobs keeps to a length that fits the memory.

    What people wrote reaches the template as data and is never read as markup.
    """
    inputs = {"document": msgspec.json.encode(document).decode()}
    with _one_at_a_time:
        return typst.compile(
            TEMPLATES / "tally.typ",
            root=TEMPLATES,
            font_paths=load_fonts(),
            ignore_system_fonts=True,
            sys_inputs=inputs,
            pdf_tags=len(document.sheets) <= MOST_TAGGED_SHEETS,
        )
