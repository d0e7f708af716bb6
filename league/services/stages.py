"""From entered to final: confirm results, publish them, make them final, open them again.

An event's stage follows from its times (`Event.stage`), so that a correction window ends by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Event, SeatResult, Table
from league.models.event import Stage
from league.models.people import CorrectionWindow
from league.models.result import Outcome
from league.selectors.stages import RESULTS_REOPENED
from league.selectors.tables import TableScore, list_tables
from league.services.audit import write_audit
from league.services.claims import confirm_result
from league.services.faults import RefusedError
from league.services.locking import lock_event_and_tables, lock_tables, repeat_interrupted
from league.services.reasons import check_reason
from league.services.results import move_revision

#: What reopened results are opened for: corrections alone, or new hands as well.
FOR_CORRECTIONS, FOR_HANDS = "closed", "open"


class ResultsMovedError(RefusedError):
    """Results changed since the page was shown on which somebody agreed to them."""


class NotReadyError(RefusedError):
    """Results that cannot be published yet: games in play (`unfinished`), results nobody agreed to (`unconfirmed`)."""

    def __init__(self, *, unfinished: list[TableScore], unconfirmed: list[TableScore]) -> None:
        self.unfinished, self.unconfirmed = unfinished, unconfirmed
        super().__init__({"": list(_word_not_ready(unfinished, unconfirmed))})


@repeat_interrupted
def publish_event(
    event: Event,
    *,
    by: User | None,
    source: str,
    window: int | None = None,
    force_unconfirmed: bool = False,
    seen: int | None = None,
) -> bool:
    """Publish the results: nothing more can be entered, and for `window` minutes an admin can still correct.

    `window` None is the league's; 0 makes the results final at once. `force_unconfirmed` confirms what nobody has
    confirmed yet, as the publisher saw it: at the event's revision `seen`, where that is given. Says whether anything
    was done: published results stay as they are. Raises NotReadyError, ResultsMovedError, and RefusedError for another
    window or an event without a finished game.
    """
    window = event.league.correction_window if window is None else window
    if window not in CorrectionWindow.values:
        raise RefusedError({"window": [_("Choose one of the windows for corrections.")]})
    with transaction.atomic():
        lock_event_and_tables(event)
        if event.published_at is not None:
            return False
        unconfirmed = _demand_ready(list_tables(event), force_unconfirmed=force_unconfirmed)
        if unconfirmed:
            _check_seen(event, seen)
        for score in unconfirmed:
            confirm_result(score.table, by=by, source=source)
        now = timezone.now()
        event.is_open, event.published_at, event.final_at = False, now, now + timedelta(minutes=window)
        detail = {"window": window, "confirmed": len(unconfirmed), "final_at": event.final_at.isoformat()}
        _store_stage(event, "results_published", by=by, source=source, detail=detail)
    return True


@repeat_interrupted
def finalise_event(event: Event, *, by: User | None, source: str) -> bool:
    """End the correction window now. Says whether anything was done.

    Raises RefusedError for unpublished results and where a game is in play.
    """
    with transaction.atomic():
        lock_event_and_tables(event)
        if event.published_at is None:
            raise RefusedError({"": [_("These results are not published: publish them first.")]})
        if event.stage == Stage.FINAL:
            return False
        _check_none_in_play(event)
        event.final_at = timezone.now()
        _store_stage(event, "results_final", by=by, source=source, detail={})
    return True


@repeat_interrupted
def reopen_results(event: Event, *, reason: str, by: User | None, source: str, to: str = FOR_CORRECTIONS) -> bool:
    """Take published or final results back, for corrections (FOR_CORRECTIONS) or also for new hands (FOR_HANDS).

    Says whether anything was done: of two who do it at once, the reason of the first is kept. Raises RefusedError
    without a reason.
    """
    reason = check_reason(reason, missing=_("Say why the results are opened again: everybody can read it."))
    if to not in (FOR_CORRECTIONS, FOR_HANDS):
        raise RefusedError({"to": [_("Choose what the results are opened for.")]})
    with transaction.atomic():
        lock_event_and_tables(event)
        if event.published_at is None:
            return False
        detail = {"reason": reason, "to": to, "stage": str(event.stage)}
        event.is_open, event.published_at, event.final_at = to == FOR_HANDS, None, None
        _store_stage(event, RESULTS_REOPENED, by=by, source=source, detail=detail)
    return True


@repeat_interrupted
def confirm_tables(tables: Iterable[Table], *, by: User | None, source: str, seen: int | None = None) -> list[Table]:
    """Confirm the results of finished games as they stand, in place of the other side.

    Returns those that were not confirmed before. Raises RefusedError where a game is in play or results are final, and
    ResultsMovedError where `seen` is given and not their event's revision any more.
    """
    asked = list(tables)
    with transaction.atomic():
        current = lock_tables(Q(pk__in=[table.pk for table in asked]), events={table.event for table in asked})
        for event in {table.event for table in current}:
            _check_not_final(event)
        _check_finished(current)
        confirmed = [table for table in current if table.confirmed_at is None]
        for event in {table.event for table in confirmed}:
            _check_seen(event, seen)
        for table in confirmed:
            confirm_result(table, by=by, source=source)
    return confirmed


def name_tables(tables: Iterable[Table]) -> str:
    """Tables in one line: round 1, table 2; round 2, table 1."""
    words = ({"round": table.round.number, "table": table.number} for table in tables)
    return "; ".join(_("round %(round)s, table %(table)s") % each for each in words)


def _demand_ready(scores: list[TableScore], *, force_unconfirmed: bool) -> list[TableScore]:
    """The results that are to be confirmed along with publishing. Raises NotReadyError, RefusedError."""
    scores = sorted(scores, key=lambda score: (score.table.round.number, score.table.number))
    unfinished = [score for score in scores if score.is_begun and not score.is_finished]
    unconfirmed = [score for score in scores if score.is_finished and not score.is_confirmed]
    if unfinished or (unconfirmed and not force_unconfirmed):
        raise NotReadyError(unfinished=unfinished, unconfirmed=[] if force_unconfirmed else unconfirmed)
    if not any(score.is_finished for score in scores):
        raise RefusedError({"": [_("There is nothing to publish yet: no game of this event is finished.")]})
    return unconfirmed


def _word_not_ready(unfinished: list[TableScore], unconfirmed: list[TableScore]) -> Iterable[str]:
    if unfinished:
        text = _("Not finished yet: %(tables)s. Finish these games, or call time at their tables.")
        yield text % {"tables": name_tables(score.table for score in unfinished)}
    if unconfirmed:
        text = _("Not confirmed yet: %(tables)s. Have them confirmed, or confirm them as they stand.")
        yield text % {"tables": name_tables(score.table for score in unconfirmed)}


def _check_seen(event: Event, seen: int | None) -> None:
    if seen is not None and seen != event.revision:
        text = _("Something has changed since this page was shown. Look at the results as they stand now.")
        raise ResultsMovedError({"": [text]})


def _check_not_final(event: Event) -> None:
    if event.stage == Stage.FINAL:
        raise RefusedError({"": [_("These results are final: reopen them first.")]})


def _check_finished(tables: list[Table]) -> None:
    open_pks = set(SeatResult.objects.filter(table__in=tables, outcome=Outcome.OPEN).values_list("table", flat=True))
    in_play = [table for table in tables if table.pk in open_pks]
    if in_play:
        text = _("Not finished yet: %(tables)s. Finish these games, or call time at their tables.")
        raise RefusedError({"": [text % {"tables": name_tables(in_play)}]})


def _check_none_in_play(event: Event) -> None:
    in_play = [score.table for score in list_tables(event) if score.is_begun and not score.is_finished]
    if in_play:
        text = _("Not finished: %(tables)s. Open the results again, so that these games can go on.")
        raise RefusedError({"": [text % {"tables": name_tables(in_play)}]})


def _store_stage(event: Event, action: str, *, by: User | None, source: str, detail: dict[str, Any]) -> None:
    event.save(update_fields=["is_open", "published_at", "final_at"])
    detail = {"name": event.name, **detail}
    write_audit(event.league, action, by=by, source=source, event=event, detail=detail, rows=[event])
    move_revision(event)
