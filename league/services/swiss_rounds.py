"""Pair the next round of a Swiss event by how the matches so far ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Event, Match
from league.models.planning import Format
from league.selectors.match_plans import MatchPlan, find_match_plan
from league.selectors.matches import MatchState, list_matches
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.locking import lock_event
from league.services.match_rows import describe_matches, make_match
from league.services.matches import check_match_reason, check_open
from league.services.results import move_revision
from scoring.matching import Pairing
from scoring.swiss import Contender, Side, SwissRound, pair_round

#: What a match is worth for the score groups of the pairing.
WIN, DRAW = 2, 1


def pair_next(plan: MatchPlan, states: Sequence[MatchState]) -> SwissRound:
    """Who meets next among the entries of the plan. A bye counts as a match won."""
    played = [state for state in states if state.status in ("over", "bye")]
    met = Counter(
        frozenset((state.first.pk, state.second.pk))
        for state in played
        if state.first is not None and state.second is not None
    )
    apart = {frozenset(pair) for pair in plan.settings.apart}
    return pair_round(_list_contenders(plan, played), met=met, apart=apart)


def make_next_round(event: Event, *, seen_round: int, by: User | None, source: str) -> list[Match]:
    """Pair the round after `seen_round`, the last one that the asker saw. Raises RefusedError.

    Nothing is done where that round is there already: the same form sent twice.
    """
    with transaction.atomic():
        lock_event(event)
        plan = _demand_swiss(event)
        states = list_matches(event)
        last = max((state.match.round_number for state in states), default=0)
        if last > seen_round:
            return []
        _check_next(event, plan, states, last)
        return _store_round(event, plan, states, last + 1, instead_of=[], reason="", by=by, source=source)


def pair_again(event: Event, *, reason: str, by: User | None, source: str) -> list[Match]:
    """Pair the last round anew after a correction or a withdrawal, while nobody has begun it. Raises RefusedError."""
    with transaction.atomic():
        lock_event(event)
        plan = _demand_swiss(event)
        check_open(event)
        reason = check_match_reason(reason)
        states = list_matches(event)
        last = max((state.match.round_number for state in states), default=0)
        dropped = [state for state in states if state.match.round_number == last]
        if not dropped or any(state.is_touched for state in dropped):
            raise RefusedError({"": [_("This round has begun: its pairings stay as they are.")]})
        told = describe_matches(event, [state.match for state in dropped])
        event.matches.filter(round_number=last).delete()
        stays = [state for state in states if state.match.round_number < last]
        return _store_round(event, plan, stays, last, instead_of=told, reason=reason, by=by, source=source)


def _demand_swiss(event: Event) -> MatchPlan:
    plan = find_match_plan(event)
    if plan is None or plan.format != Format.SWISS:
        raise RefusedError({"": [_("Only a Swiss event is paired round by round.")]})
    return plan


def _check_next(event: Event, plan: MatchPlan, states: Sequence[MatchState], last: int) -> None:
    check_open(event)
    open_ = [state for state in states if not state.is_settled]
    if open_:
        text = _("The next round follows from the results: these matches are still open: %(names)s.")
        raise RefusedError({"": [text % {"names": "; ".join(" – ".join(_name_sides(state)) for state in open_)}]})
    if last - plan.after >= plan.settings.rounds:
        text = _("All %(count)s rounds are paired. Choose how the rounds go on, if there are to be more.")
        raise RefusedError({"": [text % {"count": plan.settings.rounds}]})


def _store_round(
    event: Event,
    plan: MatchPlan,
    states: Sequence[MatchState],
    number: int,
    *,
    instead_of: list[list[object]],
    reason: str,
    by: User | None,
    source: str,
) -> list[Match]:
    gone = set(event.entries.filter(withdrawn_from__lte=number).values_list("pk", flat=True))
    late = event.entries.exclude(pk__in=plan.order).filter(withdrawn_from__isnull=True).order_by("pk")
    order = (*(entry for entry in plan.order if entry not in gone), *late.values_list("pk", flat=True))
    there = MatchPlan(format=plan.format, settings=plan.settings, order=order, after=plan.after)
    paired = pair_next(there, states)
    pairings = [*paired.pairings, *([] if paired.bye is None else [Pairing(first=paired.bye)])]
    made = Match.objects.bulk_create(
        make_match(event, plan.settings, number, place, pairing) for place, pairing in enumerate(pairings, start=1)
    )
    told = describe_matches(event, made)
    detail = {"matches": told, "instead_of": instead_of, "repeats": paired.repeats, "reason": reason}
    write_audit(event.league, "matches_made", by=by, source=source, event=event, detail=detail, rows=made)
    move_revision(event)
    return made


def _list_contenders(plan: MatchPlan, played: Sequence[MatchState]) -> list[Contender]:
    scores: Counter[int] = Counter()
    games: Counter[int] = Counter()
    margins: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    sides: dict[int, list[Side]] = {}
    for state in played:
        for side, entry, sign in (("first", state.first, 1), ("second", state.second, -1)):
            if entry is None:
                continue
            verdict = state.verdict
            is_draw = state.how == "games" and not state.winner
            scores[entry.pk] += WIN if state.winner == side else DRAW if is_draw else 0
            games[entry.pk] += sign * (verdict.first_won - verdict.second_won)
            margins[entry.pk] += sign * (verdict.first_points - verdict.second_points)
            byes[entry.pk] += state.status == "bye"
            if state.status != "bye":
                sides.setdefault(entry.pk, []).append("first" if sign == 1 else "second")
    drawn = {entry: place for place, entry in enumerate(plan.order)}
    ranked = sorted(plan.order, key=lambda entry: (-games[entry], -margins[entry], drawn[entry]))
    return [
        Contender(
            entry=entry,
            score=scores[entry],
            rank=rank,
            byes=byes[entry],
            firsts=sides.get(entry, []).count("first"),
            seconds=sides.get(entry, []).count("second"),
            last_side=(sides.get(entry) or [""])[-1],
        )
        for rank, entry in enumerate(ranked)
    ]


def _name_sides(state: MatchState) -> list[str]:
    return [entry.name if entry else "" for entry in (state.first, state.second)]
