"""Who is there: each step at the desk, what it leads to, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import AuditRow, Event, League, Player
from league.models.planning import SitOutKind
from league.selectors.attendance import Presence, Stay, find_presence, list_here, write_state
from league.selectors.suggestions import find_next_round, suggest_seats
from league.services.attendance import (
    AttendanceChangedError,
    check_in,
    check_in_many,
    expect_players,
    let_leave,
    mark_no_show,
    take_back_check_in,
)
from league.services.attendance_places import play_alone, share_seat, stand_in, stay_at
from league.services.editing import close_event
from league.services.faults import RefusedError
from league.services.merging import merge_players
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from league.services.walk_ins import WalkIn, WhoIsMeantError, check_in_by_name


class Desk:
    """An event of single players and its desk; people by their first letter."""

    def __init__(self, event: Event, players: list[Player], admin: User) -> None:
        self.event, self.admin = event, admin
        self.people = {player.name[0]: player for player in players}
        self.who: dict[str, Any] = {"by": admin, "source": "web"}

    def come(self, letters: str, **more: Any) -> None:
        for letter in letters:
            check_in(self.event, self.people[letter], **self.who, **more)

    def leave(self, letter: str, **more: Any) -> None:
        let_leave(self.event, self.people[letter], **self.who, **more)

    def stand_in(self, letter: str, absent: str, **more: Any) -> None:
        stand_in(self.event, self.people[letter], place_of=self.people[absent], **self.who, **more)

    def share(self, letter: str, partner: str) -> None:
        share_seat(self.event, self.people[letter], partner=self.people[partner], **self.who)

    def play_round(self, letters: str = "ABCD") -> None:
        seats = dict(zip("NESW", (self.people[letter] for letter in letters), strict=True))
        seat_table(self.event, round_number=find_next_round(self.event), number=1, seats=seats, **self.who)

    def seated(self) -> str:
        """Whom the next round seats, by their letters."""
        here = list_here(self.event, find_next_round(self.event))
        return "".join(letter for letter, player in self.people.items() if player.pk in here.people)

    def missed(self) -> list[tuple[str, int, str]]:
        rows = self.event.sit_outs.order_by("round_number", "entry__name")
        return [(row.entry.name[0], row.round_number, row.kind) for row in rows]

    def presence(self, letter: str) -> Presence:
        row = self.event.attendances.filter(player=self.people[letter]).first()
        return find_presence(row, find_next_round(self.event))


@pytest.fixture
def desk(league: League, players: list[Player], admin: User) -> Desk:
    event = create_event(league, name="Tuesday", game="land-grant-euchre", entry_kind="player", by=admin, source="web")
    return Desk(event, players, admin)


def test_without_any_check_in_everybody_of_the_league_is_there(desk: Desk, players: list[Player]) -> None:
    assert not list_here(desk.event, 1).is_kept
    assert desk.seated() == "ABCDEФGH"
    expect_players(desk.event, players[:2], **desk.who)
    assert desk.seated() == "ABCDEФGH"


def test_only_who_was_checked_in_is_seated(desk: Desk) -> None:
    desk.come("BAD")
    assert desk.seated() == "ABD"


def test_who_comes_late_has_missed_the_rounds_before(desk: Desk) -> None:
    desk.come("ABCD")
    desk.play_round()
    desk.play_round()
    desk.come("E")
    assert desk.missed() == [("E", 1, SitOutKind.LATE), ("E", 2, SitOutKind.LATE)]
    desk.come("E", from_round=2)
    assert desk.missed() == [("E", 1, SitOutKind.LATE)]
    take_back_check_in(desk.event, desk.people["E"], **desk.who)
    assert desk.missed() == []
    assert desk.presence("E") == Presence.EXPECTED


def test_who_leaves_and_comes_back_has_missed_what_was_between(desk: Desk) -> None:
    desk.come("ABCDEФGH")
    desk.play_round("EФGH")
    desk.leave("A")
    assert (desk.presence("A"), "A" in desk.seated()) == (Presence.LEFT, False)
    desk.play_round("EФGH")
    desk.come("A")
    assert desk.missed() == [("A", 2, SitOutKind.ABSENT)]
    assert "A" in desk.seated()


def test_who_has_to_go_later_is_there_until_then(desk: Desk) -> None:
    desk.come("ABCDE")
    desk.leave("E", after_round=2)
    for _round in range(2):
        assert "E" in desk.seated()
        desk.play_round()
    assert "E" not in desk.seated()


def test_a_substitute_takes_the_place_until_its_owner_comes_back(desk: Desk) -> None:
    desk.come("ABCDE")
    desk.play_round()
    desk.leave("D")
    desk.stand_in("H", "D")
    here = list_here(desk.event, 2)
    assert desk.seated() == "ABCEH"
    assert here.stand_ins == {desk.people["H"].pk: desk.people["D"].pk}
    assert desk.missed() == []  # the place missed nothing, and who takes it has none of his own
    desk.come("D")
    assert desk.seated() == "ABCDE"
    assert desk.presence("H") == Presence.LEFT


def test_a_place_that_nobody_took_before_its_substitute_has_missed_rounds(desk: Desk) -> None:
    desk.come("ABCDE")
    desk.play_round()
    desk.stand_in("H", "G")
    assert desk.missed() == [("G", 1, SitOutKind.LATE)]


def test_a_substitute_for_one_round_is_gone_after_it(desk: Desk) -> None:
    desk.come("ABC")
    desk.stand_in("H", "D", one_round=True)
    assert desk.seated() == "ABCH"
    desk.play_round("ABCH")
    assert desk.seated() == "ABC"


def test_a_person_entered_twice_is_there_once(desk: Desk) -> None:
    """Bob was checked in as Cyd, too, before somebody saw that they are one; and Dee is known as Eve."""
    desk.come("ABCE")
    for letter, again in ("BC", "DE"):
        merge_players(desk.people[again], desk.people[letter], reason="One person", **desk.who)
    desk.come("BD")
    assert check_in_many(desk.event, [desk.people[letter] for letter in "ABD"], **desk.who) == 0
    assert desk.seated() == "ABD"
    assert desk.event.attendances.count() == 4
    desk.leave("B")
    assert desk.seated() == "AD"


def test_two_who_share_a_seat_take_one(desk: Desk) -> None:
    desk.come("ABCD")
    desk.share("E", "A")
    here = list_here(desk.event, 1)
    assert desk.seated() == "ABCD"
    assert here.shared == {desk.people["A"].pk: desk.people["E"].pk}
    play_alone(desk.event, desk.people["E"], **desk.who)
    assert desk.seated() == "ABCDE"


def test_the_other_of_two_goes_on_alone(desk: Desk) -> None:
    desk.come("ABCD")
    desk.share("E", "A")
    desk.play_round()
    desk.leave("A")
    assert desk.seated() == "BCDE"


def test_who_cannot_move_is_told_of(desk: Desk) -> None:
    desk.come("AB")
    stay_at(desk.event, desk.people["A"], table=3, seat="S", **desk.who)
    stay_at(desk.event, desk.people["B"], table=3, **desk.who)
    stays = list_here(desk.event, 1).stays
    assert stays == {desk.people["A"].pk: Stay(table=3, seat="S"), desk.people["B"].pk: Stay(table=3)}
    with pytest.raises(RefusedError, match="stays there already"):
        stay_at(desk.event, desk.people["B"], table=3, seat="S", **desk.who)
    stay_at(desk.event, desk.people["A"], table=None, **desk.who)
    assert set(list_here(desk.event, 1).stays) == {desk.people["B"].pk}


def test_saying_it_twice_changes_and_logs_nothing(desk: Desk) -> None:
    for _twice in range(2):
        desk.come("A")
        mark_no_show(desk.event, desk.people["B"], **desk.who)
        stand_in(desk.event, desk.people["C"], place_of=desk.people["B"], **desk.who)
        stay_at(desk.event, desk.people["A"], table=1, **desk.who)
    rows = list(AuditRow.objects.filter(event=desk.event).exclude(action="event_created").order_by("pk"))
    assert [row.action for row in rows] == ["checked_in", "no_show", "stands_in", "stays_at_table"]
    assert all(row.signed["attendance"] for row in rows)
    desk.event.refresh_from_db()
    assert desk.event.revision == 4


def test_what_somebody_else_has_just_said_is_not_undone(desk: Desk) -> None:
    ann = desk.people["A"]
    desk.come("A", seen=write_state(None))
    with pytest.raises(AttendanceChangedError) as changed:
        mark_no_show(desk.event, ann, **desk.who, seen=write_state(None))
    assert changed.value.row is not None
    assert desk.presence("A") == Presence.HERE
    desk.come("A", seen=write_state(None))  # says the same: nothing is undone
    mark_no_show(desk.event, ann, **desk.who, seen=write_state(changed.value.row))
    assert desk.presence("A") == Presence.NO_SHOW


def test_many_at_once_leave_alone_whom_somebody_has_spoken_of(desk: Desk, players: list[Player]) -> None:
    expect_players(desk.event, players[:3], **desk.who)
    mark_no_show(desk.event, desk.people["A"], **desk.who)
    assert check_in_many(desk.event, players[:5], **desk.who) == 4
    assert (desk.seated(), desk.presence("A")) == ("BCDE", Presence.NO_SHOW)


def test_what_makes_no_sense_is_refused(desk: Desk, admin: User) -> None:
    desk.come("ABCD")
    desk.play_round()
    desk.stand_in("H", "G")
    elsewhere = create_league("Elsewhere", by=admin, source="web")
    (stranger,) = add_players(elsewhere, ["Zoe"], by=admin, source="web").added
    people = desk.people
    for refused in (
        lambda: take_back_check_in(desk.event, people["A"], **desk.who),
        lambda: mark_no_show(desk.event, people["A"], **desk.who),
        lambda: desk.leave("E"),
        lambda: desk.come("E", from_round=0),
        lambda: desk.leave("H", after_round=0),
        lambda: desk.stand_in("E", "A"),
        lambda: desk.stand_in("E", "E"),
        lambda: desk.stand_in("E", "G"),
        lambda: desk.share("E", "Ф"),
        lambda: check_in(desk.event, stranger, **desk.who),
        lambda: stay_at(desk.event, people["A"], table=1, seat="F", **desk.who),
        lambda: stay_at(desk.event, people["A"], table=0, **desk.who),
    ):
        with pytest.raises(RefusedError):
            refused()
    close_event(desk.event, **desk.who)
    with pytest.raises(RefusedError, match="closed"):
        desk.come("E")


def test_rounds_that_somebody_missed_give_no_right_to_a_seat(desk: Desk) -> None:
    """Six are there and four seats: who came in round 3 has sat out nothing, two others have."""
    desk.come("ABCDE")
    desk.play_round("ABCD")
    desk.play_round("ABCE")
    desk.come("G")
    assert {desk.people["D"].pk, desk.people["E"].pk} < next_seats(desk)
    desk.play_round("ADEG")
    assert {desk.people["B"].pk, desk.people["C"].pk} < next_seats(desk)
    desk.play_round("BCDE")
    assert sum(desk.people[letter].pk in next_seats(desk) for letter in "AG") == 2


def next_seats(desk: Desk) -> set[int]:
    return {who for table in suggest_seats(desk.event, sizes=[4]) for who in table.values()}


def test_the_suggestion_leaves_in_their_seats_who_cannot_move(desk: Desk) -> None:
    desk.come("ABCDEФGH")
    stay_at(desk.event, desk.people["A"], table=2, seat="W", **desk.who)
    stay_at(desk.event, desk.people["B"], table=2, seat="N", **desk.who)
    for _round in range(4):
        second = suggest_seats(desk.event, sizes=[4, 4])[1]
        assert (second["W"], second["N"]) == (desk.people["A"].pk, desk.people["B"].pk)
        desk.play_round("CDEФ")


def test_a_pair_stays_a_pair_with_a_substitute(league: League, players: list[Player], admin: User) -> None:
    event = create_event(league, name="Pairs", game="land-grant-euchre", entry_kind="pair", by=admin, source="web")
    desk = Desk(event, players, admin)
    desk.come("ABCD")
    desk.play_round("ACBD")  # Ann and Bob, Cyd and Dee
    desk.leave("B")
    desk.stand_in("H", "B")
    (table,) = suggest_seats(event, sizes=[4])
    pairs = {frozenset((table["N"], table["S"])), frozenset((table["E"], table["W"]))}
    assert frozenset(desk.people[letter].pk for letter in "AH") in pairs


def test_who_says_his_name_is_checked_in_or_added(desk: Desk) -> None:
    def say(name: str, **more: Any) -> WalkIn:
        return check_in_by_name(desk.event, name, **desk.who, **more)

    assert not say(" ann ").is_new
    assert say("Winifred").is_new
    with pytest.raises(WhoIsMeantError) as asked:
        say("Winnifred")
    assert [player.name for player in asked.value.people] == ["Winifred"]
    with pytest.raises(WhoIsMeantError):
        say("Win")
    with pytest.raises(WhoIsMeantError):
        say("Ann")  # she is here already
    assert say("Ann", is_another=True).is_new
    assert desk.event.league.players.filter(name="Ann").count() == 2
    with pytest.raises(RefusedError):
        say("  ")
    assert sum(find_presence(row, 1) == Presence.HERE for row in desk.event.attendances.all()) == 3


def test_nobody_leaves_before_a_round_that_he_sat_in_or_after_one_that_will_never_be(desk: Desk) -> None:
    desk.come("ABCDE")
    desk.play_round()
    desk.play_round("EBCD")
    desk.play_round()
    for wrong, words in ((2, "Ann sat in round 3"), (0, "Ann sat in round 3"), (99, "Round 99 is out of reach")):
        with pytest.raises(RefusedError, match=words):
            desk.leave("A", after_round=wrong)
    desk.leave("E", after_round=2)
    with pytest.raises(RefusedError, match="Ann sat in round 1 already"):
        desk.come("A", from_round=2)
    with pytest.raises(RefusedError, match="out of reach"):
        desk.come("H", from_round=99)
    desk.leave("A", after_round=3)
    merge_players(desk.people["H"], desk.people["B"], reason="One person", **desk.who)
    with pytest.raises(RefusedError, match="Bob sat in round 3"):
        let_leave(desk.event, desk.people["H"], after_round=1, **desk.who)
