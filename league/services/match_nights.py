"""Open the tables of a fixture on the night: who plays for whom, short teams, players lent, and who comes on later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from league.models import Entry, Match, Player, Round, Seat, Table
from league.selectors.fixtures import count_lent, find_seated
from league.selectors.people import find_number
from league.selectors.suggestions import find_next_round
from league.selectors.team_entries import is_withdrawn, read_team_rules
from league.selectors.teams import list_squad
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.links import ensure_links
from league.services.locking import lock_event, lock_scope
from league.services.results import move_revision
from league.services.seat_places import Place
from league.services.seating import reseat_table, seat_table
from league.services.squads import sync_entry_players
from league.services.team_entries import check_teams_meet
from rules.game import Game
from scoring.team_rules import TeamRules, count_short, make_sittings

Pairs = Sequence[Sequence[Player]]


class Side(Struct, frozen=True, kw_only=True):
    """A team on the night: its entry, its pairs in order, and who of them belongs to another team or to none."""

    entry: Entry
    pairs: Pairs
    lent: frozenset[int]

    @property
    def players(self) -> list[Player]:
        """All who play for it."""
        return [player for pair in self.pairs for player in pair]


def open_match(match: Match, *, home: Pairs, away: Pairs, by: User | None, source: str) -> list[Table]:
    """Open all tables of a fixture for these pairs, with links.

    The games of pairs that are not there are given up by their team, or not played, as the event says. Raises
    RefusedError: "home" and "away" for a side, "" for the match.
    """
    event = match.event
    with transaction.atomic():
        lock_scope(event)
        lock_event(event)
        match.refresh_from_db()
        _check_match(match)
        rules = read_team_rules(event)
        sides = _check_sides(match, rules, home=home, away=away)
        short = count_short(rules, home=len(home), away=len(away))
        tables = _open_tables(match, rules, sides, by=by, source=source)
        match.games = len(tables) + sum(short)
        match.first_short, match.second_short = short
        match.save(update_fields=["games", "first_short", "second_short"])
        for side in sides:
            sync_entry_players(side.entry)
        ensure_links(tables, by=by, source=source)
        detail = _describe_night(match, sides, short)
        write_audit(event.league, "match_opened", by=by, source=source, event=event, detail=detail, rows=[match])
        move_revision(event)
    return tables


def bring_on(match: Match, *, out: Player, on: Player, by: User | None, source: str) -> list[Table]:
    """Let a player take another's place at the tables of a fixture at which nothing has been entered yet.

    Raises RefusedError where there is no such table, or the player may not play for that team.
    """
    event = match.event
    with transaction.atomic():
        lock_scope(event)
        check_teams_meet(event)
        tables = [table for table in match.tables.order_by("pk") if not table.records.exists()]
        seats = {table.pk: list(table.seats.select_related("player", "entry__team")) for table in tables}
        tables = [table for table in tables if any(seat.player_id == out.pk for seat in seats[table.pk])]
        if not tables:
            text = _("%(player)s has no game left in this match that has not begun.")
            raise RefusedError({"out": [text % {"player": out}]})
        entry = next(seat.entry for seat in seats[tables[0].pk] if seat.player_id == out.pk)
        lent = _find_lent(entry, [on])
        if faults := [*_find_lending_faults(match, lent, [on]), *_find_elsewhere_faults(match, [on])]:
            raise RefusedError({"on": faults})
        for table in tables:
            placed = {seat.seat: on if seat.player_id == out.pk else seat.player for seat in seats[table.pk]}
            places = _place_substitute(seats[table.pk], out=out, is_lent=on.pk in lent)
            reseat_table(table, seats=placed, first_dealer=table.first_dealer, by=by, source=source, places=places)
    return tables


def _place_substitute(seats: Iterable[Seat], *, out: Player, is_lent: bool) -> dict[str, Place]:
    """What is special about each seat of a table at which somebody comes on: a team's game, so in nobody's stead."""
    return {
        seat.seat: Place(borrowed=is_lent if seat.player_id == out.pk else seat.borrowed, shared_with=seat.shared_with)
        for seat in seats
    }


def _check_match(match: Match) -> None:
    check_teams_meet(match.event)
    if match.first is None or match.second is None:
        raise RefusedError({"": [_("Nobody plays here: it is a free day.")]})
    if match.end:
        raise RefusedError({"": [_("This match has ended: open it again first.")]})
    if match.tables.exists():
        raise RefusedError({"": [_("The tables of this match are open already.")]})
    for entry in (match.first, match.second):
        if is_withdrawn(entry, match.round_number):
            raise RefusedError({"": [_("%(team)s has been withdrawn.") % {"team": entry}]})


def _check_sides(match: Match, rules: TeamRules, *, home: Pairs, away: Pairs) -> tuple[Side, Side]:
    assert match.first is not None
    assert match.second is not None
    faults: dict[str, list[str]] = {}
    sides: list[Side] = []
    seen: dict[int, str] = {}
    for name, entry, pairs in (("home", match.first, home), ("away", match.second, away)):
        players = [player for pair in pairs for player in pair]
        side = Side(entry=entry, pairs=pairs, lent=_find_lent(entry, players))
        found = [*_find_pair_faults(rules, pairs), *_find_double_faults(players, seen)]
        found += [*_find_lending_faults(match, side.lent, players), *_find_elsewhere_faults(match, players)]
        if found:
            faults[name] = found
        seen |= {find_number(player): player.name for player in players}
        sides.append(side)
    if faults:
        raise RefusedError(faults)
    return sides[0], sides[1]


def _find_pair_faults(rules: TeamRules, pairs: Pairs) -> list[str]:
    faults: list[str] = []
    if any(len(pair) != 2 for pair in pairs):
        faults.append(_("A pair is two players: fill both places or leave both empty."))
    if len(pairs) > rules.pairs:
        text = ngettext("A team has %(count)s pair.", "A team has %(count)s pairs.", rules.pairs)
        faults.append(text % {"count": rules.pairs})
    if len(pairs) < rules.fewest_pairs:
        text = ngettext(
            "A team needs at least %(count)s pair. Borrow players, or give the match up.",
            "A team needs at least %(count)s pairs. Borrow players, or give the match up.",
            rules.fewest_pairs,
        )
        faults.append(text % {"count": rules.fewest_pairs})
    return faults


def _find_double_faults(players: Sequence[Player], seen: Mapping[int, str]) -> list[str]:
    pks = [find_number(player) for player in players]
    twice = {pk: player for pk, player in zip(pks, players, strict=True) if pks.count(pk) > 1 or pk in seen}
    return [_("%(player)s stands here twice.") % {"player": player} for player in twice.values()]


def _find_elsewhere_faults(match: Match, players: Iterable[Player]) -> list[str]:
    """Who is in the line-up of another match of this match day: nobody plays in two."""
    text = _(
        "%(player)s is in the line-up of %(team)s on this match day, in %(match)s: choose somebody else, let somebody "
        "come on there instead, or put one of the matches off to another day."
    )
    return [
        text % {"player": seat.player, "team": seat.entry, "match": f"{other.first} – {other.second}"}
        for seat in find_seated(match, [player.pk for player in players])
        if (other := seat.table.match) is not None
    ]


def _find_lent(entry: Entry, players: Iterable[Player]) -> frozenset[int]:
    assert entry.team is not None
    squad = {row.player_id for row in list_squad(entry.team, entry.event.season)}
    return frozenset(player.pk for player in players if find_number(player) not in squad)


def _find_lending_faults(match: Match, lent: frozenset[int], players: Iterable[Player]) -> list[str]:
    """Whom the event does not let be lent once more."""
    most = read_team_rules(match.event).borrowing
    if most is None or not lent:
        return []
    times = count_lent(match.event, lent, but=match)
    over = [player for player in players if player.pk in lent and times.get(player.pk, 0) >= most]
    if most == 0:
        text = _("%(player)s is not in this squad, and nobody is lent in this event. Sign the player on instead.")
        return [text % {"player": player} for player in over]
    text = ngettext(
        "%(player)s has been lent %(count)s time this season: that is as often as allowed.",
        "%(player)s has been lent %(count)s times this season: that is as often as allowed.",
        most,
    )
    return [text % {"player": player, "count": most} for player in over]


def _open_tables(
    match: Match, rules: TeamRules, sides: tuple[Side, Side], *, by: User | None, source: str
) -> list[Table]:
    event = match.event
    home, away = sides
    game = event.rules
    teams = {game.sides[0]: home.entry, game.sides[1]: away.entry}
    lent = home.lent | away.lent
    tables: list[Table] = []
    for number, sitting in enumerate(make_sittings(rules), start=1):
        games = [(one, other) for one, other in sitting if one < len(home.pairs) and other < len(away.pairs)]
        if not games:
            continue
        numbers = {one: (match.number - 1) * rules.pairs + one + 1 for one, _other in games}
        round_ = _find_round(match, number, players=[*home.players, *away.players], tables=numbers.values())
        for one, other in games:
            seats = _seat_pairs(game, home.pairs[one], away.pairs[other])
            tables.append(
                seat_table(
                    event,
                    round_number=round_.number,
                    number=numbers[one],
                    seats=seats,
                    # Home and away deal first by turns, at each table from one game to the next.
                    first_dealer=game.seats_of(game.sides[(number + one + 1) % 2])[0],
                    places={seat: Place(borrowed=True) for seat, player in seats.items() if player.pk in lent},
                    teams=teams,
                    match=match,
                    by=by,
                    source=source,
                )
            )
    return tables


def _find_round(match: Match, game: int, *, players: Iterable[Player], tables: Iterable[int]) -> Round:
    """The round for a sitting of a match: the one of its match day, unless somebody has played in that before.

    Who was lent on the day of a match that was put off plays for his own team later: that game is a round of its own.
    """
    event = match.event
    taken = Seat.objects.filter(player__in=list(players)).values("round")
    full = Table.objects.filter(event=event, number__in=list(tables)).values("round")
    of_day = event.rounds.filter(planned=match.round_number, game=game)
    free = of_day.exclude(pk__in=taken).exclude(pk__in=full).order_by("number").first()
    number = find_next_round(event)
    return free or Round.objects.create(event=event, number=number, planned=match.round_number, game=game)


def _seat_pairs(game: Game, home: Sequence[Player], away: Sequence[Player]) -> dict[str, Player]:
    return {
        seat: player
        for side, pair in zip(game.sides, (home, away), strict=True)
        for seat, player in zip(game.seats_of(side), pair, strict=True)
    }


def _describe_night(match: Match, sides: tuple[Side, Side], short: tuple[int, int]) -> dict[str, object]:
    return {
        "names": [f"{match.first} – {match.second}"],
        "round": match.round_number,
        "pairs": [[[player.name for player in pair] for pair in side.pairs] for side in sides],
        "lent": sorted({player.name for side in sides for player in side.players if player.pk in side.lent}),
        "short": list(short),
    }
