"""Addresses of what goes with people: their records, ratings, and players who were entered twice."""

from django.urls import path

from league.web.merging import show_merging
from league.web.player_games import show_player_games
from league.web.player_record import show_player_record
from league.web.ratings import show_ratings

urlpatterns = [
    path("leagues/<slug:slug>/players/merge/", show_merging, name="players-merge"),
    path("leagues/<slug:slug>/players/<int:number>/record/", show_player_record, name="player-record"),
    path("leagues/<slug:slug>/players/<int:number>/record/games/", show_player_games, name="player-games"),
    path("leagues/<slug:slug>/ratings/", show_ratings, name="ratings"),
]
