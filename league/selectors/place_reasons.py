"""Why an entry stands where it does: sentences, with the games and hands behind each figure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain

from msgspec import Struct

from league.models import Event, SeatResult, Table
from league.selectors.event_ranking import EventRanking, rank_event
from league.selectors.kept_standings import keep_for_revision
from league.selectors.table_folds import fold_tables
from scoring.explanations import explain_place
from scoring.figures import Counted
from scoring.placing import Placed
from scoring.sentences import Sentence
from scoring.sheet import Played
from scoring.tiebreaks import COUNTS

COUNT_CODES = frozenset(tie_break.code for tie_break in COUNTS)


class GameBehind(Struct, frozen=True, kw_only=True):
    """A game of an entry as it counts. `table` is None for one that was not played."""

    counted: Counted
    table: Table | None
    opponents: tuple[str, ...]
    is_dropped: bool


class PlaceReasons(Struct, frozen=True, kw_only=True):
    """Everything about a place. `tables` are those that sentences speak of; `hands` has, by sentence, table -> the
    numbers of the hands that a count comes from.
    """

    placed: Placed
    division: str
    names: Mapping[int, str]
    sentences: tuple[Sentence, ...]
    tables: Mapping[int, Table]
    hands: tuple[Mapping[int, tuple[int, ...]], ...]
    games: tuple[GameBehind, ...]


def read_reasons(
    event: Event,
    entry: int,
    *,
    instead: Mapping[int, Iterable[SeatResult]] | None = None,
    hidden: Mapping[int, int] | None = None,
) -> PlaceReasons:
    """Why an entry stands where it does. `instead` and `hidden` keep back what is not to be seen yet.

    Raises KeyError for an entry that is not in the standings.
    """
    ranked = rank_event(event, instead=instead) if instead else keep_for_revision(event, EventRanking, rank_event)
    group = ranked.find_group(entry)
    placed = group.ranking.find(entry)
    sentences = explain_place(group.ranking, entry)
    own = [each.result.game for each in placed.figures.every]
    numbers = {number for number in chain(own, *(sentence.games for sentence in sentences)) if number > 0}
    tables = {table.pk: table for table in event.tables.filter(pk__in=numbers).select_related("round")}
    return PlaceReasons(
        placed=placed,
        division=group.division,
        names=ranked.inputs.names,
        sentences=sentences,
        tables=tables,
        hands=_find_hands(event, sentences, hidden or {}),
        games=tuple(_list_games(ranked, placed, tables)),
    )


def _list_games(ranked: EventRanking, placed: Placed, tables: Mapping[int, Table]) -> Iterable[GameBehind]:
    dropped = {each.result.game for each in placed.figures.dropped}
    for counted in placed.figures.every:
        yield GameBehind(
            counted=counted,
            table=tables.get(counted.result.game),
            opponents=tuple(ranked.inputs.names[other] for other in counted.result.opponents),
            is_dropped=counted.result.game in dropped,
        )


def _find_hands(
    event: Event, sentences: Iterable[Sentence], hidden: Mapping[int, int]
) -> tuple[Mapping[int, tuple[int, ...]], ...]:
    """The hands in which something was counted that a sentence compares: for counts of the game only."""
    sentences = tuple(sentences)
    speaking = [sentence for sentence in sentences if sentence.tie_break in COUNT_CODES]
    games = {game for sentence in speaking for game in sentence.games if game > 0}
    counted = _count_hands(event, games, hidden) if games else {}
    return tuple(
        {
            game: counted[game, sentence.tie_break]
            for game in sentence.games
            if sentence in speaking and (game, sentence.tie_break) in counted
        }
        for sentence in sentences
    )


def _count_hands(
    event: Event, games: Collection[int], hidden: Mapping[int, int]
) -> dict[tuple[int, str], tuple[int, ...]]:
    """(table, count) -> the numbers of the hands that it counts."""
    found: dict[tuple[int, str], tuple[int, ...]] = {}
    for fold in fold_tables(event.tables.filter(pk__in=games), hidden=hidden):
        for step in fold.folded.steps:
            if isinstance(step.entry, Played) and step.number is not None:
                for tally in fold.folded.game.tallies(step.entry.deal, step.before):
                    key = (fold.table.pk, tally.code)
                    found[key] = tuple(dict.fromkeys((*found.get(key, ()), step.number)))
    return found
