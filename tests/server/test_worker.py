"""Tasks reach a worker in another process, through Redis and through the queue folder."""

import pytest

from config import celery_app
from tests.server.conftest import wait_until


def count_done() -> int:
    answers = celery_app.control.inspect(timeout=2).stats() or {}
    return sum(sum(answer["total"].values()) for answer in answers.values())


@pytest.mark.parametrize("through", ["redis_worker", "folder_worker"])
def test_a_task_is_carried_out_by_the_worker(request: pytest.FixtureRequest, through: str) -> None:
    request.getfixturevalue(through)
    assert count_done() == 0
    celery_app.send_task("celery.backend_cleanup")  # the one task that every worker has
    assert wait_until(lambda: count_done() == 1, seconds=20)
