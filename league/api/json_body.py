"""Read the body of a request: JSON of a bounded size, and nothing that a strict reader would not take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from league.api.refusals import RequestRefusedError
from rules.game import fill
from scoring.json_text import UnreadableError, read_json

#: A long evening's sheets are a few kilobytes; more is a mistake, or meant to keep the site busy.
LONGEST_BODY = 256 * 1024


class JSONBodyParser(BaseParser):
    """The parser of every view. Raises RequestRefusedError for a body that is too long or no JSON."""

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
