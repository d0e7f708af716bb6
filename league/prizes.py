"""What is won over a whole evening, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from league.selectors.standings import Standing
from league.wording import word_reason
from rules.game import Game


def word_prizes(game: Game, standings: Iterable[Standing]) -> list[str]:
    """The prizes of the evening, by the finished games that the standings count."""
    played = {str(line.entry.pk): line for line in standings if line.place.score.deals}
    totals = {key: line.place.score.points_for for key, line in played.items()}
    counts = {key: line.place.score.counts for key, line in played.items()}
    names = {key: line.entry.name for key, line in played.items()}
    return [word_reason(game, remark.template, remark.values, names) for remark in game.award_evening(totals, counts)]
