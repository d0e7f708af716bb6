"""Types that a right score sheet fits and no other, derived from what a game declares.

msgspec checks a whole sheet against them at once. They say what scoring/values.py checks value by value, and name no
fault: what does not fit is read again by scoring/reading.py, which does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, defstruct
from msgspec.json import Decoder

from rules.catalog import make_game
from rules.game import Game
from scoring.declared import PLAYERS, Field, list_fields, list_house_rules
from scoring.values import LONGEST_TEXT, WIDEST

#: Half letters need no mention: the quick reader of JSON takes none.
_NO_CONTROL_CHARACTERS = r"\A[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*\Z"
_Text = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=_NO_CONTROL_CHARACTERS)]
#: The letters of names are looked at all together, which is quicker.
_Name = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class Narrow(Struct, frozen=True, kw_only=True):
    """How a sheet is read of `game`, which has its default house rules, with one number of players.

    `read_sheet` reads the text of a sheet; what it does not say is None. `facts` takes from a sheet so checked its
    `deals` in the game's own type, where they say nothing but the facts of a deal; `read_facts` does so from the text.
    """

    game: Game
    read_sheet: Callable[[bytes], Any]
    facts: type[Struct]
    read_facts: Callable[[bytes], Any]


@cache
def make_narrow(key: str, players: int | None) -> Narrow:
    """The types for a game of the catalogue. Raises msgspec.ValidationError for an impossible number of players."""
    game = make_game(key, players=players)
    fields: dict[str, Any] = {
        "id": str,
        "preset": _one_of(game.presets),
        "options": _make_type("Options", _narrow_all(list_house_rules(type(game)), game)),
        "seats": dict[_one_of(game.seats), _Name],  # type: ignore[misc]
        "first_dealer": _one_of(game.seats),
        "finished": bool,
    }
    if game.player_counts:
        fields[PLAYERS] = _one_of(game.player_counts)
    if game.carries_warnings:
        fields["warned"] = _many(_one_of((*game.sides, *game.seats)))
    entry = _narrow_all(list_fields(game.Deal), game)
    entry |= {"dealer": _one_of(game.seats), "misdeal": bool, "ruling": dict[str, Any]}
    required = {"game": _one_of((key,)), "deals": _many(_make_type("Entry", entry))}
    facts = defstruct("Facts", [("deals", _many(game.Deal))])
    return Narrow(
        game=game,
        read_sheet=Decoder(_make_type("Sheet", fields, required=required)).decode,
        facts=facts,
        read_facts=Decoder(facts).decode,
    )


def _make_type(name: str, fields: Mapping[str, Any], *, required: Mapping[str, Any] | None = None) -> type[Struct]:
    """A type of objects with these keys and no others; null is not a value that any of them may have.

    Written again, an object has the keys that were read.
    """
    return defstruct(
        name,
        [*(required or {}).items(), *((field, kind, None) for field, kind in fields.items())],
        forbid_unknown_fields=True,
        omit_defaults=True,
    )


def _narrow_all(fields: Iterable[Field], game: Game) -> dict[str, Any]:
    return {field.name: _narrow(field, game) for field in fields}


def _narrow(field: Field, game: Game) -> Any:
    """The type of the values that a declared field may have. Raises KeyError for a kind of field that is not known."""
    if field.kind in ("whole", "sides"):
        low = -WIDEST if field.low is None else field.low
        high = WIDEST if field.high is None else field.high
        whole = Annotated[int, Meta(ge=low, le=high)]
        return whole if field.kind == "whole" else _make_type("Figures", dict.fromkeys(game.sides, whole))
    if field.kind in ("records", "side_records"):
        parts = _narrow_all(field.fields, game)
        required = {part.name: parts.pop(part.name) for part in field.fields if part.required}
        record = _make_type("Record", parts, required=required)
        return _many(record) if field.kind == "records" else _make_type("Sides", dict.fromkeys(game.sides, record))
    if field.kind == "choice":
        return _one_of(field.choices)
    kinds = {
        "flag": bool,
        "seat": _one_of(game.seats),
        "side": _one_of(game.sides),
        "seats": _many(_one_of(game.seats)),
        "text": _Text,
    }
    return kinds[field.kind]


def _one_of(values: Iterable[int | str]) -> Any:
    return Literal[tuple(values)]


def _many(kind: Any) -> Any:
    return tuple[kind, ...]
