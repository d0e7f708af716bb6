"""The pages in Russian: nothing English is left on them, counts and dates are as Russian has them."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.models import Event, Player, Table
from league.services.seating import seat_table
from tests.web.conftest import HTMX, NAMES, read_form, record
from tests.web.test_templates import TextFinder

RUSSIAN = {"Accept-Language": "ru"}
EVENT = "/events/tuesday/"
TABLE = "/events/tuesday/round/1/table/1/"

LATIN = re.compile(r"[A-Za-z]+")
#: What is the same in every language: names, kinds of files, the other language's own name.
KEPT = {
    *NAMES, "Admin", "Scorer", "Olga", "Owner", "Riverside", "Hilltop", "Tuesday", "Odd", "Trick", "English",
    "PDF", "CSV", "XLSX", "JSON", "Lines", "QR", "http", "https", "localhost",
}  # fmt: skip

HANDS: tuple[Mapping[str, Any], ...] = (
    {"maker": "N", "tricks": 3},
    {"maker": "E", "tricks": 5, "alone": True, "suit": "H", "round": 2, "turned_down": "C"},
    {"maker": "S", "tricks": 2},
    {"misdeal": True},
    {"maker": "W", "tricks": 4, "infractions": [{"kind": "table_talk", "offender": "N"}]},
    {"maker": "W", "infractions": [{"kind": "renege", "offender": "W"}]},
    {"ruling": {"points": {"NS": -1}, "reason": "спор о ходе", "by": "Олег"}},
)


def find_words(response: Any) -> str:
    """What is read or heard on the page, in one line, without commands, which are the same in every language."""
    finder = TextFinder()
    finder.feed(re.sub(r"<(code|script)\b.*?</\1>", "", response.content.decode(), flags=re.DOTALL))
    return " ".join(" ".join(finder.texts).split())


def find_english(response: Any) -> set[str]:
    return set(LATIN.findall(find_words(response))) - KEPT


@pytest.fixture
def played(table: Table) -> Table:
    """A table at which everything has happened that a line can say."""
    record(table, *HANDS)
    return table


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/leagues/new/",
        "/leagues/riverside/",
        "/leagues/riverside/players/",
        "/leagues/riverside/seasons/new/",
        "/leagues/riverside/events/new/",
        EVENT,
        f"{EVENT}rounds/new/",
        TABLE,
        "/events/tuesday/round/1/table/2/",
        "/events/tuesday/round/1/table/2/seats/",
        f"{EVENT}sheets.pdf?copies=0",
        "/accounts/password/change/",
        "/nowhere/",
    ],
)
def test_nothing_english_is_left_for_an_admin(path: str, admin: Client, played: Table, players: list[Player]) -> None:
    seat_table(
        played.event, round_number=1, number=2, seats=dict(zip("NESW", players[4:], strict=True)), by=None, source="web"
    )
    response = admin.get(path, headers=RUSSIAN)
    assert response.headers["Content-Language"] == "ru"
    assert not find_english(response)


@pytest.mark.parametrize("path", ["/", EVENT, TABLE, "/accounts/login/", "/accounts/password/reset/", "/nowhere/"])
def test_nothing_english_is_left_for_a_visitor(path: str, played: Table) -> None:
    assert not find_english(Client().get(path, headers=RUSSIAN))


def test_nothing_english_is_left_of_the_log(admin: Client, played: Table) -> None:
    response = admin.get("/leagues/riverside/log/", headers=RUSSIAN)
    assert "Стол открыт : Север: Ann, Восток: Bob, Юг: Cyd, Запад: Dee" in find_words(response)
    assert not find_english(response)


def test_the_table_page_tells_hands_in_russian(scorer: Client, played: Table) -> None:
    words = find_words(scorer.get(TABLE, headers=RUSSIAN))
    for said in (
        "Север–Юг", "Кто заказал козырь?", "Сыграно: заказчики взяли 3 из 5", "Соло: взяты все 5 взяток",
        "Юкер: заказчики взяли 2 из 5", "Пересдача", "Разговоры, Ann: предупреждение, без очков",
        "Ренонс, Dee: соперникам +2", "Решение: спор о ходе", "Записать сдачу 6", "до 10",
    ):  # fmt: skip
        assert said in words


def test_the_result_of_a_game_is_told_in_russian(scorer: Client, table: Table) -> None:
    record(table, *({"maker": "N", "tricks": 5, "alone": True},) * 3)
    assert "Победа 12–0: Север–Юг" in find_words(scorer.get(TABLE, headers=RUSSIAN))


@pytest.mark.parametrize(("hands", "said"), [(1, "1 сдача"), (2, "2 сдачи"), (5, "5 сдач")])
def test_the_event_page_counts_as_russian_does(hands: int, said: str, table: Table) -> None:
    Event.objects.update(held_on=datetime.date(2026, 3, 8))
    record(table, *({"maker": "N", "tricks": 3},) * hands)
    words = find_words(Client().get(EVENT, headers=RUSSIAN))
    assert f" {said} " in words
    assert "8 марта 2026 г." in words
    assert "Порядок: победы, разница очков, набранные очки." in words


def test_faults_of_a_hand_are_told_in_russian(scorer: Client, table: Table) -> None:
    response = scorer.post(TABLE, read_form(scorer, TABLE) | {"action": "save"}, headers=RUSSIAN | HTMX)
    assert response.status_code == 422
    words = find_words(response)
    assert "Укажите, кто заказал козырь: заказчик есть в каждой сдаче." in words
    assert "Не сохранено." in words
    assert not find_english(response)


def test_a_hand_that_came_too_late_is_told_in_russian(scorer: Client, admin: Client, table: Table) -> None:
    form = read_form(scorer, TABLE)
    first = {"action": "save", "maker": "N", "tricks": "3"}
    assert admin.post(TABLE, read_form(admin, TABLE) | first).status_code == 303
    response = scorer.post(TABLE, form | first | {"tricks": "4"}, headers=RUSSIAN)
    assert response.status_code == 409
    words = find_words(response)
    assert re.search(r"Здесь уже записана другая сдача: Admin, \d\d:\d\d. Ваша не сохранена.", words)
    assert "Записано: Заказчик: Ann; Взятки заказчиков: 3. У вас: Заказчик: Ann; Взятки заказчиков: 4." in words
    assert not find_english(response)


def test_a_page_that_is_not_there_says_so_in_russian(db: None) -> None:
    response = Client().get("/leagues/none/", headers=RUSSIAN)
    assert response.status_code == 404
    assert "Нет такой страницы" in find_words(response)


def test_a_refused_file_is_told_in_russian(
    admin: Client, table: Table, django_capture_on_commit_callbacks: Any
) -> None:
    file = SimpleUploadedFile("t.csv", b"round,table,maker,tricks\n2,1,N,9\n2,1,Q,3\n")
    with django_capture_on_commit_callbacks(execute=True):
        response = admin.post(f"{EVENT}import/", {"file": file}, headers=RUSSIAN)
    words = find_words(admin.get(response.headers["Location"], headers=RUSSIAN))
    assert "2 ошибки: ничего не сохранено" in words
    assert "Здесь нужно целое число от 0 до 5." in words
