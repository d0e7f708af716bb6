"""Bytes of a file into text. Says in words what cannot be read, and never guesses where two readings are possible."""

from __future__ import annotations

import codecs
import re

from django.utils.translation import gettext as _
from msgspec import Struct

#: Windows text without a mark of its encoding: Western, and Cyrillic.
WESTERN, CYRILLIC = "cp1252", "cp1251"

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
#: Runs of letters as they stand in both encodings: ASCII letters, and bytes that are letters with marks or Cyrillic.
_WORDS = re.compile(rb"[A-Za-z\x80-\xbf\xc0-\xff]+")
_HIGH = re.compile(rb"[\xc0-\xff\xa8\xb8]+")
_HAS_ASCII = re.compile(rb"[A-Za-z]")
_UTF8_LETTER = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe1-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
#: Signs that stand in no word of a Western language: the text is in the encoding of some other one.
_NO_LETTERS = re.compile(r"[^\W\d_][¡-©«-¯°-´¶-¹»-¿÷×]|[¡-©«-¯±-´¶¸»-¿÷×][^\W\d_]{2}")


class Decoded(Struct, frozen=True, kw_only=True):
    """A text, and a word about it where the encoding had to be guessed."""

    text: str
    note: str = ""


class UndecodableError(Exception):
    """A file that is no text that can be read; the message says what to do."""


def decode(content: bytes) -> Decoded:
    """The text of a file: UTF-8 with or without a mark, UTF-16 with one, else Windows Western or Cyrillic.

    Raises UndecodableError, above all where old Windows text can be read in two ways.
    """
    if content.startswith(_UTF16_MARKS):
        return Decoded(text=_decode_strictly(content, "utf-16"))
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise UndecodableError(_("This is an old workbook or another packed file: save it as XLSX or as CSV (UTF-8)."))
    if b"\0" in content:
        raise UndecodableError(_("This is no text file: send a CSV table or score sheets in JSON."))
    try:
        return Decoded(text=content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _decode_windows(content)


def mend_mojibake(text: str) -> str | None:
    """What a text says that was in UTF-8 and was read as Windows text (`MÃ¼ller`); None where it was not."""
    if text.isascii():
        return None
    for encoding in (WESTERN, CYRILLIC):
        try:
            mended = text.encode(encoding).decode("utf-8")
        except UnicodeError:
            continue
        if any(letter.isalpha() for letter in mended if not letter.isascii()):
            return mended
    return None


def _decode_windows(content: bytes) -> Decoded:
    if _is_broken_utf8(content):
        return Decoded(text=_decode_strictly(content, "utf-8-sig"))
    words = [word for word in _WORDS.findall(content) if _HIGH.search(word)]
    mixed = sum(1 for word in words if _HAS_ASCII.search(word))
    whole = sum(1 for word in words if len(word) > 1 and not _HAS_ASCII.search(word))
    if whole and not mixed:
        encoding, name = CYRILLIC, _("Windows Cyrillic")
    elif mixed and not whole:
        encoding, name = WESTERN, _("Windows Western")
    else:
        raise UndecodableError(
            _("It cannot be told which alphabet this file is written in: save it again as CSV UTF-8 and send that.")
        )
    text = _decode_strictly(content, encoding)
    if encoding == WESTERN and _NO_LETTERS.search(text):
        raise UndecodableError(
            _("This file is not UTF-8, and some of its letters cannot be read: save it again as CSV UTF-8.")
        )
    note = _("The file is not UTF-8; it was read as %(encoding)s. Look whether the names are right.")
    return Decoded(text=text, note=note % {"encoding": name})


def _is_broken_utf8(content: bytes) -> bool:
    """Whether a text that is no UTF-8 was meant to be: most of its letters beyond ASCII are."""
    letters = sum(len(found) for found in _UTF8_LETTER.findall(content))
    return letters * 2 > sum(1 for byte in content if byte >= 0x80)


def _decode_strictly(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UndecodableError(
            _("Line %(line)s has letters that cannot be read: save the file again as CSV UTF-8.") % {"line": line}
        ) from error
