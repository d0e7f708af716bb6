"""Bytes into text: read right, or refused in words, never guessed between two readings."""

from __future__ import annotations

import pytest

from league.imports.decoding import UndecodableError, decode, mend_mojibake

READ = [
    ("maker,tricks", "ascii", ""),
    ("Müller, José", "utf-8", ""),
    ("Müller, José", "utf-8-sig", ""),
    ("Müller, José, Мария ♥", "utf-16", ""),
    ("Müller, José", "cp1252", "Windows Western"),
    ("Siân O’Neil — “Œuvre”, 5 £", "cp1252", "Windows Western"),
    ("имя\nМария Ёж", "cp1251", "Windows Cyrillic"),
    ("«Валет», №1; Іван Їжак", "cp1251", "Windows Cyrillic"),
    ("alone,name_N\nда,А. Петров\n", "cp1251", "Windows Cyrillic"),
]


@pytest.mark.parametrize(("text", "encoding", "note"), READ)
def test_what_can_be_read_is_read(text: str, encoding: str, note: str) -> None:
    decoded = decode(text.encode(encoding))
    assert decoded.text == text
    assert bool(note) is bool(decoded.note)
    assert note in decoded.note


REFUSED = [
    (b"PK\x03\x04 a packed file", "workbook"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 an old workbook", "workbook"),
    (b"\x89PNG\r\n\x1a\n\0\0", "no text file"),
    ("maker,tricks".encode("utf-16-le"), "no text file"),
    # one letter of an alphabet: Å or Е
    ("Å. Berg".encode("cp1252"), "which alphabet"),
    # words of both kinds
    ("Ängström, ÅÄÖ".encode("cp1252"), "which alphabet"),
    # a letter of Polish that is a pound sign in Western text
    ("Łukasz Wójcik".encode("cp1250"), "some of its letters"),
    # UTF-8 with a broken letter is not taken for Windows text
    ("name_N\nMüller, José\n".encode() + b"Fran\xe7ois\n" + "Zoë Müßig".encode(), "Line 3 has letters"),
    (b"\xff\xfe\x00\xd8", "Line 1 has letters"),
]


@pytest.mark.parametrize(("content", "words"), REFUSED)
def test_what_cannot_be_read_is_refused_in_words(content: bytes, words: str) -> None:
    with pytest.raises(UndecodableError, match=words):
        decode(content)


NAMES = ["Müller", "José", "Мария", "Ёж", "Сара", "Ö", "Ж", "MÜLLER", "Ñandú", "Çağrı", "Łukasz", "王", "Siân O’Neil"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_the_wrong_encoding_is_known_and_a_right_one_is_not(name: str) -> None:
    assert mend_mojibake(name) is None
    for encoding in ("cp1252", "cp1251"):
        try:
            broken = name.encode().decode(encoding)
        except UnicodeDecodeError:
            continue  # these bytes are no letters there, so no file can hold them
        assert mend_mojibake(broken) == name
