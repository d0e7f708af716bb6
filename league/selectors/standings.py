"""An event's standings and tables in play, from the derived results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db.models import Min
from django.utils.timezone import localtime
from msgspec import Struct

from league.models import AuditRow, DealRecord, Entry, Event, SeatResult
from league.models.result import Outcome
from league.selectors.event_ranking import EventRanking, RankedGroup, rank_event
from league.selectors.kept_standings import keep_for_revision
from league.selectors.standing_inputs import Inputs
from scoring.figure_texts import write_figure
from scoring.placing import Apart, Placed, Ranking
from scoring.standings import Place, Score
from scoring.tiebreaks import BY_HAND, find_tie_break


class Standing(Struct, frozen=True, kw_only=True):
    """One line of the standings: a place, who it is, and what they are doing now.

    `division` is the name of the division in which the place is, or "". `apart` says why there is no rank.
    `decided_by` is what parted the line from the one above: the code of a tie-break, and "" for the first and for who
    shares a place. `is_unresolved`: the place is shared after some game, and nobody has decided what becomes of it.
    `figures` has what the rules rank by and those tie-breaks that were asked, code -> text.
    `corrected_at` is when a finished result that it counts was corrected last; None where none was.
    """

    place: Place
    entry: Entry
    players: tuple[str, ...]
    games_open: int
    corrected_at: datetime | None = None
    division: str = ""
    apart: Apart | None = None
    decided_by: str = ""
    is_unresolved: bool = False
    figures: Mapping[str, str] = {}

    def count(self, code: str) -> int:
        """How often something beside the points was counted (loners made)."""
        return self.place.score.counts.get(code, 0)


def list_standings(event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None) -> list[Standing]:
    """The event's standings, best first; where there are divisions, one after the other.

    Only finished games count; a game in play is shown, not counted.
    `instead`: table -> unsaved results that stand in for its stored ones, to see what they would change.
    """
    if instead:
        return _list_lines(event, rank_event(event, instead=instead))
    return keep_for_revision(event, Standing, lambda now: _list_lines(now, rank_event(now)))


def write_standings(event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None) -> list[dict[str, Any]]:
    """The standings as plain figures, best first: what the API and `manage.py standings --json` give.

    `instead` is that of `list_standings`.
    """
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
            "id": line.entry.pk,
            "division": line.division,
            "tied": line.place.is_shared,
            "unresolved": line.is_unresolved,
            "decided_by": line.decided_by,
            "apart": line.apart,
            "withdrawn": line.entry.withdrawn_from is not None,
            "figures": dict(line.figures),
        }
        for line in list_standings(event, instead=instead)
    ]


def _list_lines(event: Event, ranked: EventRanking) -> list[Standing]:
    corrected = _find_corrected(event)
    return [line for group in ranked.groups for line in _list_group(ranked.inputs, group, corrected)]


def _list_group(inputs: Inputs, group: RankedGroup, corrected: Mapping[int, datetime]) -> Iterator[Standing]:
    ranking = group.ranking
    decided = find_deciding(ranking)
    unresolved = set() if ranking.shares_by_bracket else {entry for tied in ranking.unresolved for entry in tied}
    figures = _write_figures(ranking)
    for placed in (*ranking.places, *ranking.apart):
        pk = placed.entry
        yield Standing(
            place=Place(rank=placed.rank, score=_add_up(inputs, placed), is_shared=placed.is_shared),
            entry=inputs.entries[pk],
            players=inputs.players[pk],
            games_open=inputs.playing.get(pk, 0),
            corrected_at=corrected.get(pk),
            division=group.division,
            apart=placed.apart,
            decided_by=decided.get(pk, ""),
            is_unresolved=pk in unresolved and bool(placed.figures.every),
            figures={code: texts[pk] for code, texts in figures.items() if pk in texts},
        )


def find_deciding(ranking: Ranking) -> dict[int, str]:
    """Entry -> the code of what parted it from the next above; not for the first, nor for the others on a place."""
    order = {placed.entry: place for place, placed in enumerate(ranking.places)}
    decided: dict[int, str] = {}
    for step in ranking.steps:
        for part in step.parts[1:]:
            decided[min(part, key=order.__getitem__)] = step.code
    return decided


def _write_figures(ranking: Ranking) -> dict[str, dict[int, str]]:
    """Code -> entry -> text: what is ranked by, and the tie-breaks that were asked, of those of whom they say it."""
    asked = dict.fromkeys((ranking.field.rules.rank_by, *(step.code for step in ranking.steps)))
    written: dict[str, dict[int, str]] = {}
    for code in asked:
        if code == BY_HAND.code:
            continue
        values: dict[int, Fraction] = {}
        if find_tie_break(code).can_be_ranked_by:
            everybody = frozenset(ranking.field.figures)
            measured = find_tie_break(code).measure(ranking.field, everybody)
            values = dict(measured.values) if measured else {}
        else:
            for step in ranking.steps:
                if step.code == code and step.measured is not None:
                    values |= step.measured.values
        written[code] = {entry: write_figure(value) for entry, value in values.items()}
    return written


def _add_up(inputs: Inputs, placed: Placed) -> Score:
    """The totals of what counts, with adjustments of points."""
    counted = placed.figures.counted
    outcomes = Counter(each.outcome for each in counted)
    counts: Counter[str] = Counter()
    for each in counted:
        if each.result.kind == "played":
            counts.update(each.result.counts)
    given = sum(adjustment.points for adjustment in placed.figures.adjustments)
    return Score(
        entry=placed.entry,
        games_won=outcomes["won"],
        games_lost=outcomes["lost"],
        games_drawn=outcomes["drawn"],
        games_ended=outcomes["ended"],
        points_for=sum(each.points_for for each in counted) + given,
        points_against=sum(each.points_against for each in counted),
        deals=sum(inputs.deals.get((placed.entry, each.result.game), 0) for each in counted),
        counts=dict(counts),
    )


def _find_corrected(event: Event) -> dict[int, datetime]:
    """Entry -> when one of its results that count was corrected last, after it had come to its end."""
    counted = event.results.exclude(outcome=Outcome.OPEN).filter(table__corrected_at__isnull=False)
    rows = list(counted.values_list("entry", "table", "table__corrected_at").order_by())
    ended = _find_ends({table for _entry, table, _at in rows}) if rows else {}
    latest: dict[int, datetime] = {}
    for entry, table, at in rows:
        if at is not None and (table not in ended or at >= ended[table]):
            latest[entry] = max(at, latest.get(entry, at))
    return latest


def _find_ends(tables: Collection[int]) -> dict[int, datetime]:
    """Table -> when it came to its end first: its last hand was entered, or time called after that."""
    hands = DealRecord.objects.filter(table__in=tables).values_list("table", "position")
    called = AuditRow.objects.filter(table__in=tables, action="time_called").values_list("table")
    ended: dict[int, datetime] = {}
    for table, _position, first in hands.annotate(first=Min("recorded_at")).order_by():
        ended[table] = max(first, ended.get(table, first))
    for table, first in called.annotate(first=Min("at")).order_by():
        ended[table] = max(first, ended.get(table, first))
    return ended
