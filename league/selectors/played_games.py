"""The finished games of a person, in the order of play: read from the derived results, in a fixed number of queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping

from django.db.models import F, Q, QuerySet
from msgspec import Struct

from league.models import League, Player, SeatResult, Table
from league.models.people import EntryWay
from league.models.result import Outcome
from league.selectors.blind_hands import list_hidden
from league.selectors.people import is_same_person
from rules.catalog import GAMES

#: The order in which games are played, on results.
ORDER_OF_PLAY = (
    F("event__held_on").asc(nulls_first=True), "event", "table__round__number", "table__number", "table",
)  # fmt: skip


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A finished game of a person. `partners` and `opponents` are persons, by the player shown.

    `points` are the side's and those of the person's own. `counts` are the side's and the person's own. A seat that
    was shared by turns counts for both; `is_substitute` says that the place was another one's.
    """

    table: Table
    outcome: str
    points: int
    points_against: int
    deals: int
    counts: Mapping[str, int]
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    is_shared: bool = False
    is_substitute: bool = False


class PlayedGames(Struct, frozen=True, kw_only=True):
    """The games of a person, the earliest first, and the names of all persons in them."""

    games: tuple[PlayedGame, ...]
    names: Mapping[int, str]


class _Sitting(Struct, frozen=True):
    """Somebody in a seat, and for which side."""

    seat: int
    person: int
    name: str
    side: str


def list_played_games(player: Player, *, season: str = "", game: str = "", rights: Collection[str] = ()) -> PlayedGames:
    """The finished games of the person that a player is: all of them, or of a season by its slug, or of one game.

    Substitutes are who sat. What one side entered unseen by the other is left out for who has no right to see it.
    """
    own = _find_own(player, season=season, game=game)
    hidden = list_hidden_tables(player.league, rights=rights)
    results = [result for result in own if result.table_id not in hidden]
    sitting = _list_sitting(own)
    names = {each.person: each.name for seats in sitting.values() for each in seats}
    games = tuple(_make_game(result, sitting[result.table_id]) for result in results)
    return PlayedGames(games=games, names=names)


def list_hidden_tables(league: League, *, rights: Collection[str] = ()) -> frozenset[int]:
    """The tables of a league of which a hand is kept from who has these rights: their results are not told yet."""
    if league.entry_way != EntryWay.BOTH:
        return frozenset()
    events = league.events.filter(is_open=True).select_related("league")
    return frozenset(table for event in events for table in list_hidden(event, rights=rights))


def _find_own(player: Player, *, season: str, game: str) -> QuerySet[SeatResult]:
    person = player.same_as_id or player.pk
    shared = Q(seat__shared_with=person) | Q(seat__shared_with__same_as=person)
    own = SeatResult.objects.filter(is_same_person(player) | shared, event__league=player.league_id)
    own = own.exclude(outcome=Outcome.OPEN)
    if season:
        own = own.filter(event__season__slug=season)
    if game:
        own = own.filter(event__game=game)
    return own.select_related("seat", "table__event__season", "table__round").order_by(*ORDER_OF_PLAY)


def _list_sitting(own: QuerySet[SeatResult]) -> Mapping[int, list[_Sitting]]:
    """Who sat at the tables of these results, as persons."""
    sitting: dict[int, list[_Sitting]] = defaultdict(list)
    fields = ("table", "seat", "side", "player", "player__name", "player__same_as", "player__same_as__name")
    rows = SeatResult.objects.filter(table__in=own.order_by().values("table")).order_by("table", "seat")
    for table, seat, side, player, name, person, shown in rows.values_list(*fields):
        sitting[table].append(_Sitting(seat, person or player, shown or name, side))
    return sitting


def _make_game(result: SeatResult, sitting: Iterable[_Sitting]) -> PlayedGame:
    """A game from a result, told by whoever sat at its table; two who share a seat are no partners."""
    credited = GAMES[result.table.event.game].credited_tallies
    others = [each for each in sitting if each.seat != result.seat_id]
    return PlayedGame(
        table=result.table,
        outcome=result.outcome,
        points=result.points + sum(result.own_counts.get(code, 0) for code in credited),
        points_against=result.points_against,
        deals=result.deals,
        counts=dict(Counter(result.side_counts) + Counter(result.own_counts)),
        partners=tuple(each.person for each in others if each.side == result.side),
        opponents=tuple(each.person for each in others if each.side != result.side),
        is_shared=result.seat.shared_with_id is not None,
        is_substitute=result.seat.stands_in_for_id is not None,
    )
