"""A season as a club plays it, drawn from a seed and played through the services alone.

Every evening is an individual event with a movement; people come, do not come, come late, leave, stand in for each
other and share a seat; hands are taken back, corrected after publication, ruled on; points are given and taken.
"""

from __future__ import annotations

import datetime
from random import Random
from typing import Any

from django.contrib.auth.models import User

from league.models import Event, League, Player, Season, Table
from league.models.event import EntryKind, SubstituteCredit
from league.models.planning import Format
from league.models.standing import AdjustmentUnit
from league.plan_options import PlayerOptions
from league.selectors.attendance import list_here
from league.selectors.season_standings import list_season_standings
from league.selectors.sheets import list_records
from league.selectors.suggestions import find_next_round
from league.selectors.upcoming import find_upcoming
from league.services.adjustments import adjust_points
from league.services.attendance import check_in, check_in_many, expect_players, let_leave, mark_no_show
from league.services.attendance_places import share_seat, stand_in
from league.services.corrections import correct_sheet, undo_last
from league.services.faults import ChangeRefusedError, LaterIllegalError, RefusedError
from league.services.merging import merge_players
from league.services.planned_rounds import open_planned_round
from league.services.plans import take_plan
from league.services.player_plans import propose_plan
from league.services.recording import call_time, record_deal
from league.services.season_decisions import adjust_season, take_back
from league.services.setup import add_players, create_event, create_season
from league.services.stages import finalise_event, publish_event
from league.services.standing_rules import set_standing_rules
from league.services.walk_ins import check_in_by_name

#: What a whole season must have seen, or it proves little.
HAPPENINGS = (
    "no_show", "late", "left", "stood_in", "shared", "walked_in", "planned_anew", "time_called", "undone", "ruling",
    "offence", "misdeal", "corrected", "merged", "fined", "adjusted", "taken_back",
)  # fmt: skip


#: For whom a substitute's games count: another way every week.
CREDITS = (SubstituteCredit.ABSENT, SubstituteCredit.PERSON, SubstituteCredit.BOTH, SubstituteCredit.NOBODY)


class SimulatedSeason:
    """A league, its season, and what has happened in it (`happened` counts each of HAPPENINGS)."""

    def __init__(self, league: League, admin: User, *, players: int, weeks: int, rounds: int, seed: int) -> None:
        self.random = Random(seed)
        self.who: dict[str, Any] = {"by": admin, "source": "web"}
        self.league, self.rounds, self.weeks = league, rounds, weeks
        self.season: Season = create_season(league, name="Spring", **self.who)
        names = [f"Player {number:02}" for number in range(1, players + 1)]
        self.players = list(add_players(league, names, **self.who).added)
        self.events: list[Event] = []
        self.happened = dict.fromkeys(HAPPENINGS, 0)
        self.twice: dict[Player, Player] = {}
        #: What was given in the season and stands: person, unit, amount.
        self.given: list[tuple[int, str, int]] = []

    def play(self) -> None:
        """Play all weeks. Early evenings become final, a late one of them stays a draft."""
        for week in range(1, self.weeks + 1):
            self.play_evening(week)
        for again, person in self.twice.items():
            merge_players(again, person, reason="One person, entered twice", **self.who)
            self.happened["merged"] += 1
        for event in self.events[:-1]:
            finalise_event(event, **self.who)
        self.adjust()

    def play_evening(self, week: int) -> Event:
        """One evening, to its published and corrected results."""
        day = datetime.date(2026, 1, 1) + datetime.timedelta(weeks=week)
        kind: dict[str, Any] = {"game": "land-grant-euchre", "entry_kind": EntryKind.PLAYER}
        event = create_event(self.league, name=f"Week {week}", season=self.season, held_on=day, **kind, **self.who)
        self.events.append(event)
        set_standing_rules(event, None, substitute_credit=CREDITS[week % len(CREDITS)], reason="As voted", **self.who)
        self.welcome(event, week)
        self.plan(event)
        for number in range(1, self.rounds + 1):
            for table in self.open(event, number):
                self.play_table(table)
            if number < self.rounds:
                self.move_people(event)
        publish_event(event, force_unconfirmed=True, **self.who)
        self.correct(event)
        fined = self.random.choice(list(event.entries.order_by("pk")))
        about: dict[str, Any] = {"amount": self.random.choice((-2, 1)), "unit": AdjustmentUnit.POINTS, "key": "fine"}
        adjust_points(event, fined, reason="The director", **about, **self.who)
        self.happened["fined"] += 1
        return event

    def welcome(self, event: Event, week: int) -> None:
        """Who comes: most do, some said so and do not, and somebody is entered once more under another name."""
        people = [player for player in self.players if player not in self.twice.values() or week % 2]
        come = self.random.sample(people, len(people) - self.random.randrange(len(people) // 5 + 1))
        missing, come = come[:1], come[1:]
        expect_players(event, [*missing, *come], **self.who)
        mark_no_show(event, missing[0], **self.who)
        self.happened["no_show"] += 1
        self.late = [come.pop()]
        check_in_many(event, come, **self.who)
        if not self.twice:
            person = missing[0]
            again = check_in_by_name(event, f"Guest of week {week}", is_another=True, **self.who).row.player
            self.twice[again] = person
            self.happened["walked_in"] += 1

    def move_people(self, event: Event) -> None:
        """Between two rounds: somebody comes late; somebody leaves, and another takes his place or shares a seat."""
        while self.late:
            check_in(event, self.late.pop(), **self.who)
            self.happened["late"] += 1
        here = list_here(event, find_next_round(event))
        free = [who for who in here.people if who not in here.stand_ins and who not in here.shared]
        people = self.league.players.in_bulk(free)
        leaves = people[self.random.choice(sorted(people))]
        taken = {*here.people, *here.stand_ins.values(), *(player.pk for player in self.twice.values())}
        away = [each for each in self.players if each.pk not in taken]
        let_leave(event, leaves, **self.who)
        self.happened["left"] += 1
        if away and self.random.random() < 0.5:
            stand_in(event, self.random.choice(away), place_of=leaves, **self.who)
            self.happened["stood_in"] += 1
        elif away:
            partner = people[min(pk for pk in people if pk != leaves.pk)]
            share_seat(event, self.random.choice(away), partner=partner, **self.who)
            self.happened["shared"] += 1
        upcoming = find_upcoming(event)
        if upcoming is None or upcoming.missing or self.random.random() < 0.5:
            self.plan(event, reason="Somebody came or left")
            self.happened["planned_anew"] += 1

    def plan(self, event: Event, *, reason: str = "") -> None:
        """Take the plan that is proposed for whoever is here."""
        rounds = self.rounds - find_next_round(event) + 1
        options = PlayerOptions(rounds=rounds, seed=self.random.randrange(1000))
        made = propose_plan(event, format=Format.ROTATION, options=options)
        seen: dict[str, Any] = {"seen_version": made.seen_version, "seen_round": made.seen_round}
        take_plan(event, made.plan, reason=reason, **seen, **self.who)

    def open(self, event: Event, number: int) -> list[Table]:
        """Open the next round by the plan."""
        return open_planned_round(event, number=number, **self.who)

    def play_table(self, table: Table) -> None:
        """A game to ten points, or until time is called; some hands are taken back and played in another way."""
        position, last = 1, self.random.choice((4, 6, 30, 30))
        while position <= last:
            facts = self.draw_hand()
            done = record_deal(table, facts, position=position, key=f"{table.pk}-{position}", **self.who)
            if self.random.random() < 0.03 and not done.folded.finished:
                undo_last(
                    table,
                    position=position,
                    key=f"{table.pk}-{position}-u",
                    reason="Misread",
                    may_rule=True,
                    **self.who,
                )
                self.happened["undone"] += 1
                facts = {"maker": "E", "tricks": 3}
                done = record_deal(table, facts, position=position, key=f"{table.pk}-{position}-a", **self.who)
            if done.folded.finished:
                return
            position += 1
        call_time(table, called=True, **self.who)
        self.happened["time_called"] += 1

    def draw_hand(self) -> dict[str, Any]:
        """A hand, now and then with an offence, a misdeal or a ruling in its place."""
        drawn, seat = self.random.random(), self.random.choice("NESW")
        if drawn < 0.02:
            self.happened["misdeal"] += 1
            return {"misdeal": True}
        if drawn < 0.04:
            self.happened["ruling"] += 1
            points = {self.random.choice(("NS", "EW")): 1}
            return {"ruling": {"points": points, "reason": "The score was called wrongly", "by": "The director"}}
        if drawn < 0.08:
            self.happened["offence"] += 1
            kind = self.random.choice(("renege", "bid_out_of_turn", "lead_out_of_turn"))
            alone = kind == "lead_out_of_turn" and self.random.random() < 0.5
            offender = seat if alone else self.random.choice("NESW")
            return {"maker": seat, "alone": alone, "infractions": [{"kind": kind, "offender": offender}]}
        alone = self.random.random() < 0.15
        return {"maker": seat, "alone": alone, "tricks": self.random.choice((0, 2, 3, 3, 4, 4, 5, 5))}

    def correct(self, event: Event) -> None:
        """After publication: at some tables the last or another hand was misread. What is refused, is let be."""
        tables = list(event.tables.order_by("pk"))
        for table in self.random.sample(tables, min(len(tables), 3)):
            records = list_records(table)
            position = self.random.choice([1, max(record.position for record in records)])
            facts = {"maker": self.random.choice("NE"), "alone": True, "tricks": 5}
            try:
                correct_sheet(
                    table, {position: facts}, seen=len(records), key=f"c{table.pk}", reason="Misread", **self.who
                )
            except (ChangeRefusedError, LaterIllegalError, RefusedError):
                continue
            self.happened["corrected"] += 1

    def adjust(self) -> None:
        """Points are given and taken beside the games; what was a mistake is taken back."""
        lines = self.random.sample(list_season_standings(self.season).lines, 3)
        points, league_points = AdjustmentUnit.POINTS, AdjustmentUnit.LEAGUE_POINTS
        for line, unit, amount in zip(lines, (points, league_points, league_points), (7, -3, 5), strict=True):
            seen = Season.objects.get(pk=self.season.pk).revision
            about: dict[str, Any] = {"amount": amount, "unit": unit, "reason": "The committee", "seen": seen}
            made = adjust_season(self.season, line.number, **about, **self.who)
            self.given.append((line.number, unit, amount))
            self.happened["adjusted"] += 1
        take_back(made, reason="It was somebody else", **self.who)
        self.given.pop()
        self.happened["taken_back"] += 1
