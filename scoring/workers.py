"""Share out work among processes and take the results back in order.

A worker is a copy of this process and so has what the work needs; only the number of a part and its result travel. A
worker that dies costs nothing but time: this process does its parts again, and says what is wrong if anything is.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Self, TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")

#: Parts that a worker has at once: the next one waits for it, so that it never waits for orders.
ORDERS = 2
#: How many parts the work may run ahead of the results that were taken, for each worker: they are kept in memory.
AHEAD = 4


def count_processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def share_out(work: Callable[[Part], Result], parts: Sequence[Part], *, processes: int) -> Iterator[Result]:
    """Yield the result of each part, in order. Results are such as pickle takes.

    This process does everything where one is enough, and where it cannot be copied safely.
    """
    count = min(processes, len(parts))
    if count < 2 or not hasattr(os, "fork") or threading.active_count() > 1:
        yield from map(work, parts)
        return
    with _Crew(work, parts, count) as crew:
        for place, part in enumerate(parts):
            yield crew.take(place) if crew.wait_for(place) else work(part)


class _Crew(Generic[Part, Result]):
    """The workers, what each of them is at, and the results that were not taken yet."""

    def __init__(self, work: Callable[[Part], Result], parts: Sequence[Part], count: int) -> None:
        self._parts = len(parts)
        self._most_ahead = AHEAD * count
        self._next = 0
        self._orders: dict[Connection, deque[int]] = {}
        self._done: dict[int, Result] = {}
        self._processes: list[BaseProcess] = []
        for _worker in range(count):
            self._hire(work, parts)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        """A worker without a connection ends after the part that it is at."""
        for connection in self._orders:
            connection.close()
        for process in self._processes:
            process.join()

    def wait_for(self, place: int) -> bool:
        """Wait until the result of a part is there. False: nobody is at it, and nobody will be."""
        self._give_orders(until=place + self._most_ahead)
        while place not in self._done and any(place in orders for orders in self._orders.values()):
            for connection in wait(list(self._orders)):
                self._receive(connection)  # type: ignore[arg-type]
            self._give_orders(until=place + self._most_ahead)
        self._next = max(self._next, place + 1)
        return place in self._done

    def take(self, place: int) -> Result:
        """The result of a part, which is then forgotten."""
        return self._done.pop(place)

    def _hire(self, work: Callable[[Part], Result], parts: Sequence[Part]) -> None:
        ours, theirs = multiprocessing.Pipe()
        connections: list[Any] = [*self._orders, ours]
        context = multiprocessing.get_context("fork")
        process = context.Process(target=_serve, args=(work, parts, theirs, connections), daemon=True)
        try:
            process.start()
        except OSError:  # no memory or no process left: the others do it, or this process
            ours.close()
        else:
            self._orders[ours] = deque()
            self._processes.append(process)
        theirs.close()

    def _give_orders(self, *, until: int) -> None:
        for _round in range(ORDERS):
            for connection, orders in list(self._orders.items()):
                if len(orders) < ORDERS and self._next < min(until, self._parts):
                    try:
                        connection.send(self._next)
                    except OSError:
                        self._dismiss(connection)
                        continue
                    orders.append(self._next)
                    self._next += 1

    def _receive(self, connection: Connection) -> None:
        try:
            result = connection.recv()
        except (EOFError, OSError):
            self._dismiss(connection)
        else:
            self._done[self._orders[connection].popleft()] = result

    def _dismiss(self, connection: Connection) -> None:
        """Forget a worker that has died; what it was at is lost."""
        del self._orders[connection]
        connection.close()


def _serve(
    work: Callable[[Part], Result], parts: Sequence[Part], orders: Connection, others: Sequence[Connection]
) -> None:
    """What a worker does, until nobody has orders for it. A part that fails ends it: its maker will see why."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that gives the orders
    for connection in others:  # or it would not be seen when that process has gone
        connection.close()
    try:
        while True:
            orders.send(work(parts[orders.recv()]))
    except Exception:
        return
