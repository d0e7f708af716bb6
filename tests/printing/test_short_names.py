"""Short names on a sheet: whoever begins alike stays different."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.names import make_name_key, tidy_name
from league.printing.short_names import LONGEST, shorten_names
from scoring.text_table import measure

LONG = "Wolfeschlegelsteinhausenbergerdorff"


@pytest.mark.parametrize(
    ("names", "shorts"),
    [
        (["Ann Perkins", "Bob", "Cy Young"], ["Ann", "Bob", "Cy"]),
        (["Ann Perkins", "Ann Swanson", "Bob", "Anna"], ["Ann P.", "Ann S.", "Bob", "Anna"]),
        (["Ann Perkins", "Ann Peters", "ann Poe"], ["Ann Per.", "Ann Pet.", "ann Poe."]),
        (["Ann", "Ann Perkins"], ["Ann", "Ann P."]),
        (["Мария Иванова", "Мария Петрова"], ["Мария И.", "Мария П."]),
        (["Мария Иванова", "Мария Игнатова"], ["Мария Ив.", "Мария Иг."]),
        ([f"{LONG} Anna", f"{LONG} Bernd"], ["Wolfe…Anna", "Wolfe…Bernd"]),
        ([LONG, f"{LONG}s"], ["Wolfe…", "Wolfe…s"]),
        ([LONG, "Bob"], ["Wolfeschleg…", "Bob"]),
        (["Wolfeschlegelhaus", "Wolfeschlegelberg"], ["Wolfe…haus", "Wolfe…berg"]),
        (["王小明", "王小红"], ["王小明", "王小红"]),
        (["", "  ", "Bob"], [None, None, "Bob"]),
    ],
)
def test_short_names(names: list[str], shorts: list[str | None]) -> None:
    found = shorten_names(dict(enumerate(names)))  # type: ignore[arg-type]  # any key will do
    assert [found.get(place) for place in range(len(names))] == shorts  # type: ignore[call-overload]


def test_a_letter_keeps_its_mark() -> None:
    # x with a caron has no letter of its own: it stays two characters.
    assert shorten_names({"A": "Ann x̌u", "B": "Ann y̌u"}) == {"A": "Ann x̌.", "B": "Ann y̌."}


PEOPLE = st.text(st.sampled_from("aAbcdеж王 -̌."), min_size=1, max_size=40).map(tidy_name).filter(bool)


@given(st.lists(PEOPLE, min_size=2, max_size=7, unique_by=make_name_key))
def test_people_with_different_names_have_different_short_names(names: list[str]) -> None:
    found = shorten_names(dict(zip("ABCDEFG", names, strict=False)))
    assert len({short.casefold() for short in found.values()}) == len(names)


@given(st.lists(PEOPLE, min_size=1, max_size=1))
def test_a_name_that_is_like_no_other_is_short(names: list[str]) -> None:
    assert measure(shorten_names({"A": names[0]})["A"]) <= LONGEST
