"""From sheets to PDF, with typst."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from threading import Lock

import msgspec
import typst
from django.conf import settings
from msgspec import structs
from pypdf import PdfWriter

from league.printing.fonts import load_fonts
from league.printing.lists import Listing
from league.printing.plan_sheets import PlanSheets
from league.printing.sheet import Document

TEMPLATES = settings.BASE_DIR / "templates" / "print"

#: Typst takes a few megabytes a page, all at once: longer documents are set in parts, which are then joined.
SHEETS_AT_ONCE = 25
#: Typst keeps what it has worked out until it has set this many documents more.
DOCUMENTS_KEPT = 10
#: Tags lead a reading program through a table. On a stack for the printer they would only be weight.
MOST_TAGGED_SHEETS = 4

# One part at a time, so that the memory stays bounded however many ask. (Typst lets other threads run.)
_one_at_a_time = Lock()


def typeset(document: Document) -> bytes:
    """The PDF of a document of any length.

    What people wrote reaches the template as data and is never read as markup.
    """
    parts = list(_set_parts(document))
    return parts[0] if len(parts) == 1 else _join(parts, document)


def typeset_plan(sheets: PlanSheets) -> bytes:
    """The PDF of the plan of an event's rounds."""
    with _one_at_a_time:
        return _compile("plan.typ", sheets, is_tagged=True)


def typeset_list(listing: Listing) -> bytes:
    """The PDF of a list: standings, or prizes with receipts."""
    with _one_at_a_time:
        return _compile("list.typ", listing, is_tagged=True)


def _set_parts(document: Document) -> Iterator[bytes]:
    for start in range(0, max(len(document.sheets), 1), SHEETS_AT_ONCE):
        part = structs.replace(document, sheets=document.sheets[start : start + SHEETS_AT_ONCE])
        with _one_at_a_time:
            yield _set_part(part)


def _set_part(document: Document) -> bytes:
    is_short = len(document.sheets) <= MOST_TAGGED_SHEETS
    pdf = _compile("tally.typ", document, is_tagged=is_short)
    if not is_short:
        _let_go()
    return pdf


def _compile(template: str, document: Document | PlanSheets | Listing, *, is_tagged: bool) -> bytes:
    pdf: bytes = typst.compile(
        TEMPLATES / template,
        root=TEMPLATES,
        font_paths=load_fonts(),
        ignore_system_fonts=True,
        sys_inputs={"document": msgspec.json.encode(document).decode()},
        pdf_tags=is_tagged,
    )
    return pdf


def _let_go() -> None:
    """Make typst drop what it keeps of the last documents: empty ones take their places."""
    for _document in range(DOCUMENTS_KEPT + 1):
        typst.compile(b"", font_paths=load_fonts(), ignore_system_fonts=True)


def _join(parts: list[bytes], document: Document) -> bytes:
    writer = PdfWriter()
    for part in parts:
        writer.append(BytesIO(part))
    writer.add_metadata({"/Title": document.title})
    joined = BytesIO()
    writer.write(joined)
    return joined.getvalue()
