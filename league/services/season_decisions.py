"""Decide about a season's standings: give or take points, settle ties, take either back. Rows are only ever added."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Adjustment, Season, TieDecision
from league.models.standing import AdjustmentUnit, TieWay
from league.selectors.season_ranking import SeasonRanking, rank_season
from league.selectors.tied_places import find_standing_decision
from league.services.audit import write_audit
from league.services.event_decisions import TieDecidedError, check_decision_reason
from league.services.faults import RefusedError
from league.services.season_rules import move_season
from scoring.tiebreaks import find_tie_break

#: More than this is a slip of the finger.
MOST_POINTS = 1000


def adjust_season(
    season: Season, number: int, *, amount: int, unit: str, reason: str, seen: int, by: User | None, source: str
) -> Adjustment:
    """Give somebody who is ranked in a season points or league points, or take them away (below nought).

    `number` is that of the person, or of the pair or team in the season. `seen` is the season's revision when this was
    decided: a form that comes twice is refused. Raises RefusedError.
    """
    reason = check_decision_reason(reason)
    with transaction.atomic():
        _hold(season, seen=seen)
        ranked = rank_season(season)
        _check_amount(ranked, number, amount=amount, unit=unit)
        of = {"player_id": number} if ranked.units.is_persons else {"entry_id": number}
        made = Adjustment.objects.create(
            season=season, amount=amount, unit=unit, reason=reason, made_by=by, source=source, **of
        )
        detail = {"name": ranked.units.names[number], "amount": amount, "unit": unit}
        _write_down(season, "season_adjusted", made, detail, by=by, source=source)
    return made


def settle_season_tie(
    season: Season, order: Sequence[int], *, way: str, reason: str, seen: int, by: User | None, source: str
) -> TieDecision:
    """Settle a tie: `order` are the numbers of all who are tied, best first.

    It counts as long as they are tied. Raises RefusedError, and TieDecidedError where somebody has settled it already.
    """
    reason = check_decision_reason(reason)
    if way not in TieWay.values:
        raise RefusedError({"way": [_("Choose how the tie was settled.")]})
    with transaction.atomic():
        _hold(season, seen=None)
        ranked = rank_season(season)
        _check_undecided(season, ranked, order)
        _check_seen(season, seen)
        if tuple(sorted(order)) not in {tuple(sorted(tied)) for tied in ranked.ranking.unresolved}:
            text = _("These are not tied, or not any more: look at the standings as they are now.")
            raise RefusedError({"": [text]})
        made = TieDecision.objects.create(
            season=season, order=list(order), way=way, reason=reason, made_by=by, source=source
        )
        detail = {"names": [ranked.units.names[number] for number in order], "way": way}
        _write_down(season, "season_tie_settled", made, detail, by=by, source=source)
    return made


def take_back(row: Adjustment | TieDecision, *, reason: str, by: User | None, source: str) -> bool:
    """Take an adjustment or a decision of a season back. Says whether anything was done: once taken back, it stays so.

    Raises RefusedError without a reason.
    """
    reason = check_decision_reason(reason)
    season = row.season
    assert season is not None
    with transaction.atomic():
        _hold(season, seen=None)
        if row.cancels_id is not None or type(row).objects.filter(cancels=row.pk).exists():
            return False
        made: Adjustment | TieDecision
        said: dict[str, Any] = {"season": season, "reason": reason, "cancels": row, "made_by": by, "source": source}
        if isinstance(row, Adjustment):
            of = {"player_id": row.player_id, "entry_id": row.entry_id}
            made = Adjustment.objects.create(amount=-row.amount, unit=row.unit, **of, **said)
        else:
            made = TieDecision.objects.create(order=row.order, way=row.way, **said)
        _write_down(season, "season_decision_cancelled", made, {"old_reason": row.reason}, by=by, source=source)
    return True


def _check_undecided(season: Season, ranked: SeasonRanking, order: Sequence[int]) -> None:
    """Raise TieDecidedError where a decision about these stands."""
    number = find_standing_decision(ranked.ranking, order)
    decision = season.tie_decisions.select_related("made_by").filter(pk=number).first() if number else None
    if decision is not None:
        numbers = map(ranked.units.find_number, decision.order)
        raise TieDecidedError(decision, [ranked.units.names.get(number, "?") for number in numbers])


def _hold(season: Season, *, seen: int | None) -> None:
    season.refresh_from_db(from_queryset=Season.objects.select_for_update(no_key=True))
    if seen is not None:
        _check_seen(season, seen)


def _check_seen(season: Season, seen: int) -> None:
    if seen != season.revision:
        text = _("Something has changed since this page was shown. Look at the standings as they are now.")
        raise RefusedError({"": [text]})


def _check_amount(ranked: SeasonRanking, number: int, *, amount: int, unit: str) -> None:
    faults: dict[str, list[str]] = {}
    if number not in ranked.units.names:
        faults["number"] = [_("Choose somebody who is ranked in this season.")]
    if not amount or abs(amount) > MOST_POINTS:
        faults["amount"] = [_("Give 1 to %(most)s, or take −1 to −%(most)s.") % {"most": MOST_POINTS}]
    counted = {find_tie_break(code).code for code in (ranked.standings.rank_by, *ranked.standings.tie_breaks)}
    if unit not in AdjustmentUnit.values:
        faults["unit"] = [_("Choose points or league points.")]
    elif unit == AdjustmentUnit.LEAGUE_POINTS and "league_points" not in counted:
        faults["unit"] = [_("The standings of this season do not count league points: adjust the points.")]
    elif unit == AdjustmentUnit.POINTS and not counted & {"points_for", "fewest_points", "difference", "ratio"}:
        faults["unit"] = [_("The standings of this season do not count points: adjust the league points.")]
    if faults:
        raise RefusedError(faults)


def _write_down(
    season: Season,
    action: str,
    made: Adjustment | TieDecision,
    detail: dict[str, Any],
    *,
    by: User | None,
    source: str,
) -> None:
    detail = {**detail, "season": season.name, "reason": made.reason}
    write_audit(season.league, action, by=by, source=source, detail=detail, rows=[made])
    move_season(season)
