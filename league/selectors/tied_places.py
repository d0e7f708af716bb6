"""Ties that no rule parts, and what people decided about them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from league.models import Event, TieDecision
from league.models.standing import TieWay
from league.selectors.event_ranking import EventRanking, RankedGroup
from league.selectors.standing_inputs import list_standing_decisions
from scoring.tiebreaks import BY_HAND


class TiedPlace(Struct, frozen=True, kw_only=True):
    """Entries that no rule parts, as they stand now. `decision` is the number of what people decided, if they did."""

    division: str
    rank: int
    entries: tuple[int, ...]
    decision: int | None


class StandingDecision(Struct, frozen=True, kw_only=True):
    """A decision that was not cancelled. `counts` is False once those in it are not tied any more, or after a later
    one about the same.
    """

    decision: TieDecision
    names: tuple[str, ...]
    counts: bool

    @property
    def is_shared(self) -> bool:
        """Whether they keep the same place."""
        return self.decision.way == TieWay.SHARE


def list_tied(ranked: EventRanking) -> list[TiedPlace]:
    """Every tie after a game, whether or not people have decided it, the highest places first."""
    found = [tied for group in ranked.groups for tied in _list_group(group)]
    return sorted(found, key=lambda tied: (tied.division, tied.rank))


def _list_group(group: RankedGroup) -> Iterator[TiedPlace]:
    ranking = group.ranking
    for step in ranking.steps:
        if step.code == BY_HAND.code and any(ranking.field.figures[entry].every for entry in step.tied):
            placed = [each for each in ranking.places if each.entry in step.tied]
            decision = step.measured.decision if step.measured else None
            yield TiedPlace(
                division=group.division,
                rank=min(each.rank or 0 for each in placed),
                entries=tuple(each.entry for each in placed),
                decision=decision.number if decision else None,
            )


def list_decisions(event: Event, ranked: EventRanking) -> list[StandingDecision]:
    """All decisions that were not cancelled, the newest first, each with whether it still counts."""
    in_use = {tied.decision for tied in list_tied(ranked)}
    return [
        StandingDecision(
            decision=row,
            names=tuple(ranked.inputs.names.get(entry, str(entry)) for entry in row.order),
            counts=row.pk in in_use,
        )
        for row in reversed(list_standing_decisions(event))
    ]
