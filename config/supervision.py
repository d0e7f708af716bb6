"""Runs the programs of a site as child processes and leaves none behind.

Each child has a process group of its own, so a Ctrl-C in the terminal reaches only this process,
which then stops the children in order. On Linux the kernel also stops them when this process is
killed without a chance to do so.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO

# A program that ran this long was sound: its next death is a first one.
_SOUND_SECONDS = 60.0
_LONGEST_PAUSE_SECONDS = 30.0
_POLL_SECONDS = 0.2
_PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True, slots=True)
class Program:
    """What to run. `grace_seconds`: how long it may take to finish its work when told to stop."""

    name: str
    command: tuple[str, ...]
    grace_seconds: float


@dataclass(slots=True)
class _Child:
    program: Program
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    deaths: int = 0
    restart_at: float = field(default=0.0)


class Supervisor:
    """Starts programs, starts those again that die, stops them all.

    `report` is called with a line for a person when a program died. `output` receives what the
    children print; None leaves them this process's own streams.
    """

    def __init__(
        self,
        programs: Sequence[Program],
        *,
        environment: Mapping[str, str],
        folder: str | os.PathLike[str],
        report: Callable[[str], None],
        output: IO[bytes] | None = None,
    ) -> None:
        self._children = [_Child(program) for program in programs]
        self._environment = dict(environment)
        self._folder = folder
        self._report = report
        self._output = output
        self._stop_asked = threading.Event()
        self._hurry_asked = threading.Event()

    def listen_for_signals(self) -> None:
        """Take SIGINT, SIGTERM and a closed terminal as a wish to stop; a second one as haste."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup wants SIGHUP ignored
                signal.signal(number, self._take_signal)

    def _take_signal(self, number: int, frame: object) -> None:
        if self._stop_asked.is_set():
            self._hurry_asked.set()
        self._stop_asked.set()

    @property
    def is_stopping(self) -> bool:
        """Whether somebody asked for the end."""
        return self._stop_asked.is_set()

    def start(self) -> None:
        """Start every program."""
        for child in self._children:
            self._start(child)

    def find_dead(self) -> list[str]:
        """Names of the programs that are not running."""
        return [c.program.name for c in self._children if c.process is None or c.process.poll() is not None]

    def run_until_stopped(self) -> None:
        """Keep the programs running until a signal asks for the end."""
        while not self._stop_asked.wait(_POLL_SECONDS):
            for child in self._children:
                self._revive(child)

    def stop(self) -> None:
        """Ask every program to finish, wait for each as long as its grace, then end what is left."""
        running = [c for c in self._children if c.process is not None]
        for child in running:
            if child.process is not None and child.process.poll() is None:
                child.process.terminate()
        started_at = time.monotonic()
        for child in running:
            self._wait(child, deadline=started_at + child.program.grace_seconds)
            _kill_group(child)

    def _start(self, child: _Child) -> None:
        child.started_at = time.monotonic()
        child.process = subprocess.Popen(
            child.program.command,
            cwd=self._folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT if self._output else None,
            start_new_session=True,
            preexec_fn=_make_death_bond(),
        )

    def _revive(self, child: _Child) -> None:
        now = time.monotonic()
        if child.process is not None and child.process.poll() is not None:
            _kill_group(child)  # what the dead one had started must not hold the port or the queue
            child.deaths = 1 if now - child.started_at > _SOUND_SECONDS else child.deaths + 1
            pause = min(2.0 ** (child.deaths - 1), _LONGEST_PAUSE_SECONDS)
            self._report(
                f"The {child.program.name} ended unexpectedly (exit code {child.process.returncode}); "
                f"it is started again in {pause:.0f} s."
            )
            child.process, child.restart_at = None, now + pause
        if child.process is None and now >= child.restart_at:
            self._start(child)

    def _wait(self, child: _Child, *, deadline: float) -> None:
        assert child.process is not None
        while time.monotonic() < deadline and not self._hurry_asked.is_set():
            try:
                child.process.wait(timeout=_POLL_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            return


def _kill_group(child: _Child) -> None:
    """End the program and whatever it started; each child leads a group with its own number."""
    assert child.process is not None
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.process.pid, signal.SIGKILL)
    child.process.wait()


def _make_death_bond() -> Callable[[], None] | None:
    """A function that a new child runs first: have the kernel stop it when its parent dies."""
    if _libc is None:
        return None
    parent, set_option = os.getpid(), _libc.prctl

    def bind_to_parent() -> None:
        set_option(_PR_SET_PDEATHSIG, int(signal.SIGTERM))
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return bind_to_parent
