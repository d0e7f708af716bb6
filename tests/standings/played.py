"""Games as published tables write them, made into the results of both entries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from msgspec import structs

from scoring.game_results import Kind, Outcome, Result
from scoring.placing import Ranking
from scoring.standing_rules import LeaguePoints

#: Three points for a win and one for a draw.
FOOTBALL = LeaguePoints(won=Decimal(3), drawn=Decimal(1))


def pair_results(
    game: int, one: int, other: int, scored: int, conceded: int, *, evening: int = 1, match: int | None = None
) -> tuple[Result, Result]:
    """A game between two entries, from each side."""
    return tuple(
        Result(
            game=game,
            entry=entry,
            evening=evening,
            round=game,
            match=match,
            opponents=(opponent,),
            outcome=find_outcome(points, against),
            points_for=points,
            points_against=against,
            deals=(game * 10 + 1, game * 10 + 2),
        )
        for entry, opponent, points, against in ((one, other, scored, conceded), (other, one, conceded, scored))
    )  # type: ignore[return-value]


def find_outcome(scored: int, conceded: int) -> Outcome:
    return "won" if scored > conceded else "lost" if scored < conceded else "drawn"


def read_games(names: Sequence[str], text: str) -> list[Result]:
    """Lines such as "Italy 0 1 Ireland"; the entries are numbered as in `names`, from 1."""
    results: list[Result] = []
    for game, line in enumerate(text.strip().splitlines(), start=1):
        one, scored, conceded, other = line.split()
        results += pair_results(
            game, names.index(one) + 1, names.index(other) + 1, int(scored), int(conceded), evening=game
        )
    return results


def unplayed(kind: Kind, *, game: int, entry: int, evening: int = 1, opponents: tuple[int, ...] = ()) -> Result:
    return Result(game=game, entry=entry, evening=evening, round=game, kind=kind, opponents=opponents)


def list_places(ranking: Ranking, names: Sequence[str]) -> list[str]:
    """The places as a table writes them: "1 Ann", "2 Bob", "2 Cid"."""
    return [f"{placed.rank} {names[placed.entry - 1]}" for placed in ranking.places]


def find_decider(ranking: Ranking, one: int, other: int) -> str | None:
    """The tie-break that parted two; None where nothing did."""
    last = ranking.list_comparisons(one, other)[-1]
    is_parted = any(one in group and other not in group for group in last.parts)
    return last.code if is_parted else None


def give(results: Iterable[Result], **figures: object) -> list[Result]:
    """The results of a game with further figures."""
    return [structs.replace(result, **figures) for result in results]
