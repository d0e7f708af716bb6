"""Real files that lie beside this checkout, where there are any: ../shared/real (skipped where it is missing)."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from league.models import Event
from tests.imports.conftest import list_faults, run_import

pytestmark = pytest.mark.django_db


@pytest.fixture
def real_folder(shared_folder: Path) -> Path:
    folder = shared_folder / "real"
    if not folder.is_dir():
        pytest.skip("no folder ../shared/real with real score sheets beside this checkout")
    return folder


@pytest.mark.parametrize("name", ["euchre-final.csv", "euchre-final.sheet.json"])
def test_the_real_final_is_won_by_east_and_west(real_folder: Path, client: Client, name: str) -> None:
    out = io.StringIO()
    call_command("import_results", str(real_folder / name), "--create-event", "land-grant-euchre", stdout=out)
    slug = out.getvalue().split()[0]
    printed = io.StringIO()
    call_command("standings", slug, "--json", stdout=printed)
    first, second = json.loads(printed.getvalue())
    figures = ("rank", "games_won", "games_lost", "points_for", "points_against")
    assert [first[figure] for figure in figures] == [1, 1, 0, 10, 8]
    assert [second[figure] for figure in figures] == [2, 0, 1, 8, 10]
    page = client.get(f"/events/{slug}/").content.decode()
    assert page.index(first["entry"].replace("&", "&amp;")) < page.index(second["entry"].replace("&", "&amp;"))


def test_the_two_forms_of_the_final_say_the_same(real_folder: Path, event: Event) -> None:
    names = "name_N,name_E,name_S,name_W"
    heading, first, *rest = (real_folder / "euchre-final.csv").read_text().splitlines()
    table = "\n".join([f"{heading},{names}", f"{first},P01,P02,P03,P04", *[f"{row},,,," for row in rest]])
    run_import(table, event)
    sheet = json.loads((real_folder / "euchre-final.sheet.json").read_text())
    again = run_import(json.dumps({**sheet, "id": "spring/1/1"}), event, name="final.json")
    assert not again.changes_anything


def test_files_of_other_kinds_are_refused_in_words(real_folder: Path, event: Event) -> None:
    workbook = (real_folder / "one-sheet-per-evening.xlsx").read_bytes()
    (fault,) = list_faults(workbook, event, name="evening.xlsx")
    assert "several sheets with something in them" in fault
    drive = (real_folder / "whist-drive-mirrored-rows.csv").read_bytes()
    assert all(fault.startswith("line 1") for fault in list_faults(drive, event, name="drive.csv"))
    game = (real_folder / "euchre-final.egn.json").read_bytes()
    assert list_faults(game, event, name="final.egn.json")
