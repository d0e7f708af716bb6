"""What an unreadable value may have been meant to say, so that the faults beside it can be named at once.

A deal with an unreadable field is read in every way that its other fields allow. A fault that all these readings
have is certain; one that only some have would be a guess, and is not named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import prod
from typing import Any

import msgspec
from msgspec import structs

from rules.game import Game, GameDeal
from scoring.declared import Field
from scoring.values import RepeatedKeys, check_record, check_value

#: How many readings of one deal are tried; of some only, nothing would follow.
MOST_CANDIDATES = 400
#: From so many numbers in a row only the ends are tried.
MOST_NUMBERS = 20

Raw = Mapping[str, Any]


def list_candidates(game: Game, good: Raw, faulty: Mapping[str, list[Any]]) -> Iterator[GameDeal]:
    """The deals that the good fields may belong to: all of them, or none where there are too many to try."""
    if prod(len(meanings) for meanings in faulty.values()) > MOST_CANDIDATES:
        return
    for meant in product(*faulty.values()):
        yield msgspec.convert({**good, **dict(zip(faulty, meant, strict=True))}, game.Deal)


def names_all_meanings(field: Field, value: object) -> bool:
    """Whether `list_meanings` lists all that an unreadable value may have been meant to say, rather than examples."""
    if field.kind == "whole":
        return _is_narrow(field)
    if field.kind == "records":
        return isinstance(value, list)
    return field.kind in ("flag", "choice", "seat", "side", "seats")


def _is_narrow(field: Field) -> bool:
    return (field.high or 0) - (field.low or 0) < MOST_NUMBERS


def list_meanings(field: Field, value: object, *, game: Game) -> list[Any]:
    """What an unreadable value may have been meant to say."""
    if field.kind == "whole":
        low, high = field.low or 0, field.high or 0
        return list(range(low, high + 1)) if _is_narrow(field) else [low, high]
    if field.kind == "flag":
        return [True, False]
    if field.kind == "choice":
        return list(field.choices)
    if field.kind == "seat":
        return list(game.seats)
    if field.kind == "side":
        return list(game.sides)
    if field.kind == "seats":
        return _list_seats_meanings(value, game=game)
    if field.kind == "records":
        return _list_records_meanings(field, value, game=game)
    if field.kind in ("sides", "side_records"):
        return _list_sides_meanings(field, value, game=game)
    return [""]


def _list_seats_meanings(value: object, *, game: Game) -> list[Any]:
    """What a list of seats with faults may have been meant to say; empty where that could be too much."""
    seats = game.seats
    if not isinstance(value, list):
        return [[*some] for count in range(len(seats) + 1) for some in combinations(seats, count)]
    places = [[seat] if isinstance(seat, str) and seat in seats else [None, *seats] for seat in value]
    if prod(len(meant) for meant in places) > MOST_CANDIDATES:
        return []
    return [[seat for seat in meant if seat is not None] for meant in product(*places)]


def _list_sides_meanings(field: Field, value: object, *, game: Game) -> list[Any]:
    """What a mapping of sides with faults may have been meant to say; empty where that could be too much.

    Where a key is no side, it was meant for one that is missing; so is anything where there is no mapping at all.
    """
    raw: Raw = value if isinstance(value, dict) else {}
    is_misspelt = not isinstance(value, dict) or any(key not in game.sides for key in raw)
    repeated = value.repeated if isinstance(value, RepeatedKeys) else ()
    sides = [side for side in game.sides if side in raw or is_misspelt]
    meanings = []
    for side in sides:
        said = {side: raw[side]} if side in raw and side not in repeated else {}
        is_good = bool(said) and not any(check_value(field, said, game=game, path=""))
        meanings.append([raw[side]] if is_good else _list_side_meanings(field, said.get(side), game=game))
    if prod(len(meant) for meant in meanings) > MOST_CANDIDATES:
        return []
    return [dict(zip(sides, meant, strict=True)) for meant in product(*meanings)]


def _list_side_meanings(field: Field, value: object, *, game: Game) -> list[Any]:
    """What one side's number or record may have been meant to say."""
    if field.kind == "sides":
        return list_meanings(structs.replace(field, kind="whole"), value, game=game)
    return _list_record_meanings(field, value if isinstance(value, dict) else None, game=game)


def _list_records_meanings(field: Field, value: object, *, game: Game) -> list[Any]:
    """What a list of records with faults may have been meant to say; empty where that could be too much."""
    unknown = _list_record_meanings(field, None, game=game)
    if not unknown:
        return []
    if not isinstance(value, list):
        return [[], *([record] for record in unknown)]
    meanings = []
    for record in value:
        if not isinstance(record, dict):
            meanings.append([None, *unknown])
        elif any(check_record(field, record, game=game, path="")):
            meanings.append(_list_record_meanings(field, record, game=game))
        else:
            meanings.append([record])
    if prod(len(records) for records in meanings) > MOST_CANDIDATES:
        return []
    return [[record for record in meant if record is not None] for meant in product(*meanings)]


def _list_record_meanings(field: Field, record: Raw | None, *, game: Game) -> list[Any]:
    """The records that agree with what is readable of one, or of nothing (None); empty where they are too many.

    A part that may be left out, and was, is left out, unless a key that does not exist was meant for it.
    """
    known = record or {}
    names = [part.name for part in field.fields]
    may_lack = record is not None and all(key in names for key in record)
    repeated = record.repeated if isinstance(record, RepeatedKeys) else ()
    parts: dict[str, list[Any]] = {}
    for part in field.fields:
        value = known.get(part.name)
        is_good = part.name in known and part.name not in repeated
        if is_good and not any(check_value(part, value, game=game, path="")):
            parts[part.name] = [value]
        elif part.name in known or part.required or not may_lack:
            parts[part.name] = list_meanings(part, value, game=game)
    if prod(len(meant) for meant in parts.values()) > MOST_CANDIDATES:
        return []
    return [dict(zip(parts, meant, strict=True)) for meant in product(*parts.values())]
