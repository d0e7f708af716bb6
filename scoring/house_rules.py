"""Read which game a sheet is of and by which house rules: preset and options, with every fault."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from msgspec import Struct

from rules.catalog import GAMES, default_preset, make_game
from rules.game import Game, Violation, gettext_noop
from scoring.declared import PLAYERS, list_house_rules, list_seatings
from scoring.meanings import list_meanings
from scoring.values import check_choice, check_keys, check_value, join_path, wrong_type

#: How many games a sheet with faulty house rules is folded by; of some only, nothing would follow.
MOST_RIVALS = 64


class HouseRules(Struct, frozen=True, kw_only=True):
    """A game under house rules. Where they have faults, `game` has defaults in their place.

    `rivals` are then the games that may have been meant: a fault that a deal has in all of them is certain. None
    where they are too many to try. `seatings` are the games, `game` first, whose seats and sides may have been meant:
    one for each number of players where that is unclear. Without a game that exists there is only what is wrong.
    """

    game: Game | None = None
    seatings: tuple[Game, ...] = ()
    preset: str = ""
    rivals: tuple[Game, ...] | None = ()
    violations: tuple[Violation, ...] = ()


def read_house_rules(raw: Mapping[str, Any], *, unclear_keys: Collection[str] = ()) -> HouseRules:
    """Read `game`, `preset`, `options` and `players` of a sheet.

    `unclear_keys` are keys of the sheet whose value is not known although it may be good: misspelt, or there twice.
    """
    faults = tuple(_check_game(raw))
    if faults:
        return HouseRules(violations=faults)
    kind = GAMES[raw["game"]]
    presets = [default_preset(kind)]
    found: list[Violation] = []
    if "preset" in raw:
        found.extend(check_choice(raw["preset"], path="preset", choices=tuple(kind.presets)))
        presets = [*kind.presets] if found else [raw["preset"]]
    good, unclear = _read_options(raw.get("options", {}), make_game(kind.key), found)
    counts = _read_players(raw, kind, found, is_unclear=PLAYERS in unclear_keys)
    seatings = tuple(make_game(kind.key, preset=presets[0], options=good, players=count) for count in counts)
    return HouseRules(
        game=seatings[0],
        seatings=seatings,
        preset=presets[0],
        rivals=_list_rivals(kind, presets, good, unclear, counts) if found or len(counts) > 1 else (),
        violations=tuple(found),
    )


def _read_players(
    raw: Mapping[str, Any], kind: type[Game], found: list[Violation], *, is_unclear: bool
) -> tuple[int | None, ...]:
    """How many may play, the likeliest first; None for the usual number. A fault goes to `found`."""
    if not kind.player_counts:
        return (None,)
    faults = tuple(check_choice(raw[PLAYERS], path=PLAYERS, choices=kind.player_counts)) if PLAYERS in raw else ()
    found.extend(faults)
    if faults or is_unclear:
        return tuple(len(game.seats) for game in list_seatings(kind))
    return (raw.get(PLAYERS),)


def _check_game(raw: Mapping[str, Any]) -> Iterator[Violation]:
    if "game" in raw:
        yield from check_choice(raw["game"], path="game", choices=tuple(GAMES))
    else:
        template = gettext_noop("Say which game this is, one of these: {known}.")
        yield Violation(field="game", code="missing", template=template, values={"known": ", ".join(GAMES)})


def _read_options(
    raw: object, plain: Game, found: list[Violation]
) -> tuple[dict[str, object], dict[str, list[object]]]:
    """The house rules that can be read, and what the others may have been meant to say; faults go to `found`."""
    fields = {field.name: field for field in list_house_rules(type(plain))}
    if not isinstance(raw, dict):
        found.append(wrong_type("options", raw, wanted="an object"))
        return {}, {name: list_meanings(field, None, game=plain) for name, field in fields.items()}
    misspelt = list(check_keys(raw, known=tuple(fields), path="options"))
    found.extend(misspelt)
    good: dict[str, object] = {}
    unclear: dict[str, list[object]] = {}
    for name, field in fields.items():
        if name not in raw:
            is_meant = any(fault.values.get("near") == name for fault in misspelt)
            faults = misspelt if is_meant else []
        else:
            faults = list(check_value(field, raw[name], game=plain, path=join_path("options", name)))
            found.extend(faults)
        if faults:
            unclear[name] = list_meanings(field, raw.get(name), game=plain)
        elif name in raw:
            good[name] = raw[name]
    return good, unclear


def _list_rivals(
    kind: type[Game],
    presets: list[str],
    good: dict[str, object],
    unclear: dict[str, list[object]],
    counts: tuple[int | None, ...],
) -> tuple[Game, ...] | None:
    if len(presets) * len(counts) * prod(len(meanings) for meanings in unclear.values()) > MOST_RIVALS:
        return None
    return tuple(
        make_game(kind.key, preset=preset, options={**good, **dict(zip(unclear, meant, strict=True))}, players=count)
        for preset in presets
        for count in counts
        for meant in product(*unclear.values())
    )
