"""Set what can be won in an event or a season, and what there is in the pot."""

from __future__ import annotations

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Event, Season
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.locking import lock_event
from league.services.results import move_revision
from league.services.season_rules import move_season
from rules.game import fill
from scoring.prize_rules import PrizeRules, find_prize_faults

#: Cents: more than any card league has to share, and what every database can hold.
LARGEST_POT = 1_000_000_000
MOST_PRIZES = 40


def set_prizes(scope: Event | Season, rules: PrizeRules, *, pot: int, by: User | None, source: str) -> bool:
    """Let this be won; `pot` is in cents. The old list stays in the log. Says whether anything was changed.

    Prizes follow from the standings, so nobody's award is stored. Raises RefusedError for prizes with faults.
    """
    _check(rules, pot)
    built = msgspec.json.decode(msgspec.json.encode(rules))
    with transaction.atomic():
        if isinstance(scope, Event):
            lock_event(scope)
        else:
            scope.refresh_from_db(from_queryset=Season.objects.select_for_update(no_key=True))
        old = {"prizes": scope.prizes, "pot": scope.pot}
        if old == {"prizes": built, "pot": pot}:
            return False
        scope.prizes, scope.pot = built, pot
        scope.save(update_fields=["prizes", "pot"])
        detail = {"name": scope.name, "prizes": built, "pot": pot, "old_prizes": old}
        if isinstance(scope, Event):
            write_audit(scope.league, "prizes_set", by=by, source=source, event=scope, detail=detail, rows=[scope])
            move_revision(scope)
        else:
            write_audit(scope.league, "prizes_set", by=by, source=source, detail=detail)
            move_season(scope)
    return True


def _check(rules: PrizeRules, pot: int) -> None:
    titles = {prize.code: prize.title or prize.code for prize in rules.prizes}
    faults: dict[str, list[str]] = {}
    for fault in find_prize_faults(rules):
        values = {**fault.values, "code": titles.get(str(fault.values.get("code")), "")}
        faults.setdefault(fault.field, []).append(fill(_(fault.template), values))
    if not 0 <= pot <= LARGEST_POT:
        faults["pot"] = [_("The pot is nothing or more, and not more than ten million.")]
    if len(rules.prizes) > MOST_PRIZES:
        faults.setdefault("prizes", []).append(_("There can be at most %(most)s prizes.") % {"most": MOST_PRIZES})
    if any(max(prize.money, prize.points) > LARGEST_POT for prize in rules.prizes):
        faults.setdefault("prizes", []).append(_("A prize is not more than ten million."))
    if faults:
        raise RefusedError(faults)
