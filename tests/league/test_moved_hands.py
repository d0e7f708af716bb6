"""A hand is put in before others: what was said of these goes with them, and of who said it nothing changes later."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from league.models import AuditRow, Claim, DealRecord, Membership
from league.models.people import Role
from league.selectors.agreement import HandState, TableAgreement, read_agreement
from league.selectors.replays import plan_insertion
from league.selectors.sheets import list_records
from league.services.corrections import correct_sheet
from tests.league.play import Play, X, Y, Z
from tests.league.test_verify import allow_updates

ENTERED, DIFFERS, AGREED = HandState.ENTERED, HandState.DIFFERS, HandState.AGREED


def insert(play: Play, who: str, facts: dict[str, Any], position: int, **others: Any) -> None:
    """Put an entry in before the one at a position; `others` changes what moves down as well."""
    records = list_records(play.table)
    changes = plan_insertion(records, position, facts) | {int(place[1:]): each for place, each in others.items()}
    correct_sheet(play.table, changes, seen=len(records), reason="Forgotten", inserted=position, **play.who(who))


def list_states(play: Play) -> list[HandState]:
    return [hand.state for hand in read_agreement(play.table).hands]


@pytest.fixture
def three(play: Play) -> Play:
    """Three hands: agreed, different, and said by one side alone."""
    for position, facts in enumerate((X, Y, Z), start=1):
        play.enter("NS", facts, position)
    play.say("EW", X, 1)
    play.say("EW", Z, 2)
    return play


@pytest.mark.parametrize("who", ["scorer", "admin"])
def test_words_go_with_the_hand_that_moves_down(who: str, three: Play) -> None:
    insert(three, who, Z, 1)
    assert list_states(three) == [AGREED if who == "admin" else ENTERED, AGREED, DIFFERS, ENTERED]
    hand = read_agreement(three.table).find_hand(3)
    assert hand is not None
    assert {side: word.facts for side, word in hand.words.items()} == {"NS": Y, "EW": Z}
    assert (hand.side, hand.standing.side) == ("NS", "NS")


def test_of_a_hand_that_was_put_in_nothing_was_said_before(three: Play) -> None:
    insert(three, "scorer", Z, 1)
    first = read_agreement(three.table).find_hand(1)
    assert first is not None
    assert dict(first.words) == {}
    assert first.awaits("NS")
    assert first.awaits("EW")


def test_moved_twice_and_said_anew(three: Play) -> None:
    insert(three, "scorer", Z, 1)
    three.say("EW", Y, 3)
    insert(three, "scorer", Z, 2)
    assert list_states(three) == [ENTERED, ENTERED, AGREED, AGREED, ENTERED]
    three.accept("EW", three.word("", 5), 5)
    assert three.state(5) == AGREED


def test_the_side_that_entered_it_may_still_take_the_others_word(three: Play) -> None:
    insert(three, "scorer", Z, 1)
    three.accept("NS", three.word("EW", 3), 3)
    assert three.state(3) == AGREED
    assert list_records(three.table)[-2].facts == Z


def test_what_moves_and_is_changed_or_taken_off_in_one(three: Play) -> None:
    insert(three, "scorer", Z, 1, p2=Y, p3=None)
    assert list_states(three) == [ENTERED, DIFFERS, ENTERED]


def test_what_is_put_in_where_the_hand_that_stood_there_is_taken_off(play: Play) -> None:
    play.enter("NS", X)
    play.say("EW", X)
    correct_sheet(play.table, {1: Z}, seen=1, reason="Forgotten", inserted=1, **play.who("scorer"))
    assert list_states(play) == [ENTERED]


def test_moved_onto_a_place_that_had_been_taken_off(three: Play) -> None:
    three.undo("NS", 3)
    insert(three, "scorer", Z, 2)
    assert list_states(three) == [AGREED, ENTERED, DIFFERS]


def test_a_correction_of_a_place_goes_on_with_its_words(three: Play) -> None:
    three.correct("scorer", Z, 1)
    assert three.state(1) == DIFFERS
    three.correct("scorer", X, 1)
    assert three.state(1) == AGREED


def test_a_role_that_changes_later_changes_nothing_that_was_settled(play: Play, admin: User, scorer: User) -> None:
    play.enter("admin", X, 1)
    play.enter("scorer", X, 2)
    before = list_states(play)
    assert before == [AGREED, ENTERED]
    Membership.objects.filter(user=admin).update(role=Role.PLAYER)
    Membership.objects.filter(user=scorer).update(role=Role.ADMIN)
    assert list_states(play) == before
    assert set(AuditRow.objects.filter(actor=admin, table=play.table).values_list("role", flat=True)) == {"owner"}
    assert set(AuditRow.objects.filter(actor=scorer).values_list("role", flat=True)) == {"scorer"}


def test_who_runs_the_site_settles_without_being_a_member(play: Play) -> None:
    play.people["site"] = User.objects.create_superuser("site", "site@example.org", "a long pass phrase")
    play.enter("site", X, 1)
    assert play.state() == AGREED
    User.objects.filter(username="site").update(is_superuser=False)
    assert play.state() == AGREED


@pytest.mark.parametrize("moved", [timedelta(), timedelta(hours=-1)], ids=["the same instant", "set back"])
def test_the_order_of_words_is_not_that_of_the_clock(
    moved: timedelta, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, real = [timezone.now()], timezone.now
    monkeypatch.setattr(timezone, "now", lambda: now[0])

    def step() -> None:
        now[0] += moved

    for position in (1, 2):
        play.enter("NS", X, position)
        step()
        play.say("EW", Y, position)
        step()
    play.say("EW", X, 1)
    step()
    play.undo("NS", 2)
    step()
    play.enter("NS", X, 2)
    monkeypatch.setattr(timezone, "now", real)
    assert list_states(play) == [AGREED, ENTERED]


def read(agreement: TableAgreement) -> list[Any]:
    return [(hand.position, hand.state, hand.side, dict(hand.words), hand.settled) for hand in agreement.hands]


def test_rows_from_before_this_was_kept_are_completed(three: Play) -> None:
    """The migration's own steps: what is worked out of the rows is what the services would have kept."""
    migration = import_module("league.migrations.0008_words_go_with_their_hand")
    three.enter("admin", Z, 4)
    insert(three, "scorer", Z, 2)
    three.undo("NS", 5)
    three.enter("EW", Y, 5)
    kept = read(read_agreement(three.table))
    roles = list(AuditRow.objects.values_list("pk", "role"))
    for model in (DealRecord, Claim, AuditRow):
        allow_updates(model)
    DealRecord.objects.update(role="", is_inserted=False, moved_from=None)
    Claim.objects.update(about=None)
    AuditRow.objects.update(role="")
    assert read(read_agreement(three.table)) != kept
    migration.complete_rows(apps, connection.schema_editor())
    assert read(read_agreement(three.table)) == kept
    assert list(AuditRow.objects.values_list("pk", "role")) == roles
