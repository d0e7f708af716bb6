"""Addresses of seasons and of prizes."""

from django.urls import path

from league.web.prize_sheets import print_event_prizes, print_season_prizes
from league.web.prizes import change_event_prizes, change_season_prizes, show_event_prizes, show_season_prizes
from league.web.season_decisions import show_season_decisions
from league.web.season_exports import download_standings_table, download_standings_workbook, print_standings
from league.web.season_rules import change_season
from league.web.seasons import show_season, show_season_place

SEASON = "leagues/<slug:slug>/seasons/<slug:season>/"

urlpatterns = [
    path(SEASON, show_season, name="season"),
    path(f"{SEASON}edit/", change_season, name="season-edit"),
    path(f"{SEASON}standings/<int:number>/", show_season_place, name="season-place"),
    path(f"{SEASON}decisions/", show_season_decisions, name="season-decisions"),
    path(f"{SEASON}standings.csv", download_standings_table, name="season-table"),
    path(f"{SEASON}standings.xlsx", download_standings_workbook, name="season-workbook"),
    path(f"{SEASON}standings.pdf", print_standings, name="season-sheet"),
    path(f"{SEASON}prizes/", show_season_prizes, name="season-prizes"),
    path(f"{SEASON}prizes/edit/", change_season_prizes, name="season-prizes-edit"),
    path(f"{SEASON}prizes.pdf", print_season_prizes, name="season-prizes-sheet"),
    path("events/<slug:slug>/prizes/", show_event_prizes, name="event-prizes"),
    path("events/<slug:slug>/prizes/edit/", change_event_prizes, name="event-prizes-edit"),
    path("events/<slug:slug>/prizes.pdf", print_event_prizes, name="event-prizes-sheet"),
]
