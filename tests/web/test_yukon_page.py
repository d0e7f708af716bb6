"""The page of a table of Yukon for two to five: points or cards of each side, and the rest for the last of them."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Event, League, Player, Table
from league.services.setup import create_event
from tests.web.playing import address, open_table, press, read_facts, read_scores


@pytest.fixture
def yukon(league: League, players: list[Player]) -> Table:
    return open_table(league, players, game="yukon", count=4)


def test_a_whole_game_of_partnerships(scorer: Client, yukon: Table) -> None:
    press(scorer, yukon, how="points", points__NS="70", ace_of_spades="NS")
    press(scorer, yukon, how="points", points__EW="62")
    press(scorer, yukon, how="points", points__NS="48", points__EW="77")
    assert read_scores(scorer, yukon) == {"NS": 181, "EW": 194}
    press(scorer, yukon, how="points", points__NS="83")
    page = scorer.get(address(yukon)).content.decode()
    assert "North–South win 264–236" in page
    assert "ace of spades: North–South" in page
    assert "North–South 70, East–West 55" in page
    assert read_facts(yukon)[0] == {"points": {"NS": 70, "EW": 55}, "ace_of_spades": "NS"}


def test_cards_are_counted_and_the_rest_falls_to_the_last_side(scorer: Client, yukon: Table) -> None:
    counts = {"grand_yukon": "1", "yukons": "1", "tens": "2", "aces": "1", "kings": "3", "queens": "2"}
    response = press(scorer, yukon, how="cards", **{f"cards__NS__{kind}": count for kind, count in counts.items()})
    assert response.status_code == 303
    assert read_scores(scorer, yukon) == {"NS": 63, "EW": 62}
    page = scorer.get(address(yukon)).content.decode()
    assert "East–West: " in page
    assert "Grand Yukon 0 × 15, Yukons 2 × 10, tens 2 × 10, aces 3 × 5, kings 1 × 3, queens 2 × 2: 62 points" in page
    assert 'name="how" value="cards" required' not in page
    assert 'value="cards" id="id_how_1" checked' in page, "the next hand is counted in the same way"


def test_the_way_that_is_not_chosen_is_no_part_of_the_hand(scorer: Client, yukon: Table) -> None:
    press(scorer, yukon, how="points", points__NS="70", cards__NS__tens="4")
    assert read_facts(yukon) == [{"points": {"NS": 70, "EW": 55}}]


def test_a_sum_that_is_not_the_pack_is_told_and_kept(scorer: Client, yukon: Table) -> None:
    response = press(scorer, yukon, how="points", points__NS="70", points__EW="60")
    assert response.status_code == 422
    page = response.content.decode()
    assert "130" in str(response.context["form"].errors["points-NS"])
    assert 'value="70"' in page
    assert 'value="60"' in page
    response = press(scorer, yukon, how="points", points__NS="200")
    assert "points-NS" in response.context["form"].errors


def test_missing_cards_are_told_at_their_row(scorer: Client, yukon: Table) -> None:
    response = press(scorer, yukon, how="cards", cards__NS__tens="3", cards__EW__tens="3")
    assert "The sides have 6 of these cards together, the pack has 4." in response.content.decode()
    assert not read_facts(yukon)


@pytest.mark.parametrize("count", [2, 3, 5])
def test_everybody_alone(count: int, scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="yukon", count=count)
    letters = "ABCDE"[:count]
    page = scorer.get(address(table)).content.decode()
    assert f"scoreboard--{count}" in page or count == 2
    given = {f"points__{letter}": "20" for letter in letters[:-1]}
    press(scorer, table, how="points", ace_of_spades="A", **given)
    assert read_scores(scorer, table) == {**dict.fromkeys(letters[:-1], 20), letters[-1]: 125 - 20 * (count - 1)}
    page = scorer.get(address(table)).content.decode()
    assert "ace of spades: Ann" in page


def test_golddigger_has_a_larger_pack(scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="yukon", preset="golddigger", count=4)
    assert "of 128 points" in scorer.get(address(table)).content.decode()
    press(scorer, table, how="points", points__NS="70")
    assert read_scores(scorer, table) == {"NS": 70, "EW": 58}


def test_a_revoke_is_offered_where_it_gives_the_pack_away(
    scorer: Client, league: League, players: list[Player], yukon: Table
) -> None:
    forfeit = open_table(
        league, players[4:] + players[:4], game="yukon", options={"revoke": "forfeit_deal"}, count=4
    )  # fmt: skip
    assert "Who revoked?" not in scorer.get(address(yukon)).content.decode()
    press(scorer, forfeit, how="points", points__NS="70", infractions__0__offender="N", ace_of_spades="NS")
    assert read_facts(forfeit) == [{"infractions": [{"kind": "revoke", "offender": "N"}]}]
    assert read_scores(scorer, forfeit) == {"NS": 0, "EW": 125}


def make_event(league: League, **wanted: object) -> Event:
    return create_event(league, name="Stove", game="yukon", by=None, source="web", **wanted)  # type: ignore[arg-type]


def test_a_round_suggests_tables_that_seat_everybody(admin: Client, league: League, players: list[Player]) -> None:
    make_event(league)
    url = "/events/stove/rounds/new/"
    page = admin.get(url)
    assert [(table.size, len(table.seats)) for table in page.context["tables"]] == [(4, 4), (4, 4)]
    page = admin.get(url, {"of-5": "1", "of-3": "1", "of-4": "0", "of-2": "0", "fill": "so"})
    assert sorted(table.size for table in page.context["tables"]) == [3, 5]
    assert page.context["sit_out"] == []
    sent = {"number": "1", "tables": "2"}
    for table in page.context["tables"]:
        sent[table.size_name] = str(table.size)
        for pick in table.seats:
            sent[pick.name] = pick.options.partition('" selected>')[0].rpartition('"')[2]
        sent[table.dealer.name] = table.seats[0].seat
    assert admin.post(url, sent).status_code == 303
    assert set(Table.objects.values_list("players", flat=True)) == {3, 5}
    assert {table.rules.seats for table in Table.objects.all()} == {tuple("ABC"), tuple("ABCDE")}


def test_nonsense_in_the_sizes_of_tables(admin: Client, league: League, players: list[Player]) -> None:
    make_event(league)
    for asked in ("x", "-1", "99999", "0"):
        tables = admin.get("/events/stove/rounds/new/", {"of-3": asked, "fill": "so"}).context["tables"]
        assert 1 <= len(tables) <= 150


def test_fixed_pairs_sit_at_tables_of_four(admin: Client, league: League, players: list[Player]) -> None:
    make_event(league, entry_kind="pair")
    page = admin.get("/events/stove/rounds/new/")
    assert page.context["sizes"] == []
    sent = {"number": "1", "tables": "1", "t1-players": "3", "t1-dealer": "A"}
    sent |= {f"t1-{seat}": str(player.pk) for seat, player in zip("ABC", players, strict=False)}
    response = admin.post("/events/stove/rounds/new/", sent)
    assert response.status_code == 422
    assert "at a table of 3 everybody plays alone" in response.content.decode()


NEW_EVENT = "/leagues/riverside/events/new/?game=yukon"


@pytest.mark.parametrize(
    ("chosen", "number", "target"),
    [("", "", 250), ("500", "", 500), ("", "125", 125), ("single_deal", "", "single_deal")],
)
def test_the_target_is_chosen_or_written(
    chosen: str, number: str, target: object, admin: Client, league: League
) -> None:
    sent = {"name": "Stove", "entry_kind": "player", "preset": "recommended", "players": "3"}
    response = admin.post(NEW_EVENT, sent | {"rule-target": chosen, "rule-target-number": number})
    assert response.status_code == 303
    event = Event.objects.get()
    assert event.rules.target == target  # type: ignore[attr-defined]
    assert event.rules.seats == ("A", "B", "C")


def test_a_target_both_chosen_and_written_is_refused(admin: Client, league: League) -> None:
    sent = {"name": "Stove", "entry_kind": "player", "preset": "recommended", "players": "4"}
    response = admin.post(NEW_EVENT, sent | {"rule-target": "500", "rule-target-number": "125"})
    assert response.status_code == 422
    assert response.context["form"].errors["rule-target-number"]
    response = admin.post(NEW_EVENT, sent | {"rule-target-number": "99"})
    assert response.context["form"].errors["rule-target-number"]


def test_the_target_is_no_list_of_fifty(admin: Client, league: League) -> None:
    form = admin.get(NEW_EVENT).context["form"]
    assert len(form.fields["rule-target"].choices) == 5
    assert form.fields["rule-target-number"].min_value == 100
    assert form.fields["players"].initial == 4


def test_pairs_cannot_be_ranked_where_everybody_plays_alone(admin: Client, league: League) -> None:
    sent = {"name": "Stove", "entry_kind": "pair", "preset": "recommended", "players": "3"}
    response = admin.post(NEW_EVENT, sent)
    assert response.context["form"].errors["entry_kind"] == ["Everybody plays alone here: rank single players."]


def test_seats_without_a_compass_are_called_by_letters(admin: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="yukon", count=5)
    url = f"{address(table)}seats/"
    page = admin.get(url).content.decode()
    assert "Seat E" in page
    assert "East" not in page
    twice = {f"t1-{seat}": str(players[0].pk) for seat in "ABCDE"} | {"t1-dealer": "A"}
    assert "Ann already sits here: Seat A." in admin.post(url, twice).content.decode()
    log = admin.get("/leagues/riverside/log/").content.decode()
    assert "Seat D: Dee, Seat E: Eve" in log
