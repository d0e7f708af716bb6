"""Addresses of what goes with penalties and disputes: calls, the admin's board, infraction records."""

from django.urls import path

from league.web.board import show_board
from league.web.call_answers import show_call_to_answer
from league.web.calls import show_call
from league.web.infractions import show_entry_infractions, show_league_infractions, show_player_infractions

urlpatterns = [
    path("events/<slug:slug>/round/<int:round_number>/table/<int:number>/call/", show_call, name="call"),
    path("events/<slug:slug>/board/", show_board, name="board"),
    path("events/<slug:slug>/calls/<int:number>/", show_call_to_answer, name="call-answer"),
    path("leagues/<slug:slug>/infractions/", show_league_infractions, name="league-infractions"),
    path("leagues/<slug:slug>/players/<int:number>/infractions/", show_player_infractions, name="player-infractions"),
    path("events/<slug:slug>/entries/<int:number>/infractions/", show_entry_infractions, name="entry-infractions"),
]
