"""The form of a hand opened to be changed is filled with the hand, and says the same when it is sent untouched."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from league.web.deal_form import DealForm
from league.web.deal_forms import find_form
from rules.catalog import GAMES
from rules.game import Game, State
from scoring.fold import fold_sheet
from scoring.reading import read_entry, read_sheet
from scoring.sheet import Played
from scoring.steps import apply_entry
from tests.strategies import make_sheet_game, of_each_game, sheets
from tests.web.pressing import read_inputs


def send_untouched(game: Game, form: DealForm) -> dict[str, Any]:
    """The facts of a form rendered by its game's template and sent back by a browser."""
    names = {seat: f"Player {seat}" for seat in game.seats}
    context = {
        "form": form, "game": game, "dealer": "Ann", "has_many_sides": len(game.sides) > 2,
        "filled": {name for name in form.fields if form[name].value() not in (None, "", False, [])},
    }  # fmt: skip
    html = render_to_string([f"league/deal/{game.key}.html", "league/deal/any.html"], context)
    sent = QueryDict(mutable=True)
    for name, values in read_inputs(f'<form><input name="key" value="k">{html}</form>', has="key").items():
        sent.setlist(name, values)
    sent["position"] = "1"
    back = type(form)(sent, game=game, names=names, state=form.state, facts=form.initial.get("facts"))
    assert back.is_valid(), back.errors
    return back.read_facts()


def list_hands(sheet: dict[str, Any]) -> list[tuple[dict[str, Any], State]]:
    """The hands of a sheet that are entered by their form, each with the game before it."""
    read, _faults = read_sheet(sheet)
    assert read is not None
    folded, _none = fold_sheet(read)
    return [
        (sheet["deals"][step.position - 1], step.before)
        for step in folded.steps
        if isinstance(step.entry, Played) and not sheet["deals"][step.position - 1].get("passed_out")
    ]


@pytest.mark.parametrize("key", sorted(GAMES))
@of_each_game
@given(data=st.data())
def test_a_hand_sent_untouched_is_the_same_hand(key: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets(key, with_rulings=False))
    game = make_sheet_game(sheet)
    names = {seat: f"Player {seat}" for seat in game.seats}
    # Each page takes long to make: the last hands of a game have the most behind them.
    for facts, before in list_hands(sheet)[-2:]:
        plain = {name: value for name, value in facts.items() if name != "dealer"}
        form = find_form(game)(game=game, names=names, state=before, facts=plain, initial={"facts": plain})
        entry, _faults = read_entry(game, facts)
        assert isinstance(entry, Played)
        again, faults = read_entry(game, send_untouched(game, form))
        assert isinstance(again, Played), faults
        one, other = (apply_entry(game, each, before) for each in (Played(deal=entry.deal), again))
        assert (one.lines, one.after.totals) == (other.lines, other.after.totals)
