"""What holds for every whole game of the catalogue, under any house rules."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import GAMES
from rules.game import Partnership
from scoring.fold import close_fold, fold_sheet
from scoring.reading import read_entry, read_sheet, write_entry
from scoring.result import score_sheet, work_out, write_result
from scoring.rows import join_cells, read_cells, write_row
from scoring.sheet import Unread
from scoring.steps import apply_entry, find_violations
from tests.scoring.turning import drop_order, turn_result, turn_sheet
from tests.strategies import facts, games, hands, make_sheet_game, of_each_game, open_sheet, rulings, sheets

every_game = pytest.mark.parametrize("key", sorted(GAMES))


def draw_sheet(data: st.DataObject, key: str, **keys: Any) -> dict[str, Any]:
    sheet: dict[str, Any] = data.draw(sheets(key, **keys))
    return sheet


@every_game
@of_each_game
@given(data=st.data())
def test_turning_the_table_turns_the_points(key: str, data: st.DataObject) -> None:
    """Nobody's chair matters. In a game of two pairs this is that the sides change places."""
    sheet = draw_sheet(data, key)
    game = make_sheet_game(sheet)
    straight, turned = score_sheet(sheet), score_sheet(turn_sheet(sheet, game))
    assert "errors" not in straight
    assert drop_order(turned) == drop_order(turn_result(straight, game))
    if isinstance(game, Partnership):
        assert turned["totals"] == {"NS": straight["totals"]["EW"], "EW": straight["totals"]["NS"]}


@every_game
@of_each_game
@given(data=st.data())
def test_folding_a_part_and_then_the_rest_is_folding_all(key: str, data: st.DataObject) -> None:
    """What the site does: the sheet so far is folded, the next entry applied to its state."""
    raw = draw_sheet(data, key)
    whole, faults = read_sheet(raw)
    assert whole is not None
    assert not faults
    cut = data.draw(st.integers(0, len(raw["deals"])))
    part, _faults = read_sheet({**raw, "deals": raw["deals"][:cut], "finished": False})
    assert part is not None
    folded, _faults = fold_sheet(part)
    steps, state = list(folded.steps), folded.state
    for position, entry in enumerate(whole.entries[cut:], start=cut + 1):
        assert not isinstance(entry, Unread)
        steps.append(apply_entry(whole.game, entry, state, position=position))
        state = steps[-1].after
    continued = close_fold(whole.game, tuple(steps), state, finished=raw["finished"])
    assert continued == fold_sheet(whole)[0]
    assert write_result(whole, continued) == score_sheet(raw)


@every_game
@of_each_game
@given(data=st.data())
def test_lines_add_up_to_points_and_points_to_totals(key: str, data: st.DataObject) -> None:
    sheet = draw_sheet(data, key)
    result = score_sheet(sheet)
    totals = dict.fromkeys(make_sheet_game(sheet).sides, 0)
    for deal in result["deals"]:
        for side in totals:
            assert sum(line["points"] for line in deal["lines"] if line["side"] == side) == deal["points"][side]
            totals[side] += deal["points"][side]
        assert deal["totals"] == totals
    assert result["totals"] == totals
    assert len(result["deals"]) == len(sheet["deals"])
    numbers = [deal["number"] for deal in result["deals"] if deal["number"] is not None]
    assert numbers == list(range(1, len(numbers) + 1))


@every_game
@of_each_game
@given(data=st.data())
def test_a_winner_is_a_side_of_a_finished_game_that_has_one(key: str, data: st.DataObject) -> None:
    sheet = draw_sheet(data, key)
    game = make_sheet_game(sheet)
    result = score_sheet(sheet)
    assert result["winner"] is None or (result["finished"] and game.has_winner and result["winner"] in game.sides)
    assert result["finished"] or not sheet["finished"]


@every_game
@of_each_game
@given(data=st.data())
def test_the_same_sheet_gives_the_same_result(key: str, data: st.DataObject) -> None:
    sheet = draw_sheet(data, key)
    before = json.dumps(sheet)
    assert score_sheet(sheet) == score_sheet(json.loads(before))
    assert json.dumps(sheet) == before


@every_game
@of_each_game
@given(data=st.data())
def test_whatever_is_stored_reads_back_to_the_same_result(key: str, data: st.DataObject) -> None:
    raw = draw_sheet(data, key)
    sheet, _faults = read_sheet(raw)
    assert sheet is not None
    stored = []
    for entry in sheet.entries:
        assert not isinstance(entry, Unread)
        stored.append(write_entry(entry))
        assert json.loads(json.dumps(stored[-1])) == stored[-1]
        assert read_entry(sheet.game, stored[-1]) == (entry, ())
    assert score_sheet({**raw, "deals": stored}) == score_sheet(raw)


@every_game
@of_each_game
@given(data=st.data())
def test_rows_of_a_table_read_back_to_the_same_sheet(key: str, data: st.DataObject) -> None:
    """Each entry as a row of cells and back; what the whole sheet says as cells of its first row and back."""
    raw = draw_sheet(data, key)
    kind, game = GAMES[key], make_sheet_game(raw)
    for entry in raw["deals"]:
        cells = write_row(kind, entry, scope="entry")
        assert read_entry(game, _read_row(key, cells, scope="entry")) == read_entry(game, entry)
    own = {name: value for name, value in raw.items() if name not in ("id", "deals")}
    own["seats"] = {seat: data.draw(st.sampled_from(["Ann", "=1+1", "'", "Фёдор + 1", "х"])) for seat in game.seats}
    back = _read_row(key, write_row(kind, own, scope="sheet"), scope="sheet")
    assert score_sheet({**back, "deals": raw["deals"]}) == score_sheet({**own, "deals": raw["deals"]})
    assert back == {name: value for name, value in own.items() if value not in ([], {})}


def _read_row(key: str, cells: dict[str, str], *, scope: str) -> dict[str, Any]:
    values, faults = read_cells(GAMES[key], cells, scope=scope)
    assert not faults
    read, faults = join_cells(GAMES[key], values)
    assert not faults
    return read


@given(st.data())
def test_facts_of_any_game_read_back_equal(data: st.DataObject) -> None:
    game = data.draw(games())
    raw = data.draw(facts(game) | rulings(game) | st.just({"misdeal": True, "dealer": game.seats[-1]}))
    entry, faults = read_entry(game, raw)
    assert not faults
    assert not isinstance(entry, Unread)
    assert read_entry(game, write_entry(entry)) == (entry, ())


@every_game
@of_each_game
@given(data=st.data())
def test_a_sheet_that_is_valid_but_for_one_hand_gives_no_score(key: str, data: st.DataObject) -> None:
    """Hands that the rules refuse are found wherever they stand, and nothing is scored beside them."""
    raw = draw_sheet(data, key)
    game = make_sheet_game(raw)
    place = data.draw(st.integers(0, len(raw["deals"])))
    hand = data.draw(hands(game) | facts(game))
    worked_out = work_out({**raw, "deals": [*raw["deals"][:place], hand, *raw["deals"][place:]]})
    assert (worked_out.scored is None) == bool(worked_out.faults)
    state = open_sheet(game, raw)
    for earlier in raw["deals"][:place]:
        read, _faults = read_entry(game, earlier)
        assert not isinstance(read, Unread)
        state = apply_entry(game, read, state).after
    entry, _faults = read_entry(game, hand)
    assert not isinstance(entry, Unread)
    expected = {(place + 1, fault.field, fault.code) for fault in find_violations(game, entry, state)}
    found = {(fault.position, fault.violation.field, fault.violation.code) for fault in worked_out.faults}
    assert {fault for fault in found if fault[0] == place + 1} == expected
    assert not {position for position, _field, _code in found if position is None or position <= place}
