"""Pages of a season and of prizes, as an admin and a player use them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest
from django.test import Client

from league.models import Event, League, Player, Season
from league.services.editing import rename_player
from league.services.merging import merge_players
from tests.league.evenings import BY, make_evening, make_season, play_game

RULES = {
    "action": "rules", "counts": "games", "ranked": "persons", "rank_by": "points_for", "events": "all",
    "place_ties": "split", "drop_worst": "1", "won": "2", "tie-0": "games_won",
}  # fmt: skip


@pytest.fixture
def season(league: League, players: list[Player]) -> Season:
    season = make_season(league)
    for day, hands in ((3, "NNE"), (10, "E")):
        play_game(make_evening(season, day), players[:4], hands)
    return season


@pytest.fixture
def page(season: Season) -> str:
    return f"/leagues/{season.league.slug}/seasons/{season.slug}/"


def test_a_season_is_ranked_as_the_form_says_and_every_place_is_explained(
    season: Season, page: str, players: list[Player], log_in: Callable[[str], Client]
) -> None:
    admin = log_in("admin")
    assert admin.post(f"{page}edit/", RULES).status_code == 303
    season.refresh_from_db()
    assert season.standing_rules["standings"]["drop_worst"] == 1
    text = Client().get(page).content.decode()
    assert "<s" in text
    why = Client().get(f"{page}standings/{players[0].pk}/").content.decode()
    assert "Evening 2 is left out as one of the worst, with 0." in why
    assert "/events/evening-3/round/1/table/1/" in why


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"counts": "places", "places": ""}, "the first place first"),
        ({"counts": "places", "places": "x"}, "Write numbers with spaces"),
        ({"counts": "places", "places": "1 2"}, "cannot bring less"),
        ({"drop_worst": "-1"}, "greater than or equal to 0"),
    ],
)
def test_rules_that_cannot_be_come_back_with_what_is_wrong(
    season: Season, page: str, sent: dict[str, str], words: str, log_in: Callable[[str], Client]
) -> None:
    answer = log_in("admin").post(f"{page}edit/", RULES | sent)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    season.refresh_from_db()
    assert season.standing_rules == {}


def test_names_are_no_formulas_in_files_and_figures_are_figures(
    season: Season, page: str, players: list[Player], log_in: Callable[[str], Client]
) -> None:
    rename_player(players[0], name="=1+1", **BY)
    text = Client().get(f"{page}standings.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["name"] for row in rows if "1+1" in row["name"]] == ["'=1+1"]
    assert Client().get(f"{page}standings.xlsx").content.startswith(b"PK")
    assert Client().get(f"{page}standings.pdf").content.startswith(b"%PDF")


def test_prizes_are_set_by_a_form_and_given_out(season: Season, log_in: Callable[[str], Client]) -> None:
    event = Event.objects.get(name="Evening 3")
    page = f"/events/{event.slug}/prizes/"
    admin = log_in("admin")
    assert "Card hall" in admin.get(f"{page}edit/").content.decode()
    sent = {
        "action": "save", "rows": "3", "pot": "10.01", "odd_cents": "pot",
        "prize-0-what": "place:1:", "prize-0-percent": "100", "prize-0-ties": "split",
        "prize-1-what": "most:loners_made", "prize-1-money": "2.50", "prize-1-ties": "split", "prize-2-what": "",
    }  # fmt: skip
    assert admin.post(f"{page}edit/", sent).status_code == 303
    event.refresh_from_db()
    assert (event.pot, [prize["code"] for prize in event.prizes["prizes"]]) == (1001, ["place_1", "most_loners_made"])
    text = Client().get(page).content.decode()
    assert "5.00" in text
    assert "nobody has won it" in text
    assert Client().get(f"/events/{event.slug}/prizes.pdf").content.startswith(b"%PDF")
    added = admin.post(f"{page}edit/", sent | {"action": "add"}).content.decode()
    assert 'name="prize-3-what"' in added
    refused = admin.post(f"{page}edit/", sent | {"prize-2-what": "place:1:"})
    assert refused.status_code == 422
    assert "the same place as another prize" in refused.content.decode()


def test_the_page_of_a_person_who_was_joined_is_that_of_the_other(
    season: Season, page: str, players: list[Player]
) -> None:
    merge_players(players[0], players[7], reason="the same", **BY)
    assert Client().get(f"{page}standings/{players[0].pk}/").status_code == 404
    assert Client().get(f"{page}standings/{players[7].pk}/").status_code == 200


def test_whoever_settles_a_tie_late_is_told_who_did(season: Season, page: str, log_in: Callable[[str], Client]) -> None:
    admin, decisions = log_in("admin"), f"{page}decisions/"
    names, form = admin.get(decisions).context["ties"][0]
    sent = form.initial | {"action": "settle", "reason": "Drawn", "way": "lots"}
    places = [f"place-{number}" for number in form.level]
    ranks = [str(rank) for rank in range(1, len(places) + 1)]
    assert admin.post(decisions, sent | dict(zip(places, ranks, strict=True))).status_code == 303
    late = admin.post(decisions, sent | dict(zip(places, reversed(ranks), strict=True)))
    assert late.status_code == 409
    assert f"Admin has settled this tie meanwhile. lots were drawn: {names}." in late.content.decode()
    assert season.tie_decisions.count() == 1
