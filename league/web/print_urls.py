"""Addresses of pages that print, and the short addresses that stand on paper."""

from django.urls import URLPattern, URLResolver, path

from league.web.printing import open_short_event, open_short_table, print_round, print_spares, print_table

ROUND = "events/<slug:slug>/round/<int:round_number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path(f"{ROUND}table/<int:number>/sheet.pdf", print_table, name="table-sheet"),
    path(f"{ROUND}sheets.pdf", print_round, name="round-sheets"),
    path("events/<slug:slug>/sheets.pdf", print_spares, name="spare-sheets"),
    path("e/<int:pk>", open_short_event, name="short-event"),
    path("t/<int:pk>", open_short_table, name="short-table"),
]
