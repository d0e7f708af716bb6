"""Recording, corrections, calls, codes, results and clocks in Russian: nothing English is left on their pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.link_codes import show_code, sign_link
from league.models import Call, Entry, Event, League, Player, Table, TableLink
from league.models.people import EntryWay
from league.selectors.sheets import list_records
from league.services.calls import answer_call, raise_call
from league.services.clock import pause_clock, start_clock
from league.services.corrections import correct_sheet
from league.services.links import make_link, revoke_link
from league.services.recording import call_time
from league.services.seating import seat_table
from league.services.stages import finalise_event, publish_event, reopen_results
from rules.catalog import GAMES
from tests.web.conftest import HTMX, read_form, record
from tests.web.playing import address, open_table
from tests.web.pressing import read_inputs
from tests.web.test_russian_games import NAMED, play
from tests.web.test_russian_pages import EVENT, HANDS, KEPT, LATIN, RUSSIAN, TABLE, find_words

#: Keys of a keyboard, the mark in a box, and the address of the page for codes.
KEYS = {"Enter", "Tab", "U", "R", "T", "x", "open"}
#: Seats without a compass, side by side in one box.
SEATS = {"AF", "CDE", "EF"}
MARCH = {"maker": "N", "tricks": 5}
REASON = "в протоколе иначе"


def find_english(response: Any, *also: str) -> set[str]:
    """What is English on a page. `also` are codes drawn by chance."""
    words = find_words(response)
    for each in also:
        words = words.replace(each, " ")
    return set(LATIN.findall(words)) - KEPT - KEYS


def get(client: Client, path: str) -> Any:
    response = client.get(path, headers=RUSSIAN)
    assert response.status_code == 200, path
    return response


@pytest.fixture
def link(table: Table) -> TableLink:
    return make_link(table, by=None, source="web")


@pytest.fixture
def busy(table: Table, link: TableLink, players: list[Player], owner: User) -> Table:
    """A table with a correction, an answered call and an open one, a link; its round has a clock and another table."""
    record(table, *HANDS, by=owner)
    seen = len(list_records(table))
    changes = {1: {**MARCH, "alone": True}, 3: None}
    correct_sheet(table, changes, seen=seen, key="c", reason=REASON, by=owner, source="web")
    call = raise_call(table, text="спор о ренонсе", key="1", by=None, source="link", link=link, side="NS").call
    ruling = {"ruling": {"points": {"NS": 1}, "reason": "карты показаны", "by": "Марта"}}
    answer_call(call, answer="очко", by=owner, source="web", ruling=ruling, position=8, key="r")
    raise_call(table, text="", key="2", by=None, source="link", link=link, side="EW")
    seats = dict(zip("NESW", players[4:], strict=True))
    seat_table(table.event, round_number=1, number=2, seats=seats, by=None, source="web")
    start_clock(table.round, minutes=20, by=owner, source="web")
    return table


PAGES = (
    "results/", "board/", "links/", "history/", "paper/", "projector/", "round/1/clock/", "round/1/table/1/",
    "round/1/table/1/hands/1/", "round/1/table/1/hands/2/before/", "round/1/table/1/history/", "round/1/table/1/call/",
    "round/1/table/1/paper/", "round/1/table/2/paper/", "",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_nothing_english_is_left_for_an_admin(page: str, admin: Client, busy: Table, link: TableLink) -> None:
    assert not find_english(get(admin, f"{EVENT}{page}"), show_code(link.code))


@pytest.mark.parametrize("page", ["history/", "round/1/table/1/history/", "projector/", "round/1/table/1/", ""])
def test_nothing_english_is_left_for_a_visitor(page: str, busy: Table) -> None:
    assert not find_english(get(Client(), f"{EVENT}{page}"))


def test_nothing_english_is_left_of_infractions_calls_and_log(
    admin: Client, busy: Table, players: list[Player], link: TableLink
) -> None:
    pause_clock(busy.round, by=None, source="web")
    entry = Entry.objects.filter(event=busy.event).first()
    assert entry is not None
    for path in (
        "/leagues/riverside/infractions/",
        f"/leagues/riverside/players/{players[0].pk}/infractions/",
        f"{EVENT}entries/{entry.pk}/infractions/",
        *(f"{EVENT}calls/{call.pk}/" for call in Call.objects.all()),
        f"{EVENT}round/1/clock/",
        f"{EVENT}board/",
        "/leagues/riverside/log/",
    ):
        assert not find_english(get(admin, path), show_code(link.code)), path


def test_the_history_tells_a_correction_in_russian(admin: Client, busy: Table) -> None:
    words = find_words(get(admin, f"{TABLE}history/"))
    for said in ("Исправлено", f"Причина: {REASON}", "Сдача записана", "Вызван администратор", "код"):
        assert said in words


def test_words_that_mean_two_things_are_told_apart(admin: Client, busy: Table) -> None:
    codes = find_words(get(admin, f"{EVENT}links/"))
    assert "Отозвать" in codes
    assert "Ренонс" not in codes
    assert "Часы тура запущены : тур 1 · 20 мин" in find_words(get(admin, "/leagues/riverside/log/"))


# --- Corrections --------------------------------------------------------------------------------------


def press(client: Client, url: str, *, action: str = "preview", **pressed: str) -> Any:
    sent = read_inputs(client.get(url, headers=RUSSIAN).content.decode(), has="seen")
    return client.post(url, {**sent, **pressed, "action": action}, headers=RUSSIAN)


def test_what_a_correction_changes_is_told_in_russian(scorer: Client, table: Table, players: list[Player]) -> None:
    record(table, *[MARCH] * 5)
    url = f"{TABLE}hands/1/"
    preview = press(scorer, url, maker="E")
    words = find_words(preview)
    for said in ("Что это меняет", "Победа 10–0: Север–Юг", "идёт игра", "8–2", "победы", "Таблица"):
        assert said in words
    assert not find_english(preview)
    for answer in (
        press(scorer, url, action="save", maker="E"),
        press(scorer, url, action="save", reason=REASON),
        press(scorer, f"{TABLE}hands/2/before/", maker="N", tricks="5"),
        press(scorer, url, kind="misdeal"),
    ):
        assert not find_english(answer)


def test_a_correction_that_came_too_late_is_told_in_russian(scorer: Client, admin: Client, table: Table) -> None:
    record(table, MARCH, MARCH)
    url = f"{TABLE}hands/1/"
    sent = read_inputs(scorer.get(url).content.decode(), has="seen") | {"reason": REASON, "action": "save"}
    assert press(admin, url, action="save", maker="W", reason=REASON).status_code == 303
    late = scorer.post(url, {**sent, "maker": "E"}, headers=RUSSIAN)
    assert late.status_code == 409
    assert "Протокол тем временем изменён: Admin" in find_words(late)
    assert not find_english(late)


@pytest.mark.parametrize("key", GAMES)
def test_every_hand_of_every_game_is_corrected_in_russian(
    key: str, admin: Client, league: League, players: list[Player]
) -> None:
    table = open_table(league, players, game=key)
    record(table, *play(key, table.rules.sides))
    assert not find_english(get(admin, f"{address(table)}paper/")) - NAMED - SEATS
    assert not find_english(get(admin, f"{address(table)}history/")) - NAMED
    for position in range(1, len(list_records(table)) + 1):
        assert not find_english(press(admin, f"{address(table)}hands/{position}/", kind="misdeal")) - NAMED


# --- Results ------------------------------------------------------------------------------------------


def test_every_stage_of_results_is_told_in_russian(admin: Client, table: Table, owner: User) -> None:
    record(table, *[MARCH] * 4)
    paths = [f"{EVENT}{page}" for page in ("results/", "", "round/1/table/1/", "projector/", "edit/")]
    told = {"unfinished": "Идёт запись сдач."}
    event = table.event

    def check(stage: str) -> None:
        for path in (*paths, "/leagues/riverside/"):
            assert not find_english(get(admin, path)), (stage, path)
        assert told[stage] in find_words(get(admin, f"{EVENT}results/"))

    check("unfinished")
    record(table, MARCH)
    told["finished"] = "Эти результаты не подтверждены"
    check("finished")
    refused = admin.post(f"{EVENT}results/", {"action": "publish", "window": "30", "seen": "0"}, headers=RUSSIAN)
    assert not find_english(refused)
    publish_event(event, by=owner, source="web", window=30, force_unconfirmed=True)
    told["published"] = "Предварительно: исправлять можно до"
    check("published")
    finalise_event(Event.objects.get(), by=owner, source="web")
    told["final"] = "Окончательно с"
    check("final")
    reopen_results(Event.objects.get(), reason=REASON, by=owner, source="web")
    told["reopened"] = f"Olga Owner: {REASON}"
    check("reopened")
    assert not find_english(admin.post(f"{EVENT}results/", {"action": "reopen"}, headers=RUSSIAN))


# --- Phones at the table ------------------------------------------------------------------------------


def sit_down(link: TableLink, side: str) -> Client:
    phone = Client()
    place = phone.get(f"/t/{sign_link(link)}/").headers["Location"]
    assert not find_english(get(phone, place))
    assert phone.post(place, {"side": side}).status_code == 303
    return phone


def enter(phone: Client, **hand: str) -> Any:
    sent = {**{name: str(value) for name, value in MARCH.items()}, **hand, **read_form(phone, TABLE), "action": "save"}
    return phone.post(TABLE, sent, headers=RUSSIAN)


@pytest.mark.parametrize("way", [EntryWay.CONFIRM, EntryWay.BOTH])
def test_what_two_sides_say_is_told_in_russian(way: EntryWay, link: TableLink, admin: Client) -> None:
    League.objects.update(entry_way=way)
    north, east = sit_down(link, "NS"), sit_down(link, "EW")
    enter(north)
    assert not find_english(get(east, TABLE))
    if way == EntryWay.BOTH:
        assert not find_english(enter(east, tricks="4"))
    else:
        page = f"{TABLE}say/1/"
        said = east.post(page, {**read_form(east, page), "maker": "N", "tricks": "4"}, headers=RUSSIAN)
        assert said.status_code == 303
    for client, path in (
        (north, TABLE),
        (east, TABLE),
        (admin, TABLE),
        (admin, f"{EVENT}board/"),
        (east, f"{TABLE}say/1/"),
    ):
        assert not find_english(get(client, path)), path
    assert "Сдача 1: расхождение" in find_words(get(north, TABLE))
    call_time(link.table, called=True, by=None, source="web")
    for client in (north, east, admin):
        assert not find_english(get(client, TABLE))


def test_a_phone_with_a_code_calls_in_russian(link: TableLink) -> None:
    phone = Client()
    phone.get(f"/t/{sign_link(link)}/")
    assert not find_english(get(phone, TABLE))
    key = phone.get(TABLE).context["call_form"]["key"].value()
    answer = phone.post(f"{TABLE}call/", {"key": key, "reason": "renege"}, headers=RUSSIAN | HTMX)
    assert "Администратора позвали в" in find_words(answer)
    assert not find_english(answer)


def test_what_is_wrong_with_a_code_is_told_in_russian(link: TableLink) -> None:
    phone = Client()
    assert not find_english(get(phone, "/open/"))
    for code in ("", "CCCCCCC"):
        assert not find_english(phone.post("/open/", {"code": code}, headers=RUSSIAN))
    assert not find_english(phone.get("/t/x/", headers=RUSSIAN))
    revoke_link(link, by=None, source="web")
    revoked = phone.get(f"/t/{sign_link(link)}/", headers=RUSSIAN)
    assert "Этот код отозван." in find_words(revoked)
    assert not find_english(revoked)
    for _try in range(100):
        locked = phone.post("/open/", {"code": "CCCCCCC"}, headers=RUSSIAN)
    assert locked.status_code == 429
    assert not find_english(locked)


def test_what_waits_on_a_phone_is_told_in_russian(scorer: Client, table: Table) -> None:
    words = find_words(get(scorer, TABLE))
    for said in ("Ждёт на этом телефоне", "Сдача #", "сдаёт #", "Отправка…", "Отправить сейчас"):
        assert said in words
    assert not find_english(get(Client(), "/offline/"))


# --- From paper ---------------------------------------------------------------------------------------


def test_faults_of_typed_lines_are_told_in_russian(admin: Client, table: Table) -> None:
    url = f"{TABLE}paper/"
    context = get(admin, url).context
    keys = [each.line.key for each in context["lines"]]
    typed = {f"{keys[0]}.maker": "Ы", f"{keys[1]}.tricks": "9", f"{keys[2]}.maker": "М", f"{keys[2]}.tricks": "3"}
    sent = {"line": keys, "position": str(context["position"]), "action": "save", **typed}
    answer = admin.post(url, sent, headers=RUSSIAN)
    assert answer.status_code == 422
    assert not find_english(answer)
    good = {
        "line": keys,
        "position": str(context["position"]),
        "action": "save",
        f"{keys[0]}.maker": "С",
        f"{keys[0]}.tricks": "3",
    }
    assert admin.post(url, good, headers=RUSSIAN).status_code == 303
    saved = get(admin, url)
    assert "1 строка сохранена." in find_words(saved)
    assert not find_english(saved)


@pytest.mark.parametrize("page", ["round/1/clock/", "board/"])
def test_faults_of_a_clock_are_told_in_russian(
    page: str, admin: Client, table: Table, log_in: Callable[[str], Client]
) -> None:
    for minutes in ("", "9999", "x"):
        sent = {"action": "start", "minutes": minutes, "next": f"{EVENT}{page}"}
        assert not find_english(admin.post(f"{EVENT}round/1/clock/", sent, headers=RUSSIAN))
    start_clock(table.round, minutes=20, by=None, source="web")
    words = re.sub(r"\d\d:\d\d", "", find_words(get(admin, f"{EVENT}{page}")))
    assert "до" in words.split()
