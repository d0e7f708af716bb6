"""The page of a table of Seven-handed Euchre: a whole game sent as a browser without scripts sends it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from league.models import League, Player, SeatResult, Table
from league.services.setup import add_players, create_event
from tests.web.conftest import NAMES
from tests.web.playing import address, open_table, press, read_facts, read_scores


def chosen(options: str) -> str:
    """The choice that is made in a list of choices."""
    before, marked, _rest = options.partition('" selected>')
    return before.rpartition('"')[2] if marked else ""


def read_round_form(client: Client, url: str) -> dict[str, str]:
    """The form of a round as a browser would send it unchanged."""
    context = client.get(url).context
    sent = {"number": str(context["number"]), "tables": str(len(context["tables"]))}
    for table in context["tables"]:
        sent |= {pick.name: chosen(pick.options) for pick in table.seats}
    return sent


@pytest.fixture
def seven(league: League, players: list[Player]) -> Table:
    return open_table(league, players, game="seven-handed-euchre")


def test_seven_seats_stand_round_the_table(scorer: Client, seven: Table) -> None:
    page = scorer.get(address(seven)).content.decode()
    assert "ring ring--7" in page
    for seat in "ABCDEFG":
        assert f'class="key key--{seat}"' in page
        assert f'class="key key--partner-{seat}"' in page
    assert "Went alone" not in page


def test_a_whole_game_and_its_prizes(scorer: Client, seven: Table) -> None:
    press(scorer, seven, bidder="B", bid="3", partners=["D", "F"], tricks="4", suit="H")
    press(scorer, seven, bidder="C", bid="5", partners=["A", "G"], tricks="3")
    press(scorer, seven, bidder="G", bid="10", tricks="7")
    press(scorer, seven, action="passed-out", bidder="A", bid="2")
    press(scorer, seven, bidder="D", bid="2", partners=["A", "E"], infractions__0__offender="B")
    press(scorer, seven, action="misdeal")
    assert read_scores(scorer, seven) == {"A": 2, "B": 8, "C": 0, "D": 10, "E": 7, "F": 8, "G": 10}
    page = scorer.get(address(seven)).content.decode()
    assert "Bob bid 3 with Dee, Фёдор" in page
    assert "Gus bid 10 alone" in page
    assert "Everybody passed" in page
    assert "Misdeal" in page
    assert "Prize for the most points" not in page
    page = scorer.post(address(seven), {"action": "time"}, follow=True).content.decode()
    assert "Finished after 5 hands" in page
    assert "Prize for the most points, shared: Dee with 10" in page
    assert "Booby prize for the fewest points: Cyd with 0" in page
    assert set(SeatResult.objects.values_list("outcome", flat=True)) == {"ended"}


def test_what_the_page_hides_is_no_part_of_the_hand(scorer: Client, seven: Table) -> None:
    press(scorer, seven, bidder="B", bid="4", partners=["B", "D", "F"], tricks="4")
    press(scorer, seven, bidder="C", bid="20", partners=["A", "G"], tricks="7")
    press(scorer, seven, bidder="C", bid="2", partners=["A", "G"], tricks="7", infractions__0__offender="A")
    assert read_facts(seven) == [
        {"bidder": "B", "bid": 4, "partners": ["D", "F"], "tricks": 4},
        {"bidder": "C", "bid": 20, "tricks": 7},
        {"bidder": "C", "bid": 2, "partners": ["A", "G"], "infractions": [{"kind": "revoke", "offender": "A"}]},
    ]


def test_faults_stand_at_their_inputs_and_nothing_is_lost(scorer: Client, seven: Table) -> None:
    response = press(scorer, seven, bidder="B", bid="6", partners=["D", "F"], tricks="7")
    assert response.status_code == 422
    form = response.context["form"]
    assert form.errors["partners"] == ["A bid of 6 is played with 3 partners; here it says 2: name exactly 3."]
    page = response.content.decode()
    assert page.count(" checked") == 5 + 2, "bidder, bid, two partners, tricks; and no suit, nobody who revoked"
    assert not read_facts(seven)


def test_nothing_pressed_names_all_that_is_missing(scorer: Client, seven: Table) -> None:
    errors = press(scorer, seven).context["form"].errors
    assert set(errors) == {"bidder", "bid", "tricks"}


def test_a_preview_names_who_gets_what(scorer: Client, seven: Table) -> None:
    page = press(scorer, seven, action="preview", bidder="B", bid="3", partners=["D", "F"], tricks="1").content.decode()
    assert "Bob is euchred on a bid of 3" in page
    for name in ("Ann", "Cyd", "Eve", "Gus"):
        assert f">{name} +3</span>" in page
    assert not read_facts(seven)


def test_a_preview_says_calmly_what_is_still_missing(scorer: Client, seven: Table) -> None:
    page = press(scorer, seven, action="preview", bidder="B", bid="3", partners=["D"]).content.decode()
    assert '<span class="soft">Say how many tricks' in page or '<span class="soft">A bid of 3 is played' in page
    page = press(scorer, seven, action="preview", bidder="B", bid="1", partners=["D"], tricks="3").content.decode()
    assert '<span class="soft">A bid of 1 is played with 2 partners' in page


def test_a_ruling_has_room_for_seven(admin: Client, seven: Table) -> None:
    form = admin.get(address(seven)).context["ruling_form"]
    sent = {"action": "ruling", "key": form["key"].value(), "position": "1", "reason": "Table talk"}
    assert [field.name for field in form.side_fields] == [f"points-{seat}" for seat in "ABCDEFG"]
    admin.post(address(seven), sent | {"points-C": "-2"})
    assert read_scores(admin, seven)["C"] == -2


def test_a_game_that_is_never_passed_out_knows_no_such_action(scorer: Client, table: Table) -> None:
    assert press(scorer, table, action="passed-out").status_code == 400


def test_standings_go_by_points_and_name_no_winners(scorer: Client, seven: Table) -> None:
    press(scorer, seven, bidder="B", bid="3", partners=["D", "F"], tricks="4")
    scorer.post(address(seven), {"action": "time"})
    response = scorer.get(f"/events/{seven.event.slug}/")
    page = response.content.decode()
    (everybody,) = response.context["standings"]
    ranks = [(row.line.place.rank, row.line.entry.name) for row in everybody.rows]
    assert sorted(ranks[:3]) == [(1, "Bob"), (1, "Dee"), (1, "Фёдор")]
    assert {rank for rank, _name in ranks[3:]} == {4}
    assert ">Won<" not in page
    assert ">Hands<" in page
    assert "ranked by points" in page.lower()
    assert "Prizes of the evening" not in page


def test_prizes_of_the_whole_evening(scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="seven-handed-euchre", options={"table_prizes": "per_evening"})
    press(scorer, table, bidder="B", bid="3", partners=["D", "F"], tricks="4")
    press(scorer, table, bidder="B", bid="10", tricks="7")
    url = f"/events/{table.event.slug}/"
    assert scorer.get(url).context["prizes"] == []
    scorer.post(address(table), {"action": "time"})
    assert scorer.get(url).context["prizes"] == [
        "Prize for the most points: Bob with 13",
        *(f"Booby prize for the fewest points, shared: {name} with 0" for name in ("Ann", "Cyd", "Eve", "Gus")),
    ]
    assert "Prizes of the evening" in scorer.get(url).content.decode()


def test_only_single_players_can_be_ranked(admin: Client, league: League) -> None:
    page = admin.get("/leagues/riverside/events/new/?game=seven-handed-euchre")
    assert [value for value, _words in page.context["form"].fields["entry_kind"].choices] == ["player"]


@pytest.mark.parametrize("who", ["nobody", "outsider"])
@pytest.mark.parametrize("action", ["save", "preview", "passed-out", "misdeal", "time", "ruling", "undo"])
def test_a_table_of_a_closed_league_is_not_found(
    who: str, action: str, closed_league: League, log_in: Callable[[str], Client]
) -> None:
    people = list(add_players(closed_league, NAMES, by=None, source="web").added)
    table = open_table(closed_league, people, game="seven-handed-euchre")
    client = log_in(who)
    assert client.get(address(table)).status_code == 404
    assert client.post(address(table), {"action": action, "key": "k", "position": "1"}).status_code == 404
    assert not read_facts(table)


@pytest.mark.parametrize("who", ["nobody", "outsider", "player"])
def test_who_only_reads_sees_no_form_and_stores_nothing(
    who: str, seven: Table, log_in: Callable[[str], Client]
) -> None:
    client = log_in(who)
    response = client.get(address(seven))
    assert response.status_code == 200
    assert "form" not in response.context
    sent = {"key": "k", "position": "1", "action": "passed-out"}
    assert client.post(address(seven), sent).status_code == 403
    assert not read_facts(seven)


def test_a_player_of_another_league_cannot_be_named(scorer: Client, seven: Table, closed_league: League) -> None:
    response = press(scorer, seven, bidder="H", bid="3", partners=["A", "9"], tricks="4")
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"bidder", "partners"}


def test_rounds_of_seven_mix_the_players(admin: Client, league: League, players: list[Player]) -> None:
    add_players(league, [f"P{number}" for number in range(7)], by=None, source="web")
    create_event(league, name="Night", game="seven-handed-euchre", by=None, source="web")
    url = "/events/night/rounds/new/"
    page = admin.get(url)
    assert [table.size for table in page.context["tables"]] == [7, 7]
    assert len(page.context["sit_out"]) == 1
    sent = read_round_form(admin, url)
    assert sent["t1-E"].isdecimal()
    assert admin.post(url, sent | {"t1-dealer": "C", "t2-dealer": "A"}).status_code == 303
    first, second = Table.objects.order_by("number")
    assert first.first_dealer == "C"
    assert first.players is None
    met = {str(seat.player_id) for seat in first.seats.all()}
    suggested = admin.get(url).context["tables"]
    seats = [{chosen(pick.options) for pick in table.seats} for table in suggested]
    assert [len(table & met) for table in seats] in ([3, 4], [4, 3], [3, 3]), "half of each table has met"
    assert second.seats.count() == 7


def test_two_who_enter_the_same_hand_are_told_in_words(scorer: Client, admin: Client, seven: Table) -> None:
    form = scorer.get(address(seven)).context["form"]
    sent = {"key": "other", "position": str(form["position"].value()), "action": "save"}
    press(admin, seven, bidder="B", bid="3", partners=["D", "F"], tricks="4")
    response = scorer.post(address(seven), sent | {"bidder": "B", "bid": "20", "tricks": "7"})
    assert response.status_code == 409
    page = response.content.decode()
    assert "Partners: Dee, Фёдор" in page
    assert "20, alone without the widow" in page
    assert len(read_facts(seven)) == 1
