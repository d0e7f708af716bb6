"""Two players are taken for one person while both get a seat in one round: one of the two is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from league.models import Player, Seat, Table
from league.services.faults import RefusedError
from league.services.merging import merge_players, split_player
from league.services.seating import seat_table
from league.services.setup import add_players

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

WHO: dict[str, Any] = {"by": None, "source": "web"}


def test_nobody_sits_twice_in_a_round(tables: list[Table], race: Race) -> None:
    event = tables[0].event
    everybody = list(event.league.players.order_by("pk"))
    (double,) = add_players(event.league, ["Double"], **WHO).added
    for round_number in range(2, 8):
        one = dict(zip("NESW", everybody[:4], strict=True))
        other = dict(zip("NESW", [double, *everybody[4:7]], strict=True))
        seat_table(event, round_number=round_number, number=1, seats=one, **WHO)
        seated, joined = race(
            partial(seat_table, event, round_number=round_number, number=2, seats=other, **WHO),
            partial(merge_players, double, everybody[0], reason="one person", **WHO),
        )
        assert isinstance(seated, RefusedError) != isinstance(joined, RefusedError), (seated, joined)
        double.refresh_from_db()
        if double.same_as_id is not None:
            assert not Seat.objects.filter(player=double, round__number=round_number).exists()
            split_player(double, reason="for the next try", **WHO)
        else:
            # Whoever was seated beside the other one can never be that one: the next try needs somebody else.
            (double,) = add_players(event.league, [f"Double {round_number}"], **WHO).added
    assert Player.objects.filter(same_as__isnull=False).count() == 0
