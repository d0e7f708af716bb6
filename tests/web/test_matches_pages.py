"""The pages of matches, of a bracket and of entries, as an admin and as everybody uses them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Event, League
from league.models.planning import Format
from league.services.setup import create_event
from league.web.fixed_entry_forms import split_names
from tests.league.matching import Meeting


def make_form(client: Client, event: Event, **changes: str) -> dict[str, str]:
    """The form of a plan as a browser would send it."""
    form = client.get(f"/events/{event.slug}/matches/plan/").context["form"]
    hidden = {name: str(form[name].value()) for name in ("lot", "version", "round")}
    return hidden | {"format": "knockout", "games": "1", "count": "all", "legs": "1"} | changes


def test_an_admin_enters_pairs_plans_and_opens_the_tables(league: League, admin: Client) -> None:
    event = create_event(league, name="Friday", game="land-grant-euchre", by=None, source="web")
    names = "Ann & Bob\nCyd, Dee\nEve ; Flo\nGus/Hal"
    assert admin.post("/events/friday/entries/", {"action": "add", "names": names}).status_code == 303
    assert {entry.name for entry in event.entries.all()} == {"Ann & Bob", "Cyd & Dee", "Eve & Flo", "Gus & Hal"}
    sent = make_form(admin, event)
    shown = admin.post("/events/friday/matches/plan/", sent | {"action": "show"})
    assert "3 matches." in shown.content.decode()
    assert not event.matches.exists()
    assert admin.post("/events/friday/matches/plan/", sent | {"action": "take"}).status_code == 303
    assert "Open 2 tables" in admin.get("/events/friday/matches/").content.decode()
    admin.post("/events/friday/matches/", {"action": "open"})
    assert event.tables.count() == 2
    again = admin.post("/events/friday/matches/", {"action": "open"}, follow=True)
    assert "There was no table to open" in again.content.decode()


def test_a_line_that_is_no_pair_is_named_and_nothing_is_lost(league: League, admin: Client) -> None:
    event = create_event(league, name="Friday", game="land-grant-euchre", by=None, source="web")
    answer = admin.post("/events/friday/entries/", {"action": "add", "names": "Ann & Bob\nCyd"})
    assert answer.status_code == 422
    assert "“Cyd”: write 2 names" in answer.content.decode()
    assert "Ann &amp; Bob" in answer.content.decode()
    assert not event.entries.exists()


def test_seeds_are_set_and_faults_stand_beside_them(league: League, owner: User, admin: Client) -> None:
    meeting = Meeting(league, owner, 2)
    one, other = meeting.entry(1), meeting.entry(2)
    sent = {"action": "seeds", f"seed-{one.pk}": "1", f"seed-{other.pk}": "x"}
    answer = admin.post("/events/friday/entries/", sent)
    assert answer.status_code == 422
    assert f'id="seed-{other.pk}-fault"' in answer.content.decode()
    assert admin.post("/events/friday/entries/", sent | {f"seed-{other.pk}": ""}).status_code == 303
    other.refresh_from_db()
    assert other.seed is None


def test_a_match_is_ruled_on_and_the_ruling_taken_back(league: League, owner: User, admin: Client) -> None:
    meeting = Meeting(league, owner, 4)
    meeting.plan(Format.KNOCKOUT)
    page = "/events/friday/matches/1/1/"
    assert admin.post(page, {"action": "end", "end": "first_forfeits", "reason": ""}).status_code == 422
    assert admin.post(page, {"action": "end", "end": "", "reason": "Ill"}).status_code == 422
    assert admin.post(page, {"action": "end", "end": "first_forfeits", "reason": "Ill"}).status_code == 303
    assert "Ill" in admin.get(page).content.decode()
    assert meeting.sides(2, 1)[0] == 4
    assert admin.post(page, {"action": "back", "reason": "They came"}).status_code == 303
    assert meeting.sides(2, 1)[0] == 0


def test_everybody_reads_matches_and_bracket_and_changes_nothing(league: League, owner: User) -> None:
    meeting = Meeting(league, owner, 5)
    meeting.plan(Format.DOUBLE_KNOCKOUT)
    client = Client()
    bracket = client.get("/events/friday/bracket/").content.decode()
    assert bracket.count("bye") >= 3
    assert "Losers’ bracket" in bracket
    matches = client.get("/events/friday/matches/").content.decode()
    assert "winner of round 1, match 1" in matches
    assert "<button" not in matches.split("<main")[1].split("</main>")[0]
    assert client.post("/events/friday/matches/", {"action": "open"}).status_code in (302, 303, 403)


def test_a_correction_after_a_later_match_is_told(league: League, owner: User, admin: Client) -> None:
    meeting = Meeting(league, owner, 4)
    meeting.plan(Format.KNOCKOUT)
    one, other = meeting.open()
    meeting.win(one, "first")
    meeting.win(other, "first")
    final = meeting.open()[0]
    meeting.turn(one, "second")
    page = admin.get("/events/friday/matches/").content.decode()
    assert "An earlier result was changed" in page
    assert "Seat the right ones" in page
    meeting.hand(final, "first")
    page = admin.get("/events/friday/matches/").content.decode()
    assert "Seat the right ones" not in page
    assert "rule on the match" in page


def test_a_swiss_round_is_paired_by_one_press(league: League, owner: User, admin: Client) -> None:
    meeting = Meeting(league, owner, 3)
    meeting.plan(Format.SWISS, rounds=2)
    assert "Pair round 2" not in admin.get("/events/friday/matches/").content.decode()
    meeting.win(meeting.open()[0], "first")
    assert "Pair round 2" in admin.get("/events/friday/matches/").content.decode()
    assert admin.post("/events/friday/matches/", {"action": "next", "seen": "1"}).status_code == 303
    assert meeting.event.matches.filter(round_number=2).count() == 2
    refused = admin.post("/events/friday/matches/", {"action": "next", "seen": "2"})
    assert refused.status_code == 422
    assert admin.post("/events/friday/matches/", {"action": "again", "reason": "Drawn wrong"}).status_code == 303
    meeting.win(meeting.open()[0], "first")
    assert "All matches are played" in admin.get("/events/friday/matches/").content.decode()


def test_a_withdrawn_pair_is_named_with_the_reason(league: League, owner: User, admin: Client) -> None:
    meeting = Meeting(league, owner, 4)
    meeting.plan(Format.ROUND_ROBIN)
    sent = {"entry": str(meeting.entry(1).pk), "from_round": "1", "reason": "Ill"}
    assert admin.post("/events/friday/entries/", sent | {"action": "withdraw"}).status_code == 303
    assert "withdrawn from round 1: Ill" in admin.get("/events/friday/entries/").content.decode()
    assert "has been withdrawn: Ill" in admin.get("/events/friday/matches/").content.decode()
    assert admin.post("/events/friday/entries/", sent | {"action": "return"}).status_code == 303
    assert "has been withdrawn" not in admin.get("/events/friday/matches/").content.decode()


def test_matches_of_a_bracket_are_numbered_without_gaps(league: League, owner: User, admin: Client) -> None:
    meeting = Meeting(league, owner, 6)
    meeting.plan(Format.KNOCKOUT)
    stored = list(meeting.event.matches.filter(round_number=1).values_list("number", flat=True))
    assert stored == [2, 4]
    shown = admin.get("/events/friday/matches/")
    rounds = {number: [match["number"] for match in matches] for number, matches, _settled in shown.context["rounds"]}
    assert rounds == {1: [1, 2], 2: [1, 2], 3: [1]}
    assert "winner of round 1, match 2" in shown.content.decode()
    assert "winner of round 1, match 4" not in shown.content.decode()
    assert "Round 1, match 2" in admin.get("/events/friday/matches/1/4/").content.decode()


WON = "In the standings each game of a bye counts as won; points credited for it: 0."
NEITHER = "In the standings a bye counts neither as won nor as lost; points credited for each game: 0."
PAIRED = "In the pairing a bye is worth as much as a match won."


def test_the_plan_says_what_a_bye_is_worth_and_where_to_change_it(league: League, owner: User, admin: Client) -> None:
    meeting = Meeting(league, owner, 5)
    page, rules = "/events/friday/matches/plan/", "/events/friday/standings/rules/"

    def show(**changes: str) -> str:
        return admin.post(page, make_form(admin, meeting.event, **changes) | {"action": "show"}).content.decode()

    html = show(format="swiss")
    assert PAIRED in html
    assert WON in html
    assert f'href="{rules}"' in html
    html = show(format="round_robin")
    assert NEITHER in html
    assert PAIRED not in html
    assert "Change what a bye counts" not in show(format="knockout")
    meeting.event.standing_rules = {"rank_by": "games_won", "tie_breaks": []}
    meeting.event.save()
    html = show(format="swiss")
    assert NEITHER in html
    assert "may therefore stand lower" in html


def test_the_rules_of_a_swiss_event_begin_with_a_bye_that_counts(league: League, owner: User, admin: Client) -> None:
    meeting = Meeting(league, owner, 5)
    rules = "/events/friday/standings/rules/"
    for plan, ticked in ((Format.ROUND_ROBIN, False), (Format.SWISS, True)):
        meeting.plan(plan, reason="Fewer rounds")
        for query in ("", "?preset=usual", "?preset=league_points"):
            form = admin.get(rules + query).context["form"]
            assert form["bye_won"].value() is ticked


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ann / Annie & Bob+", ["Ann / Annie", "Bob+"]),
        ("Ann, Lady\tBob & Co", None),
        ("Ann, Lady\tBob/Rob", ["Ann, Lady", "Bob/Rob"]),
        ("Ann&Bob", ["Ann", "Bob"]),
        ("Ann / Bob", ["Ann", "Bob"]),
        (" Ann  ;Bob ", ["Ann", "Bob"]),
        ("Ann & Bob & Cyd", ["Ann", "Bob", "Cyd"]),
        ("Ann & Bob\t3", ["Ann", "Bob", "3"]),
        ("  ", []),
    ],
)
def test_names_on_a_line_keep_their_signs_where_a_plainer_one_parts_them(line: str, names: list[str] | None) -> None:
    expected = ["Ann", "Lady", "Bob", "Co"] if names is None else names
    assert split_names(line, size=2) == expected
