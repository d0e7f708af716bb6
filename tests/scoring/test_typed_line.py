"""What is typed in a box of a line: every way to say a thing, and a sentence for what says nothing."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.spellings import Option
from scoring.typed_line import Box, Part, find_box, list_whole_texts, read_line, write_line


def _options(name: str, letters: str) -> tuple[Option, ...]:
    return tuple(Option(letter=letter, name=name, value=letter) for letter in letters)


MAKER = Box(name="maker", kind="pick", options=_options("maker", "NESW"))
SUIT = Box(
    name="suit",
    kind="pick",
    options=tuple(
        Option(letter=letter, name="suit", value=letter, also=(sign, hollow))
        for letter, sign, hollow in zip("CDHS", "♣♦♥♠", "♧♢♡♤", strict=True)
    ),
)
ALONE = Box(name="alone", kind="pick", options=(Option(letter="", name="alone", value=True),))
TRICKS = Box(name="tricks", kind="number", low=0, high=5, other="hearts", when=(("play", "hearts"),))
PLAY = Box(name="play", kind="pick", options=(Option(letter="H", name="play", value="hearts"),))
BID = Box(
    name="bid",
    kind="number",
    low=5,
    high=999,
    options=(Option(letter="F", name="forced", value=True),),
    dash=Option(letter="–", name="passed_out", value=True),
)
PARTNERS = Box(name="partners", kind="pick", many=True, is_list=True, options=_options("partners", "ABCDEFG"))
PENALTY = Box(
    name="infractions",
    kind="records",
    parts=(
        Part(
            name="kind",
            options=(
                Option(letter="R", name="kind", value="renege"),
                Option(letter="RW", name="kind", value="warned"),
                Option(letter="T", name="kind", value="table_talk"),
            ),
        ),
        Part(name="offender", options=_options("offender", "NESW")),
    ),
)
REVOKE = Box(
    name="infractions",
    kind="records",
    parts=(Part(name="offender", options=_options("offender", "NESW")),),
    fixed={"kind": "revoke"},
)
CARDS = Box(name="cards-NS", kind="counts", names=("tens", "aces"))
ALL = (MAKER, ALONE, BID, PLAY, TRICKS, SUIT, PARTNERS, PENALTY, CARDS)


@pytest.mark.parametrize(
    ("box", "text", "value"),
    [
        *((MAKER, text, "N") for text in ("N", " n ", "т", "Т")),  # the last two: the key N of a Russian keyboard
        *((MAKER, text, "E") for text in ("e", "Е", "у")),
        *((SUIT, text, "C") for text in ("C", "c", "♣", "♣\ufe0e", "♧", "с", "С")),
        *((SUIT, text, "H") for text in ("h", "♥", "♡", "р", "н")),
        *((SUIT, text, "D") for text in ("d", "♦", "в")),
        *((SUIT, text, "S") for text in ("s", "♠", "ы")),
        *((ALONE, text, True) for text in ("x", "X", "х", "+", "1", "*", "×", "✓", "v")),
        *((TRICKS, text, 0) for text in ("0", "x", "Х", "-", "–")),
        *((TRICKS, text, 4) for text in ("4", " 4", "04")),
        *((PARTNERS, text, ["B", "D"]) for text in ("BD", "b d", "B, D", "b+d", "вd")),
        *((REVOKE, text, [{"kind": "revoke", "offender": "N"}]) for text in ("N", "n")),
    ],
)
def test_many_ways_to_write_one_thing(box: Box, text: str, value: object) -> None:
    assert read_line((box,), {box.name: text}) == ({box.name: value}, ())


@pytest.mark.parametrize("text", ["R N, RW W", "rnrww", "RN RWW", "r n;rw w", "R-N/RW-W"])
def test_a_kind_that_begins_as_another_is_told_apart(text: str) -> None:
    facts, faults = read_line((PENALTY,), {"infractions": text})
    assert not faults
    assert facts["infractions"] == [{"kind": "renege", "offender": "N"}, {"kind": "warned", "offender": "W"}]


def test_a_letter_and_a_seat_that_look_like_one_kind_are_read_so_where_nothing_follows() -> None:
    facts, _faults = read_line((PENALTY,), {"infractions": "RW"})
    assert facts["infractions"] == [{"kind": "renege", "offender": "W"}]


@pytest.mark.parametrize(
    ("texts", "facts"),
    [
        ({"bid": "25 F"}, {"bid": 25, "forced": True}),
        ({"bid": "25f"}, {"bid": 25, "forced": True}),
        ({"bid": "-"}, {"passed_out": True}),
        ({"play": "H", "tricks": "3"}, {"play": "hearts", "hearts": 3}),
        ({"tricks": "3"}, {"tricks": 3}),
        ({"cards-NS": "2 1"}, {"cards": {"NS": {"tens": 2, "aces": 1}}}),
        ({"cards-NS": "21"}, {"cards": {"NS": {"tens": 2, "aces": 1}}}),
        ({"alone": "0"}, {}),
        ({"alone": "-", "maker": "  "}, {}),
    ],
)
def test_what_a_box_says_beside_its_own_figure(texts: dict[str, str], facts: dict[str, Any]) -> None:
    assert read_line(ALL, texts) == (facts, ())


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("maker", "Q", "“Q” is not possible here; write one of these: N, E, S, W."),
        ("maker", "NE", "“NE” is not possible here"),
        ("alone", "N", "“N” is not possible here; write one of these: x."),
        ("tricks", "4½", "“4½” is no whole number."),
        ("tricks", "٤", "is no whole number."),
        ("bid", "25 Q", "“25 Q” is no whole number."),
        ("partners", "BQ", "write one of these: A, B, C, D, E, F, G."),
        ("infractions", "R", "“R” cannot be read: write it as on the sheet, such as R N."),
        ("infractions", ",", "cannot be read"),
        ("cards-NS", "2", "“2” cannot be read: write it as on the sheet, such as 0 0."),
        ("cards-NS", "2 x", "cannot be read"),
        ("maker", "N" * 61, "longer than 60 characters"),
    ],
)
def test_what_cannot_be_read_has_a_sentence_at_its_box(name: str, text: str, says: str) -> None:
    facts, faults = read_line(ALL, {name: text})
    assert facts == {}
    assert [fault.field for fault in faults] == [name]
    assert says in faults[0].message


def test_two_boxes_that_say_different_things_are_a_fault() -> None:
    aces = tuple(
        Box(name=f"ace-{side}", kind="pick", options=(Option(letter="", name="ace", value=side),))
        for side in ("NS", "EW")
    )
    facts, faults = read_line(aces, {"ace-NS": "x", "ace-EW": "x"})
    assert facts == {"ace": "NS"}
    assert [(fault.field, fault.code) for fault in faults] == [("ace-EW", "twice")]


def test_faults_of_the_rules_find_their_box() -> None:
    found = [
        find_box(ALL, field) for field in ("tricks", "hearts", "infractions.0.offender", "forced", "cards.NS.tens")
    ]
    assert found == ["tricks", "tricks", "infractions", "bid", "cards-NS"]
    assert find_box(ALL, "deal") == "maker"


def test_a_line_is_written_as_it_is_read() -> None:
    facts = {
        "maker": "N",
        "alone": True,
        "bid": 25,
        "forced": True,
        "play": "hearts",
        "hearts": 0,
        "partners": ["A", "C"],
        "infractions": [{"kind": "table_talk", "offender": "E"}],
        "cards": {"NS": {"tens": 4}},
    }
    texts = write_line(ALL, facts)
    assert texts == {
        "maker": "N", "alone": "x", "bid": "25 F", "play": "H", "tricks": "0", "partners": "AC", "infractions": "T E",
        "cards-NS": "4 0",
    }  # fmt: skip
    again, faults = read_line(ALL, texts)
    assert not faults
    assert again == {**facts, "cards": {"NS": {"tens": 4, "aces": 0}}}


def test_a_box_is_full_after_any_of_its_letters() -> None:
    assert {"n", "e", "s", "w", "т"} <= set(list_whole_texts(MAKER))
    assert set(list_whole_texts(TRICKS)) == {"x", "х"}
    assert list_whole_texts(BID) == list_whole_texts(PENALTY) == ()
