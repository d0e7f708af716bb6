"""An event's standings and tables in play, from the derived results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils.timezone import localtime
from msgspec import Struct

from league.models import Entry, Event, SeatResult
from league.models.result import Outcome
from scoring.standings import Place, Score, find_order, rank_scores


class Standing(Struct, frozen=True, kw_only=True):
    """One line of the standings: a place, who it is, and what they are doing now.

    `corrected_at` is when a result that it counts was corrected last; None where none was.
    """

    place: Place
    entry: Entry
    players: tuple[str, ...]
    games_open: int
    corrected_at: datetime | None = None

    def count(self, code: str) -> int:
        """How often something beside the points was counted (loners made)."""
        return self.place.score.counts.get(code, 0)


def list_standings(event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None) -> list[Standing]:
    """The event's standings, best first. Only finished games count; a game in play is shown, not counted.

    `instead`: table -> unsaved results that stand in for its stored ones, to see what they would change.
    """
    entries = {entry.pk: entry for entry in event.entries.prefetch_related("players")}
    scores, playing = _sum_results(event, instead or {})
    corrected = _find_corrected(event)
    order = find_order(event.rules)
    places = rank_scores((scores.get(pk, Score(entry=pk)) for pk in entries), order=order)
    return [
        Standing(
            place=place,
            entry=entries[place.score.entry],
            players=tuple(player.name for player in entries[place.score.entry].players.all()),
            games_open=playing[place.score.entry],
            corrected_at=corrected.get(place.score.entry),
        )
        for place in places
    ]


def write_standings(event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None) -> list[dict[str, Any]]:
    """The standings as plain figures, best first: what the API and `manage.py standings --json` give."""
    codes = tuple(event.rules.tally_titles)
    return [
        {
            "rank": line.place.rank,
            "entry": line.entry.name,
            "players": list(line.players),
            "games_won": line.place.score.games_won,
            "games_lost": line.place.score.games_lost,
            "games_drawn": line.place.score.games_drawn,
            "games_ended": line.place.score.games_ended,
            "points_for": line.place.score.points_for,
            "points_against": line.place.score.points_against,
            "difference": line.place.score.difference,
            "games_in_play": line.games_open,
            "corrected_at": line.corrected_at and localtime(line.corrected_at).isoformat(),
            **{code: line.count(code) for code in codes},
        }
        for line in list_standings(event, instead=instead)
    ]


def _find_corrected(event: Event) -> dict[int, datetime]:
    """Entry -> when one of its results that count was corrected last."""
    counted = event.results.exclude(outcome=Outcome.OPEN).filter(table__corrected_at__isnull=False)
    return dict(counted.values_list("entry").annotate(latest=Max("table__corrected_at")).order_by())


def _sum_results(event: Event, instead: Mapping[int, Iterable[SeatResult]]) -> tuple[dict[int, Score], dict[int, int]]:
    """Scores by entry over finished games, and how many of its games are in play."""
    games: dict[tuple[int, int], list[SeatResult]] = defaultdict(list)
    stored = event.results.exclude(table__in=instead).order_by("table_id", "seat_id")
    for result in (*stored, *(result for results in instead.values() for result in results)):
        games[result.entry_id, result.table_id].append(result)
    credited = event.rules.credited_tallies
    sums: dict[int, Score] = {}
    playing: dict[int, int] = defaultdict(int)
    for (entry, _table), results in games.items():
        if results[0].outcome == Outcome.OPEN:
            playing[entry] += bool(results[0].deals)
        else:
            sums[entry] = _add_game(sums.get(entry, Score(entry=entry)), results, credited=credited)
    return sums, playing


def _add_game(score: Score, results: list[SeatResult], *, credited: Collection[str]) -> Score:
    """A score with one more game. Its seats share the side's result; what each did alone adds up.

    `credited` are the counts that are points of one's own.
    """
    side = results[0]
    counts: dict[str, int] = defaultdict(int, score.counts)
    for code, number in side.side_counts.items():
        counts[code] += number
    own_points = 0
    for result in results:
        for code, number in result.own_counts.items():
            counts[code] += number
            own_points += number if code in credited else 0
    return Score(
        entry=score.entry,
        games_won=score.games_won + (side.outcome == Outcome.WON),
        games_lost=score.games_lost + (side.outcome == Outcome.LOST),
        games_drawn=score.games_drawn + (side.outcome == Outcome.DRAWN),
        games_ended=score.games_ended + (side.outcome == Outcome.ENDED),
        points_for=score.points_for + side.points + own_points,
        points_against=score.points_against + side.points_against,
        deals=score.deals + side.deals,
        counts=dict(counts),
    )
