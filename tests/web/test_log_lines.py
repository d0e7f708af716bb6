"""A refused request is one line of the log; a fault of the site keeps its traceback."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest
from django.test import Client

from league.models import Event


@pytest.fixture
def log() -> io.StringIO:
    """What the handler of the settings writes."""
    return io.StringIO()


@pytest.fixture(autouse=True)
def handler(log: io.StringIO) -> Iterator[None]:
    (written,) = [each for each in logging.getLogger().handlers if type(each) is logging.StreamHandler and each.filters]
    before = written.setStream(log)
    yield
    written.setStream(before)


@pytest.mark.parametrize(
    ("path", "data", "status"),
    [
        ("/events/tuesday/links/", None, 403),
        ("/events/nowhere/", None, 404),
        ("/events/tuesday/round/1/table/1/", {"action": "none"}, 400),
    ],
)
def test_a_refusal_is_one_line(
    path: str, data: dict[str, str] | None, status: int, event: Event, table: object, scorer: Client, log: io.StringIO
) -> None:
    answer = scorer.get(path) if data is None else scorer.post(path, data)
    assert answer.status_code == status
    lines = log.getvalue().splitlines()
    assert len(lines) == 1, lines
    assert " WARNING " in lines[0]


def test_what_is_refused_every_evening_is_no_line(scorer: Client, log: io.StringIO) -> None:
    assert scorer.post("/open/", {"code": "wrong"}).status_code == 422
    assert log.getvalue() == ""


def test_a_fault_of_the_site_keeps_its_traceback(log: io.StringIO) -> None:
    try:
        raise ValueError("broken")
    except ValueError:
        logging.getLogger("django.request").exception("Internal Server Error: /")
    assert "Traceback" in log.getvalue()
    assert "ValueError: broken" in log.getvalue()
