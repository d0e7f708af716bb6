"""The name as which a person is shown who was entered twice: everywhere for people, and nowhere in what was entered."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from league.exports import write_sheets
from league.models import AuditRow, Entry, Event, League, Player
from league.models.event import EntryKind
from league.plan_words import name_players
from league.selectors.people import list_entries
from league.selectors.standings import list_standings, write_standings
from league.selectors.tables import list_tables
from league.services.editing import edit_league, rename_player
from league.services.fixed_entries import enter_players
from league.services.merging import merge_players, split_player
from league.services.seat_places import Place
from league.services.setup import create_event
from tests.league.evenings import make_evening, make_season
from tests.league.evenings import play_game as play_evening
from tests.league.standing import play_game

WHO: dict[str, Any] = {"by": None, "source": "web"}


def list_names(event: Event) -> list[str]:
    return sorted(line.entry.name for line in list_standings(Event.objects.get(pk=event.pk)))


def list_seated(event: Event) -> set[str]:
    return {name for table in list_tables(event) for side in table.sides for name in side.players}


def make_event(league: League, kind: EntryKind) -> Event:
    return create_event(league, name="Shown", game="land-grant-euchre", entry_kind=kind, **WHO)


def test_standings_and_tables_show_the_person_until_both_are_told_apart(league: League, players: list[Player]) -> None:
    event, (ann, bob, cyd, dee, eve, *_others) = make_event(league, EntryKind.PLAYER), players
    play_game(event, [ann, bob, cyd, dee], (2, 1))
    assert list_names(event) == ["Ann", "Bob", "Cyd", "Dee"]
    merge_players(ann, eve, reason="one", **WHO)
    assert list_names(event) == ["Bob", "Cyd", "Dee", "Eve"]
    told = write_standings(Event.objects.get(pk=event.pk))
    assert {"Eve"} == {line["entry"] for line in told if line["players"] == ["Eve"]}
    assert list_seated(event) == {"Bob", "Cyd", "Dee", "Eve"}
    assert name_players(event)[ann.pk] == "Eve"
    sheet = json.loads(next(iter(write_sheets(event))))
    assert sheet["seats"]["N"] == "Ann"
    assert Entry.objects.get(event=event, players=ann).name == "Ann"
    split_player(Player.objects.get(pk=ann.pk), reason="two", **WHO)
    assert list_names(event) == ["Ann", "Bob", "Cyd", "Dee"]
    assert AuditRow.objects.filter(action="players_merged").get().detail["names"] == ["Ann", "Eve"]


def test_a_pair_keeps_the_order_of_its_names(league: League, players: list[Player]) -> None:
    event, (ann, bob, cyd, dee, eve, *_others) = make_event(league, EntryKind.PAIR), players
    play_game(event, [cyd, bob, ann, dee], (2, 1))
    assert list_names(event) == ["Bob & Dee", "Cyd & Ann"]
    merge_players(cyd, eve, reason="one", **WHO)
    assert list_names(event) == ["Bob & Dee", "Eve & Ann"]
    assert [entry.name for entry in list_entries(event)] == ["Bob & Dee", "Eve & Ann"]
    rename_player(eve, name="Zoe", **WHO)
    assert list_names(event) == ["Bob & Dee", "Zoe & Ann"]


def test_nobody_stands_in_for_himself_by_name(league: League, players: list[Player]) -> None:
    event, (ann, bob, cyd, dee, eve, *_others) = make_event(league, EntryKind.PLAYER), players
    play_game(event, [ann, bob, cyd, dee], (2, 1), places={"N": Place(stands_in_for=eve)})
    assert "Ann for Eve" in list_seated(event)
    merge_players(ann, eve, reason="one", **WHO)
    assert list_seated(event) == {"Bob", "Cyd", "Dee", "Eve"}


def test_pairs_that_meet_are_called_as_they_are_shown(league: League, players: list[Player]) -> None:
    event, (ann, bob, cyd, dee, eve, *_others) = make_event(league, EntryKind.PAIR), players
    enter_players(event, [(ann, bob), (cyd, dee)], **WHO)
    before = Event.objects.get(pk=event.pk).revision
    merge_players(ann, eve, reason="one", **WHO)
    assert Event.objects.get(pk=event.pk).revision > before
    assert [entry.name for entry in list_entries(event)] == ["Cyd & Dee", "Eve & Bob"]


def test_a_season_of_pairs_shows_the_person(league: League, players: list[Player]) -> None:
    event, (ann, bob, cyd, dee, eve, *_others) = make_evening(make_season(league), 1, kind="pair"), players
    play_evening(event, [ann, bob, cyd, dee], "NNE")
    merge_players(ann, eve, reason="one", **WHO)
    assert "Eve & Cyd" in list_names(event)


@pytest.mark.parametrize("path", ["", "projector/", "standings/{entry}/", "round/1/table/1/"])
def test_pages_show_the_person(client: Client, league: League, players: list[Player], path: str) -> None:
    edit_league(league, name=league.name, is_public=True, **WHO)
    event, (ann, bob, cyd, dee, eve, *_others) = make_event(league, EntryKind.PLAYER), players
    play_game(event, [ann, bob, cyd, dee], (2, 1))
    merge_players(ann, eve, reason="one", **WHO)
    own = next(line.entry.pk for line in list_standings(Event.objects.get(pk=event.pk)) if line.entry.name == "Eve")
    html = client.get(f"/events/{event.slug}/{path.format(entry=own)}").content.decode()
    assert "Eve" in html
    assert re.search(r"\bAnn\b", html) is None
