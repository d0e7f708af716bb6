"""Pages of people: a record whose figures lead to their tables, ratings, and players who were entered twice."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client

from league.models import Event, League, Player, Table
from league.services.editing import edit_league
from league.services.merging import merge_players
from league.services.recording import call_time
from league.services.seating import seat_table
from league.services.setup import create_event, create_season
from tests.web.conftest import record

MERGE = "/leagues/riverside/players/merge/"
LONER = {"maker": "N", "tricks": 5, "alone": True}


def read(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.context


@pytest.fixture
def played(table: Table, players: list[Player]) -> Table:
    """A finished game on Tuesday and another one on Friday, in a season."""
    record(table, LONER, {"maker": "E", "tricks": 1}, {"maker": "S", "tricks": 5})
    call_time(table, called=True, by=None, source="web")
    season = create_season(table.event.league, name="Spring", by=None, source="web")
    friday = create_event(
        table.event.league, name="Friday", game="grand", season=season, held_on=datetime.date(2026, 3, 6),
        by=None, source="web",
    )  # fmt: skip
    seats = dict(zip("NESW", [players[0], *players[4:7]], strict=True))
    second = seat_table(friday, round_number=1, number=1, seats=seats, by=None, source="web")
    record(second, {"bidder": "E", "bid": 20, "play": "whist", "tricks": 12, "suit": "H"})
    call_time(second, called=True, by=None, source="web")
    return table


@pytest.fixture
def address(played: Table, players: list[Player]) -> str:
    return f"/leagues/riverside/players/{players[0].pk}/record/"


def test_a_record_tells_all_and_every_figure_leads_to_its_tables(
    client: Client, address: str, players: list[Player]
) -> None:
    page = read(client, address)
    sums = page["sums"]
    assert (sums.games, sums.won, sums.lost) == (2, 1, 1)
    assert [(title, figure) for title, figure, _url in page["outcomes"]] == [("Won", 1), ("Lost", 1)]
    counts = {title: {name: (count, url) for name, count, url in each} for title, each in page["counts"]}
    assert counts["Land-Grant Euchre"]["Loners made"][0] == 1
    assert counts["Land-Grant Euchre"]["Euchres suffered"] == (0, "")
    links = [page["games_url"], *(url for _title, _figure, url in page["outcomes"])]
    links += [url for each in counts.values() for _count, url in each.values() if url]
    links += [each["games_url"] for each in (*page["partners"], *page["opponents"])]
    assert len(links) > 10
    for link in links:
        rows = read(client, link)["rows"]
        assert rows, link
        for row in rows:
            assert client.get(row["url"]).status_code == 200
    assert {each["name"] for each in page["partners"]} == {"Cyd", "Фёдор"}
    assert [len(read(client, each["games_url"])["rows"]) for each in page["partners"]] == [1, 1]


def test_a_season_and_a_game_narrow_the_record(client: Client, address: str) -> None:
    assert read(client, f"{address}?season=spring")["sums"].games == 1
    assert read(client, f"{address}?game=land-grant-euchre")["sums"].games == 1
    rows = read(client, f"{address}games/?season=spring&outcome=lost")["rows"]
    assert [row["event"].name for row in rows] == ["Friday"]


@pytest.mark.parametrize(
    "query",
    [
        "?game=chess",
        "?season=%00",
        "games/?partner=x",
        "games/?count=%00",
        "games/?count=junk",
        "games/?count=penalties",
    ],
)
def test_what_cannot_be_asked_is_not_found(client: Client, address: str, query: str) -> None:
    assert client.get(f"{address}{query}").status_code == 404


def test_offences_are_told_to_who_enters_hands(client: Client, scorer: Client, address: str) -> None:
    def read_names(visitor: Client) -> set[str]:
        return {name for _title, each in read(visitor, address)["counts"] for name, _count, _url in each}

    assert read_names(scorer) - read_names(client) == {"Penalties", "Warnings", "Infractions"}
    assert "/infractions/" in scorer.get(address).content.decode()
    assert "/infractions/" not in client.get(address).content.decode()


def test_charts_have_their_figures_as_a_table_and_no_styles(client: Client, address: str) -> None:
    content = client.get(address).content.decode()
    assert content.count("<svg viewBox") == 1
    assert content.count('class="plain"') == 1
    assert "style=" not in content[content.index("<main") :]


def test_who_is_joined_to_another_is_shown_there(client: Client, played: Table, players: list[Player]) -> None:
    merge_players(players[7], players[0], reason="one person", by=None, source="web")
    page = client.get(f"/leagues/riverside/players/{players[7].pk}/record/")
    assert page.context["player"] == players[0]
    assert page.context["also"] == ["Hal"]
    assert "Hal" not in client.get("/leagues/riverside/players/").content.decode()


def test_ratings_are_shown_where_a_league_has_them(
    client: Client, league: League, address: str, players: list[Player]
) -> None:
    assert client.get("/leagues/riverside/ratings/").status_code == 404
    assert "rating" not in read(client, address)
    edit_league(league, name="Riverside", is_public=True, has_ratings=True, by=None, source="web")
    lines = read(client, "/leagues/riverside/ratings/")["lines"]
    assert len(lines) == 7
    assert [line["rank"] for line in lines] == sorted(line["rank"] for line in lines)
    assert {line["sureness"] for line in lines} == {"hardly known yet"}
    page = read(client, address)
    assert page["rating"] in {line["shown"] for line in lines}
    assert len(page["rating_chart"].table) == 2


def test_two_players_are_joined_after_a_look_and_told_apart_again(
    admin: Client, event: Event, played: Table, players: list[Player]
) -> None:
    hal, ann = players[7], players[0]
    page = read(admin, f"{MERGE}?player={hal.pk}&into={ann.pk}")
    assert page["chosen"] == (hal, ann)
    assert page["preview"].events == ()
    asked = {"action": "merge", "player": hal.pk, "into": ann.pk}
    refused = admin.post(MERGE, {**asked, "reason": " "})
    assert refused.status_code == 422
    assert "Say why" in refused.content.decode()
    assert admin.post(MERGE, {**asked, "reason": "Misspelt"}).status_code == 303
    page = read(admin, MERGE)
    assert [merge.player for merge in page["merges"]] == [hal]
    assert admin.post(MERGE, {"action": "split", "player": hal.pk, "reason": "Two"}).status_code == 303
    assert read(admin, MERGE)["merges"] == []
    answer = admin.post(MERGE, {"action": "split", "player": hal.pk, "reason": "Two"}, follow=True)
    assert "joined to nobody" in answer.content.decode()


def test_who_sat_in_one_round_cannot_be_joined_and_the_tables_are_named(
    admin: Client, played: Table, players: list[Player]
) -> None:
    page = admin.get(f"{MERGE}?player={players[1].pk}&into={players[0].pk}")
    assert "They are two people" in page.content.decode()
    asked = {"action": "merge", "player": players[1].pk, "into": players[0].pk, "reason": "one"}
    refused = admin.post(MERGE, asked)
    assert (refused.status_code, "both sat in round 1 of Tuesday" in refused.content.decode()) == (422, True)


@pytest.mark.parametrize("query", ["?player=x&into=y", "?player=1&into=999999", "?into=1"])
def test_a_choice_that_is_none_is_told(admin: Client, players: list[Player], query: str) -> None:
    page = admin.get(f"{MERGE}{query}")
    assert page.status_code == 422
    assert page.context["chosen"] is None
    same = players[0].pk
    assert "Choose another player" in admin.get(f"{MERGE}?player={same}&into={same}").content.decode()
