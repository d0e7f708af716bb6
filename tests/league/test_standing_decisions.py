"""Rules, adjustments and decisions on ties: what is refused, what is kept, and that twice is once."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from league.models import Adjustment, Entry, Event, Player, TieDecision
from league.selectors.event_ranking import rank_event
from league.selectors.standings import list_standings
from league.selectors.tied_places import list_decisions, list_tied
from league.services.adjustments import adjust_points, cancel_adjustment
from league.services.corrections import correct_sheet
from league.services.event_decisions import DecisionReusedError, TieDecidedError
from league.services.faults import RefusedError
from league.services.stages import publish_event
from league.services.standing_rules import RulesBegunError, set_standing_rules
from league.services.tie_decisions import cancel_decision, settle_tie
from scoring.standing_rules import LeaguePoints, StandingRules
from tests.league.standing import WHO, find_line, play_game, read_places

LEAGUE = StandingRules(
    league_points=LeaguePoints(won=Decimal(2), drawn=Decimal(1)), tie_breaks=("games_won", "head_to_head")
)


@pytest.fixture
def ring(event: Event, players: list[Player]) -> list[Entry]:
    """A beats B, B beats C, C beats A, all by two to nothing: a ring that nothing parts."""
    a, b, c = players[:2], players[2:4], players[4:6]
    for round_number, (one, other) in enumerate(((a, b), (b, c), (c, a)), start=1):
        play_game(event, [one[0], other[0], one[1], other[1]], (2, 0), round_number=round_number)
    return list(event.entries.order_by("pk"))


def settle(event: Event, order: list[Entry], way: str = "play_off", key: str = "k") -> TieDecision:
    tied = [each for each in list_tied(rank_event(event)) if set(each.entries) == {entry.pk for entry in order}]
    seen = tied[0].decision or 0 if tied else 0
    numbers = [entry.pk for entry in order]
    settled = settle_tie(event, numbers, way=way, reason="Played at the bar", seen=seen, key=key, **WHO)
    return settled.decision


def test_a_ring_stays_unresolved_until_people_settle_it(event: Event, ring: list[Entry]) -> None:
    assert [rank for rank, _name in read_places(event)] == [1, 1, 1]
    assert all(line.is_unresolved for line in list_standings(event))
    settle(event, [ring[2], ring[0], ring[1]])
    assert read_places(event) == [(1, ring[2].name), (2, ring[0].name), (3, ring[1].name)]
    assert [line.decided_by for line in list_standings(event)] == ["", "by_hand", "by_hand"]


def test_a_shared_place_is_resolved_and_stays_shared(event: Event, ring: list[Entry]) -> None:
    settle(event, ring, way="share")
    assert [(line.place.rank, line.is_unresolved) for line in list_standings(event)] == [(1, False)] * 3


def test_a_decision_lapses_where_a_correction_unties_them(event: Event, ring: list[Entry]) -> None:
    decision = settle(event, [ring[2], ring[0], ring[1]])
    table = event.tables.order_by("pk")[0]
    correct_sheet(table, {1: {"maker": "N", "tricks": 5}}, seen=2, key="c", reason="misread", **WHO)
    [listed] = list_decisions(event, rank_event(event))
    assert (listed.decision.pk, listed.counts, listed.is_replaced) == (decision.pk, False, False)
    assert read_places(event)[0] == (1, ring[0].name)
    with pytest.raises(RefusedError, match="not tied"):
        settle(event, ring, key="again")


def test_nobody_undoes_a_decision_that_he_did_not_see(event: Event, ring: list[Entry]) -> None:
    first = settle(event, [ring[2], ring[0], ring[1]])
    numbers = [entry.pk for entry in ring]
    with pytest.raises(TieDecidedError, match=r"Somebody has settled this tie meanwhile\. play-off: Eve & Фёдор, Ann"):
        settle_tie(event, numbers, way="lots", reason="Drawn", seen=0, key="late", **WHO)
    second = settle_tie(event, numbers, way="lots", reason="Drawn", seen=first.pk, key="late", **WHO).decision
    listed = [(each.decision, each.counts, each.is_replaced) for each in list_decisions(event, rank_event(event))]
    assert listed == [(second, True, False), (first, False, True)]
    for decision in (second, first):
        cancel_decision(decision, reason="Not all were there", **WHO)
    with pytest.raises(TieDecidedError, match="has taken the decision on this tie back"):
        settle_tie(event, numbers, way="lots", reason="Drawn", seen=second.pk, key="later", **WHO)


def test_a_cancelled_decision_leaves_the_tie(event: Event, ring: list[Entry]) -> None:
    decision = settle(event, ring)
    assert cancel_decision(decision, reason="They will play again", **WHO)
    assert not cancel_decision(decision, reason="They will play again", **WHO)
    assert [rank for rank, _name in read_places(event)] == [1, 1, 1]
    assert [tied.decision for tied in list_tied(rank_event(event))] == [None]
    assert list_decisions(event, rank_event(event)) == []


def test_only_all_the_tied_can_be_settled(event: Event, ring: list[Entry]) -> None:
    for order in (ring[:2], [], [ring[0], ring[0], ring[1]]):
        with pytest.raises(RefusedError):
            settle(event, order)
    with pytest.raises(RefusedError, match="how the tie"):
        settle(event, ring, way="dice")


def give(event: Event, entry: Entry, amount: int = -1, **other: Any) -> Adjustment:
    given = {"unit": "points", "reason": "Late with the card", "key": "k"} | WHO | other
    return adjust_points(event, entry, amount=amount, **given).adjustment


def test_points_are_taken_with_a_reason_and_given_back(event: Event, ring: list[Entry]) -> None:
    first = give(event, ring[0])
    line = find_line(event, ring[0].name)
    assert (line.place.rank, line.place.score.points_for) == (3, 1)
    assert cancel_adjustment(first, reason="The card had come", **WHO)
    assert not cancel_adjustment(first, reason="The card had come", **WHO)
    assert [rank for rank, _name in read_places(event)] == [1, 1, 1]
    row = event.audit.get(action="points_adjusted")
    assert row.detail == {"name": ring[0].name, "amount": -1, "unit": "points", "reason": "Late with the card"}


def test_the_same_form_twice_gives_once(event: Event, ring: list[Entry]) -> None:
    assert give(event, ring[0], 3) == give(event, ring[0], 3)
    assert settle(event, ring[1:], key="t") == settle(event, ring[1:], key="t")
    assert event.adjustments.count() == event.tie_decisions.count() == 1
    with pytest.raises(DecisionReusedError):
        give(event, ring[0], 4)
    with pytest.raises(DecisionReusedError):
        settle(event, [ring[2], ring[1]], key="t")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"amount": 0}, "amount"),
        ({"amount": 1001}, "amount"),
        ({"unit": "beers"}, "unit"),
        ({"unit": "league_points"}, "unit"),  # games won are ranked there: they would change nothing
        ({"reason": "  "}, "reason"),
        ({"reason": "x" * 501}, "reason"),
        ({"key": ""}, "key"),
    ],
)
def test_what_cannot_be_given_is_refused_with_words(
    event: Event, ring: list[Entry], change: dict[str, Any], field: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        give(event, ring[0], **change)
    assert list(refused.value.messages) == [field]
    assert not event.adjustments.exists()


def test_decisions_about_final_results_are_refused(event: Event, ring: list[Entry]) -> None:
    publish_event(event, window=0, force_unconfirmed=True, **WHO)
    for decide in (lambda: give(event, ring[0]), lambda: settle(event, ring)):
        with pytest.raises(RefusedError, match="final"):
            decide()
    with pytest.raises(RefusedError, match="final"):
        set_standing_rules(event, LEAGUE, despite_results=True, reason="x", **WHO)


@pytest.mark.parametrize("model", [Adjustment, TieDecision])
def test_rows_are_only_ever_added(event: Event, ring: list[Entry], model: type[Adjustment | TieDecision]) -> None:
    give(event, ring[0], 3)
    settle(event, ring[1:], key="t")
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(reason="another")


def test_rules_are_set_at_once_before_the_first_result(event: Event) -> None:
    assert set_standing_rules(event, LEAGUE, substitute_credit="both", **WHO)
    assert not set_standing_rules(event, LEAGUE, substitute_credit="both", **WHO)
    event.refresh_from_db()
    assert (event.standing_rules["rank_by"], event.substitute_credit, event.revision) == ("league_points", "both", 1)


def test_after_the_first_result_it_has_to_be_said_and_is_written_down(event: Event, ring: list[Entry]) -> None:
    for said in ({}, {"despite_results": True}, {"reason": "The rules of the league"}):
        with pytest.raises(RulesBegunError):
            set_standing_rules(event, LEAGUE, **said, **WHO)
    assert set_standing_rules(event, LEAGUE, despite_results=True, reason="The rules of the league", **WHO)
    detail = event.audit.get(action="standing_rules_set").detail
    assert detail["order_before"] == ["games_won", "difference", "points_for"]
    assert detail["order"] == ["league_points", "games_won", "head_to_head"]
    assert detail["old"]["standing_rules"] == {}
    assert detail["new"]["standing_rules"]["league_points"]["won"] == "2"
    assert detail["reason"] == "The rules of the league"
    assert {line.figures["league_points"] for line in list_standings(event)} == {"2"}
    give(event, ring[0], 1, unit="league_points")
    assert find_line(event, ring[0].name).figures["league_points"] == "3"


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (StandingRules(rank_by="luck"), "rank_by"),
        (StandingRules(tie_breaks=("head_to_head", "head_to_head")), "tie_breaks"),
        (StandingRules(tie_breaks=("hearts_failed",)), "tie_breaks"),
        (StandingRules(drop_worst=-1), "drop_worst"),
        (StandingRules(keep_best=0), "keep_best"),
        (StandingRules(league_points=LeaguePoints(won=Decimal("NaN"))), "league_points"),
    ],
)
def test_wrong_rules_are_refused_with_words(event: Event, rules: StandingRules, field: str) -> None:
    with pytest.raises(RefusedError) as refused:
        set_standing_rules(event, rules, **WHO)
    assert list(refused.value.messages) == [field]


def test_what_decided_can_be_told_by_an_admin(event: Event, ring: list[Entry], admin: User) -> None:
    give(event, ring[0], 3, by=admin)
    assert event.adjustments.get().made_by == admin
