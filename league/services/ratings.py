"""Work out the ratings of a league from its results. They are derived: only what differs is worked out again.

A step is stored with the game it was made of. The first game that is not as it was taken for, because a result was
corrected, an event got another date or two players are one, is where rating begins again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from django.db import transaction
from msgspec import Struct

from league.models import League, RatingStep
from league.selectors.ratings import RatedTable, find_ratings_mark, list_rated_tables
from scoring.ratings import RatedGame, Rating, rate_games

#: So many games are rated between two reports of progress.
GAMES_A_PIECE = 500

#: Told how many games are rated of how many.
Progress = Callable[[int, int], None]


class Rerated(Struct, frozen=True, kw_only=True):
    """What bringing ratings up to date came to: all games, and how many of them had to be rated.

    `is_done` is False where that were more than was allowed: nothing is stored then.
    """

    games: int
    rated: int
    is_done: bool = True


def are_ratings_stale(league: League) -> bool:
    """Whether anything changed since a league's ratings were worked out."""
    return league.has_ratings and league.ratings_mark != find_ratings_mark(league)


def refresh_ratings(
    league: League, *, anew: bool = False, most: int | None = None, on_progress: Progress | None = None
) -> Rerated:
    """Bring a league's ratings up to date, all of them `anew` where asked; nothing happens where it has none.

    `most` is how many games may be rated at once.
    """
    with transaction.atomic():
        league.refresh_from_db(from_queryset=League.objects.select_for_update(no_key=True))
        if not league.has_ratings:
            return Rerated(games=0, rated=0)
        mark = find_ratings_mark(league)
        if mark == league.ratings_mark and not anew:
            return Rerated(games=0, rated=0)
        tables = list(list_rated_tables(league))
        stored = _list_stored(league)
        kept = 0 if anew else _count_same(tables, stored)
        if most is not None and len(tables) - kept > most:
            return Rerated(games=len(tables), rated=0, is_done=False)
        RatingStep.objects.filter(player__league=league, position__gt=kept).delete()
        _rate(tables, kept, _read_ratings(stored[:kept]), on_progress=on_progress)
        League.objects.filter(pk=league.pk).update(ratings_mark=mark)
        league.ratings_mark = mark
    return Rerated(games=len(tables), rated=len(tables) - kept)


def drop_ratings(league: League) -> None:
    """Forget a league's ratings: they can be worked out again."""
    RatingStep.objects.filter(player__league=league).delete()
    League.objects.filter(pk=league.pk).update(ratings_mark="")
    league.ratings_mark = ""


def _list_stored(league: League) -> list[list[RatingStep]]:
    """The stored steps, game by game."""
    steps = RatingStep.objects.filter(player__league=league).order_by("position", "pk")
    return [list(group) for _position, group in groupby(steps, key=lambda step: step.position)]


def _count_same(tables: Sequence[RatedTable], stored: Sequence[Sequence[RatingStep]]) -> int:
    """How many games, from the first on, are what the stored steps were made of."""
    for number, (table, steps) in enumerate(zip(tables, stored, strict=False)):
        taken = {(step.player_id, step.side, step.rank) for step in steps}
        found = {(person, side.side, side.rank) for side in table.sides for person in side.persons}
        if taken != found or any((step.table_id, step.position) != (table.table, number + 1) for step in steps):
            return number
    return min(len(tables), len(stored))


def _read_ratings(stored: Sequence[Sequence[RatingStep]]) -> dict[int, Rating]:
    """Person -> the rating after these games."""
    ratings: dict[int, Rating] = {}
    for steps in stored:
        for step in steps:
            games = ratings[step.player_id].games if step.player_id in ratings else 0
            ratings[step.player_id] = Rating(mean=step.mu, spread=step.sigma, games=games + 1)
    return ratings


def _rate(tables: Sequence[RatedTable], kept: int, ratings: dict[int, Rating], *, on_progress: Progress | None) -> None:
    """Rate the games after the first `kept` and store a step for everybody in them."""
    for start in range(kept, len(tables), GAMES_A_PIECE):
        piece = tables[start : start + GAMES_A_PIECE]
        positions = {table.table: start + place for place, table in enumerate(piece, start=1)}
        sides = {(table.table, person): side for table in piece for side in table.sides for person in side.persons}
        steps = []
        for person, history in rate_games(_make_games(piece, positions), starts=ratings).items():
            ratings[person] = history[-1]
            steps += [
                RatingStep(
                    player_id=person,
                    table_id=rating.game,
                    position=positions[rating.game],
                    mu=rating.mean,
                    sigma=rating.spread,
                    side=sides[rating.game, person].side,
                    rank=sides[rating.game, person].rank,
                )
                for rating in history[1:]
                if rating.game is not None
            ]
        RatingStep.objects.bulk_create(steps, batch_size=1_000)
        if on_progress is not None:
            on_progress(start + len(piece), len(tables))


def _make_games(tables: Sequence[RatedTable], positions: dict[int, int]) -> list[RatedGame]:
    return [
        RatedGame(
            number=positions[table.table],
            game=table.table,
            sides=tuple(side.persons for side in table.sides),
            ranks=tuple(side.rank for side in table.sides),
        )
        for table in tables
    ]
