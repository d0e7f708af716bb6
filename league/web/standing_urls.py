"""Addresses of what is behind the standings of an event."""

from django.urls import URLPattern, URLResolver, path

from league.web.standing import show_standing
from league.web.standing_decisions import show_decisions
from league.web.standing_rules import show_rules

STANDINGS = "events/<slug:slug>/standings/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{STANDINGS}<int:number>/", show_standing, name="standing"),
    path(f"{STANDINGS}rules/", show_rules, name="standing-rules"),
    path(f"{STANDINGS}decisions/", show_decisions, name="standing-decisions"),
]
