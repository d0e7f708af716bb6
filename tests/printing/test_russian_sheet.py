"""The sheet in Russian: nothing English is left on it, and its longer words fit their boxes whole."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from league.models import Event
from league.printing.tally import build_document, build_spare_sheet, list_table_sheets
from league.printing.typesetting import typeset
from tests.printing.conftest import EVENING, SeatTable
from tests.printing.paper import read_pages, read_text

NAMES = ("Анна Белова", "Олег Титов", "Пётр Лебедев", "Марина Соколова")
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
    seat(NAMES, deals=[RULING if "ruling" in facts else facts for facts in EVENING])
    pdf = print_sheets(event, paper=paper, kind=kind)
    (page,) = read_pages(pdf)
    words = " ".join(word.text for word in page if ":" not in word.text or "/" not in word.text)
    assert set(LATIN.findall(words)) == KEPT
    assert "…" not in words


def test_hands_are_told_in_russian(event: Event, seat: SeatTable) -> None:
    seat(NAMES, deals=EVENING)
    text = read_text(print_sheets(event, paper="a4", kind="recorded"))
    for said in (
        "Юкер Лэнд-Грант", "Игра до 10", "Заказчик", "Взятки заказчиков", "Штраф, чей", "Пересдача: сдаёт тот же игрок",
        "Ренонс, З (Марина): соперникам +2", "Разговоры, С (Анна): предупреждение, без очков.", "Подпись за С–Ю",
    ):  # fmt: skip
        assert said in text
