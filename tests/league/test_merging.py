"""Two players taken for one person, and told apart again: nothing recorded changes, and all of it comes back."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from league.models import AuditRow, Event, League, Player, PlayerMerge, Season, Seat, Table
from league.selectors.merging import foresee_merge, resolve_persons
from league.selectors.people import find_person, list_persons, map_persons
from league.services.faults import RefusedError
from league.services.merging import merge_players, split_player
from league.services.seating import reseat_table, seat_table
from league.services.setup import create_event, create_league, create_season
from league.services.verification import verify_events
from tests.examples import take_examples

WHO: dict[str, Any] = {"by": None, "source": "command", "reason": "the same person"}


def seat(event: Event, people: list[Player], *, round_number: int, number: int = 1) -> Table:
    seats = dict(zip("NESW", people, strict=True))
    return seat_table(event, round_number=round_number, number=number, seats=seats, by=None, source="web")


def read_persons(league: League) -> dict[int, int | None]:
    return dict(league.players.values_list("pk", "same_as"))


def test_a_player_counts_as_another_one_and_every_page_is_told(table: Table, players: list[Player]) -> None:
    event, (ann, _bob, _cyd, _dee, eve, *_others) = table.event, players
    season = create_season(event.league, name="Spring", by=None, source="web")
    Event.objects.filter(pk=event.pk).update(season=season)
    before = Event.objects.get(pk=event.pk).revision
    seats = list(Seat.objects.order_by("pk").values())
    merge = merge_players(ann, eve, **WHO)
    assert find_person(ann) == eve
    assert map_persons(event.league) == {ann.pk: eve.pk}
    assert ann not in list_persons(event.league)
    assert list(Seat.objects.order_by("pk").values()) == seats
    assert Event.objects.get(pk=event.pk).revision > before
    assert Season.objects.get().revision == 1
    row = AuditRow.objects.get(action="players_merged")
    assert row.detail == {"player": ann.pk, "into": eve.pk, "names": ["Ann", "Eve"], "reason": "the same person"}
    assert row.signed == {"playermerge": row.signed["playermerge"]}
    assert str(merge.pk) in row.signed["playermerge"]
    with pytest.raises(IntegrityError), transaction.atomic():
        PlayerMerge.objects.update(reason="another")


def test_chains_are_flat_and_split_where_they_were_joined(league: League, players: list[Player]) -> None:
    ann, bob, cyd, dee, *_others = players
    merge_players(ann, bob, **WHO)
    merge_players(bob, cyd, **WHO)
    merge_players(dee, bob, **WHO)
    ann.refresh_from_db()
    assert map_persons(league) == {ann.pk: cyd.pk, bob.pk: cyd.pk, dee.pk: cyd.pk}
    split_player(bob, **WHO)
    assert map_persons(league) == {ann.pk: bob.pk, dee.pk: cyd.pk}
    split_player(ann, **WHO)
    assert map_persons(league) == {dee.pk: cyd.pk}
    assert [row.action for row in AuditRow.objects.filter(action__contains="player_split")] == ["player_split"] * 2


def test_who_sat_in_one_round_are_two_people_and_it_is_told_where(table: Table, players: list[Player]) -> None:
    seat(table.event, players[4:8], round_number=1, number=2)
    for other, where in ((players[1], "table 1"), (players[4], "table 1 and 2")):
        assert foresee_merge(other, players[0]).clashes
        with pytest.raises(RefusedError) as refused:
            merge_players(other, players[0], **WHO)
        (text,) = refused.value.messages["player"]
        assert "round 1 of Tuesday" in text
        assert where.removeprefix("table ").split(" ")[0] in text
    assert map_persons(table.event.league) == {}


def test_whoever_is_joined_to_them_must_not_have_met_either(table: Table, players: list[Player]) -> None:
    merge_players(players[4], players[1], **WHO)
    with pytest.raises(RefusedError, match="both sat in round 1"):
        merge_players(players[4 - 3], players[0], **WHO)


def test_what_is_foreseen(table: Table, players: list[Player]) -> None:
    event, ann, eve = table.event, players[0], players[4]
    seat(event, [eve, *players[5:8]], round_number=2)
    friday = create_event(event.league, name="Friday", game="land-grant-euchre", by=None, source="web")
    seat(friday, [eve, *players[5:8]], round_number=1)
    other = create_event(event.league, name="Sunday", game="land-grant-euchre", by=None, source="web")
    seat(other, [ann, *players[5:8]], round_number=1)
    preview = foresee_merge(eve, ann)
    assert preview.clashes == ()
    assert {each.event.name: each.games for each in preview.events} == {"Tuesday": (1, 1), "Friday": (0, 1)}


def test_a_person_finds_no_second_seat_in_a_round(table: Table, players: list[Player]) -> None:
    event = table.event
    merge_players(players[4], players[0], **WHO)
    with pytest.raises(RefusedError, match="Eve is Ann, who already sits at table 1 in this round") as refused:
        seat(event, players[4:8], round_number=1, number=2)
    assert list(refused.value.messages) == ["N"]
    assert event.tables.count() == 1
    seats = dict(zip("NESW", (players[0], players[4], *players[5:7]), strict=True))
    with pytest.raises(RefusedError, match="Ann"):
        reseat_table(table, seats=seats, first_dealer="N", by=None, source="web")
    seat(event, players[4:8], round_number=2)


@pytest.mark.parametrize(("reason", "said"), [(" ", "Say why"), ("x" * 501, "at most 500")])
def test_a_reason_is_needed(players: list[Player], reason: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        merge_players(players[0], players[1], by=None, source="web", reason=reason)


def test_what_cannot_be_joined_or_told_apart(league: League, players: list[Player], admin: User) -> None:
    ann, bob, cyd, *_others = players
    stranger = Player.objects.create(league=create_league("Hill", by=admin, source="web"), name="Zed", name_key="zed")
    with pytest.raises(RefusedError, match="two leagues"):
        merge_players(ann, stranger, **WHO)
    with pytest.raises(RefusedError, match="one person already"):
        merge_players(ann, ann, **WHO)
    with pytest.raises(RefusedError, match="joined to nobody"):
        split_player(ann, **WHO)
    merge_players(ann, bob, **WHO)
    with pytest.raises(RefusedError, match="one person already"):
        merge_players(bob, ann, **WHO)
    with pytest.raises(RefusedError, match="take that back first, or join Bob"):
        merge_players(ann, cyd, **WHO)


@take_examples(one_in=2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=9))
def test_splitting_gives_back_exactly_what_was(
    league: League, players: list[Player], asked: list[tuple[int, int]]
) -> None:
    with transaction.atomic():
        start = read_persons(league)
        states, merged = [start], []
        for one, other in asked:
            try:
                merge_players(players[one], players[other], **WHO)
            except RefusedError:
                continue
            states.append(read_persons(league))
            merged.append(players[one])
            assert set(states[-1].values()).isdisjoint(map_persons(league))  # flat: who is shown is joined to nobody
        for player in reversed(merged):
            assert read_persons(league) == states.pop()
            split_player(player, **WHO)
        assert read_persons(league) == start == dict.fromkeys(start)
        transaction.set_rollback(True)
    for player in players:
        player.refresh_from_db()


@given(st.dictionaries(st.integers(1, 30), st.integers(1, 30)))
def test_everybody_is_shown_as_the_last_of_a_chain(edges: dict[int, int]) -> None:
    downwards = {one: other for one, other in edges.items() if other < one}
    persons = resolve_persons(downwards, range(1, 31))
    for player, person in persons.items():
        if player not in downwards:
            assert person is None
        else:
            assert person == (persons[downwards[player]] or downwards[player])


def test_nothing_differs_for_verify(table: Table, players: list[Player]) -> None:
    merge_players(players[4], players[0], **WHO)
    split_player(players[4], **WHO)
    assert verify_events().differences == []
