"""Make the fixtures of an event of teams: propose them, show how fair they are, take them."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Entry, Event, EventPlan, Match
from league.models.planning import Format
from league.selectors.fixtures import find_first_open_day
from league.selectors.plans import find_plan
from league.selectors.suggestions import find_next_round
from league.selectors.team_entries import list_divisions, read_team_rules
from league.services.days import check_days
from league.services.faults import RefusedError
from league.services.incoming import make_hash
from league.services.locking import lock_event
from league.services.plans import NewPlan, PlanChangedError, take_plan
from league.services.team_entries import check_teams_meet
from scoring.fixture_dates import NoDayError, list_days
from scoring.matching import Pairing
from scoring.round_robin import Rounds, count_breaks, make_round_robin, plan_rest

MOST_LEGS = 4
LONGEST_STEP = 366


class FixtureWishes(Struct, frozen=True, kw_only=True):
    """How often everybody is to meet everybody, and on which days: the first, then every so many days but some."""

    legs: int = 2
    first_day: datetime.date | None = None
    every: int = 7
    left_out: tuple[datetime.date, ...] = ()


class ProposedFixture(Struct, frozen=True, kw_only=True):
    """A fixture that is proposed: entries by their numbers, home first; without a second one a free day."""

    round_number: int
    number: int
    first: int
    second: int | None
    held_on: datetime.date | None


class TeamCount(Struct, frozen=True, kw_only=True):
    """How the fixtures treat a team: at home, away, free, and the same side twice running."""

    entry: Entry
    home: int
    away: int
    free: int


class Proposal(Struct, frozen=True, kw_only=True):
    """Fixtures as they are proposed, how they treat each team, and what they leave as it is.

    `kept` are matches that were played, given up or given another day; `breaks` how often somebody is at home, or away,
    twice running. `version` is that of the plan that stood when it was made, 0 for none.
    """

    wishes: FixtureWishes
    fixtures: tuple[ProposedFixture, ...]
    teams: tuple[TeamCount, ...]
    kept: int
    breaks: int
    version: int

    @property
    def stamp(self) -> str:
        """What is the same only for the same fixtures in place of the same ones."""
        return make_hash([self.version, msgspec.to_builtins(self.fixtures)])


def propose_fixtures(event: Event, wishes: FixtureWishes) -> Proposal:
    """Fixtures in which all teams of each division meet, by the circle method; nothing is stored.

    Where matches were played already, or have a day of their own, they stand, and what is still owed is planned from
    the next match day on: so a team can still join. Raises RefusedError.
    """
    check_teams_meet(event)
    _check_wishes(wishes)
    start = find_first_open_day(event)
    kept = _list_kept(event, start)
    rounds, breaks = _plan_divisions(event, kept, legs=wishes.legs, start=start)
    days = _list_days(wishes, count=max((len(each) for each in rounds), default=0))
    fixtures = _number_fixtures(rounds, start=start, days=days, taken=Counter(each.round_number for each in kept))
    plan = find_plan(event)
    return Proposal(
        wishes=wishes,
        fixtures=tuple(fixtures),
        teams=_count_teams(event, fixtures, kept),
        kept=sum(match.second_id is not None for match in kept),
        breaks=breaks,
        version=plan.version if plan else 0,
    )


def take_fixtures(
    event: Event, wishes: FixtureWishes, *, seen: str, by: User | None, source: str, reason: str = ""
) -> EventPlan:
    """Let the fixtures that come of these wishes stand in place of those that are still to come.

    `seen` is the stamp of the proposal that was shown. Raises PlanChangedError where they would be others by now, and
    RefusedError where fixtures change without a reason.
    """
    with transaction.atomic():
        lock_event(event)
        proposal = propose_fixtures(event, wishes)
        if proposal.stamp != seen:
            raise PlanChangedError
        plan = take_plan(
            event,
            NewPlan(format=Format.ROUND_ROBIN, options=_describe(proposal)),
            seen_version=proposal.version,
            seen_round=find_next_round(event),
            by=by,
            source=source,
            reason=reason,
        )
        kept = [match.pk for match in _list_kept(event, find_first_open_day(event))]
        event.matches.exclude(pk__in=kept).delete()
        Match.objects.bulk_create(_make_matches(event, proposal))
    return plan


def _make_matches(event: Event, proposal: Proposal) -> list[Match]:
    games = read_team_rules(event).match_games
    return [
        Match(
            event=event,
            round_number=fixture.round_number,
            number=fixture.number,
            first_id=fixture.first,
            second_id=fixture.second,
            games=games,
            held_on=fixture.held_on,
        )
        for fixture in proposal.fixtures
    ]


def _list_kept(event: Event, start: int) -> list[Match]:
    """The matches that are more than a plan: played, given up, or given a day of their own, and free days that were."""
    is_kept = Q(tables__isnull=False) | ~Q(end="") | Q(postponed_from__isnull=False)
    was_free = Q(round_number__lt=start) & (Q(first__isnull=True) | Q(second__isnull=True))
    return list(event.matches.filter(is_kept | was_free).distinct())


def _plan_divisions(
    event: Event, kept: Sequence[Match], *, legs: int, start: int
) -> tuple[list[list[tuple[Pairing, ...]]], int]:
    """The rounds of each division, and how often somebody keeps its side in them."""
    planned: list[list[tuple[Pairing, ...]]] = []
    breaks = 0
    for line in list_divisions(event):
        entries = [entry for entry in line.entries if entry.withdrawn_from is None]
        if len(entries) == 1 and line.division is not None:
            text = _("%(division)s has one team alone: nobody is there to meet it.")
            raise RefusedError({"": [text % {"division": line.division}]})
        rounds = _plan_division([entry.pk for entry in entries], kept, legs=legs)
        breaks += count_breaks(rounds)
        planned.append(list(rounds))
    if not any(planned):
        raise RefusedError({"": [_("Nobody has anybody left to meet: enter teams, or let them meet more often.")]})
    return planned, breaks


def _plan_division(entries: Sequence[int], kept: Sequence[Match], *, legs: int) -> Rounds:
    of_division = [match for match in kept if match.first_id in entries or match.second_id in entries]
    if not of_division:
        return make_round_robin(entries, legs=legs)
    met = [match for match in of_division if match.first_id in entries and match.second_id in entries]
    return _turn_pairs(
        plan_rest(
            entries,
            met=Counter(frozenset(_name_sides(match)) for match in met),
            legs=legs,
            firsts=Counter(match.first_id for match in met if match.first_id),
            byes=Counter(match.first_id for match in of_division if match.second_id is None and match.first_id),
        ),
        Counter(_name_sides(match) for match in met),
    )


def _turn_pairs(rounds: Rounds, at_home: Counter[tuple[int, int]]) -> Rounds:
    """Let two who meet again meet at the other's, where one of them has been at home more often."""
    turned = []
    for round_ in rounds:
        pairings = []
        for pairing in round_:
            first, second = pairing.first, pairing.second
            if second is not None and at_home[first, second] > at_home[second, first]:
                first, second = second, first
            if second is not None:
                at_home[first, second] += 1
            pairings.append(Pairing(first=first, second=second))
        turned.append(tuple(pairings))
    return tuple(turned)


def _number_fixtures(
    divisions: Sequence[Sequence[Sequence[Pairing]]],
    *,
    start: int,
    days: Sequence[datetime.date | None],
    taken: Mapping[int, int],
) -> list[ProposedFixture]:
    fixtures: list[ProposedFixture] = []
    for step, day in enumerate(days):
        pairings = [pairing for rounds in divisions if step < len(rounds) for pairing in rounds[step]]
        # Matches come first, so that their numbers, and those of their tables, have no gaps.
        ordered = sorted(pairings, key=lambda pairing: pairing.second is None)
        fixtures += [
            ProposedFixture(
                round_number=start + step,
                number=taken.get(start + step, 0) + number,
                first=pairing.first,
                second=pairing.second,
                held_on=day,
            )
            for number, pairing in enumerate(ordered, start=1)
        ]
    return fixtures


def _list_days(wishes: FixtureWishes, *, count: int) -> Sequence[datetime.date | None]:
    if wishes.first_day is None:
        return [None] * count
    try:
        days = list_days(wishes.first_day, every=wishes.every, count=count, left_out=wishes.left_out)
    except NoDayError:
        text = _("There are not enough days for %(count)s match days: leave out fewer, or begin earlier.")
        raise RefusedError({"left_out": [text % {"count": count}]}) from None
    check_days(every=max(days, default=None))
    return days


def _check_wishes(wishes: FixtureWishes) -> None:
    faults: dict[str, list[str]] = {}
    if not 1 <= wishes.legs <= MOST_LEGS:
        faults["legs"] = [_("Two teams meet once to %(most)s times.") % {"most": MOST_LEGS}]
    if not 1 <= wishes.every <= LONGEST_STEP:
        faults["every"] = [_("Match days are 1 to %(most)s days apart.") % {"most": LONGEST_STEP}]
    if faults:
        raise RefusedError(faults)
    check_days(first_day=wishes.first_day)
    for day in wishes.left_out:
        check_days(left_out=day)


def _count_teams(event: Event, fixtures: Sequence[ProposedFixture], kept: Iterable[Match]) -> tuple[TeamCount, ...]:
    sides = [*((each.first, each.second) for each in fixtures), *(_name_sides(match) for match in kept)]
    home = Counter(first for first, second in sides if second)
    away = Counter(second for _first, second in sides if second)
    free = Counter(first for first, second in sides if not second)
    return tuple(
        TeamCount(entry=entry, home=home[entry.pk], away=away[entry.pk], free=free[entry.pk])
        for line in list_divisions(event)
        for entry in line.entries
        if entry.withdrawn_from is None
    )


def _name_sides(match: Match) -> tuple[int, int]:
    """The entries of a match, home first; 0 for nobody."""
    return match.first_id or 0, match.second_id or 0


def _describe(proposal: Proposal) -> dict[str, object]:
    """What was taken, as the plan keeps it: a later one replaces the matches that it comes to, never this."""
    wishes = proposal.wishes
    return {
        "legs": wishes.legs,
        "first_day": wishes.first_day.isoformat() if wishes.first_day else "",
        "every": wishes.every,
        "left_out": [day.isoformat() for day in wishes.left_out],
        "fixtures": [
            [each.round_number, each.first, each.second, each.held_on.isoformat() if each.held_on else ""]
            for each in proposal.fixtures
        ],
    }
