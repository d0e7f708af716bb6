"""Rows of matches, as every format makes them, and what an audit row says of them."""

from __future__ import annotations

from collections.abc import Iterable

from league.models import Event, Match
from league.selectors.match_plans import MatchSettings
from scoring.matching import Pairing


def make_match(event: Event, settings: MatchSettings, round_number: int, number: int, pairing: Pairing) -> Match:
    """A match of a round, unsaved; without a second side it is a bye."""
    return Match(
        event=event,
        round_number=round_number,
        number=number,
        first_id=pairing.first,
        second_id=pairing.second,
        games=settings.games,
        counts_best=settings.counts_best,
    )


def describe_matches(event: Event, matches: Iterable[Match]) -> list[list[object]]:
    """Matches for an audit row: round, number and both names."""
    names = dict(event.entries.values_list("pk", "name"))
    return [
        [match.round_number, match.number, names.get(match.first_id or 0, ""), names.get(match.second_id or 0, "")]
        for match in matches
    ]
