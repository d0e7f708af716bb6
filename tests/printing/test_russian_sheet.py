"""The sheet in Russian: nothing English is left on it, and its longer words fit their boxes whole."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from league.models import Event, League
from league.printing.tally import build_document, build_spare_sheet, list_player_counts, list_table_sheets
from league.printing.typesetting import typeset
from league.services.recording import call_time
from league.services.setup import create_event
from rules.catalog import GAMES
from tests.printing.conftest import EVENING, SeatTable
from tests.printing.paper import read_pages, read_text
from tests.printing.played import PLAYED, play_yukon

NAMES = (
    "Анна Белова", "Олег Титов", "Пётр Лебедев", "Марина Лось", "Иван Кузьмин", "Ида Линд", "Тимур",
)  # fmt: skip
LATIN = re.compile(r"[A-Za-z]+")
#: The names of the league, the event and the product; the address on the sheet stands in a word of its own.
KEPT = {"Riverside", "Autumn", "evening", "Odd", "Trick"}
RULING = {"ruling": {"points": {"EW": 1}, "reason": "показал карты до хода", "by": "Марта"}}


def print_sheets(event: Event, *, paper: str, kind: str) -> bytes:
    with translation.override("ru"):
        spares = (build_spare_sheet(event),)
        sheets = spares if kind == "spare" else list_table_sheets(event.tables.all(), is_blank=kind == "blank")
        return typeset(build_document(event, sheets, paper=paper))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("kind", ["recorded", "blank", "spare"])
def test_the_sheet_is_all_in_russian_and_nothing_is_cut(kind: str, paper: str, event: Event, seat: SeatTable) -> None:
    seat(NAMES[:4], deals=[RULING if "ruling" in facts else facts for facts in EVENING])
    pdf = print_sheets(event, paper=paper, kind=kind)
    (page,) = read_pages(pdf)
    words = " ".join(word.text for word in page if ":" not in word.text or "/" not in word.text)
    assert set(LATIN.findall(words)) == KEPT
    assert "…" not in words


def test_hands_are_told_in_russian(event: Event, seat: SeatTable) -> None:
    seat(NAMES[:4], deals=EVENING)
    text = read_text(print_sheets(event, paper="a4", kind="recorded"))
    for said in (
        "Юкер Лэнд-Грант", "Игра до 10", "Заказчик", "Взятки заказчиков", "Штраф, чей", "Пересдача: сдаёт тот же игрок",
        "Ренонс, З (Марина): соперникам +2", "Разговоры, С (Анна): предупреждение, без очков.", "Подпись за С–Ю",
    ):  # fmt: skip
        assert said in text


def seat_games(event: Event, seat: SeatTable, *, is_over: bool) -> None:
    """A table for each number of players, with what was played there, time called."""
    for number, players in enumerate(list_player_counts(event.rules), start=1):
        chosen = players if event.rules.player_counts else None
        deals = play_yukon(event.make_rules(chosen).sides) if event.game == "yukon" else PLAYED[event.game]
        said = [
            {"ruling": facts["ruling"] | {"reason": "спор", "by": "Ия"}} if "ruling" in facts else facts
            for facts in deals
        ]
        names = [f"{name} {number}" for name in NAMES[:players]]
        table = seat(names, deals=said, event=event, number=number, players=chosen)
        if is_over:
            call_time(table, called=True, by=None, source="web")


@pytest.mark.parametrize("kind", ["recorded", "over", "blank", "spare"])
@pytest.mark.parametrize("key", GAMES)
def test_the_sheet_of_every_game_is_all_in_russian_and_nothing_is_cut(
    key: str, kind: str, league: League, seat: SeatTable
) -> None:
    event = create_event(league, name="Вечер", game=key, by=None, source="web")
    seat_games(event, seat, is_over=kind == "over")
    for page in read_pages(print_sheets(event, paper="a4", kind="recorded" if kind == "over" else kind)):
        words = " ".join(word.text for word in page if ":" not in word.text or "/" not in word.text)
        assert set(LATIN.findall(words)) <= KEPT | set("ABCDEFG")
        assert [word.text for word in page if "…" in word.text] == []


def test_who_has_points_of_his_own_is_told_by_his_letter_and_name(league: League, seat: SeatTable) -> None:
    event = create_event(league, name="Вечер", game="euchre", preset="progressive", by=None, source="web")
    seat(NAMES[:4], deals=[{"maker": "E", "tricks": 5, "alone": True}], event=event)
    assert "Свои очки за соло, В (Олег): 1" in read_text(print_sheets(event, paper="a4", kind="recorded"))


def test_a_forced_bid_is_marked_with_the_letter_that_the_notes_explain(league: League, seat: SeatTable) -> None:
    event = create_event(league, name="Вечер", game="grand", by=None, source="web")
    forced = {"bidder": "N", "bid": 5, "play": "whist", "forced": True, "tricks": 7, "dealer": "N"}
    seat(NAMES[:4], deals=[forced], event=event)
    text = read_text(print_sheets(event, paper="a4", kind="recorded"))
    assert "5 В" in text
    assert "В рядом с заявкой: трое спасовали" in text
