"""The standings of a season, line by line: the place, the figure that is ranked, and what each evening brought."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any
from zlib import crc32

from django.core.cache import cache
from django.db import transaction
from msgspec import Struct

from league.models import Season
from league.selectors.kept_standings import KEPT_SECONDS
from league.selectors.season_ranking import COUNTING, HeldEvening, SeasonRanking, rank_season
from league.selectors.standings import find_deciding
from scoring.figure_texts import write_figure
from scoring.figures import Counted, count_attended
from scoring.placing import Apart, Placed
from scoring.tiebreaks import find_tie_break


class EveningCell(Struct, frozen=True, kw_only=True):
    """What one evening brought somebody. `value` is None where it was missed."""

    number: int
    value: Fraction | None = None
    is_dropped: bool = False

    @property
    def text(self) -> str:
        """The figure as people read it."""
        return "" if self.value is None else write_figure(self.value)


class SeasonLine(Struct, frozen=True, kw_only=True):
    """One line: `number` is that of the person, or of the pair or team in the season (season_units).

    `value` is what is ranked, `adjusted` the adjustments in it. `decided_by` is the code of what parted the line from
    the one above. `apart` says why there is no rank.
    """

    number: int
    name: str
    rank: int | None
    is_shared: bool
    value: Fraction
    adjusted: Fraction
    attended: int
    games_won: int
    games_played: int
    evenings: tuple[EveningCell, ...]
    apart: Apart | None = None
    decided_by: str = ""
    is_unresolved: bool = False

    @property
    def total(self) -> str:
        """What is ranked, as people read it."""
        return write_figure(self.value)


class EveningHead(Struct, frozen=True, kw_only=True):
    """An evening as a column: its number in the season and the events that count for it, slug -> name."""

    number: int
    events: Mapping[str, str]


class SeasonStandings(Struct, frozen=True, kw_only=True):
    """A season's standings. `ranked_by` and `tie_breaks` are codes; `unresolved` are ties that nobody has decided.

    `not_added` are the names of events whose figures cannot be added up: fewer is better there.
    """

    lines: tuple[SeasonLine, ...]
    evenings: tuple[EveningHead, ...]
    ranked_by: str
    tie_breaks: tuple[str, ...]
    unresolved: tuple[tuple[int, ...], ...]
    not_added: tuple[str, ...] = ()


def list_season_standings(season: Season) -> SeasonStandings:
    """The standings, kept until something of the season or of one of its events changes.

    Inside a transaction nothing is kept: what is seen there may never come to be.
    """
    if transaction.get_connection().in_atomic_block:
        return write_lines(rank_season(season))
    signature = _sign(season)
    key = f"season-standings:{crc32(' '.join(SeasonLine.__struct_fields__).encode())}:{season.pk}"
    kept = cache.get(key)
    if kept is not None and kept[0] == signature:
        made: SeasonStandings = kept[1]
        return made
    made = write_lines(rank_season(season))
    cache.set(key, (signature, made), KEPT_SECONDS)
    return made


def _sign(season: Season) -> tuple[object, ...]:
    """Other after everything that can change the standings; a correction window ends by itself."""
    now = Season.objects.get(pk=season.pk)
    events = season.events.order_by("pk")
    return now.revision, tuple((event.pk, event.revision, str(event.stage)) for event in events)


def write_lines(ranked: SeasonRanking) -> SeasonStandings:
    """The lines of a ranking, best first, then those who stand apart."""
    ranking = ranked.ranking
    decided = find_deciding(ranking)
    unresolved = {number for tied in ranking.unresolved for number in tied}
    heads = list_heads(ranked.evenings)
    return SeasonStandings(
        lines=tuple(
            SeasonLine(
                number=placed.entry,
                name=ranked.units.names[placed.entry],
                rank=placed.rank,
                is_shared=placed.is_shared,
                value=_find_value(ranked, placed),
                adjusted=_find_adjusted(ranked, placed),
                attended=count_attended(placed.figures.every),
                games_won=sum(each.outcome == "won" for each in placed.figures.every),
                games_played=sum(each.result.kind == "played" for each in placed.figures.every),
                evenings=tuple(list_cells(ranked, placed, heads)),
                apart=placed.apart,
                decided_by=decided.get(placed.entry, ""),
                is_unresolved=placed.entry in unresolved,
            )
            for placed in (*ranking.places, *ranking.apart)
        ),
        evenings=heads,
        ranked_by=ranked.standings.rank_by,
        tie_breaks=ranked.standings.tie_breaks,
        unresolved=ranking.unresolved,
        not_added=tuple(event.name for event in ranked.left_out if event.stage in COUNTING[ranked.rules.events]),
    )


def list_heads(evenings: Iterable[HeldEvening]) -> tuple[EveningHead, ...]:
    """The columns: an evening that makes up for another stands in the column of that one."""
    columns: dict[int, dict[str, str]] = defaultdict(dict)
    for held in evenings:
        columns[held.counts_for][held.event.slug] = held.event.name
    return tuple(EveningHead(number=number, events=columns[number]) for number in sorted(columns))


def list_cells(ranked: SeasonRanking, placed: Placed, heads: Iterable[EveningHead]) -> Iterator[EveningCell]:
    """What each evening brought somebody, in the order of the columns."""
    by_evening: dict[int, list[Counted]] = defaultdict(list)
    for each in placed.figures.every:
        by_evening[each.result.counted_evening].append(each)
    dropped = {each.result.counted_evening for each in placed.figures.dropped}
    kept = {each.result.counted_evening for each in placed.figures.counted}
    for head in heads:
        own = by_evening.get(head.number)
        yield EveningCell(
            number=head.number,
            value=_sum_up(ranked, own) if own else None,
            is_dropped=head.number in dropped - kept,
        )


def _sum_up(ranked: SeasonRanking, own: Iterable[Counted]) -> Fraction:
    what = find_tie_break(ranked.standings.rank_by).figure
    assert what is not None
    counted = [each for each in own if each.is_game or not ranked.standings.per_game]
    total = Fraction(sum(map(what, counted)))
    return total / max(len(counted), 1) if ranked.standings.per_game else total


def _find_value(ranked: SeasonRanking, placed: Placed) -> Fraction:
    ranked_by = find_tie_break(ranked.standings.rank_by)
    assert ranked_by.figure is not None
    return placed.figures.add_up(ranked_by.figure, amount=ranked_by.amount)


def _find_adjusted(ranked: SeasonRanking, placed: Placed) -> Fraction:
    amount = find_tie_break(ranked.standings.rank_by).amount
    return Fraction(sum(map(amount, placed.figures.adjustments))) if amount else Fraction(0)


def write_season_standings(season: Season) -> dict[str, Any]:
    """The standings as plain figures, best first: what the API and `manage.py standings --season --json` give.

    Figures that are no whole numbers are texts, exact where they come out even.
    """
    standings = list_season_standings(season)
    return {
        "season": season.slug,
        "league": season.league.slug,
        "revision": season.revision,
        "ranked_by": standings.ranked_by,
        "tie_breaks": list(standings.tie_breaks),
        "evenings": [{"number": head.number, "events": list(head.events)} for head in standings.evenings],
        "standings": [_write_line(line) for line in standings.lines],
        "unresolved": [list(tied) for tied in standings.unresolved],
    }


def _write_line(line: SeasonLine) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "id": line.number,
        "name": line.name,
        "value": write_plain(line.value),
        "adjusted": write_plain(line.adjusted),
        "evenings_attended": line.attended,
        "games_played": line.games_played,
        "games_won": line.games_won,
        "evenings": [
            {"number": cell.number, "value": write_plain(cell.value), "dropped": cell.is_dropped}
            for cell in line.evenings
            if cell.value is not None
        ],
        "tied": line.is_shared,
        "unresolved": line.is_unresolved,
        "decided_by": line.decided_by,
        "apart": line.apart,
    }


def write_plain(value: Fraction) -> str:
    """A figure for programs, with a hyphen for a minus."""
    return write_figure(value).replace("\N{MINUS SIGN}", "-")
