"""The declared fields of deals and house rules: what there is to fill in, and what may stand there.

Forms, CSV columns, serializers and the reader of sheets work from these, so that a field is declared once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from rules.game import Game

#: The field of a game that says how many play.
PLAYERS = "players"


class Field(Struct, frozen=True, kw_only=True):
    """One declared field. `kind`: whole, flag, choice, text, seat, side, seats, records.

    `low` and `high` bound a whole number; `choices` are the values of a choice, in the order declared, and
    `words` say them in English; `fields` are those of each record in a list.
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
        low = next((meta.ge for meta in metas if meta.ge is not None), None)
        high = next((meta.le for meta in metas if meta.le is not None), None)
        return Field(kind="whole", low=_whole(low), high=_whole(high), **common)
    if bare is str:
        return Field(kind=str(extra.get("kind", "text")), **common)
    if get_origin(bare) is tuple:
        return _describe_list(get_args(bare)[0], common)
    raise TypeError(f"{name}: no field can be derived from {bare!r}")


def _describe_list(item: Any, common: dict[str, Any]) -> Field:
    bare, metas = _unwrap(item)
    if isinstance(bare, type) and issubclass(bare, Struct):
        return Field(kind="records", fields=list_fields(bare), **common)
    if any((meta.extra or {}).get("kind") == "seat" for meta in metas):
        return Field(kind="seats", **common)
    raise TypeError(f"{common['name']}: no field can be derived from a list of {bare!r}")


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
