"""The hand of Grand as it is entered: the game named comes first, then only what that game needs.

The page hides what does not belong to the game named; what was pressed there before is no part of the hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from league.web.deal_form import DealForm
from rules.grand import Grand
from rules.grand_deal import HIGHEST_BID, LOWEST_BID, PLAYS, GrandDeal
from rules.grand_faults import BID_STEP, FORCED_BID, ONLY_EUCHRE_KINDS, find_faults
from rules.grand_points import ALL_EUCHRE_TRICKS, VALUES

#: Bids of which each has a key.
KEYED_BIDS = range(BID_STEP, 101, BID_STEP)

#: Fact -> the games that it belongs to.
BELONGS: Mapping[str, tuple[str, ...]] = {
    "suit": ("whist", "euchre"),
    "alone": ("euchre",),
    "defender_alone": ("euchre",),
    "tricks": ("whist", "grand", "euchre"),
    "hearts": ("hearts",),
    "eldest_lead": ("hearts",),
}


class GrandForm(DealForm):
    """A hand of Grand."""

    game: Grand

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        label = self.fields["bid"].label
        self.fields["bid"] = forms.TypedChoiceField(
            label=label,
            choices=[(bid, str(bid)) for bid in KEYED_BIDS],
            coerce=int,
            empty_value=None,
            widget=forms.RadioSelect,
            required=False,
        )
        self.fields["other_bid"] = forms.IntegerField(
            label=_("A bid that has no key"), min_value=LOWEST_BID, max_value=HIGHEST_BID, required=False
        )

    def fill_from(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """A bid that has no key stands in its own input; what has no result was ended by an infraction."""
        inputs = super().fill_from(facts)
        if facts.get("bid") is not None and facts["bid"] not in KEYED_BIDS:
            inputs["other_bid"] = inputs.pop("bid")
        return inputs

    def tidy_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """What belongs to the game named. A forced bid is the dealer's, the eldest hand's lead has no bid."""
        if (other := self.cleaned_data.get("other_bid")) is not None:
            facts["bid"] = other
        play = facts.get("play")
        for name, plays in BELONGS.items():
            if play is not None and play not in plays:
                facts.pop(name, None)
        if facts.get("eldest_lead"):
            facts.pop("bid", None)
            facts.pop("forced", None)
            facts["bidder"] = self.eldest
        if facts.get("forced"):
            facts.setdefault("bidder", self.state.dealer)
            if self.game.forced_dealer_bid == "exactly_5":
                facts.setdefault("bid", FORCED_BID)
        return facts

    def list_warnings(self, facts: Mapping[str, Any]) -> list[str]:
        """A bid that no result can make."""
        values = [value for (play, _alone), table in VALUES.items() if play == facts.get("play") for value in table]
        if not values or facts.get("bid", 0) <= max(values):
            return []
        return [_("No result is worth this bid: it can only fail.")]

    @property
    def eldest(self) -> str:
        """The seat left of the dealer."""
        return self.game.seat_after(self.state.dealer)

    @property
    def eldest_name(self) -> str:
        """Who sits left of the dealer."""
        return self.names.get(self.eldest, self.eldest)

    @property
    def offers_eldest_lead(self) -> bool:
        """Whether the eldest hand may lead Hearts without a bid where the game stands now."""
        deal = GrandDeal(play="hearts", eldest_lead=True)
        return all(fault.field != "eldest_lead" for fault in find_faults(self.game, deal, self.state))

    @property
    def offers_defender_alone(self) -> bool:
        """Whether a defender may play alone."""
        return self.game.euchre_defend_alone == "allowed"

    @property
    def needs_other_bids(self) -> bool:
        """Whether there are bids that have no key."""
        rules = self.game
        is_open = rules.hearts_bid in ("at_least_50", "any") or rules.unmakeable_bid == "allow"
        return rules.bid_step == "any" or is_open or self["other_bid"].value() not in (None, "")

    @property
    def bid_keys(self) -> list[dict[str, Any]]:
        """A key for each bid, with the games in which the house rules refuse it."""
        return [
            {"radio": radio, "refused": [f"no-{play}" for play in PLAYS if self._is_refused(play, bid)]}
            for radio, bid in zip(self["bid"], KEYED_BIDS, strict=True)
        ]

    @property
    def trick_keys(self) -> list[dict[str, Any]]:
        """A key for each number of tricks, with whether Euchre has so many."""
        radios = [radio for radio in self["tricks"] if radio.data["value"] != ""]
        return [{"radio": radio, "is_euchre": count <= ALL_EUCHRE_TRICKS} for count, radio in enumerate(radios)]

    @property
    def euchre_kinds(self) -> frozenset[str]:
        """Infractions that there are at Euchre only."""
        return ONLY_EUCHRE_KINDS

    def _is_refused(self, play: str, bid: int) -> bool:
        deal = GrandDeal(play=play, bid=bid)  # type: ignore[arg-type]
        return any(fault.field == "bid" for fault in find_faults(self.game, deal, self.state))
