"""Score many sheets at once: a line of JSON for each, in order, on every processor.

A right sheet is read in one go by scoring/strict.py; any other, and one whose deals have faults, goes the way that
names every fault.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from msgspec import Struct

from scoring.files import JsonLines, place_in_file, read_json_line
from scoring.fold import fold_sheet
from scoring.result import encode_result, work_out, write_worked_out
from scoring.sheet import Fault
from scoring.strict import read_strictly
from scoring.wording import Translate, keep_english
from scoring.workers import share_out

#: Bytes of input that are scored in one go: some two hundred sheets.
PIECE = 100_000

_encode = msgspec.json.Encoder().encode


class Scored(Struct, frozen=True):
    """Results of some sheets, a line of JSON each, and whether any sheet had faults."""

    lines: bytes
    has_faults: bool


class Piece(Struct, frozen=True):
    """A part of a text that ends with a line; `number` is that of its first line, from 1."""

    begin: int
    end: int
    number: int


def score_sheets(
    content: JsonLines | list[object], *, source: str = "", processes: int = 1, translate: Translate = keep_english
) -> Iterator[Scored]:
    """Score the sheets of a file. `source` names it in the faults of a text that is no sheet."""
    if not isinstance(content, JsonLines):
        for raw in content:
            yield _score_carefully(raw, source=source, translate=translate)
        return
    text = content.text

    def score(piece: Piece) -> Scored:
        with _without_collector():
            lines = text[piece.begin : piece.end].split(b"\n")
            return score_lines(lines, first=piece.number, source=source, translate=translate)

    yield from share_out(score, cut_up(text), processes=processes)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Let the search for what refers to itself rest: nothing in a sheet does, so all is freed when it is done with."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def cut_up(text: bytes, *, size: int = PIECE) -> list[Piece]:
    """Cut a text into pieces of whole lines, each as little longer than `size` as can be."""
    pieces: list[Piece] = []
    begin, number = 0, 1
    while begin < len(text):
        end = text.find(b"\n", begin + size) + 1 or len(text)
        pieces.append(Piece(begin, end, number))
        number += text.count(b"\n", begin, end)
        begin = end
    return pieces


def score_lines(lines: list[bytes], *, first: int, source: str = "", translate: Translate = keep_english) -> Scored:
    """Score lines of JSON Lines; `first` is the number of the first of them in its file.

    The quick way knows the sentences in English only.
    """
    results: list[bytes] = []
    has_faults = False
    for number, line in enumerate(lines, start=first):
        result = _score_right_sheet(line) if translate is keep_english else None
        if result is None and line.strip():
            scored = _score_carefully(read_json_line(line, number=number), source=source, translate=translate)
            has_faults = has_faults or scored.has_faults
            result = scored.lines
        if result is not None:
            results.append(result)
    return Scored(b"".join(results), has_faults)


def _score_right_sheet(line: bytes) -> bytes | None:
    """The result of a sheet without any fault; None for every other."""
    sheet = read_strictly(line)
    if sheet is None:
        return None
    folded, faults = fold_sheet(sheet)
    return None if faults else encode_result(sheet, folded) + b"\n"


def _score_carefully(raw: object, *, source: str, translate: Translate) -> Scored:
    """The result of a sheet, or all its faults."""
    worked_out = work_out(place_in_file(raw, source) if source and isinstance(raw, Fault) else raw)
    result = write_worked_out(worked_out, translate=translate)
    try:
        line = _encode(result)
    except UnicodeEncodeError:  # half characters, which UTF-8 cannot write: they are escaped
        line = json.dumps(result).encode()
    return Scored(line + b"\n", bool(worked_out.faults))
