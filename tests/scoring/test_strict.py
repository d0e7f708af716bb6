"""The quick reader reads what the reader that names faults reads, or nothing: what has a fault is left to that one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import GAMES
from scoring.json_text import UnreadableError, read_json
from scoring.reading import read_sheet
from scoring.sheet import Sheet
from scoring.strict import read_strictly
from tests.scoring.sheets import make_sheet, offend, play, rule
from tests.strategies import json_scalars, junk, sheets

KEYS = ("id", "game", "preset", "options", "players", "seats", "first_dealer", "finished", "warned", "deals")


def read_slowly(text: bytes) -> Sheet | None:
    """The sheet of a text without faults of form; None with any."""
    try:
        sheet, faults = read_sheet(read_json(text))
    except UnreadableError:
        return None
    return None if faults else sheet


def write(sheet: Any, **how: Any) -> bytes:
    return json.dumps(sheet, **how).encode("utf-8", "surrogatepass")


def change(draw: st.DrawFn, value: Any) -> Any:
    """A parsed JSON value with something in it changed: exchanged, left out or put beside what there is."""
    places = list(value) if isinstance(value, dict) else [*range(len(value))] if isinstance(value, list) else []
    if not places or draw(st.integers(0, 5)) == 0:
        return draw(junk | st.sampled_from(["N", "A", 1, 0, 2, True, None, 1.0, -1, 2**64, {}, [], "x" * 501]))
    place = draw(st.sampled_from(places))
    copied = value.copy()
    what = draw(st.integers(0, 9))
    if what == 0:
        del copied[place]
    elif what == 1 and isinstance(copied, dict):
        copied[draw(st.sampled_from([*KEYS, "dealer", "misdeal", "ruling", "infractions", "N"]))] = draw(junk)
    elif what == 2 and isinstance(copied, list):
        copied.append(draw(st.sampled_from(copied)))
    else:
        copied[place] = change(draw, copied[place])
    return copied


@st.composite
def changed_sheets(draw: st.DrawFn) -> Any:
    sheet = draw(sheets())
    if draw(st.booleans()):
        sheet["seats"] = draw(st.dictionaries(st.sampled_from("NESWABCDEFG"), st.text(max_size=4)))
    for _change in range(draw(st.integers(1, 3))):
        sheet = change(draw, sheet)
    return sheet


@given(sheets(), st.booleans(), st.sampled_from([None, 1]))
def test_a_right_sheet_is_read_alike(sheet: dict[str, Any], is_escaped: bool, indent: int | None) -> None:
    text = write(sheet, ensure_ascii=is_escaped, indent=indent)
    slow = read_slowly(text)
    assert slow is not None
    assert read_strictly(text) == slow


@given(changed_sheets(), st.booleans())
def test_a_changed_sheet_is_read_alike_or_not_at_all(sheet: Any, is_escaped: bool) -> None:
    text = write(sheet, ensure_ascii=is_escaped)
    quick = read_strictly(text)
    assert quick is None or quick == read_slowly(text)


@given(sheets(), st.data())
def test_a_text_with_letters_changed_is_read_alike_or_not_at_all(sheet: dict[str, Any], data: st.DataObject) -> None:
    text = write(sheet)
    for _change in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text)))
        put = data.draw(
            st.sampled_from([b"", b" ", b'"', b":", b",", b"{", b"}", b"0", b".0", b"e1", b"\\", b"\x00", b"N"])
        )
        text = text[:place] + put + text[place + data.draw(st.integers(0, 2)) :]
    quick = read_strictly(text)
    assert quick is None or quick == read_slowly(text)


@given(st.binary(max_size=40) | json_scalars.map(lambda value: json.dumps(value).encode()))
def test_what_is_no_sheet_is_not_read(text: bytes) -> None:
    assert read_strictly(text) is None


NAMED = make_sheet(play("N", 3), seats={"N": "Ann"})
RIGHT: list[dict[str, Any]] = [
    make_sheet(),
    make_sheet(play("N", 3, alone=False)),
    make_sheet(play("N", 3, dealer="S"), play("E", 3)),
    make_sheet({"misdeal": True}, play("E", 3, misdeal=False), {"misdeal": True, "dealer": "W"}),
    make_sheet(play("N", 3), rule(NS=1), {"ruling": {"reason": "Ж: noted"}}),
    make_sheet(offend("table_talk", "N", "E", tricks=3)),
    make_sheet(play("N", 3), preset="fair-renege"),
    make_sheet(play("N", 3), preset="fair-renege", options={"loner_renege_by_defender": 2}),
    make_sheet(play("N", 3), options={"warning_scope": "player_per_game"}, warned=["N"]),
    make_sheet(play("N", 3), warned=["NS", "NS"], finished=True, first_dealer="W"),
    {**NAMED, "seats": {"W": "Zoë: a 😀", "N": "Ann", "E": ""}},
    {**NAMED, "seats": {"N": "x" * 500}},
    {**NAMED, "id": "a\u0001\x7f\u0085:" + "x" * 600},
]


@pytest.mark.parametrize("sheet", RIGHT, ids=str)
def test_right_sheets_are_read(sheet: dict[str, Any]) -> None:
    for is_escaped in (True, False):
        text = write(sheet, ensure_ascii=is_escaped)
        read = read_strictly(text)
        assert read is not None
        assert read == read_slowly(text)


def test_a_key_said_twice_is_left_to_the_other_reader() -> None:
    for text in (
        b'{"game": "grand", "game": "grand", "deals": []}',
        b'{"game": "grand", "deals": [{"bidder": "N", "bid": 5, "play": "whist", "tricks": 7, "tricks": 7}]}',
        b'{"game": "grand", "deals": [], "id": "\\u003a", "id": "x"}',
    ):
        assert read_strictly(text) is None


@pytest.mark.parametrize("players", [[], {}, [4], "4", 4.0, True, 6, 2**70])
def test_a_number_of_players_that_is_none_is_left_to_the_other_reader(players: object) -> None:
    assert read_strictly(write({"game": "yukon", "players": 4, "deals": []})) is not None
    assert read_strictly(write({"game": "yukon", "players": players, "deals": []})) is None


@pytest.mark.parametrize("key", GAMES)
def test_warnings_are_carried_only_into_games_that_have_them(key: str) -> None:
    for warned in ([], ["NS"]):
        read = read_strictly(write({"game": key, "warned": warned, "deals": []}))
        assert (read is not None) == (key == "land-grant-euchre")
    assert read_strictly(write({"game": key, "deals": []})) is not None


def test_names_stand_in_the_order_of_the_seats() -> None:
    read = read_strictly(write({**NAMED, "seats": {"W": "D", "N": "A", "S": "C"}}))
    assert read is not None
    assert list(read.names.items()) == [("N", "A"), ("S", "C"), ("W", "D")]


def put(text: bytes, old: bytes, new: bytes) -> bytes:
    assert text.count(old) == 1, text
    return text.replace(old, new)


TEXT = write(make_sheet(play("N", 3), id="a", seats={"N": "Ann"}, options={"warning_scope": "season"}))
#: Faults of form, and what the slow reader takes but may read otherwise than it seems.
WRONG = {
    "a key twice": put(TEXT, b'"id": "a"', b'"id": "a", "id": "a"'),
    "a key twice in a deal": put(TEXT, b'"tricks": 3', b'"tricks": 3, "tricks": 3'),
    "a key twice in the options": put(TEXT, b'"warning_scope"', b'"warning_scope": "season", "warning_scope"'),
    "a key twice beside an escaped colon": put(TEXT, b'"id": "a"', b'"id": "\\u003a", "id": "\\u003A"'),
    "an unknown key": put(TEXT, b'"id"', b'"ID"'),
    "an unknown key of a deal": put(TEXT, b'"tricks"', b'"trick"'),
    "no game": put(TEXT, b'"game": "land-grant-euchre", ', b""),
    "an unknown game": put(TEXT, b"land-grant-euchre", b"euchre-land-grant"),
    "a list for a game": put(TEXT, b'"land-grant-euchre"', b'["land-grant-euchre"]'),
    "players": put(TEXT, b'"id"', b'"players": 4, "id"'),
    "no players": put(TEXT, b'"id"', b'"players": null, "id"'),
    "true for players": put(TEXT, b'"id"', b'"players": true, "id"'),
    "a fraction": put(TEXT, b'"tricks": 3', b'"tricks": 3.0'),
    "a power": put(TEXT, b'"tricks": 3', b'"tricks": 3e0'),
    "out of range": put(TEXT, b'"tricks": 3', b'"tricks": 6'),
    "below the range": put(TEXT, b'"tricks": 3', b'"tricks": -1'),
    "a huge number": put(TEXT, b'"tricks": 3', b'"tricks": 3' + b"0" * 400),
    "a huge number of players": put(TEXT, b'"id"', b'"players": 3' + b"0" * 400 + b', "id"'),
    "true for a number": put(TEXT, b'"tricks": 3', b'"tricks": true'),
    "null for a number": put(TEXT, b'"tricks": 3', b'"tricks": null'),
    "text for a number": put(TEXT, b'"tricks": 3', b'"tricks": "3"'),
    "an unknown seat": put(TEXT, b'"maker": "N"', b'"maker": "A"'),
    "an unknown dealer": put(TEXT, b'"maker": "N"', b'"dealer": "A", "maker": "N"'),
    "null for a dealer": put(TEXT, b'"maker": "N"', b'"dealer": null, "maker": "N"'),
    "an unknown place": put(TEXT, b'{"N": "Ann"}', b'{"A": "Ann"}'),
    "an unknown first dealer": put(TEXT, b'"id"', b'"first_dealer": "A", "id"'),
    "a number for finished": put(TEXT, b'"id"', b'"finished": 1, "id"'),
    "a number for an id": put(TEXT, b'"id": "a"', b'"id": 1'),
    "a number for a name": put(TEXT, b'"Ann"', b"1"),
    "an unknown preset": put(TEXT, b'"id"', b'"preset": "none", "id"'),
    "an empty preset": put(TEXT, b'"id"', b'"preset": "", "id"'),
    "an unknown house rule": put(TEXT, b'"warning_scope"', b'"warning_scopes"'),
    "an unknown value of a house rule": put(TEXT, b'"season"', b'"seasons"'),
    "a house rule of another kind": put(TEXT, b'"season"', b"[]"),
    "players among the house rules": put(TEXT, b'"warning_scope": "season"', b'"players": 4'),
    "an unknown warning": put(TEXT, b'"id"', b'"warned": ["A"], "id"'),
    "a warning of a seat where sides are warned": put(TEXT, b'"id"', b'"warned": ["N"], "id"'),
    "a text for warnings": put(TEXT, b'"id"', b'"warned": "NS", "id"'),
    "a long name": put(TEXT, b'"Ann"', b'"' + b"x" * 501 + b'"'),
    "a control character": put(TEXT, b'"Ann"', b'"\\u0001"'),
    "a control character beyond ASCII": put(TEXT, b'"Ann"', b'"\xc2\x85"'),
    "half a letter": put(TEXT, b'"Ann"', b'"\\ud800"'),
    "half a letter in UTF-8": put(TEXT, b'"Ann"', b'"\xed\xa0\x80"'),
    "no UTF-8": put(TEXT, b'"Ann"', b'"\xff"'),
    "NaN": put(TEXT, b'"tricks": 3', b'"tricks": NaN'),
    "a number beyond all": put(TEXT, b'"tricks": 3', b'"tricks": 1e999'),
    "a comma too many": put(TEXT, b"]}", b"],}"),
    "two sheets": TEXT + TEXT,
    "brackets without end": put(TEXT, b'"id": "a"', b'"id": ' + b"[" * 50_000 + b"]" * 50_000),
    "a list for a deal": put(TEXT, b'[{"maker"', b'[[], {"maker"'),
    "a false ruling": put(TEXT, b'[{"maker"', b'[{"ruling": null}, {"maker"'),
    "a ruling without a reason": put(TEXT, b'[{"maker"', b'[{"ruling": {}}, {"maker"'),
    "a ruling of a huge number": put(
        TEXT, b'[{"maker"', b'[{"ruling": {"points": {"NS": 1' + b"0" * 400 + b'}, "reason": "x"}}, {"maker"'
    ),
    "a ruling beside a deal": put(TEXT, b'[{"maker"', b'[{"ruling": {"reason": "x"}, "maker"'),
    "a misdeal with tricks": put(TEXT, b'[{"maker"', b'[{"misdeal": true, "maker"'),
    "no deals": put(TEXT, b'"deals"', b'"seats"'),
    "a text for deals": put(TEXT, b'"deals"', b'"deals": "", "seats"'),
    "a list of sheets": b"[" + TEXT + b"]",
    "nothing": b"",
    "a blank line": b" \r",
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_wrong_sheets_are_left_to_the_other_reader(text: bytes) -> None:
    assert read_slowly(text) is None
    assert read_strictly(text) is None


@pytest.mark.parametrize(
    "text",
    [b"\xef\xbb\xbf" + TEXT, put(TEXT, b'"Ann"', b'"An\\tn"'), put(TEXT, b'"Ann"', b'"\\u003a"')],
    ids=["a byte order mark", "a tabulator", "an escaped colon"],
)
def test_rare_texts_are_left_to_the_other_reader_though_they_are_right(text: bytes) -> None:
    assert read_slowly(text) is not None
    assert read_strictly(text) is None
