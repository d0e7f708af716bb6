"""What was not played and counts all the same: sitting out, byes, and matches that were given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import Q
from msgspec import Struct, structs

from league.models import Event, Match, SeatResult
from league.models.planning import MatchEnd, SitOutKind
from league.models.result import Outcome
from league.selectors.matches import list_matches
from league.selectors.seat_credit import Credited
from scoring.game_results import Kind, Result

#: A sit-out -> what the standings count it as. Who came late or was not there has no result of that round.
_SIT_OUTS: Mapping[str, Kind] = {SitOutKind.SIT_OUT: "sit_out", SitOutKind.BYE: "bye"}

#: How a match was given up -> what it is for the first side and for the second.
_FORFEITS: Mapping[str, tuple[Kind, Kind]] = {
    MatchEnd.FIRST_FORFEITS: ("forfeit_lost", "forfeit_won"),
    MatchEnd.SECOND_FORFEITS: ("forfeit_won", "forfeit_lost"),
    MatchEnd.NEITHER_CAME: ("forfeit_lost", "forfeit_lost"),
}


class UnplayedGame(Struct, frozen=True, kw_only=True):
    """A game that one entry did not play. `opponent` is None for a bye and for sitting out."""

    entry: int
    kind: Kind
    evening: int
    round: int
    opponent: int | None = None
    match: int | None = None


def list_unplayed(
    event: Event,
    *,
    same: Mapping[int, int],
    games: Iterable[Credited],
    instead: Mapping[int, Iterable[SeatResult]] | None = None,
) -> list[UnplayedGame]:
    """Every game of an event that was not played and counts, in the order of rounds and entries.

    `same` is entry -> the entry that it counts as, `games` are those played to the end. `instead`: table -> unsaved
    results that stand in for its stored ones.
    """
    games = list(games)
    left = _find_withdrawals(event, instead)
    by_match = list(_list_of_matches(event, same, games, left))
    in_matches = {(game.entry, game.evening) for game in by_match}
    played = {(game.entry, game.seats[0].round) for game in games}
    sat_out = (
        game
        for game in _list_sit_outs(event, same)
        if (game.entry, game.evening) not in in_matches and (game.entry, game.round) not in played
    )
    return sorted([*by_match, *sat_out], key=lambda game: (game.evening, game.round, game.entry, game.match or 0))


def make_unplayed_results(unplayed: Iterable[UnplayedGame]) -> Iterator[Result]:
    """The results of such games. They are numbered downwards from −1: above are the numbers of tables."""
    for place, game in enumerate(unplayed, start=1):
        yield Result(
            game=-place,
            entry=game.entry,
            evening=game.evening,
            round=game.round,
            match=game.match,
            opponents=() if game.opponent is None else (game.opponent,),
            kind=game.kind,
        )


def _list_sit_outs(event: Event, same: Mapping[int, int]) -> Iterator[UnplayedGame]:
    rows = list(
        event.sit_outs.filter(kind__in=_SIT_OUTS).order_by("pk").values_list("entry_id", "round_number", "kind")
    )
    planned = dict(event.rounds.values_list("number", "planned")) if rows else {}
    seen = set()
    for row, number, kind in rows:
        evening, entry = planned.get(number) or number, same.get(row, row)
        if (entry, number) not in seen:
            seen.add((entry, number))
            yield UnplayedGame(entry=entry, kind=_SIT_OUTS[kind], evening=evening, round=number)


def _list_of_matches(
    event: Event, same: Mapping[int, int], games: Iterable[Credited], left: Mapping[int, MatchEnd]
) -> Iterator[UnplayedGame]:
    """Of a match that was given up the games that are missing count; of a bye all of them; of a team that was short of
    players those that it could not play.

    In an elimination nobody gets anything for a bye: who is not known yet and who comes through look alike there.
    """
    ended = event.matches.filter(~Q(end="") | Q(first__isnull=True) | Q(second__isnull=True) | Q(pk__in=left))
    for match in ended.exclude(end="", bracket__gt="").order_by("pk"):
        match.end = match.end or left.get(match.pk, "")
        own = [game for game in games if game.seats[0].match == match.pk]
        yield from _list_of_match(match, same, own)
    for match in event.matches.filter(Q(first_short__gt=0) | Q(second_short__gt=0), end="").order_by("pk"):
        yield from _list_short(match, same)


def _list_short(match: Match, same: Mapping[int, int]) -> Iterator[UnplayedGame]:
    sides = (same.get(match.first_id or 0, match.first_id), same.get(match.second_id or 0, match.second_id))
    for games, (loser, winner) in ((match.first_short, sides), (match.second_short, sides[::-1])):
        if loser and winner:
            lost = UnplayedGame(
                entry=loser,
                kind="forfeit_lost",
                evening=match.round_number,
                round=match.round_number,
                opponent=winner,
                match=match.pk,
            )
            yield from (lost, structs.replace(lost, entry=winner, kind="forfeit_won", opponent=loser)) * games


def _find_withdrawals(event: Event, instead: Mapping[int, Iterable[SeatResult]] | None) -> dict[int, MatchEnd]:
    """Matches that are settled because a side was withdrawn before they were played -> as what they count."""
    if not event.entries.filter(withdrawn_from__isnull=False).exists():
        return {}
    left = {"first": MatchEnd.SECOND_FORFEITS, "second": MatchEnd.FIRST_FORFEITS, "": MatchEnd.NEITHER_CAME}
    return {
        state.match.pk: left[state.winner] for state in list_matches(event, instead=instead) if state.how == "withdrawn"
    }


def _list_of_match(match: Match, same: Mapping[int, int], games: Iterable[Credited]) -> Iterator[UnplayedGame]:
    first, second = (None if entry is None else same.get(entry, entry) for entry in (match.first_id, match.second_id))
    if first and second and match.end not in _FORFEITS:
        return
    kinds = _FORFEITS[match.end] if first and second else ("bye", "bye")
    for entry, other, kind in ((first, second, kinds[0]), (second, first, kinds[1])):
        if entry is not None:
            for _game in range(_count_missing(match, games)):
                yield UnplayedGame(
                    entry=entry,
                    kind=kind,
                    evening=match.round_number,
                    round=match.round_number,
                    opponent=other,
                    match=match.pk,
                )


def _count_missing(match: Match, games: Iterable[Credited]) -> int:
    """How many games of a match count though they were not played: as many as it took to win it, or to play all."""
    if not match.counts_best:
        return max(match.games - len({game.seats[0].table for game in games}), 1)
    wins = Counter(game.entry for game in games if game.seats[0].outcome == Outcome.WON)
    return max(match.games // 2 + 1 - max(wins.values(), default=0), 1)
