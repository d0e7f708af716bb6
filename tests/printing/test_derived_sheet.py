"""A game without a sheet made by hand: its columns come from the fields that its deals declare."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

import pytest
from msgspec import Meta, Struct

from league.models import Event
from league.printing.layout import DERIVED
from league.printing.layouts import find_layout
from league.printing.lines import list_blank_lines, list_columns, list_recorded_lines
from league.printing.sheet import Column
from league.printing.tally import build_document, build_spare_sheet
from league.printing.typesetting import typeset
from rules.game import Game, GameDeal, Line, Seat, Side, State, Tally, Violation, say_choices
from scoring.fold import fold_sheet
from scoring.sheet import Played, Sheet
from tests.printing.paper import read_pages

SEATS = tuple("ABCDEFG")


class Foul(Struct, frozen=True, kw_only=True):
    kind: Annotated[Literal["revoke", "other"], say_choices("Foul", {"revoke": "Revoke", "other": "Other"})]
    offender: Annotated[Seat, Meta(title="Who")]


class SevenDeal(GameDeal, frozen=True, kw_only=True):
    bidder: Annotated[Seat, Meta(title="Bidder")]
    bid: Annotated[int, Meta(ge=5, le=10, title="Bid")]
    suit: Annotated[Literal["C", "D", "H", "S"], Meta(title="Trump")]
    partners: Annotated[tuple[Seat, ...], Meta(title="Partners")] = ()
    tricks: Annotated[int, Meta(ge=0, le=10, title="Tricks")] | None = None
    rival: Annotated[Side, Meta(title="Rival")] | None = None
    passed_out: Annotated[bool, Meta(title="Passed out")] = False
    fouls: Annotated[tuple[Foul, ...], Meta(title="Fouls")] = ()


class SevenHanded(Game, frozen=True, kw_only=True):
    """Each for himself: every field kind once, and more sides than there is room for points."""

    key: ClassVar[str] = "seven-for-test"
    title: ClassVar[str] = "Seven for a test"
    Deal: ClassVar[type[GameDeal]] = SevenDeal
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"league": {}}
    preset_titles: ClassVar[Mapping[str, str]] = {"league": "Plain"}
    tally_titles: ClassVar[Mapping[str, str]] = {}

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def sides(self) -> tuple[str, ...]:
        return SEATS

    def side_of(self, seat: str) -> str:
        return seat

    def violations(self, deal: SevenDeal, before: State) -> Iterator[Violation]:
        return iter(())

    def lines(self, deal: SevenDeal, before: State) -> Iterator[Line]:
        for seat in (deal.bidder, *deal.partners):
            yield Line(side=seat, points=deal.bid, code="made", template="Made the bid")

    def tallies(self, deal: SevenDeal, before: State) -> Iterator[Tally]:
        return iter(())

    def is_over(self, state: State) -> bool:
        return False

    def find_winner(self, state: State) -> str | None:
        return None


GAME = SevenHanded()
DEAL = SevenDeal(
    bidder="B", bid=7, suit="H", partners=("A", "G"), tricks=10, rival="C", fouls=(Foul(kind="revoke", offender="D"),)
)


@pytest.fixture
def columns() -> dict[str, Column]:
    return {column.title: column for column in list_columns(GAME, DERIVED) if not column.group}


def test_a_game_that_is_not_listed_gets_the_derived_sheet() -> None:
    assert find_layout(GAME) is DERIVED


def test_each_declared_field_has_its_column(columns: dict[str, Column]) -> None:
    own = ["Bidder", "Bid", "Trump", "Partners", "Tricks", "Rival", "Passed out", "Fouls"]
    assert list(columns) == ["No.", "Dealer", *own, "Remarks"]


@pytest.mark.parametrize(
    ("title", "labels"),
    [
        ("Bidder", SEATS),
        ("Bid", ("5", "6", "7", "8", "9", "10")),
        ("Trump", ("♣", "♦", "♥", "♠")),
        ("Partners", SEATS),
        ("Rival", SEATS),
        ("Passed out", ("",)),
    ],
)
def test_few_values_are_marked(title: str, labels: tuple[str, ...], columns: dict[str, Column]) -> None:
    assert (columns[title].kind, columns[title].labels) == ("boxes", labels)


@pytest.mark.parametrize("title", ["Tricks", "Fouls"])
def test_many_values_are_written(title: str, columns: dict[str, Column]) -> None:
    assert (columns[title].kind, columns[title].labels) == ("cell", ())


def test_where_seats_score_alone_only_totals_are_kept() -> None:
    assert [column.title for column in list_columns(GAME, DERIVED) if column.group == "Running total"] == list(SEATS)
    assert not [column for column in list_columns(GAME, DERIVED) if column.group == "Points"]


def test_facts_fill_the_columns() -> None:
    sheet = Sheet(
        game=GAME, preset="league", entries=(Played(deal=DEAL),), positions=(1,), first_dealer="F", finished=True
    )
    (row,) = list_recorded_lines(fold_sheet(sheet)[0], DERIVED, names={"F": "Fay"})
    cells = dict(zip((column.title for column in list_columns(GAME, DERIVED)), row.cells, strict=True))
    assert (cells["Dealer"].text, cells["Dealer"].note) == ("F", "Fay")
    assert cells["Bidder"].marked == (1,)
    assert cells["Bid"].marked == (2,)
    assert cells["Trump"].marked == (2,)
    assert cells["Partners"].marked == (0, 6)
    assert cells["Tricks"].text == "10"
    assert cells["Rival"].marked == (2,)
    assert cells["Passed out"].marked == ()
    assert cells["Fouls"].text == "Revoke D"
    assert [cells[seat].text for seat in SEATS] == ["7", "7", "0", "0", "0", "0", "7"]


def test_seven_deal_in_turn() -> None:
    rows = list_blank_lines(GAME, DERIVED, names={}, first_dealer="F")
    assert "".join(row.cells[1].text for row in rows[:8]) == "FGABCDEF"


def test_the_same_template_prints_it_on_one_page(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "rules", property(lambda _event: GAME))
    (page,) = read_pages(typeset(build_document(event, (build_spare_sheet(event),), paper="a4")))
    words = {word.text for word in page}
    assert {"Bidder", "Partners", "Fouls", "♥", "G"} <= words
    assert all(word.left > 8 and word.right < 202 and word.top > 5 and word.bottom < 293 for word in page)
