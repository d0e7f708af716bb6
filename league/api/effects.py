"""What a correction would change, as the API shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from league.api.refusals import write_violations
from league.api.table_state import write_points
from league.models import Event, SeatResult
from league.prize_words import list_sentences
from league.prizes import word_prizes
from league.selectors.standings import Standing
from league.services.correction_effects import Effects, HandEffect
from scoring.result import write_outcome
from scoring.sheet import Folded


def write_effects(event: Event, effects: Effects) -> dict[str, Any]:
    """The effects as plain data, sentences in the reader's language."""
    replay = effects.replay
    return {
        "changed": [_write_pair(pair, replay.before, replay.after) for pair in effects.changed],
        "later": [_write_pair(pair, replay.before, replay.after) for pair in effects.later],
        "illegal": [
            fault
            for position, violations in replay.illegal.items()
            for fault in write_violations(violations, deal=position)
        ],
        "result_before": write_outcome(replay.before),
        "result_after": write_outcome(replay.after),
        "standings": [
            {"entry": move.after.entry.name, "before": _write_place(move.before), "after": _write_place(move.after)}
            for move in effects.moves
        ],
        "other_tables": [
            {
                "id": other.table.pk,
                "points_before": _write_points(other.before),
                "points_after": _write_points(other.after),
            }
            for other in effects.others
        ],
        "prizes_before": [*word_prizes(event.rules, effects.standings_before), *list_sentences(effects.prizes_before)],
        "prizes_after": [*word_prizes(event.rules, effects.standings_after), *list_sentences(effects.prizes_after)],
    }


def _write_pair(pair: HandEffect, before: Folded, after: Folded) -> dict[str, Any]:
    step = pair.after or pair.before
    return {
        "position": step.position if step else 0,
        "before": write_points(pair.before, before) if pair.before else None,
        "after": write_points(pair.after, after) if pair.after else None,
    }


def _write_place(line: Standing) -> dict[str, Any]:
    score = line.place.score
    return {
        "rank": line.place.rank,
        "tied": line.place.is_shared,
        "unresolved": line.is_unresolved,
        "decided_by": line.decided_by,
        "figures": dict(line.figures),
        "games_won": score.games_won,
        "points_for": score.points_for,
    }


def _write_points(results: Sequence[SeatResult]) -> dict[str, int]:
    return {result.side: result.points for result in results}
