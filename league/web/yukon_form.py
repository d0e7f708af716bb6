"""The hand of Yukon as it is entered: points of each side, or its cards; what is left over falls to the last side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from league.web.deal_form import DealForm
from rules.yukon import Yukon
from rules.yukon_cards import CARD_VALUES, PACK, PACK_POINTS
from rules.yukon_texts import CARD_TITLES

#: The two ways of writing a hand down.
BY_POINTS, BY_CARDS = "points", "cards"


class YukonForm(DealForm):
    """A hand of Yukon. The way that is not chosen is hidden on the page, and no part of the hand."""

    game: Yukon

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(BY_POINTS, _("Points")), (BY_CARDS, _("Cards"))]
        self.fields["how"] = forms.ChoiceField(
            label=_("Count by"),
            choices=choices,
            widget=forms.RadioSelect,
            required=False,
            initial=BY_CARDS if getattr(self.state.last, BY_CARDS, None) else BY_POINTS,
        )
        worth = CARD_VALUES[self.game.card_values]
        for side in self.game.sides:
            self._take_figures(f"points-{side}", side=side, kind="points", of=self.pack_points, worth=1)
            for kind, of in PACK.items():
                self._take_figures(f"cards-{side}-{kind}", side=side, kind=kind, of=of, worth=worth[kind])

    def fill_from(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The way in which the hand was written down is the one that stands open."""
        inputs = super().fill_from(facts)
        ways = [way for way in (BY_CARDS, BY_POINTS) if way in facts]
        return {**inputs, "how": ways[0]} if ways else inputs

    def tidy_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The way chosen, with what is left over for the last side; after a revoke nothing is counted."""
        if "infractions" in facts and self.offers_revoke:
            return {"infractions": facts["infractions"]}
        how = self.cleaned_data.get("how")
        if how:
            facts.pop(BY_CARDS if how == BY_POINTS else BY_POINTS, None)
        if BY_POINTS in facts:
            facts[BY_POINTS] = self._fill_up(facts[BY_POINTS], of=self.pack_points)
        if BY_CARDS in facts:
            facts[BY_CARDS] = dict(self._fill_up_cards(facts[BY_CARDS]))
        return facts

    @property
    def pack_points(self) -> int:
        """What the whole pack is worth."""
        return PACK_POINTS[self.game.card_values]

    @property
    def offers_revoke(self) -> bool:
        """Whether a revoke gives the pack away, rather than being left to an admin."""
        return self.game.revoke == "forfeit_deal" and len(self.game.sides) == 2

    @property
    def card_rows(self) -> list[dict[str, Any]]:
        """For each kind of card its name, what it is worth, how many there are, and an input for each side."""
        worth = CARD_VALUES[self.game.card_values]
        return [
            {
                "title": _(CARD_TITLES[kind]),
                "worth": worth[kind],
                "of": of,
                "fields": cells,
                "faults": [text for cell in cells for text in cell.errors],
            }
            for kind, of in PACK.items()
            for cells in [[self[f"cards-{side}-{kind}"] for side in self.game.sides]]
        ]

    def _take_figures(self, name: str, *, side: str, kind: str, of: int, worth: int) -> None:
        """Make an input for a figure; what it is marked with, the running sum is worked out from."""
        label = str(self.fields[name].label)
        marks = {"inputmode": "numeric", "data-side": side, "data-kind": kind, "data-of": of, "data-worth": worth}
        field = forms.IntegerField(
            label=label,
            min_value=0,
            max_value=of,
            required=False,
            widget=forms.NumberInput(attrs=marks | {"aria-label": label}),
        )
        self.fields[name] = field

    def _fill_up(self, given: dict[str, int], *, of: int) -> dict[str, int]:
        """The figures with what is left over for the one side that has none."""
        missing = [side for side in self.game.sides if side not in given]
        left = of - sum(given.values())
        return {**given, missing[0]: left} if len(missing) == 1 and left >= 0 else given

    def _fill_up_cards(self, given: dict[str, dict[str, int]]) -> Iterator[tuple[str, dict[str, int]]]:
        by_kind = {
            kind: self._fill_up({side: cards[kind] for side, cards in given.items() if kind in cards}, of=of)
            for kind, of in PACK.items()
        }
        for side in self.game.sides:
            cards = {kind: figures[side] for kind, figures in by_kind.items() if side in figures}
            if cards:
                yield side, cards
