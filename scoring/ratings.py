"""Ratings for games of partners: how strong each person seems from who won with whom against whom.

An option beside standings, which never use it. The model is Plackett-Luce in the form of Weng and Lin, "A Bayesian
Approximation Method for Online Ranking" (JMLR 12, 2011, pages 267-300), by the package openskill: sides of any size,
any number of sides, and draws. Partners share a result, and each moves by as much as is uncertain about that person.

The same games in the same order always give the same figures. They are floats and for showing only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating


class RatingRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a new player starts with: `mean` is the strength, `spread` how little is known of it (the package's own).

    `drift` is what is forgotten before every game, so that a rating can still move after many.
    """

    mean: float = 25.0
    spread: float = 25.0 / 3.0
    drift: float = 25.0 / 300.0


class RatedGame(Struct, frozen=True, kw_only=True):
    """A game for ratings: the players of each side and the place of each side, 1 the best; equal ones drew.

    `number` is the order in which games are rated; `game` is the game itself.
    """

    number: int
    sides: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    game: int = 0


class Rating(Struct, frozen=True, kw_only=True):
    """What is thought of a player: a strength, and how uncertain that is. Before the first game `game` is None."""

    mean: float
    spread: float
    games: int = 0
    game: int | None = None

    @property
    def shown(self) -> float:
        """A strength that the player has almost surely (99.7 %): three spreads below the mean, to one decimal."""
        return round(self.mean - 3 * self.spread, 1)


def rate_games(
    games: Iterable[RatedGame], rules: RatingRules | None = None, *, starts: Mapping[int, Rating] | None = None
) -> Mapping[int, tuple[Rating, ...]]:
    """The history of each player's rating: the start, then one after each game, in the order of `number`.

    `starts` are ratings that players bring along, from the season before; all others start as the rules say.
    Raises ValueError for a game of less than two sides, a side of nobody, somebody who is there twice, sides without a
    rank each, or two games of one number.
    """
    rules = rules or RatingRules()
    model = PlackettLuce(mu=rules.mean, sigma=rules.spread, tau=rules.drift)
    histories: dict[int, list[Rating]] = defaultdict(lambda: [Rating(mean=rules.mean, spread=rules.spread)])
    histories.update({player: [start] for player, start in (starts or {}).items()})
    rated: set[int] = set()
    for game in sorted(games, key=lambda game: game.number):
        _check(game, rated)
        rated.add(game.number)
        sides = [[_put(model, histories[player][-1]) for player in side] for side in game.sides]
        for side, after in zip(game.sides, model.rate(sides, ranks=[float(rank) for rank in game.ranks]), strict=True):
            for player, rating in zip(side, after, strict=True):
                games_before = histories[player][-1].games
                histories[player].append(
                    Rating(mean=rating.mu, spread=rating.sigma, games=games_before + 1, game=game.game)
                )
    return {player: tuple(history) for player, history in sorted(histories.items())}


def rank_ratings(histories: Mapping[int, tuple[Rating, ...]]) -> tuple[int, ...]:
    """Players by what their ratings show now, best first; those who show the same as they are numbered."""
    return tuple(sorted(histories, key=lambda player: (-histories[player][-1].shown, player)))


def _put(model: PlackettLuce, rating: Rating) -> PlackettLuceRating:
    return model.rating(mu=rating.mean, sigma=rating.spread)


def _check(game: RatedGame, rated: set[int]) -> None:
    players = [player for side in game.sides for player in side]
    if game.number in rated:
        raise ValueError(f"Two games have the number {game.number}.")
    if len(game.sides) < 2 or not all(game.sides):
        raise ValueError(f"Game {game.number} needs two sides with somebody on each.")
    if len(set(players)) < len(players):
        raise ValueError(f"Somebody is twice in game {game.number}.")
    if len(game.ranks) != len(game.sides):
        raise ValueError(f"Game {game.number} needs a rank for each of its sides.")
