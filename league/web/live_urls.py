"""Addresses of what moves by itself: the projector, the clocks, and where the pages ask for their streams."""

from django.urls import URLPattern, path

from league.web.clock import show_clock
from league.web.live import give_clock_stream, give_stream
from league.web.projector import show_projector

TABLE = "events/<slug:slug>/round/<int:round_number>/table/<int:number>/"

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/projector/", show_projector, name="projector"),
    path("events/<slug:slug>/round/<int:round_number>/clock/", show_clock, name="clock"),
    path("events/<slug:slug>/live/<slug:view>/", give_stream, name="live"),
    path(f"{TABLE}live/", give_clock_stream, name="table-live"),
]
