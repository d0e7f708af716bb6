"""Both phones of a table at one instant: one record, one word, and one confirmation."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from league.models import AuditRow, Claim, DealRecord, Table
from league.selectors.agreement import HandState, read_agreement
from league.services.claims import Said, accept_all, enter_word, say_word
from league.services.links import ensure_links
from league.services.recording import Recorded, record_deal

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5, "alone": True}
OTHER: dict[str, Any] = {"maker": "N", "tricks": 4}


def enter(table: Table, facts: dict[str, Any], *, side: str, key: str, position: int = 1) -> Recorded | Said:
    return enter_word(table, facts, position=position, key=key, by=None, source="link", side=side)


def test_two_sides_enter_one_hand_at_once(tables: list[Table], race: Race) -> None:
    outcomes = race(*(partial(enter, tables[0], MARCH, side=side, key=side) for side in ("NS", "EW")))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Recorded", "Said"], outcomes
    (hand,) = read_agreement(tables[0]).hands
    assert hand.state == HandState.AGREED
    assert (DealRecord.objects.count(), Claim.objects.count()) == (1, 1)


def test_double_taps_of_both_sides_count_once_each(tables: list[Table], race: Race) -> None:
    taps = [partial(enter, tables[0], MARCH, side=side, key=side) for side in ("NS", "EW") for _tap in range(3)]
    outcomes = race(*taps)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    assert sorted(outcome.is_new for outcome in outcomes) == [False] * 4 + [True] * 2
    assert (DealRecord.objects.count(), Claim.objects.count()) == (1, 1)


def test_two_different_words_of_one_side_at_once_are_both_kept_and_the_later_counts(
    tables: list[Table], race: Race
) -> None:
    table = tables[0]
    record_deal(table, MARCH, position=1, key="r", by=None, source="link", side="NS")
    who: dict[str, Any] = {"position": 1, "by": None, "source": "link", "side": "EW"}
    race(partial(say_word, table, MARCH, key="a", **who), partial(say_word, table, OTHER, key="b", **who))
    newest = Claim.objects.order_by("pk").last()
    assert newest is not None
    (hand,) = read_agreement(table).hands
    assert Claim.objects.count() == 2
    assert hand.words["EW"].facts == newest.facts


def test_the_last_words_at_once_confirm_once(tables: list[Table], race: Race) -> None:
    table = tables[0]
    for position in (1, 2, 3):
        record_deal(table, MARCH, position=position, key=str(position), by=None, source="link", side="NS")
    who: dict[str, Any] = {"seen": 10**9, "by": None, "source": "link", "side": "EW"}
    race(*(partial(accept_all, table, up_to=3, **who) for _tap in range(4)))
    assert Claim.objects.count() == 3
    assert AuditRow.objects.filter(action="result_confirmed").count() == 1
    assert Table.objects.get(pk=table.pk).confirmed_at is not None


def test_two_printers_at_once_make_one_link_a_table(tables: list[Table], race: Race) -> None:
    made = race(*(partial(ensure_links, tables, by=None, source="web") for _printer in range(3)))
    assert made[0] == made[1] == made[2], made
    assert sum(table.links.count() for table in tables) == len(tables)
