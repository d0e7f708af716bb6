"""One person who was entered twice and is shown as one: at the desk, in plans, in entries and in squads."""

from __future__ import annotations

import datetime
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

from league.models import League, Player
from league.models.event import EntryKind
from league.models.planning import Format, SitOutKind
from league.plan_options import PlayerOptions
from league.selectors.attendance import Presence, find_presence, list_attendances, list_here, list_last_players
from league.selectors.plans import PlannedRound, list_played_rounds
from league.selectors.suggestions import suggest_seats
from league.selectors.teams import list_squad, list_teams
from league.selectors.upcoming import find_upcoming
from league.services.attendance import check_in, check_in_many, let_leave, take_back_check_in
from league.services.attendance_places import share_seat, stand_in
from league.services.faults import RefusedError
from league.services.fixed_entries import enter_names, enter_players
from league.services.merging import merge_players, split_player
from league.services.seating import seat_table
from league.services.setup import create_event
from league.services.squads import join_squad, leave_squad, sign_players
from league.services.teams import create_team
from league.services.walk_ins import WhoIsMeantError, check_in_by_name
from tests.league.nights import Night

WHO: dict[str, Any] = {"by": None, "source": "web"}
DAY = datetime.date(2026, 9, 1)


def join(player: Player, into: Player) -> None:
    merge_players(player, into, reason="One person", **WHO)


def list_everybody(round_: PlannedRound) -> list[int]:
    return sorted([who for table in round_.tables for who in table.seats.values()] + [*round_.sit_out])


@pytest.fixture
def night(league: League, admin: User) -> Night:
    return Night(league, admin, 10)


def test_who_was_checked_in_under_another_name_is_there(league: League, admin: User) -> None:
    night = Night(league, admin, 6)
    *_others, vic, vik = night.players
    night.event.attendances.filter(player=vic).update(arrived=None)
    join(vik, vic)
    here = list_here(night.event, 1)
    assert sorted(here.people) == [player.pk for player in night.players[:5]]
    row = next(row for row in list_attendances(night.event) if row.player in (vic, vik))
    assert find_presence(row, 1) == Presence.HERE
    assert check_in_many(night.event, night.players, **WHO) == 0
    let_leave(night.event, vic, after_round=0, **WHO)
    assert vic.pk not in list_here(night.event, 1).people
    split_player(vik, reason="Two", **WHO)
    assert {vic.pk, vik.pk}.isdisjoint(list_here(night.event, 1).people)


def test_what_is_said_of_a_person_holds_for_all_names(league: League, admin: User) -> None:
    night = Night(league, admin, 6)
    *_others, vic, vik = night.players
    join(vik, vic)
    take_back_check_in(night.event, vik, **WHO)
    assert vic.pk not in list_here(night.event, 1).people
    check_in(night.event, vic, **WHO)
    assert list_here(night.event, 1).people.count(vic.pk) == 1


def test_nobody_stands_in_for_himself_or_shares_with_himself(league: League, admin: User) -> None:
    night = Night(league, admin, 6)
    ann, bob, _cyd, _dee, vic, vik = night.players
    let_leave(night.event, ann, after_round=0, **WHO)
    stand_in(night.event, vik, place_of=ann, **WHO)
    share_seat(night.event, bob, partner=vic, **WHO)
    join(vik, vic)
    join(ann, vic)
    assert vic.pk in list_here(night.event, 1).people
    check_in(night.event, vic, **WHO)
    here = list_here(night.event, 1)
    assert (here.people.count(vic.pk), here.stand_ins, here.shared) == (1, {}, {vic.pk: bob.pk})
    with pytest.raises(RefusedError, match="somebody else"):
        stand_in(night.event, vik, place_of=vic, **WHO)
    with pytest.raises(RefusedError, match="somebody else"):
        share_seat(night.event, vik, partner=vic, **WHO)


def test_whoever_is_away_under_one_name_has_a_substitute_under_the_other(night: Night) -> None:
    vic, vik, sub = night.players[:3]
    night.leave(vik, after=0)
    night.event.attendances.filter(player=vic).delete()
    join(vik, vic)
    stand_in(night.event, sub, place_of=vik, **WHO)
    assert list_here(night.event, 1).stand_ins == {sub.pk: vic.pk}
    check_in(night.event, vic, **WHO)
    assert sub.pk not in list_here(night.event, 1).people


def test_a_name_that_was_joined_to_another_is_known_at_the_desk(night: Night, league: League) -> None:
    vic, vik = night.players[:2]
    night.event.attendances.filter(player__in=[vic, vik]).delete()
    join(vik, vic)
    walk_in = check_in_by_name(night.event, vik.name, **WHO)
    assert (walk_in.row.player, walk_in.is_new, league.players.count()) == (vic, False, 10)
    with pytest.raises(WhoIsMeantError) as asked:
        check_in_by_name(night.event, vik.name, **WHO)
    assert (asked.value.people, asked.value.here) == ((vic,), (vic,))


def test_whoever_sat_last_time_is_expected_as_who_he_is(night: Night, league: League) -> None:
    night.plan(Format.ROTATION, rounds=2)
    night.open(1)
    seated = list_played_rounds(night.event)[0].tables[1]
    vik = next(player for player in night.players if player.pk == seated["N"])
    vic = Player.objects.create(league=league, name="Vic", name_key="vic")
    join(vik, vic)
    following = create_event(league, name="Next", game="land-grant-euchre", entry_kind=EntryKind.PLAYER, **WHO)
    assert vic in list_last_players(following)
    assert vik not in list_last_players(following)


@pytest.mark.parametrize("format", [Format.ROTATION, Format.REDRAW, Format.LADDER])
def test_a_plan_seats_a_person_once(night: Night, format: Format) -> None:
    vic = night.players[0]
    night.plan(Format.ROTATION, rounds=6)
    for number in range(1, 4):
        night.open(number)
    late = Player.objects.create(league=night.event.league, name="Vik Voss", name_key="vik voss")
    night.come([late], arrived=4)
    join(vic, late)
    everybody = [player.pk for player in night.players]
    night.plan(format, rounds=3, reason="joined", players=(*everybody, late.pk), together=((vic.pk, late.pk),))
    upcoming = find_upcoming(night.event)
    assert upcoming is not None
    assert upcoming.fault == ""
    if upcoming.round is None:  # a ladder asks who moves: none of the games has been played
        night.open(4, winners={each.number: "NS" for each in upcoming.undecided})
        return
    assert list_everybody(upcoming.round) == sorted({late.pk, *everybody} - {vic.pk})
    night.open(4)


def test_a_plan_made_before_two_were_joined_says_what_is_wrong_and_is_made_anew(night: Night) -> None:
    vic, vik = night.players[:2]
    night.plan(Format.ROTATION, rounds=4)
    join(vik, vic)
    upcoming = find_upcoming(night.event)
    assert upcoming is not None
    if upcoming.round is not None:  # one of the two sat out: the person plays
        assert list_everybody(upcoming.round).count(vic.pk) == 1
    night.plan(Format.ROTATION, rounds=4, reason="joined")
    night.open(1)


def test_the_reason_names_the_person(league: League, admin: User) -> None:
    night = Night(league, admin, 8)
    vic, vik = night.players[:2]
    night.plan(Format.ROTATION, rounds=4)
    join(vik, vic)
    with pytest.raises(RefusedError, match=r"two places in this round: P01\. .*Plan the rounds to come anew"):
        night.open(1)
    split_player(vik, reason="Two", **WHO)
    night.open(1)


def test_a_couple_and_what_was_played_are_those_of_the_person(night: Night) -> None:
    vic, vik, ann, bob = night.players[:4]
    night.plan(Format.ROTATION, rounds=2, together=((vik.pk, ann.pk),))
    night.open(1)
    bea = Player.objects.create(league=night.event.league, name="Bea", name_key="bea")
    join(vik, bea)
    night.plan(Format.ROTATION, rounds=2, reason="joined", together=((vik.pk, ann.pk),))
    upcoming = find_upcoming(night.event)
    assert upcoming is not None
    assert upcoming.round is not None
    sides = [{table.seats[a], table.seats[b]} for table in upcoming.round.tables for a, b in ("NS", "EW")]
    assert {bea.pk, ann.pk} in sides or {bea.pk, ann.pk} & {*upcoming.round.sit_out}
    assert vik.pk not in list_everybody(upcoming.round)
    assert bob.pk in list_everybody(upcoming.round)
    assert vic.pk in list_everybody(upcoming.round)


def test_a_suggestion_counts_games_under_both_names(league: League, players: list[Player]) -> None:
    event = create_event(league, name="Short", game="land-grant-euchre", entry_kind=EntryKind.PLAYER, **WHO)
    ann, bob, cyd, dee, eve, *_others = players
    check_in_many(event, [ann, bob, cyd, dee], **WHO)
    seat_table(event, round_number=1, number=1, seats=dict(zip("NESW", (ann, bob, cyd, dee), strict=True)), **WHO)
    join(ann, eve)
    (table,) = suggest_seats(event, sizes=[4])
    assert sorted(table.values()) == sorted([bob.pk, cyd.pk, dee.pk, eve.pk])
    partners = next({table[a], table[b]} for a, b in ("NS", "EW") if eve.pk in (table[a], table[b]))
    assert partners != {eve.pk, cyd.pk}


def test_coming_late_counts_no_round_that_was_played_under_the_other_name(
    league: League, players: list[Player]
) -> None:
    event = create_event(league, name="Late", game="land-grant-euchre", entry_kind=EntryKind.PLAYER, **WHO)
    ann, bob, cyd, dee, eve, *_others = players
    seat_table(event, round_number=1, number=1, seats=dict(zip("NESW", (ann, bob, cyd, dee), strict=True)), **WHO)
    join(ann, eve)
    check_in(event, eve, **WHO)
    assert not event.sit_outs.filter(kind=SitOutKind.LATE).exists()


def test_a_pair_is_entered_once_and_nobody_in_two(league: League, players: list[Player]) -> None:
    event = create_event(league, name="Pairs", game="land-grant-euchre", entry_kind=EntryKind.PAIR, **WHO)
    ann, bob, cyd, dee, eve, *_others = players
    enter_players(event, [(ann, bob)], **WHO)
    join(ann, eve)
    assert enter_players(event, [(eve, bob)], **WHO) == []
    assert enter_names(event, [("Ann", "Bob")], **WHO) == []
    with pytest.raises(RefusedError, match="plays with somebody else already"):
        enter_players(event, [(eve, cyd)], **WHO)
    with pytest.raises(RefusedError, match="2 different players"):
        enter_players(event, [(eve, ann)], **WHO)
    enter_players(event, [(dee, cyd)], **WHO)
    assert event.entries.count() == 2


def test_a_squad_has_a_person_once_and_nobody_is_in_two(league: League, players: list[Player]) -> None:
    ann, bob, _cyd, _dee, eve, *_others = players
    reds, blues = (create_team(league, name=name, **WHO) for name in ("Reds", "Blues"))
    ways: dict[str, Any] = {"season": None, "on": DAY, **WHO}
    join_squad(reds, [ann, bob], **ways)
    join(ann, eve)
    assert join_squad(reds, [eve], **ways) == []
    assert sign_players(reds, ["Ann"], **ways) == []
    assert [row.player for row in list_squad(reds, None)] == [bob, eve]
    assert {line.team.name: {*line.squad} for line in list_teams(league, None)}["Reds"] == {bob, eve}
    with pytest.raises(RefusedError, match="plays for Reds"):
        join_squad(blues, [eve], **ways)
    join_squad(blues, [ann], is_transfer=True, **ways)
    assert [row.player for row in list_squad(blues, None)] == [eve]
    assert [row.player for row in list_squad(reds, None)] == [bob]
    leave_squad(blues, ann, **ways)
    assert list_squad(blues, None) == []


def test_options_of_a_plan_may_name_either(night: Night) -> None:
    vic, vik = night.players[:2]
    join(vik, vic)
    proposal = night.propose(Format.ROTATION, rounds=2, players=tuple(player.pk for player in night.players))
    assert vik.pk not in msgspec.convert(proposal.plan.options, PlayerOptions).players
