"""Addresses of teams and their fixtures."""

from django.urls import URLPattern, path

from league.web.calendars import send_event_calendar, send_team_calendar
from league.web.event_teams import show_event_teams
from league.web.fixture_plan import make_fixtures
from league.web.fixtures import show_fixtures
from league.web.match_night import show_match_night
from league.web.promotion import show_promotion
from league.web.teams import show_team, show_teams

LEAGUE, EVENT = "leagues/<slug:slug>/", "events/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{LEAGUE}teams/", show_teams, name="teams"),
    path(f"{LEAGUE}teams/<int:number>/", show_team, name="team"),
    path(f"{LEAGUE}teams/<int:number>/fixtures.ics", send_team_calendar, name="team-calendar"),
    path(f"{EVENT}teams/", show_event_teams, name="event-teams"),
    path(f"{EVENT}fixtures/", show_fixtures, name="fixtures"),
    path(f"{EVENT}fixtures/new/", make_fixtures, name="fixtures-new"),
    path(f"{EVENT}fixtures/<int:round_number>/<int:number>/", show_match_night, name="match-night"),
    path(f"{EVENT}fixtures.ics", send_event_calendar, name="event-calendar"),
    path(f"{EVENT}promotion/", show_promotion, name="promotion"),
]
