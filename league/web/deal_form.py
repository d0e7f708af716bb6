"""The form of one hand, made from the declared fields of the game's deal.

It reads what was pressed into facts; whether they make a hand, the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext

from league.services.recording import LONGEST_KEY
from league.wording import Names, name_seat, word_reason, word_value
from rules.game import Game, Violation
from scoring.declared import Field, list_fields

#: How many records of a list (infractions) one hand's form has room for.
RECORD_ROWS = 2

#: A whole number with at most this many values is a row of keys, a wider one is typed.
MOST_KEYS = 14


class EntryForm(forms.Form):
    """What every change of a table's sheet carries: its own key, and the place that the writer saw."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_KEY)
    position = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class DealForm(EntryForm):
    """A hand of any game. Nothing is required here: what is missing the rules name in their own words."""

    def __init__(self, *args: Any, game: Game, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.names = names
        self._rows: dict[str, list[int]] = {}
        for field in list_fields(game.Deal):
            for name, part in _list_inputs(field):
                self.fields[name] = make_input(part, game=game, names=names)

    def read_facts(self) -> dict[str, Any]:
        """The facts in the score sheet format, without what was left empty."""
        facts: dict[str, Any] = {}
        for field in list_fields(self.game.Deal):
            value = self._read_records(field) if field.kind == "records" else self._read_value(field.name)
            if not _is_empty(value):
                facts[field.name] = value
        return facts

    def add_violations(self, violations: Iterable[Violation]) -> None:
        """Put the rules' faults at the inputs they name, players by name."""
        for violation in violations:
            text = word_reason(self.game, violation.template, violation.values, self.names)
            self.add_error(self._find_input(violation.field), text)

    @property
    def seat_keys(self) -> dict[str, list[dict[str, Any]]]:
        """For each seat field one key per seat: the seat's letter and name, and its input, labelled by player."""
        fields = [field for field in list_fields(self.game.Deal) if field.kind == "seat"]
        return {
            field.name: [_make_seat_key(radio) for radio in self[field.name] if _get_value(radio)] for field in fields
        }

    @property
    def records(self) -> dict[str, list[list[forms.BoundField]]]:
        """For each list field the inputs of its rows."""
        return {
            field.name: [
                [self[f"{field.name}-{row}-{part.name}"] for part in field.fields] for row in range(RECORD_ROWS)
            ]
            for field in list_fields(self.game.Deal)
            if field.kind == "records"
        }

    def _read_value(self, name: str) -> Any:
        return self.cleaned_data.get(name)

    def _read_records(self, field: Field) -> list[dict[str, Any]]:
        records = []
        self._rows[field.name] = []
        for row in range(RECORD_ROWS):
            values = {part.name: self._read_value(f"{field.name}-{row}-{part.name}") for part in field.fields}
            given = {name: value for name, value in values.items() if not _is_empty(value)}
            if given:
                records.append(given)
                self._rows[field.name].append(row)
        return records

    def _find_input(self, path: str) -> str | None:
        """The input of a violation's field: `infractions.0.offender` is `infractions-0-offender` in its row."""
        if path in self.fields:
            return path
        name, _dot, rest = path.partition(".")
        rows = self._rows.get(name)
        if rows is None:
            return None
        place, _dot, part = rest.partition(".")
        row = rows[int(place)] if place.isdigit() and int(place) < len(rows) else next(iter(rows), 0)
        inputs = [key for key in self.fields if key.startswith(f"{name}-{row}-")]
        return next((key for key in inputs if key.endswith(f"-{part}")), inputs[0])


def make_input(field: Field, *, game: Game, names: Names) -> forms.Field:
    """The input of one declared field."""
    label = gettext(field.title)
    if field.kind == "flag":
        return forms.BooleanField(label=label, required=False)
    if field.kind == "whole" and not _has_keys(field):
        return forms.IntegerField(label=label, min_value=field.low, max_value=field.high, required=False)
    if field.kind == "seats":
        seats = [(seat, names.get(seat, seat)) for seat in game.seats]
        return forms.MultipleChoiceField(
            label=label, choices=seats, widget=forms.CheckboxSelectMultiple, required=False
        )
    choices = [(value, word_value(field, value, names)) for value in _list_values(field, game)]
    if not choices:
        return forms.CharField(label=label, required=False, max_length=500)
    return forms.TypedChoiceField(
        label=label,
        choices=[("", gettext("none")), *choices],
        coerce=int if isinstance(choices[0][0], int) else str,
        empty_value=None,
        widget=forms.RadioSelect,
        required=False,
    )


def _list_inputs(field: Field) -> list[tuple[str, Field]]:
    """The inputs that a declared field needs, by name: a list field needs some for each of its rows."""
    if field.kind != "records":
        return [(field.name, field)]
    return [(f"{field.name}-{row}-{part.name}", part) for row in range(RECORD_ROWS) for part in field.fields]


def _get_value(radio: forms.boundfield.BoundWidget) -> str:
    return str(radio.data["value"])


def _make_seat_key(radio: forms.boundfield.BoundWidget) -> dict[str, Any]:
    return {"seat": _get_value(radio), "place": name_seat(_get_value(radio)), "radio": radio}


def _is_empty(value: object) -> bool:
    """Whether an input was left alone. No tricks at all, 0, is a fact."""
    return value is None or value is False or value in ("", [])


def _has_keys(field: Field) -> bool:
    return field.low is not None and field.high is not None and field.high - field.low < MOST_KEYS


def _list_values(field: Field, game: Game) -> list[int | str]:
    if field.kind == "whole":
        return list(range(field.low or 0, (field.high or 0) + 1))
    return list({"seat": game.seats, "side": game.sides}.get(field.kind, field.choices))
