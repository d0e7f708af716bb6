"""Work shared out among processes: results in order, whatever becomes of the workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from scoring.workers import AHEAD, count_processors, share_out

ROOT = Path(__file__).resolve().parents[2]
HERE = os.getpid()
#: Seconds that anything here may take on a busy machine.
PATIENCE = 60


def is_alive(process: int) -> bool:
    """Whether a process runs; one that ended and that nobody has asked after does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def has_ended(process: int) -> bool:
    """Whether a process ends in good time."""
    end = time.monotonic() + PATIENCE
    while is_alive(process) and time.monotonic() < end:
        time.sleep(0.01)
    return not is_alive(process)


def double(part: int) -> tuple[int, int]:
    return part * 2, os.getpid()


@pytest.mark.parametrize("count", [0, 1, 2, 3, 50])
@pytest.mark.parametrize("processes", [-1, 0, 1, 2, 3, 9])
def test_results_come_in_order(count: int, processes: int) -> None:
    results = list(share_out(double, range(count), processes=processes))
    assert [result for result, _process in results] == [part * 2 for part in range(count)]
    makers = {process for _result, process in results}
    if min(count, processes) < 2:
        assert makers <= {HERE}
    else:
        assert HERE not in makers
        assert len(makers) <= processes


def test_all_workers_are_used_and_gone_at_the_end() -> None:
    def work(_part: int) -> int:
        time.sleep(0.02)
        return os.getpid()

    makers = set(share_out(work, range(30), processes=3))
    assert len(makers) == 3
    assert not any(map(is_alive, makers))


def test_slow_parts_hold_nobody_up_and_come_in_their_places() -> None:
    def work(part: int) -> int:
        time.sleep(0.2 if part == 0 else 0)
        return part

    assert list(share_out(work, range(40), processes=3)) == list(range(40))


def test_results_much_longer_than_a_pipe_holds() -> None:
    results = list(share_out(lambda part: bytes([part]) * 3_000_000, range(9), processes=2))
    assert [(result[0], len(result)) for result in results] == [(part, 3_000_000) for part in range(9)]


@pytest.mark.parametrize("fatal", [0, 1, 7, 29])
def test_what_a_killed_worker_was_at_is_done_here(fatal: int) -> None:
    def work(part: int) -> tuple[int, int]:
        if part == fatal and os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        return double(part)

    results = list(share_out(work, range(30), processes=2))
    assert [result for result, _process in results] == [part * 2 for part in range(30)]
    assert results[fatal][1] == HERE


def test_all_is_done_here_when_all_workers_are_dead() -> None:
    def work(part: int) -> tuple[int, int]:
        if os.getpid() != HERE:
            os._exit(0)
        return double(part)

    assert list(share_out(work, range(30), processes=3)) == [(part * 2, HERE) for part in range(30)]


def test_a_part_that_fails_fails_here_and_says_nothing_twice(capfd: pytest.CaptureFixture[str]) -> None:
    def work(part: int) -> int:
        if part == 5:
            raise ValueError(f"part {part}")
        return part

    results = share_out(work, range(30), processes=2)
    assert [next(results) for _part in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="part 5"):
        next(results)
    assert capfd.readouterr() == ("", "")


def test_workers_do_not_run_far_ahead_of_who_takes_the_results(tmp_path: Path) -> None:
    def work(part: int) -> int:
        (tmp_path / str(part)).touch()
        return part

    results = share_out(work, range(200), processes=2)
    for taken in range(1, 40):
        next(results)
        time.sleep(0.01)
        assert len(list(tmp_path.iterdir())) <= taken + 2 * AHEAD
    results.close()  # type: ignore[attr-defined]


def test_workers_end_when_nobody_wants_more() -> None:
    results = share_out(double, range(1000), processes=2)
    makers = {next(results)[1] for _part in range(20)}
    results.close()  # type: ignore[attr-defined]
    assert makers
    assert not any(map(is_alive, makers))


def test_a_machine_that_cannot_copy_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert list(share_out(double, range(3), processes=2)) == [(0, HERE), (2, HERE), (4, HERE)]


def test_a_process_with_threads_is_not_copied() -> None:
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    try:
        assert list(share_out(double, range(3), processes=2)) == [(0, HERE), (2, HERE), (4, HERE)]
    finally:
        end.set()
        thread.join()


@pytest.mark.parametrize("allowed", [0, 1])
def test_a_machine_that_has_no_room_for_more_processes(allowed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fork, forked = os.fork, list[bool]()

    def refuse() -> int:
        if len(forked) == allowed:
            raise BlockingIOError("no more")
        forked.append(True)
        return fork()

    monkeypatch.setattr(os, "fork", refuse)
    results = list(share_out(double, range(20), processes=3))
    assert [result for result, _process in results] == [part * 2 for part in range(20)]
    assert (HERE in {process for _result, process in results}) is (allowed == 0)


def test_processors_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: {3, 5, 8})
    assert count_processors() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert count_processors() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert count_processors() == 1


SLOW = """
import os, sys, time
from scoring.workers import share_out

def work(part):
    if part > 3:
        time.sleep(0.05)
    return os.getpid()

for process in share_out(work, range(10_000), processes=2):
    print(process, flush=True)
"""


@pytest.mark.parametrize(("sent", "said"), [(signal.SIGINT, b"KeyboardInterrupt"), (signal.SIGKILL, b"")])
def test_workers_end_with_who_gave_the_orders(sent: signal.Signals, said: bytes) -> None:
    """Ctrl-C reaches the workers too, which is not theirs to complain of; a killed process can clear up nothing."""
    with subprocess.Popen(
        [sys.executable, "-c", SLOW], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        makers = {int(process.stdout.readline()) for _line in range(4)}
        if sent == signal.SIGINT:
            os.killpg(process.pid, sent)
        else:
            process.send_signal(sent)
        complaints = process.stderr.read()
        assert process.wait(timeout=PATIENCE) != 0
    assert makers
    assert all(map(has_ended, makers))
    assert complaints.count(b"Traceback") == (1 if said else 0)
    assert said in complaints
