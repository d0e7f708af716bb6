"""When two sides agree: the words of each, what stands, what an admin says, and when a result is confirmed by it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from league.models import AuditRow, Event, League, Player
from league.selectors.agreement import HandState, list_agreements, read_agreement
from league.selectors.sheets import fold_table, list_records
from league.services.claims import accept_all
from league.services.faults import (
    LaterIllegalError,
    RefusedError,
)
from league.services.recording import call_time
from league.services.seating import seat_table
from league.services.setup import create_event
from league.services.stages import confirm_tables
from tests.examples import take_examples
from tests.league.play import MARCH, Play, X, Y, Z

ENTERED, DIFFERS, AGREED = HandState.ENTERED, HandState.DIFFERS, HandState.AGREED


#: What happens at position 1, in order, and what comes of it: (who, what, facts).
TRUTH: list[tuple[str, list[tuple[str, str, Any]], HandState]] = [
    ("one side alone", [("NS", "enter", X)], ENTERED),
    ("its own word again", [("NS", "enter", X), ("NS", "say", X)], ENTERED),
    ("the other side says the same", [("NS", "enter", X), ("EW", "say", X)], AGREED),
    ("the other side says another thing", [("NS", "enter", X), ("EW", "say", Y)], DIFFERS),
    ("the other side changes its mind", [("NS", "enter", X), ("EW", "say", Y), ("EW", "say", X)], AGREED),
    ("and changes it again", [("NS", "enter", X), ("EW", "say", X), ("EW", "say", Y)], DIFFERS),
    ("its own other word", [("NS", "enter", X), ("NS", "say", Y)], DIFFERS),
    ("it comes round by typing", [("NS", "enter", X), ("EW", "say", Y), ("NS", "say", Y)], AGREED),
    ("the other comes round to its new word", [("NS", "enter", X), ("NS", "say", Y), ("EW", "say", Y)], AGREED),
    (
        "both leave what they said first",
        [("NS", "enter", X), ("EW", "say", Y), ("NS", "say", Z), ("EW", "say", Z)],
        AGREED,
    ),
    ("it leaves what the other agrees to", [("NS", "enter", X), ("EW", "say", X), ("NS", "say", Y)], DIFFERS),
    ("both say a scorer is wrong", [("scorer", "enter", X), ("EW", "say", Y), ("NS", "say", Y)], AGREED),
    ("one says a scorer is wrong", [("scorer", "enter", X), ("EW", "say", Y), ("EW", "say", Y)], DIFFERS),
    (
        "both keep their word after a scorer's change",
        [("NS", "enter", X), ("EW", "say", X), ("scorer", "correct", Y), ("NS", "say", X)],
        AGREED,
    ),
    ("an admin enters", [("admin", "enter", X)], AGREED),
    ("an admin enters, a side says another thing", [("admin", "enter", X), ("EW", "say", Y)], AGREED),
    ("a scorer enters", [("scorer", "enter", X)], ENTERED),
    ("a scorer enters, a side agrees", [("scorer", "enter", X), ("EW", "say", X)], AGREED),
    ("a scorer enters, one of two agrees", [("scorer", "enter", X), ("EW", "say", X), ("NS", "say", Y)], DIFFERS),
    ("an admin says it is right", [("NS", "enter", X), ("admin", "say", X)], AGREED),
    ("an admin says it is not", [("NS", "enter", X), ("admin", "say", Y)], DIFFERS),
    ("an admin settles a difference", [("NS", "enter", X), ("EW", "say", Y), ("admin", "say", X)], AGREED),
    ("a side goes on after that", [("NS", "enter", X), ("admin", "say", X), ("EW", "say", Y)], AGREED),
    ("an admin takes the other's word", [("NS", "enter", X), ("EW", "say", Y), ("admin", "correct", Y)], AGREED),
    ("an admin corrects to a third thing", [("NS", "enter", X), ("EW", "say", Y), ("admin", "correct", Z)], AGREED),
    ("the side that entered gives in", [("NS", "enter", X), ("EW", "say", Y), ("NS", "correct", Y)], AGREED),
    ("a correction after the word", [("NS", "enter", X), ("EW", "say", X), ("NS", "correct", Y)], DIFFERS),
    ("and the word after it", [("NS", "enter", X), ("EW", "say", X), ("NS", "correct", Y), ("EW", "say", Y)], AGREED),
    ("a scorer corrects what was agreed", [("NS", "enter", X), ("EW", "say", X), ("scorer", "correct", Y)], DIFFERS),
    (
        "both say the scorer is right",
        [("NS", "enter", X), ("EW", "say", X), ("scorer", "correct", Y), ("EW", "say", Y), ("NS", "say", Y)],
        AGREED,
    ),
    ("a scorer changes what is settled", [("NS", "enter", X), ("admin", "say", X), ("scorer", "correct", Y)], DIFFERS),
    ("the other side corrects its own word", [("NS", "enter", X), ("EW", "say", Y), ("EW", "correct", Z)], DIFFERS),
    (
        "taken off and entered again, old words are over",
        [("NS", "enter", X), ("EW", "say", X), ("NS", "undo", None), ("NS", "enter", Y)],
        ENTERED,
    ),
    (
        "and said anew",
        [("NS", "enter", X), ("EW", "say", Y), ("NS", "undo", None), ("EW", "enter", Y), ("NS", "say", Y)],
        AGREED,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "expected"), [row[1:] for row in TRUTH], ids=[row[0] for row in TRUTH])
def test_when_a_hand_is_agreed(steps: list[tuple[str, str, Any]], expected: HandState, play: Play) -> None:
    for who, what, facts in steps:
        if what == "undo":
            play.undo(who)
        else:
            getattr(play, what)(who, facts)
    assert play.state() == expected
    assert list_agreements([play.table])[play.table.pk].hands[0].state == expected


def test_of_three_sides_one_other_is_enough_and_every_other_can_object(
    league: League, players: list[Player], admin: User, scorer: User
) -> None:
    event = create_event(league, name="Yukon", game="yukon", by=admin, source="web")
    seats = dict(zip("ABC", players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, players=3, by=admin, source="web")
    play = Play(table, admin, scorer)
    hand = {"points": {"A": 40, "B": 50, "C": 35}}
    other = {"points": {"A": 50, "B": 40, "C": 35}}
    play.enter("A", hand)
    assert play.state() == ENTERED
    play.say("B", hand)
    assert play.state() == AGREED
    play.say("C", other)
    assert play.state() == DIFFERS
    play.accept("A", play.word("C"))
    assert play.state() == DIFFERS
    play.accept("B", play.word(""))
    assert play.state() == AGREED
    play.say("A", hand)
    assert play.state() == DIFFERS
    play.say("B", hand)
    assert play.state() == DIFFERS, "the third objects"
    play.say("C", hand)
    assert play.state() == AGREED
    assert list_records(table)[-1].facts == hand


def test_of_three_sides_two_can_change_what_the_third_has_not_spoken_of(
    league: League, players: list[Player], admin: User, scorer: User
) -> None:
    event = create_event(league, name="Yukon", game="yukon", by=admin, source="web")
    seats = dict(zip("ABC", players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, players=3, by=admin, source="web")
    play = Play(table, admin, scorer)
    play.enter("A", {"points": {"A": 40, "B": 50, "C": 35}})
    other = {"points": {"A": 50, "B": 40, "C": 35}}
    play.say("B", other)
    play.say("A", other)
    assert play.state() == AGREED
    assert list_records(table)[-1].facts == other


BUTTONS = st.sampled_from(["say", "both", "theirs", "stands", "all"])
STEPS = st.lists(st.tuples(st.sampled_from(["NS", "EW"]), BUTTONS, st.sampled_from([X, Y, Z])), min_size=2, max_size=6)


@pytest.mark.parametrize("recorder", ["NS", "scorer"])
@take_examples(one_in=2, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=STEPS)
def test_whatever_both_sides_say_in_the_end_stands_and_is_agreed(
    recorder: str, steps: list[tuple[str, str, dict[str, Any]]], play: Play
) -> None:
    with transaction.atomic():
        play.enter(recorder, X)
        for side, button, facts in steps:
            press(play, side, button, facts)
            (hand,) = read_agreement(play.table).hands
            said = [word.facts for word in hand.words.values()]
            if len(said) == 2 and said[0] == said[1]:
                assert hand.record.facts == said[0]
                assert hand.state == AGREED
            elif len(said) == 2:
                assert hand.state == DIFFERS
        transaction.set_rollback(True)


def press(play: Play, side: str, button: str, facts: dict[str, Any]) -> None:
    """What a side can do about the hand; nothing where it has no such button just now."""
    (hand,) = read_agreement(play.table).hands
    if button == "say" or (button == "both" and hand.awaits(side)):
        getattr(play, button)(side, facts)
    elif button == "stands":
        play.accept(side, play.word(""))
    elif button == "theirs":
        for other in hand.words.keys() - {side}:
            play.accept(side, play.word(other))
    elif button == "all":
        accept_all(play.table, up_to=1, seen=10**9, by=None, source="web", side=side)


def test_putting_on_the_sheet_what_both_say_is_a_correction_with_its_reason(play: Play) -> None:
    play.enter("EW", X)
    play.say("NS", Y)
    said = play.say("EW", Y)
    assert (said.agrees, said.is_new, said.obstacle) == (True, True, None)
    record = list_records(play.table)[-1]
    assert (record.facts, record.revision, record.side, record.reason) == (Y, 2, "EW", "Both sides say so.")
    assert AuditRow.objects.filter(action="sheet_corrected").count() == 1
    assert fold_table(play.table).state.totals["NS"] == 1


def test_what_both_say_and_cannot_stand_is_kept_as_a_difference(play: Play) -> None:
    for position, facts in enumerate((Y, MARCH, MARCH, Y), start=1):
        play.enter("NS", facts, position)
    play.say("EW", MARCH)
    said = play.say("NS", MARCH)
    assert isinstance(said.obstacle, LaterIllegalError)
    assert not said.agrees
    assert play.state() == DIFFERS
    assert list_records(play.table)[-1].facts == Y


def test_the_word_that_corrects_the_last_hand_confirms_the_result_once(play: Play) -> None:
    for position, facts in enumerate((MARCH, MARCH, {**MARCH, "suit": "H"}), start=1):
        play.enter("NS", facts, position)
    accept_all(play.table, up_to=2, seen=10**9, by=None, source="web", side="EW")
    play.say("EW", MARCH, 3)
    play.say("NS", MARCH, 3)
    play.table.refresh_from_db()
    assert play.table.confirmed_at is not None
    assert AuditRow.objects.filter(action="result_confirmed").count() == 1


def finish(play: Play, side: str = "NS") -> None:
    """A game to its end: three lone marches."""
    for position in (1, 2, 3):
        play.enter(side, MARCH, position)


def test_a_finished_game_is_confirmed_by_the_last_word(play: Play) -> None:
    finish(play)
    for position in (1, 2):
        play.say("EW", MARCH, position)
        play.table.refresh_from_db()
        assert play.table.confirmed_at is None
    before = Event.objects.get().revision
    play.say("EW", MARCH, 3)
    play.table.refresh_from_db()
    assert play.table.confirmed_at is not None
    assert AuditRow.objects.get(action="result_confirmed").side == "EW"
    assert Event.objects.get().revision > before


def test_a_game_in_play_is_not_confirmed_however_agreed(play: Play) -> None:
    play.enter("NS", X)
    play.say("EW", X)
    play.table.refresh_from_db()
    assert play.table.confirmed_at is None


def test_the_last_hand_entered_after_the_words_confirms_nothing(play: Play) -> None:
    play.enter("NS", MARCH, 1)
    play.enter("NS", MARCH, 2)
    play.say("EW", MARCH, 1)
    play.say("EW", MARCH, 2)
    play.enter("NS", MARCH, 3)
    play.table.refresh_from_db()
    assert play.table.confirmed_at is None


def test_a_change_ends_a_confirmation_and_a_new_word_brings_it_back(play: Play) -> None:
    finish(play)
    accept_all(play.table, up_to=3, seen=10**9, by=None, source="web", side="EW")
    play.table.refresh_from_db()
    first = play.table.confirmed_at
    assert first is not None
    play.correct("NS", {**MARCH, "suit": "H"}, 2)
    play.table.refresh_from_db()
    assert play.table.confirmed_at is None
    play.accept("EW", play.word("", 2), 2)
    play.table.refresh_from_db()
    assert play.table.confirmed_at is not None
    assert play.table.confirmed_at > first
    assert AuditRow.objects.filter(action="result_confirmed").count() == 2


def test_an_admins_correction_leaves_an_agreed_result_confirmed(play: Play) -> None:
    finish(play)
    accept_all(play.table, up_to=3, seen=10**9, by=None, source="web", side="EW")
    play.correct("admin", {**MARCH, "suit": "H"}, 2)
    play.table.refresh_from_db()
    assert play.table.confirmed_at is not None


def test_taking_off_or_going_on_ends_a_confirmation(play: Play) -> None:
    play.enter("admin", X)
    call_time(play.table, called=True, by=None, source="web")
    play.table.refresh_from_db()
    assert play.table.confirmed_at is not None
    call_time(play.table, called=False, by=None, source="web")
    play.table.refresh_from_db()
    assert play.table.confirmed_at is None


def test_a_table_without_hands_is_agreed_by_nobody(play: Play) -> None:
    call_time(play.table, called=True, by=None, source="web")
    play.table.refresh_from_db()
    assert play.table.confirmed_at is None
    confirm_tables([play.table], by=play.people["admin"], source="web")
    play.table.refresh_from_db()
    assert play.table.confirmed_at is not None


def test_once_a_result_is_confirmed_no_side_takes_its_word_back(play: Play) -> None:
    finish(play)
    play.say("EW", Y, 2)
    admin = play.people["admin"]
    confirm_tables([play.table], by=admin, source="web")
    for change in (
        lambda: play.say("EW", X, 1),
        lambda: play.say("EW", Z, 2),
        lambda: play.accept("NS", play.word("EW", 2), 2),
    ):
        with pytest.raises(RefusedError, match="Call the admin"):
            change()
    play.correct("admin", Y, 2)
    assert play.state(2) == AGREED
    play.table.refresh_from_db()
    assert play.table.confirmed_at is None


# --- Each side enters ----------------------------------------------------------------------------
