"""A server that starts alone takes up at once what a killed one had begun; beside another one it does not."""

import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from config.network import find_free_port
from config.only_one import claim_folder
from tests.server.conftest import Start, wait_until

MAKE_JOB = """
from django.utils import timezone
from league.models import Event, ImportJob
job = ImportJob.objects.create(event=Event.objects.first(), file_name="x.csv", content=b"nothing",
    state="checking", attempts=1, beat_at=timezone.now())
print(job.pk)
"""


def read_state(folder: Path, job: str) -> str:
    with closing(sqlite3.connect(folder / "oddtrick.sqlite3")) as database:
        (state,) = database.execute("SELECT state FROM league_importjob WHERE id = ?", [int(job)]).fetchone()
    return str(state)


def test_a_folder_is_claimed_once_and_free_again_afterwards(tmp_path: Path) -> None:
    first = claim_folder(tmp_path)
    assert first is not None
    assert claim_folder(tmp_path) is None
    first.close()
    second = claim_folder(tmp_path)
    assert second is not None
    second.close()


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_server_takes_up_an_import_that_was_begun(
    start_site: Start, run_manage: Callable[..., subprocess.CompletedProcess[str]], site_folder: Path, is_alone: bool
) -> None:
    job = run_manage("manage.py", "shell", "--no-imports", "-c", MAKE_JOB).stdout
    assert read_state(site_folder, job) == "checking"
    other = None if is_alone else claim_folder(site_folder)
    start_site("--port", str(find_free_port()), "--no-live")
    is_done = wait_until(lambda: read_state(site_folder, job) == "refused", seconds=30 if is_alone else 6)
    if other is not None:
        other.close()
    assert is_done is is_alone
