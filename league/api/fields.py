"""Fields of request bodies, checked as those of score sheets are: no text for a number, no number for a text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from league.api.refusals import write_violations
from rules.game import Violation
from scoring.values import check_choice, check_keys, check_list, check_text, check_whole, wrong_type

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

#: No id in the database is larger.
LARGEST_ID = 2**63 - 1

_EMPTY_TEXTS: dict[str, StrOrPromise] = {
    "required": gettext_lazy("This is missing."),
    "null": gettext_lazy("null is no value here: leave the key out, or give it one."),
}


def refuse(violations: Iterable[Violation]) -> None:
    """Raise ValidationError where there are violations."""
    details = [ErrorDetail(fault["message"], code=fault["code"]) for fault in write_violations(violations)]
    if details:
        raise ValidationError(details)


class WholeField(serializers.Field):
    """A whole number, from `low` to `high`."""

    default_error_messages = _EMPTY_TEXTS

    def __init__(self, *, low: int | None = None, high: int | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.low, self.high = low, high

    def to_internal_value(self, data: object) -> int:
        """The number itself; raises ValidationError."""
        refuse(check_whole(data, path="", low=self.low, high=self.high))
        return int(str(data))

    def to_representation(self, value: int) -> int:
        """The number itself."""
        return value


class TextField(serializers.Field):
    """A text that is not empty."""

    default_error_messages = _EMPTY_TEXTS

    def to_internal_value(self, data: object) -> str:
        """The text as it came; raises ValidationError."""
        refuse(check_text(data, path="", required=True))
        return str(data)

    def to_representation(self, value: str) -> str:
        """The text itself."""
        return value


class WordField(serializers.Field):
    """One of a few words."""

    default_error_messages = _EMPTY_TEXTS

    def __init__(self, *, choices: Iterable[str], **options: Any) -> None:
        super().__init__(**options)
        self.choices = tuple(choices)

    def to_internal_value(self, data: object) -> str:
        """The word as it came; raises ValidationError."""
        refuse(check_choice(data, path="", choices=self.choices))
        return str(data)

    def to_representation(self, value: str) -> str:
        """The word itself."""
        return value


class WholesField(serializers.Field):
    """A list of whole numbers from 1; `length` says how many, else there may be any number up to `most`."""

    default_error_messages = _EMPTY_TEXTS

    def __init__(self, *, most: int, length: int | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.most, self.length = most, length

    def to_internal_value(self, data: object) -> tuple[int, ...]:
        """The numbers in their order; raises ValidationError for each that is none."""
        refuse(check_list(data, most=self.most, length=self.length))
        numbers = cast(list[object], data)
        refuse(fault for number in numbers for fault in check_whole(number, path="", low=1, high=LARGEST_ID))
        return tuple(cast(list[int], numbers))

    def to_representation(self, value: Iterable[int]) -> list[int]:
        """The numbers as JSON has them."""
        return list(value)


class FactsField(serializers.Field):
    """An entry of a score sheet. Only that it is an object is checked here: the rules do the rest."""

    default_error_messages = _EMPTY_TEXTS

    def to_internal_value(self, data: object) -> dict[str, Any]:
        """The entry as it came; raises ValidationError."""
        if not isinstance(data, dict):
            refuse([wrong_type("", data, wanted="an object")])
        return data  # type: ignore[return-value]

    def to_representation(self, value: dict[str, Any]) -> dict[str, Any]:
        """The entry itself."""
        return value


class Body(serializers.Serializer):
    """A request body, or an object in one: exactly its fields, and every fault told at once."""

    default_error_messages = _EMPTY_TEXTS

    def to_internal_value(self, data: Any) -> Any:
        """The values by name; raises ValidationError for unknown keys as for wrong values."""
        if not isinstance(data, dict):
            refuse([wrong_type("", data, wanted="an object")])
        faults: dict[str, Any] = {}
        for fault in write_violations(check_keys(data, known=tuple(self.fields))):
            faults.setdefault(fault["field"], []).append(ErrorDetail(fault["message"], code=fault["code"]))
        try:
            values = super().to_internal_value(data)
        except ValidationError as error:
            raise ValidationError({**faults, **cast(dict[str, Any], error.detail)}) from error
        if faults:
            raise ValidationError(faults)
        return values


def read_body(body: type[Body], data: object) -> dict[str, Any]:
    """The checked values of a request body. Raises ValidationError with every fault."""
    if not isinstance(data, dict):  # a serializer without data would take null for none
        refuse([wrong_type("", data, wanted="an object")])
    serializer = body(data=data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
