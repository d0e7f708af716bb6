"""Every hand of Land-Grant Euchre under every value of every house rule, against a table written by hand.

A hand is: who made trump (or nobody), alone or not, the tricks (or none given), at most one infraction of every
kind by every seat, and who stood warned before. The table is tests/rules/land_grant_table.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from rules.catalog import make_game
from rules.game import Line, State
from rules.land_grant import Infraction, LandGrantDeal
from tests.rules import land_grant_table as table

GAME = make_game("land-grant-euchre")
SCOPES = ("team_per_game", "team_per_night", "player_per_game", "season")
BRAGGING = ("loner_only", "any_12_13")
MODES = sorted(table.EFFECT)


def open_state(*, warned: frozenset[str] = frozenset(), totals: tuple[int, int] = (0, 0)) -> State:
    """North deals; the totals are those of North–South and East–West."""
    figures = dict(zip(("NS", "EW"), totals, strict=True))
    return State(dealer="N", totals=figures, setbacks={"NS": 0, "EW": 0}, warned=warned)


def list_infractions() -> Iterable[Infraction | None]:
    yield None
    for kind, offender in product(table.KINDS, "NESW"):
        yield Infraction(kind=kind, offender=offender)


def list_warned(infraction: Infraction | None, scope: str) -> list[frozenset[str]]:
    """Nobody, only the offender (side), and everybody else."""
    if infraction is None:
        return [frozenset()]
    personal = scope == "player_per_game"
    everybody = frozenset("NESW") if personal else frozenset(("NS", "EW"))
    who = infraction.offender if personal else table.SIDE_OF[infraction.offender]
    return [frozenset(), frozenset((who,)), everybody - {who}]


def find_role(infraction: Infraction, maker: str | None) -> str:
    if maker is None:
        return "undecided"
    return "makers" if table.SIDE_OF[infraction.offender] == table.SIDE_OF[maker] else "defenders"


def find_effect(infraction: Infraction, maker: str | None, *, mode: tuple[str, str], is_warned: bool) -> str:
    if infraction.kind == "table_talk" and not is_warned:
        return "warning"
    return table.EFFECT[mode][find_role(infraction, maker), table.STAGE[infraction.kind]]


def expect_infraction(
    infraction: Infraction, deal: LandGrantDeal, *, house: int, is_warned: bool
) -> tuple[str, int, str]:
    """Side, points and code of the line of an infraction."""
    offenders = table.SIDE_OF[infraction.offender]
    if infraction.kind == "table_talk" and not is_warned:
        return offenders, 0, "warning"
    points = table.PENALTY[infraction.kind, find_role(infraction, deal.maker)][deal.alone]
    assert points is not None
    return table.OPPONENTS[offenders], house if isinstance(points, str) else points, infraction.kind


def expect_hand(deal: LandGrantDeal) -> tuple[str, int, str]:
    """Side, points and code of the line of the cards played."""
    assert deal.maker is not None
    assert deal.tricks is not None
    who, points, code = table.HAND[deal.alone, deal.tricks]
    makers = table.SIDE_OF[deal.maker]
    return makers if who == "makers" else table.OPPONENTS[makers], points, code


def expect_faults(deal: LandGrantDeal, effect: str) -> set[tuple[str, str]]:
    faults = set(table.FAULTS[deal.maker is not None, deal.tricks is not None, effect])
    for place, infraction in enumerate(deal.infractions):
        in_play = table.STAGE[infraction.kind] == "play"
        if in_play and deal.maker is None:
            faults.add(table.NO_MAKER)
        if in_play and deal.maker is not None and deal.alone and infraction.offender == table.PARTNER[deal.maker]:
            faults.add((f"infractions.{place}.offender", table.SITS_OUT))
    if deal.alone and deal.maker is None and table.NO_MAKER not in faults:
        faults.add(table.NOBODY_ALONE)
    return faults


def summarize(lines: Iterable[Line]) -> list[tuple[str, int, str]]:
    return [(line.side, line.points, line.code) for line in lines]


@pytest.mark.parametrize("house", [2, 4], ids="renege-{}".format)
@pytest.mark.parametrize("mode", MODES, ids="/".join)
@pytest.mark.parametrize("scope", SCOPES)
def test_every_hand(mode: tuple[str, str], house: int, scope: str) -> None:
    hands = 0
    for bragging in BRAGGING:
        game = make_game(
            "land-grant-euchre",
            options={
                "loss_of_bid": mode[0],
                "defender_offence": mode[1],
                "loner_renege_by_defender": house,
                "warning_scope": scope,
                "bragging_source": bragging,
                "loner_lead_out_of_turn": 4,
            },
        )
        for maker, alone, tricks, infraction in product(
            (None, *"NESW"), (False, True), (None, *range(6)), list_infractions()
        ):
            deal = LandGrantDeal(
                maker=maker, alone=alone, tricks=tricks, infractions=() if infraction is None else (infraction,)
            )
            for place, warned in enumerate(list_warned(infraction, scope)):
                hands += 1
                is_warned = place == 1
                before = open_state(warned=warned)
                effect = "nothing"
                expected = []
                if infraction is not None:
                    effect = find_effect(infraction, maker, mode=mode, is_warned=is_warned)
                faults = [(fault.field, fault.code) for fault in game.violations(deal, before)]
                assert sorted(faults) == sorted(expect_faults(deal, effect)), (deal, warned)
                if faults:
                    continue
                if infraction is not None:
                    expected.append(expect_infraction(infraction, deal, house=house, is_warned=is_warned))
                if tricks is not None:
                    expected.append(expect_hand(deal))
                assert summarize(game.lines(deal, before)) == expected, (deal, warned)
    assert hands == 2 * 5 * 2 * 7 * (1 + 16 * 3)


@pytest.mark.parametrize("mode", MODES, ids="/".join)
@pytest.mark.parametrize("maker", [None, *"NESW"])
def test_every_pair_of_infractions(mode: tuple[str, str], maker: str | None) -> None:
    game = make_game("land-grant-euchre", options={"loss_of_bid": mode[0], "defender_offence": mode[1]})
    single = [infraction for infraction in list_infractions() if infraction is not None]
    for alone, tricks, first, second, warned in product(
        (False, True), (None, 4), single, single, (frozenset[str](), frozenset(("NS",)))
    ):
        deal = LandGrantDeal(maker=maker, alone=alone, tricks=tricks, infractions=(first, second))
        judged = []
        stands_warned = set(warned)
        for infraction in deal.infractions:
            side = table.SIDE_OF[infraction.offender]
            judged.append((infraction, side in stands_warned))
            if infraction.kind == "table_talk":
                stands_warned.add(side)
        effects = [find_effect(infraction, maker, mode=mode, is_warned=is_warned) for infraction, is_warned in judged]
        faults = expect_faults(deal, min(effects, key=("over", "either", "on", "warning").index))
        if effects == ["over", "over"]:
            faults.add(table.TWO_ENDINGS)
        before = open_state(warned=warned)
        found = [(fault.field, fault.code) for fault in game.violations(deal, before)]
        assert sorted(found) == sorted(faults), deal
        if found:
            continue
        expected = [
            expect_infraction(infraction, deal, house=2, is_warned=is_warned) for infraction, is_warned in judged
        ]
        if tricks is not None:
            expected.append(expect_hand(deal))
        assert summarize(game.lines(deal, before)) == expected, deal


@pytest.mark.parametrize("totals", list(product(range(10), repeat=2)), ids="{0[0]}-{0[1]}".format)
def test_a_penalty_counts_before_the_hand_and_may_end_the_game(totals: tuple[int, int]) -> None:
    """Where hands go on after a penalty: its points first, at 10 nothing more."""
    game = make_game(
        "land-grant-euchre",
        options={"loss_of_bid": "bid_forfeited_hand_continues", "defender_offence": "play_on_plus_2"},
    )
    before = open_state(totals=totals)
    infractions = [infraction for infraction in list_infractions() if infraction is not None]
    for alone, tricks, infraction in product((False, True), (None, *range(6)), infractions):
        deal = LandGrantDeal(maker="N", alone=alone, tricks=tricks, infractions=(infraction,))
        side, points, code = expect_infraction(infraction, deal, house=2, is_warned=False)
        ends_game = points > 0 and before.totals[side] + points >= 10
        faults = expect_faults(deal, "over" if ends_game and tricks is None else "warning" if not points else "on")
        found = [(fault.field, fault.code) for fault in game.violations(deal, before)]
        assert sorted(found) == sorted(faults), deal
        if found:
            continue
        expected = [(side, points, code)]
        if not ends_game:
            expected.append(expect_hand(deal))
        assert summarize(game.lines(deal, before)) == expected, deal


@pytest.mark.parametrize("maker", [None, "N"])
def test_every_bid(maker: str | None) -> None:
    """Round, trump and the suit turned down, on a hand that is right otherwise."""
    game = make_game("land-grant-euchre")
    suits = (None, *"CDHS")
    for number, suit, turned_down in product((None, 1, 2), suits, suits):
        infractions = (Infraction(kind="bid_out_of_turn", offender="E"),) if maker is None else ()
        deal = LandGrantDeal(
            maker=maker,
            tricks=3 if maker else None,
            round=number,
            suit=suit,
            turned_down=turned_down,
            infractions=infractions,
        )
        pattern = (number, suit and "x", turned_down and ("x" if turned_down == suit else "y"))
        faults = {table.BIDDING_FAULTS[pattern]} if pattern in table.BIDDING_FAULTS else set()
        if maker is None and suit is not None:
            faults.add(("suit", "no_maker"))
        found = [(fault.field, fault.code) for fault in game.violations(deal, open_state())]
        assert sorted(found) == sorted(faults), deal


def test_every_line_says_why_and_which_rule() -> None:
    game = make_game("land-grant-euchre")
    deals = [LandGrantDeal(maker="E", alone=alone, tricks=tricks) for alone in (False, True) for tricks in (2, 3, 5)]
    for kind in table.KINDS:
        deals.append(LandGrantDeal(maker="N", infractions=(Infraction(kind=kind, offender="E"),)))
    lines = [line for deal in deals for line in game.lines(deal, open_state(warned=frozenset(("EW",))))]
    lines.extend(game.lines(deals[-1], open_state()))
    assert {line.code: line.text for line in lines} == table.TEXTS
    assert {line.code: line.rule for line in lines} == table.RULE_OF
    assert {line.warns for line in lines if line.code == "warning"} == {"EW"}
    assert not any(line.warns or line.wins or line.setbacks for line in lines if line.code != "warning")


def test_what_is_declared_of_the_game() -> None:
    assert GAME.goal == 10
    assert GAME.has_winner
    assert GAME.carries_warnings
    assert not GAME.counts_setbacks
    assert GAME.player_counts == ()
    assert set(GAME.tally_titles) == {
        "loners_tried", "loners_made", "marches", "euchres_made", "euchres_suffered", "penalties", "warnings",
    }  # fmt: skip
    assert GAME.headline_tallies == ("loners_made", "euchres_made", "euchres_suffered")
