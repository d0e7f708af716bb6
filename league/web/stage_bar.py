"""How far the results of an event have come, in words: for the bar on its pages."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from league.models import AuditRow, Event
from league.models.event import Stage
from league.selectors.stages import list_reopenings
from league.wording import word_moment

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


def describe_stage(event: Event) -> dict[str, Any]:
    """The context of `league/stage.html`: the steps, where they are, a sentence, and why results were reopened."""
    stage = event.stage
    current = next(number for number, (_words, stages) in enumerate(STEPS) if stage in stages)
    return {
        "stage": str(stage),
        "steps": [(words, number < current, number == current) for number, (words, _stages) in enumerate(STEPS)],
        "text": word_stage(event),
        "standing_words": STANDING_WORDS[stage],
        "reopenings": [word_reopening(row) for row in list_reopenings(event)],
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


def word_reopening(row: AuditRow) -> str:
    """When results were opened again, by whom, and why."""
    who = row.actor.get_full_name() or row.actor.get_username() if row.actor else pgettext("who", "a command")
    words = {"time": word_moment(row.at, dated=True), "who": who, "reason": row.detail.get("reason", "")}
    return _("Reopened on %(time)s by %(who)s: %(reason)s") % words
