"""The page of a table of Grand: a whole game to its settlement, and what each contract asks for."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from league.models import League, Player, Table
from tests.web.conftest import record
from tests.web.playing import address, open_table, press, read_facts, read_scores


@pytest.fixture
def grand(league: League, players: list[Player]) -> Table:
    return open_table(league, players, game="grand")


def test_a_whole_game_to_its_settlement(scorer: Client, grand: Table) -> None:
    press(scorer, grand, play="whist", bidder="N", bid="20", tricks="12", suit="S")
    press(scorer, grand, play="euchre", bidder="E", bid="20", tricks="3")
    press(scorer, grand, play="hearts", bidder="S", bid="30", hearts="0")
    press(scorer, grand, play="whist", bidder="N", bid="15", tricks="8")
    press(scorer, grand, play="grand", bidder="E", bid="20", tricks="9")
    assert read_scores(scorer, grand) == {"NS": 65, "EW": -26}
    page = scorer.get(address(grand)).content.decode()
    assert "1 setback<" in page
    assert page.count('<i class="stroke"') == 2
    assert not re.search(r"\bEve\b", page)
    assert "Cyd" in page
    assert "Bob bid 20 and named Euchre" in page
    assert "65 : −26" in page
    press(scorer, grand, play="grand", bidder="S", bid="20", tricks="10")
    page = scorer.get(address(grand)).content.decode()
    assert "North–South win 101 : −26" in page
    assert "Closeness: North–South leads, 100 + 26 = 126" in page
    assert "Setbacks: level at 1, no credit" in page
    assert "The settlement decides: North–South wins." in page


def test_what_belongs_to_another_contract_is_no_part_of_the_hand(scorer: Client, grand: Table) -> None:
    everything = {"tricks": "5", "hearts": "2", "alone": "on", "suit": "H", "defender_alone": "on"}
    press(scorer, grand, play="hearts", bidder="N", bid="10", **everything)
    press(scorer, grand, play="grand", bidder="N", bid="10", **everything)
    press(scorer, grand, play="whist", bidder="N", bid="10", **everything)
    press(scorer, grand, play="euchre", bidder="N", bid="20", **everything)
    assert read_facts(grand) == [
        {"bidder": "N", "bid": 10, "play": "hearts", "hearts": 2},
        {"bidder": "N", "bid": 10, "play": "grand", "tricks": 5},
        {"bidder": "N", "bid": 10, "play": "whist", "suit": "H", "tricks": 5},
        {
            "bidder": "N", "bid": 20, "play": "euchre", "suit": "H", "alone": True, "defender_alone": True, "tricks": 5,
        },
    ]  # fmt: skip


def test_faults_stand_at_their_inputs(scorer: Client, grand: Table) -> None:
    response = press(scorer, grand, play="euchre", bidder="N", bid="15", alone="on", tricks="9")
    assert response.status_code == 422
    errors = response.context["form"].errors
    assert errors["alone"] == ["Euchre can be played alone only at a bid of 20 or more."]
    assert errors["tricks"] == ["Euchre has 5 tricks: write 0 to 5."]
    assert 'value="15" id="id_bid_2" checked' in response.content.decode()
    assert not read_facts(grand)


def list_bids(page: str, play: str) -> set[int]:
    """The bids that have a key where this game is named."""
    keys = re.findall(r'<div class="key ([^"]*)"><input type="radio" name="bid" value="(\d+)"', page)
    assert len(keys) == 20
    return {int(bid) for refused, bid in keys if f"no-{play}" not in refused.split()}


@pytest.mark.parametrize(
    ("preset", "play", "lowest", "highest"),
    [
        ("recommended", "whist", 5, 65),
        ("recommended", "grand", 5, 100),
        ("recommended", "euchre", 5, 25),
        ("recommended", "hearts", 5, 50),
        ("english", "euchre", 5, 100),
        ("russian", "hearts", 50, 100),
    ],
)
def test_only_bids_that_the_rules_allow_have_keys(
    preset: str, play: str, lowest: int, highest: int, scorer: Client, league: League, players: list[Player]
) -> None:
    table = open_table(league, players, game="grand", preset=preset)
    page = scorer.get(address(table)).content.decode()
    assert list_bids(page, play) == set(range(lowest, highest + 1, 5))


def test_a_bid_without_a_key_is_written(scorer: Client, league: League, players: list[Player], grand: Table) -> None:
    english = open_table(league, players[4:] + players[:4], game="grand", preset="english")
    assert "A bid that has no key" not in scorer.get(address(grand)).content.decode()
    assert "A bid that has no key" in scorer.get(address(english)).content.decode()
    press(scorer, english, play="whist", bidder="N", bid="10", other_bid="12", tricks="9")
    assert read_facts(english)[0]["bid"] == 12


def test_a_forced_bid_is_the_dealers(scorer: Client, grand: Table) -> None:
    press(scorer, grand, play="whist", forced="on", tricks="7")
    assert read_facts(grand) == [{"bidder": "N", "bid": 5, "play": "whist", "tricks": 7, "forced": True}]


def test_hearts_led_by_the_eldest_hand_is_offered_only_when_allowed(scorer: Client, grand: Table) -> None:
    for _deal in range(2):
        assert "led Hearts without a bid" not in scorer.get(address(grand)).content.decode()
        record(grand, {"bidder": "N", "bid": 20, "play": "grand", "tricks": 10})
    assert "Dee led Hearts without a bid" in scorer.get(address(grand)).content.decode(), "South deals, with 72"
    press(scorer, grand, play="hearts", eldest_lead="on", bidder="N", bid="10", hearts="0")
    assert read_facts(grand)[-1] == {"bidder": "W", "play": "hearts", "hearts": 0, "eldest_lead": True}
    assert read_scores(scorer, grand) == {"NS": 59, "EW": 50}
    assert "led Hearts without a bid</label>" not in scorer.get(address(grand)).content.decode(), "West deals, with 50"


def test_no_eldest_lead_where_the_house_rules_have_none(scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="grand", options={"eldest_hearts": "off"})
    record(table, *[{"bidder": "N", "bid": 20, "play": "grand", "tricks": 10}] * 2)
    assert "led Hearts" not in scorer.get(address(table)).content.decode()


def test_a_bid_out_of_reach_is_refused_or_warned_of(scorer: Client, league: League, players: list[Player]) -> None:
    refusing = open_table(league, players, game="grand")
    allowing = open_table(league, players[4:] + players[:4], game="grand", options={"unmakeable_bid": "allow"})
    pressed = {"play": "whist", "bidder": "N", "bid": "70", "tricks": "12"}
    assert "Whist brings 65 at most" in press(scorer, refusing, action="preview", **pressed).content.decode()
    page = press(scorer, allowing, action="preview", **pressed).content.decode()
    assert "it can only fail" in page
    assert "−70" in page
    assert (
        "it can only fail" not in press(scorer, allowing, action="preview", **pressed | {"bid": "65"}).content.decode()
    )


def test_a_breach_with_the_hand_abandoned_or_played_on(scorer: Client, grand: Table) -> None:
    breach = {"infractions__0__kind": "revoke", "infractions__0__offender": "E"}
    press(scorer, grand, play="whist", bidder="N", bid="20", tricks="", **breach)
    press(scorer, grand, play="whist", bidder="N", bid="20", tricks="12", **breach)
    press(scorer, grand, play="grand", bidder="N", bid="10", infractions__0__kind="other")
    assert read_scores(scorer, grand) == {"NS": 20 + 30, "EW": 0}
    assert len(read_facts(grand)) == 2, "nobody is named who broke the rules"


def test_a_slam_in_grand_ends_the_game(scorer: Client, grand: Table) -> None:
    page = press(scorer, grand, action="preview", play="grand", bidder="E", bid="40", tricks="13").content.decode()
    assert "the game ends" in page
    press(scorer, grand, play="grand", bidder="E", bid="40", tricks="13")
    page = scorer.get(address(grand)).content.decode()
    assert "East–West win 103–0" in page
    assert "Settlement" not in page


def test_an_admin_rules_on_points_and_setbacks(admin: Client, grand: Table) -> None:
    form = admin.get(address(grand)).context["ruling_form"]
    sent = {"action": "ruling", "key": form["key"].value(), "position": "1", "reason": "Both sides revoked"}
    page = admin.post(address(grand), sent | {"points-NS": "-5", "setbacks-EW": "1"}, follow=True).content.decode()
    assert read_facts(grand)[0]["ruling"]["setbacks"] == {"EW": 1}
    assert "Ruling: Both sides revoked" in page
    assert page.count('<i class="stroke"') == 1
    assert "-5 : 0" not in page
    assert "−5 : 0" in page


def test_the_form_of_an_event_says_what_is_usual(admin: Client, league: League) -> None:
    fields = admin.get("/leagues/riverside/events/new/?game=grand").context["form"].fields
    assert fields["rule-forced_make"].choices[0] == ("", "as usual: the bid, or their tricks if those are worth more")
    assert fields["rule-bid_step"].choices[0] == ("", "as the set of house rules says")
