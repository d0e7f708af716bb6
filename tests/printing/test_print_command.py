"""manage.py print_sheets: an event's sheets in one file, or what is wrong."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.models import Event, League
from league.services.setup import create_event
from tests.printing.conftest import EVENING, SeatTable
from tests.printing.paper import read_pages, read_text


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "sheets.pdf"


def test_all_tables_of_all_rounds(
    event: Event, seat: SeatTable, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seat(deals=EVENING)
    seat(round_number=2, names=["Eve", "Fay", "Gus", "Hal"])
    call_command("print_sheets", event.slug, output=file)
    assert len(read_pages(file.read_bytes())) == 2
    assert "Cards shown before the lead" in read_text(file.read_bytes())
    assert capsys.readouterr().out == f"{file}: 2 sheets\n"


def test_one_round_blank_on_letter_paper(event: Event, seat: SeatTable, file: Path) -> None:
    seat(deals=EVENING)
    seat(round_number=2, names=["Eve", "Fay", "Gus", "Hal"])
    call_command("print_sheets", event.slug, "--round", "1", "--blank", "--paper", "letter", "-o", str(file))
    (page,) = read_pages(file.read_bytes())
    assert "Ann" in {word.text for word in page}
    assert "Misdeal:" not in {word.text for word in page}
    assert max(word.bottom for word in page) < 279.4


def test_spare_sheets_need_no_tables(event: Event, file: Path) -> None:
    call_command("print_sheets", event.slug, "--spare", "2", "-o", str(file))
    assert len(read_pages(file.read_bytes())) == 2


@pytest.fixture
def yukon(league: League) -> Event:
    return create_event(league, name="Yukon", game="yukon", by=None, source="web")


@pytest.mark.parametrize(("players", "signatures"), [(None, "N–S"), (2, "B"), (3, "C"), (4, "E–W"), (5, "E")])
def test_spare_sheets_are_for_as_many_as_play(players: int | None, signatures: str, yukon: Event, file: Path) -> None:
    chosen = [] if players is None else ["--players", str(players)]
    call_command("print_sheets", yukon.slug, "--spare", "1", *chosen, "-o", str(file))
    (page,) = read_pages(file.read_bytes())
    assert f"Signed for {signatures}" in " ".join(word.text for word in page)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--spare", "1", "--players", "6"], "--players 6: the game is played by 2, 3, 4, 5."),
        (["--players", "3"], "--players goes with --spare"),
    ],
)
def test_a_number_of_players_that_cannot_be_is_refused(
    arguments: list[str], message: str, yukon: Event, file: Path
) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("print_sheets", yukon.slug, *arguments, "-o", str(file))
    assert not file.exists()


def test_a_game_for_four_is_not_printed_for_three(event: Event, file: Path) -> None:
    call_command("print_sheets", event.slug, "--spare", "1", "--players", "4", "-o", str(file))
    with pytest.raises(CommandError, match="--players 3: the game is played by 4"):
        call_command("print_sheets", event.slug, "--spare", "1", "--players", "3", "-o", str(file))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-event"], "no-such-event"),
        (["autumn-evening"], "--spare N"),
        (["autumn-evening", "--round", "9"], "--spare N"),
        (["autumn-evening", "--spare", "0"], "from 1"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_written(
    arguments: list[str], message: str, event: Event, file: Path
) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("print_sheets", *arguments, "-o", str(file))
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_named(event: Event, tmp_path: Path) -> None:
    file = tmp_path / "no-such-folder" / "sheets.pdf"
    with pytest.raises(CommandError, match="no-such-folder"):
        call_command("print_sheets", event.slug, "--spare", "1", "-o", str(file))


@pytest.mark.parametrize(("url", "is_warned"), [("http://127.0.0.1:8000", True), ("https://192.168.1.5:8443", False)])
def test_codes_that_no_phone_can_open_are_said(
    url: str, is_warned: bool, event: Event, file: Path, settings: Any
) -> None:
    settings.SITE_URL = url
    said = StringIO()
    call_command("print_sheets", event.slug, "--spare", "1", "-o", str(file), stderr=said)
    assert ("which no phone can open" in said.getvalue()) is is_warned
