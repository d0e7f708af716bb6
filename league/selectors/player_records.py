"""What a person's games come to: in all, with each partner, against each opponent, evening by evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from league.models import Event
from league.models.result import Outcome
from league.selectors.played_games import PlayedGame, PlayedGames
from league.selectors.seat_results import SETBACKS
from rules.catalog import GAMES
from rules.game import gettext_noop

#: How many games the form is of.
FORM = 10

#: Counts of what somebody did wrong: they are for who sees the record of infractions.
OFFENCES = frozenset({"infractions", "penalties", "reneges", "revokes", "warnings"})

SETBACKS_TITLE = gettext_noop("Setbacks")


class Sums(Struct, frozen=True, kw_only=True):
    """Some games added up. `ended` are those of a game that nobody wins."""

    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    ended: int = 0
    deals: int = 0
    points_for: int = 0
    points_against: int = 0

    @property
    def difference(self) -> int:
        """Points for less points against."""
        return self.points_for - self.points_against

    @property
    def share_won(self) -> int | None:
        """Per cent won of the games that were decided, a draw for a half; None before the first."""
        decided = self.won + self.lost + self.drawn
        return round(100 * (2 * self.won + self.drawn) / (2 * decided)) if decided else None


class Evening(Struct, frozen=True, kw_only=True):
    """The games of a person at one event."""

    event: Event
    sums: Sums


def sum_games(games: Iterable[PlayedGame]) -> Sums:
    """Games added up."""
    games = list(games)
    outcomes = Counter(game.outcome for game in games)
    return Sums(
        games=len(games),
        won=outcomes[Outcome.WON],
        lost=outcomes[Outcome.LOST],
        drawn=outcomes[Outcome.DRAWN],
        ended=outcomes[Outcome.ENDED],
        deals=sum(game.deals for game in games),
        points_for=sum(game.points for game in games),
        points_against=sum(game.points_against for game in games),
    )


def sum_by_partner(played: PlayedGames) -> list[tuple[int, Sums]]:
    """Partner -> the games with that person; whom one played with most comes first."""
    return _sum_by_person(played, lambda game: game.partners)


def sum_by_opponent(played: PlayedGames) -> list[tuple[int, Sums]]:
    """Opponent -> the games against that person; whom one met most comes first."""
    return _sum_by_person(played, lambda game: game.opponents)


def _sum_by_person(played: PlayedGames, find: Callable[[PlayedGame], Sequence[int]]) -> list[tuple[int, Sums]]:
    games: dict[int, list[PlayedGame]] = {}
    for game in played.games:
        for person in find(game):
            games.setdefault(person, []).append(game)
    sums = [(person, sum_games(theirs)) for person, theirs in games.items()]
    return sorted(sums, key=lambda each: (-each[1].games, played.names[each[0]].casefold(), each[0]))


def list_evenings(games: Iterable[PlayedGame]) -> list[Evening]:
    """The events of these games in the order of play, each with what they came to."""
    found = []
    for _pk, group in groupby(games, key=lambda game: game.table.event_id):
        theirs = list(group)
        found.append(Evening(event=theirs[0].table.event, sums=sum_games(theirs)))
    return found


def list_form(games: Sequence[PlayedGame]) -> list[PlayedGame]:
    """The last games, the latest last."""
    return list(games[-FORM:])


def count_by_game(games: Iterable[PlayedGame], *, shows_offences: bool = False) -> dict[str, dict[str, int]]:
    """Game -> what it counts beside the points -> how often; also what never happened."""
    found: dict[str, Counter[str]] = {}
    for game in games:
        found.setdefault(game.table.event.game, Counter()).update(game.counts)
    return {
        key: {code: counts[code] for code in list_counts(key, shows_offences=shows_offences)}
        for key, counts in found.items()
    }


def list_counts(game: str, *, shows_offences: bool) -> Mapping[str, str]:
    """What a game counts beside the points of a person: code -> heading."""
    kind = GAMES[game]
    titles = {code: title for code, title in kind.tally_titles.items() if shows_offences or code not in OFFENCES}
    return titles | ({SETBACKS: SETBACKS_TITLE} if kind.counts_setbacks else {})


def write_record(played: PlayedGames, *, shows_offences: bool = False) -> dict[str, Any]:
    """A person's record as plain figures, as the API gives it."""
    return {
        **write_sums(sum_games(played.games)),
        "counts": count_by_game(played.games, shows_offences=shows_offences),
        "form": [{"table": game.table.pk, "outcome": game.outcome} for game in list_form(played.games)],
        "partners": _write_persons(sum_by_partner(played), played.names),
        "opponents": _write_persons(sum_by_opponent(played), played.names),
        "evenings": [{"event": each.event.slug, **write_sums(each.sums)} for each in list_evenings(played.games)],
    }


def write_sums(sums: Sums) -> dict[str, int]:
    """Games added up, as the API gives them."""
    return {
        "games": sums.games,
        "games_won": sums.won,
        "games_lost": sums.lost,
        "games_drawn": sums.drawn,
        "games_ended": sums.ended,
        "deals": sums.deals,
        "points_for": sums.points_for,
        "points_against": sums.points_against,
        "difference": sums.difference,
    }


def _write_persons(sums: Iterable[tuple[int, Sums]], names: Mapping[int, str]) -> list[dict[str, Any]]:
    return [{"id": person, "name": names[person], **write_sums(each)} for person, each in sums]
