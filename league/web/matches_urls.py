"""Addresses of fixed entries and their matches."""

from django.urls import URLPattern, path

from league.web.brackets import show_bracket
from league.web.fixed_entries import show_entries
from league.web.match_page import show_match
from league.web.match_plans import choose_match_plan
from league.web.matches import show_matches

EVENT = "events/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{EVENT}matches/", show_matches, name="matches"),
    path(f"{EVENT}matches/plan/", choose_match_plan, name="match-plan"),
    path(f"{EVENT}matches/<int:round_number>/<int:number>/", show_match, name="match"),
    path(f"{EVENT}bracket/", show_bracket, name="bracket"),
    path(f"{EVENT}entries/", show_entries, name="entries"),
]
