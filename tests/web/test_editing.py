"""Leagues, events and names changed on their pages; the log keeps what they were."""

from __future__ import annotations

from django.test import Client

from league.models import AuditRow, Entry, Event, League, Player, Table


def test_a_league_gets_another_name_and_is_closed_to_the_public(admin: Client, league: League) -> None:
    assert admin.post("/leagues/riverside/edit/", {"name": "Seaside"}).status_code == 303
    league.refresh_from_db()
    assert (league.name, league.slug, league.is_public) == ("Seaside", "riverside", False)
    assert AuditRow.objects.get(action="league_edited").detail["old"] == {"name": "Riverside", "is_public": True}
    assert "Riverside → Seaside" in admin.get("/leagues/riverside/log/").content.decode()
    assert admin.post("/leagues/riverside/edit/", {"name": " "}).status_code == 422


def test_an_event_gets_another_name_and_date(admin: Client, event: Event) -> None:
    assert admin.post("/events/tuesday/edit/", {"name": "Wednesday", "held_on": "2026-05-13"}).status_code == 303
    changed = Event.objects.get()
    assert (changed.name, str(changed.held_on), changed.slug) == ("Wednesday", "2026-05-13", "tuesday")
    assert changed.revision > event.revision


def test_an_event_is_closed_and_opened_again(admin: Client, event: Event) -> None:
    for action, is_open in (("close", False), ("close", False), ("open", True)):
        assert admin.post("/events/tuesday/edit/", {"action": action}).status_code == 303
        assert Event.objects.get().is_open is is_open
    assert AuditRow.objects.filter(action="event_closed").count() == 1


def test_a_player_renamed_is_renamed_in_the_standings(admin: Client, table: Table, players: list[Player]) -> None:
    assert admin.post(f"/leagues/riverside/players/{players[2].pk}/", {"name": "Cyd Jr"}).status_code == 303
    assert {entry.name for entry in Entry.objects.all()} == {"Ann & Cyd Jr", "Bob & Dee"}
    assert AuditRow.objects.get(action="player_renamed").detail == {"name": "Cyd Jr", "old": {"name": "Cyd"}}


def test_a_player_of_another_league_is_not_found(admin: Client, closed_table: Table, league: League) -> None:
    foreign = closed_table.seats.first()
    assert foreign is not None
    assert admin.post(f"/leagues/riverside/players/{foreign.player_id}/", {"name": "X"}).status_code == 404


def test_a_closed_event_says_so_and_offers_nothing_that_is_refused(admin: Client, event: Event) -> None:
    offers = ("/events/tuesday/rounds/new/", "/events/tuesday/import/")
    page = admin.get("/events/tuesday/").content.decode()
    assert "Closed, not yet published" not in page
    assert all(offer in page for offer in offers)
    admin.post("/events/tuesday/edit/", {"action": "close"})
    page = admin.get("/events/tuesday/").content.decode()
    assert "Closed, not yet published" in page
    assert not any(offer in page for offer in offers)
    assert "/events/tuesday/edit/" in page


def test_the_seats_of_a_closed_event_are_not_offered(admin: Client, table: Table) -> None:
    path = "/events/tuesday/round/1/table/1/"
    assert f"{path}seats/" in admin.get(path).content.decode()
    admin.post("/events/tuesday/edit/", {"action": "close"})
    assert f"{path}seats/" not in admin.get(path).content.decode()
