"""Points given and taken in a season, and ties that people settle: each with a reason, once, and taken back."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import AuditRow, League, Player, Season
from league.selectors.season_standings import list_season_standings
from league.services.event_decisions import TieDecidedError
from league.services.faults import RefusedError
from league.services.season_decisions import adjust_season, settle_season_tie, take_back
from league.services.season_rules import set_season_rules
from scoring.season_rules import SeasonRules
from scoring.standing_rules import StandingRules
from tests.league.evenings import BY, make_evening, make_season, play_game


@pytest.fixture
def season(league: League, players: list[Player]) -> Season:
    """Ann and Cyd have four points each, Bob and Dee two."""
    season = make_season(league)
    play_game(make_evening(season, 3), players[:4], "NNE")
    rules = SeasonRules(standings=StandingRules(rank_by="points_for", tie_breaks=()))
    set_season_rules(season, rules, **BY)
    season.refresh_from_db()
    return season


def read(season: Season) -> list[str]:
    return [f"{line.rank} {line.name} {line.total}" for line in list_season_standings(season).lines]


def test_points_are_given_with_a_reason_once_and_taken_back(season: Season, players: list[Player]) -> None:
    given: dict[str, Any] = {"amount": -3, "unit": "points", "reason": "Left early", "seen": season.revision, **BY}
    made = adjust_season(season, players[0].pk, **given)
    assert read(season)[0] == "1 Cyd 4"
    assert read(season)[-1] == "4 Ann 1"
    assert AuditRow.objects.get(action="season_adjusted").signed["adjustment"].keys() == {str(made.pk)}
    with pytest.raises(RefusedError):
        adjust_season(season, players[0].pk, **given)
    assert take_back(made, reason="It was Bob", **BY)
    assert not take_back(made, reason="It was Bob", **BY)
    assert read(season) == ["1 Ann 4", "1 Cyd 4", "3 Bob 2", "3 Dee 2"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"amount": 0}, "amount"), ({"amount": 1001}, "amount"), ({"unit": "league_points"}, "unit"),
     ({"reason": " "}, "reason"), ({"number": 999_999}, "number")],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_field(
    season: Season, players: list[Player], changes: dict[str, Any], field: str
) -> None:
    given: dict[str, Any] = {
        "number": players[0].pk,
        "amount": 1,
        "unit": "points",
        "reason": "x",
        "seen": season.revision,
    } | changes
    with pytest.raises(RefusedError) as refused:
        adjust_season(season, **given, **BY)
    assert field in refused.value.messages


def test_a_tie_is_settled_for_all_who_are_in_it(season: Season, players: list[Player]) -> None:
    ann, bob, cyd, _dee, *_others = players
    how: dict[str, Any] = {"way": "play_off", "reason": "One hand", **BY}
    season.refresh_from_db()
    with pytest.raises(RefusedError):
        settle_season_tie(season, [cyd.pk, bob.pk], seen=season.revision, **how)
    made = settle_season_tie(season, [cyd.pk, ann.pk], seen=season.revision, **how)
    assert read(season)[:2] == ["1 Cyd 4", "2 Ann 4"]
    with pytest.raises(TieDecidedError, match=r"play-off: Cyd, Ann\. Why: One hand"):
        settle_season_tie(season, [ann.pk, cyd.pk], seen=season.revision, **how)
    take_back(made, reason="Not all were there", **BY)
    assert read(season)[:2] == ["1 Ann 4", "1 Cyd 4"]
