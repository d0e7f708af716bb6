"""What the log says of requests that were refused: one line, for nothing here is broken."""

from __future__ import annotations

import logging
from http import HTTPStatus

#: Django's loggers of requests that it refused by itself: a wrong host, a form of another site, too many fields.
SECURITY = "django.security"
REQUEST = "django.request"


#: What is answered every evening, when two people enter one hand or somebody forgets a figure: no news for a log.
ORDINARY = frozenset({HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY})


def shorten_refusal(record: logging.LogRecord) -> bool:
    """Take the traceback from the record of a refused request; ordinary refusals do not pass at all.

    Faults of the site (status 500) keep theirs.
    """
    if record.name == REQUEST and getattr(record, "status_code", None) in ORDINARY:
        return False
    is_security = record.name.startswith(SECURITY)
    if is_security or (record.name == REQUEST and record.levelno <= logging.WARNING):
        record.exc_info = record.exc_text = None
        if is_security:
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
    return True
