"""How far the results of an event have come, in words: for the bar on its pages."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from league.models import AuditRow, Event
from league.models.event import Stage
from league.selectors.stages import list_reopenings
from league.wording import word_moment, word_role

#: The steps of the bar, with the stages at which each is the current one.
STEPS = (
    (pgettext_lazy("stage of results", "Entered"), (Stage.OPEN, Stage.CLOSED)),
    (pgettext_lazy("stage of results", "Draft"), (Stage.PUBLISHED,)),
    (pgettext_lazy("stage of results", "Final"), (Stage.FINAL,)),
)

#: What standings of this stage are called.
STANDING_WORDS = {
    Stage.OPEN: gettext_lazy("provisional"),
    Stage.CLOSED: gettext_lazy("provisional"),
    Stage.PUBLISHED: gettext_lazy("draft"),
    Stage.FINAL: pgettext_lazy("standings", "final"),
}


def describe_stage(event: Event, *, shows_names: bool) -> dict[str, Any]:
    """The context of `league/stage.html`: the steps, where they are, a sentence, and why results were reopened.

    Who reopened them is told by name only where a reader is shown names, else by role.
    """
    stage = event.stage
    current = next(number for number, (_words, stages) in enumerate(STEPS) if stage in stages)
    return {
        "stage": str(stage),
        "steps": [(words, number < current, number == current) for number, (words, _stages) in enumerate(STEPS)],
        "text": word_stage(event),
        "standing_words": STANDING_WORDS[stage],
        "reopenings": _word_reopenings(event, shows_names=shows_names),
    }


def word_stage(event: Event) -> str:
    """Where the results of an event stand now, as a sentence."""
    stage = event.stage
    if stage == Stage.OPEN:
        return _("Hands are being entered.")
    if stage == Stage.CLOSED or event.final_at is None:
        return _("Closed, not yet published: no more hands can be entered.")
    if stage == Stage.PUBLISHED:
        return _("Draft: can be corrected until %(time)s.") % {"time": word_moment(event.final_at)}
    return _("Final since %(time)s.") % {"time": word_moment(event.final_at)}


def _word_reopenings(event: Event, *, shows_names: bool) -> list[str]:
    """When results were opened again, by whom, and why."""
    rows = list_reopenings(event)
    text = _("Reopened on %(time)s by %(who)s: %(reason)s")
    return [
        text
        % {
            "time": word_moment(row.at, dated=True),
            "who": _word_who(row, shows_names=shows_names),
            "reason": row.detail.get("reason", ""),
        }
        for row in rows
    ]


def _word_who(row: AuditRow, *, shows_names: bool) -> str:
    """Who it was: by name, or by the role that he had then."""
    if row.actor is None:
        return pgettext("who", "a command")
    if shows_names:
        return row.actor.get_full_name() or row.actor.get_username()
    return word_role(row.role)
