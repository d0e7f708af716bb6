"""What a service refuses, in words for the person who asked."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.models import DealRecord
from league.models.event import Stage
from rules.game import Violation


class RefusedError(Exception):
    """A change that cannot be made. `messages` are translated sentences by field; "" is no field in particular."""

    def __init__(self, messages: dict[str, list[str]]) -> None:
        super().__init__("; ".join(text for texts in messages.values() for text in texts))
        self.messages = messages


class EntryRefusedError(Exception):
    """The rules refuse an entry where it stands; carries every violation."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations


class PositionTakenError(Exception):
    """Another entry stands where this one was to go, or those before it are missing.

    `existing` is what stands there, with who recorded it and when; `expected` is the next free position.
    """

    def __init__(self, *, position: int, expected: int, existing: DealRecord | None) -> None:
        super().__init__(f"position {position} is not next: {expected} is")
        self.position = position
        self.expected = expected
        self.existing = existing


class KeyReusedError(Exception):
    """A key seen before came with another entry: the sender must make a new key for each hand."""

    def __init__(self, existing: DealRecord) -> None:
        super().__init__(f"key of record {existing.pk} came again with other facts")
        self.existing = existing


class TableClosedError(Exception):
    """Nothing more can be entered at this table: its event is closed or time was called."""


def word_stage_refusal(stage: Stage) -> str:
    """Why an event of this stage takes no more hands or tables, and what to do first."""
    if stage == Stage.PUBLISHED:
        return _("The results of this event are published: reopen them first.")
    if stage == Stage.FINAL:
        return _("The results of this event are final: reopen them first.")
    return _("This event is closed: open it again first.")
