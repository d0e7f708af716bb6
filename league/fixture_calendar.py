"""Fixtures as a calendar file (iCalendar, RFC 5545).

Times are written without a zone ("floating"): 19:30 is 19:30 where the cards are played, before and after the clocks
change. A match without a time is a whole day.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from league.models import Match
from league.selectors.team_entries import read_team_rules

#: How long a match stands in the calendar.
LENGTH = datetime.timedelta(hours=3)
LONGEST_LINE = 75


def write_calendar(matches: Iterable[Match], *, name: str, host: str, stamp: datetime.datetime) -> str:
    """The matches that have a date, as a file. `host` makes their names unique in the world, `stamp` says when it was
    written."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Odd Trick//Fixtures//EN",
        f"X-WR-CALNAME:{_escape(name)}",
        *(line for match in matches if match.held_on for line in _write_match(match, host=host, stamp=stamp)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _fold(line))


def _write_match(match: Match, *, host: str, stamp: datetime.datetime) -> list[str]:
    venue = match.first.team.venue if match.first and match.first.team else ""
    return [
        "BEGIN:VEVENT",
        f"UID:match-{match.event_id}-{match.round_number}-{match.first_id}-{match.second_id}@{host}",
        f"DTSTAMP:{stamp.astimezone(datetime.UTC):%Y%m%dT%H%M%SZ}",
        *_write_time(match),
        f"SUMMARY:{_escape(f'{match.first} – {match.second}')}",
        *([f"LOCATION:{_escape(venue)}"] if venue else []),
        "END:VEVENT",
    ]


def _write_time(match: Match) -> list[str]:
    assert match.held_on is not None
    starts_at = read_team_rules(match.event).starts_at
    if not starts_at:
        return [
            f"DTSTART;VALUE=DATE:{match.held_on:%Y%m%d}",
            f"DTEND;VALUE=DATE:{match.held_on + datetime.timedelta(days=1):%Y%m%d}",
        ]
    start = datetime.datetime.combine(match.held_on, datetime.time.fromisoformat(starts_at))
    return [f"DTSTART:{start:%Y%m%dT%H%M%S}", f"DTEND:{start + LENGTH:%Y%m%dT%H%M%S}"]


def _escape(text: str) -> str:
    """Text as a value: RFC 5545, 3.3.11. A line break would begin another property."""
    for character in ("\\", ";", ","):
        text = text.replace(character, f"\\{character}")
    return " ".join(text.split())


def _fold(line: str) -> Iterable[str]:
    """A line in pieces of 75 bytes at most, never within a character: RFC 5545, 3.1."""
    piece = ""
    for character in line:
        if len((piece + character).encode()) > LONGEST_LINE:
            yield piece
            piece = " "
        piece += character
    yield piece
