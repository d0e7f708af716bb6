"""Ties that no rule parts, and what people decided about them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct

from league.models import Event, TieDecision
from league.models.standing import TieWay
from league.selectors.event_ranking import EventRanking, RankedGroup
from league.selectors.standing_inputs import list_standing_decisions
from scoring.placing import Ranking
from scoring.tiebreaks import BY_HAND


class TiedPlace(Struct, frozen=True, kw_only=True):
    """Entries that no rule parts, as they stand now. `decision` is the number of what people decided, if they did."""

    division: str
    rank: int
    entries: tuple[int, ...]
    decision: int | None


class StandingDecision(Struct, frozen=True, kw_only=True):
    """A decision that was not cancelled. `counts` is False once the tie that it settled is not there any more, and
    after a later one about the same tie: then it `is_replaced`.
    """

    decision: TieDecision
    names: tuple[str, ...]
    counts: bool
    is_replaced: bool = False

    @property
    def is_shared(self) -> bool:
        """Whether they keep the same place."""
        return self.decision.way == TieWay.SHARE


def list_hand_ties(ranking: Ranking) -> list[tuple[int, ...]]:
    """Every tie that only people can part, whether or not they have."""
    asked = [tuple(sorted(step.tied)) for step in ranking.steps if step.code == BY_HAND.code]
    return list(dict.fromkeys((*ranking.unresolved, *asked)))


def find_standing_decision(ranking: Ranking, entries: Collection[int]) -> int | None:
    """The number of the decision that stands about these; None where there is none, or they are not one tie."""
    for step in ranking.steps:
        if step.code == BY_HAND.code and step.tied == frozenset(entries):
            return step.measured.decision.number if step.measured and step.measured.decision else None
    return None


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
    tied = list_tied(ranked)
    in_use = {each.decision for each in tied}
    settled = {frozenset(each.entries) for each in tied if each.decision is not None}
    about = {decision.number: frozenset(decision.entries) for decision in ranked.inputs.decisions}
    return [
        StandingDecision(
            decision=row,
            names=tuple(ranked.inputs.names.get(entry, str(entry)) for entry in row.order),
            counts=row.pk in in_use,
            is_replaced=row.pk not in in_use and about.get(row.pk) in settled,
        )
        for row in reversed(list_standing_decisions(event))
    ]
