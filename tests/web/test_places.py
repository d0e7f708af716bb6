"""Who stands in, shares or is borrowed when a round is opened, where that is shown, and seats that were wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from league.models import Event, Player, Table
from league.services.attendance import check_in
from league.services.attendance_places import share_seat, stand_in
from league.services.recording import record_deal

LogIn = Callable[[str], Client]
NEW, TABLE = "/events/tuesday/rounds/new/", "/events/tuesday/round/1/table/1/"
BY: dict[str, Any] = {"by": None, "source": "web"}


def seat(players: list[Player]) -> dict[str, Any]:
    return {f"t1-{letter}": player.pk for letter, player in zip("NESW", players, strict=False)} | {"t1-dealer": "N"}


def line(number: int, who: Player, what: str, whom: Player | None = None) -> dict[str, Any]:
    return {f"p{number}-who": who.pk, f"p{number}-what": what, f"p{number}-whom": whom.pk if whom else ""}


@pytest.fixture
def admin(log_in: LogIn, event: Event, players: list[Player]) -> Client:
    return log_in("admin")


def test_the_desk_fills_the_seats_and_the_lines(admin: Client, event: Event, players: list[Player]) -> None:
    for player in players[:3]:
        check_in(event, player, **BY)
    stand_in(event, players[5], place_of=players[3], **BY)
    share_seat(event, players[6], partner=players[0], **BY)
    page = admin.get(NEW)
    html = page.content.decode()
    assert "Who is not there?" not in html
    seated = set(re.findall(r'<option value="(\d+)" selected>', html.partition('class="drawer places"')[0]))
    assert seated == {str(player.pk) for player in (*players[:3], players[5])}
    assert [str(row.what.count("selected")) for row in page.context["places"]][:2] == ["1", "1"]
    lines = "".join(f"{row.who}{row.whom}" for row in page.context["places"])
    chosen = set(re.findall(r'<option value="(\d+)" selected>', lines))
    assert chosen == {str(players[place].pk) for place in (0, 3, 5, 6)}


def test_what_is_special_is_stored_and_shown(admin: Client, event: Event, players: list[Player]) -> None:
    sent = seat(players) | line(1, players[0], "for", players[5]) | line(2, players[1], "with", players[6])
    sent |= line(3, players[2], "borrowed")
    assert admin.post(NEW, {"number": 1, "tables": 1, **sent}).status_code == 303
    seats = {each.seat: each for each in event.tables.get().seats.all()}
    assert (seats["N"].stands_in_for, seats["E"].shared_with, seats["S"].borrowed) == (players[5], players[6], True)
    assert seats["N"].entry.name == "Фёдор & Cyd"
    for path in (TABLE, "/events/tuesday/"):
        html = admin.get(path).content.decode()
        assert "Ann for Фёдор" in html
        assert "Bob, by turns with Gus" in html
        assert "Cyd (borrowed)" in html
    assert "N for Фёдор" in admin.get(f"{TABLE}history/").content.decode()
    assert admin.get(f"{TABLE}seats/").content.decode().count('class="place-line"') == 5


def test_a_line_that_lacks_something_loses_nothing(admin: Client, event: Event, players: list[Player]) -> None:
    sent = seat(players) | line(1, players[0], "for")
    response = admin.post(NEW, {"number": 1, "tables": 1, **sent})
    assert response.status_code == 422
    html = response.content.decode()
    assert "Say for whom or with whom Ann plays." in html
    assert f'<option value="{players[0].pk}" selected>' in "".join(row.who for row in response.context["places"])
    response = admin.post(NEW, {"number": 1, "tables": 1, **seat(players), **line(1, players[0], "for", players[1])})
    assert "Bob sits in this round, too" in response.content.decode()
    assert not event.tables.exists()


def test_seats_are_changed_before_and_after_the_first_hand(admin: Client, table: Table, players: list[Player]) -> None:
    path = f"{TABLE}seats/"
    swapped = [players[1], players[0], *players[2:4]]
    admin.post(path, {**seat(players), **line(1, players[0], "for", players[7])})
    assert table.seats.get(seat="N").stands_in_for == players[7]
    record_deal(table, {"maker": "N", "tricks": 5}, position=1, key="one", **BY)
    assert "Hands have been entered here." in admin.get(path).content.decode()
    page = admin.post(path, {"action": "preview", **seat(swapped)})
    html = page.content.decode()
    assert "table 1, North: 2, in play → table 1, East: 0, in play" in html
    assert table.seats.get(seat="N").player == players[0]
    sent = {**seat(swapped), "stamp": page.context["stamp"]}
    response = admin.post(path, {"action": "save", **sent, "reason": ""})
    assert (response.status_code, "Say why the seats are changed" in response.content.decode()) == (422, True)
    assert admin.post(path, {"action": "save", **sent, "reason": "Sat so"}).status_code == 303
    assert table.seats.get(seat="N").player == players[1]
    assert table.seats.get(player=players[0]).stands_in_for == players[7]
    history = admin.get(f"{TABLE}history/").content.decode()
    assert "Sat so" in history
    response = admin.post(path, {"action": "save", **seat(players), "stamp": "old", "reason": "Back"})
    assert (response.status_code, "look at what would happen once more" in response.content.decode()) == (422, True)


def test_a_scorer_changes_no_seats(log_in: LogIn, table: Table, players: list[Player]) -> None:
    record_deal(table, {"maker": "N", "tricks": 5}, position=1, key="one", **BY)
    assert log_in("scorer").post(f"{TABLE}seats/", {"action": "save", **seat(players)}).status_code == 403
