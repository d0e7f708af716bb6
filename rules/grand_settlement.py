"""The settlement that ends a game of Grand: closeness to 100 against setbacks, and who has won.

Both texts credit the leading side with what the other lacks of 100, the side with fewer setbacks with ten points for
each it has fewer, and take one from the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from rules.game import Remark, State, find_ahead, other_side
from rules.grand_deal import GrandRules
from rules.grand_settlement_texts import SETTLEMENT_TEXTS

TARGET = 100
#: What each setback that the other side has more is worth. Both texts.
SETBACK_CREDIT = 10

FIRST, SECOND = "NS", "EW"

#: The house rule `settlement` -> how the verdict begins.
VERDICTS: Mapping[str, str] = {"decides_winner": "settlement", "margin_only": "points", "off": "only_points"}


class Settlement(Struct, frozen=True, kw_only=True):
    """The two credits of a settlement, in points, and who gets them; nobody (None) where the sides are level."""

    closer: str | None
    closeness: int
    steadier: str | None
    setbacks: int

    @property
    def net(self) -> int:
        """The lead of the first side in points."""
        closeness = self.closeness if self.closer == FIRST else -self.closeness
        return closeness + (self.setbacks if self.steadier == FIRST else -self.setbacks)

    @property
    def winner(self) -> str | None:
        """The side with more credit; None where they are level."""
        return _pick_side(self.net)


def settle(rules: GrandRules, state: State) -> Settlement:
    """Work out the settlement of a game that stands so."""
    closer = find_closer(rules, state)
    closeness = 0
    if closer is not None:
        short = TARGET - state.totals[other_side(closer)]
        closeness = abs(short) if rules.leader == "nearest_100" else max(short, 0)
    more = state.setbacks[SECOND] - state.setbacks[FIRST]
    return Settlement(
        closer=closer,
        closeness=closeness,
        steadier=_pick_side(more),
        setbacks=SETBACK_CREDIT * abs(more),
    )


def find_closer(rules: GrandRules, state: State) -> str | None:
    """The side that the closeness is credited to: the higher score, or the one nearer to 100 (house rule)."""
    if rules.leader == "higher_score":
        return find_ahead(state)
    return _pick_side(abs(TARGET - state.totals[SECOND]) - abs(TARGET - state.totals[FIRST]))


def find_slam_winner(rules: GrandRules, state: State) -> str | None:
    """The side that has won by a slam in Grand; nobody where the house rules let the settlement decide even then."""
    is_settled = rules.slam_settlement == "settle_too" and rules.settlement == "decides_winner"
    return None if is_settled else state.won_outright


def find_decided_winner(rules: GrandRules, state: State) -> str | None:
    """The side that has won if the game ends here: by a slam, else by the settlement or the points (house rule)."""
    by_slam = find_slam_winner(rules, state)
    if by_slam is not None:
        return by_slam
    return settle(rules, state).winner if rules.settlement == "decides_winner" else find_ahead(state)


def write_settlement(rules: GrandRules, state: State) -> dict[str, object]:
    """The result's `margin` and `settlement`."""
    settlement = settle(rules, state)
    net = settlement.net
    return {
        "margin": abs(net),
        "settlement": {
            "closeness": _credit(settlement.closer, settlement.closeness),
            "setbacks": _credit(settlement.steadier, settlement.setbacks),
            "net": {FIRST: net, SECOND: -net},
        },
    }


def describe_settlement(rules: GrandRules, state: State) -> Iterator[Remark]:
    """The settlement worked line by line, as on paper."""
    settlement = settle(rules, state)
    yield _describe_points(state)
    yield _describe_closeness(rules, settlement, state)
    yield _describe_setbacks(settlement, state)
    yield _describe_net(settlement)
    yield _describe_verdict(rules, state)


def _describe_points(state: State) -> Remark:
    ahead = find_ahead(state)
    if ahead is None:
        return _remark("points_level", score=state.totals[FIRST])
    behind = other_side(ahead)
    return _remark("points", side=ahead, score=state.totals[ahead], other=behind, least=state.totals[behind])


def _describe_closeness(rules: GrandRules, settlement: Settlement, state: State) -> Remark:
    closer = settlement.closer
    if closer is None:
        return _remark("closeness_level")
    score = state.totals[other_side(closer)]
    code = "higher" if rules.leader == "higher_score" else "nearer"
    if score > TARGET:
        return _remark(f"{code}_beyond", side=closer, score=score, credit=settlement.closeness)
    if score < 0:
        return _remark(f"{code}_negative", side=closer, score=-score, credit=settlement.closeness)
    return _remark(code, side=closer, score=score, credit=settlement.closeness)


def _describe_setbacks(settlement: Settlement, state: State) -> Remark:
    steadier = settlement.steadier
    if steadier is None:
        return _remark("setbacks_level", count=state.setbacks[FIRST])
    other = other_side(steadier)
    few, many = state.setbacks[steadier], state.setbacks[other]
    values = {"few": few, "many": many, "more": many - few, "credit": settlement.setbacks}
    return _remark("setbacks", side=steadier, other=other, **values)


def _describe_net(settlement: Settlement) -> Remark:
    """The two credits against each other: added where one side has both."""
    winner = settlement.winner
    if winner is None:
        return _remark("net_level", closeness=settlement.closeness, setbacks=settlement.setbacks)
    mine = settlement.closeness if settlement.closer == winner else 0
    more = settlement.setbacks if settlement.steadier == winner else 0
    if mine and more:
        return _remark("net_both", side=winner, closeness=mine, setbacks=more, net=mine + more)
    against = settlement.closeness + settlement.setbacks - mine - more
    return _remark("net", side=winner, credit=mine + more, against=against, net=mine + more - against)


def _describe_verdict(rules: GrandRules, state: State) -> Remark:
    """Who has won, and what has decided it."""
    winner = find_decided_winner(rules, state)
    by_slam = find_slam_winner(rules, state)
    if by_slam is not None:
        return _remark("won_by_slam", side=by_slam)
    code = VERDICTS[rules.settlement]
    return _remark(f"{code}_draw") if winner is None else _remark(f"{code}_wins", side=winner)


def _remark(code: str, **values: int | str) -> Remark:
    return Remark(template=SETTLEMENT_TEXTS[code], values=values)


def _credit(side: str | None, points: int) -> Mapping[str, int]:
    return {FIRST: points if side == FIRST else 0, SECOND: points if side == SECOND else 0}


def _pick_side(lead: int) -> str | None:
    """The side that leads, where `lead` is that of the first side; nobody at 0."""
    if lead == 0:
        return None
    return FIRST if lead > 0 else SECOND
