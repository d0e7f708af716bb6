"""A request that comes late and once more finds what it stored, and sets nothing back that was said since."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Event, Table
from league.selectors.agreement import HandAgreement, HandState, read_agreement
from league.services.claims import Said, accept_word, say_word
from league.services.faults import WordReusedError
from league.services.recording import record_deal

X: dict[str, Any] = {"maker": "N", "tricks": 5}
Y: dict[str, Any] = {"maker": "N", "tricks": 4}
Z: dict[str, Any] = {"maker": "E", "tricks": 3}


@pytest.fixture
def entered(table: Table) -> Table:
    """A table at which NS entered X."""
    record_deal(table, X, position=1, key="r", by=None, source="link", side="NS")
    return table


def say(table: Table, facts: dict[str, Any], *, key: str, side: str, by: User | None = None) -> Said:
    return say_word(table, facts, position=1, key=key, by=by, source="link", side=side)


def accept(table: Table, word: str, *, key: str, side: str) -> Said:
    return accept_word(table, position=1, word=word, key=key, by=None, source="link", side=side)


def read_hand(table: Table) -> HandAgreement:
    (hand,) = read_agreement(table).hands
    return hand


@pytest.mark.parametrize("side", ["EW", "NS", ""])
def test_a_late_repeat_of_a_word_sets_nothing_back(side: str, entered: Table, admin: User) -> None:
    who: dict[str, Any] = {"side": side, "by": None if side else admin}
    assert say(entered, Y, key="k1", **who).is_new
    revision = Event.objects.get().revision
    assert not say(entered, Y, key="k2", **who).is_new
    assert Event.objects.get().revision == revision, "nothing was said that a page would show"
    assert say(entered, Z, key="k3", **who).is_new
    for key in ("k2", "k1", "k2"):
        assert not say(entered, Y, key=key, **who).is_new
        hand = read_hand(entered)
        word = hand.words[side] if side else hand.settled
        assert word is not None
        assert word.facts == Z
    with pytest.raises(WordReusedError):
        say(entered, Z, key="k2", **who)


def test_a_late_repeat_of_right_sets_nothing_back(entered: Table) -> None:
    word = read_hand(entered).standing.name
    for key in ("k1", "k2"):
        accept(entered, word, key=key, side="EW")
    say(entered, Y, key="k3", side="EW")
    for key in ("k2", "k1"):
        assert not accept(entered, word, key=key, side="EW").is_new
        assert read_hand(entered).state == HandState.DIFFERS
    with pytest.raises(WordReusedError):
        accept(entered, word, key="k1", side="NS")


def test_a_late_repeat_of_theirs_is_right_sets_nothing_back(entered: Table) -> None:
    say(entered, Y, key="k1", side="EW")
    word = read_hand(entered).words["EW"].name
    accept(entered, word, key="tap", side="NS")
    say(entered, Z, key="k2", side="NS")
    assert not accept(entered, word, key="tap", side="NS").is_new
    assert read_hand(entered).state == HandState.DIFFERS


def test_a_word_said_again_can_still_be_taken_by_its_name(entered: Table) -> None:
    say(entered, Y, key="k1", side="EW")
    word = read_hand(entered).words["EW"].name
    say(entered, Y, key="k2", side="EW")
    accept(entered, word, key="tap", side="NS")
    assert read_hand(entered).record.facts == Y
