"""Grand: four players, fixed partners, four games in one, first to 100.

Two texts describe it, an English and a Russian one; where they differ or are silent, the reading is a house rule.
The help page docs/games/grand.md explains each one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from rules.game import GameDeal, Line, Remark, Scored, State, Tally, Violation, gettext_noop
from rules.grand_deal import GrandDeal, GrandRules
from rules.grand_faults import find_faults
from rules.grand_points import find_ending, find_slam, list_lines
from rules.grand_settlement import (
    TARGET,
    describe_settlement,
    find_decided_winner,
    find_slam_winner,
    write_settlement,
)


class Grand(GrandRules, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game under its house rules."""

    key: ClassVar[str] = "grand"
    title: ClassVar[str] = gettext_noop("Grand")
    Deal: ClassVar[type[GameDeal]] = GrandDeal
    counts_setbacks: ClassVar[bool] = True
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "recommended": {},
        "english": {
            "bid_step": "any",
            "euchre_cap": "none",
            "euchre_alone_below_20": "yes",
            "euchre_defenders_score": "none",
        },
        "russian": {
            "hearts_bid": "at_least_50",
            "euchre_lone_fail": "double_bid",
            "hearts_opponents": "none",
            "euchre_defend_alone": "no",
            "forced_dealer_bid": "any",
        },
    }
    preset_titles: ClassVar[Mapping[str, str]] = {
        "recommended": gettext_noop("Recommended rules, from both texts"),
        "english": gettext_noop("English rules"),
        "russian": gettext_noop("Russian rules"),
    }
    tally_titles: ClassVar[Mapping[str, str]] = {
        "bids_made": gettext_noop("Bids made"),
        "bids_failed": gettext_noop("Bids failed"),
        "slams": gettext_noop("Slams"),
        "loners_tried": gettext_noop("Loners tried"),
        "loners_made": gettext_noop("Loners made"),
        "hearts_made": gettext_noop("Hearts made"),
        "hearts_failed": gettext_noop("Hearts failed"),
        "infractions": gettext_noop("Infractions"),
    }
    headline_tallies: ClassVar[tuple[str, ...]] = ("bids_made", "bids_failed", "slams")

    @property
    def goal(self) -> int:
        return TARGET

    def violations(self, deal: GrandDeal, before: State) -> Iterable[Violation]:
        return find_faults(self, deal, before)

    def lines(self, deal: GrandDeal, before: State) -> Iterable[Line]:
        return list_lines(self, deal, before)

    def tallies(self, deal: GrandDeal, before: State) -> Iterator[Tally]:
        """Bids made and failed (Hearts led by the eldest hand is no bid), slams, Hearts, lone hands, infractions."""
        bidder = deal.bidder or ""
        side = self.side_of(bidder)
        ending = find_ending(self, deal)
        is_made = ending in ("made", "given")
        if not deal.eldest_lead:
            yield Tally(code="bids_made" if is_made else "bids_failed", side=side, seat=bidder)
        if deal.play == "hearts":
            yield Tally(code="hearts_made" if is_made else "hearts_failed", side=side, seat=bidder)
        if deal.alone:
            yield Tally(code="loners_tried", side=side, seat=bidder)
        if deal.alone and is_made:
            yield Tally(code="loners_made", side=side, seat=bidder)
        slam = find_slam(self, deal, ending)
        if slam is not None:
            yield Tally(code="slams", side=slam, seat=bidder if slam == side else None)
        for infraction in deal.infractions:
            offender = infraction.offender
            yield Tally(code="infractions", side=self.side_of(offender), seat=offender)

    def is_over(self, state: State) -> bool:
        """At 100 at the end of a deal, or by a slam in Grand; by the house rule `tie` not while the result is level."""
        if state.won_outright is None and max(state.totals.values()) < TARGET:
            return False
        return self.tie == "draw" or find_decided_winner(self, state) is not None

    def is_surely_over(self, least: State, *, unread: int | None) -> bool:
        """At 100, or by a slam that wins whatever the points are; a result that might be level may go on."""
        return self.is_over(least) if self.tie == "draw" else find_slam_winner(self, least) is not None

    def find_winner(self, state: State) -> str | None:
        return find_decided_winner(self, state)

    def honours(self, steps: Sequence[Scored], *, state: State, finished: bool) -> dict[str, object]:
        """`margin` and `settlement` of a finished game; by the house rule not after a slam that won it."""
        is_settled = state.won_outright is None or self.slam_settlement == "settle_too"
        return write_settlement(self, state) if finished and is_settled else {}

    def describe_honours(self, honours: Mapping[str, Any], *, state: State) -> Iterator[Remark]:
        return describe_settlement(self, state) if "settlement" in honours else iter(())
