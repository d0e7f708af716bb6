"""A server that starts alone takes up at once what a killed one had begun; beside another one it does not."""

from collections.abc import Callable
from pathlib import Path

import pytest

from config.network import find_free_port
from config.only_one import claim_folder
from tests.server.conftest import RunningSite, wait_until

MAKE_JOB = """
from django.utils import timezone
from league.models import Event, ImportJob
job = ImportJob.objects.create(event=Event.objects.first(), file_name="x.csv", content=b"nothing",
    state="checking", attempts=1, beat_at=timezone.now())
print(job.pk)
"""
READ_JOB = "from league.models import ImportJob; print(ImportJob.objects.latest('pk').state)"


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
    start_site: Callable[..., RunningSite], run_manage: Callable[..., "object"], site_folder: Path, is_alone: bool
) -> None:
    def run(code: str) -> str:
        return str(run_manage("manage.py", "shell", "--no-imports", "-c", code).stdout).strip()  # type: ignore[attr-defined]

    run_manage("manage.py", "migrate", "-v", "0")
    run_manage("manage.py", "create_demo")
    run(MAKE_JOB)
    other = None if is_alone else claim_folder(site_folder)
    start_site("--port", str(find_free_port()))
    is_done = wait_until(lambda: run(READ_JOB) == "refused", seconds=30 if is_alone else 3)
    if other is not None:
        other.close()
    assert is_done is is_alone
