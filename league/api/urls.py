"""Addresses of the API. They end with "/", but for `score`, which is one thing and no list."""

from django.urls import URLPattern, URLResolver, path, re_path

import league.api.openapi  # noqa: F401 - describes to drf-spectacular what it cannot see
from league.api.views.adjustments import AdjustmentListView, CancelAdjustmentView
from league.api.views.attendance import AttendanceView
from league.api.views.calls import AnswerView, CallListView, RaiseCallView
from league.api.views.claims import ClaimListView, ConfirmView
from league.api.views.corrections import CorrectionPreviewView, CorrectionView, HistoryView
from league.api.views.documentation import DocumentationView, SchemaView, UnknownAddressView
from league.api.views.events import EventListView, EventView, StandingsView, TableListView
from league.api.views.facts import FactsView
from league.api.views.games import GameListView
from league.api.views.leagues import LeagueListView, LeagueView, PlayerListView
from league.api.views.matches import MatchListView
from league.api.views.plans import OpenRoundView, PlanView, ProposalView
from league.api.views.records import PlayerRecordView
from league.api.views.score import ScoreView
from league.api.views.seasons import EventPrizesView, SeasonListView, SeasonPrizesView, SeasonStandingsView
from league.api.views.sheets import SheetView
from league.api.views.tables import DealListView, PreviewView, TableView, UndoView
from league.api.views.teams import FixtureListView, TeamListView
from league.api.views.tokens import TokenView

app_name = "api"

urlpatterns: list[URLPattern | URLResolver] = [
    path("token/", TokenView.as_view(), name="token"),
    path("leagues/", LeagueListView.as_view(), name="leagues"),
    path("leagues/<slug:slug>/", LeagueView.as_view(), name="league"),
    path("leagues/<slug:slug>/players/", PlayerListView.as_view(), name="players"),
    path("players/<int:number>/record/", PlayerRecordView.as_view(), name="player-record"),
    path("leagues/<slug:slug>/seasons/", SeasonListView.as_view(), name="seasons"),
    path(
        "leagues/<slug:slug>/seasons/<slug:season>/standings/", SeasonStandingsView.as_view(), name="season-standings"
    ),
    path("leagues/<slug:slug>/seasons/<slug:season>/prizes/", SeasonPrizesView.as_view(), name="season-prizes"),
    path("events/<slug:slug>/prizes/", EventPrizesView.as_view(), name="event-prizes"),
    path("leagues/<slug:slug>/teams/", TeamListView.as_view(), name="teams"),
    path("events/<slug:slug>/fixtures/", FixtureListView.as_view(), name="fixtures"),
    path("events/", EventListView.as_view(), name="events"),
    path("events/<slug:slug>/", EventView.as_view(), name="event"),
    path("events/<slug:slug>/standings/", StandingsView.as_view(), name="standings"),
    path("events/<slug:slug>/facts/", FactsView.as_view(), name="facts"),
    path("events/<slug:slug>/adjustments/", AdjustmentListView.as_view(), name="adjustments"),
    path("adjustments/<int:number>/cancel/", CancelAdjustmentView.as_view(), name="cancel-adjustment"),
    path("events/<slug:slug>/tables/", TableListView.as_view(), name="tables"),
    path("events/<slug:slug>/attendance/", AttendanceView.as_view(), name="attendance"),
    path("events/<slug:slug>/matches/", MatchListView.as_view(), name="matches"),
    path("events/<slug:slug>/calls/", CallListView.as_view(), name="calls"),
    path("events/<slug:slug>/plan/", PlanView.as_view(), name="plan"),
    path("events/<slug:slug>/plan/proposal/", ProposalView.as_view(), name="plan-proposal"),
    path("events/<slug:slug>/plan/open/", OpenRoundView.as_view(), name="plan-open"),
    path("calls/<int:number>/answer/", AnswerView.as_view(), name="answer"),
    path("tables/<int:number>/calls/", RaiseCallView.as_view(), name="raise-call"),
    path("tables/<int:number>/", TableView.as_view(), name="table"),
    path("tables/<int:number>/deals/", DealListView.as_view(), name="deals"),
    path("tables/<int:number>/deals/preview/", PreviewView.as_view(), name="preview"),
    path("tables/<int:number>/deals/<int:position>/undo/", UndoView.as_view(), name="undo"),
    path("tables/<int:number>/corrections/", CorrectionView.as_view(), name="corrections"),
    path("tables/<int:number>/corrections/preview/", CorrectionPreviewView.as_view(), name="correction-preview"),
    path("tables/<int:number>/claims/", ClaimListView.as_view(), name="claims"),
    path("tables/<int:number>/confirm/", ConfirmView.as_view(), name="confirm"),
    path("tables/<int:number>/history/", HistoryView.as_view(), name="history"),
    path("tables/<int:number>/sheet/", SheetView.as_view(), name="sheet"),
    path("games/", GameListView.as_view(), name="games"),
    path("score", ScoreView.as_view(), name="score"),
    path("score/", ScoreView.as_view(schema=None)),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocumentationView.as_view(), name="docs"),
    re_path(r"^.*$", UnknownAddressView.as_view()),
]
