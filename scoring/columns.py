"""The columns of the table form: one row an entry. They follow from what the deals of a game declare.

The words of the score sheet format: `event, round, table, deal, dealer`, then the game's keys. A game's own key that
one of these has taken (Land-Grant's `round` of bidding) becomes `deal_round`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from rules.catalog import GAMES, make_game
from rules.game import Game
from scoring.declared import PLAYERS, Field, list_all_seats, list_all_sides, list_fields, list_house_rules

#: Where a row belongs; the same words in every game.
PLACE_COLUMNS = ("event", "round", "table", "deal")

#: What an export says of its event and tables besides, on the first row of each table. An import passes over it.
NOTE_COLUMNS = ("stage", "published_at", "final_at", "corrected_at")


class Column(Struct, frozen=True, kw_only=True):
    """One column. `path` is where its value stands in the entry or in the sheet: ("ruling", "points", "NS").

    `kind`: whole, flag, choice (one of `choices`), text. A list has several values in a cell, joined with +.
    `scope`: place, entry, or sheet (what is the same for all rows of a table). `is_used`: means something in this game.
    """

    name: str
    path: tuple[str, ...]
    kind: str
    scope: str
    choices: tuple[int | str, ...] = ()
    is_list: bool = False
    is_record: bool = False
    is_used: bool = True


@cache
def list_columns(kind: type[Game]) -> tuple[Column, ...]:
    """Every column that a table of this game may have, in the order in which they are written."""
    game = make_game(kind.key)
    return (*_list_place(), *_list_entry(game), *_list_ruling(game), *_list_sheet(game))


@cache
def map_columns(kind: type[Game]) -> dict[str, Column]:
    """The columns by name."""
    return {column.name: column for column in list_columns(kind)}


@cache
def _map_paths(kind: type[Game], scope: str) -> dict[tuple[str, ...], str]:
    return {column.path: column.name for column in list_columns(kind) if column.scope == scope}


def find_column(kind: type[Game], field: str, *, scope: str) -> str:
    """The column in which the field of a fault stands: `infractions.0.offender` in `offender`. The field if in none."""
    path = tuple(part for part in field.split(".") if not part.isdigit())
    paths = _map_paths(kind, scope)
    if path in paths:
        return paths[path]
    within = (name for known, name in paths.items() if known[: len(path)] == path)
    return next(within, field)


def _list_place() -> Iterator[Column]:
    for name in PLACE_COLUMNS:
        yield Column(name=name, path=(name,), kind="text" if name == "event" else "whole", scope="place")


def _list_entry(game: Game) -> Iterator[Column]:
    seats = list_all_seats(type(game))
    yield Column(name="dealer", path=("dealer",), kind="choice", choices=seats, scope="entry")
    for field in list_fields(game.Deal):
        if field.kind == "records":
            yield from _list_records(game, field)
        elif field.kind in ("sides", "side_records"):
            yield from _list_of_sides(game, field)
        else:
            name = f"deal_{field.name}" if field.name in PLACE_COLUMNS else field.name
            yield _make_column(game, field, name=name, path=(field.name,), scope="entry")
    yield Column(name="misdeal", path=("misdeal",), kind="flag", scope="entry")


def _list_records(game: Game, field: Field) -> Iterator[Column]:
    """`infractions` become `infraction` (their kind) and `offender`."""
    for part in field.fields:
        name = field.name.removesuffix("s") if part.name == "kind" else part.name
        column = _make_column(game, part, name=name, path=(field.name, part.name), scope="entry")
        yield Column(
            name=name, path=column.path, kind=column.kind, scope="entry", choices=column.choices,
            is_list=True, is_record=True,
        )  # fmt: skip


def _list_of_sides(game: Game, field: Field) -> Iterator[Column]:
    """`points` become `points_NS`, `points_EW`; the parts of a record become `tens_NS`, `tens_EW` and so on."""
    sides = list_all_sides(type(game))
    if field.kind == "sides":
        for side in sides:
            yield Column(name=f"{field.name}_{side}", path=(field.name, side), kind="whole", scope="entry")
    for side in sides:
        for part in field.fields:
            name = f"{part.name}_{side}"
            yield _make_column(game, part, name=name, path=(field.name, side, part.name), scope="entry")


def _list_ruling(game: Game) -> Iterator[Column]:
    sides = list_all_sides(type(game))
    for side in sides:
        yield Column(name=f"ruling_{side}", path=("ruling", "points", side), kind="whole", scope="entry")
    for side in sides:
        yield Column(
            name=f"ruling_setbacks_{side}",
            path=("ruling", "setbacks", side),
            kind="whole",
            scope="entry",
            is_used=game.counts_setbacks,
        )
    yield Column(name="ruling_reason", path=("ruling", "reason"), kind="text", scope="entry")
    yield Column(name="ruling_by", path=("ruling", "by"), kind="text", scope="entry")


def _list_sheet(game: Game) -> Iterator[Column]:
    yield Column(name="game", path=("game",), kind="choice", choices=tuple(GAMES), scope="sheet")
    yield Column(name="preset", path=("preset",), kind="choice", choices=tuple(game.presets), scope="sheet")
    for field in list_house_rules(type(game)):
        yield _make_column(game, field, name=f"option_{field.name}", path=("options", field.name), scope="sheet")
    counted = bool(game.player_counts)
    yield Column(name=PLAYERS, path=(PLAYERS,), kind="whole", scope="sheet", is_used=counted)
    seats, sides = list_all_seats(type(game)), list_all_sides(type(game))
    for seat in seats:
        yield Column(name=f"name_{seat}", path=("seats", seat), kind="text", scope="sheet")
    yield Column(name="first_dealer", path=("first_dealer",), kind="choice", choices=seats, scope="sheet")
    yield Column(name="finished", path=("finished",), kind="flag", scope="sheet")
    yield Column(
        name="warned",
        path=("warned",),
        kind="choice",
        choices=tuple(dict.fromkeys((*sides, *seats))),
        scope="sheet",
        is_list=True,
        is_used=game.carries_warnings,
    )


def _make_column(game: Game, field: Field, *, name: str, path: tuple[str, ...], scope: str) -> Column:
    seats = list_all_seats(type(game))
    places = {"seat": seats, "seats": seats, "side": list_all_sides(type(game))}
    if field.kind in places:
        choices: tuple[int | str, ...] = places[field.kind]
        return Column(name=name, path=path, kind="choice", choices=choices, scope=scope, is_list=field.kind == "seats")
    if field.kind not in ("whole", "flag", "choice", "text"):
        raise TypeError(f"{name}: no column can be derived from a field of kind {field.kind}")
    return Column(name=name, path=path, kind=field.kind, choices=field.choices, scope=scope)
