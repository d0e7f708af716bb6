"""Hypothesis strategies for hands as they mostly are, one a game: played out, now and then with an infraction.

What a hand may be can depend on where the game stands (who deals, the totals), so not every hand drawn here is possible
everywhere: `tests.strategies` keeps those that are. A game without a strategy of its own here has its facts drawn field
by field, and mended.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from rules.game import Game

Hand = dict[str, Any]


def land_grant_hands(game: Game) -> st.SearchStrategy[Hand]:
    infraction = st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"]),
            "offender": st.sampled_from(game.seats),
        }
    )
    seat, alone = st.sampled_from(game.seats), st.booleans()
    played = {"maker": seat, "tricks": st.integers(0, 5)}
    return st.one_of(
        st.fixed_dictionaries(played, optional={"alone": alone, "dealer": seat}),
        st.fixed_dictionaries(played, optional={"alone": alone, "infractions": st.lists(infraction, max_size=2)}),
        st.fixed_dictionaries({"maker": seat, "infractions": st.lists(infraction, min_size=1, max_size=2)}),
    )


@st.composite
def seven_handed_hands(draw: st.DrawFn, game: Game) -> Hand:
    """A bid with as many partners as it has, played out or ended by a revoke; sometimes everybody passes."""
    seats = draw(st.permutations(game.seats))
    partners, bid = draw(st.sampled_from([(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 6), (3, 7), (0, 10), (0, 20)]))
    hand: Hand = {"bidder": seats[0], "bid": bid}
    if partners:
        hand["partners"] = seats[1 : partners + 1]
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return {"passed_out": True}
    if kind == 1:
        return {**hand, "infractions": [{"kind": "revoke", "offender": draw(st.sampled_from(game.seats))}]}
    if kind == 2:
        hand["suit"] = draw(st.sampled_from("CDHS"))
    return {**hand, "tricks": draw(st.integers(0, 7))}


@st.composite
def grand_hands(draw: st.DrawFn, game: Game) -> Hand:
    """A bid, often within what it can be, and what came of it; now and then an infraction, or Hearts without a bid."""
    play = draw(st.sampled_from(["whist", "grand", "euchre", "hearts"]))
    hand: Hand = {"bidder": draw(st.sampled_from(game.seats)), "play": play}
    bids = {"whist": st.integers(1, 13), "grand": st.integers(1, 20), "euchre": st.integers(1, 5)}
    hand["bid"] = 5 * draw(bids.get(play, st.just(10))) + (draw(st.integers(0, 9)) == 0)
    kind = draw(st.integers(0, 9))
    if play == "hearts" and kind > 6:
        del hand["bid"]
        hand["eldest_lead"] = True
    if play == "euchre":
        hand["alone"] = hand["bid"] >= 25 or (hand["bid"] >= 20 and kind > 5)
        hand["defender_alone"] = kind == 9
    if kind < 2:
        offence = st.fixed_dictionaries({"kind": st.just("revoke"), "offender": st.sampled_from(game.seats)})
        hand["infractions"] = draw(st.lists(offence, min_size=1, max_size=2))
    if kind:
        result = "hearts" if play == "hearts" else "tricks"
        hand[result] = draw(st.integers(0, 5 if play == "euchre" else 13))
    return hand


@st.composite
def yukon_hands(draw: st.DrawFn, game: Game) -> Hand:
    """The counting cards shared out, written as cards or as points; a revoke now and then where it ends the deal."""
    rules: Any = game
    offender = st.sampled_from(game.seats)
    if rules.revoke == "forfeit_deal" and len(game.sides) == 2 and draw(st.integers(0, 9)) == 0:
        return {"infractions": [{"kind": "revoke", "offender": draw(offender)}]}
    worth = {"grand_yukon": 15, "yukons": 10, "tens": 10, "aces": 5, "kings": 3, "queens": 2}
    if rules.card_values == "golddigger_128":
        worth["yukons"] = 11
    cards = {side: dict.fromkeys(worth, 0) for side in game.sides}
    for kind, count in {"grand_yukon": 1, "yukons": 3, "tens": 4, "aces": 4, "kings": 4, "queens": 4}.items():
        for side in draw(st.lists(st.sampled_from(game.sides), min_size=count, max_size=count)):
            cards[side][kind] += 1
    hand: Hand = {"cards": cards}
    if draw(st.booleans()):
        hand = {"points": {side: sum(worth[kind] * own[kind] for kind in own) for side, own in cards.items()}}
    if draw(st.booleans()):
        hand["ace_of_spades"] = draw(st.sampled_from([side for side in game.sides if cards[side]["aces"]]))
    return hand


def euchre_hands(game: Game) -> st.SearchStrategy[Hand]:
    """Played out, sometimes against a lone defender, ended by a renege, or passed out."""
    rules: Any = game
    seat, alone, number = st.sampled_from(game.seats), st.booleans(), st.integers(1, 2)
    renege = st.fixed_dictionaries({"kind": st.just("renege"), "offender": seat})
    hands: list[st.SearchStrategy[Hand]] = [
        st.fixed_dictionaries({"maker": seat, "tricks": st.integers(0, 5)}, optional={"alone": alone, "round": number}),
        st.fixed_dictionaries({"maker": seat, "infractions": st.tuples(renege).map(list)}, optional={"alone": alone}),
    ]
    if rules.defend_alone != "no":
        duel = {"maker": seat, "alone": st.just(True), "tricks": st.integers(0, 5), "lone_defender": seat}
        hands.append(st.fixed_dictionaries(duel))
    if rules.all_pass != "stick_dealer":
        hands.append(st.just({"passed_out": True}))
    return st.one_of(hands)


def partnership_whist_hands(game: Game) -> st.SearchStrategy[Hand]:
    """Thirteen tricks, written by one side or by both; sometimes honours, sometimes revokes."""
    rules: Any = game
    one, other = game.sides
    revoke = st.fixed_dictionaries({"kind": st.just("revoke"), "offender": st.sampled_from(game.seats)})

    def share(whole: int) -> st.SearchStrategy[dict[str, int]]:
        both = st.integers(0, whole).map(lambda number: {one: number, other: whole - number})
        return st.one_of(both, both.map(lambda given: {one: given[one]}), both.map(lambda given: {other: given[other]}))

    optional: dict[str, st.SearchStrategy[Any]] = {"suit": st.sampled_from("CDHS")}
    if rules.honour_points != "off":
        optional["honours"] = share(4)
    plain = st.fixed_dictionaries({"tricks": share(13)}, optional=optional)
    facts: dict[str, st.SearchStrategy[Any]] = {
        "tricks": share(13),
        "infractions": st.lists(revoke, min_size=1, max_size=3),
    }
    if rules.revoke == "opponents_choose":
        facts["penalty"] = st.sampled_from(["minus_three", "three_points", "three_tricks"])
    return st.one_of(plain, plain, st.fixed_dictionaries(facts, optional=optional))


#: Game -> its hands.
HANDS: Mapping[str, Callable[[Game], st.SearchStrategy[Hand]]] = {
    "land-grant-euchre": land_grant_hands,
    "grand": grand_hands,
    "seven-handed-euchre": seven_handed_hands,
    "yukon": yukon_hands,
    "euchre": euchre_hands,
    "partnership-whist": partnership_whist_hands,
}
