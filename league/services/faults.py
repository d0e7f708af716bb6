"""What a service refuses, in words for the person who asked."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from league.models import Claim, DealRecord
from league.models.event import Stage
from rules.game import Violation


class RefusedError(Exception):
    """A change that cannot be made. `messages` are translated sentences by field; "" is no field in particular."""

    def __init__(self, messages: dict[str, list[str]]) -> None:
        super().__init__("; ".join(text for texts in messages.values() for text in texts))
        self.messages = messages


class GameGoesOnError(RefusedError):
    """A correction after which a game would be in play again whose result is published."""


class RightGoneError(RefusedError):
    """A correction that its writer may not make any more, or never might: the stage of the event decides about it."""


class EntryRefusedError(Exception):
    """The rules refuse an entry where it stands; carries every violation."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations


class ChangeRefusedError(EntryRefusedError):
    """The rules refuse new facts of a correction where they stand; `by_position` has the violations of each."""

    def __init__(self, by_position: Mapping[int, tuple[Violation, ...]]) -> None:
        super().__init__(tuple(violation for violations in by_position.values() for violation in violations))
        self.by_position = by_position


class LaterIllegalError(Exception):
    """After a correction, later entries would not be possible any more: each is to be taken off or entered again.

    `by_position` has the violations of each of them. Nothing was stored.
    """

    def __init__(self, by_position: Mapping[int, tuple[Violation, ...]]) -> None:
        super().__init__(f"no longer possible: positions {', '.join(map(str, by_position))}")
        self.by_position = by_position


class SheetChangedError(Exception):
    """A sheet has changed since its writer looked at it; `newer` are the records added since, oldest first."""

    def __init__(self, newer: tuple[DealRecord, ...]) -> None:
        super().__init__(f"{len(newer)} records were added since")
        self.newer = newer


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


class WordReusedError(Exception):
    """A key seen before came with another word on a hand; `existing` is what that key stored."""

    def __init__(self, existing: Claim) -> None:
        super().__init__(f"key of claim {existing.pk} came again with another word")
        self.existing = existing


class WordChangedError(Exception):
    """What stands at a position, or what was said of it, has changed since somebody looked at it."""

    def __init__(self, position: int) -> None:
        super().__init__(f"position {position} has changed meanwhile")
        self.position = position


class TableClosedError(Exception):
    """Nothing more can be entered at this table: its event is closed or time was called."""


def word_stage_refusal(stage: Stage) -> str:
    """Why an event of this stage takes no more hands or tables, and what to do first."""
    if stage == Stage.PUBLISHED:
        return _("The results of this event are published: reopen them first.")
    if stage == Stage.FINAL:
        return _("The results of this event are final: reopen them first.")
    return _("This event is closed: open it again first.")


class ResultsFinalError(TableClosedError):
    """The results of the event are final: they must be reopened before anything of them is corrected."""
