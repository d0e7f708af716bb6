"""The declared fields of deals and house rules: what there is to fill in, and what may stand there.

Forms, CSV columns, serializers and the reader of sheets work from these, so that a field is declared once.
"""

from __future__ import annotations

from collections import abc
from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from rules.catalog import make_game
from rules.game import Game

#: The field of a game that says how many play.
PLAYERS = "players"


class Field(Struct, frozen=True, kw_only=True):
    """One declared field. `kind`: whole, flag, choice, text, seat, side, seats, records, sides, side_records.

    `sides` is a whole number for each side, `side_records` a record for each side. `low` and `high` bound a whole
    number (of every side alike); `choices` are the values of a choice, in the order declared, and `words` say them in
    English; `fields` are those of each record.
    """

    name: str
    kind: str
    title: str
    low: int | None = None
    high: int | None = None
    choices: tuple[int | str, ...] = ()
    words: Mapping[int | str, str] = {}
    fields: tuple[Field, ...] = ()
    required: bool = False
    default: Any = None


@cache
def list_fields(kind: type[Struct]) -> tuple[Field, ...]:
    """The declared fields of a deal, an infraction or a game's house rules, in the order declared."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        _describe(field.name, hints[field.name], required=field.required, default=_default_of(field))
        for field in structs.fields(kind)
    )


@cache
def list_house_rules(kind: type[Game]) -> tuple[Field, ...]:
    """The house rules that a game declares: all its fields but how many play, which is said table by table."""
    return tuple(field for field in list_fields(kind) if field.name != PLAYERS)


@cache
def list_seatings(kind: type[Game]) -> tuple[Game, ...]:
    """The game once for each number of players, the usual one first; once where that is not chosen."""
    usual = make_game(kind.key)
    others = (make_game(kind.key, players=players) for players in kind.player_counts)
    return (usual, *(game for game in others if game.seats != usual.seats))


@cache
def list_all_seats(kind: type[Game]) -> tuple[str, ...]:
    """Every seat that there is with any number of players, those of the usual number first."""
    return tuple(dict.fromkeys(seat for game in list_seatings(kind) for seat in game.seats))


@cache
def list_all_sides(kind: type[Game]) -> tuple[str, ...]:
    """Every side that there is with any number of players, those of the usual number first."""
    return tuple(dict.fromkeys(side for game in list_seatings(kind) for side in game.sides))


def find_field(kind: type[Struct], name: str) -> Field | None:
    """The declared field of that name, or None."""
    return next((field for field in list_fields(kind) if field.name == name), None)


def _default_of(field: structs.FieldInfo) -> Any:
    return None if field.required else field.default


def _describe(name: str, hint: Any, *, required: bool, default: Any) -> Field:
    bare, metas = _unwrap(hint)
    title = next((meta.title for meta in metas if meta.title), name)
    extra: dict[Any, Any] = {}
    for meta in metas:
        extra.update(meta.extra or {})
    common = {"name": name, "title": title, "required": required, "default": default}
    if get_origin(bare) is Literal:
        return Field(kind="choice", choices=get_args(bare), words=extra.get("words", {}), **common)
    if bare is bool:
        return Field(kind="flag", **common)
    if bare is int:
        return Field(kind="whole", **_find_bounds(metas), **common)
    if bare is str:
        return Field(kind=str(extra.get("kind", "text")), **common)
    if get_origin(bare) is tuple:
        return _describe_list(get_args(bare)[0], common)
    if get_origin(bare) is abc.Mapping:
        return _describe_mapping(get_args(bare), common)
    raise TypeError(f"{name}: no field can be derived from {bare!r}")


def _describe_list(item: Any, common: dict[str, Any]) -> Field:
    bare, metas = _unwrap(item)
    if isinstance(bare, type) and issubclass(bare, Struct):
        return Field(kind="records", fields=list_fields(bare), **common)
    if any((meta.extra or {}).get("kind") == "seat" for meta in metas):
        return Field(kind="seats", **common)
    raise TypeError(f"{common['name']}: no field can be derived from a list of {bare!r}")


def _describe_mapping(inner: tuple[Any, ...], common: dict[str, Any]) -> Field:
    """A value for each side: a whole number or a record."""
    key, item = inner
    _bare, about_key = _unwrap(key)
    bare, metas = _unwrap(item)
    if any((meta.extra or {}).get("kind") == "side" for meta in about_key):
        if bare is int:
            return Field(kind="sides", **_find_bounds(metas), **common)
        if isinstance(bare, type) and issubclass(bare, Struct):
            return Field(kind="side_records", fields=list_fields(bare), **common)
    raise TypeError(f"{common['name']}: no field can be derived from a mapping of {key!r} to {bare!r}")


def _find_bounds(metas: list[Meta]) -> dict[str, Any]:
    low = next((meta.ge for meta in metas if meta.ge is not None), None)
    high = next((meta.le for meta in metas if meta.le is not None), None)
    return {"low": _whole(low), "high": _whole(high)}


def _unwrap(hint: Any) -> tuple[Any, list[Meta]]:
    """Take Annotated and `| None` off a type, keeping what was said in Meta."""
    metas: list[Meta] = []
    while True:
        origin = get_origin(hint)
        if origin is Annotated:
            hint, *rest = get_args(hint)
            metas.extend(meta for meta in rest if isinstance(meta, Meta))
        elif origin in (Union, UnionType):
            (hint,) = (part for part in get_args(hint) if part is not NoneType)
        else:
            return hint, metas


def _whole(bound: float | None) -> int | None:
    return None if bound is None else int(bound)
