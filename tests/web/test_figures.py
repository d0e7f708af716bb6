"""How figures look: signs, ticks in bundles of five, totals below nought."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Event
from league.templatetags.oddtrick import signed, ticks, total
from league.wording import join_totals


def test_signs_are_as_long_as_figures() -> None:
    assert [signed(figure) for figure in (5, 0, -12)] == ["+5", "0", "\N{MINUS SIGN}12"]
    assert [total(figure) for figure in (5, 0, -12)] == ["5", "0", "\N{MINUS SIGN}12"]


def test_totals_below_nought_stand_apart() -> None:
    assert join_totals([7, 3]) == "7–3"
    assert join_totals([0, 0, 0]) == "0–0–0"
    assert join_totals([7, -3]) == "7 : \N{MINUS SIGN}3"


@pytest.mark.parametrize(("count", "strikes"), [(0, []), (4, []), (5, [5]), (9, [5]), (11, [5, 10])])
def test_every_fifth_tick_strikes_through_the_four_before(count: int, strikes: list[int]) -> None:
    drawn = ticks(count)
    assert len(drawn) == count
    assert [place for place, kind in enumerate(drawn, start=1) if kind == "strike"] == strikes


def test_the_events_of_a_league_say_their_game(client: Client, event: Event) -> None:
    assert "Land-Grant Euchre · " in client.get("/leagues/riverside/").content.decode()
