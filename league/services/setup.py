"""Set up leagues, seasons, events and players."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, League, Membership, Player, Season
from league.models.event import EntryKind
from league.models.people import CorrectionWindow, EntryWay, Role
from league.names import LONGEST_NAME, make_name_key, tidy_name
from league.services.audit import write_audit
from league.services.days import check_days
from league.services.faults import RefusedError
from league.services.slugs import make_slug
from rules.catalog import GAMES, default_preset, make_game
from rules.game import Game
from scoring.declared import list_house_rules

MOST_NAMES = 2_000


class SortedNames(Struct, frozen=True, kw_only=True):
    """A pasted list sorted: names to add, names that the league has, and names that stood there twice."""

    new: tuple[str, ...]
    known: tuple[str, ...]
    repeated: tuple[str, ...]


class AddedPlayers(Struct, frozen=True, kw_only=True):
    """What came of a pasted list: new players, and names that the league had or that stood there twice."""

    added: tuple[Player, ...]
    known: tuple[str, ...]
    repeated: tuple[str, ...]


def create_league(
    name: str,
    *,
    by: User | None,
    source: str,
    is_public: bool = True,
    entry_way: str = EntryWay.SCORER,
    correction_window: int = CorrectionWindow.TWO_DAYS,
    has_ratings: bool = False,
) -> League:
    """Found a league; whoever does it owns it. `correction_window` is in minutes. Raises RefusedError."""
    name = check_name(name)
    check_settings(entry_way, correction_window)
    with transaction.atomic():
        league = League.objects.create(
            name=name,
            slug=make_slug(name, taken=League.objects.all(), longest=60),
            is_public=is_public,
            entry_way=entry_way,
            correction_window=correction_window,
            has_ratings=has_ratings,
        )
        if by is not None:
            Membership.objects.create(league=league, user=by, role=Role.OWNER)
        detail = {"name": name, "entry_way": entry_way, "correction_window": correction_window}
        write_audit(league, "league_created", by=by, source=source, detail=detail)
    return league


def create_season(
    league: League,
    *,
    name: str,
    by: User | None,
    source: str,
    starts_on: datetime.date | None = None,
    ends_on: datetime.date | None = None,
) -> Season:
    """Add a season to a league. Raises RefusedError."""
    name = check_name(name)
    check_days(starts_on=starts_on, ends_on=ends_on)
    if starts_on and ends_on and ends_on < starts_on:
        raise RefusedError({"ends_on": [_("The last day is before the first day.")]})
    with transaction.atomic():
        season = Season.objects.create(
            league=league,
            name=name,
            slug=make_slug(name, taken=league.seasons.all(), longest=60),
            starts_on=starts_on,
            ends_on=ends_on,
        )
        write_audit(league, "season_created", by=by, source=source, detail={"name": name})
    return season


def create_event(
    league: League,
    *,
    name: str,
    game: str,
    by: User | None,
    source: str,
    preset: str = "",
    options: Mapping[str, object] | None = None,
    season: Season | None = None,
    held_on: datetime.date | None = None,
    entry_kind: str = "",
    players: int | None = None,
    slug: str = "",
) -> Event:
    """Make an event and pin its house rules. Raises RefusedError for a game, preset or house rule that is not.

    `players` says how many sit at a table where the game leaves that open; None is the game's usual number. Without
    `entry_kind` pairs are ranked where they are the same at every table, else single players.
    """
    name = check_name(name)
    check_days(held_on=held_on)
    if game not in GAMES:
        raise RefusedError({"game": [_("There is no such game here: %(known)s.") % {"known": ", ".join(GAMES)}]})
    preset = preset or default_preset(GAMES[game])
    pinned = pin_options(game, preset=preset, options=options or {})
    kinds = list_entry_kinds(_seat_game(game, players))
    entry_kind = entry_kind or (EntryKind.PLAYER if GAMES[game].player_counts else kinds[0])
    if entry_kind not in kinds:
        raise RefusedError({"entry_kind": [_("Everybody plays alone here: rank single players.")]})
    if season is not None and season.league_id != league.pk:
        raise RefusedError({"season": [_("That season belongs to another league.")]})
    with transaction.atomic():
        event = Event.objects.create(
            league=league,
            season=season,
            name=name,
            slug=make_slug(slug or name, taken=Event.objects.all(), longest=80),
            game=game,
            preset=preset,
            options=pinned,
            held_on=held_on,
            entry_kind=entry_kind,
            players=players,
        )
        detail = {"name": name, "game": game, "preset": preset, "options": pinned}
        write_audit(league, "event_created", by=by, source=source, event=event, detail=detail, rows=[event])
    return event


def list_entry_kinds(game: Game) -> tuple[EntryKind, ...]:
    """What can be ranked in an event of this game; the first is the usual."""
    has_partners = any(len(game.seats_of(side)) > 1 for side in game.sides)
    if not has_partners:
        return (EntryKind.PLAYER,)
    meet = (EntryKind.TEAM,) if len(game.sides) == 2 else ()
    return (EntryKind.PAIR, EntryKind.PLAYER, *meet)


def _seat_game(game: str, players: int | None) -> Game:
    try:
        return make_game(game, players=players)
    except msgspec.ValidationError:
        counts = ", ".join(map(str, GAMES[game].player_counts)) or str(len(make_game(game).seats))
        text = _("This game is not played by so many at one table. Possible: %(counts)s.")
        raise RefusedError({"players": [text % {"counts": counts}]}) from None


def pin_options(game: str, *, preset: str, options: Mapping[str, object]) -> dict[str, object]:
    """The house rules that differ from the preset. Raises RefusedError for one that does not exist."""
    try:
        plain = make_game(game, preset=preset)
        chosen = make_game(game, preset=preset, options=options)
    except KeyError:
        raise RefusedError({"preset": [_("There is no such set of house rules for this game.")]}) from None
    except msgspec.ValidationError:
        raise RefusedError({"options": [_("One of the house rules does not exist or has no such value.")]}) from None
    names = [field.name for field in list_house_rules(type(plain))]
    return {name: getattr(chosen, name) for name in names if getattr(chosen, name) != getattr(plain, name)}


def sort_names(league: League, names: Iterable[str]) -> SortedNames:
    """What adding a pasted list would come to, one name a line. Raises RefusedError for a name that is too long."""
    wanted: dict[str, str] = {}
    repeated: list[str] = []
    for name in filter(None, map(tidy_name, names)):
        if make_name_key(name) in wanted:
            repeated.append(name)
        wanted.setdefault(make_name_key(name), name)
    _check_names(wanted.values())
    had = set(league.players.filter(name_key__in=wanted).values_list("name_key", flat=True))
    return SortedNames(
        new=tuple(name for key, name in wanted.items() if key not in had),
        known=tuple(name for key, name in wanted.items() if key in had),
        repeated=tuple(repeated),
    )


def add_players(league: League, names: Iterable[str], *, by: User | None, source: str) -> AddedPlayers:
    """Add players by name, one name a line. A name that the league has is left as it is and reported.

    Raises RefusedError for a name that is too long, and then adds nobody.
    """
    with transaction.atomic():
        League.objects.select_for_update(no_key=True).get(pk=league.pk)
        found = sort_names(league, names)
        added = Player.objects.bulk_create(
            Player(league=league, name=name, name_key=make_name_key(name)) for name in found.new
        )
        if added:
            detail = {"names": [player.name for player in added]}
            write_audit(league, "players_added", by=by, source=source, detail=detail)
    return AddedPlayers(added=tuple(added), known=found.known, repeated=found.repeated)


def check_settings(entry_way: str | None, correction_window: int | None) -> None:
    """Raise RefusedError for a way of entering hands or a correction window that there is not; None is no choice."""
    faults = {}
    if entry_way not in (None, *EntryWay.values):
        faults["entry_way"] = [_("There is no such way of entering hands.")]
    if correction_window not in (None, *CorrectionWindow.values):
        faults["correction_window"] = [_("Choose one of the windows for corrections.")]
    if faults:
        raise RefusedError(faults)


def check_name(name: str) -> str:
    """A tidied name of a league, season or event. Raises RefusedError where it is empty or too long."""
    tidy = tidy_name(name)
    if not tidy:
        raise RefusedError({"name": [_("Give it a name.")]})
    if len(tidy) > LONGEST_NAME:
        raise RefusedError({"name": [_("A name has at most %(most)s characters.") % {"most": LONGEST_NAME}]})
    return tidy


def _check_names(names: Iterable[str]) -> None:
    names = list(names)
    faults = [
        _("“%(name)s…” is longer than %(most)s characters.") % {"name": name[:40], "most": LONGEST_NAME}
        for name in names
        if len(name) > LONGEST_NAME
    ]
    if len(names) > MOST_NAMES:
        faults.append(_("At most %(most)s names can be added at once.") % {"most": MOST_NAMES})
    if faults:
        raise RefusedError({"names": faults})
