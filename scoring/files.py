"""Read score sheets from a file: one JSON object, a list of them, or JSON Lines."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from msgspec import structs

from rules.game import Violation, gettext_noop
from scoring.json_text import UnreadableError, read_json
from scoring.sheet import Fault


def read_json_sheets(data: bytes) -> Iterator[object]:
    """Yield what each sheet says, as parsed JSON, or the `Fault` of one that cannot be read, in order.

    A broken line of JSON Lines is one fault and the other lines are read; any other broken text is one fault.
    """
    data = _as_utf8(data)
    if not data.strip():
        yield _find_empty()
        return
    try:
        content = read_json(data)
    except UnreadableError as error:
        if _is_json_lines(data):
            yield from _read_lines(data)
        else:
            yield Fault(position=None, violation=error.violation)
        return
    yield from content if isinstance(content, list) else (content,)


def _read_lines(data: bytes) -> Iterator[object]:
    for number, line in enumerate(data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            yield read_json(line)
        except UnreadableError as error:
            yield Fault(position=None, violation=_place(error.violation, number))


def _place(violation: Violation, number: int) -> Violation:
    """The fault of a line's text as one of the whole file."""
    values = {**violation.values, "line": number} if "line" in violation.values else violation.values
    return structs.replace(violation, field=f"line {number}", values=values)


def _is_json_lines(data: bytes) -> bool:
    """Whether a text that is not JSON as a whole was meant as JSON Lines and not as one document.

    It was where its first line can be read alone (but for a comma), or where most lines look like an object each.
    A document spread over lines opens its first line without closing it.
    """
    lines = [line.rstrip() for line in data.split(b"\n") if line.strip()]
    if _is_json(lines[0].removesuffix(b",")):
        return True
    if lines[0].lstrip().startswith(b"["):
        return False
    opened = [line for line in lines if line.startswith(b"{")]
    closed = [line for line in opened if line.endswith(b"}")]
    goes_on = lines[0].endswith((b"{", b"[", b","))
    return len(closed) * 2 >= len(lines) or (len(opened) * 2 > len(lines) and not goes_on)


def _is_json(line: bytes) -> bool:
    try:
        read_json(line)
    except UnreadableError:
        return False
    return True


def _as_utf8(data: bytes) -> bytes:
    """The text in UTF-8 without a byte order mark; some Windows programs write UTF-16, which the mark tells."""
    if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-16").encode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data


def _find_empty() -> Fault:
    template = gettext_noop("There is no score sheet here: the text is empty.")
    return Fault(position=None, violation=Violation(field="sheet", code="empty", template=template))
