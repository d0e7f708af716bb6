"""A number or a record for each side, as Yukon has them: declared, checked, guessed at, in tables and words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from rules.catalog import GAMES, make_game
from rules.game import Seat, Side
from rules.yukon_deal import CardCounts, YukonDeal
from scoring.columns import find_column, list_columns, map_columns
from scoring.declared import Field, find_field, list_all_seats, list_all_sides, list_fields, list_seatings
from scoring.json_schema import write_entry_schema, write_result_schema, write_sheet_schema
from scoring.meanings import MOST_CANDIDATES, list_meanings
from scoring.paper import write_paper
from scoring.reading import read_entry, write_entry
from scoring.result import score_sheet, work_out
from scoring.rows import join_cells, read_cells, write_row
from scoring.sheet import Played, Unread
from scoring.values import RepeatedKeys
from scoring.wording import keep_english, word_value
from tests.scoring.sheets import list_faults, score

YUKON = GAMES["yukon"]
GAME = make_game("yukon")
CARDS = ("grand_yukon", "yukons", "tens", "aces", "kings", "queens")
MOST = {"grand_yukon": 1, "yukons": 3, "tens": 4, "aces": 4, "kings": 4, "queens": 4}
ALL_SIDES = ("NS", "EW", "A", "B", "C", "D", "E")


def get_field(name: str) -> Field:
    field = find_field(YukonDeal, name)
    assert field is not None
    return field


def read_faults(facts: dict[str, Any], **keys: Any) -> list[tuple[str, str]]:
    return [(field, code) for _deal, field, code in list_faults(facts, game="yukon", **keys)]


# -- declared


class Sample(Struct, frozen=True, kw_only=True):
    """A mapping of each kind."""

    points: Annotated[Mapping[Side, Annotated[int, Meta(ge=0, le=9)]], Meta(title="Points")]
    cards: Annotated[Mapping[Side, CardCounts], Meta(title="Cards")] | None = None
    free: Mapping[Side, int] | None = None
    bounded: Mapping[Side, Annotated[int, Meta(description="Apart"), Meta(ge=1), Meta(le=3)]] | None = None


def test_mappings_are_declared() -> None:
    points, cards, free, bounded = list_fields(Sample)
    assert points == Field(name="points", kind="sides", title="Points", low=0, high=9, required=True)
    assert cards == Field(name="cards", kind="side_records", title="Cards", fields=list_fields(CardCounts))
    assert free == Field(name="free", kind="sides", title="free")
    assert bounded == Field(name="bounded", kind="sides", title="bounded", low=1, high=3)
    assert [(part.name, part.kind, part.low, part.high, part.required) for part in cards.fields] == [
        (name, "whole", 0, most, False) for name, most in MOST.items()
    ]


class BySeat(Struct):
    points: Mapping[Seat, int] = {}


class OfTexts(Struct):
    notes: Mapping[Side, str] = {}


class ByText(Struct):
    points: Mapping[str, CardCounts] = {}


@pytest.mark.parametrize("kind", [BySeat, OfTexts, ByText])
def test_other_mappings_are_no_fields(kind: type[Struct]) -> None:
    with pytest.raises(TypeError, match=r"^(points|notes): no field can be derived from a mapping of "):
        list_fields(kind)


def test_the_facts_of_yukon() -> None:
    assert {field.name: (field.kind, field.low, field.high) for field in list_fields(YukonDeal)} == {
        "points": ("sides", 0, 128),
        "cards": ("side_records", None, None),
        "ace_of_spades": ("side", None, None),
        "infractions": ("records", None, None),
    }


def test_seats_and_sides_of_every_number_of_players() -> None:
    assert [len(game.seats) for game in list_seatings(YUKON)] == [4, 2, 3, 5]
    assert list_all_seats(YUKON) == ("N", "E", "S", "W", "A", "B", "C", "D")
    assert list_all_sides(YUKON) == ALL_SIDES
    land_grant = GAMES["land-grant-euchre"]
    assert [game.seats for game in list_seatings(land_grant)] == [("N", "E", "S", "W")]
    assert list_all_seats(land_grant) == ("N", "E", "S", "W")
    assert list_all_sides(land_grant) == ("NS", "EW")


# -- checked


@pytest.mark.parametrize(
    ("facts", "faults"),
    [
        ({"points": 70}, [("points", "wrong_type")]),
        ({"points": None}, [("points", "wrong_type")]),
        ({"points": [70, 55]}, [("points", "wrong_type")]),
        ({"points": {"NS": 70, "EW": "55"}}, [("points.EW", "wrong_type")]),
        ({"points": {"NS": -1, "EW": 126}}, [("points.NS", "out_of_range"), ("points.EW", "impossible_total")]),
        ({"points": {"NS": 129, "EW": 0}}, [("points.NS", "out_of_range")]),
        ({"points": {"NS": True, "EW": 0.5}}, [("points.NS", "wrong_type"), ("points.EW", "wrong_type")]),
        ({"points": {"N": 70, "EW": 55}}, [("points.N", "unknown_key")]),
        ({"points": {"NS": 1, "EW": None}}, [("points.EW", "wrong_type"), ("points.NS", "impossible_total")]),
        ({"cards": []}, [("cards", "wrong_type")]),
        ({"cards": {"NS": 4}}, [("cards.NS", "wrong_type")]),
        ({"cards": {"A": {}}}, [("cards.A", "unknown_key")]),
        ({"cards": {"NS": {"jacks": 1}}}, [("cards.NS.jacks", "unknown_key")]),
        ({"ace_of_spades": "N"}, [("ace_of_spades", "unknown_value"), ("points", "missing")]),
        ({"points": {"NS": 119, "EW": 6}, "ace_of_spades": 1}, [("ace_of_spades", "wrong_type")]),
    ],
)
def test_faults_of_form(facts: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    assert read_faults(facts) == faults


@pytest.mark.parametrize("facts", [{"points": "70:55"}, {"cards": "70:55"}])
def test_what_is_no_mapping_is_echoed(facts: dict[str, Any]) -> None:
    (fault,) = score_sheet({"game": "yukon", "deals": [facts]})["errors"]
    assert fault["message"] == "Keys and values in braces are wanted here; it says 70:55."


@pytest.mark.parametrize("card", CARDS)
def test_each_kind_of_card_has_its_most(card: str) -> None:
    whole = {"EW": {**MOST, card: 0}}
    assert read_faults({"cards": {"NS": {card: MOST[card]}, **whole}}) == []
    for wrong, code in ((MOST[card] + 1, "out_of_range"), (-1, "out_of_range"), ("1", "wrong_type")):
        assert read_faults({"cards": {"NS": {card: wrong}, **whole}}) == [(f"cards.NS.{card}", code)]


def test_faults_beside_an_unreadable_side() -> None:
    """What holds whatever was meant is named; what might be mended with it is not."""
    unclear = {"NS": "x", "EW": 6}
    assert read_faults({"points": unclear, "ace_of_spades": "EW"}) == [
        ("points.NS", "wrong_type"),
        ("ace_of_spades", "no_ace"),
    ]
    assert read_faults({"points": unclear, "ace_of_spades": "NS"}) == [("points.NS", "wrong_type")]
    repeated = RepeatedKeys({"NS": 0, "EW": 125})
    repeated.repeated = ("NS",)
    assert read_faults({"points": repeated, "ace_of_spades": "NS"}) == [("points.NS", "repeated_key")]
    assert read_faults({"points": {"NS": "x"}, "cards": {}}) == [("points.NS", "wrong_type"), ("cards", "points_too")]


# -- guessed at


@pytest.mark.parametrize(
    ("value", "meanings"),
    [
        ({"NS": "x", "EW": 5}, [{"NS": 0, "EW": 5}, {"NS": 128, "EW": 5}]),
        ({"EW": "x"}, [{"EW": 0}, {"EW": 128}]),
        ({"N": 70, "EW": 5}, [{"NS": 0, "EW": 5}, {"NS": 128, "EW": 5}]),
        (
            None,
            [{"NS": 0, "EW": 0}, {"NS": 0, "EW": 128}, {"NS": 128, "EW": 0}, {"NS": 128, "EW": 128}],
        ),
    ],
)
def test_meanings_of_numbers(value: object, meanings: list[Any]) -> None:
    assert list_meanings(get_field("points"), value, game=GAME) == meanings


def test_meanings_of_a_number_said_twice() -> None:
    twice = RepeatedKeys({"NS": 70, "EW": 55})
    twice.repeated = ("EW",)
    assert list_meanings(get_field("points"), twice, game=GAME) == [{"NS": 70, "EW": 0}, {"NS": 70, "EW": 128}]


def test_meanings_of_records() -> None:
    cards = get_field("cards")
    right = {"tens": 4}
    assert list_meanings(cards, {"NS": {"tens": 5, "kings": 1}, "EW": right}, game=GAME) == [
        {"NS": {"tens": tens, "kings": 1}, "EW": right} for tens in range(5)
    ]
    two = list_meanings(cards, {"NS": {"tens": "", "aces": None}}, game=GAME)
    assert two == [{"NS": {"tens": tens, "aces": aces}} for tens in range(5) for aces in range(5)]
    twice = RepeatedKeys({"grand_yukon": 1, "kings": 2})
    twice.repeated = ("grand_yukon",)
    assert list_meanings(cards, {"NS": twice}, game=GAME) == [
        {"NS": {"grand_yukon": grand, "kings": 2}} for grand in (0, 1)
    ]
    for too_much in (None, {"NS": None}, {"NS": {"jacks": 1}}, {"N": right}):
        assert list_meanings(cards, too_much, game=GAME) == []
    three = {"NS": {"tens": "", "aces": "", "kings": ""}}
    assert len(list_meanings(cards, three, game=GAME)) == 125 <= MOST_CANDIDATES
    assert list_meanings(cards, {"NS": three["NS"], "EW": {"tens": ""}}, game=GAME) == []
    twenty = {"tens": "", "yukons": ""}
    assert len(list_meanings(cards, {"NS": twenty, "EW": twenty}, game=GAME)) == 400 == MOST_CANDIDATES
    in_a_list = Field(name="cards", kind="records", title="Cards", fields=cards.fields)
    assert list_meanings(in_a_list, None, game=GAME) == []
    nearly_known = {"jacks": 1, "grand_yukon": 1, "tens": 0, "aces": 0, "kings": 0}
    assert list_meanings(cards, {"NS": nearly_known}, game=GAME) == [
        {"NS": {"grand_yukon": 1, "yukons": yukons, "tens": 0, "aces": 0, "kings": 0, "queens": queens}}
        for yukons in range(4)
        for queens in range(5)
    ]


# -- tables


def test_columns() -> None:
    columns = [column for column in list_columns(YUKON) if column.scope == "entry"]
    names = [column.name for column in columns]
    assert names == [
        "dealer",
        *(f"points_{side}" for side in ALL_SIDES),
        *(f"{card}_{side}" for side in ALL_SIDES for card in CARDS),
        "ace_of_spades",
        "infraction",
        "offender",
        "misdeal",
        *(f"ruling_{side}" for side in ALL_SIDES),
        *(f"ruling_setbacks_{side}" for side in ALL_SIDES),
        "ruling_reason",
        "ruling_by",
    ]
    known = map_columns(YUKON)
    assert (known["points_E"].path, known["points_E"].kind) == (("points", "E"), "whole")
    assert (known["tens_NS"].path, known["tens_NS"].kind) == (("cards", "NS", "tens"), "whole")
    assert known["ace_of_spades"].choices == ALL_SIDES
    assert known["dealer"].choices == known["first_dealer"].choices == list_all_seats(YUKON)
    assert known["offender"].choices == list_all_seats(YUKON)
    assert known["players"].is_used
    assert not map_columns(GAMES["land-grant-euchre"])["players"].is_used
    assert [name for name in known if name.startswith("name_")] == [f"name_{seat}" for seat in list_all_seats(YUKON)]


@pytest.mark.parametrize(
    ("field", "column"),
    [
        ("points", "points_NS"),
        ("points.B", "points_B"),
        ("cards", "grand_yukon_NS"),
        ("cards.EW", "grand_yukon_EW"),
        ("cards.C.queens", "queens_C"),
        ("infractions.0.offender", "offender"),
        ("ace_of_spades", "ace_of_spades"),
    ],
)
def test_the_column_of_a_fault(field: str, column: str) -> None:
    assert find_column(YUKON, field, scope="entry") == column


@pytest.mark.parametrize(
    ("cells", "facts"),
    [
        ({"points_NS": "70", "points_EW": "55"}, {"points": {"NS": 70, "EW": 55}}),
        (
            {"points_NS": "x", "points_EW": "125", "ace_of_spades": "ew"},
            {"points": {"NS": 0, "EW": 125}, "ace_of_spades": "EW"},
        ),
        ({"tens_A": "4", "aces_A": "Х", "kings_B": "2"}, {"cards": {"A": {"tens": 4, "aces": 0}, "B": {"kings": 2}}}),
    ],
)
def test_cells_as_people_write_them(cells: dict[str, str], facts: dict[str, Any]) -> None:
    values, faults = read_cells(YUKON, cells, scope="entry")
    assert not faults
    assert join_cells(YUKON, values) == (facts, ())


@given(st.sampled_from([2, 3, 4, 5]), st.data())
def test_rows_read_back_to_the_same_facts(players: int, data: st.DataObject) -> None:
    game = make_game("yukon", players=players)
    side = st.sampled_from(game.sides)
    figures = st.dictionaries(side, st.integers(0, 128), min_size=1)
    counts = st.fixed_dictionaries({}, optional={card: st.integers(0, most) for card, most in MOST.items()})
    facts = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "points": figures,
                "cards": st.dictionaries(side, counts, min_size=1),
                "ace_of_spades": side,
                "dealer": st.sampled_from(game.seats),
            },
        )
    )
    entry, faults = read_entry(game, facts)
    assert not isinstance(entry, Unread), faults
    stored = write_entry(entry)
    values, cell_faults = read_cells(YUKON, write_row(YUKON, stored, scope="entry"), scope="entry")
    assert not cell_faults
    assert join_cells(YUKON, values) == (stored, ())
    assert read_entry(game, stored) == (entry, ())


# -- schemas


VALUES = st.one_of(st.none(), st.booleans(), st.integers(-1, 130), st.sampled_from(["NS", "EW", "revoke", ""]))
SIDES = st.sampled_from(["NS", "EW", "N"])
NUMBERS = st.dictionaries(SIDES, VALUES, max_size=2)
RECORDS = st.dictionaries(SIDES, st.dictionaries(st.sampled_from([*CARDS, "jacks"]), VALUES, max_size=2), max_size=2)
KEYS = st.sampled_from(["points", "cards", "ace_of_spades", "misdeal"])


@given(st.dictionaries(KEYS, st.one_of(VALUES, NUMBERS, RECORDS), max_size=3))
def test_the_schema_takes_what_the_reader_takes(entry: dict[str, object]) -> None:
    _read, faults = read_entry(GAME, entry)
    is_valid = jsonschema.Draft202012Validator(write_entry_schema(GAME)).is_valid(entry)
    assert is_valid == (not faults), (entry, faults)


@pytest.mark.parametrize(
    ("players", "dealer", "points"),
    [(2, "B", {"A": 25, "B": 100}), (3, "C", {"A": 125}), (4, "W", {"NS": 125}), (5, "E", {"E": 125}), (None, "N", {})],
)
def test_schemas_of_every_number_of_players(players: int | None, dealer: str, points: dict[str, int]) -> None:
    counted = {} if players is None else {"players": players}
    deals: list[Any] = [{"points": points}] if points else []
    deals.append({"ruling": {"points": points, "reason": "Late"}})
    sheet = {"game": "yukon", **counted, "first_dealer": dealer, "seats": {dealer: "Ann"}, "deals": deals}
    assert jsonschema.Draft202012Validator(write_sheet_schema(GAME)).is_valid(sheet)
    result = score_sheet(sheet)
    assert "errors" not in result
    assert jsonschema.Draft202012Validator(write_result_schema(GAME)).is_valid(result)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 6},
        {"players": "4"},
        {"first_dealer": "F"},
        {"seats": {"F": "Ann"}},
        {"warned": []},
        {"deals": [{"points": {"F": 1}}]},
    ],
)
def test_what_a_schema_refuses(wrong: dict[str, Any]) -> None:
    sheet = {"game": "yukon", "deals": [], **wrong}
    assert not jsonschema.Draft202012Validator(write_sheet_schema(GAME)).is_valid(sheet)


def test_what_schemas_say() -> None:
    schema = write_sheet_schema(GAME)["properties"]
    assert schema["players"] == {"type": "integer", "enum": [2, 3, 4, 5], "title": "Players", "default": 4}
    assert "players" not in write_sheet_schema(make_game("land-grant-euchre"))["properties"]
    deal = write_entry_schema(GAME)["oneOf"][0]["properties"]
    number = {"type": "integer", "minimum": 0, "maximum": 128}
    assert deal["points"] == {
        "type": "object",
        "properties": dict.fromkeys(ALL_SIDES, number),
        "additionalProperties": False,
        "title": "Points",
    }
    assert list(deal["cards"]["properties"]) == list(ALL_SIDES)
    own = deal["cards"]["properties"]["C"]
    assert own["properties"]["tens"] == {"type": "integer", "minimum": 0, "maximum": 4, "title": "Tens", "default": 0}
    assert own["additionalProperties"] is False
    assert "required" not in own
    result = write_result_schema(GAME)["properties"]["totals"]
    assert "required" not in result
    assert write_result_schema(make_game("land-grant-euchre"))["properties"]["totals"]["required"] == ["NS", "EW"]


# -- words


def test_words() -> None:
    points, cards, ace = get_field("points"), get_field("cards"), get_field("ace_of_spades")
    names = {"A": "Ann"}
    assert word_value(points, {"NS": 70, "EW": 0}, {}, translate=keep_english) == "North–South 70, East–West 0"
    assert word_value(points, {"A": 70, "B": 55}, names, translate=keep_english) == "Ann 70, B 55"
    counts = {"A": CardCounts(tens=3, aces=1), "B": CardCounts()}
    assert word_value(cards, counts, names, translate=str.upper) == "Ann (TENS 3, ACES 1), B (0)"
    assert word_value(ace, "NS", {}, translate=str.upper) == "NORTH–SOUTH"
    assert word_value(ace, "A", names, translate=keep_english) == "Ann"


def test_paper() -> None:
    sheet = {
        "game": "yukon",
        "players": 3,
        "options": {"target": 125},
        "seats": {"A": "Ann", "B": "Bob"},
        "deals": [{"points": {"A": 70, "B": 55}, "ace_of_spades": "B"}],
    }
    lines = write_paper(work_out(sheet), place=1).splitlines()
    assert lines[1:5] == [
        "Recommended: the ace of spades breaks ties; The game goes to: 125",
        "A: Ann",
        "B: Bob",
        "C: –",
    ]
    said = [" ".join(line.split()) for line in lines[5:]]
    assert "1 Ann Bob 70 55 70 55 0" in said
    for side, points in (("A", 70), ("B", 55), ("C", 0)):
        reason = f"Cards captured: {points} of the 125 points in the pack"
        assert [line for line in said if line.startswith(side) and line.endswith(reason)]


def test_a_ruling_about_one_side() -> None:
    result = score({"ruling": {"points": {"C": 5}, "reason": "Late"}}, game="yukon", players=5)
    assert result["totals"] == {"A": 0, "B": 0, "C": 5, "D": 0, "E": 0}
    assert list_faults({"ruling": {"points": {"NS": 5}, "reason": "Late"}}, game="yukon", players=5) == [
        (1, "ruling.points.NS", "unknown_key")
    ]
    assert list_faults({"ruling": {"points": 5, "reason": "Late"}}, game="yukon") == [
        (1, "ruling.points", "wrong_type")
    ]
    assert list_faults({"ruling": {"points": {"NS": 10_000}, "reason": "Late"}}, game="yukon") == [
        (1, "ruling.points.NS", "out_of_range")
    ]


def test_sides_are_read_in_their_order_whatever_the_order_of_the_keys() -> None:
    """PostgreSQL gives the keys of stored facts back in an order of its own."""
    entry, faults = read_entry(make_game("yukon"), {"points": {"EW": 55, "NS": 70}})
    assert not faults
    assert isinstance(entry, Played)
    assert isinstance(entry.deal, YukonDeal)
    assert [*(entry.deal.points or ())] == ["NS", "EW"]
