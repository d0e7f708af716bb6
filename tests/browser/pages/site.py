"""A site on which every page has something to show: long names in two alphabets, every way of entering hands, each game
in play, calls, corrections, infractions, and people who log in in every way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from msgspec import Struct

from league.models import ImportJob, League, Player, Table
from league.models.people import EntryWay
from league.models.planning import Format, MatchEnd
from league.selectors.match_plans import MatchSettings
from league.services.calls import answer_call, raise_call
from league.services.clock import start_clock
from league.services.corrections import correct_sheet
from league.services.editing import edit_league
from league.services.fixed_entries import enter_names, set_seeds, withdraw_entry
from league.services.links import make_link
from league.services.match_plans import take_matches
from league.services.match_tables import open_match_tables
from league.services.matches import end_match
from league.services.merging import merge_players
from league.services.prizes import set_prizes
from league.services.recording import call_time, record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league, create_season
from league.services.stages import confirm_tables, publish_event
from scoring.prize_rules import Prize, PrizeRules
from tests.browser.pages.people import make_accounts
from tests.web.permissions.world import World, make_world
from tests.web.phones import save
from tests.web.two_phones import set_way, sit_down

LONG_NAMES = (
    "Konstantinos Papadopoulos", "Benedict O’Shaughnessy-Featherstonehaugh", "Юлия Константинопольская", "Li",
    "Екатерина Севастьянова-Преображенская", "Maximilian Featherston", "Ann", "Фёдор", "Wolfeschlegelsteinhausenberger",
)  # fmt: skip

MARCH, THREE = {"maker": "N", "tricks": 5}, {"maker": "E", "tricks": 3}
RULING = {"ruling": {"points": {"NS": -1}, "reason": "The cards of the hand were shown to the whole table"}}

#: Game -> how many sit at its table, and a hand of it.
HANDS: Mapping[str, tuple[int, dict[str, Any]]] = {
    "grand": (4, {"bidder": "N", "bid": 20, "play": "euchre", "tricks": 3, "suit": "H"}),
    "yukon": (5, {"points": {"A": 30, "B": 22, "C": 41, "D": 5, "E": 27}, "ace_of_spades": "A"}),
    "seven-handed-euchre": (7, {"bidder": "A", "bid": 6, "partners": ["B", "C", "D"], "tricks": 6, "suit": "D"}),
    "euchre": (4, {"maker": "N", "tricks": 5, "alone": True, "suit": "H"}),
    "partnership-whist": (4, {"tricks": {"NS": 9, "EW": 4}, "suit": "H"}),
}

BY: dict[str, Any] = {"by": None, "source": "web"}


class Site(Struct, frozen=True, kw_only=True):
    """`names` stand in the addresses; `cookies` are what the browser of each visitor keeps."""

    names: dict[str, Any]
    cookies: dict[str, dict[str, str]]


def make_site() -> Site:
    """Fill the site of the permission tests with more, and log in who may see what it does not have."""
    world = make_world()
    league = world.public.league
    for player, name in zip(league.players.order_by("pk"), LONG_NAMES, strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    owner = User.objects.get(username="owner")
    User.objects.filter(pk=owner.pk).update(first_name="Olga", last_name="Константинопольская")
    names = {**world.public.names, **_play_on(league, owner), **_play_games(league), **_play_by_sides(world)}
    names |= _meet_in_pairs(league, owner)
    names |= _enter_twice(league)
    names |= make_accounts(world)
    cookies = {name: _read_cookies(client) for name, client in world.clients.items()}
    return Site(names=names, cookies=cookies)


def _read_cookies(client: Client) -> dict[str, str]:
    return {name: morsel.value for name, morsel in client.cookies.items() if name != "messages"}


def _record(table: Table, *hands: Mapping[str, Any]) -> None:
    start = table.records.count() + 1
    for position, facts in enumerate(hands, start=start):
        record_deal(table, facts, position=position, key=f"{table.pk}-{position}", **BY)


def _play_on(league: League, owner: User) -> dict[str, Any]:
    """Go on at the tables: penalties, a correction, rulings, calls, a clock; and publish an event."""
    first, second = Table.objects.filter(round__event__league=league).order_by("number")
    talk = {"maker": "N", "infractions": [{"kind": "table_talk", "offender": "E"}], "tricks": 3}
    _record(
        first, talk, {"maker": "N", "infractions": [{"kind": "renege", "offender": "N"}]}, RULING, {"misdeal": True}
    )
    correct_sheet(first, {1: THREE}, seen=first.records.count(), key="fix", reason="East called it", **BY)
    start_clock(first.round, minutes=50, **BY)
    raise_call(second, text="Somebody led out of turn, and the trick was gathered before anybody spoke", key="2", **BY)
    season = create_season(league, name="Autumn of the great tournament on the river", **BY)
    done = create_event(league, name="Published evening", game="land-grant-euchre", season=season, **BY)
    players = list(league.players.order_by("pk"))
    table = seat_table(done, round_number=1, number=1, seats=dict(zip("NESW", players, strict=False)), **BY)
    call = raise_call(table, text="May we see the last trick?", key="4", **BY).call
    _record(table, MARCH, THREE, *[MARCH] * 4)
    answer_call(call, answer="No: it is turned", key="a", by=owner, source="web")
    confirm_tables([table], by=owner, source="web")
    publish_event(done, by=owner, source="web")
    prizes = [Prize(code=f"place_{place}", kind="place", place=place, percent=50) for place in (1, 2)]
    prizes += [Prize(code="loners", kind="most", count="loners_made", money=500, ties="play_off")]
    for scope in (done, season):
        set_prizes(scope, PrizeRules(prizes=tuple(prizes)), pot=4000, **BY)
    job = ImportJob.objects.create(
        event=done, file_name="an evening with a long name.csv", content=b"", created_by=owner, state="refused",
        summary={"faults": 1}, faults=[{"line": 3, "column": "tricks", "message": "Between 0 and 6, not 13."}],
    )  # fmt: skip
    return {"autumn": season.slug, "done": done.slug, "done_call": call.pk, "refused": job.pk, "done_event_pk": done.pk}


def _meet_in_pairs(league: League, owner: User) -> dict[str, Any]:
    """A double elimination in which a result was corrected after the next match had begun, and pairs just entered."""
    writer: dict[str, Any] = {"by": owner, "source": "web"}
    event = create_event(league, name="Pairs that meet", game="land-grant-euchre", **writer)
    names = [(f"{name} I", f"{name} II.") for name in LONG_NAMES[:6]]
    entries = enter_names(event, names, **writer)
    set_seeds(event, {entry.pk: number for number, entry in enumerate(entries, start=1)}, **writer)
    settings = MatchSettings(games=3, counts_best=True)
    take_matches(event, Format.DOUBLE_KNOCKOUT, settings, seen_version=0, seen_round=1, **writer)
    for _game in range(2):
        for table in open_match_tables(event, **writer):
            _record(table, MARCH)
            call_time(table, called=True, **writer)
    for table in open_match_tables(event, **writer):
        _record(table, MARCH)
    match = event.matches.filter(tables__isnull=False).order_by("pk")[0]
    end_match(match, MatchEnd.FIRST_FORFEITS, reason="They left before the third game had been dealt", **writer)
    other = create_event(league, name="Pairs entered", game="land-grant-euchre", **writer)
    gone = enter_names(other, names[:3], **writer)[0]
    withdraw_entry(gone, from_round=1, reason="Ill, and nobody to take the place", **writer)
    return {"meeting": event.slug, "entered": other.slug}


def _play_games(league: League) -> dict[str, Any]:
    """An event of each game with a table in play, named by the game, and one that is finished."""
    players = list(add_players(league, [f"{name} II" for name in LONG_NAMES], **BY).added)
    slugs = {}
    for game, (count, hand) in HANDS.items():
        for key, is_finished in ((game, False), (f"{game}-finished", True)):
            event = create_event(league, name=key.replace("-", " "), game=game, **BY)
            size = count if event.rules.player_counts else None
            rules = event.make_rules(size)
            seats = dict(zip(rules.seats, players, strict=False))
            table = seat_table(event, round_number=1, number=1, seats=seats, players=size, **BY)
            _record(table, hand, hand, {"ruling": {"points": {next(iter(rules.sides)): -1}, "reason": "Cards shown"}})
            if is_finished:
                call_time(table, called=True, **BY)
            slugs[key] = event.slug
    return {**slugs, "champion": players[0].pk}


def _enter_twice(league: League) -> dict[str, Any]:
    """Players who are rated, of whom one was entered three times and is joined to oneself once."""
    edit_league(league, name=league.name, is_public=league.is_public, has_ratings=True, **BY)
    first, third = league.players.order_by("pk").filter(same_as=None)[:3:2]
    spelt = [f"{first.name} the elder", f"{first.name}a"]
    joined, double = add_players(league, spelt, **BY).added
    merge_players(joined, first, reason="The card of the first evening says so", **BY)
    return {"double": double.pk, "third": third.pk}


def _play_by_sides(world: World) -> dict[str, Any]:
    """Two leagues with phones of two sides: in one they confirm, in the other both enter and differ."""
    slugs = {}
    for way in (EntryWay.CONFIRM, EntryWay.BOTH):
        league = create_league(f"Two sides {way}", by=User.objects.get(username="owner"), source="web")
        players = add_players(league, LONG_NAMES, **BY).added
        event = create_event(league, name=f"Sides {way}", game="land-grant-euchre", **BY)
        table = seat_table(event, round_number=1, number=1, seats=dict(zip("NESW", players, strict=False)), **BY)
        set_way(table, way)
        link = make_link(table, **BY)
        north, east = sit_down(link, "NS"), sit_down(link, "EW")
        page = f"/events/{event.slug}/round/1/table/1/"
        for phone, tricks in ((north, "5"), (east, "4" if way == EntryWay.BOTH else "")):
            if tricks:
                assert save(phone, {"maker": "N", "tricks": tricks}, page=page).status_code == 303
        slugs[f"by_{way}"] = event.slug
        world.clients.update({f"north {way}": north, f"east {way}": east})
    return slugs
