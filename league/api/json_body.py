"""Read the body of a request: JSON of a bounded size, and nothing that a strict reader would not take."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from league.api.refusals import RequestRefusedError, write_violations
from rules.game import fill
from scoring.json_text import UnreadableError, find_repeats, read_json

#: A long evening's sheets are a few kilobytes; more is a mistake, or meant to keep the site busy.
LONGEST_BODY = 256 * 1024

#: So many keys that are said twice are named: a body made of them would be answered with a far longer text.
MOST_REPEATS = 20


class SheetBodyParser(BaseParser):
    """The parser of score sheets. Raises RequestRefusedError for a body that is too long or no JSON.

    A key that a sheet says twice is a fault of the sheet, which is told at its deal beside all others.
    """

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """One JSON value, see `scoring.json_text`."""
        content = stream.read(LONGEST_BODY + 1)
        if len(content) > LONGEST_BODY:
            message = _("The request has more than %(most)s: send it in parts.")
            raise RequestRefusedError(413, code="too_large", message=message % {"most": filesizeformat(LONGEST_BODY)})
        try:
            return read_json(content)
        except UnreadableError as error:
            violation = error.violation
            message = fill(_(violation.template), violation.values)
            raise RequestRefusedError(400, code=violation.code, message=message) from error


class JSONBodyParser(SheetBodyParser):
    """The parser of every other view: raises RequestRefusedError for a key that is said twice, too."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """One JSON value in which every object says each of its keys once."""
        body = super().parse(stream, media_type, parser_context)
        if faults := write_violations(islice(find_repeats(body), MOST_REPEATS)):
            raise RequestRefusedError(400, faults=faults)
        return body
