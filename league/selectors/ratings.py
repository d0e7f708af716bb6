"""The ratings of a league as they are stored, and the games of which they are made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, F, Max, OuterRef, Subquery, Sum
from msgspec import Struct

from league.models import League, Player, PlayerMerge, RatingStep, SeatResult
from league.models.result import Outcome
from league.selectors.people import find_person
from league.selectors.played_games import ORDER_OF_PLAY, list_hidden_tables
from scoring.ratings import Rating


class RatedSide(Struct, frozen=True, kw_only=True):
    """A side of a game: who was on it, and its place, 1 the best; sides level with each other share one."""

    side: str
    rank: int
    persons: tuple[int, ...]


class RatedTable(Struct, frozen=True, kw_only=True):
    """A finished game as ratings take it."""

    table: int
    sides: tuple[RatedSide, ...]


class RatingLine(Struct, frozen=True, kw_only=True):
    """A line of the list of ratings: a person, what is thought of the strength, of how many games."""

    rank: int
    player: Player
    rating: Rating


def find_ratings_mark(league: League) -> str:
    """What is another one once any result, date or merge of a league has changed: cheap to ask for."""
    events = league.events.aggregate(count=Count("pk"), revisions=Sum("revision"))
    merged = PlayerMerge.objects.filter(player__league=league).aggregate(last=Max("pk"))["last"]
    return f"1-{events['count']}-{events['revisions'] or 0}-{merged or 0}"


def list_rated_tables(league: League) -> Iterator[RatedTable]:
    """The finished games of a league in the order of play, with the persons who sat there.

    Of a game that nobody wins the points of the sides say their places.
    """
    hidden = list_hidden_tables(league)
    results = SeatResult.objects.filter(event__league=league).exclude(outcome=Outcome.OPEN)
    fields = ("table", "side", "outcome", "points", "player", "player__same_as")
    rows = results.order_by(*ORDER_OF_PLAY, "seat").values_list(*fields)
    for table, group in groupby(rows.iterator(), key=itemgetter(0)):
        sides: dict[str, tuple[tuple[bool, int], list[int]]] = {}
        for _table, side, outcome, points, player, person in group:
            sides.setdefault(side, ((outcome != Outcome.WON, -points), []))[1].append(person or player)
        persons = [person for _worth, here in sides.values() for person in here]
        if table in hidden or len(sides) < 2 or len(set(persons)) < len(persons):
            continue
        worths = [worth for worth, _here in sides.values()]
        yield RatedTable(
            table=table,
            sides=tuple(
                RatedSide(side=side, rank=1 + sum(other < worth for other in worths), persons=tuple(here))
                for side, (worth, here) in sides.items()
            ),
        )


def list_ratings(league: League) -> list[RatingLine]:
    """The persons of a league by what their ratings show, best first; equal ones share a place."""
    latest = RatingStep.objects.filter(player=OuterRef("player")).order_by("-position").values("position")[:1]
    steps = RatingStep.objects.filter(player__league=league)
    games = dict(steps.order_by().values_list("player").annotate(count=Count("pk")))
    last = steps.filter(position=Subquery(latest)).select_related("player").order_by()
    ratings = [(step.player, Rating(mean=step.mu, spread=step.sigma, games=games[step.player_id])) for step in last]
    ratings.sort(key=lambda each: (-each[1].shown, each[0].name.casefold(), each[0].pk))
    shown = [rating.shown for _player, rating in ratings]
    return [RatingLine(rank=1 + shown.index(rating.shown), player=player, rating=rating) for player, rating in ratings]


def find_rating(player: Player) -> Rating | None:
    """A person's rating now; None before the first game."""
    steps = list_rating_steps(player)
    return Rating(mean=steps[-1].mu, spread=steps[-1].sigma, games=len(steps)) if steps else None


def list_rating_steps(player: Player) -> list[RatingStep]:
    """A person's ratings after each game, the earliest first."""
    steps = find_person(player).rating_steps.select_related("table__event", "table__round")
    return list(steps.order_by(F("position").asc()))
