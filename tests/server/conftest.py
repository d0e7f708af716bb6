"""Starts the real site in a folder of its own and finds what it leaves behind."""

import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from config.network import read_interface_addresses
from tests.settings import NOT_TAKEN_OVER

ROOT = Path(__file__).resolve().parents[2]
#: An address of this machine that is not of its loopback network; "" where it has none.
OWN_ADDRESS = next(
    (str(each.address) for each in read_interface_addresses() if not each.address.startswith("127.")), ""
)
needs_network = pytest.mark.skipif(not OWN_ADDRESS, reason="this machine is on no network")
# Conditions are waited for, so that long limits cost nothing: a busy machine took a minute to start a site.
READY_SECONDS = 180
GONE_SECONDS = 60
_POLL_SECONDS = 0.1


def find_processes(folder: Path) -> dict[int, str]:
    """Number and command line of the live processes of the site that keeps its data in `folder`.

    Whatever the site starts inherits VAR_DIR, so an orphan is found by it (Linux only).
    """
    wanted, found = f"VAR_DIR={folder}".encode(), {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and wanted in (entry / "environ").read_bytes().split(b"\0"):
                found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # gone, or not ours
            continue
    return found


def _find_parent(number: int) -> int | None:
    try:
        status = Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return None
    return int(status.rpartition(")")[2].split()[1])


def wait_until(condition: Callable[[], object], *, seconds: float) -> bool:
    """Whether the condition came true within that time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(_POLL_SECONDS)
    return bool(condition())


def is_gone(folder: Path) -> bool:
    """Whether nothing of the site runs any more, given a moment to end."""
    return wait_until(lambda: not find_processes(folder), seconds=GONE_SECONDS)


class RunningSite:
    """`manage.py serve` in its own terminal, so to speak: a process group that signals can be sent to."""

    def __init__(self, process: "subprocess.Popen[bytes]", folder: Path, log: Path) -> None:
        self.process, self.folder, self._log = process, folder, log

    def read_log(self) -> str:
        """What it printed up to now."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def wait_until_ready(self) -> None:
        """Wait for the line that says so."""
        ready = wait_until(
            lambda: self.process.poll() is not None or "Ctrl-C stops it" in self.read_log(), seconds=READY_SECONDS
        )
        assert ready, self.read_log()
        assert self.process.poll() is None, self.read_log()

    def find_process(self, pattern: str) -> int | None:
        """The number of the program that this site started and whose command line matches."""
        found = find_processes(self.folder).items()
        numbers = [n for n, line in found if re.search(pattern, line) and _find_parent(n) == self.process.pid]
        return min(numbers, default=None)


def make_environment(folder: Path) -> dict[str, str]:
    """The environment of a site that nobody has configured: nothing of the tests' own settings in it."""
    ours = {*NOT_TAKEN_OVER, "DATABASE_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY"}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {"VAR_DIR": str(folder)}


Start = Callable[..., RunningSite]


@dataclass(frozen=True)
class FirstStart:
    """What `script/server --once` made of an empty folder, and what it said."""

    folder: str
    returncode: int
    stdout: str
    stderr: str


def start_once(folder: Path) -> "subprocess.CompletedProcess[str]":
    """Start the site that keeps its data there, as a user proves that it starts on his machine."""
    return subprocess.run(
        [str(ROOT / "script" / "server"), "--once"],
        cwd=folder.parent,  # any folder will do
        env=make_environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> FirstStart:
    """A site's very first start, made once for all: preparing the database takes most of the time of any.

    Parallel test processes share it. Its folder is to be copied and not used.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    with (shared / "first-start.json").open("a+", encoding="utf-8") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX)
        kept.seek(0)
        if text := kept.read():
            return FirstStart(**json.loads(text))
        folder = shared / "a first site"
        result = start_once(folder)
        started = FirstStart(str(folder), result.returncode, result.stdout, result.stderr)
        json.dump(asdict(started), kept)
        return started


@pytest.fixture(scope="module")
def site_folder(tmp_path_factory: pytest.TempPathFactory, first_start: FirstStart) -> Path:
    """A folder with the data of a site that was started before, a space in its name; the tests of a file share it."""
    assert first_start.returncode == 0, first_start.stdout + first_start.stderr
    folder = tmp_path_factory.mktemp("copies") / "a site"
    shutil.copytree(first_start.folder, folder)
    return folder


@pytest.fixture(scope="module")
def site_environment(site_folder: Path) -> dict[str, str]:
    """The environment of that site."""
    return make_environment(site_folder)


@pytest.fixture(scope="module")
def run_manage(site_environment: dict[str, str]) -> "Callable[..., subprocess.CompletedProcess[str]]":
    """Run manage.py (or python) with these arguments for that site."""

    def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=site_environment | environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )

    return run


class _Starter:
    """Starts sites and ends those that still run."""

    def __init__(self, environment: dict[str, str], folder: Path, logs: Path) -> None:
        self._environment, self._folder, self._logs = environment, folder, logs
        self._started: list[RunningSite] = []
        self._open = ExitStack()

    def start(self, *arguments: str) -> RunningSite:
        path = self._logs / f"serve-{len(self._started)}.log"
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", *arguments],
            cwd=ROOT,
            env=self._environment | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=self._open.enter_context(path.open("wb")),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        site = RunningSite(process, self._folder, path)
        self._started.append(site)
        site.wait_until_ready()
        return site

    def end(self) -> None:
        for site in self._started:
            if site.process.poll() is None:
                site.process.terminate()
                site.process.wait(timeout=60)
        self._open.close()


@pytest.fixture
def start_site(site_environment: dict[str, str], site_folder: Path, tmp_path: Path) -> Iterator[Start]:
    """Start `manage.py serve` with these arguments and wait until it is ready; it is ended with the test."""
    starter = _Starter(site_environment, site_folder, tmp_path)
    yield starter.start
    starter.end()


@pytest.fixture(scope="module")
def start_shared_site(
    site_environment: dict[str, str], site_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Start]:
    """The same for a site that the tests of a file share; it is ended with the last of them."""
    starter = _Starter(site_environment, site_folder, tmp_path_factory.mktemp("logs"))
    yield starter.start
    starter.end()
