"""The form of one hand, made from the declared fields of the game's deal.

It reads what was pressed into facts; whether they make a hand, the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, gettext_lazy
from msgspec import structs

from league.printing.short_names import shorten_names
from league.services.recording import LONGEST_KEY
from league.wording import Names, name_seat, name_side, word_reason, word_value
from rules.game import Game, State, Violation
from scoring.declared import Field, list_fields
from scoring.steps import open_state

#: How many records of a list (infractions) one hand's form has room for.
RECORD_ROWS = 2

#: Fields that have a value, or a record, for each side of the table.
SIDE_KINDS = ("sides", "side_records")

#: A whole number with at most this many values is a row of keys, a wider one is typed.
MOST_KEYS = 14

#: Part of an infraction -> what is said where it is left out: beside keys, "missing" would not tell what to press.
LEFT_OUT = {
    "kind": gettext_lazy("Say which infraction it was."),
    "offender": gettext_lazy("Say whose infraction it was."),
}


class EntryForm(forms.Form):
    """What every change of a table's sheet carries: its own key, and the place that the writer saw."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_KEY)
    position = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class DealForm(EntryForm):
    """A hand of any game. Nothing is required here: what is missing the rules name in their own words.

    `state` is where the game stands before the hand; without one it has not begun. `facts`, in the score sheet format,
    are those of a hand that is being changed: the form opens filled with them. A game whose form is laid out by hand
    has a form of its own, which may leave out what the page no longer shows and fill in what follows.
    """

    #: The codes of faults that a hand has only because it is not filled in yet.
    unfinished: ClassVar[frozenset[str]] = frozenset({"missing"})

    def __init__(
        self,
        *args: Any,
        game: Game,
        names: Names,
        state: State | None = None,
        facts: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.names = names
        self.state = state or open_state(game)
        self._rows: dict[str, list[int]] = {}
        self._room = {field.name: _count_rows(field, facts or {}) for field in list_fields(game.Deal)}
        for field in list_fields(game.Deal):
            for name, part in _list_inputs(field, game, rows=self._room[field.name]):
                self.fields[name] = make_input(part, game=game, names=names)
            if field.kind in SIDE_KINDS:
                self._label_sides(field)
        self.initial = {**self.initial, **self.fill_from(facts or {})}

    def fill_from(self, facts: Mapping[str, Any]) -> dict[str, Any]:
        """The inputs that say these facts, by name; what a fact does not say is left out."""
        inputs: dict[str, Any] = {}
        for field in list_fields(self.game.Deal):
            if field.name in facts:
                inputs |= _fill_inputs(field, facts[field.name])
        return inputs

    def _label_sides(self, field: Field) -> None:
        for side in self.game.sides:
            for name, _part in _list_side_inputs(field, side):
                words = {"fact": self.fields[name].label, "side": name_side(side, self.names)}
                self.fields[name].label = gettext("%(fact)s: %(side)s") % words

    def read_facts(self) -> dict[str, Any]:
        """The facts in the score sheet format, without what was left empty."""
        facts = {field.name: self._read_field(field) for field in list_fields(self.game.Deal)}
        return self.tidy_facts({name: value for name, value in facts.items() if not is_empty(value)})

    def tidy_facts(self, facts: dict[str, Any]) -> dict[str, Any]:
        """The facts as this game's page means them."""
        return facts

    def list_warnings(self, facts: Mapping[str, Any]) -> list[str]:
        """What is allowed but looks like a mistake, in sentences."""
        return []

    def add_violations(self, violations: Iterable[Violation]) -> None:
        """Put the rules' faults at the inputs they name, players by name."""
        for violation in violations:
            self.add_error(self._find_input(violation.field), self.word_fault(violation))

    def word_fault(self, fault: Violation) -> str:
        """A fault in a sentence, players by name."""
        part = fault.field.rpartition(".")[2]
        if fault.code == "missing" and part in LEFT_OUT:
            return str(LEFT_OUT[part])
        return word_reason(self.game, fault.template, fault.values, self.names)

    @property
    def seat_keys(self) -> dict[str, list[dict[str, Any]]]:
        """For each seat field one key per seat: the seat's letter and name, and its input, labelled by player."""
        fields = [field for field in list_fields(self.game.Deal) if field.kind == "seat"]
        return {
            field.name: [_make_seat_key(radio, self.game.seats) for radio in self[field.name] if _get_value(radio)]
            for field in fields
        }

    @property
    def records(self) -> dict[str, list[list[forms.BoundField]]]:
        """For each list field the inputs of its rows."""
        return {
            field.name: [
                [self[f"{field.name}-{row}-{part.name}"] for part in field.fields]
                for row in range(self._room[field.name])
            ]
            for field in list_fields(self.game.Deal)
            if field.kind == "records"
        }

    @property
    def side_inputs(self) -> dict[str, list[dict[str, Any]]]:
        """For each field that has something for every side: the side's name, long and short, and its inputs."""
        shorts = shorten_names(self.names)
        return {
            field.name: [
                {
                    "side": side,
                    "title": name_side(side, self.names),
                    "short": shorts.get(side) or name_side(side, self.names),
                    "fields": [self[name] for name, _part in _list_side_inputs(field, side)],
                }
                for side in self.game.sides
            ]
            for field in list_fields(self.game.Deal)
            if field.kind in SIDE_KINDS
        }

    def _read_field(self, field: Field) -> Any:
        if field.kind == "records":
            return self._read_records(field)
        if field.kind in SIDE_KINDS:
            return self._read_sides(field)
        return self._read_value(field.name)

    def _read_value(self, name: str) -> Any:
        return self.cleaned_data.get(name)

    def _read_sides(self, field: Field) -> dict[str, Any]:
        """What stands for each side, without the sides and the parts that were left empty."""
        values: dict[str, Any] = {}
        for side in self.game.sides:
            parts = {part.name: self._read_value(name) for name, part in _list_side_inputs(field, side)}
            given = {name: value for name, value in parts.items() if not is_empty(value)}
            if given:
                values[side] = given if field.kind == "side_records" else given[field.name]
        return values

    def _read_records(self, field: Field) -> list[dict[str, Any]]:
        records = []
        self._rows[field.name] = []
        for row in range(self._room[field.name]):
            values = {part.name: self._read_value(f"{field.name}-{row}-{part.name}") for part in field.fields}
            given = {name: value for name, value in values.items() if not is_empty(value)}
            if given:
                for part in field.fields:
                    if len(part.choices) == 1:
                        given.setdefault(part.name, part.choices[0])
                records.append(given)
                self._rows[field.name].append(row)
        return records

    def _find_input(self, path: str) -> str | None:
        """The input of a violation's field: `infractions.0.offender` is `infractions-0-offender` in its row."""
        if path in self.fields:
            return path
        name, _dot, rest = path.partition(".")
        if name in self.fields:
            return name  # one of several that are picked in one input
        of_side = [key for key in self.fields if key == path.replace(".", "-") or key.startswith(f"{name}-")]
        if name not in self._rows and of_side:
            return path.replace(".", "-") if path.replace(".", "-") in self.fields else of_side[0]
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


def _count_rows(field: Field, facts: Mapping[str, Any]) -> int:
    """How many rows a list has room for: no less than these facts fill."""
    return max(RECORD_ROWS, len(facts.get(field.name, ()))) if field.kind == "records" else 0


def _fill_inputs(field: Field, value: Any) -> dict[str, Any]:
    """The inputs of a declared field that say its value, by name."""
    if field.kind == "records":
        rows = enumerate(value)
        return {f"{field.name}-{row}-{part}": said for row, record in rows for part, said in record.items()}
    if field.kind == "sides":
        return {f"{field.name}-{side}": figure for side, figure in value.items()}
    if field.kind == "side_records":
        return {f"{field.name}-{side}-{part}": said for side, parts in value.items() for part, said in parts.items()}
    return {field.name: value}


def _list_inputs(field: Field, game: Game, *, rows: int) -> list[tuple[str, Field]]:
    """The inputs that a declared field needs, by name: a list field needs some for each of its rows."""
    if field.kind in SIDE_KINDS:
        return [
            (name, structs.replace(part, title=gettext(part.title), kind="whole"))
            for side in game.sides
            for name, part in _list_side_inputs(field, side)
        ]
    if field.kind != "records":
        return [(field.name, field)]
    return [(f"{field.name}-{row}-{part.name}", part) for row in range(rows) for part in field.fields]


def _list_side_inputs(field: Field, side: str) -> list[tuple[str, Field]]:
    """The inputs of one side, by name, with the part that each is of: `points-NS`, `cards-NS-tens`."""
    if field.kind == "sides":
        return [(f"{field.name}-{side}", field)]
    return [(f"{field.name}-{side}-{part.name}", part) for part in field.fields]


def _get_value(radio: forms.boundfield.BoundWidget) -> str:
    return str(radio.data["value"])


def _make_seat_key(radio: forms.boundfield.BoundWidget, seats: Sequence[str]) -> dict[str, Any]:
    return {"seat": _get_value(radio), "place": name_seat(_get_value(radio), seats), "radio": radio}


def is_empty(value: object) -> bool:
    """Whether an input was left alone. No tricks at all, 0, is a fact."""
    return value is None or value is False or value in ("", [], {})


def _has_keys(field: Field) -> bool:
    return field.low is not None and field.high is not None and field.high - field.low < MOST_KEYS


def _list_values(field: Field, game: Game) -> list[int | str]:
    if field.kind == "whole":
        return list(range(field.low or 0, (field.high or 0) + 1))
    return list({"seat": game.seats, "side": game.sides}.get(field.kind, field.choices))
