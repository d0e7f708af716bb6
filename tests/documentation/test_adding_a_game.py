"""The example in docs/adding-a-game.md is a game: it is taken out of the page, put into the catalogue and played.

Nothing in the program is written for it: what holds for it holds for every game that the page helps to make.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from typing import Any, cast

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string

import rules
from league.printing.tally import build_document, build_spare_sheet
from league.printing.typesetting import typeset
from league.services.setup import create_event, create_league
from league.web.deal_form import DealForm
from rules import catalog
from rules.catalog import make_game
from rules.game import Game
from scoring.columns import list_columns
from scoring.result import score_sheet
from scoring.rows import join_cells, read_cells, write_row
from tests.printing.paper import read_pages
from tests.rules import test_contract as contract

DOCS = Path(__file__).resolve().parents[2] / "docs"
#: A file that the page shows: its path on a line of its own, then its text.
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
MODULE = "rules.last_trick"
KEY = "last-trick"
NAMES = {"N": "Ann", "E": "Bob", "S": "Cyd", "W": "Dee"}
HANDS: list[dict[str, Any]] = [
    {"taker": "N"},
    {"dealer": "S", "taker": "E", "with_trump": True},
    {"misdeal": True},
    {"taker": "W", "with_trump": True},
    {"ruling": {"points": {"NS": 1}, "reason": "Late"}},
    {"taker": "E"},
]


def read_example() -> dict[str, str]:
    """The files that the page shows, by their paths."""
    return dict(FILE.findall((DOCS / "adding-a-game.md").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the page, where the page says that they belong."""
    root = tmp_path_factory.mktemp("example")
    for name, text in read_example().items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


@pytest.fixture(autouse=True)
def kind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Game]]:
    """The page's game, alone in the catalogue for the time of a test: whatever asks for any game gets this one."""
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(folder / "rules")])
    games = cast("dict[str, type[Game]]", catalog.GAMES)
    kept = dict(games)
    found = importlib.import_module(MODULE).LastTrick
    games.clear()
    games[KEY] = found
    yield found
    games.clear()
    games.update(kept)
    del sys.modules[MODULE]
    delattr(rules, MODULE.removeprefix("rules."))


@pytest.mark.parametrize("name", [name for name in vars(contract) if name.startswith("test_")])
def test_it_keeps_the_contract(name: str, folder: Path) -> None:
    """The contract's tests, read anew: they choose their games from the catalogue as they are read."""
    spec = spec_from_file_location("contract_again", str(contract.__file__))
    assert spec is not None
    assert spec.loader is not None
    again = module_from_spec(spec)
    spec.loader.exec_module(again)
    again.DOCS = folder / "docs" / "games"  # type: ignore[attr-defined]
    check = getattr(again, name)
    wanted = signature(check).parameters
    for preset in ("", "last") if "preset" in wanted else ("",):
        given = {"key": KEY, "preset": preset}
        check(**{argument: given[argument] for argument in wanted if argument in given})


def test_its_own_tests_pass(folder: Path) -> None:
    (path,) = (folder / "tests" / "rules").iterdir()
    space: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)
    tests = [value for name, value in space.items() if name.startswith("test_")]
    assert len(tests) == 3
    for test in tests:
        test()


def test_its_sheet_is_scored() -> None:
    result = score_sheet({"game": KEY, "deals": HANDS})
    assert [deal["points"] for deal in result["deals"]] == [
        {"NS": 1, "EW": 0}, {"NS": 0, "EW": 2}, {"NS": 0, "EW": 0}, {"NS": 0, "EW": 2}, {"NS": 1, "EW": 0},
        {"NS": 0, "EW": 1},
    ]  # fmt: skip
    assert [deal["dealer"] for deal in result["deals"]] == ["N", "S", "W", "W", None, "N"]
    assert (result["totals"], result["finished"], result["winner"]) == ({"NS": 2, "EW": 5}, True, "EW")
    wrong = score_sheet({"game": KEY, "deals": [{"taker": "X"}, {}, {"taker": "N", "trump": True}]})
    faults = [(fault["deal"], fault["field"], fault["code"]) for fault in wrong["errors"]]
    assert faults == [(1, "taker", "unknown_value"), (2, "taker", "missing"), (3, "trump", "unknown_key")]


def test_its_form_reads_what_is_pressed() -> None:
    game = make_game(KEY)
    form = DealForm({"key": "k", "position": "1", "taker": "E", "with_trump": "on"}, game=game, names=NAMES)
    assert form.is_valid(), form.errors
    assert form.read_facts() == {"taker": "E", "with_trump": True}
    page = render_to_string("league/deal/any.html", {"form": DealForm(game=game, names=NAMES), "dealer": "Ann"})
    assert all(text in page for text in ("Took the last trick", "With a trump", "Bob", "Misdeal: Ann deals again"))


def test_its_hands_go_through_a_table_and_back(kind: type[Game]) -> None:
    names = [column.name for column in list_columns(kind) if column.scope == "entry" and column.is_used]
    assert names[:4] == ["dealer", "taker", "with_trump", "misdeal"]
    assert "option_target" in [column.name for column in list_columns(kind)]
    for hand in HANDS:
        values, faults = read_cells(kind, write_row(kind, hand, scope="entry"), scope="entry")
        assert (join_cells(kind, values), faults) == ((hand, ()), ())


@pytest.mark.django_db
def test_its_tally_sheet_is_printed() -> None:
    league = create_league("Club", by=User.objects.create_user("admin"), source="web")
    event = create_event(league, name="Evening", game=KEY, by=None, source="web")
    (page,) = read_pages(typeset(build_document(event, (build_spare_sheet(event),), paper="a4")))
    words = " ".join(word.text for word in page)
    assert all(text in words for text in ("Last Trick", "First to 5", "With a trump", "Remarks"))


def test_the_page_names_files_that_exist() -> None:
    text = (DOCS / "adding-a-game.md").read_text(encoding="utf-8")
    named = {name for name in re.findall(r"`([\w/]+\.(?:py|md|html))`", text) if name not in read_example()}
    assert len(named) >= 10
    assert [name for name in sorted(named) if not (DOCS.parent / name).is_file()] == []
