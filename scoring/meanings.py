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

from rules.game import Game, GameDeal
from scoring.declared import Field
from scoring.values import check_record, check_value

#: How many readings of one deal are tried; of some only, nothing would follow.
MOST_CANDIDATES = 400

Raw = Mapping[str, Any]


def list_candidates(game: Game, good: Raw, faulty: Mapping[str, list[Any]]) -> Iterator[GameDeal]:
    """The deals that the good fields may belong to: all of them, or none where there are too many to try."""
    if prod(len(meanings) for meanings in faulty.values()) > MOST_CANDIDATES:
        return
    for meant in product(*faulty.values()):
        yield msgspec.convert({**good, **dict(zip(faulty, meant, strict=True))}, game.Deal)


def list_meanings(field: Field, value: object, *, game: Game) -> list[Any]:
    """What an unreadable value may have been meant to say."""
    if field.kind == "whole":
        low, high = field.low or 0, field.high or 0
        return list(range(low, high + 1)) if high - low < 20 else [low, high]
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
    return [[]]


def _list_seats_meanings(value: object, *, game: Game) -> list[Any]:
    """What a list of seats with faults may have been meant to say; empty where that could be too much."""
    seats = game.seats
    if not isinstance(value, list):
        return [[*some] for count in range(len(seats) + 1) for some in combinations(seats, count)]
    places = [[seat] if isinstance(seat, str) and seat in seats else [None, *seats] for seat in value]
    if prod(len(meant) for meant in places) > MOST_CANDIDATES:
        return []
    return [[seat for seat in meant if seat is not None] for meant in product(*places)]


def _list_records_meanings(field: Field, value: object, *, game: Game) -> list[Any]:
    """What a list of records with faults may have been meant to say; empty where that could be too much."""
    if not isinstance(value, list):
        return [[], *([record] for record in _list_record_meanings(field, {}, game=game))]
    meanings = []
    for record in value:
        if not isinstance(record, dict):
            meanings.append([None, *_list_record_meanings(field, {}, game=game)])
        elif any(check_record(field, record, game=game, path="")):
            meanings.append(_list_record_meanings(field, record, game=game))
        else:
            meanings.append([record])
    if prod(len(records) for records in meanings) > MOST_CANDIDATES:
        return []
    return [[record for record in meant if record is not None] for meant in product(*meanings)]


def _list_record_meanings(field: Field, record: Raw, *, game: Game) -> list[Any]:
    """The records that agree with what is readable of one."""
    names = [part.name for part in field.fields]
    parts = []
    for part in field.fields:
        is_good = part.name in record and not any(check_value(part, record[part.name], game=game, path=""))
        parts.append([record[part.name]] if is_good else list_meanings(part, record.get(part.name), game=game))
    return [dict(zip(names, meant, strict=True)) for meant in product(*parts)]
