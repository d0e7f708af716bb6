"""From paper by keyboard: what is typed is what the printed sheet shows, in its order, and it says the same hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from league.printing.layouts import find_layout
from league.printing.lines import list_columns
from league.printing.sheet import Cell, Column
from league.printing.typed_sheet import TypedSheet, find_typed_sheet
from rules.catalog import GAMES, make_game
from rules.game import Game
from rules.partnership_whist_deal import HONOURS, TRICKS, share
from scoring.reading import read_entry, write_entry
from scoring.sheet import Played, Unread
from scoring.typed_line import find_box
from tests.strategies import house_rules, make_sheet_game, of_each_game, sheets

LANGUAGES = ("en", "ru")


def list_games() -> Iterator[tuple[str, Game]]:
    """Every preset of every game, with any number of players."""
    for key, kind in GAMES.items():
        for preset in kind.presets:
            for players in kind.player_counts or (None,):
                yield f"{key}-{preset}-{players or 'usual'}", make_game(key, preset=preset, players=players)


ALL = dict(list_games())


def write_cells(columns: tuple[Column, ...], cells: tuple[Cell, ...]) -> list[str]:
    """What one reads from a printed line: the text, or the labels of the marked boxes."""
    return [
        cell.text or "".join(column.labels[place] or "x" for place in cell.marked)
        for column, cell in zip(columns, cells, strict=True)
    ]


def read_print(sheet: TypedSheet, deal: Any) -> list[str]:
    """The own columns of a deal, line by line, as they are printed."""
    layout, game = sheet.layout, sheet.game
    columns = layout.columns(game)
    if layout.fill_side is None:
        return write_cells(columns, layout.fill(game, deal))
    return [text for side in game.sides for text in write_cells(columns, layout.fill_side(game, deal, side))]


def normalise(game: Game, facts: dict[str, Any]) -> dict[str, Any]:
    """A deal with what one side has from what the other has, as the sheet has both."""
    facts = {name: value for name, value in facts.items() if name != "dealer"}
    if game.key == "partnership-whist":
        for name, whole in (("tricks", TRICKS), ("honours", HONOURS)):
            if facts.get(name):
                facts[name] = share(facts[name], whole=whole)
    if "cards" in facts:
        facts["cards"] = {side: cards for side, cards in facts["cards"].items() if any(cards.values())}
    return {name: sorted(value) if name == "partners" else value for name, value in facts.items()}


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_boxes_stand_under_the_printed_columns_in_their_order(name: str, language: str) -> None:
    game = ALL[name]
    with translation.override(language):
        sheet, layout = find_typed_sheet(game), find_layout(game)
        printed = iter(list_columns(game, layout))
        assert sheet.columns[: len(layout.columns(game))] == layout.columns(game)
        assert all(column in printed for column in sheet.columns)  # in turn, none twice
        assert len({box.name for box in sheet.boxes}) == len(sheet.boxes)
        assert all(box.title for box in sheet.boxes)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_marked_is_typed_by_the_letter_of_its_box(name: str, language: str) -> None:
    game = ALL[name]
    with translation.override(language):
        sheet = find_typed_sheet(game)
        for line in sheet.lines:
            for each in line:
                for place, label in enumerate(each.column.labels):
                    facts, faults = sheet.read({each.box.name: label or "x"})
                    assert not faults, (each.box.name, label)
                    assert facts, (each.box.name, label)
                    if each.box.options and place < len(each.box.options):
                        option = each.box.options[place]
                        assert facts[option.name] in (option.value, [option.value])


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@of_each_game
@given(data=st.data())
def test_every_hand_is_read_back_from_what_is_typed_for_it(key: str, language: str, data: st.DataObject) -> None:
    raw = data.draw(sheets(key, with_rulings=False))
    game = make_sheet_game(raw)
    with translation.override(language):
        sheet = find_typed_sheet(game)
        for facts in raw["deals"]:
            if "misdeal" in facts:
                continue
            entry, _faults = read_entry(game, facts)
            assert isinstance(entry, Played)
            texts = sheet.write(entry.deal)
            again, unread = sheet.read(texts)
            assert not unread, (facts, texts)
            assert normalise(game, write_entry(_read(game, again))) == normalise(game, write_entry(entry)), texts


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
@of_each_game
@given(data=st.data())
def test_from_paper_by_keyboard_the_same_boxes_are_marked(key: str, language: str, data: st.DataObject) -> None:
    raw = data.draw(sheets(key, with_rulings=False))
    game = make_sheet_game(raw)
    with translation.override(language):
        sheet = find_typed_sheet(game)
        own = [box for line in sheet.lines for each in line[: len(sheet.layout.columns(game))] for box in [each.box]]
        for facts in raw["deals"]:
            if "misdeal" in facts:
                continue
            deal = msgspec.convert({name: facts[name] for name in facts if name != "dealer"}, game.Deal)
            printed = read_print(sheet, deal)
            beside = {box.name: text for box, text in _list_beside(sheet, deal)}
            again, unread = sheet.read({box.name: text for box, text in zip(own, printed, strict=True)} | beside)
            assert not unread, printed
            assert read_print(sheet, msgspec.convert(again, game.Deal)) == printed


@pytest.mark.parametrize("key", GAMES)
@of_each_game
@given(data=st.data())
def test_whatever_is_typed_is_read_or_has_a_sentence_at_its_box(key: str, data: st.DataObject) -> None:
    rules = data.draw(house_rules(GAMES[key]))
    players = data.draw(st.sampled_from(GAMES[key].player_counts)) if GAMES[key].player_counts else None
    game = make_game(key, options=rules, players=players)
    sheet = find_typed_sheet(game)
    likely = st.text(alphabet="NESWABCRTLxX+-–0123456789, ;Фс♥\u0000\u202e٣½", max_size=7)
    texts = data.draw(
        st.dictionaries(st.sampled_from([box.name for box in sheet.boxes]), likely | st.text(max_size=99))
    )
    facts, faults = sheet.read(texts)
    entry, refused = read_entry(game, facts)
    names = {box.name for box in sheet.boxes}
    for fault in faults:
        assert fault.field in names
        assert fault.message
    assert isinstance(entry, Unread) == bool(refused)
    for fault in refused:
        assert find_box(sheet.boxes, fault.field) in names


def _read(game: Game, facts: dict[str, Any]) -> Played:
    entry, faults = read_entry(game, facts)
    assert isinstance(entry, Played), (facts, faults)
    return entry


def _list_beside(sheet: TypedSheet, deal: Any) -> Iterator[tuple[Any, str]]:
    """What the sheet has no column of its own for: points where they are facts, remarks."""
    texts = sheet.write(deal)
    lines = [each.box for line in sheet.lines for each in line[len(sheet.layout.columns(sheet.game)) :]]
    yield from ((box, texts[box.name]) for box in (*lines, *sheet.beside) if box.name in texts)
