"""Who wins the prizes of a season, as its standings are now."""

from __future__ import annotations

from league.models import Season
from league.selectors.prizes import Awarded, add_board, find_board_scores, read_prize_rules
from league.selectors.season_ranking import rank_season
from scoring.prizes import award_prizes


def award_season_prizes(season: Season) -> Awarded:
    """The prizes of a season, by its standings so far."""
    rules = read_prize_rules(season)
    ranked = rank_season(season)
    ranking = ranked.ranking
    if any(prize.kind == "board" for prize in rules.prizes):
        ranking = add_board(ranking, find_board_scores([held.event for held in ranked.evenings]))
    return Awarded(
        rules=rules,
        pot=season.pot,
        prizes=award_prizes(rules, ranking, pot=season.pot, divisions=ranked.units.divisions),
        names=ranked.units.names,
        has_results=bool(ranked.evenings),
        unresolved=ranking.unresolved,
    )
