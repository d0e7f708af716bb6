"""Yukon: two to five players each alone, or four in two partnerships; the cards captured count.

The sources give the values of the cards, the end at 250 and two ways to break a tie; the rest is a house rule with a
default. The help page docs/games/yukon.md explains each one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import mul
from typing import Any, ClassVar

from rules.game import GameDeal, Line, Remark, State, Tally, Violation, gettext_noop, say_beforehand
from rules.yukon_cards import CARD_VALUES, PACK, PACK_POINTS
from rules.yukon_deal import COUNT_CARDS, MOST_POINTS, NO_CARDS, SEATS, SIDES, CardCounts, YukonDeal, YukonRules
from rules.yukon_faults import find_faults
from rules.yukon_texts import ACE_DECIDES_TEXT, CARDS_TEXT, POINTS_TEXT, REVOKE_TEXT

#: House rule `card_values` -> what a line about cards says of each kind's worth.
WORTH_VALUES: Mapping[str, Mapping[str, int]] = {
    values: {f"{kind}_worth": each for kind, each in worth.items()} for values, worth in CARD_VALUES.items()
}


def _make_points_line(side: str, points: int, *, pack: int) -> Line:
    values = {"points": points, "pack": pack}
    line = Line(side=side, points=points, code="points", template=POINTS_TEXT, values=values, rule="points")
    return say_beforehand(line)


#: House rule `card_values` -> side -> the line of each number of points, from 0.
POINTS_LINES: Mapping[str, Mapping[str, tuple[Line, ...]]] = {
    values: {
        side: tuple(_make_points_line(side, points, pack=pack) for points in range(MOST_POINTS + 1))
        for side in {side for sides in SIDES.values() for side in sides}
    }
    for values, pack in PACK_POINTS.items()
}


class Yukon(YukonRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game under its house rules."""

    key: ClassVar[str] = "yukon"
    title: ClassVar[str] = gettext_noop("Yukon")
    Deal: ClassVar[type[GameDeal]] = YukonDeal
    player_counts: ClassVar[tuple[int, ...]] = tuple(SEATS)
    takes_points: ClassVar[bool] = False
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "recommended": {},
        "extra-deals": {"tie_break": "extra_deals"},
        "golddigger": {"card_values": "golddigger_128"},
    }
    preset_titles: ClassVar[Mapping[str, str]] = {
        "recommended": gettext_noop("Recommended: the ace of spades breaks ties"),
        "extra-deals": gettext_noop("Further deals break ties"),
        "golddigger": gettext_noop("Golddigger: Yukons count 11"),
    }
    tally_titles: ClassVar[Mapping[str, str]] = {
        "spade_aces": gettext_noop("Aces of spades captured"),
        "whole_packs": gettext_noop("Deals with every point"),
        "revokes": gettext_noop("Revokes"),
    }
    headline_tallies: ClassVar[tuple[str, ...]] = ("spade_aces", "whole_packs")

    @property
    def goal(self) -> int | None:
        return self.target if isinstance(self.target, int) else None

    def violations(self, deal: YukonDeal, before: State) -> Iterable[Violation]:
        return find_faults(self, deal)

    def lines(self, deal: YukonDeal, before: State) -> Iterable[Line]:
        pack = PACK_POINTS[self.card_values]
        if deal.infractions:
            return (self._revoke_line(deal, pack=pack),)
        if deal.points is not None:
            lines = POINTS_LINES[self.card_values]
            return [lines[side][deal.points.get(side, 0)] for side in self.sides]
        if deal.cards is not None:
            return [self._make_cards_line(side, deal.cards.get(side, NO_CARDS)) for side in self.sides]
        return ()

    def tallies(self, deal: YukonDeal, before: State) -> Iterator[Tally]:
        for infraction in deal.infractions:
            yield Tally(code="revokes", side=self.side_of(infraction.offender), seat=infraction.offender)
        if deal.ace_of_spades is not None:
            yield Tally(code="spade_aces", side=deal.ace_of_spades)
        if not deal.infractions:
            pack = PACK_POINTS[self.card_values]
            for line in self.lines(deal, before):
                if line.points == pack:
                    yield Tally(code="whole_packs", side=line.side)

    def is_over(self, state: State) -> bool:
        return self._has_come_to_the_end(state) and self._pick_winner(state) is not None

    def is_surely_over(self, least: State, *, unread: int | None) -> bool:
        """At the end, with a side so far ahead that the deals at fault cannot have made another level with it."""
        if unread is None or not self._has_come_to_the_end(least):
            return False
        *_rest, second, first = sorted(least.totals.values())
        return first > second + unread * PACK_POINTS[self.card_values]

    def find_winner(self, state: State) -> str | None:
        """The side ahead; level, the ace of spades decides at the end of a game, but not when time is called."""
        if self._has_come_to_the_end(state):
            return self._pick_winner(state)
        ahead = _list_leaders(state)
        return ahead[0] if len(ahead) == 1 else None

    def describe_honours(self, honours: Mapping[str, Any], *, state: State) -> Iterator[Remark]:
        """Why a side has won whose total is no higher than another's."""
        winner = self._pick_winner(state) if self._has_come_to_the_end(state) else None
        if winner is not None and len(_list_leaders(state)) > 1:
            yield Remark(template=ACE_DECIDES_TEXT, values={"side": winner})

    def _has_come_to_the_end(self, state: State) -> bool:
        """Whether a side is at the target, or the agreed deals are played. Level sides may have to go on."""
        if self.target == "single_deal":
            return state.played >= 1
        if self.target == "each_deals_once":
            return state.played >= self.players
        return max(state.totals.values()) >= self.target

    def _pick_winner(self, state: State) -> str | None:
        """Who has won at the end: the higher total, then the tie-break; None where a further deal has to decide."""
        ahead = _list_leaders(state)
        if len(ahead) == 1:
            return ahead[0]
        if self.tie_break == "extra_deals" or state.last is None:
            return None
        ace = self._find_ace(state.last)
        return ace if ace in ahead else None

    def _find_ace(self, deal: Any) -> str | None:
        """Who took the ace of spades in a deal; None where it is not written down. A revoke gives it away as well."""
        return self._find_receiver(deal) if deal.infractions else deal.ace_of_spades

    def _find_receiver(self, deal: YukonDeal) -> str:
        """The side that a revoke gives the pack to."""
        offenders = self.side_of(deal.infractions[0].offender)
        return next(side for side in self.sides if side != offenders)

    def _revoke_line(self, deal: YukonDeal, *, pack: int) -> Line:
        return Line(
            side=self._find_receiver(deal),
            points=pack,
            code="revoke",
            template=REVOKE_TEXT,
            values={"offender": deal.infractions[0].offender, "points": pack},
            rule="revokes",
        )

    def _make_cards_line(self, side: str, cards: CardCounts) -> Line:
        counts = COUNT_CARDS(cards)
        points = sum(map(mul, counts, CARD_VALUES[self.card_values].values()))
        values = {**WORTH_VALUES[self.card_values], **dict(zip(PACK, counts, strict=True)), "points": points}
        return Line(side=side, points=points, code="cards", template=CARDS_TEXT, values=values, rule="points")


def _list_leaders(state: State) -> list[str]:
    """The sides with the highest total."""
    ahead = max(state.totals.values())
    return [side for side, total in state.totals.items() if total == ahead]
