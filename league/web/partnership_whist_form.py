"""The hand of Partnership Whist as it is entered: how the tricks, and the honours, are divided between the sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from league.web.deal_form import DealForm
from rules.game import other_side
from rules.partnership_whist import PartnershipWhist
from rules.partnership_whist_deal import HONOURS, TRICKS

#: Fact -> the whole that the two sides divide.
WHOLES = {"tricks": TRICKS, "honours": HONOURS}


class PartnershipWhistForm(DealForm):
    """A hand of Whist. One key says what both sides have: 7–6."""

    game: PartnershipWhist

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first, second = self.game.sides
        for name, whole in WHOLES.items():
            del self.fields[f"{name}-{second}"]
            shares = [(taken, f"{taken}–{whole - taken}") for taken in range(whole, -1, -1)]
            self.fields[f"{name}-{first}"] = forms.TypedChoiceField(
                label=self.fields[f"{name}-{first}"].label,
                choices=[("", _("not noted")), *shares],
                coerce=int,
                empty_value=None,
                widget=forms.RadioSelect,
                required=False,
            )

    def fill_from(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """What one side has says what the other has."""
        inputs = super().fill_from(facts)
        first, second = self.game.sides
        for name, whole in WHOLES.items():
            figure = inputs.pop(f"{name}-{second}", None)
            if figure is not None:
                inputs.setdefault(f"{name}-{first}", whole - figure)
        return inputs

    def tidy_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """What both sides have; without trumps no suit and no honours, without a revoke no penalty."""
        for name, whole in WHOLES.items():
            for side, figure in list(facts.get(name, {}).items()):
                facts[name][other_side(side)] = whole - figure
        for name in ("suit", "honours") if facts.get("no_trump") else ():
            facts.pop(name, None)
        if "infractions" not in facts:
            facts.pop("penalty", None)
        return facts

    @property
    def tricks(self) -> forms.BoundField:
        """The division of the tricks."""
        return self[f"tricks-{self.game.sides[0]}"]

    @property
    def honours(self) -> forms.BoundField:
        """The division of the honours."""
        return self[f"honours-{self.game.sides[0]}"]
