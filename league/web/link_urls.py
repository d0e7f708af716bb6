"""Addresses that open a table without an account, and the page on which an admin rules over them."""

from django.urls import URLPattern, URLResolver, path

from league.web.link_admin import show_links
from league.web.link_pages import choose_side, leave_table, open_code, open_link

TABLE = "events/<slug:slug>/round/<int:round_number>/table/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("open/", open_code, name="open-code"),
    path("t/<str:token>/", open_link, name="open-link"),
    path(f"{TABLE}side/", choose_side, name="table-side"),
    path(f"{TABLE}leave/", leave_table, name="table-leave"),
    path("events/<slug:slug>/links/", show_links, name="links"),
]
