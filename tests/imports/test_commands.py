"""manage.py import_results, standings and create_demo, from the side of the shell."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from league.models import Event, League, Membership, Player
from league.models.result import Outcome
from league.selectors.standings import write_standings
from league.services.passwords import make_password
from league.services.setup import create_event, create_league
from rules.catalog import GAMES
from tests.architecture.files import ROOT
from tests.imports.conftest import count_rows, read_names, read_totals

GAME = "land-grant-euchre"
HANDS = "event,round,table,deal,maker,tricks\nSpring Final,1,1,1,N,3\nSpring Final,1,1,2,E,x\n"

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hands.csv"
    path.write_text(HANDS, encoding="utf-8")
    return path


def run(*arguments: Any) -> tuple[str, str]:
    """What a command says on standard output and on standard error."""
    out, err = io.StringIO(), io.StringIO()
    call_command(*map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def fail(*arguments: Any) -> tuple[str, list[str]]:
    """Why a command ended with 1, and the lines of faults; nothing may have been stored."""
    before = count_rows()
    err = io.StringIO()
    with pytest.raises(CommandError) as failed:
        call_command(*map(str, arguments), stdout=io.StringIO(), stderr=err)
    assert failed.value.returncode == 1
    assert count_rows() == before
    return str(failed.value), err.getvalue().splitlines()


def test_an_event_is_made_in_a_league_that_is_made(file: Path) -> None:
    out, err = run("import_results", file, "--create-event", GAME)
    assert out.splitlines() == [
        "spring-final  /events/spring-final/",
        "tables: 1 new, 0 with more hands, 0 unchanged",
        "hands: 2 new, 0 unchanged; players: 4 new",
    ]
    assert err == ""
    event = Event.objects.get()
    assert (event.name, event.league.name, event.league.is_public) == ("Spring Final", "My league", True)
    assert read_totals(event) == {(1, 1): (3, 0)}


def test_the_same_command_again_finds_the_same_event(file: Path) -> None:
    run("import_results", file, "--create-event", GAME)
    before = count_rows()
    out, _err = run("import_results", file, "--create-event", GAME)
    assert out.splitlines() == [
        "spring-final  /events/spring-final/",
        "tables: 0 new, 0 with more hands, 1 unchanged",
        "hands: 0 new, 2 unchanged; players: 0 new",
        "Everything in this file was there already: nothing changed.",
    ]
    assert count_rows() == before


def test_the_short_name_can_be_chosen_and_finds_it_again(file: Path) -> None:
    for _time in range(2):
        out, _err = run("import_results", file, "--create-event", GAME, "--event", "night-1")
        assert out.startswith("night-1  /events/night-1/\n")
    assert Event.objects.get().name == "Spring Final"


@pytest.mark.parametrize(
    ("file_name", "slug"), [("Tuesday 5.csv", "tuesday-5"), ("Вторник.csv", "vtornik"), ("final.sheet.json", "final")]
)
def test_a_file_that_names_no_event_gives_it_its_own_name(tmp_path: Path, file_name: str, slug: str) -> None:
    path = tmp_path / file_name
    sheet = {"game": GAME, "deals": [{"maker": "N", "tricks": 3}]}
    path.write_text(json.dumps(sheet) if file_name.endswith("json") else "maker,tricks\nN,3\n", encoding="utf-8")
    for _time in range(2):
        out, _err = run("import_results", path, "--create-event", GAME)
        assert out.startswith(f"{slug}  /events/{slug}/\n")


def test_the_house_rules_of_a_new_event_are_those_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.csv"
    path.write_text(
        "table,maker,tricks,preset,option_warning_scope\n1,N,3,,\n2,N,3,fair-renege,season\n3,N,3,fair-renege,season\n"
    )
    run("import_results", path, "--create-event", GAME)
    event = Event.objects.get()
    assert (event.preset, event.options) == ("fair-renege", {"warning_scope": "season"})
    run("import_results", path, "--create-event", GAME)


def test_into_an_event_that_is_there(file: Path, event: Event) -> None:
    out, _err = run("import_results", file, "--event", "spring")
    assert out.startswith("spring  /events/spring/\ntables: 1 new")
    assert Event.objects.count() == 1


def test_a_dry_run_says_what_would_be_stored(file: Path) -> None:
    before = count_rows()
    out, _err = run("import_results", file, "--create-event", GAME, "--dry-run")
    assert out.splitlines() == [
        "tables: 1 new, 0 with more hands, 0 unchanged",
        "hands: 2 new, 0 unchanged; players: 4 new",
        "Dry run: nothing was stored.",
    ]
    assert count_rows() == before


def test_faults_leave_neither_event_nor_league_behind(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("maker,tricks\nN,7\nQ,3\n")
    assert fail("import_results", path, "--create-event", GAME) == (
        "Nothing was stored. Faults: 2.",
        [
            "line 2, column tricks: This must be a whole number from 0 to 5.",
            "line 3, column maker: “Q” is not possible here; write one of these: N, E, S, W.",
        ],
    )
    assert League.objects.count() == 0


def test_an_old_encoding_is_said(tmp_path: Path, event: Event) -> None:
    path = tmp_path / "old.csv"
    path.write_bytes("name_N,maker,tricks\nМария,N,3\n".encode("cp1251"))
    _out, err = run("import_results", path, "--event", "spring")
    assert err == "The file is not UTF-8; it was read as Windows Cyrillic. Look whether the names are right.\n"
    assert read_names(event)["N"] == "Мария"


def test_what_is_missing_is_said(file: Path, event: Event, tmp_path: Path) -> None:
    create_league("Hilltop", by=None, source="web")
    assert fail("import_results", file)[0] == (
        "Say into which event: --event SLUG, or --create-event GAME to make one."
    )
    assert fail("import_results", tmp_path / "none.csv", "--event", "spring")[0].endswith("No such file or directory.")
    assert fail("import_results", file, "--event", "sprung")[0] == (
        "There is no event “sprung”. Perhaps one of these is meant: spring."
    )
    assert fail("import_results", file, "--create-event", "bridge")[0] == (
        f"There is no such game here: {', '.join(GAMES)}."
    )
    assert fail("import_results", file, "--create-event", GAME)[0] == (
        "There are several leagues: say which with --league. hilltop, riverside"
    )
    assert fail("import_results", file, "--create-event", GAME, "--league", "nowhere")[0] == (
        "There is no league “nowhere”. There are: hilltop, riverside."
    )
    assert fail("import_results", file, "--event", "spring", "--league", "hilltop")[0] == (
        "The event “spring” belongs to the league “riverside”."
    )
    assert fail("import_results", file, "--event", "spring", "--create-event", GAME, "--league", "hilltop")[0] == (
        "The event “spring” belongs to the league “riverside”."
    )
    assert fail("import_results", file, "--event", "No Slug!", "--create-event", GAME, "--league", "hilltop")[0] == (
        "“No Slug!” cannot be a short name: take small letters, digits and single hyphens, at most 70."
    )


def test_events_of_one_name_must_be_told_apart(file: Path, league: League) -> None:
    for _twin in range(2):
        create_event(league, name="Spring Final", game=GAME, by=None, source="web")
    assert fail("import_results", file, "--create-event", GAME)[0] == (
        "There are several events called “Spring Final” in this league: say which by its short name."
    )
    run("import_results", file, "--create-event", GAME, "--event", "spring-final-2")


def test_the_league_can_be_named(file: Path, league: League) -> None:
    hilltop = create_league("Hilltop", by=None, source="web")
    run("import_results", file, "--create-event", GAME, "--league", "hilltop")
    assert Event.objects.get().league == hilltop


@pytest.mark.parametrize(
    "named", ["spring-final", "Spring Final", "/events/spring-final/", "http://x.org/events/spring-final/"]
)
def test_standings_of_an_event_by_any_of_its_names(file: Path, named: str) -> None:
    run("import_results", file, "--create-event", GAME)
    out, _err = run("standings", named, "--json")
    assert json.loads(out) == write_standings(Event.objects.get())
    table, _err = run("standings", named)
    assert [line.split() for line in table.splitlines()][2:] == [
        ["1=", "Table", "1", "N", "&", "Table", "1", "S", "0", "0", "0", "0", "0", "1"],
        ["1=", "Table", "1", "E", "&", "Table", "1", "W", "0", "0", "0", "0", "0", "1"],
    ]


def test_standings_of_an_unknown_event(event: Event) -> None:
    assert fail("standings", "sprang")[0] == "There is no event “sprang”. Perhaps one of these is meant: spring."
    assert fail("standings", "zzz")[0] == "There is no event “zzz”. The newest are: spring."
    create_event(event.league, name="Spring", game=GAME, by=None, source="web")
    assert fail("standings", "Spring")[0] == "Several events are called “Spring”: say which one of spring, spring-2."
    assert run("standings", "spring")[0].splitlines()[1:] == ["Nobody is seated yet."]


def test_standings_without_any_event() -> None:
    assert fail("standings", "x")[0] == "There is no event “x”; there are no events yet."


def test_the_demo_is_an_evening_in_full_swing(client: Client) -> None:
    out, _err = run("create_demo")
    password = re.search(r"password +(\S+)", out)
    assert password is not None
    assert client.login(username="admin", password=password[1])
    event = Event.objects.get(game="land-grant-euchre")
    assert f"/events/{event.slug}/" in out
    assert client.get(f"/events/{event.slug}/").status_code == 200
    assert (Player.objects.count(), event.tables.count()) == (16, 8)
    outcomes = set(event.results.values_list("outcome", flat=True))
    assert outcomes == {Outcome.WON, Outcome.LOST, Outcome.OPEN}
    assert max(event.results.values_list("points", flat=True)) == 12
    assert Membership.objects.get().role == "owner"


def test_the_demo_shows_every_game_finished_and_in_play(client: Client) -> None:
    password = re.search(r"password +(\S+)", run("create_demo")[0])
    assert password is not None
    assert client.login(username="admin", password=password[1])
    assert set(Event.objects.values_list("game", flat=True)) == set(GAMES)
    for event in Event.objects.all():
        outcomes = set(event.results.values_list("outcome", flat=True))
        assert Outcome.OPEN in outcomes, event
        assert outcomes - {Outcome.OPEN}, event
        assert client.get(f"/events/{event.slug}/").status_code == 200
        for table in event.tables.all():
            url = f"/events/{event.slug}/round/{table.round.number}/table/{table.number}/"
            assert client.get(url).status_code == 200


def test_passwords_are_random_and_can_be_typed_from_a_screen() -> None:
    passwords = {make_password() for _time in range(50)}
    assert len(passwords) == 50
    assert all(re.fullmatch(r"[a-z2-9]{4}(-[a-z2-9]{4}){2}", password) for password in passwords)


def test_no_demo_on_a_site_with_users() -> None:
    User.objects.create_user("somebody")
    assert fail("create_demo")[0] == "This site has users already: a demo league is made on an empty site only."


@pytest.mark.parametrize("command", [("standings", "spring"), ("import_results", "x.csv"), ("create_demo",)])
def test_a_database_that_is_not_prepared_is_said(command: tuple[str, ...], tmp_path: Path) -> None:
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path}/new.sqlite3", "DJANGO_SETTINGS_MODULE": "config.settings"
    }  # fmt: skip
    manage = [sys.executable, "manage.py", *command]
    done = subprocess.run(manage, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The database is not prepared for this version.")
