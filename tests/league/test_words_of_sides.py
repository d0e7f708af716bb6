"""What one side says of a hand: once, by its key, of what it saw, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import Error, transaction

from league.models import Claim, DealRecord, Event
from league.selectors.agreement import HandState, read_agreement
from league.selectors.sheets import fold_table, list_records
from league.services.claims import Said, accept_all, accept_word, enter_word, say_word
from league.services.faults import (
    EntryRefusedError,
    PositionTakenError,
    RefusedError,
    TableClosedError,
    WordChangedError,
    WordReusedError,
)
from league.services.recording import Recorded
from tests.league.play import Play, X, Y, Z

ENTERED, DIFFERS, AGREED = HandState.ENTERED, HandState.DIFFERS, HandState.AGREED


def test_of_two_entries_of_one_hand_the_first_is_the_record_and_the_second_a_word(play: Play) -> None:
    assert isinstance(play.both("EW", X), Recorded)
    said = play.both("NS", X)
    assert isinstance(said, Said)
    assert said.agrees
    assert (DealRecord.objects.count(), Claim.objects.count()) == (1, 1)
    assert play.state() == AGREED
    assert isinstance(play.both("NS", Z, 2), Recorded)
    assert play.state(2) == ENTERED
    assert not play.both("EW", Y, 2).agrees  # type: ignore[union-attr]
    assert play.state(2) == DIFFERS


def test_a_hand_is_entered_once_by_each_side(play: Play) -> None:
    play.both("EW", X)
    with pytest.raises(PositionTakenError):
        play.both("EW", Y)
    play.both("NS", Y)
    with pytest.raises(PositionTakenError):
        play.both("NS", X)
    assert (DealRecord.objects.count(), Claim.objects.count()) == (1, 1)


def test_whoever_is_ahead_does_not_wait_for_the_other(play: Play) -> None:
    for position in (1, 2, 3):
        play.both("NS", Y, position)
    for position in (1, 2, 3):
        assert play.state(position) == ENTERED
        play.both("EW", Y, position)
        assert play.state(position) == AGREED


@pytest.mark.parametrize("first", [True, False])
def test_a_double_tap_says_it_once(first: bool, play: Play) -> None:
    if not first:
        play.both("EW", X)
    taps = [enter_word(play.table, X, position=1, key="tap", by=None, source="link", side="NS") for _tap in range(3)]
    assert [tap.is_new for tap in taps] == [True, False, False]
    assert DealRecord.objects.count() + Claim.objects.count() == (1 if first else 2)


def test_a_key_is_good_for_one_word(play: Play) -> None:
    play.both("EW", X)
    who: dict[str, Any] = {"key": "tap", "by": None, "source": "link"}
    say_word(play.table, X, position=1, side="NS", **who)
    for facts, side in ((Y, "NS"), (X, "EW")):
        with pytest.raises(WordReusedError):
            say_word(play.table, facts, position=1, side=side, **who)
    with pytest.raises(WordReusedError):
        enter_word(play.table, Y, position=1, side="NS", **who)
    assert Claim.objects.count() == 1


def test_a_key_is_good_for_one_word_that_is_accepted(play: Play) -> None:
    records = [play.enter("EW", X, position) for position in (1, 2)]
    first, second = (f"r{recorded.record.pk}" for recorded in records)
    who: dict[str, Any] = {"key": "tap", "by": None, "source": "link", "side": "NS"}
    accept_word(play.table, position=1, word=first, **who)
    with pytest.raises(WordReusedError):
        accept_word(play.table, position=2, word=second, **who)
    assert Claim.objects.count() == 1


def test_what_the_rules_refuse_is_no_word(play: Play) -> None:
    play.both("EW", X)
    for facts in ({"maker": "N", "tricks": 6}, {"maker": "N"}, {}, {"maker": "Q", "tricks": 1}):
        with pytest.raises(EntryRefusedError):
            play.say("NS", facts)
    assert not Claim.objects.exists()


def test_of_what_does_not_stand_nothing_can_be_said(play: Play) -> None:
    play.both("EW", X)
    for position in (2, 0, 9):
        with pytest.raises(PositionTakenError):
            play.say("NS", X, position)
    Event.objects.update(is_open=False)
    with pytest.raises(TableClosedError):
        play.say("NS", X)
    with pytest.raises(TableClosedError):
        play.accept("NS", play.word(""))
    with pytest.raises(TableClosedError):
        accept_all(play.table, up_to=1, seen=10**9, by=None, source="web", side="NS")


# --- Right, not right, theirs is right -----------------------------------------------------------


def test_all_right_up_to_a_hand_says_so_of_those_not_spoken_of(play: Play) -> None:
    for position in (1, 2, 3):
        play.enter("NS", Y, position)
    play.say("EW", X, 1)
    seen = read_agreement(play.table).newest
    assert accept_all(play.table, up_to=2, seen=seen, by=None, source="web", side="EW") == 1
    assert [play.state(position) for position in (1, 2, 3)] == [DIFFERS, AGREED, ENTERED]
    assert accept_all(play.table, up_to=2, seen=seen, by=None, source="web", side="EW") == 0


def test_right_is_said_only_of_what_was_seen(play: Play) -> None:
    play.enter("NS", X)
    seen, word = read_agreement(play.table).newest, play.word("")
    play.correct("NS", Y)
    with pytest.raises(WordChangedError):
        accept_all(play.table, up_to=1, seen=seen, by=None, source="web", side="EW")
    with pytest.raises(WordChangedError):
        play.accept("EW", word)
    assert not Claim.objects.exists()


def test_a_hand_entered_after_the_look_does_not_stop_the_earlier_ones(play: Play) -> None:
    play.enter("NS", Y, 1)
    seen = read_agreement(play.table).newest
    play.enter("NS", Y, 2)
    assert accept_all(play.table, up_to=1, seen=seen, by=None, source="web", side="EW") == 1


def test_the_side_that_entered_takes_the_others_word(play: Play) -> None:
    play.enter("NS", X)
    play.say("EW", Y)
    play.accept("NS", play.word("EW"))
    assert play.state() == AGREED
    assert list_records(play.table)[-1].facts == Y
    assert fold_table(play.table).state.totals["NS"] == 1


def test_the_other_side_takes_what_stands(play: Play) -> None:
    play.enter("NS", X)
    play.say("EW", Y)
    play.accept("EW", play.word(""))
    assert play.state() == AGREED
    assert DealRecord.objects.count() == 1


@pytest.mark.parametrize("theirs", [True, False])
def test_an_admin_decides_between_two(theirs: bool, play: Play) -> None:
    play.enter("NS", X)
    play.say("EW", Y)
    play.accept("admin", play.word("EW" if theirs else ""))
    assert play.state() == AGREED
    assert list_records(play.table)[-1].facts == (Y if theirs else X)


def test_a_word_that_was_changed_since_is_not_taken(play: Play) -> None:
    play.enter("NS", X)
    play.say("EW", Y)
    word = play.word("EW")
    play.say("EW", Z)
    with pytest.raises(WordChangedError):
        play.accept("NS", word)
    assert DealRecord.objects.count() == 1


def test_taking_a_word_twice_changes_it_once(play: Play) -> None:
    play.enter("NS", X)
    play.say("EW", Y)
    word = play.word("EW")
    for _tap in range(2):
        accept_word(play.table, position=1, word=word, key="tap", by=None, source="link", side="NS")
    assert DealRecord.objects.count() == 2
    assert play.state() == AGREED


def test_saying_right_twice_is_one_word(play: Play) -> None:
    play.enter("NS", X)
    names = set()
    for key in ("a", "b"):
        accept_word(play.table, position=1, word=play.word(""), key=key, by=None, source="link", side="EW")
        names.add(play.word("EW"))
    assert len(names) == 1
    assert play.state() == AGREED


def test_words_are_only_ever_added(play: Play) -> None:
    play.enter("NS", X)
    claim = play.say("EW", X).claim
    assert claim is not None
    claim.facts = Y
    with pytest.raises(Error), transaction.atomic():
        claim.save()


SAYERS: list[Callable[..., object]] = [say_word, enter_word]


@pytest.mark.parametrize("sayer", SAYERS)
def test_a_key_that_cannot_be_kept_is_refused(sayer: Callable[..., object], play: Play) -> None:
    play.enter("NS", X)
    for key in ("", " ", "k" * 101, "a\0"):
        with pytest.raises(RefusedError):
            sayer(play.table, X, position=1, key=key, by=None, source="web", side="EW")
