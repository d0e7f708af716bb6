"""The desk: taps, names typed, people behind a name; without scripts and by htmx."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from league.models import Attendance, Event, Player
from league.selectors.attendance import write_state
from league.services.attendance import check_in
from league.services.editing import close_event
from league.services.merging import merge_players
from league.services.seating import seat_table
from league.services.setup import add_players
from tests.web.conftest import HTMX

LogIn = Callable[[str], Client]
DESK = "/events/tuesday/check-in/"


@pytest.fixture
def desk(log_in: LogIn, event: Event, players: list[Player]) -> Client:
    return log_in("scorer")


def tap(client: Client, what: str, player: Player, seen: str = "-", **more: Any) -> Any:
    return client.post(DESK, {"action": "tap", "who": f"{what} {player.pk} {seen}"}, **more)


def read_state(player: Player) -> str:
    return write_state(Attendance.objects.filter(player=player).first())


def test_a_tap_on_a_row_checks_in_and_another_takes_it_back(desk: Client, players: list[Player]) -> None:
    ann = players[0]
    page = desk.get(DESK).content.decode()
    assert f'value="come {ann.pk} -"' in page
    assert "everybody of the league can be seated" in page
    response = tap(desk, "come", ann)
    assert (response.status_code, response.headers["Location"]) == (303, DESK)
    page = desk.get(DESK).content.decode()
    assert "Ann is here." in page
    assert f'value="undo {ann.pk} {read_state(ann)}"' in page
    tap(desk, "undo", ann, read_state(ann))
    assert Attendance.objects.get().arrived is None


def test_htmx_gets_the_lists_with_what_was_done_and_how_to_undo_it(desk: Client, players: list[Player]) -> None:
    page = tap(desk, "come", players[0], headers=HTMX).content.decode()
    assert page.lstrip().startswith('<div id="live"')
    assert f'value="undo {players[0].pk}"' in page


def test_what_another_device_said_meanwhile_is_shown_and_not_undone(
    desk: Client, event: Event, players: list[Player]
) -> None:
    check_in(event, players[0], by=None, source="web")
    response = tap(desk, "absent", players[0])
    assert response.status_code == 409
    assert "Somebody else has just changed Ann: here." in response.content.decode()
    assert Attendance.objects.get().arrived == 1


def test_a_name_checks_in_adds_or_asks(desk: Client, event: Event) -> None:
    def say(name: str, action: str = "name") -> Any:
        return desk.post(DESK, {"action": action, "name": name}, follow=True)

    assert "Ann is here." in say("ann").content.decode()
    page = say("Winifred").content.decode()
    assert "Winifred is new in the league, and here." in page
    assert "autofocus" in page
    response = say("Winnifred")
    assert response.status_code == 409
    page = response.content.decode()
    assert "Who is “Winnifred”?" in page
    assert "Nobody of these: add Winnifred" in page
    assert 'value="Winnifred"' in page
    say("Winnifred", "another")
    assert event.league.players.filter(name__startswith="Win").count() == 2
    response = say("")
    assert (response.status_code, "Give it a name." in response.content.decode()) == (422, True)


def test_the_figures_say_what_the_hall_comes_to(desk: Client, event: Event, players: list[Player]) -> None:
    more = add_players(event.league, [f"P{number}" for number in range(14)], by=None, source="web").added
    for player in [*players, *more]:
        check_in(event, player, by=None, source="web")
    page = desk.get(DESK)
    assert page.context["counts"][0] == ("here", "here", 22)
    assert page.context["hall"] == "5 tables of 4, 2 sit out"
    assert "2 more fill another table." in page.context["ways_out"]
    desk.post(DESK, {"action": "name", "name": "The twenty-third"})
    page = desk.get(DESK)
    assert page.context["hall"] == "5 tables of 4, 3 sit out"
    assert "1 more fills another table." in page.context["ways_out"]


def test_many_at_once(desk: Client, event: Event, players: list[Player]) -> None:
    seat_table(event, round_number=1, number=1, seats=dict(zip("NESW", players, strict=False)), by=None, source="web")
    assert "Whoever sits in the last round is here" in desk.get(DESK).content.decode()
    desk.post(DESK, {"action": "seated"})
    assert [person.name for person in desk.get(DESK).context["here"]] == ["Ann", "Bob", "Cyd", "Dee"]


def test_behind_a_name_is_all_else(desk: Client, event: Event, players: list[Player]) -> None:
    ann, bob, cyd = players[:3]
    for player in (ann, cyd):
        check_in(event, player, by=None, source="web")

    def send(player: Player, action: str, **fields: Any) -> Any:
        return desk.post(f"{DESK}{player.pk}/", {"action": action, "seen": read_state(player), **fields})

    def read_notes(player: Player) -> tuple[str, ...]:
        notes: tuple[str, ...] = desk.get(f"{DESK}{player.pk}/").context["person"].notes
        return notes

    assert send(bob, "come", from_round="3").status_code == 303
    assert read_notes(bob) == ("from round 3",)
    send(ann, "leave", after_round="4")
    assert read_notes(ann) == ("until round 4",)
    send(players[3], "stand-in", place_of=players[4].pk)
    assert read_notes(players[3]) == ("stands in for Eve",)
    send(players[5], "share", partner=cyd.pk)
    assert read_notes(cyd) == ("shares the seat with Фёдор",)
    send(cyd, "stay", table="3", seat="S")
    assert "stays at table 3, South" in read_notes(cyd)
    for fields in (
        {"action": "stay", "table": "x"},
        {"action": "come", "from_round": "999999999"},
        {"action": "stand-in"},
        {"action": "share", "partner": cyd.pk},
    ):
        response = send(cyd, **fields)
        assert response.status_code == 422
        assert 'role="alert"' in response.content.decode()
    assert desk.post(f"{DESK}{cyd.pk}/", {"action": "absent", "seen": "-"}).status_code == 409


def test_a_closed_event_says_so(desk: Client, event: Event, players: list[Player]) -> None:
    close_event(event, by=None, source="web")
    assert "This event is closed" in desk.get(DESK).content.decode()
    assert tap(desk, "come", players[0]).status_code == 422
    assert desk.get(f"{DESK}list/").status_code == 200


@pytest.mark.parametrize("who", ["", "come", "come x", "fly 1 -", "come 999999 -"])
def test_nonsense_is_no_button(desk: Client, who: str) -> None:
    assert desk.post(DESK, {"action": "tap", "who": who}).status_code in (400, 404)
    assert desk.post(DESK, {"action": "nonsense"}).status_code == 400


def test_whoever_is_here_already_is_said_to_be_and_another_of_the_name_comes_second(
    desk: Client, event: Event, players: list[Player]
) -> None:
    for name in ("Ann", "Winifred"):
        assert desk.post(DESK, {"action": "name", "name": name}).status_code == 303
        response = desk.post(DESK, {"action": "name", "name": name.upper()})
        page = response.content.decode()
        person = Player.objects.get(name=name)
        assert response.status_code == 409
        assert f"{name} is here already." in page
        assert f'value="come {person.pk}"' not in page
        assert page.index(f"{name} is here already.") < page.index("Somebody else: add another")
    desk.post(DESK, {"action": "another", "name": "Ann"})
    assert Player.objects.filter(name="Ann").count() == 2
    page = desk.post(DESK, {"action": "name", "name": "Ann"}).content.decode()
    assert page.count('<span class="tag">here already</span>') == 2


def test_one_person_of_two_names_is_one_line_of_the_desk(desk: Client, event: Event, players: list[Player]) -> None:
    zoe, newman, ann = players[:3]
    tap(desk, "come", ann)
    desk.post(DESK, {"action": "name", "name": newman.name})
    merge_players(newman, zoe, reason="One person", by=None, source="web")
    page = desk.get(DESK)
    assert page.context["counts"][0][2] == len(page.context["here"]) == 2
    assert [person.name for person in page.context["here"]] == [zoe.name, ann.name]
    row = Attendance.objects.get(player=newman)
    assert tap(desk, "leave", zoe, write_state(row)).status_code == 303
    assert [person.name for person in desk.get(DESK).context["here"]] == [ann.name]
    assert desk.get(f"{DESK}{zoe.pk}/").context["row"] == row


def test_the_form_takes_no_last_round_before_one_that_was_played(
    desk: Client, event: Event, players: list[Player]
) -> None:
    ann = players[0]
    tap(desk, "come", ann)
    seat_table(
        event, round_number=1, number=1, seats=dict(zip("NESW", players[:4], strict=True)), by=None, source="web"
    )
    for number in ("0", "99"):
        response = desk.post(f"{DESK}{ann.pk}/", {"action": "leave", "after_round": number})
        assert response.status_code == 422
    assert Attendance.objects.get(player=ann).left is None
