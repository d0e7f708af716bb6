"""What holds for every game of Land-Grant Euchre that can be played, under any house rules."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import make_game
from scoring.reading import read_entry, read_sheet, write_entry
from scoring.result import score_sheet, work_out, write_result
from scoring.sheet import Unread, apply_entry, close_fold, fold_sheet, open_state
from tests.strategies import facts, games, hands, land_grant_sheets, rulings

#: The table turned by one seat: the sides change places, the order of play does not.
TURNED_SEAT = {"N": "E", "E": "S", "S": "W", "W": "N"}
TURNED = {**TURNED_SEAT, "NS": "EW", "EW": "NS"}


def turn(value: Any) -> Any:
    """The same sheet or result, played one seat further round the table."""
    if isinstance(value, dict):
        return {TURNED.get(key, key): inner if key == "id" else turn(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [turn(inner) for inner in value]
    return TURNED.get(value, value) if isinstance(value, str) else value


def read_figures(result: dict[str, Any]) -> dict[str, Any]:
    """A result without its sentences, which name seats, and without the order of sides."""
    deals = [
        {**deal, "lines": sorted((line["side"], line["points"], line["code"]) for line in deal["lines"])}
        for deal in result["deals"]
    ]
    high_scores = sorted((high["side"], high["score"]) for high in result["high_scores"])
    return {**result, "deals": deals, "high_scores": high_scores}


@given(land_grant_sheets())
def test_turning_the_table_mirrors_the_points(sheet: dict[str, Any]) -> None:
    straight, turned = score_sheet(sheet), score_sheet(turn(sheet))
    assert "errors" not in straight
    assert read_figures(turned) == read_figures(turn(straight))


@given(land_grant_sheets(), st.data())
def test_folding_a_part_and_then_the_rest_is_folding_all(raw: dict[str, Any], data: st.DataObject) -> None:
    """What the site does: the sheet so far is folded, the next entry applied to its state."""
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


@given(land_grant_sheets())
def test_lines_add_up_to_points_and_points_to_totals(sheet: dict[str, Any]) -> None:
    result = score_sheet(sheet)
    totals = {"NS": 0, "EW": 0}
    for deal in result["deals"]:
        for side in totals:
            assert sum(line["points"] for line in deal["lines"] if line["side"] == side) == deal["points"][side]
            totals[side] += deal["points"][side]
        assert deal["totals"] == totals
    assert result["totals"] == totals
    assert len(result["deals"]) == len(sheet["deals"])
    numbers = [deal["number"] for deal in result["deals"] if deal["number"] is not None]
    assert numbers == list(range(1, len(numbers) + 1))


@given(land_grant_sheets(with_rulings=False))
def test_no_score_above_13_and_one_winner(sheet: dict[str, Any]) -> None:
    """9 and a lone march is the most, whatever the house rules; a game that is over has a winner with 10 or more."""
    result = score_sheet(sheet)
    high, low = max(result["totals"].values()), min(result["totals"].values())
    assert 0 <= low <= 9
    assert high <= 13
    for step in result["deals"][:-1]:
        assert max(step["totals"].values()) < 10
    assert result["finished"] == (high >= 10 or sheet["finished"])
    leader = max(result["totals"], key=result["totals"].__getitem__)
    assert result["winner"] == (leader if result["finished"] and high > low else None)
    assert {entry["score"] for entry in result["high_scores"]} <= {high} & {12, 13}


@given(land_grant_sheets(with_rulings=False, by_default_rules=True))
def test_under_the_league_rules_a_hand_brings_one_side_1_to_4_points(sheet: dict[str, Any]) -> None:
    for deal in score_sheet(sheet)["deals"]:
        points = sorted(deal["points"].values())
        assert points == [0, 0] if deal["number"] is None else points in ([0, 1], [0, 2], [0, 4])


@given(land_grant_sheets())
def test_the_same_sheet_gives_the_same_result(sheet: dict[str, Any]) -> None:
    before = json.dumps(sheet)
    assert score_sheet(sheet) == score_sheet(json.loads(before))
    assert json.dumps(sheet) == before


@given(land_grant_sheets())
def test_whatever_is_stored_reads_back_to_the_same_result(raw: dict[str, Any]) -> None:
    sheet, _faults = read_sheet(raw)
    assert sheet is not None
    stored = []
    for entry in sheet.entries:
        assert not isinstance(entry, Unread)
        stored.append(write_entry(entry))
        assert json.loads(json.dumps(stored[-1])) == stored[-1]
        assert read_entry(sheet.game, stored[-1]) == (entry, ())
    assert score_sheet({**raw, "deals": stored}) == score_sheet(raw)


@given(st.data())
def test_facts_of_any_game_read_back_equal(data: st.DataObject) -> None:
    game = data.draw(games())
    raw = data.draw(facts(game) | rulings(game) | st.just({"misdeal": True, "dealer": game.seats[-1]}))
    entry, faults = read_entry(game, raw)
    assert not faults
    assert not isinstance(entry, Unread)
    assert read_entry(game, write_entry(entry)) == (entry, ())


@given(st.data())
def test_a_sheet_that_is_valid_but_for_one_hand_gives_no_score(data: st.DataObject) -> None:
    """Hands that the rules refuse are found wherever they stand, and nothing is scored beside them."""
    raw = data.draw(land_grant_sheets())
    game = make_game(raw["game"], options=raw["options"])
    place = data.draw(st.integers(0, len(raw["deals"])))
    hand = data.draw(hands(game) | st.fixed_dictionaries({"maker": st.sampled_from(game.seats)}))
    worked_out = work_out({**raw, "deals": [*raw["deals"][:place], hand, *raw["deals"][place:]]})
    assert (worked_out.scored is None) == bool(worked_out.faults)
    state = open_state(game, first_dealer=raw["first_dealer"], warned=raw["warned"])
    for earlier in raw["deals"][:place]:
        read, _faults = read_entry(game, earlier)
        assert not isinstance(read, Unread)
        state = apply_entry(game, read, state).after
    entry, _faults = read_entry(game, hand)
    refused = game.is_over(state) or any(game.violations(entry.deal, state))  # type: ignore[union-attr]
    assert not refused or place + 1 in {fault.position for fault in worked_out.faults}
