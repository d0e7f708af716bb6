"""Seasons drawn at random, small enough that ties are common."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from scoring.game_results import Adjustment, Decision, Kind, Result
from scoring.standing_rules import Bonus, LeaguePoints, StandingRules, Unplayed
from scoring.tiebreaks import TIE_BREAKS
from tests.examples import take_examples
from tests.standings.played import find_outcome

#: Rules, seasons and decisions are large to draw: fewer examples of each.
fewer = take_examples(one_in=3)

RANKED_BY = sorted(code for code, tie_break in TIE_BREAKS.items() if tie_break.figure is not None)


def play_season(games: int, seed: int) -> list[Result]:
    """Games of two entries, or of four in changing pairs, and games that were not played."""
    chance = random.Random(seed)
    entries = list(range(1, chance.randint(2, 6) + 1))
    results: list[Result] = []
    for game in range(1, games + 1):
        evening = chance.randint(1, 4)
        size = chance.choice((1, 2)) if len(entries) >= 4 else 1
        players = chance.sample(entries, 2 * size)
        sides = (tuple(players[:size]), tuple(players[size:]))
        scores = (chance.randint(0, 4), chance.randint(0, 4))
        kinds: tuple[Kind, Kind] = ("played", "played") if chance.random() < 0.8 else ("forfeit_won", "forfeit_lost")
        for number in (0, 1):
            results += [
                Result(
                    game=game,
                    entry=entry,
                    evening=evening,
                    round=game,
                    opponents=sides[1 - number],
                    kind=kinds[number],
                    outcome=find_outcome(scores[number], scores[1 - number]),
                    points_for=scores[number],
                    points_against=scores[1 - number],
                    deals=(game * 10, game * 10 + 1),
                    counts={"loners_made": chance.randint(0, 2), "euchres_suffered": chance.randint(0, 2)},
                )
                for entry in sides[number]
            ]
        resting = sorted(set(entries) - set(players))
        if resting and chance.random() < 0.5:
            results.append(Result(game=game, entry=resting[0], evening=evening, round=game, kind="bye"))
    return results


#: A season fails in the same way with fewer games; what happens in them comes from the seed.
seasons = st.builds(play_season, st.integers(min_value=0, max_value=12), st.integers(min_value=0, max_value=10**6))


@st.composite
def standing_rules(draw: Callable[..., Any]) -> StandingRules:
    """Rules of all sorts, without faults."""
    rank_by = draw(st.sampled_from(RANKED_BY))
    others = sorted(set(TIE_BREAKS) - {rank_by, "latest_evening"})
    return StandingRules(
        league_points=LeaguePoints(
            won=Decimal(2), drawn=Decimal("0.5"), bonuses=(Bonus(of="margin", at_least=3, points=Decimal(1)),)
        ),
        rank_by=rank_by,
        tie_breaks=tuple(draw(st.lists(st.sampled_from(others), unique=True, max_size=4))),
        restart=draw(st.sampled_from(["never", "still_level", "each_place"])),
        head_to_head=draw(st.sampled_from(["all_met", "as_played"])),
        per_game=draw(st.booleans()),
        drop_worst=draw(st.integers(min_value=0, max_value=2)),
        keep_best=draw(st.none() | st.integers(min_value=1, max_value=3)),
        drop_by=draw(st.sampled_from(["evening", "game"])),
        missed_first=draw(st.booleans()),
        minimum_evenings=draw(st.integers(min_value=0, max_value=2)),
        unplayed={"bye": Unplayed(points_for=7, is_game=draw(st.booleans()))},
    )


adjustments = st.lists(
    st.builds(
        Adjustment,
        entry=st.integers(min_value=1, max_value=6),
        reason=st.sampled_from(["late", "renege"]),
        points=st.integers(min_value=-2, max_value=2),
        league_points=st.sampled_from([Decimal(0), Decimal(-1), Decimal("0.5")]),
    ),
    max_size=2,
)


@st.composite
def decisions(draw: Callable[..., Any]) -> list[Decision]:
    """What people decided about ties, by number."""
    return [
        Decision(
            number=number,
            entries=tuple(draw(st.permutations([1, 2, 3, 4]))[: draw(st.integers(min_value=2, max_value=4))]),
            how=draw(st.sampled_from(["play_off", "lots", "share"])),
            reason="as seen",
        )
        for number in range(draw(st.integers(min_value=0, max_value=2)))
    ]
