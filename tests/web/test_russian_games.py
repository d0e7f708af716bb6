"""The pages of every game in Russian: what was played, what is wrong, how it ends; nothing English is left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from django.test import Client

from league.models import League, Player, Table
from league.services.recording import call_time
from rules.catalog import GAMES
from tests.printing.played import PLAYED, play_yukon
from tests.web.conftest import record
from tests.web.playing import address, open_table
from tests.web.test_russian_pages import KEPT, LATIN, RUSSIAN, find_words

#: Seats without a compass, and what stands for a game or a book in every language.
NAMED = {*"ABCDEFG", "Golddigger", "night", *(word for key in GAMES for word in key.split("-"))}

Facts = Mapping[str, Any]


def say_in_russian(deals: Iterable[Facts]) -> list[Facts]:
    """The same hands; who gave a ruling wrote the reason in Russian."""
    said = {"reason": "карты показаны до хода", "by": "Марта"}
    return [{"ruling": dict(facts["ruling"]) | said} if "ruling" in facts else facts for facts in deals]


def play(key: str, sides: Sequence[str]) -> list[Facts]:
    return say_in_russian(play_yukon(tuple(sides)) if key == "yukon" else PLAYED[key])


def find_english(response: Any) -> set[str]:
    return set(LATIN.findall(find_words(response))) - KEPT - NAMED


@pytest.fixture
def seat(league: League, players: list[Player]) -> Any:
    def make(key: str, *, deals: Iterable[Facts] = (), **more: Any) -> Table:
        table = open_table(league, players, game=key, **more)
        record(table, *deals)
        return table

    return make


PLAYERS = [*((key, None) for key in GAMES), ("yukon", 2), ("yukon", 3), ("yukon", 5)]


@pytest.mark.parametrize(("key", "count"), PLAYERS)
def test_nothing_english_is_left_at_a_table(key: str, count: int | None, admin: Client, seat: Any) -> None:
    alone = {"entry_kind": "player"} if count else {}
    table = seat(key, count=count, **alone)
    record(table, *play(key, table.event.make_rules(count).sides))
    for path in (address(table), f"/events/{table.event.slug}/", f"/events/{table.event.slug}/rounds/new/"):
        assert not find_english(admin.get(path, headers=RUSSIAN)), path
    call_time(table, called=True, by=None, source="web")
    for path in (address(table), f"/events/{table.event.slug}/"):
        assert not find_english(admin.get(path, headers=RUSSIAN)), path


@pytest.mark.parametrize(("key", "preset"), [(key, preset) for key, game in GAMES.items() for preset in game.presets])
def test_nothing_english_is_left_where_rules_are_chosen_and_shown(
    key: str, preset: str, admin: Client, seat: Any
) -> None:
    assert not find_english(admin.get(f"/leagues/riverside/events/new/?game={key}", headers=RUSSIAN))
    table = seat(key, preset=preset)
    assert not find_english(admin.get(f"/events/{table.event.slug}/", headers=RUSSIAN))
    assert not find_english(admin.get(address(table), headers=RUSSIAN))


@pytest.mark.parametrize("key", GAMES)
def test_faults_of_a_hand_of_every_game_are_told_in_russian(key: str, admin: Client, seat: Any) -> None:
    table = seat(key)
    form = admin.get(address(table)).context["form"]
    sent = {"key": form["key"].value(), "position": str(form["position"].value()), "action": "save"}
    response = admin.post(address(table), sent, headers=RUSSIAN)
    assert response.status_code == 422
    assert not find_english(response)


def test_the_list_of_games_is_in_russian() -> None:
    words = find_words(Client().get("/games/", headers=RUSSIAN))
    for name in ("Юкер Лэнд-Грант", "Гранд", "Юкон", "Юкер на семерых", "Вист двое на двое", "Юкер"):
        assert name in words
    assert not set(LATIN.findall(words)) - KEPT - NAMED


#: Game -> what its page says of the hands in tests/printing/played.py.
SAID = {
    "grand": (
        "Ann: заявка 25. Вист", "Вист, заявка 25: взяток 11, сверх шести 5 по 5",
        "Гранд, заявка 40 не выполнена, взяток 9: снимается заявленное", "вынужденно",
        "Юкер соло, заявка 20 не выполнена, взято 3 из 5: снимается заявленное и 20",
        "Нарушение, Bob; черви, заявка 50: снимается заявленное и 13 за все червы",
    ),
    "yukon": ("Посчитаны карты", "туз пик: Север–Юг", "десятки 0 × 10", "всего 85", "Пересдача"),
    "seven-handed-euchre": (
        "Bob: заявка 5, партнёры: Ann, Фёдор", "Заявка 5 выполнена: взято 7 из 7",
        "Юкер, Gus: заявка 7, взято 3 из 7; каждому сопернику 7", "Все спасовали", "Cyd: заявка 20, соло",
        "Ренонс, Ann: заявка 3 считается выполненной",
    ),
    "euchre": ("Сыграно: заказчики взяли 3 из 5", "Соло: взяты все 5 взяток", "Ренонс, Dee: соперникам +2"),
    "partnership-whist": ("Взято 8 из 13: сверх шести 2", "без козыря", "Взятки: Восток–Запад 7"),
}  # fmt: skip


@pytest.mark.parametrize("key", SAID)
def test_hands_of_every_game_are_told_in_russian(key: str, admin: Client, seat: Any) -> None:
    table = seat(key)
    record(table, *play(key, table.event.make_rules(None).sides))
    words = find_words(admin.get(address(table), headers=RUSSIAN))
    for said in SAID[key]:
        assert said in words


def test_the_settlement_is_worked_in_russian_with_a_minus_as_long_as_a_figure(admin: Client, seat: Any) -> None:
    failed = {"bidder": "E", "bid": 40, "play": "grand", "tricks": 9}
    table = seat("grand", deals=[{"bidder": "N", "bid": 25, "play": "whist", "tricks": 11}, failed])
    call_time(table, called=True, by=None, source="web")
    words = find_words(admin.get(address(table), headers=RUSSIAN))
    for said in (
        "Победа 25 : −40: Север–Юг", "Очки: Север–Юг 25, Восток–Запад −40",
        "Близость: впереди Север–Юг, 100 + 40 = 140",
        "Откаты: Север–Юг 0, Восток–Запад 1; засчитано 1 × 10 = 10, Север–Юг", "Расчёт: Север–Юг 140 + 10 = 150",
        "Решает расчёт. Победа: Север–Юг.", "1 откат",
    ):  # fmt: skip
        assert said in words


def test_prizes_are_told_in_russian(admin: Client, seat: Any) -> None:
    table = seat("seven-handed-euchre", deals=play("seven-handed-euchre", "ABCDEFG"))
    call_time(table, called=True, by=None, source="web")
    words = find_words(admin.get(address(table), headers=RUSSIAN))
    assert "Приз за наибольшее число очков: Cyd, 20" in words
    assert "Утешительный приз за наименьшее число очков: Gus, 2" in words
    assert "Окончено, сдач: 5" in words


@pytest.mark.parametrize(("setbacks", "said"), [(1, "1 откат"), (2, "2 отката"), (5, "5 откатов")])
def test_setbacks_are_counted_as_russian_does(setbacks: int, said: str, admin: Client, seat: Any) -> None:
    given = {"ruling": {"points": {}, "setbacks": {"NS": setbacks}, "reason": "спор"}}
    words = find_words(admin.get(address(seat("grand", deals=[given])), headers=RUSSIAN))
    assert re.search(rf"\b{said}\b", words)
