"""For whom a game counts: substitutes in all four ways, shared seats, the same person twice, what was not played."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Division, Entry, Event, League, Match, Player, SitOut
from league.models.event import EntryKind, SubstituteCredit
from league.selectors.event_ranking import rank_event
from league.selectors.standings import list_standings, write_standings
from league.services.adjustments import adjust_points
from league.services.seat_places import Place
from league.services.setup import add_players, create_event
from tests.league.standing import find_line, play_game, read_places

TABLE = {"won": "2", "drawn": "1"}


@pytest.fixture
def single(league: League, admin: User) -> Event:
    """An evening at which single players are ranked."""
    return create_event(
        league, name="Singles", game="land-grant-euchre", entry_kind=EntryKind.PLAYER, by=admin, source="web"
    )


def set_fields(event: Event, **fields: object) -> None:
    Event.objects.filter(pk=event.pk).update(**fields)
    event.refresh_from_db()


CREDITS = [
    (SubstituteCredit.ABSENT, {"Dee": 1}),
    (SubstituteCredit.PERSON, {"Eve": 1}),
    (SubstituteCredit.BOTH, {"Dee": 1, "Eve": 1}),
    (SubstituteCredit.NOBODY, {}),
]


@pytest.mark.parametrize(("credit", "lost"), CREDITS)
def test_a_game_counts_for_whom_the_event_says(
    single: Event, players: list[Player], credit: SubstituteCredit, lost: dict[str, int]
) -> None:
    ann, bob, cyd, dee, eve = players[:5]
    # Dee has played before, so that she is known; then Eve sits for her.
    play_game(single, [ann, bob, cyd, dee], (0, 0))
    play_game(single, [ann, bob, cyd, eve], (2, 1), round_number=2, places={"W": Place(stands_in_for=dee)})
    set_fields(single, substitute_credit=credit)
    lines = {line.entry.name: line.place.score for line in list_standings(single)}
    assert {name: score.games_lost for name, score in lines.items() if score.games_lost and name != "Bob"} == lost
    assert lines["Bob"].games_lost == 1
    assert lines["Ann"].games_won == lines["Cyd"].games_won == 1
    assert ("Eve" in lines) == ("Eve" in lost)


def test_a_substitute_without_a_game_of_his_own_is_listed_when_points_are_given_to_him(
    single: Event, players: list[Player], admin: User
) -> None:
    ann, bob, cyd, dee, eve = players[:5]
    play_game(single, [ann, bob, cyd, eve], (2, 1), places={"W": Place(stands_in_for=dee)})
    assert "Eve" not in {line.entry.name for line in list_standings(single)}
    about: dict[str, Any] = {"amount": 5, "unit": "points", "reason": "She kept the clock", "key": "clock"}
    adjust_points(single, single.entries.get(name="Eve"), **about, by=admin, source="web")
    line = next(line for line in list_standings(single) if line.entry.name == "Eve")
    assert line.figures["points_for"] == "5"


@pytest.mark.parametrize(
    ("credit", "winners"),
    [
        (SubstituteCredit.ABSENT, {"Ann & Cyd"}),
        (SubstituteCredit.PERSON, {"Ann & Eve"}),
        (SubstituteCredit.BOTH, {"Ann & Cyd", "Ann & Eve"}),
        (SubstituteCredit.NOBODY, set()),
    ],
)
def test_in_pairs_it_counts_for_the_pair_or_for_those_who_sat_there(
    event: Event, players: list[Player], credit: SubstituteCredit, winners: set[str]
) -> None:
    ann, bob, cyd, dee, eve = players[:5]
    play_game(event, [ann, bob, eve, dee], (2, 1), places={"S": Place(stands_in_for=cyd)})
    set_fields(event, substitute_credit=credit)
    assert {line.entry.name for line in list_standings(event) if line.place.score.games_won} == winners


def test_both_who_share_a_seat_have_its_games(single: Event, players: list[Player]) -> None:
    ann, bob, cyd, dee, eve = players[:5]
    play_game(single, [ann, bob, cyd, dee], (2, 1), places={"S": Place(shared_with=eve)})
    scores = {line.entry.name: line.place.score.games_won for line in list_standings(single)}
    assert scores == {"Ann": 1, "Cyd": 1, "Eve": 1, "Bob": 0, "Dee": 0}


def test_a_person_who_was_entered_twice_is_one(single: Event, players: list[Player], league: League) -> None:
    ann, bob, cyd, dee = players[:4]
    [again] = add_players(league, ["Anne"], by=None, source="web").added
    play_game(single, [ann, bob, cyd, dee], (2, 1))
    play_game(single, [again, bob, cyd, dee], (3, 1), round_number=2)
    assert len(list_standings(single)) == 5
    Player.objects.filter(pk=again.pk).update(same_as=ann)
    assert find_line(single, "Ann").place.score.points_for == 5
    assert {line.entry.name for line in list_standings(single)} == {"Ann", "Bob", "Cyd", "Dee"}


def test_sitting_out_brings_what_the_rules_say_once(single: Event, players: list[Player]) -> None:
    ann, bob, cyd, dee, eve = players[:5]
    play_game(single, [ann, bob, cyd, dee], (2, 1))
    play_game(single, [eve, bob, cyd, dee], (2, 1), round_number=2)
    own = {name: Entry.objects.get(event=single, name=name) for name in ("Ann", "Eve")}
    SitOut.objects.create(event=single, round_number=1, entry=own["Eve"], kind="sit_out")
    SitOut.objects.create(event=single, round_number=2, entry=own["Ann"], kind="late")
    SitOut.objects.create(event=single, round_number=2, entry=own["Eve"], kind="sit_out")  # she played after all
    set_fields(
        single, standing_rules={"rank_by": "points_for", "tie_breaks": [], "unplayed": {"sit_out": {"points_for": 7}}}
    )
    assert find_line(single, "Eve").place.score.points_for == 9
    assert find_line(single, "Ann").place.score.points_for == 2


def make_pairs(event: Event, players: list[Player]) -> list[Entry]:
    """Four pairs in a ring of one game each: A beats B, B beats C; D has a bye."""
    a, b, c, d = (players[2 * place : 2 * place + 2] for place in range(4))
    play_game(event, [a[0], b[0], a[1], b[1]], (2, 0))
    play_game(event, [b[0], c[0], b[1], c[1]], (2, 0), round_number=2)
    play_game(event, [d[0], c[0], d[1], c[1]], (0, 0), round_number=3)
    names = [f"{one} & {other}" for one, other in (a, b, c, d)]
    return [Entry.objects.get(event=event, name=name) for name in names]


def test_a_forfeit_counts_head_to_head(event: Event, players: list[Player]) -> None:
    first, second, third, fourth = make_pairs(event, players)
    Match.objects.create(
        event=event, round_number=3, number=1, first=third, second=first, end="second_forfeits", end_reason="ill"
    )
    rules = {"league_points": TABLE, "tie_breaks": ["head_to_head"], "head_to_head": "as_played"}
    set_fields(event, standing_rules=rules)
    # First: won 2, lost by forfeit; third: lost, drawn, won by forfeit: 2 + 1.
    assert [(line.place.rank, line.entry.pk) for line in list_standings(event)] == [
        (1, third.pk),
        (2, first.pk),
        (3, second.pk),
        (4, fourth.pk),
    ]
    # The same points for both: who beat whom decides, although it was not played.
    Match.objects.update(first=second, end="first_forfeits")
    play_game(event, [*_interleave(players[4:6], players[2:4])], (2, 0), round_number=4)
    places = {line.entry.pk: (line.place.rank, line.decided_by) for line in list_standings(event)}
    assert places[first.pk] == (1, "")
    results = [result for result in rank_event(event).inputs.results if result.kind != "played"]
    assert [(result.entry, result.kind, result.opponents) for result in results] == [
        (first.pk, "forfeit_won", (second.pk,)),
        (second.pk, "forfeit_lost", (first.pk,)),
    ]


def _interleave(ns: list[Player], ew: list[Player]) -> list[Player]:
    return [ns[0], ew[0], ns[1], ew[1]]


@pytest.mark.parametrize(("games", "counts_best", "credited"), [(1, False, 1), (3, False, 3), (3, True, 2)])
def test_a_bye_counts_as_many_games_as_a_match_has(
    event: Event, players: list[Player], games: int, counts_best: bool, credited: int
) -> None:
    *_others, fourth = make_pairs(event, players)
    Match.objects.create(event=event, round_number=4, number=1, first=fourth, games=games, counts_best=counts_best)
    set_fields(event, standing_rules={"unplayed": {"bye": {"outcome": "won"}}})
    assert find_line(event, fourth.name).place.score.games_won == credited


def test_a_match_to_come_and_one_settled_by_lot_count_nothing(event: Event, players: list[Player]) -> None:
    first, second, third, fourth = make_pairs(event, players)
    before = read_places(event)
    Match.objects.create(event=event, round_number=4, number=1, first=first, second=fourth)
    Match.objects.create(event=event, round_number=4, number=2, first=second, bracket="winners")
    Match.objects.create(
        event=event, round_number=4, number=3, first=third, second=second, end="first_goes_on", end_reason="lot"
    )
    assert read_places(event) == before


def test_each_division_counts_its_own_places(event: Event, players: list[Player]) -> None:
    first, second, third, fourth = make_pairs(event, players)
    for number, members in ((1, (second, third)), (2, (first,))):
        division = Division.objects.create(event=event, number=number, name=f"Division {number}")
        Entry.objects.filter(pk__in=[entry.pk for entry in members]).update(division=division)
    lines = [(line.division, line.place.rank, line.entry.pk) for line in list_standings(event)]
    assert lines == [
        ("Division 1", 1, second.pk),
        ("Division 1", 2, third.pk),
        ("Division 2", 1, first.pk),
        ("", 1, fourth.pk),
    ]


@pytest.mark.parametrize(("how", "listed"), [("keep", True), ("apart", False), ("annul", False)])
def test_who_withdraws_keeps_the_history(event: Event, players: list[Player], how: str, listed: bool) -> None:
    first, second, _third, _fourth = make_pairs(event, players)
    Entry.objects.filter(pk=second.pk).update(withdrawn_from=3, withdrawn_reason="moved away")
    set_fields(event, standing_rules={"league_points": TABLE, "withdrawn": how})
    line = find_line(event, second.name)
    assert (line.place.rank is not None, line.apart) == (listed, None if listed else "withdrawn")
    assert find_line(event, first.name).place.score.games_won == (how != "annul")
    assert {row["entry"] for row in write_standings(event) if row["withdrawn"]} == {second.name}
    assert len(list(event.results.all())) == 12


def test_nothing_set_is_the_order_as_it_always_was(event: Event, players: list[Player]) -> None:
    make_pairs(event, players)
    lines = [
        (line.place.rank, line.place.score.games_won, line.place.score.difference) for line in list_standings(event)
    ]
    assert lines == [(1, 1, 2), (2, 1, 0), (3, 0, 0), (4, 0, -2)]
    assert [line.decided_by for line in list_standings(event)] == ["", "difference", "games_won", "difference"]
