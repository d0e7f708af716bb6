"""An evening set up without scripts, from an empty site to the first hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league import services
from league.models import Entry, Event, League, Player, Round, Season, Seat, Table
from league.models.event import EntryKind
from league.services.setup import add_players
from league.web.log import ACTION_WORDS
from tests.web.conftest import record

NEW_EVENT = "/leagues/riverside/events/new/"
NEW_ROUND = "/events/tuesday/rounds/new/"
PLAYERS = "/leagues/riverside/players/"


@pytest.fixture
def someone(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("someone"))
    return client


def read_round_form(client: Client, url: str = NEW_ROUND) -> dict[str, str]:
    """The form of a round as a browser would send it unchanged."""
    context = client.get(url).context
    sent = {"number": str(context["number"]), "tables": str(len(context["tables"]))}
    for table in context["tables"]:
        for pick in (*table.seats, table.dealer):
            before, chosen, _rest = pick.options.partition('" selected>')
            sent[pick.name] = before.rpartition('"')[2] if chosen else ("N" if pick is table.dealer else "")
    return sent


def test_from_nothing_to_a_seated_table(someone: Client) -> None:
    assert someone.post("/leagues/new/", {"name": "Riverside"})["Location"] == PLAYERS
    league = League.objects.get()
    assert not league.is_public, "a box left empty is a no"
    assert someone.post("/leagues/riverside/seasons/new/", {"name": "Spring"}).status_code == 303
    names = "Ann\nBob\nCyd\nDee"
    assert someone.post(PLAYERS, {"names": names, "action": "add"}).status_code == 303
    event = {
        "name": "Tuesday", "entry_kind": "pair", "preset": "fair-renege", "season": Season.objects.get().pk,
        "held_on": "2026-05-12", "rule-warning_scope": "player_per_game",
    }  # fmt: skip
    assert someone.post(NEW_EVENT, event)["Location"] == "/events/tuesday/"
    made = Event.objects.get()
    assert made.options == {"warning_scope": "player_per_game"}
    assert made.rules.loner_renege_by_defender == 4  # type: ignore[attr-defined]
    assert str(made.held_on) == "2026-05-12"
    assert someone.post(NEW_ROUND, read_round_form(someone))["Location"] == "/events/tuesday/"
    page = someone.get("/events/tuesday/").content.decode()
    assert "Round 1" in page
    assert "not begun" in page
    assert someone.get("/events/tuesday/round/1/table/1/").status_code == 200


def test_a_list_of_names_that_are_there_already_says_so(admin: Client, league: League) -> None:
    page = admin.post(PLAYERS, {"names": "Ann"}, follow=True).content.decode()
    assert "1 player added." in page
    page = admin.post(PLAYERS, {"names": "ann"}, follow=True).content.decode()
    assert "Everybody on this list is in the league already." in page
    assert "added." not in page


@pytest.mark.parametrize("path", ["/leagues/new/", "/leagues/riverside/seasons/new/", NEW_EVENT])
def test_an_empty_name_is_refused_in_words(path: str, admin: Client, league: League) -> None:
    response = admin.post(path, {"name": "  "})
    assert response.status_code == 422
    assert "This field is required." in response.content.decode()


def test_a_season_that_ends_before_it_starts(admin: Client, league: League) -> None:
    sent = {"name": "Spring", "starts_on": "2026-05-01", "ends_on": "2026-04-01"}
    response = admin.post("/leagues/riverside/seasons/new/", sent)
    assert response.context["form"].errors["ends_on"] == ["The last day is before the first day."]


def test_a_season_of_another_league_is_no_choice(admin: Client, league: League, closed_league: League) -> None:
    foreign = Season.objects.create(league=closed_league, name="Secret", slug="secret")
    sent = {"name": "Tuesday", "entry_kind": "pair", "preset": "league", "season": foreign.pk}
    response = admin.post(NEW_EVENT, sent)
    assert response.status_code == 422
    assert "season" in response.context["form"].errors
    assert "Secret" not in response.content.decode()


def test_house_rules_are_told_in_words(admin: Client, event: Event) -> None:
    form = admin.get(NEW_EVENT).content.decode()
    assert "4 points, as much as the loner could have made" in form
    assert "bid_forfeited_hand_continues" in form, "the value is still the identifier"
    page = admin.get("/events/tuesday/").content.decode()
    assert "the side, for one game" in page
    assert "team_per_game" not in page


def test_checking_names_tells_what_would_happen_and_adds_nobody(admin: Client, league: League) -> None:
    add_players(league, ["Zoë"], by=None, source="web")
    pasted = "Ann\n ann \nZoe\N{COMBINING DIAERESIS}\n\nФёдор"
    page = admin.post(PLAYERS, {"names": pasted, "action": "check"}).content.decode()
    assert "2 new players" in page
    assert "Ann, Фёдор" in page
    assert "In the league already" in page
    assert "Twice on this list" in page
    assert "Add 2 players" in page
    assert Player.objects.count() == 1


def test_adding_names_keeps_one_form_of_each(admin: Client, league: League) -> None:
    admin.post(PLAYERS, {"names": "Zoe\N{COMBINING DIAERESIS}\nZoë\nANN\n", "action": "add"})
    assert sorted(league.players.values_list("name", flat=True)) == ["ANN", "Zoë"]


def test_a_name_that_is_too_long_adds_nobody(admin: Client, league: League) -> None:
    response = admin.post(PLAYERS, {"names": "Ann\n" + "x" * 101, "action": "add"})
    assert response.status_code == 422
    assert "is longer than 100 characters" in response.content.decode()
    assert not Player.objects.exists()


def test_the_first_round_is_filled_from_the_list(admin: Client, event: Event, players: list[Player]) -> None:
    assert admin.post(NEW_ROUND, read_round_form(admin)).status_code == 303
    assert Table.objects.count() == 2
    assert Seat.objects.count() == 8
    assert {entry.name for entry in Entry.objects.all()} == {"Ann & Bob", "Cyd & Dee", "Eve & Gus", "Hal & Фёдор"}


def test_the_next_round_moves_the_pairs_on(admin: Client, event: Event, players: list[Player]) -> None:
    admin.post(NEW_ROUND, read_round_form(admin))
    admin.post(NEW_ROUND, read_round_form(admin))
    assert Round.objects.count() == 2
    assert Entry.objects.count() == 4, "the pairs stay pairs"
    names = {
        (table.round.number, table.number): [seat.player.name for seat in table.seats.all()]
        for table in Table.objects.all()
    }
    assert names[1, 1][:2] == names[2, 1][:2], "North-South stay"
    assert names[1, 1][2:] == names[2, 2][2:], "East-West go up a table"


def test_single_players_change_partners(admin: Client, event: Event, players: list[Player]) -> None:
    Event.objects.update(entry_kind=EntryKind.PLAYER)
    admin.post(NEW_ROUND, read_round_form(admin))
    admin.post(NEW_ROUND, read_round_form(admin))
    assert Entry.objects.count() == 8
    sides = [
        frozenset(seat.player_id for seat in table.seats.all() if seat.seat in pair)
        for table in Table.objects.all()
        for pair in ("NS", "EW")
    ]
    assert len(set(sides)) > 4, "not everybody keeps the partner"


def list_outside(client: Client, event: Event) -> list[str]:
    """Open three rounds as suggested; who sat out of each."""
    told = []
    for _round in range(3):
        told.append(", ".join(client.get(NEW_ROUND).context["sit_out"]))
        assert client.post(NEW_ROUND, read_round_form(client)).status_code == 303
    return told


def test_another_one_sits_out_of_every_round_and_the_page_says_who(
    admin: Client, event: Event, players: list[Player]
) -> None:
    add_players(event.league, ["Ida"], by=None, source="web")
    Event.objects.update(entry_kind=EntryKind.PLAYER)
    assert "Sits out: Фёдор" in admin.get(NEW_ROUND).content.decode()
    told = list_outside(admin, event)
    assert len(set(told)) == 3
    assert all(told)


def test_a_fixed_pair_takes_its_turn(admin: Client, event: Event, players: list[Player]) -> None:
    add_players(event.league, ["Ida", "Jon"], by=None, source="web")
    told = list_outside(admin, event)
    assert len(set(told)) == 3
    assert Entry.objects.count() == 5


def test_who_is_not_there_is_left_out_from_then_on(admin: Client, event: Event, players: list[Player]) -> None:
    away = [str(player.pk) for player in players[4:]]
    for url in (NEW_ROUND, NEW_ROUND):
        admin.get(url, {"tables": "1", "away": away})
        sent = read_round_form(admin, f"{url}")
        assert admin.get(url).context["sit_out"] == []
        assert not set(away) & {int(value) for name, value in sent.items() if "-" in name and value.isdecimal()}


def test_nobody_there_for_a_table_leaves_it_out(admin: Client, event: Event, players: list[Player]) -> None:
    """Eight fill two tables; when one of them is not there, the second cannot be filled and is not suggested."""
    add_players(event.league, ["Gus", "Hal"][: 8 - len(players)], by=None, source="web")
    everybody = event.league.players.count()
    assert everybody == 8
    assert len(admin.get(NEW_ROUND, {"tables": "2"}).context["tables"]) == 2
    away = [str(players[0].pk)]
    assert len(admin.get(NEW_ROUND, {"tables": "2", "away": away}).context["tables"]) == 1
    # whoever asks for two all the same gets them
    assert len(admin.get(NEW_ROUND, {"tables": "2", "away": away}).context["tables"]) == 2


def test_lots_seat_everybody_once(admin: Client, event: Event, players: list[Player]) -> None:
    drawn = read_round_form(admin, f"{NEW_ROUND}?by=lot")
    seated = [value for name, value in drawn.items() if value.isdecimal() and "-" in name]
    assert sorted(map(int, seated)) == sorted(player.pk for player in players)


def test_a_table_left_empty_is_not_opened(admin: Client, event: Event, players: list[Player]) -> None:
    sent = read_round_form(admin) | dict.fromkeys(("t2-N", "t2-E", "t2-S", "t2-W"), "")
    assert admin.post(NEW_ROUND, sent).status_code == 303
    assert Table.objects.count() == 1


def test_faults_of_seats_stand_at_the_seats(admin: Client, event: Event, players: list[Player]) -> None:
    sent = read_round_form(admin)
    sent |= {"t1-E": sent["t1-N"], "t2-S": "", "t2-W": sent["t1-S"], "t2-dealer": "Q"}
    response = admin.post(NEW_ROUND, sent)
    page = response.content.decode()
    assert response.status_code == 422
    assert "Ann already sits here: North." in page
    assert "Nobody sits here: choose a player." in page
    assert "The first dealer must sit at the table." in page
    assert not Round.objects.exists(), "all tables or none"


def test_a_player_at_two_tables(admin: Client, event: Event, players: list[Player]) -> None:
    sent = read_round_form(admin)
    response = admin.post(NEW_ROUND, sent | {"t2-N": sent["t1-N"]})
    assert "Ann already sits at table 1 in this round." in response.content.decode()


def test_a_player_of_another_league_cannot_be_seated(
    admin: Client, event: Event, players: list[Player], closed_league: League
) -> None:
    foreign = add_players(closed_league, ["Mallory"], by=None, source="web").added[0]
    response = admin.post(NEW_ROUND, read_round_form(admin) | {"t1-N": str(foreign.pk)})
    assert response.status_code == 422
    assert "Mallory" not in response.content.decode()


def test_a_round_sent_twice_is_opened_once(admin: Client, event: Event, players: list[Player]) -> None:
    sent = read_round_form(admin)
    admin.post(NEW_ROUND, sent)
    page = admin.post(NEW_ROUND, sent, follow=True).content.decode()
    assert "Round 1 had been opened already" in page
    assert Table.objects.count() == 2


def test_a_round_that_leaves_a_gap_is_refused(admin: Client, event: Event, players: list[Player]) -> None:
    response = admin.post(NEW_ROUND, read_round_form(admin) | {"number": "7"})
    assert response.status_code == 422
    assert "Round 7 cannot be opened yet: the next round is 1." in response.content.decode()
    assert not Round.objects.exists()


def test_no_tables_at_all(admin: Client, event: Event) -> None:
    response = admin.post(NEW_ROUND, {"number": "1", "tables": "1"})
    assert response.status_code == 422
    assert "Seat at least one table." in response.content.decode()
    assert "This league has no players yet" in response.content.decode()


@pytest.mark.parametrize("asked", ["0", "-3", "x", "99999999999", "9" * 5])
def test_nonsense_in_the_number_of_tables(asked: str, admin: Client, event: Event, players: list[Player]) -> None:
    assert 1 <= len(admin.get(NEW_ROUND, {"tables": asked}).context["tables"]) <= 150


def test_seats_change_until_the_first_hand(admin: Client, table: Table, players: list[Player]) -> None:
    url = "/events/tuesday/round/1/table/1/seats/"
    seats = dict(zip(("t1-N", "t1-E", "t1-S", "t1-W"), [player.pk for player in players[4:]], strict=True))
    assert admin.post(url, seats | {"t1-dealer": "S"}).status_code == 303
    assert table.seats.get(seat="N").player == players[4]
    assert Table.objects.get().first_dealer == "S"
    assert admin.post(url, seats | {"t1-N": "", "t1-dealer": "S"}).status_code == 422
    record(table, {"maker": "N", "tricks": 3})
    assert "Hands have been entered" in admin.post(url, seats | {"t1-dealer": "S"}).content.decode()


def test_the_log_tells_who_did_what(admin: Client, table: Table, owner: User) -> None:
    record(table, {"maker": "N", "tricks": 3}, by=owner)
    page = admin.get("/leagues/riverside/log/").content.decode()
    assert "Hand recorded" in page
    assert "Olga Owner" in page
    assert "score 1–0" in page
    assert "North: Ann, East: Bob, South: Cyd, West: Dee" in page
    assert "League made" in page


def test_the_log_has_pages(admin: Client, league: League) -> None:
    for number in range(101):
        add_players(league, [f"P{number}"], by=None, source="web")
    first = admin.get("/leagues/riverside/log/").content.decode()
    assert "?page=2" in first
    assert "League made" in admin.get("/leagues/riverside/log/?page=2").content.decode()


def test_every_action_of_the_log_has_words() -> None:
    sources = "\n".join(path.read_text() for path in Path(services.__file__).parent.glob("*.py"))
    pattern = r'\b_?(?:write|store_stage)\w*\([^")]*?"(\w+)"|action="(\w+)"|action = "(\w+)" if .* else "(\w+)"'
    actions = set(re.findall(pattern, sources))
    named = {name for group in actions for name in group if name}
    assert {"league_created", "deal_recorded", "time_call_taken_back", "link_revoked", "results_final"} <= named
    assert named <= set(ACTION_WORDS)
