"""JSON from outside: strict, with every way of being no JSON told in one kind of error."""

from __future__ import annotations

import pytest

from scoring.json_text import UnreadableError, read_json
from scoring.values import RepeatedKeys


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1"),
        ('{"game": "x",\n "deals": [}', "line 2, column 12"),
        ("{'game': 1}", "line 1, column 2"),
        ("[1] [2]", "line 1, column 5"),
        ('{"tricks": NaN}', "NaN"),
        ("[Infinity]", "Infinity"),
        ("[-Infinity]", "-Infinity"),
        ("[" * 100_000, "brackets"),
        ('{"a":' * 100_000, "brackets"),
        (b'{"a": "\xff"}', "UTF-8"),
        ('{"a": "\x00"}', "line 1, column 8"),
    ],
)
def test_what_is_no_json_is_told(text: str | bytes, words: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_json(text)
    assert refused.value.violation.code == "not_json"
    assert words in refused.value.violation.message


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read_json('\ufeff{"a": "Я"}'.encode()) == {"a": "Я"}


def test_a_key_said_twice_is_remembered() -> None:
    read = read_json('{"tricks": 3, "maker": "N", "tricks": 4}')
    assert isinstance(read, RepeatedKeys)
    assert read.repeated == ("tricks",)
    assert read == {"tricks": 4, "maker": "N"}
    assert not isinstance(read_json('{"tricks": 3}'), RepeatedKeys)


@pytest.mark.parametrize("sign", ["", "-"])
def test_endless_numbers_stay_numbers_out_of_range(sign: str) -> None:
    number = read_json(sign + "9" * 100_000)
    assert abs(number) > 10**50
    assert (number < 0) == (sign == "-")


def test_as_many_digits_as_are_read() -> None:
    assert read_json("9" * 60) == 10**60 - 1
    assert read_json("9" * 61) == 10**60 - 1
    assert read_json("-" + "9" * 59) == 1 - 10**59


def test_only_utf_8_is_text() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        with pytest.raises(UnreadableError):
            read_json('{"a": 1}'.encode(encoding))


def test_an_error_is_its_sentence() -> None:
    with pytest.raises(UnreadableError) as caught:
        read_json("[1,")
    assert str(caught.value) == "This is not JSON: at line 1, column 4 it cannot be read."
