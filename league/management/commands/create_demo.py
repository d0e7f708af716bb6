"""manage.py create_demo: a first admin, and a league with an evening in full swing to look around in."""

from __future__ import annotations

import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from league.management.demo_evenings import EVENINGS, DemoEvening
from league.management.prepared import demand_prepared_database
from league.models import Event, Player, Table
from league.models.record import Source
from league.services.passwords import make_password
from league.services.recording import call_time, record_deal
from league.services.rounds import TablePlan, open_round
from league.services.setup import add_players, create_event, create_league, create_season

ADMIN = "admin"

PLAYERS = (
    "Ruth Amsel", "Walter Brandt", "Dolores Finch", "Henry Okafor", "Марина Соколова", "Пётр Лебедев",
    "Grace Whitfield", "Samuel Ortiz", "Ida Lindqvist", "Tom Kowalczyk", "Анна Белова", "Олег Титов",
    "Beatrice Nolan", "Frank DeLuca", "Yuki Tanaka", "Paul Mercier",
)  # fmt: skip

#: Who plays North–South and East–West at each table, as numbers of pairs: two neighbours in the list are a pair.
ROUNDS = (((0, 1), (2, 3), (4, 5), (6, 7)), ((0, 7), (2, 1), (4, 3), (6, 5)))

#: The hands of each table: maker, tricks of the makers, ! alone; misdeal; kind:offender for an infraction.
HANDS = (
    (
        "N4 E2 S3 W5 E3 N5 W4 E2 S5!",
        "W5! E3 misdeal N4 S5 E4 N2 S3 W5",
        "W4 renege:N/E N4 S5 E3 W2 N5 S3 E2",
        "E3 N4 W4 S2 table_talk:E/N3 E5 W3 N5 S4 W4 E3 E4",
    ),
    (
        "S4 W3 N5 E4 W5 S3 E2 N3 W2 S4",
        "N3 E4 lead_out_of_turn:W/S S3 W5",
        "E4 N3 W5",
        "",
    ),
)


class Command(BaseCommand):
    """Make the first user and a demo league; refuse on a site that has users."""

    help = "Make an admin with a random password and a demo league. Only on a site without users."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them, and print once how to log in."""
        demand_prepared_database()
        if User.objects.exists():
            raise CommandError("This site has users already: a demo league is made on an empty site only.")
        password = make_password()
        with transaction.atomic():
            admin = User.objects.create_superuser(ADMIN, password=password, first_name="Alex", last_name="Rivers")
            event = make_evening(admin)
        self.stdout.write("A demo league has been made, with an evening in play: Riverside Euchre Club.")
        self.stdout.write(f"    page       /events/{event.slug}/")
        self.stdout.write(f"    user name  {ADMIN}")
        self.stdout.write(f"    password   {password}    (shown only now: write it down, or change it on the site)")


def make_evening(admin: User) -> Event:
    """A league with its season, sixteen players and two rounds, the second of them still in play."""
    who: dict[str, Any] = {"by": admin, "source": Source.COMMAND}
    today = timezone.localdate()
    league = create_league("Riverside Euchre Club", **who)
    first_day = datetime.date(today.year, today.month, 1)
    season = create_season(league, name=f"Season {today.year}", starts_on=first_day, **who)
    players = list(add_players(league, PLAYERS, **who).added)
    event = create_event(league, name="Tuesday Euchre", game="land-grant-euchre", season=season, held_on=today, **who)
    for number, (pairs, hands) in enumerate(zip(ROUNDS, HANDS, strict=True), start=1):
        plans = [_plan_table(place, players, *sides) for place, sides in enumerate(pairs, start=1)]
        for table, played in zip(open_round(event, number=number, tables=plans, **who), hands, strict=True):
            _play(table, played.split(), admin)
    for evening in EVENINGS:
        _make_other(evening, event, players, admin)
    return event


def _make_other(evening: DemoEvening, beside: Event, players: list[Player], admin: User) -> None:
    """An event of another game in the same league, with one round."""
    who: dict[str, Any] = {"by": admin, "source": Source.COMMAND}
    event = create_event(
        beside.league,
        name=evening.name,
        game=evening.game,
        preset=evening.preset,
        entry_kind=evening.entry_kind,
        season=beside.season,
        held_on=beside.held_on,
        **who,
    )
    plans = []
    for number, shown in enumerate(evening.tables, start=1):
        size = len(shown.players) if event.rules.player_counts else None
        seats = event.make_rules(size).seats
        sitting = dict(zip(seats, (players[place] for place in shown.players), strict=True))
        plans.append(TablePlan(number=number, seats=sitting, first_dealer=seats[0], players=size))
    for table, shown in zip(open_round(event, number=1, tables=plans, **who), evening.tables, strict=True):
        for position, facts in enumerate(shown.hands, start=1):
            record_deal(table, facts, position=position, key=f"demo-{position}", **who)
        if shown.finished:
            call_time(table, called=True, **who)


def _plan_table(number: int, players: list[Player], north_south: int, east_west: int) -> TablePlan:
    north, south = players[2 * north_south : 2 * north_south + 2]
    east, west = players[2 * east_west : 2 * east_west + 2]
    return TablePlan(
        number=number, seats={"N": north, "E": east, "S": south, "W": west}, first_dealer="NESW"[number % 4]
    )


def _play(table: Table, hands: list[str], admin: User) -> None:
    for position, hand in enumerate(hands, start=1):
        record_deal(table, _read_hand(hand), position=position, key=f"demo-{position}", by=admin, source=Source.COMMAND)


def _read_hand(text: str) -> dict[str, Any]:
    if text == "misdeal":
        return {"misdeal": True}
    offence, _slash, played = text.rpartition("/")
    facts: dict[str, Any] = {"maker": played[0]}
    if played[1:]:
        facts["tricks"] = int(played[1])
    if played.endswith("!"):
        facts["alone"] = True
    if offence:
        kind, offender = offence.split(":")
        facts["infractions"] = [{"kind": kind, "offender": offender}]
    return facts
