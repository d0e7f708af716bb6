"""Choose how fixed entries meet: propose a format with its report, and make the matches when it is taken."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct, structs

from league.models import Entry, Event, EventPlan, Match
from league.models.planning import OF_ENTRIES, Bracket, Format
from league.selectors.match_plans import ELIMINATIONS, MatchPlan, MatchSettings, find_match_plan, write_match_plan
from league.selectors.matches import MatchState, list_matches
from league.selectors.plans import find_plan
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.locking import lock_event
from league.services.match_rows import describe_matches, make_match
from league.services.plans import NewPlan, take_plan
from league.services.results import move_revision
from league.services.swiss_rounds import pair_next
from scoring.matching import Pairing
from scoring.round_robin import count_breaks, make_round_robin, plan_rest

#: Settings beyond these would make more matches than anybody plays.
MOST_GAMES, MOST_LEGS, MOST_ROUNDS, MOST_ENTRIES = 21, 6, 100, 500


class Proposal(Struct, frozen=True, kw_only=True):
    """A plan as it would be taken: its matches by round (those of a Swiss event for its first round only).

    `report` is what is said of it before it is taken: figures by name. `kept` are the rounds that stay as they are.
    """

    plan: MatchPlan
    matches: tuple[Match, ...]
    report: Mapping[str, int]
    kept: int


def propose_matches(event: Event, format: Format, settings: MatchSettings) -> Proposal:
    """What a format comes to for the entries that are there, after the rounds that have begun. Raises RefusedError."""
    states = list_matches(event)
    kept = max((state.match.round_number for state in states if state.is_touched), default=0)
    stays = [state for state in states if state.match.round_number <= kept]
    entries = _order_entries(event, settings.lot)
    _check(event, format, settings, entries, stays)
    order = tuple(entry.pk for entry in entries)
    settings = _complete(format, settings, len(order))
    plan = MatchPlan(format=format, settings=settings, order=order, after=kept)
    rounds = _list_rounds(plan, stays)
    matches = _make_brackets(event, plan) if format in ELIMINATIONS else _make_matches(event, plan, rounds, kept)
    return Proposal(plan=plan, matches=matches, report=_report(plan, matches, rounds), kept=kept)


def take_matches(
    event: Event,
    format: Format,
    settings: MatchSettings,
    *,
    seen_version: int,
    seen_round: int,
    by: User | None,
    source: str,
    reason: str = "",
) -> EventPlan:
    """Let fixed entries meet by a format from the next round on, and make its matches.

    Rounds of which a match has begun stay; matches after them that nobody has played are made anew. Raises
    PlanChangedError where somebody took another plan or opened a round meanwhile, and RefusedError.
    """
    with transaction.atomic():
        lock_event(event)
        proposal = propose_matches(event, format, settings)
        options = write_match_plan(proposal.plan)
        new = NewPlan(format=format, options=options, report=proposal.report)
        taken = take_plan(
            event, new, seen_version=seen_version, seen_round=seen_round, by=by, source=source, reason=reason
        )
        dropped = event.matches.filter(round_number__gt=proposal.kept)
        told = describe_matches(event, dropped)
        dropped.delete()
        made = Match.objects.bulk_create(proposal.matches)
        detail = {"kept": proposal.kept, "matches": describe_matches(event, made), "instead_of": told, "reason": reason}
        write_audit(event.league, "matches_made", by=by, source=source, event=event, detail=detail, rows=made)
        move_revision(event)
    return taken


def draw_lot() -> int:
    """A number that puts entries without a seed in order."""
    return random.SystemRandom().randrange(1, 1_000_000)


def find_versions(event: Event) -> int:
    """The version of the plan that stands, 0 without one."""
    stands = find_plan(event)
    return stands.version if stands else 0


def _order_entries(event: Event, lot: int) -> list[Entry]:
    """The entries that play on: by seed, then those without one as the lot falls."""
    there = list(event.entries.filter(withdrawn_from__isnull=True).order_by("pk"))
    random.Random(lot).shuffle(there)
    return sorted(there, key=lambda entry: entry.seed or MOST_ENTRIES + 1)


def _check(
    event: Event, format: Format, settings: MatchSettings, entries: Sequence[Entry], stays: Sequence[MatchState]
) -> None:
    faults: dict[str, list[str]] = {}
    if format not in OF_ENTRIES:
        faults["format"] = [_("In this format single players are seated: choose one in which entries meet.")]
    if len(event.rules.sides) != 2:
        faults.setdefault("format", []).append(_("Matches need a game of two sides: at these tables there are more."))
    if len(entries) < 2:
        faults.setdefault("", []).append(_("Enter at least two pairs first."))
    if len(entries) > MOST_ENTRIES:
        faults.setdefault("", []).append(_("At most %(most)s entries can meet.") % {"most": MOST_ENTRIES})
    for field, most in (("games", MOST_GAMES), ("legs", MOST_LEGS)):
        if not 1 <= getattr(settings, field) <= most:
            faults.setdefault(field, []).append(_("Choose a number from 1 to %(most)s.") % {"most": most})
    if not 0 <= settings.rounds <= MOST_ROUNDS:
        faults.setdefault("rounds", []).append(_("Choose a number from 0 to %(most)s.") % {"most": MOST_ROUNDS})
    if any(state.spot is not None for state in stays):
        faults.setdefault("", []).append(_("The elimination has begun: its bracket stays as it is."))
    if faults:
        raise RefusedError(faults)


def _complete(format: Format, settings: MatchSettings, entries: int) -> MatchSettings:
    """The settings with what was left open filled in."""
    if format != Format.SWISS or settings.rounds:
        return settings
    return structs.replace(settings, rounds=max(1, (entries - 1).bit_length()))


def _list_rounds(plan: MatchPlan, stays: Sequence[MatchState]) -> tuple[tuple[Pairing, ...], ...]:
    """The rounds that can be told before they are played."""
    if plan.format == Format.ROUND_ROBIN:
        if not stays:
            return make_round_robin(plan.order, legs=plan.settings.legs)
        return _plan_rest(plan, stays)
    if plan.format == Format.SWISS:
        paired = pair_next(plan, stays)
        bye = () if paired.bye is None else (Pairing(first=paired.bye),)
        return ((*paired.pairings, *bye),)
    return ()


def _plan_rest(plan: MatchPlan, stays: Sequence[MatchState]) -> tuple[tuple[Pairing, ...], ...]:
    met: Counter[frozenset[int]] = Counter()
    firsts: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    for state in stays:
        if state.first is not None and state.second is not None:
            met[frozenset((state.first.pk, state.second.pk))] += 1
            firsts[state.first.pk] += 1
        elif state.first is not None:
            byes[state.first.pk] += 1
    return plan_rest(plan.order, met=met, legs=plan.settings.legs, firsts=firsts, byes=byes)


def _make_matches(event: Event, plan: MatchPlan, rounds: Sequence[Sequence[Pairing]], kept: int) -> tuple[Match, ...]:
    return tuple(
        make_match(event, plan.settings, round_number, number, pairing)
        for round_number, pairings in enumerate(rounds, start=kept + 1)
        for number, pairing in enumerate(pairings, start=1)
    )


def _make_brackets(event: Event, plan: MatchPlan) -> tuple[Match, ...]:
    """The matches of an elimination with empty sides: who sits there follows from the ones before."""
    return tuple(
        Match(
            event=event,
            round_number=plan.after + spot.key[0],
            number=spot.key[1],
            games=plan.settings.games,
            counts_best=plan.settings.counts_best,
            bracket=Bracket(spot.part),
        )
        for spot in plan.bracket
    )


def _report(plan: MatchPlan, matches: Sequence[Match], rounds: Sequence[Sequence[Pairing]]) -> dict[str, int]:
    """The figures of a plan."""
    entries = len(plan.order)
    told = {"entries": entries, "matches": len(matches)}
    if plan.format == Format.ROUND_ROBIN:
        byes = Counter(each.first for round_ in rounds for each in round_ if each.second is None)
        told |= {"rounds": len(rounds), "byes": max(byes.values(), default=0)}
        told |= {"breaks": count_breaks(tuple(tuple(round_) for round_ in rounds))}
        return told | {"matches": len(matches) - sum(byes.values())}
    if plan.format == Format.SWISS:
        count = plan.settings.rounds
        possible = entries - 1 + entries % 2
        told |= {"rounds": count, "byes": entries % 2 * -(-count // entries), "repeats": int(count > possible)}
        return told | {"matches": count * (entries // 2)}
    size = 1 << (entries - 1).bit_length()
    needed = [spot for spot in plan.bracket if spot.only_after is None]  # a second final is seldom played
    last = max((spot.key[0] for spot in needed), default=0)
    return told | {"rounds": last, "byes": size - entries, "matches": len(needed)}


def may_choose(event: Event) -> bool:
    """Whether there is a plan of fixed entries, or one can be made."""
    return find_match_plan(event) is not None or len(event.rules.sides) == 2
