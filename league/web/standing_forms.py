"""Forms of adjustments and of ties that people settle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Entry, Event
from league.models.standing import AdjustmentUnit, TieWay
from league.selectors.people import list_entries
from league.services.adjustments import MOST_POINTS, counts_league_points

PLACE_PREFIX = "place-"


class AdjustmentForm(forms.Form):
    """Points given or taken beside the games."""

    entry = forms.ModelChoiceField(label=_("Who"), queryset=Entry.objects.none(), empty_label=_("choose"))
    amount = forms.IntegerField(
        label=_("How many"),
        help_text=_("With a minus they are taken away: -1."),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off", "size": 6}),
    )
    unit = forms.ChoiceField(label=_("Of what"), choices=AdjustmentUnit.choices)
    reason = forms.CharField(
        label=_("Why?"), help_text=_("Everybody can read it in the standings."), max_length=500, required=False
    )
    key = forms.CharField(widget=forms.HiddenInput, max_length=100)

    def __init__(self, data: Any = None, *, event: Event, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}), auto_id="adjust_%s")
        entry, unit = self.fields["entry"], self.fields["unit"]
        assert isinstance(entry, forms.ModelChoiceField)
        assert isinstance(unit, forms.ChoiceField)
        entry.queryset = event.entries.order_by("name", "pk")
        names = {each.pk: each.name for each in list_entries(event)}
        entry.label_from_instance = lambda obj: names[obj.pk]  # type: ignore[method-assign]
        if not counts_league_points(event):
            unit.choices = [(AdjustmentUnit.POINTS.value, AdjustmentUnit.POINTS.label)]


class TieForm(forms.Form):
    """How a tie was settled: the way, and the place of each, unless they share it."""

    tied = forms.CharField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    key = forms.CharField(widget=forms.HiddenInput, max_length=100)
    way = forms.ChoiceField(label=_("How was it settled?"), choices=TieWay.choices, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Why?"), help_text=_("Everybody can read it in the standings."), max_length=500, required=False
    )

    def __init__(
        self, data: Any = None, *, entries: Mapping[int, str], initial: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        first = min(entries)
        super().__init__(data, initial=dict(initial or {}), auto_id=f"tie_{first}_%s", **kwargs)
        self._entries = entries
        choices = [("", "–"), *((str(place), str(place)) for place in range(1, len(entries) + 1))]
        for entry, name in entries.items():
            self.fields[f"{PLACE_PREFIX}{entry}"] = forms.ChoiceField(label=name, choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse two on one place, or none, unless they share it."""
        places = self._read_places()
        if self.cleaned_data.get("way") != TieWay.SHARE and sorted(places.values()) != list(
            range(1, len(self._entries) + 1)
        ):
            self.add_error(None, gettext("Give each of them another place, from the best, 1, to the last."))
        return self.cleaned_data

    @property
    def place_fields(self) -> list[forms.BoundField]:
        """The fields of the places."""
        return [self[name] for name in self.fields if name.startswith(PLACE_PREFIX)]

    def read_decision(self) -> dict[str, Any]:
        """The decision as the service takes it."""
        places = self._read_places()
        return {
            "order": sorted(self._entries, key=lambda entry: (places.get(entry, 0), entry)),
            "way": self.cleaned_data["way"],
            "reason": self.cleaned_data["reason"],
            "seen": self.cleaned_data["seen"],
            "key": self.cleaned_data["key"],
        }

    def _read_places(self) -> dict[int, int]:
        given = {entry: self.cleaned_data.get(f"{PLACE_PREFIX}{entry}") for entry in self._entries}
        return {entry: int(place) for entry, place in given.items() if place}
