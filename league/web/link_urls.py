"""Addresses that open a table without an account, the admin's page of them, and what two sides say of each other."""

from django.urls import URLPattern, URLResolver, path

from league.web.link_admin import show_links
from league.web.link_pages import choose_side, leave_table, open_code, open_link
from league.web.two_sides_pages import say_hand, show_words

TABLE = "events/<slug:slug>/round/<int:round_number>/table/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("open/", open_code, name="open-code"),
    path("t/<str:token>/", open_link, name="open-link"),
    path(f"{TABLE}side/", choose_side, name="table-side"),
    path(f"{TABLE}leave/", leave_table, name="table-leave"),
    path(f"{TABLE}words/", show_words, name="table-words"),
    path(f"{TABLE}say/<int:position>/", say_hand, name="table-say"),
    path("events/<slug:slug>/links/", show_links, name="links"),
]
