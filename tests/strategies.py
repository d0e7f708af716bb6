"""Hypothesis strategies for score sheets: facts as a game declares them, whole games, and junk."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules.catalog import GAMES, make_game
from rules.game import Game
from scoring.declared import Field, list_fields, list_house_rules
from scoring.reading import read_entry
from scoring.sheet import Unread, apply_entry, find_violations, open_state

MOST_ENTRIES = 24

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


def games() -> st.SearchStrategy[Game]:
    """Any game of the catalogue under any preset and house rules."""
    return st.sampled_from(sorted(GAMES)).flatmap(
        lambda key: st.builds(
            lambda preset, options: make_game(key, preset=preset, options=options),
            st.sampled_from(sorted(GAMES[key].presets)),
            house_rules(GAMES[key]),
        )
    )


def rulings(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """An admin's decision about any sides."""
    points = st.dictionaries(st.sampled_from(game.sides), st.integers(-6, 6))
    ruling = st.fixed_dictionaries(
        {"points": points, "reason": st.sampled_from(["Late", "{reason} {"])}, optional={"by": st.just("Ann")}
    )
    return st.fixed_dictionaries({"ruling": ruling})


def hands(game: Game) -> st.SearchStrategy[dict[str, Any]]:
    """A hand of Land-Grant Euchre as they mostly are: played out, now and then with an infraction."""
    infraction = st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"]),
            "offender": st.sampled_from(game.seats),
        }
    )
    seat, alone = st.sampled_from(game.seats), st.booleans()
    played = {"maker": seat, "tricks": st.integers(0, 5)}
    return st.one_of(
        st.fixed_dictionaries(played, optional={"alone": alone, "dealer": seat}),
        st.fixed_dictionaries(played, optional={"alone": alone, "infractions": st.lists(infraction, max_size=2)}),
        st.fixed_dictionaries({"maker": seat, "infractions": st.lists(infraction, min_size=1, max_size=2)}),
    )


@st.composite
def land_grant_sheets(draw: st.DrawFn, *, with_rulings: bool = True, by_default_rules: bool = False) -> dict[str, Any]:
    """A whole game of Land-Grant Euchre without faults, finished or broken off, under any house rules."""
    key = "land-grant-euchre"
    options = {} if by_default_rules else draw(house_rules(GAMES[key]))
    game = make_game(key, options=options)
    entry = hands(game) | st.just({"misdeal": True})
    drawn = draw(st.lists(entry | rulings(game) if with_rulings else entry, max_size=MOST_ENTRIES))
    sheet = {
        "id": draw(st.text(max_size=5)),
        "game": key,
        "options": options,
        "first_dealer": draw(st.sampled_from(game.seats)),
        "warned": draw(st.lists(st.sampled_from(game.warnable), unique=True)),
        "finished": draw(st.booleans()),
    }
    return {**sheet, "deals": keep_possible(game, drawn, sheet)}


def keep_possible(game: Game, entries: list[dict[str, Any]], sheet: dict[str, Any]) -> list[dict[str, Any]]:
    """Those of the entries that can follow one another."""
    state = open_state(game, first_dealer=sheet["first_dealer"], warned=sheet["warned"])
    kept = []
    for raw in entries:
        entry, faults = read_entry(game, raw)
        assert not isinstance(entry, Unread), faults
        if not find_violations(game, entry, state):
            state = apply_entry(game, entry, state).after
            kept.append(raw)
    return kept
