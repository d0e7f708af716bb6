"""Standings do not depend on the order in which the games were recorded."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from league.models import Event, League, Player
from league.selectors.standings import list_standings
from league.services.setup import create_event
from tests.examples import take_examples
from tests.league.standing import play_game

#: Two games in each of two rounds: who sits where, and how many points each side makes.
ROUNDS = ((1, 1, (0, 1, 2, 3)), (1, 2, (4, 5, 6, 7)), (2, 1, (0, 5, 2, 7)), (2, 2, (4, 1, 6, 3)))


@take_examples(one_in=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    points=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=4, max_size=4),
    order=st.permutations(range(4)),
)
@pytest.mark.parametrize("rules", [{}, {"tie_breaks": ["head_to_head", "strength", "high_game"]}])
def test_the_order_of_recording_does_not_matter(
    rules: dict[str, object],
    league: League,
    players: list[Player],
    admin: User,
    points: list[tuple[int, int]],
    order: list[int],
) -> None:
    with transaction.atomic():
        seen = []
        for name, way in (("One", range(4)), ("Other", order)):
            event = create_event(league, name=name, game="land-grant-euchre", by=admin, source="web")
            Event.objects.filter(pk=event.pk).update(standing_rules=rules)
            event.refresh_from_db()
            for place in way:
                round_number, number, seats = ROUNDS[place]
                seated = [players[seat] for seat in seats]
                play_game(event, seated, points[place], round_number=round_number, number=number)
            lines = list_standings(event)
            seen.append({line.entry.name: (line.place.rank, dict(line.figures), line.is_unresolved) for line in lines})
        assert seen[0] == seen[1]
        transaction.set_rollback(True)
