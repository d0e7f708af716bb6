"""Addresses of the pages."""

from django.urls import URLPattern, URLResolver, include, path

from league.web.corrections import correct_hand, insert_hand
from league.web.editing import change_event, change_league, change_player
from league.web.events import make_event, show_event
from league.web.help import list_games, show_game
from league.web.history import show_event_history, show_table_history
from league.web.install import send_authority, show_install
from league.web.leagues import make_league, make_season, show_home, show_league
from league.web.log import show_log
from league.web.members import show_members
from league.web.offline import send_manifest, send_worker, show_offline, show_waiting
from league.web.paper import show_paper, show_paper_event
from league.web.players import show_players
from league.web.preferences import choose_theme
from league.web.results import show_results
from league.web.rounds import change_seats, make_round
from league.web.tables import show_table

app_name = "league"

TABLE = "events/<slug:slug>/round/<int:round_number>/table/<int:number>/"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", show_home, name="home"),
    path("install/", show_install, name="install"),
    path("install/authority.crt", send_authority, name="authority"),
    path("manifest.webmanifest", send_manifest, name="manifest"),
    path("sw.js", send_worker, name="worker"),
    path("offline/", show_offline, name="offline"),
    path("waiting/", show_waiting, name="waiting"),
    path("theme/", choose_theme, name="theme"),
    path("games/", list_games, name="games"),
    path("games/<slug:key>/", show_game, name="game"),
    path("leagues/new/", make_league, name="league-new"),
    path("leagues/<slug:slug>/", show_league, name="league"),
    path("leagues/<slug:slug>/edit/", change_league, name="league-edit"),
    path("leagues/<slug:slug>/players/<int:number>/", change_player, name="player-edit"),
    path("events/<slug:slug>/edit/", change_event, name="event-edit"),
    path("leagues/<slug:slug>/players/", show_players, name="players"),
    path("leagues/<slug:slug>/seasons/new/", make_season, name="season-new"),
    path("leagues/<slug:slug>/events/new/", make_event, name="event-new"),
    path("leagues/<slug:slug>/members/", show_members, name="members"),
    path("leagues/<slug:slug>/log/", show_log, name="log"),
    path("events/<slug:slug>/", show_event, name="event"),
    path("events/<slug:slug>/results/", show_results, name="results"),
    path("events/<slug:slug>/rounds/new/", make_round, name="round-new"),
    path(TABLE, show_table, name="table"),
    path(f"{TABLE}paper/", show_paper, name="paper"),
    path("events/<slug:slug>/paper/", show_paper_event, name="paper-event"),
    path(f"{TABLE}history/", show_table_history, name="table-history"),
    path("events/<slug:slug>/history/", show_event_history, name="event-history"),
    path(f"{TABLE}hands/<int:position>/", correct_hand, name="hand"),
    path(f"{TABLE}hands/<int:position>/before/", insert_hand, name="hand-insert"),
    path(f"{TABLE}seats/", change_seats, name="seats"),
    path("", include("league.web.account_urls")),
    path("", include("league.web.check_in_urls")),
    path("", include("league.web.dispute_urls")),
    path("", include("league.web.live_urls")),
    path("", include("league.web.import_urls")),
    path("", include("league.web.link_urls")),
    path("", include("league.web.people_urls")),
    path("", include("league.web.plan_urls")),
    path("", include("league.web.matches_urls")),
    path("", include("league.web.print_urls")),
    path("", include("league.web.season_urls")),
    path("", include("league.web.team_urls")),
    path("", include("league.web.standing_urls")),
]
