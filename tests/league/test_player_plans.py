"""Plans for single players: what is proposed, taken and opened round by round, and what becomes of it on the night."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import combinations

import pytest
from django.contrib.auth.models import User

from league.models import Attendance, AuditRow, Event, League, SitOut
from league.models.planning import Format
from league.plan_options import list_formats
from league.selectors.plans import find_plan, list_played_rounds
from league.selectors.upcoming import find_upcoming
from league.services.attendance import check_in, let_leave
from league.services.attendance_places import share_seat, stand_in
from league.services.faults import RefusedError
from league.services.plans import PlanChangedError
from league.services.recording import call_time, record_deal
from league.services.rounds import RoundExistsError
from league.services.setup import add_players
from tests.league.nights import Night


@pytest.fixture
def night(league: League, admin: User) -> Night:
    return Night(league, admin, 9)


def count_partners(event: Event) -> Counter[frozenset[int]]:
    tables = [table for played in list_played_rounds(event) for table in played.tables.values()]
    return Counter(frozenset(table[seat] for seat in side) for table in tables for side in ("NS", "EW"))


def test_a_rotation_of_nine_is_played_to_its_end(night: Night) -> None:
    night.plan(Format.ROTATION, rounds=9)
    for number in range(1, 10):
        night.open(number)
    partners = count_partners(night.event)
    assert set(partners.values()) == {1}
    assert len(partners) == 9 * 8 / 2
    out = Counter(night.event.sit_outs.values_list("entry__players", flat=True))
    assert out == Counter(player.pk for player in night.players)
    upcoming = find_upcoming(night.event)
    assert upcoming is not None
    assert upcoming.round is None
    with pytest.raises(RefusedError, match="come to its end"):
        night.open(10)


def test_the_report_is_what_an_independent_count_of_the_seats_gives(night: Night) -> None:
    proposal = night.propose(Format.FACES, rounds=4)
    assert proposal.report is not None
    partners: Counter[frozenset[int]] = Counter()
    tablemates: Counter[frozenset[int]] = Counter()
    for planned in proposal.plan.rounds:
        for table in planned.tables:
            partners.update(frozenset(table.seats[seat] for seat in side) for side in ("NS", "EW"))
            tablemates.update(map(frozenset, combinations(table.seats.values(), 2)))
        seated = {who for table in planned.tables for who in table.seats.values()}
        assert seated | set(planned.sit_out) == {player.pk for player in night.players}
    assert proposal.report.partners.repeats == sum(partners.values()) - len(partners)
    assert proposal.report.tablemates.repeats == sum(tablemates.values()) - len(tablemates)
    assert proposal.report.tablemates.most == max(tablemates.values())


def test_what_is_taken_is_what_was_shown(night: Night) -> None:
    shown = night.propose(Format.ROTATION, rounds=5, seed=7)
    night.take(night.propose(Format.ROTATION, rounds=5, seed=7))
    plan = find_plan(night.event)
    assert plan is not None
    assert [len(each["tables"]) for each in plan.rounds] == [2] * 5
    assert plan.options == shown.plan.options
    other = night.propose(Format.ROTATION, rounds=5, seed=8)
    assert shown.plan.rounds != other.plan.rounds


def test_the_next_player_walks_in_after_two_rounds(night: Night, league: League) -> None:
    night.plan(Format.ROTATION, rounds=9)
    night.open(1)
    night.open(2)
    before = list_played_rounds(night.event)
    late = list(add_players(league, ["Late"], **night.who).added)
    night.come(late, arrived=3)
    upcoming = find_upcoming(night.event)
    assert upcoming is not None
    assert upcoming.left_out == (late[0].pk,)
    proposal = night.propose(Format.ROTATION, rounds=7)
    assert proposal.before is not None
    assert proposal.report is not None
    assert (proposal.before.players, proposal.report.players) == (9, 10)
    assert proposal.report.partners.repeats == 0
    assert [each.number for each in proposal.plan.rounds] == list(range(3, 10))
    with pytest.raises(RefusedError, match="Say why"):
        night.take(proposal)
    night.take(proposal, reason="Late has come")
    for number in range(3, 10):
        night.open(number)
    assert list_played_rounds(night.event)[:2] == before
    assert max(count_partners(night.event).values()) == 1
    assert [plan.version for plan in night.event.plans.all()] == [1, 2]
    assert SitOut.objects.filter(entry__players=late[0], round_number__lt=3).count() == 0


def test_who_has_left_is_missing_until_the_rounds_are_planned_anew(night: Night) -> None:
    night.plan(Format.ROTATION, rounds=9)
    night.open(1)
    seated = list_played_rounds(night.event)[0].tables[1]["N"]
    gone = next(player for player in night.players if player.pk == seated)
    night.leave(gone, after=1)
    with pytest.raises(RefusedError, match=f"Not here: {gone.name}"):
        night.open(2)
    proposal = night.propose(Format.ROTATION, rounds=7)
    assert proposal.report is not None
    assert proposal.report.partners.repeats == proposal.report.partners.bound
    night.take(proposal, reason=f"{gone.name} has left")
    for number in range(2, 9):
        night.open(number)
    later = list_played_rounds(night.event)[1:]
    assert all(gone.pk not in {*table.values()} for played in later for table in played.tables.values())


def test_a_substitute_takes_the_planned_place_and_whose_it_is_is_kept(night: Night) -> None:
    night.plan(Format.ROTATION, rounds=9)
    planned = find_upcoming(night.event)
    assert planned is not None
    assert planned.round is not None
    absent = night.players[[player.pk for player in night.players].index(planned.round.tables[0].seats["N"])]
    night.leave(absent, after=0)
    sub = next(iter(add_players(night.event.league, ["Sub"], **night.who).added))
    Attendance.objects.create(event=night.event, player=sub, arrived=1, stands_in_for=absent)
    night.open(1)
    seat = night.event.tables.get(number=1).seats.get(seat="N")
    assert (seat.player, seat.stands_in_for) == (sub, absent)
    assert list(seat.entry.players.all()) == [absent]


@pytest.mark.parametrize("way", ["stand in", "share"])
def test_who_comes_back_for_another_place_has_one(league: League, admin: User, way: str) -> None:
    """P01 leaves; then P01 is there again for the place of P02, who leaves too, or shares the seat of P03."""
    night = Night(league, admin, 8)
    night.plan(Format.ROTATION, rounds=7)
    night.open(1)
    first, second, third = night.players[:3]
    night.leave(first, after=1)
    if way == "stand in":
        night.leave(second, after=1)
        stand_in(night.event, first, place_of=second, **night.who)
    else:
        share_seat(night.event, first, partner=third, **night.who)
    with pytest.raises(RefusedError, match="Not here: P01"):
        night.open(2)
    night.plan(Format.ROTATION, rounds=6, reason="Seven places are left")
    night.open(2)
    assert len(list_played_rounds(night.event)[1].tables) == 1


@pytest.mark.parametrize("way", ["stand in", "share"])
def test_whose_place_is_played_by_another_plays_in_no_other(league: League, admin: User, way: str) -> None:
    night = Night(league, admin, 8)
    first, second, third = night.players[:3]
    night.leave(first, after=0)
    night.leave(second, after=0)
    sub = next(iter(add_players(league, ["Sub"], **night.who).added))
    stand_in(night.event, sub, place_of=first, **night.who)
    ways = {
        "stand in": partial(stand_in, place_of=second),
        "share": partial(share_seat, partner=third),
    }
    with pytest.raises(RefusedError, match="Sub plays in the place of P01"):
        ways[way](night.event, first, **night.who)


def test_who_comes_back_takes_the_place_that_was_planned_for_the_substitute(league: League, admin: User) -> None:
    night = Night(league, admin, 8)
    owner = night.players[0]
    night.leave(owner, after=0)
    sub = next(iter(add_players(league, ["Sub"], **night.who).added))
    stand_in(night.event, sub, place_of=owner, **night.who)
    night.plan(Format.ROTATION, rounds=7)
    night.open(1)
    check_in(night.event, owner, **night.who)
    night.open(2)
    first, second = ({*table.values()} for table in list_played_rounds(night.event)[1].tables.values())
    assert owner.pk in first | second
    assert sub.pk not in first | second


def test_who_has_left_does_not_sit_out(night: Night) -> None:
    night.plan(Format.ROTATION, rounds=9)
    planned = find_upcoming(night.event)
    assert planned is not None
    assert planned.round is not None
    [out] = planned.round.sit_out
    night.leave(next(player for player in night.players if player.pk == out), after=0)
    night.open(1)
    assert not night.event.sit_outs.exists()


def test_several_games_a_round_keep_their_seats(night: Night) -> None:
    night.plan(Format.ROTATION, rounds=3, games=2)
    for number in range(1, 7):
        night.open(number)
    rounds = list(night.event.rounds.values_list("number", "planned", "game"))
    assert rounds == [(1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 2, 2), (5, 3, 1), (6, 3, 2)]
    played = list_played_rounds(night.event)
    assert all(played[at].tables == played[at + 1].tables for at in (0, 2, 4))
    assert played[1].tables != played[2].tables
    assert set(count_partners(night.event).values()) == {2}


def test_a_ladder_asks_who_moves_from_a_level_table(night: Night) -> None:
    night.plan(Format.LADDER, rounds=3, ladder="winners_move")
    night.open(1)
    upcoming = find_upcoming(night.event)
    assert upcoming is not None
    assert [(each.number, each.is_open) for each in upcoming.undecided] == [(1, True), (2, True)]
    first, second = night.event.tables.order_by("number")
    record_deal(first, {"maker": "N", "tricks": 5}, position=1, key="a", **night.who)
    for table in (first, second):
        call_time(table, called=True, **night.who)
    with pytest.raises(RefusedError, match="table 2"):
        night.open(2)
    night.open(2, winners={2: "EW"})
    one, two = (played.tables for played in list_played_rounds(night.event))
    assert {one[1]["N"], one[1]["S"]} - set(two[2].values()) <= set(SitOut.objects.filter(round_number=2)
        .values_list("entry__players", flat=True))  # fmt: skip
    assert AuditRow.objects.get(action="movers_decided").detail == {"round": 2, "winners": {"2": "EW"}}
    night.open(3, winners={1: "NS", 2: "NS"})
    out = list(night.event.sit_outs.values_list("entry__players", flat=True))
    assert len(set(out)) == 3
    with pytest.raises(RefusedError, match="come to its end"):
        night.open(4)


@pytest.mark.parametrize("format", [Format.REDRAW, Format.FACES])
def test_couples_are_kept_apart(night: Night, format: Format) -> None:
    couple = (night.players[0].pk, night.players[1].pk)
    night.plan(format, rounds=4, apart=(couple,))
    for number in range(1, 5):
        night.open(number)
    assert frozenset(couple) not in count_partners(night.event)


def test_a_redraw_remembers_and_is_the_same_when_it_is_looked_at_again(night: Night) -> None:
    night.plan(Format.REDRAW, rounds=5, seed=3)
    for number in range(1, 6):
        shown = find_upcoming(night.event)
        again = find_upcoming(night.event)
        assert shown == again
        night.open(number)
    assert max(count_partners(night.event).values()) == 1


def test_seats_move_by_arithmetic(league: League, admin: User) -> None:
    night = Night(league, admin, 20)
    night.plan(Format.ARITHMETIC, rounds=3)
    for number in range(1, 4):
        night.open(number)
    one, two, _three = (played.tables for played in list_played_rounds(night.event))
    assert [two[at]["N"] for at in range(1, 6)] == [one[at]["N"] for at in range(1, 6)]
    assert two[1]["E"] == one[5]["E"]
    assert two[1]["S"] == one[2]["S"]
    night.come(list(add_players(league, ["Late"], **night.who).added), arrived=4)
    with pytest.raises(RefusedError, match="full tables"):
        night.propose(Format.ARITHMETIC)


@pytest.mark.parametrize(
    ("game", "count", "sizes"),
    [("seven-handed-euchre", 16, [7, 7]), ("yukon", 11, [3, 4, 4])],
)
def test_tables_of_other_sizes(league: League, admin: User, game: str, count: int, sizes: list[int]) -> None:
    night = Night(league, admin, count, game=game)
    assert list_formats(night.event) == (Format.SIZES,)
    night.plan(Format.SIZES, rounds=3)
    for number in range(1, 4):
        night.open(number)
    for played in list_played_rounds(night.event):
        assert sorted(len(table) for table in played.tables.values()) == sizes
        assert len(played.sit_out) == count - sum(sizes)
    late = list(add_players(league, ["Late"], **night.who).added)
    night.come(late, arrived=4)
    night.plan(Format.SIZES, rounds=1, reason="Late has come")
    night.open(4)


def test_only_one_of_two_admins_opens_a_round(night: Night) -> None:
    night.plan(Format.ROTATION, rounds=9)
    night.open(1)
    with pytest.raises(RoundExistsError):
        night.open(1)
    with pytest.raises(RefusedError, match="next round is 2"):
        night.open(3)


def test_a_plan_is_not_taken_over_another_that_was_not_seen(night: Night) -> None:
    one, other = night.propose(Format.ROTATION), night.propose(Format.REDRAW)
    night.take(one)
    with pytest.raises(PlanChangedError):
        night.take(other, reason="Both at once")
    again = night.propose(Format.REDRAW)
    night.open(1)
    with pytest.raises(PlanChangedError):
        night.take(again, reason="A round was opened meanwhile")


def test_what_cannot_be_is_refused_with_names(night: Night) -> None:
    one, two = night.players[0], night.players[1]
    with pytest.raises(RefusedError, match="P01 and P02 cannot be kept apart and together"):
        night.propose(Format.ROTATION, apart=((one.pk, two.pk),), together=((one.pk, two.pk),))
    with pytest.raises(RefusedError, match="it takes 4, and their number is 3"):
        night.propose(Format.LADDER, players=tuple(player.pk for player in night.players[:3]))
    with pytest.raises(RefusedError, match="not played in that way"):
        night.propose(Format.SIZES)


def test_rounds_that_the_plan_does_not_have_are_out_of_reach(league: League, admin: User) -> None:
    night = Night(league, admin, 9)
    night.plan(Format.ROTATION, rounds=4, games=2)
    night.open(1)
    with pytest.raises(RefusedError, match="up to round 8"):
        let_leave(night.event, night.players[0], after_round=9, **night.who)
    let_leave(night.event, night.players[0], after_round=8, **night.who)
    night.plan(Format.REDRAW, rounds=2, reason="shorter")
    with pytest.raises(RefusedError, match="up to round 4"):
        let_leave(night.event, night.players[1], after_round=5, **night.who)


def test_seats_that_are_kept_and_couples_at_odds_are_refused_by_name(night: Night) -> None:
    one, two = night.players[0], night.players[1]
    for player, seat in ((one, "N"), (two, "S")):
        Attendance.objects.filter(event=night.event, player=player).update(stays_at=1, stays_seat=seat)
    with pytest.raises(RefusedError, match=r"cannot all hold: .* P01, P02\."):
        night.propose(Format.ROTATION, apart=((one.pk, two.pk),))
