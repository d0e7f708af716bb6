"""A score says to who hears it whose each figure is; a day is said in words of the page's language."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.utils import timezone, translation

from league.models import Table
from league.wording import tell_totals, word_day_and_time
from tests.web.conftest import record

MARCH = {"maker": "N", "tricks": 5}
TABLE = "/events/tuesday/round/1/table/1/"


@pytest.mark.parametrize("path", [TABLE, f"{TABLE}paper/", f"{TABLE}history/"])
def test_the_score_after_a_hand_says_whose_it_is(path: str, admin: Client, table: Table) -> None:
    record(table, MARCH, MARCH)
    page = admin.get(path).content.decode()
    assert '<span class="unseen">North–South 2, East–West 0</span>' in page
    assert '<span class="unseen">North–South 4, East–West 0</span>' in page


def test_the_score_on_the_board_says_whose_it_is(admin: Client, table: Table) -> None:
    record(table, MARCH)
    assert "North–South 2, East–West 0" in admin.get("/events/tuesday/board/").content.decode()


def test_a_side_that_is_one_player_is_called_by_name() -> None:
    assert tell_totals({"A": 7, "B": -3}, {"A": "Ann", "B": "Bob"}) == "Ann 7, Bob −3"


@pytest.mark.parametrize(("language", "words"), [("en", "30 November, 16:05"), ("ru", "30 ноября, 16:05")])
def test_a_day_is_said_in_words(language: str, words: str) -> None:
    now = timezone.localtime().replace(month=11, day=30, hour=16, minute=5)
    with translation.override(language):
        assert word_day_and_time(now) == words
        assert str(now.year - 1) in word_day_and_time(now - datetime.timedelta(days=365))
