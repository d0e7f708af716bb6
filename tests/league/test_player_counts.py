"""How many play: said by the event, by the table, or by the seats that are named."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from league.models import League, Player, SeatResult
from league.models.result import Outcome
from league.selectors.sheets import write_sheet
from league.services.faults import RefusedError
from league.services.recording import call_time, record_deal
from league.services.seating import reseat_table, seat_table
from league.services.setup import add_players, create_event, create_league
from scoring.result import score_sheet

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Flo", "Gus")


@pytest.fixture
def house(db: None) -> League:
    return create_league("House", by=None, source="web")


@pytest.fixture
def people(house: League) -> list[Player]:
    return list(add_players(house, NAMES, by=None, source="web").added)


def seat(people: list[Player], letters: str) -> dict[str, Player]:
    return dict(zip(letters, people, strict=False))


@pytest.mark.parametrize(("letters", "count"), [("AB", 2), ("ABC", 3), ("NESW", 4), ("ABCDE", 5)])
def test_the_seats_say_how_many_play(letters: str, count: int, house: League, people: list[Player]) -> None:
    event = create_event(house, name="Stove", game="yukon", by=None, source="web")
    table = seat_table(event, round_number=1, number=1, seats=seat(people, letters), by=None, source="web")
    table.refresh_from_db()
    assert table.players == count
    assert table.rules.seats == tuple(letters)
    facts = {"points": {table.rules.sides[0]: 125}}
    record_deal(table, facts, position=1, key="1", by=None, source="web")
    sheet = write_sheet(table)
    assert sheet["players"] == count
    assert score_sheet(sheet)["totals"] == {**dict.fromkeys(table.rules.sides, 0), table.rules.sides[0]: 125}


def test_other_games_leave_it_open(house: League, people: list[Player]) -> None:
    event = create_event(house, name="Grand", game="grand", by=None, source="web")
    table = seat_table(event, round_number=1, number=1, seats=seat(people, "NESW"), by=None, source="web")
    assert table.players is None
    assert "players" not in write_sheet(table)


def test_seats_that_fit_no_number_are_named(house: League, people: list[Player]) -> None:
    event = create_event(house, name="Stove", game="yukon", players=3, by=None, source="web")
    with pytest.raises(RefusedError) as refused:
        seat_table(event, round_number=1, number=1, seats=seat(people, "AB") | {"E": people[3]}, by=None, source="web")
    assert set(refused.value.messages) == {"C"}


def test_a_table_keeps_its_number_when_its_seats_change(house: League, people: list[Player]) -> None:
    event = create_event(house, name="Stove", game="yukon", by=None, source="web")
    table = seat_table(event, round_number=1, number=1, seats=seat(people, "ABC"), by=None, source="web")
    reseat_table(table, seats=seat(people[3:], "ABC"), first_dealer="B", by=None, source="web")
    assert list(table.seats.values_list("player__name", flat=True)) == ["Dee", "Eve", "Flo"]
    with pytest.raises(RefusedError):
        reseat_table(table, seats=seat(people, "NESW"), first_dealer="N", by=None, source="web")


@pytest.mark.parametrize("game", ["grand", "yukon", "seven-handed-euchre"])
def test_a_number_that_the_game_is_not_played_with(game: str, house: League) -> None:
    with pytest.raises(RefusedError) as refused:
        create_event(house, name="Odd", game=game, players=6, by=None, source="web")
    assert "This game is not played by so many" in refused.value.messages["players"][0]


def test_what_is_ranked_where_nobody_says(house: League) -> None:
    kinds = {
        game: create_event(house, name=game, game=game, by=None, source="web").entry_kind
        for game in ("grand", "yukon", "seven-handed-euchre", "euchre")
    }
    assert kinds == {"grand": "pair", "yukon": "player", "seven-handed-euchre": "player", "euchre": "pair"}


def test_pairs_are_not_ranked_where_there_are_none(house: League) -> None:
    with pytest.raises(RefusedError) as refused:
        create_event(house, name="Odd", game="seven-handed-euchre", entry_kind="pair", by=None, source="web")
    assert "entry_kind" in refused.value.messages


def test_points_against_are_those_of_the_best_of_the_others(house: League, people: list[Player]) -> None:
    event = create_event(house, name="Stove", game="yukon", by=None, source="web")
    table = seat_table(event, round_number=1, number=1, seats=seat(people, "ABC"), by=None, source="web")
    record_deal(table, {"points": {"A": 60, "B": 40, "C": 25}}, position=1, key="1", by=None, source="web")
    call_time(table, called=True, by=None, source="web")
    results = SeatResult.objects.order_by("seat__seat").values_list("points", "points_against", "outcome")
    assert list(results) == [(60, 40, Outcome.WON), (40, 60, Outcome.LOST), (25, 60, Outcome.LOST)]


def test_the_command_prints_no_wins_where_nobody_wins(
    house: League, people: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    event = create_event(house, name="Night", game="seven-handed-euchre", by=None, source="web")
    table = seat_table(event, round_number=1, number=1, seats=seat(people, "ABCDEFG"), by=None, source="web")
    record_deal(table, {"bidder": "A", "bid": 10, "tricks": 7}, position=1, key="1", by=None, source="web")
    call_time(table, called=True, by=None, source="web")
    call_command("standings", "night")
    heading, first, *_rest = capsys.readouterr().out.splitlines()[1:]
    assert heading.split() == ["Place", "Who", "Games", "Hands", "Points", "In", "play", "Decided", "by"]
    assert first.split() == ["1", "Ann", "1", "1", "10", "0"]
