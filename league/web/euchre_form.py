"""The hand of Euchre as it is entered: a renege leaves no tricks, and only a lone maker is defended against alone."""

from __future__ import annotations

from typing import Any

from league.web.deal_form import DealForm


class EuchreForm(DealForm):
    """A hand of Euchre. What the page hides is left out."""

    def tidy_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """A renege ends the hand and leaves no tricks; without a lone maker there is no lone defender."""
        if "infractions" in facts:
            facts.pop("tricks", None)
        if not facts.get("alone"):
            facts.pop("lone_defender", None)
        return facts
