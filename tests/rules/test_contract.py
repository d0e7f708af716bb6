"""What every game of the catalogue promises: forms, columns, pages and the fold rely on it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import GAMES, default_preset, make_game
from rules.game import Game, Line, Remark, Violation
from scoring.declared import Field, list_fields, list_house_rules
from scoring.fold import fold_sheet
from scoring.reading import read_entry, read_sheet
from scoring.sheet import Played, Unread
from scoring.steps import open_state
from tests.strategies import facts, games, hands, of_each_game, sheets

DOCS = Path(__file__).resolve().parents[2] / "docs" / "games"
CODE = re.compile(r"[a-z][a-z0-9_]*")
KINDS = {"whole", "flag", "choice", "text", "seat", "side", "seats", "records", "sides", "side_records"}

every_game = pytest.mark.parametrize("key", sorted(GAMES))


def list_all_fields(kind: type[Game]) -> list[Field]:
    deal = list_fields(kind.Deal)
    return [*list_fields(kind), *deal, *(part for field in deal for part in field.fields)]


def list_braces(template: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(template) if name is not None}


@cache
def list_anchors(key: str) -> set[str]:
    """The anchors of a help page: its headings as a web page names them."""
    text = (DOCS / f"{key}.md").read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def is_in_a_range(value: object, text: str) -> bool:
    """Whether a page names the whole number between others: "`100` to `150`"."""
    ranges = re.findall(r"`(\d+)` to `(\d+)`", text)
    return isinstance(value, int) and any(int(low) <= value <= int(high) for low, high in ranges)


def list_wrong_values(rule: Field) -> list[object]:
    """Junk of every kind of JSON, and right values in the wrong dress: text for a number, a fraction, true for 1."""
    choices: list[object] = [*rule.choices]
    dressed: list[object] = [str(value) for value in choices] + [
        float(value) for value in choices if isinstance(value, int)
    ]
    junk: list[object] = ["no such value", "", None, True, False, 0.5, -1, 10**30, [], [*choices], {}, {"value": 1}]
    return [wrong for wrong in [*dressed, *junk] if (type(wrong), wrong) not in [(type(c), c) for c in choices]]


@every_game
def test_it_says_what_it_is(key: str) -> None:
    kind = GAMES[key]
    assert kind.key == key
    assert kind.title.strip()
    assert kind.presets
    assert list(kind.preset_titles) == list(kind.presets)
    assert all(title.strip() for title in [*kind.preset_titles.values(), *kind.tally_titles.values()])
    assert set(kind.headline_tallies) <= set(kind.tally_titles)


@every_game
def test_every_field_is_declared_for_people(key: str) -> None:
    for field in list_all_fields(GAMES[key]):
        assert field.kind in KINDS, field
        assert field.title != field.name, field
        assert list(field.words) == list(field.choices), field
        assert all(words.strip() for words in field.words.values()), field
        if field.kind in ("whole", "sides"):
            assert field.low is not None, field
            assert field.high is not None, field


@every_game
def test_its_facts_cannot_change_or_hold_what_is_not_declared(key: str) -> None:
    for kind in (GAMES[key], GAMES[key].Deal):
        assert kind.__struct_config__.frozen
        assert kind.__struct_config__.forbid_unknown_fields
    assert GAMES[key].Deal.__struct_config__.omit_defaults


@every_game
def test_house_rules_are_choices_with_a_default(key: str) -> None:
    for rule in list_house_rules(GAMES[key]):
        assert rule.kind == "choice", rule
        assert rule.default in rule.choices, rule


@every_game
def test_every_preset_makes_a_game(key: str) -> None:
    kind = GAMES[key]
    for preset, changed in kind.presets.items():
        game = make_game(key, preset=preset)
        plain = {rule.name: rule.default for rule in list_house_rules(kind)}
        assert {name: getattr(game, name) for name in plain} == {**plain, **changed}
    assert make_game(key) == make_game(key, preset=default_preset(kind))
    with pytest.raises(KeyError):
        make_game(key, preset="no such preset")


@every_game
@pytest.mark.parametrize("preset", ["", "last"])
def test_every_value_of_a_house_rule_is_taken_and_no_other(key: str, preset: str) -> None:
    kind = GAMES[key]
    chosen = preset and list(kind.presets)[-1]
    sheet = {"game": key, "deals": [], **({"preset": chosen} if chosen else {})}
    for rule in list_house_rules(kind):
        for value in rule.choices:
            read, faults = read_sheet({**sheet, "options": {rule.name: value}})
            assert not faults
            assert read is not None
            assert getattr(read.game, rule.name) == value
            assert getattr(make_game(key, preset=chosen, options={rule.name: value}), rule.name) == value
        for wrong in list_wrong_values(rule):
            read, faults = read_sheet({**sheet, "options": {rule.name: wrong}})
            assert [fault.violation.field for fault in faults] == [f"options.{rule.name}"], wrong
            assert read is not None
            assert getattr(read.game, rule.name) == getattr(make_game(key, preset=chosen), rule.name)
    with pytest.raises(msgspec.ValidationError):
        make_game(key, options={"no_such_rule": 1})


@given(games())
def test_seats_and_sides_fit_together(game: Game) -> None:
    assert len(set(game.seats)) == len(game.seats) > 1
    assert len(set(game.sides)) == len(game.sides) > 1
    assert sorted(seat for side in game.sides for seat in game.seats_of(side)) == sorted(game.seats)
    assert all(game.side_of(seat) == side for side in game.sides for seat in game.seats_of(side))
    assert set(game.warnable) in ({*game.seats}, {*game.sides})
    round_the_table = [game.seats[0]]
    for _seat in game.seats:
        round_the_table.append(game.seat_after(round_the_table[-1]))
    assert tuple(round_the_table) == (*game.seats, game.seats[0])


@given(games())
def test_a_game_begins_open(game: Game) -> None:
    state = open_state(game)
    assert not game.is_over(state)
    assert game.find_winner(state) is None
    assert state.dealer == game.seats[0]
    assert set(state.totals) == set(game.sides)
    honours = game.honours((), state=state, finished=False)
    assert [*game.describe_honours(honours, state=state)] == []


@given(games())
def test_a_deal_without_facts_is_a_fault_and_no_crash(game: Game) -> None:
    entry, faults = read_entry(game, {})
    assert not isinstance(entry, Unread), faults
    assert [*game.violations(entry.deal, open_state(game))]  # type: ignore[union-attr]


@given(st.data())
def test_facts_are_judged_alike_every_time(data: st.DataObject) -> None:
    """Any facts within their ranges: faults with field, code and sentence, or reasoned points; never an exception."""
    game = data.draw(games())
    raw = data.draw(facts(game))
    before = open_state(game, warned=data.draw(st.sets(st.sampled_from(game.warnable))))
    entry, faults = read_entry(game, raw)
    assert not isinstance(entry, Unread), faults
    deal: Any = entry.deal  # type: ignore[union-attr]
    copies = msgspec.json.encode(deal), msgspec.json.encode(before)
    found = tuple(game.violations(deal, before))
    assert found == tuple(game.violations(deal, before))
    for violation in found:
        assert violation.field.split(".")[0] in {field.name for field in list_fields(game.Deal)}
        assert CODE.fullmatch(violation.code)
        check_sentence(violation)
    if not found:
        check_lines(game, deal, before)
    assert copies == (msgspec.json.encode(deal), msgspec.json.encode(before))


@every_game
@of_each_game
@given(data=st.data())
def test_whole_games_are_reasoned(key: str, data: st.DataObject) -> None:
    """Every deal of a game that can be played, where it was played; and the honours of its end, in sentences."""
    sheet, faults = read_sheet(data.draw(sheets(key)))
    assert sheet is not None
    folded, more = fold_sheet(sheet)
    assert not faults
    assert not more
    game = sheet.game
    for step in folded.steps:
        if isinstance(step.entry, Played):
            check_lines(game, step.entry.deal, step.before)
    honours = msgspec.json.decode(msgspec.json.encode(folded.honours))
    assert honours == folded.honours
    for remark in game.describe_honours(honours, state=folded.state):
        check_sentence(remark)


@every_game
@of_each_game
@given(data=st.data())
def test_what_is_not_known_makes_no_fault(key: str, data: st.DataObject) -> None:
    """After a deal at fault nobody knows the totals, and perhaps not the dealer: fewer faults are certain, none new."""
    sheet, _faults = read_sheet(data.draw(sheets(key)))
    assert sheet is not None
    game, known = sheet.game, fold_sheet(sheet)[0].state
    entry, _violations = read_entry(game, data.draw(hands(game) | facts(game)))
    assert isinstance(entry, Played)
    found = {(fault.field, fault.code) for fault in game.violations(entry.deal, known)}
    for totals_known, dealer_known in ((False, True), (True, False), (False, False)):
        unsure = msgspec.structs.replace(known, totals_known=totals_known, dealer_known=dealer_known)
        assert {(fault.field, fault.code) for fault in game.violations(entry.deal, unsure)} <= found


def check_sentence(said: Line | Violation | Remark) -> None:
    """A template with all its values, each of which can be printed."""
    assert said.template.strip()
    assert list_braces(said.template) <= set(said.values)
    assert {type(value) for value in said.values.values()} <= {int, str}


def check_lines(game: Game, deal: Any, before: Any) -> None:
    lines = tuple(game.lines(deal, before))
    assert lines == tuple(game.lines(deal, before))
    anchors = list_anchors(game.key)
    for line in lines:
        assert line.side in game.sides
        assert CODE.fullmatch(line.code)
        check_sentence(line)
        assert type(line.points) is type(line.setbacks) is int
        assert line.rule in anchors
        assert line.warns is None or line.warns in game.warnable
        assert game.counts_setbacks or not line.setbacks
    for tally in game.tallies(deal, before):
        assert tally.code in game.tally_titles
        assert tally.side in game.sides
        assert tally.seat is None or game.side_of(tally.seat) == tally.side


@every_game
def test_its_help_page_names_every_house_rule_and_value(key: str) -> None:
    text = (DOCS / f"{key}.md").read_text(encoding="utf-8")
    for rule in list_house_rules(GAMES[key]):
        assert f"`{rule.name}`" in text, rule.name
        for value in rule.choices:
            assert f"`{value}`" in text or is_in_a_range(value, text), (rule.name, value)
    for preset in GAMES[key].presets:
        assert f"`{preset}`" in text, preset
    assert {"points", "rulings"} <= list_anchors(key)
