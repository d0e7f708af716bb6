"""Tasks reach a worker in another process, through Redis and through the queue folder."""

import pytest

from config import celery_app
from tests.server.conftest import wait_until


def count_done() -> int:
    answers = celery_app.control.inspect(timeout=5, limit=1).stats() or {}
    return sum(sum(answer["total"].values()) for answer in answers.values())


def carry_out_one_task() -> bool:
    assert count_done() == 0
    celery_app.send_task("celery.backend_cleanup")  # the one task that every worker has
    return wait_until(lambda: count_done() == 1, seconds=20)


@pytest.mark.usefixtures("redis_worker")
def test_a_worker_carries_out_a_task_sent_through_redis() -> None:
    assert carry_out_one_task()


@pytest.mark.usefixtures("folder_worker")
def test_a_worker_carries_out_a_task_sent_through_the_folder() -> None:
    assert carry_out_one_task()
