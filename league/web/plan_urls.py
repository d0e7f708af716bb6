"""Addresses of the plan of an event's rounds."""

from django.urls import URLPattern, URLResolver, path

from league.web.plan_printing import print_plan_cards, print_plan_chart
from league.web.plan_proposals import choose_plan
from league.web.plans import show_plan, show_player_plan

PLAN = "events/<slug:slug>/plan/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(PLAN, show_plan, name="plan"),
    path(f"{PLAN}new/", choose_plan, name="plan-new"),
    path(f"{PLAN}players/<int:number>/", show_player_plan, name="plan-player"),
    path(f"{PLAN}chart.pdf", print_plan_chart, name="plan-chart"),
    path(f"{PLAN}cards.pdf", print_plan_cards, name="plan-cards"),
]
