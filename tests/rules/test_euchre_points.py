"""Every hand of Euchre under every house rule that touches its points, against a table written by hand.

The table is tests/rules/euchre_table.py.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.catalog import make_game
from rules.euchre import TABLES, EuchreDeal, Renege
from rules.euchre_hands import POINTS
from rules.game import Game, State
from scoring.steps import open_state
from tests.rules import euchre_table as table

EUCHRED = (2, 3, 4)


def make_euchre(**options: Any) -> Game:
    return make_game("euchre", options=options)


def list_ways(maker: str) -> list[tuple[str, bool, str | None]]:
    """How a maker may play: with the partner, alone, or alone against a lone defender of either seat."""
    defenders = [seat for seat in "NESW" if table.SIDE_OF[seat] != table.SIDE_OF[maker]]
    return [("pair", False, None), ("loner", True, None), *(("duel", True, seat) for seat in defenders)]


def find_who(who: str, deal: EuchreDeal) -> tuple[str, str | None]:
    """Side and seat of those whom the table calls makers, maker, defenders or lone_defender."""
    assert deal.maker is not None
    makers = table.SIDE_OF[deal.maker]
    side = makers if who in ("maker", "makers") else table.OPPONENTS[makers]
    return side, {"maker": deal.maker, "lone_defender": deal.lone_defender}.get(who)


@pytest.mark.parametrize("credit", ["none", 1])
@pytest.mark.parametrize("house", EUCHRED)
def test_every_hand(house: int, credit: int | str) -> None:
    game = make_euchre(euchred_loner=house, loner_credit=credit, defend_alone=4)
    before = open_state(game)
    hands = 0
    for maker in "NESW":
        for (way, alone, defender), tricks in product(list_ways(maker), range(6)):
            deal = EuchreDeal(maker=maker, alone=alone, tricks=tricks, lone_defender=defender)
            who, points, code = table.HAND[way, tricks]
            assert [*game.violations(deal, before)] == []
            (line,) = game.lines(deal, before)
            expected = (find_who(who, deal)[0], house if points == "house" else points, code)
            assert (line.side, line.points, line.code) == expected, deal
            counted = [(code, *find_who(whose, deal)) for code, whose in table.TALLIES[code]]
            if code == "loner" and credit == 1:
                counted.append(("loner_points", *find_who("maker", deal)))
            assert [(tally.code, tally.side, tally.seat) for tally in game.tallies(deal, before)] == counted, deal
            hands += 1
    assert hands == 4 * 4 * 6


def test_the_table_that_every_euchre_shares_is_the_one_with_2_for_a_stopped_loner() -> None:
    assert TABLES[2] == POINTS
    assert len(POINTS) == 12
    assert all([makers, defenders].count(0) == 1 for makers, defenders, _code in POINTS.values())


@pytest.mark.parametrize("house", [4, 2])
def test_every_renege(house: int) -> None:
    game = make_euchre(loner_renege=house, defend_alone=4)
    before = open_state(game)
    reneges = 0
    for maker, offender in product("NESW", "NESW"):
        for _way, alone, defender in list_ways(maker):
            idle = {table.PARTNER[seat] for seat in (maker if alone else None, defender) if seat}
            deal = EuchreDeal(
                maker=maker,
                alone=alone,
                lone_defender=defender,
                infractions=(Renege(kind="renege", offender=offender),),
            )
            faults = [(fault.field, fault.code) for fault in game.violations(deal, before)]
            assert faults == ([("infractions.0.offender", "sits_out")] if offender in idle else []), deal
            if offender in idle:
                continue
            (line,) = game.lines(deal, before)
            side = table.OPPONENTS[table.SIDE_OF[offender]]
            points = table.RENEGE[alone, house]
            assert (line.side, line.points, line.code) == (side, points, "renege"), deal
            assert line.values == {"offender": offender, "points": points}
            tried = [("loners_tried", table.SIDE_OF[maker], maker)] if alone else []
            counted = [(tally.code, tally.side, tally.seat) for tally in game.tallies(deal, before)]
            assert counted == [*tried, ("reneges", table.SIDE_OF[offender], offender)], deal
            reneges += 1
    assert reneges == 4 * (4 + 3 + 2 * 2)


def test_every_line_says_why_and_which_rule() -> None:
    game = make_euchre(defend_alone=4)
    deals = [EuchreDeal(maker="E", alone=alone, tricks=tricks) for alone in (False, True) for tricks in (2, 3, 5)]
    deals.append(EuchreDeal(maker="E", alone=True, tricks=2, lone_defender="N"))
    deals.append(EuchreDeal(maker="E", infractions=(Renege(kind="renege", offender="E"),)))
    lines = [line for deal in deals for line in game.lines(deal, open_state(game))]
    assert {line.code: line.text for line in lines} == table.TEXTS
    assert {line.code: line.rule for line in lines} == table.RULE_OF
    assert not any(line.warns or line.wins or line.setbacks for line in lines)


@pytest.mark.parametrize(
    ("rule", "is_dealt"), [("stick_dealer", True), ("deal_passes", True), ("same_dealer_redeals", False)]
)
def test_a_hand_that_everybody_passed(rule: str, is_dealt: bool) -> None:
    game = make_euchre(all_pass=rule)
    deal = EuchreDeal(passed_out=True, round=2, turned_down="H")
    before = open_state(game)
    faults = [(fault.field, fault.code) for fault in game.violations(deal, before)]
    assert faults == ([("passed_out", "stick_dealer")] if rule == "stick_dealer" else [])
    assert [*game.lines(deal, before)] == []
    assert [*game.tallies(deal, before)] == []
    assert game.counts_as_dealt(deal) is is_dealt
    assert game.counts_as_dealt(EuchreDeal(maker="N", tricks=3))


@pytest.mark.parametrize("rule", ["target", "hands", "defend_alone", "assist_alone", "all_pass", "deck"])
def test_other_house_rules_leave_points_alone(rule: str) -> None:
    for value in table.RULES[rule]:
        game = make_euchre(**{rule: value})
        before = State(dealer="N", totals={"NS": 0, "EW": 0}, setbacks={})
        for alone, tricks in product((False, True), range(6)):
            deal = EuchreDeal(maker="N", alone=alone, tricks=tricks)
            points = table.HAND["loner" if alone else "pair", tricks][1]
            assert [line.points for line in game.lines(deal, before)] == [2 if points == "house" else points]
