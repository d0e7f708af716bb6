"""The hand of Seven-handed Euchre as it is entered: the bidder, the bid, the partners, the tricks or a revoke."""

from __future__ import annotations

from typing import Any

from league.web.deal_form import DealForm
from rules.seven_handed_lines import PARTNERS


class SevenHandedForm(DealForm):
    """A hand of Seven-handed Euchre. What the page hides once the bid is known is left out."""

    unfinished = DealForm.unfinished | {"wrong_number"}

    def tidy_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """Partners without the bidder, none at a bid played alone; a revoke ends the hand and leaves no tricks."""
        partners = [seat for seat in facts.get("partners", ()) if seat != facts.get("bidder")]
        tidy = {name: value for name, value in facts.items() if name != "partners"}
        if partners and PARTNERS.get(facts.get("bid", 0)) != 0:
            tidy["partners"] = partners
        if "infractions" in tidy:
            tidy.pop("tricks", None)
        return tidy
