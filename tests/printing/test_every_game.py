"""Every game on paper, under every preset: each sheet is one page, within its margins, and nothing hides anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from league.models import Event, League, Table
from league.printing.layout import DERIVED
from league.printing.layouts import find_layout
from league.printing.tally import build_document, build_spare_sheet, list_player_counts, list_table_sheets
from league.printing.typesetting import typeset
from league.services.recording import call_time
from league.services.setup import create_event
from rules.catalog import GAMES, default_preset, make_game
from tests.printing.conftest import SeatTable
from tests.printing.paper import Word, find_collisions, read_codes, read_pages
from tests.printing.played import NAMES, PLAYED, play_yukon

PRESETS = [(key, preset) for key, kind in GAMES.items() for preset in kind.presets]
#: The paper's inner edges in millimetres: left, right, and how low anything may stand.
EDGES = {"a4": (11, 199, 294), "letter": (11, 204.9, 276.4)}

MakeEvent = Callable[..., Event]


@pytest.fixture
def make_event(league: League) -> MakeEvent:
    def make(game: str, **more: Any) -> Event:
        return create_event(league, name=f"{game} evening", game=game, by=None, source="web", **more)

    return make


def seat_all(event: Event, seat: SeatTable, *, is_over: bool) -> list[Table]:
    """A table for each number of players, with what was played there."""
    tables = []
    for number, players in enumerate(list_player_counts(event.rules), start=1):
        chosen = players if event.rules.player_counts else None
        deals = play_yukon(event.make_rules(chosen).sides) if event.game == "yukon" else PLAYED[event.game]
        if getattr(event.rules, "hands", "open") == 1:
            deals = deals[:1]
        names = [f"{name} {number}" for name in NAMES[:players]]
        table = seat(names, deals=deals, event=event, number=number, players=chosen)
        if is_over and deals[1:]:
            call_time(table, called=True, by=None, source="web")
        tables.append(table)
    return tables


def check_page(page: list[Word], *, paper: str) -> None:
    left, right, bottom = EDGES[paper]
    assert all(word.left >= left - 0.1 and word.right <= right + 0.1 for word in page)
    assert max(word.bottom for word in page) <= bottom
    # Arabic letters of an upright name come back from the PDF in pieces.
    assert find_collisions([word for word in page if not "\u0600" <= word.text[0] <= "\u06ff"]) == []


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_a_sheet_made_for_it(key: str) -> None:
    assert find_layout(make_game(key)) is not DERIVED


@pytest.mark.parametrize(
    ("key", "preset", "paper", "language"),
    [
        *((key, preset, "letter", settings.LANGUAGES[-1][0]) for key, preset in PRESETS),
        *((key, default_preset(kind), "a4", settings.LANGUAGES[0][0]) for key, kind in GAMES.items()),
    ],
)
def test_each_sheet_is_one_page(
    key: str, preset: str, paper: str, language: str, make_event: MakeEvent, seat: SeatTable
) -> None:
    event = make_event(key, preset=preset)
    is_over = paper == "a4"
    tables = seat_all(event, seat, is_over=is_over)
    counts = list_player_counts(event.rules)
    with translation.override(language):
        sheets = (
            *list_table_sheets(event.tables.all(), is_blank=False),
            *list_table_sheets(event.tables.all(), is_blank=True),
            *(build_spare_sheet(event, players=players) for players in counts),
        )
        pdf = typeset(build_document(event, sheets, paper=paper))
    pages = read_pages(pdf)
    assert len(pages) == 3 * len(tables)
    for page in pages:
        check_page(page, paper=paper)


def test_each_sheet_leads_to_its_own_table(make_event: MakeEvent, seat: SeatTable) -> None:
    event = make_event("yukon")
    tables = seat_all(event, seat, is_over=False)
    pdf = typeset(build_document(event, list_table_sheets(event.tables.all(), is_blank=True), paper="a4"))
    for page, table in enumerate(tables, start=1):
        assert read_codes(pdf, page=page) == [f"{settings.SITE_URL}/events/{event.slug}/round/1/table/{table.number}/"]


def test_house_rules_that_differ_stand_in_the_heading(make_event: MakeEvent) -> None:
    event = make_event("grand", preset="russian", options={"tie": "extra_deal", "euchre_cap": "none"})
    (page,) = read_pages(typeset(build_document(event, (build_spare_sheet(event),), paper="letter")))
    heading = " ".join(word.text for word in page if word.top < 45)
    assert "Russian rules. Euchre: highest bid: no limit. A level result: calls for another deal." in heading


def test_where_many_differ_they_stand_below(make_event: MakeEvent) -> None:
    options = dict.fromkeys(("bid_step", "forced_dealer_bid", "hearts_bid"), "any") | {
        "tie": "extra_deal", "euchre_cap": "none", "score_floor": "zero", "leader": "nearest_100",
        "setback_count": "every_deduction", "eldest_hearts": "no_bid", "whist_defender_slam_bonus": 30,
    }  # fmt: skip
    event = make_event("grand", options=options)
    document = build_document(event, (build_spare_sheet(event),), paper="letter")
    (page,) = read_pages(typeset(document))
    assert "below)" in [word.text for word in page if word.top < 45]
    below = " ".join(word.text for word in page if word.top > 150)
    assert "Scores below zero: not possible: a deduction stops at zero." in below
    assert "Bids are made: in any whole number from 5." not in document.forms["4"].notes, "it stands there once"
    check_page(page, paper="letter")


@pytest.mark.parametrize("key", GAMES)
def test_there_is_room_for_a_language_with_longer_words(
    key: str, make_event: MakeEvent, seat: SeatTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nearly half as long again, as no translation should be: all is smaller, and still on one page."""
    event = make_event(key)
    tables = seat_all(event, seat, is_over=True)

    def say_at_length(message: str) -> str:
        plain = [word for word in message.split() if "%" not in word and "{" not in word]
        return " ".join([message, *(word[::-1] for word in plain[: len(plain) * 2 // 5])])

    monkeypatch.setattr("django.utils.translation._trans.gettext", say_at_length)
    sheets = [sheet for is_blank in (False, True) for sheet in list_table_sheets(event.tables.all(), is_blank=is_blank)]
    pages = read_pages(typeset(build_document(event, tuple(sheets), paper="letter")))
    assert len(pages) == 2 * len(tables)
    for page in pages:
        check_page(page, paper="letter")
