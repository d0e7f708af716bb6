"""Set how an event ranks, and for whom a substitute's games count."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Event
from league.models.event import SubstituteCredit
from league.models.result import Outcome
from league.selectors.event_rules import read_rules, uses_bracket
from league.selectors.match_plans import has_bracket
from league.services.audit import write_audit
from league.services.event_decisions import check_not_final
from league.services.faults import RefusedError
from league.services.locking import lock_event
from league.services.reasons import check_reason
from league.services.results import move_revision
from rules.catalog import GAMES
from rules.game import fill
from scoring.placing import find_rule_faults
from scoring.standing_rules import StandingRules
from scoring.tiebreaks import COUNTS

#: Most evenings or games that anybody can mean.
MOST_EVENINGS = 500
MOST_CREDIT = 1000


class RulesBegunError(RefusedError):
    """There are results already: whoever changes the rules has to say that this is meant, and why."""


def set_standing_rules(
    event: Event,
    rules: StandingRules | None,
    *,
    by: User | None,
    source: str,
    substitute_credit: str | None = None,
    reason: str = "",
    despite_results: bool = False,
) -> bool:
    """Let an event rank by these rules; None is the usual way of its game. `substitute_credit` None stays as it is.

    Says whether anything was changed. Old and new are kept in the audit. Raises RefusedError for rules with faults and
    final results, and RulesBegunError where a game is finished and it is not said that this is meant, with a reason.
    """
    stored = {} if rules is None else msgspec.to_builtins(rules)
    _check_rules(event, rules)
    if substitute_credit is not None and substitute_credit not in SubstituteCredit.values:
        raise RefusedError({"substitute_credit": [_("Choose for whom a substitute's games count.")]})
    reason = check_reason(reason)
    with transaction.atomic():
        lock_event(event)
        changes: dict[str, object] = {"standing_rules": stored}
        if substitute_credit is not None:
            changes["substitute_credit"] = substitute_credit
        before = {field: getattr(event, field) for field in changes}
        was = write_ranking(event)
        # PostgreSQL gives keys back in an order of its own.
        if msgspec.json.encode(before, order="sorted") == msgspec.json.encode(changes, order="sorted"):
            return False
        check_not_final(event)
        _check_begun(event, reason=reason, despite_results=despite_results)
        for field, value in changes.items():
            setattr(event, field, value)
        event.save(update_fields=list(changes))
        detail = {"old": before, "new": changes, "order_before": was, "order": write_ranking(event)}
        if reason:
            detail["reason"] = reason
        write_audit(event.league, "standing_rules_set", by=by, source=source, event=event, detail=detail, rows=[event])
        move_revision(event)
    return True


def has_results(event: Event) -> bool:
    """Whether a game of an event is finished: whoever changes the rules then may change places."""
    return event.results.exclude(outcome=Outcome.OPEN).exists()


def write_ranking(event: Event) -> list[str]:
    """The codes of what an event ranks by, in order."""
    rules = read_rules(event)
    return [rules.rank_by, *rules.tie_breaks]


def _check_begun(event: Event, *, reason: str, despite_results: bool) -> None:
    if not has_results(event):
        return
    faults = {}
    if not despite_results:
        faults["despite_results"] = [
            _("There are results already, and other rules may change places. Say that this is meant.")
        ]
    if not reason:
        faults["reason"] = [_("Say why the rules change while there are results: everybody can read it.")]
    if faults:
        raise RulesBegunError(faults)


def _check_rules(event: Event, rules: StandingRules | None) -> None:
    if rules is None:
        return
    faults: dict[str, list[str]] = {}
    for fault in find_rule_faults(rules):
        faults.setdefault(fault.field, []).append(fill(_(fault.template), fault.values))
    for field, text in (
        *_find_uncounted(event, rules),
        *_find_no_bracket(event, rules),
        *_find_odd_numbers(rules),
    ):
        faults.setdefault(field, []).append(text)
    if faults:
        raise RefusedError(faults)


def _find_uncounted(event: Event, rules: StandingRules) -> Iterator[tuple[str, str]]:
    """Counts that the game of the event does not keep: nobody would ever have any."""
    kept = GAMES[event.game].tally_titles
    counts = {tie_break.code: tie_break.title for tie_break in COUNTS if tie_break.code not in kept}
    text = _("This game does not count that: %(count)s.")
    for field, codes in (("rank_by", (rules.rank_by,)), ("tie_breaks", rules.tie_breaks)):
        for code in codes:
            if code in counts:
                yield field, text % {"count": _(counts[code])}


def _find_no_bracket(event: Event, rules: StandingRules) -> Iterator[tuple[str, str]]:
    if uses_bracket(rules) and not has_bracket(event):
        field = "rank_by" if rules.rank_by == "bracket" else "tie_breaks"
        yield field, _("This event is played as no elimination: there is no bracket to have a place in.")


def _find_odd_numbers(rules: StandingRules) -> Iterator[tuple[str, str]]:
    """Numbers that cannot be meant."""
    numbers: tuple[tuple[str, int | None, int], ...] = (
        ("drop_worst", rules.drop_worst, 0),
        ("minimum_evenings", rules.minimum_evenings, 0),
        ("keep_best", rules.keep_best, 1),
    )
    for field, number, least in numbers:
        if number is not None and not least <= number <= MOST_EVENINGS:
            yield field, _("This must be %(least)s to %(most)s.") % {"least": least, "most": MOST_EVENINGS}
    for unplayed in rules.unplayed.values():
        figures = map(Decimal, (unplayed.points_for, unplayed.points_against, unplayed.league_points or 0))
        if any(not figure.is_finite() or abs(figure) > MOST_CREDIT for figure in figures):
            yield "unplayed", _("Credit at most %(most)s points.") % {"most": MOST_CREDIT}
    table = rules.league_points
    amounts = (table.won, table.drawn, table.lost, table.ended, table.per_point)
    if any(not amount.is_finite() or abs(amount) > MOST_CREDIT for amount in amounts):
        yield "league_points", _("League points for a game are −%(most)s to %(most)s.") % {"most": MOST_CREDIT}
