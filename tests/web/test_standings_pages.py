"""The pages behind the standings: why a place, the rules, adjustments and ties."""

from __future__ import annotations

import re
from decimal import Decimal
from html import unescape
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from league.models import Event, Player
from league.selectors.standings import list_standings
from league.services.fixed_entries import withdraw_entry
from league.services.recording import call_time, record_deal
from league.services.standing_rules import set_standing_rules
from scoring.standing_rules import Bonus, LeaguePoints, StandingRules, Unplayed
from tests.league.standing import WHO, play_game, read_places

EVENT = "/events/tuesday/"
RULES, DECISIONS = f"{EVENT}standings/rules/", f"{EVENT}standings/decisions/"


@pytest.fixture
def admin(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


@pytest.fixture
def ring(event: Event, players: list[Player]) -> Event:
    """A beats B, B beats C, C beats A, all by two to nothing."""
    a, b, c = players[:2], players[2:4], players[4:6]
    for round_number, (one, other) in enumerate(((a, b), (b, c), (c, a)), start=1):
        play_game(event, [one[0], other[0], one[1], other[1]], (2, 0), round_number=round_number)
    return event


def read(client: Client, path: str) -> str:
    """A page as one reads it."""
    return clean(client.get(path).content.decode())


def clean(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def fill_in(client: Client, page: str, action: str) -> dict[str, str]:
    """What the form of the rules sends as it was shown."""
    html = client.get(page).content.decode()
    form = html[html.index('action="/events/tuesday/standings/rules/"') :]
    sent = {"action": action}
    for field in re.findall(r"<input[^>]*>", form):
        found = dict(re.findall(r'(name|value|type)="([^"]*)"', field))
        if found.get("type") != "checkbox" or " checked" in field:
            sent[found["name"]] = unescape(found.get("value", "on" if found.get("type") == "checkbox" else ""))
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.DOTALL):
        sent[name] = (re.findall(r'value="([^"]*)" selected', options) or [""])[0]
    return sent


def test_a_name_opens_why_it_stands_there(ring: Event) -> None:
    page = Client().get(EVENT).content.decode()
    first = list_standings(ring)[0].entry
    assert f'href="{EVENT}standings/{first.pk}/"' in page
    text = read(Client(), f"{EVENT}standings/{first.pk}/")
    assert f"{first.name} shares place 1 with" in text
    assert "“games won” comes to 1. Results counted: 2." in text
    assert "are level on “points for”: 2 each." in text
    assert "Nothing that this event compares parts" in text
    assert "Round 1, table 1" in text
    assert f'href="{EVENT}round/1/table/1/"' in Client().get(f"{EVENT}standings/{first.pk}/").content.decode()
    assert Client().get(f"{EVENT}standings/999999/").status_code == 404


def test_a_place_leads_to_the_records_of_its_players(ring: Event) -> None:
    entry = ring.entries.order_by("pk")[0]
    page = Client().get(f"/events/{ring.slug}/standings/{entry.pk}/").content.decode()
    for player in entry.players.all():
        assert f'href="/leagues/{ring.league.slug}/players/{player.pk}/record/">Record of {player.name}<' in page


def test_the_comparison_with_the_next_says_the_hands_of_a_count(event: Event, players: list[Player]) -> None:
    rules = StandingRules(rank_by="games_won", tie_breaks=("euchres_made", "points_for"), idle_apart=False)
    set_standing_rules(event, rules, **WHO)
    table = play_game(event, players[:4], (2, 0), is_finished=False)
    record_deal(table, {"maker": "E", "tricks": 1}, position=3, key="3", **WHO)
    call_time(table, called=True, **WHO)
    play_game(event, players[4:], (3, 0), number=2)
    first, second, *_others = list_standings(event)
    assert (first.decided_by, second.decided_by) == ("", "euchres_made")
    text = read(Client(), f"{EVENT}standings/{second.entry.pk}/")
    assert (
        f"{first.entry.name} is above {second.entry.name} on “Euchres made”: 1 against 0, and more is better." in text
    )
    assert "Round 1, table 1: hands 3" in text


def test_ties_are_marked_with_what_to_do(ring: Event, admin: Client) -> None:
    assert "Nothing parts these Place 1: Ann & Bob, Cyd & Dee, Eve & Фёдор" in read(Client(), EVENT)
    assert "Settle it" not in read(Client(), EVENT)
    assert "Settle it" in read(admin, EVENT)


def test_a_tie_is_settled_and_the_page_says_how(ring: Event, admin: Client) -> None:
    html = admin.get(DECISIONS).content.decode()
    tied = re.findall(r'name="tied" value="([^"]+)"', html)[0]
    entries = tied.split("-")
    sent = {"action": "settle", "tied": tied, "key": "k", "way": "play_off", "reason": "One more game", "seen": "0"}
    places = {f"place-{entry}": str(3 - place) for place, entry in enumerate(entries)}
    answer = admin.post(DECISIONS, sent | dict.fromkeys(places, "1"))
    assert answer.status_code == 422
    assert "Give each of them another place" in clean(answer.content.decode())
    assert admin.post(DECISIONS, sent | places).status_code == 303
    assert admin.post(DECISIONS, sent | places).status_code in (303, 422)
    late = admin.post(DECISIONS, sent | places | {"key": "other", "way": "lots"})
    assert late.status_code == 409
    text = clean(late.content.decode())
    assert "Olga Owner has settled this tie meanwhile. play-off: Eve & Фёдор, Cyd & Dee, Ann & Bob." in text
    assert "lapsed" not in text
    assert [rank for rank, _name in read_places(ring)] == [1, 2, 3]
    assert "play-off : Eve & Фёдор, Cyd & Dee, Ann & Bob Why: One more game" in read(Client(), DECISIONS)
    last = list_standings(ring)[-1].entry
    assert "is above Ann & Bob by a play-off: One more game" in read(Client(), f"{EVENT}standings/{last.pk}/")


def test_points_are_taken_and_given_back(ring: Event, admin: Client) -> None:
    entry = list_standings(ring)[0].entry
    sent = {"action": "adjust", "entry": entry.pk, "amount": "-1", "unit": "points", "reason": "Late", "key": "k"}
    assert admin.post(DECISIONS, sent | {"reason": ""}).status_code == 422
    for _again in range(2):
        assert admin.post(DECISIONS, sent).status_code == 303
    assert "Adjusted by −1 in points: Late" in read(Client(), f"{EVENT}standings/{entry.pk}/")
    assert "−1 points Ann & Bob Why: Late" in read(Client(), DECISIONS)
    back = {"action": "cancel-adjustment", "adjustment": ring.adjustments.get().pk, "reason": "It had come"}
    assert admin.post(DECISIONS, back).status_code == 303
    assert "Taken back: It had come" in read(Client(), DECISIONS)
    assert "Adjusted by" not in read(Client(), f"{EVENT}standings/{entry.pk}/")


def test_a_preset_is_filled_in_and_saved(event: Event, admin: Client) -> None:
    assert "League points 2-1-0" in read(admin, RULES)
    sent = fill_in(admin, f"{RULES}?preset=league_points", "set")
    assert (sent["rank_by"], sent["won"], sent["tie_break_2"]) == ("league_points", "2", "head_to_head")
    assert admin.post(RULES, sent).status_code == 303
    event.refresh_from_db()
    assert event.standing_rules["tie_breaks"] == ["games_won", "head_to_head", "difference", "points_for"]
    assert admin.post(RULES, fill_in(admin, RULES, "usual")).status_code == 303
    event.refresh_from_db()
    assert event.standing_rules == {}


def test_rules_of_a_program_survive_the_form(event: Event, admin: Client) -> None:
    bonuses = (
        Bonus(of="margin", points=Decimal(1), at_least=31),
        Bonus(of="count", count="loners_made", points=Decimal("0.5"), at_least=1, outcomes=("won", "lost")),
    )
    rules = StandingRules(
        league_points=LeaguePoints(bonuses=bonuses),
        unplayed={"walkover": Unplayed(points_for=5, outcome="won"), "sit_out": Unplayed(points_for=7)},
    )
    set_standing_rules(event, rules, **WHO)
    event.refresh_from_db()
    stored = event.standing_rules
    assert admin.post(RULES, fill_in(admin, RULES, "set")).status_code == 303
    event.refresh_from_db()
    assert event.standing_rules == stored


def test_with_results_it_has_to_be_said_why(ring: Event, admin: Client) -> None:
    sent = fill_in(admin, f"{RULES}?preset=league_points", "set")
    answer = admin.post(RULES, sent)
    assert answer.status_code == 422
    assert "There are results already, and other rules may change places." in clean(answer.content.decode())
    assert admin.post(RULES, sent | {"despite_results": "on", "reason": "As agreed in May"}).status_code == 303
    assert "league points Won" in read(Client(), EVENT)
    history = read(Client(), f"{EVENT}history/")
    assert "Rules of the standings changed : ranked by games won, points for less points against" in history
    assert "reason: As agreed in May" in history


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"tie_break_1": "games_won", "tie_break_2": "games_won"}, "is named twice"),
        ({"won": "much"}, "Enter a number"),
        ({"drop_worst": "900"}, "less than or equal to 500"),
    ],
)
def test_wrong_rules_come_back_with_words(event: Event, admin: Client, change: dict[str, str], said: str) -> None:
    answer = admin.post(RULES, fill_in(admin, RULES, "set") | change)
    assert answer.status_code == 422
    assert said in clean(answer.content.decode())
    event.refresh_from_db()
    assert event.standing_rules == {}


@pytest.mark.parametrize("path", [EVENT, f"{EVENT}projector/"])
def test_who_has_withdrawn_and_keeps_the_place_is_marked(ring: Event, client: Client, path: str) -> None:
    gone = list_standings(ring)[-1].entry
    assert "withdrawn" not in read(client, path)
    withdraw_entry(gone, from_round=4, reason="Moved away", by=None, source="web")
    assert f"{gone.name} withdrawn" in read(client, path)
    written = StringIO()
    call_command("standings", "tuesday", stdout=written)
    assert f"{gone.name} (withdrawn)" in written.getvalue()
