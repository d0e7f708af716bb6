"""Teams on the web: squads, setting up an event of teams, its fixtures, match nights, promotion, calendar files."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Event, League, Match, Season, Table
from league.models.planning import MatchEnd
from league.services.editing import close_event
from league.services.matches import end_match
from league.services.setup import create_season
from league.services.team_entries import NewDivision, enter_teams, set_divisions, set_team_rules
from scoring.team_rules import TeamRules
from tests.league.fixture_season import FIRST_DAY, FixtureSeason

TEAMS = "/leagues/riverside/teams/"


@pytest.fixture
def season(league: League, owner: User) -> FixtureSeason:
    made = FixtureSeason(league, owner, teams=3)
    made.take(legs=2)
    return made


@pytest.fixture
def match(season: FixtureSeason) -> Match:
    return season.event.matches.get(round_number=1, number=1)


def find_page(match: Match) -> str:
    return f"/events/{match.event.slug}/fixtures/{match.round_number}/{match.number}/"


def fill(season: FixtureSeason, match: Match, **changes: Any) -> dict[str, Any]:
    """A form with the first four of both squads, pair by pair."""
    data: dict[str, Any] = {"action": "open"}
    for side, entry in (("home", match.first), ("away", match.second)):
        for place in range(4):
            name = f"{side}-{place // 2 + 1}-{place % 2 + 1}"
            data[name] = season.player(f"{entry} {place + 1}").pk
    return data | changes


def test_a_league_gets_its_first_team(admin: Client, league: League) -> None:
    create_season(league, name="2026", by=None, source="web", starts_on=datetime.date(2026, 1, 1))
    answer = admin.post(TEAMS, {"action": "add", "name": "Ants", "venue": "The Hill"})
    assert answer.status_code == 303
    team = league.teams.get()
    assert answer.headers["Location"] == f"{TEAMS}{team.pk}/?season=2026"
    joined = admin.post(
        f"{TEAMS}{team.pk}/", {"action": "join", "season": "2026", "names": "Ann\nBob", "on": "2026-03-03"}
    )
    assert joined.status_code == 303
    page = admin.get(joined.headers["Location"]).content.decode()
    assert "2 players have joined." in page
    assert page.count('value="leave"') == 2
    admin.post(f"{TEAMS}{team.pk}/", {"action": "leave", "season": "2026", "player": league.players.get(name="Bob").pk})
    assert [row.player.name for row in team.members.filter(left_on__isnull=True)] == ["Ann"]
    assert admin.post(TEAMS, {"action": "add", "name": "ants"}).status_code == 422


def test_a_transfer_is_said_and_counted(admin: Client, season: FixtureSeason) -> None:
    assert admin.post(TEAMS, {"action": "transfers", "season": "2026", "transfers": "0"}).status_code == 303
    bees = season.teams[1]
    form = {"action": "join", "season": "2026", "players": [season.player("Ants 1").pk], "on": "2026-03-20"}
    answer = admin.post(f"{TEAMS}{bees.pk}/", form)
    assert answer.status_code == 422
    assert "Ants 1 plays for Ants. If this is a transfer, say so." in answer.content.decode()
    answer = admin.post(f"{TEAMS}{bees.pk}/", form | {"is_transfer": "on"})
    assert "nobody changes teams within a season here" in answer.content.decode()
    Season.objects.update(transfers=1)
    assert admin.post(f"{TEAMS}{bees.pk}/", form | {"is_transfer": "on"}).status_code == 303


def test_an_event_of_teams_is_set_up(admin: Client, league: League) -> None:
    answer = admin.post(
        "/leagues/riverside/events/new/?game=euchre", {"name": "Tuesdays", "entry_kind": "team", "preset": "league"}
    )
    assert answer.headers["Location"] == "/events/tuesdays/teams/"
    page = "/events/tuesdays/teams/"
    for name in ("Ants", "Bees", "Crows"):
        admin.post(TEAMS, {"action": "add", "name": name})
    event = Event.objects.get()
    assert admin.post(page, {"action": "divisions", "divisions": "One: 0, 1\nTwo: 1, 0"}).status_code == 303
    assert admin.post(page, {"action": "divisions", "divisions": "One: 0, 1\nTwo: 2, 0"}).status_code == 422
    one, two = event.divisions.all()
    teams = [team.pk for team in league.teams.all()]
    assert admin.post(page, {"action": "enter", "teams": teams, "division": one.pk}).status_code == 303
    entry = event.entries.get(name="Crows")
    admin.post(page, {"action": "move", "entry": entry.pk, "division": two.pk})
    entry.refresh_from_db()
    assert entry.division == two
    admin.post(page, {"action": "remove", "entry": entry.pk})
    assert event.entries.count() == 2
    rules = {"pairs": 3, "fewest_pairs": 2, "meeting": "all", "games": 1, "missing": "forfeit", "starts_at": "19:30"}
    assert admin.post(page, {"action": "rules", **rules}).status_code == 303
    event.refresh_from_db()
    assert (event.team_rules["pairs"], event.team_rules["starts_at"], event.team_rules["borrowing"]) == (
        3,
        "19:30",
        None,
    )
    assert admin.post(page, {"action": "rules", **rules, "fewest_pairs": 4}).status_code == 422


def test_other_events_have_no_pages_of_teams(admin: Client, event: Event) -> None:
    for page in ("teams/", "fixtures/", "fixtures/new/", "fixtures.ics", "promotion/"):
        assert admin.get(f"/events/tuesday/{page}").status_code == 404


def test_fixtures_are_shown_before_they_are_taken(admin: Client, season: FixtureSeason) -> None:
    page = f"/events/{season.event.slug}/fixtures/new/"
    wishes = {"legs": "1", "every": "7", "first_day": "2026-04-07", "left_out": "2026-04-14"}
    shown = admin.get(page, wishes)
    assert [str(day) for _number, day, _pairs, _free in shown.context["days"]] == [
        "2026-04-07", "2026-04-21", "2026-04-28",
    ]  # fmt: skip
    seen = shown.context["proposal"].stamp
    late = admin.post(page, wishes | {"seen": "other", "reason": "Less time"})
    assert late.status_code == 409
    assert admin.post(page, wishes | {"seen": seen}).status_code == 422
    assert admin.post(page, wishes | {"seen": seen, "reason": "Less time"}).status_code == 303
    assert season.event.matches.count() == 6
    assert admin.get(page, wishes | {"left_out": "soon"}).context["form"].errors


def test_a_day_is_put_off_and_marked(admin: Client, client: Client, season: FixtureSeason) -> None:
    page = f"/events/{season.event.slug}/fixtures/"
    assert admin.post(page, {"day": "1", "to": "2026-03-19", "reason": "Snow"}).status_code == 303
    shown = client.get(page).content.decode()
    assert "put off to March 19, 2026" in shown or "put off to 19 March 2026" in shown
    assert client.post(page, {"day": "1"}).status_code == 403
    assert admin.post(page, {"day": "77", "to": ""}).status_code == 422


def test_a_match_night(admin: Client, client: Client, season: FixtureSeason, match: Match) -> None:
    page = find_page(match)
    assert "Open the tables" not in client.get(page).content.decode()
    empty = admin.post(page, {"action": "open"})
    assert empty.status_code == 422
    assert empty.content.decode().count("A team needs at least 1 pair.") == 2
    lent = next(team.name for team in season.teams if team.name not in {str(match.first), str(match.second)})
    form = fill(season, match, **{"home-2-2": season.player(f"{lent} 1").pk, "away-2-1": "", "away-2-2": ""})
    assert admin.post(page, form).status_code == 303
    assert Table.objects.count() == 2
    shown = client.get(page).content.decode()
    assert f"{lent} 1 (lent)" in shown
    assert f"{match.second} gave up 2 games" in shown
    out, on = season.player(f"{match.first} 1"), season.player(f"{match.first} 4")
    assert admin.post(page, {"action": "on", "out": out.pk, "on": on.pk}).status_code == 303
    assert admin.post(page, {"action": "on", "out": out.pk, "on": on.pk}).status_code == 422
    assert admin.post(page, fill(season, match)).status_code == 422


def test_the_next_lineup_is_filled_with_the_last(admin: Client, season: FixtureSeason, match: Match) -> None:
    swapped = fill(season, match)
    swapped["home-1-1"], swapped["home-2-1"] = swapped["home-2-1"], swapped["home-1-1"]
    admin.post(find_page(match), swapped)
    again = next(
        each
        for each in season.event.matches.filter(round_number__gt=1, second__isnull=False)
        if match.first in (each.first, each.second)
    )
    side = "home" if again.first == match.first else "away"
    page = admin.get(find_page(again)).content.decode()
    select = page[page.index(f'name="{side}-1-1"') :]
    assert f'value="{swapped["home-1-1"]}" selected' in select[: select.index("</select>")]


def test_somebody_new_signs_on_the_night(admin: Client, season: FixtureSeason, match: Match) -> None:
    page = find_page(match)
    assert admin.post(page, {"action": "sign", "names": "Zoe", "side": "away"}).status_code == 303
    assert match.second is not None
    assert season.player("Zoe").teams.get().team == match.second.team
    assert admin.post(page, {"action": "sign", "names": "", "side": "away"}).status_code == 422
    set_team_rules(season.event, TeamRules(signing_on=False), by=None, source="web")
    assert admin.post(page, {"action": "sign", "names": "Max", "side": "away"}).status_code == 422


def test_a_match_is_put_off(admin: Client, season: FixtureSeason, match: Match) -> None:
    assert admin.post(find_page(match), {"action": "postpone", "to": "2026-03-30", "reason": ""}).status_code == 303
    match.refresh_from_db()
    assert str(match.postponed_from) == "2026-03-17"
    assert admin.post(find_page(match), {"action": "postpone", "to": "soon"}).status_code == 422
    assert admin.post(find_page(match), {"action": "nonsense"}).status_code == 400


def test_rounds_of_teams_are_opened_from_fixtures(admin: Client, season: FixtureSeason) -> None:
    answer = admin.get(f"/events/{season.event.slug}/rounds/new/")
    assert answer.headers["Location"] == f"/events/{season.event.slug}/fixtures/"


@pytest.mark.parametrize("day", ["2026-03-31", "2026-10-27"])
def test_calendar_files_have_local_times(client: Client, season: FixtureSeason, match: Match, day: str) -> None:
    set_team_rules(season.event, TeamRules(starts_at="21:30"), by=None, source="web")
    Match.objects.filter(pk=match.pk).update(held_on=day)
    files = [f"/events/{season.event.slug}/fixtures.ics", f"{TEAMS}{match.first.team_id}/fixtures.ics?season=2026"]  # type: ignore[union-attr]
    for path in files:
        answer = client.get(path)
        assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
        text = answer.content.decode()
        assert f"DTSTART:{day.replace('-', '')}T213000\r\n" in text
        assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))
    assert text.count("BEGIN:VEVENT") == 4


def test_calendar_days_and_names_that_would_break_lines(client: Client, season: FixtureSeason, match: Match) -> None:
    assert match.first is not None
    type(match.first).objects.filter(pk=match.first.pk).update(name="Ants; \\ and, others" + " long" * 30)
    text = client.get(f"/events/{season.event.slug}/fixtures.ics").content.decode()
    assert f"DTSTART;VALUE=DATE:{FIRST_DAY:%Y%m%d}\r\n" in text
    assert "SUMMARY:Ants\\; \\\\ and\\, others long" in text.replace("\r\n ", "")


def test_promotion_is_shown_and_refused_while_the_season_goes_on(admin: Client, season: FixtureSeason) -> None:
    page = f"/events/{season.event.slug}/promotion/"
    assert "no divisions" in admin.get(page).content.decode()
    teams = f"/events/{season.event.slug}/teams/"
    admin.post(teams, {"action": "divisions", "divisions": "One: 0, 1\nTwo: 1, 0"})
    one = season.event.divisions.get(number=1)
    for entry in season.event.entries.all():
        admin.post(teams, {"action": "move", "entry": entry.pk, "division": one.pk})
    shown = admin.get(page).content.decode()
    assert "are level, and the line between staying and going down" in shown
    assert admin.post(page, {"name": "Next"}).status_code == 422


@pytest.fixture
def ended(season: FixtureSeason) -> FixtureSeason:
    """A season whose places are final, in one division."""
    [division] = set_divisions(season.event, [NewDivision(name="One")], **season.by)
    enter_teams(season.event, season.teams, division=division, **season.by)
    for match in season.event.matches.filter(second__isnull=False):
        end_match(match, MatchEnd.SECOND_FORFEITS, reason="Nobody came", **season.by)
    close_event(season.event, **season.by)
    return season


def test_the_next_event_is_made_once_and_the_page_then_leads_to_it(admin: Client, ended: FixtureSeason) -> None:
    page = f"/events/{ended.event.slug}/promotion/"
    ended.league.seasons.create(name="2025", slug="2025", starts_on="2025-01-01")
    following = ended.league.seasons.create(name="2027", slug="2027", starts_on="2027-01-01")
    shown, other = (admin.get(page).context["form"].initial for _browser in range(2))
    assert shown["season"] == following
    sent = {"name": "Next", "season": following.pk}
    assert admin.post(page, sent | {"key": shown["key"], "seen": shown["seen"]}).status_code == 303
    late = admin.post(page, sent | {"key": other["key"], "seen": other["seen"]})
    assert late.status_code == 409
    assert "Nothing was made a second time." in late.content.decode()
    assert 'href="/events/next/fixtures/"' in late.content.decode()
    again = admin.get(page).context["form"].initial
    sent |= {"key": again["key"], "seen": again["seen"]}
    assert admin.post(page, sent).status_code == 409
    assert admin.post(page, sent | {"again": "on"}).status_code == 303
    assert ended.league.events.count() == 3


def test_the_night_says_why_there_is_nobody_to_choose(admin: Client, season: FixtureSeason, match: Match) -> None:
    page, empty = find_page(match), "Nobody is in the squad of"
    assert empty not in admin.get(page).content.decode()
    following = create_season(season.league, name="2027", by=None, source="web", starts_on=datetime.date(2027, 1, 1))
    Event.objects.filter(pk=season.event.pk).update(season=following)
    shown = admin.get(page).content.decode()
    assert shown.count(f"{empty} ") == 2
    assert "for the season 2027" in shown
    assert match.first is not None
    assert f'href="{TEAMS}{match.first.team_id}/?season=2027"' in shown
    Event.objects.filter(pk=season.event.pk).update(season=None)
    assert f'href="{TEAMS}{match.first.team_id}/?season=-"' in admin.get(page).content.decode()


def test_a_year_that_nobody_can_mean_is_told_at_its_field(admin: Client, season: FixtureSeason, match: Match) -> None:
    event = f"/events/{season.event.slug}/"
    forms = {
        find_page(match): {"action": "postpone", "to": "0001-01-01"},
        f"{event}fixtures/": {"day": "1", "to": "0001-01-01"},
        f"{event}edit/": {"name": "Tuesdays", "held_on": "0001-01-01"},
        "/leagues/riverside/seasons/new/": {"name": "2027", "ends_on": "9999-12-31"},
        f"{TEAMS}{season.teams[0].pk}/": {"action": "join", "season": "2026", "names": "Zoe", "on": "0001-01-01"},
    }
    for page, form in forms.items():
        answer = admin.post(page, form)
        assert answer.status_code == 422, page
        assert "Give a year from 1900 to 2199." in answer.content.decode(), page
    shown = admin.get(f"{event}fixtures/new/", {"legs": "1", "every": "7", "first_day": "0001-01-01"})
    assert shown.context["form"].errors["first_day"] == ["Give a year from 1900 to 2199."]
