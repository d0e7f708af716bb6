"""Hypothesis strategies for score sheets: facts as a game declares them, whole games, and junk."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from rules.catalog import GAMES, make_game
from rules.game import Game, State
from scoring.declared import Field, find_field, list_fields, list_house_rules
from scoring.reading import read_entry
from scoring.sheet import Unread
from scoring.steps import apply_entry, find_violations, open_state
from tests.examples import take_examples
from tests.hands import HANDS

MOST_ENTRIES = 24

#: So often a drawn hand is changed where the rules refuse it, before it is given up.
MOST_CHANGES = 6

#: For tests that run once a game: fewer examples of each.
of_each_game = take_examples(one_in=3)

#: Parsed JSON that is hardly ever right anywhere.
json_scalars = (
    st.none()
    | st.booleans()
    | st.integers(min_value=-(10**30), max_value=10**30)
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["N", "NS", "renege", "league", "", "0", "\u202e", "x" * 600])
)
junk = st.recursive(
    json_scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


def field_values(field: Field, game: Game) -> st.SearchStrategy[Any]:
    """Values that a declared field allows."""
    if field.kind == "whole":
        assert field.low is not None
        assert field.high is not None
        return st.integers(field.low, field.high)
    if field.kind == "choice":
        return st.sampled_from(field.choices)
    if field.kind == "seats":
        return st.lists(st.sampled_from(game.seats), unique=True)
    if field.kind == "records":
        record = st.fixed_dictionaries({part.name: field_values(part, game) for part in field.fields})
        return st.lists(record, max_size=3)
    if field.kind == "sides":
        figures = field_values(structs.replace(field, kind="whole"), game)
        return st.dictionaries(st.sampled_from(game.sides), figures)
    if field.kind == "side_records":
        parts = {part.name: field_values(part, game) for part in field.fields}
        return st.dictionaries(st.sampled_from(game.sides), st.fixed_dictionaries({}, optional=parts))
    return {
        "flag": st.booleans(),
        "seat": st.sampled_from(game.seats),
        "side": st.sampled_from(game.sides),
        "text": st.text(st.characters(categories=("L", "N", "Zs")), max_size=20),
    }[field.kind]


def facts(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """The facts of a deal as the fields allow them one by one; together they may still be impossible."""
    return st.fixed_dictionaries(
        {}, optional={field.name: field_values(field, game) for field in list_fields(game.Deal)}
    )


def house_rules(kind: type[Game]) -> st.SearchStrategy[dict[str, Any]]:
    """Any choice of house rules."""
    return st.fixed_dictionaries(
        {}, optional={field.name: st.sampled_from(field.choices) for field in list_house_rules(kind)}
    )


def players(kind: type[Game]) -> st.SearchStrategy[int | None]:
    """How many play: one of those that the game can be played by; None where that is not chosen."""
    return st.sampled_from(kind.player_counts) if kind.player_counts else st.none()


def games(key: str | None = None) -> st.SearchStrategy[Game]:
    """A game of the catalogue (any without a key) under any preset and house rules, with any number of players."""
    return (st.just(key) if key else st.sampled_from(sorted(GAMES))).flatmap(
        lambda key: st.builds(
            lambda preset, options, count: make_game(key, preset=preset, options=options, players=count),
            st.sampled_from(sorted(GAMES[key].presets)),
            house_rules(GAMES[key]),
            players(GAMES[key]),
        )
    )


def rulings(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """An admin's decision about any sides; where setbacks are kept, about those too, and about a score carried in."""
    points, sides = st.integers(-6, 6), st.sampled_from(game.sides)
    optional: dict[str, st.SearchStrategy[Any]] = {"by": st.just("Ann")}
    if game.counts_setbacks:
        points |= st.integers(-75, 75)
        optional["setbacks"] = st.dictionaries(sides, st.integers(-2, 4))
    fixed = {"points": st.dictionaries(sides, points), "reason": st.sampled_from(["Late", "{reason} {"])}
    return st.fixed_dictionaries({"ruling": st.fixed_dictionaries(fixed, optional=optional)})


def hands(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """Hands of a game as they mostly are; now and then somebody deals out of turn."""
    plain = HANDS.get(game.key, facts)(game)
    dealt = st.builds(lambda hand, dealer: {**hand, "dealer": dealer}, plain, st.sampled_from(game.seats))
    return st.one_of(plain, plain, plain, dealt)


@st.composite
def sheets(
    draw: st.DrawFn, key: str | None = None, *, with_rulings: bool = True, by_default_rules: bool = False
) -> dict[str, Any]:
    """A whole game without faults, finished or broken off, under any house rules.

    `key` is a game of the catalogue; any where it is None. `by_default_rules`: those of the game's first preset.
    """
    key = key or draw(st.sampled_from(sorted(GAMES)))
    kind = GAMES[key]
    sheet: dict[str, Any] = {"id": draw(st.text(max_size=5)), "game": key}
    if not by_default_rules:
        sheet["preset"] = draw(st.sampled_from(sorted(kind.presets)))
        sheet["options"] = draw(house_rules(kind))
    if kind.player_counts:
        sheet["players"] = draw(players(kind))
    game = make_sheet_game(sheet)
    sheet["first_dealer"] = draw(st.sampled_from(game.seats))
    sheet["finished"] = draw(st.booleans())
    if kind.carries_warnings:
        sheet["warned"] = draw(st.lists(st.sampled_from(game.warnable), unique=True))
    entry = hands(game) | st.just({"misdeal": True})
    drawn = draw(st.lists(entry | rulings(game) if with_rulings else entry, max_size=MOST_ENTRIES))
    return {**sheet, "deals": _keep_possible(draw, game, drawn, sheet)}


def make_sheet_game(sheet: dict[str, Any]) -> Game:
    """The game of a sheet without faults."""
    return make_game(
        sheet["game"],
        preset=sheet.get("preset", ""),
        options=sheet.get("options"),
        players=sheet.get("players"),
    )


def open_sheet(game: Game, sheet: dict[str, Any]) -> State:
    """Where a game stands before its first entry."""
    return open_state(game, first_dealer=sheet.get("first_dealer"), warned=sheet.get("warned", ()))


def _keep_possible(
    draw: st.DrawFn, game: Game, entries: list[dict[str, Any]], sheet: dict[str, Any]
) -> list[dict[str, Any]]:
    """Those of the entries that can follow one another, some of them mended."""
    state = open_sheet(game, sheet)
    kept = []
    for drawn in entries:
        raw = _mend(draw, game, drawn, state)
        if raw is not None:
            entry, _faults = read_entry(game, raw)
            assert not isinstance(entry, Unread)
            state = apply_entry(game, entry, state).after
            kept.append(raw)
    return kept


def _mend(draw: st.DrawFn, game: Game, raw: dict[str, Any], state: State) -> dict[str, Any] | None:
    """An entry with what the rules refuse taken out, put in or drawn anew; None where a few changes do not help."""
    for _change in range(MOST_CHANGES):
        entry, faults = read_entry(game, raw)
        assert not isinstance(entry, Unread), faults
        found = find_violations(game, entry, state)
        if not found:
            return raw
        field = find_field(game.Deal, found[0].field.split(".")[0])
        if field is None:
            return None  # nothing can follow, since the game is over
        rest = {name: value for name, value in raw.items() if name != field.name}
        is_put = field.name not in raw or draw(st.booleans())
        raw = {**rest, field.name: draw(field_values(field, game))} if is_put else rest
    return None
