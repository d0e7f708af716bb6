"""Read score sheets from a file: one JSON object, a list of them, or JSON Lines."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from msgspec import Struct, structs

from rules.game import Violation, gettext_noop
from scoring.json_text import UnreadableError, read_json
from scoring.sheet import Fault


class JsonLines(Struct, frozen=True):
    """A text of JSON Lines in UTF-8, not read yet: a sheet on each line, empty lines aside."""

    text: bytes


def read_json_file(data: bytes) -> JsonLines | list[object]:
    """What a file holds: JSON Lines, or the sheets of one JSON document as parsed JSON (a `Fault` if it is broken)."""
    data = _as_utf8(data)
    if not data.strip():
        return [_find_empty()]
    try:
        content = read_json(data)
    except UnreadableError as error:
        return JsonLines(data) if _is_json_lines(data) else [Fault(position=None, violation=error.violation)]
    return content if isinstance(content, list) else [content]


def read_json_sheets(data: bytes) -> Iterator[object]:
    """Yield what each sheet says, as parsed JSON, or the `Fault` of one that cannot be read, in order.

    A broken line of JSON Lines is one fault and the other lines are read; any other broken text is one fault.
    """
    yield from list_sheets(read_json_file(data))


def list_sheets(content: JsonLines | list[object]) -> Iterator[object]:
    """Every sheet of a file, as `read_json_sheets` yields them."""
    if not isinstance(content, JsonLines):
        yield from content
        return
    for number, line in enumerate(content.text.split(b"\n"), start=1):
        if line.strip():
            yield read_json_line(line, number=number)


def read_json_line(line: bytes, *, number: int) -> object:
    """What a line of JSON Lines says, or the `Fault` of one that cannot be read. `number` counts lines from 1."""
    try:
        return read_json(line)
    except UnreadableError as error:
        return Fault(position=None, violation=_place(error.violation, number))


def place_in_file(fault: Fault, name: str) -> Fault:
    """The fault of a text that is no sheet, and so has no id, with the file that it is in."""
    violation = structs.replace(fault.violation, field=f"{name}: {fault.violation.field}")
    return Fault(position=None, violation=violation)


def _place(violation: Violation, number: int) -> Violation:
    """The fault of a line's text as one of the whole file."""
    values = {**violation.values, "line": number} if "line" in violation.values else violation.values
    return structs.replace(violation, field=f"line {number}", values=values)


def _is_json_lines(data: bytes) -> bool:
    """Whether a text that is not JSON as a whole was meant as JSON Lines and not as one document.

    It was where its first line can be read alone (but for a comma), or where most lines look like an object each.
    A document spread over lines opens its first line without closing it.
    """
    first = data.lstrip().partition(b"\n")[0].rstrip()
    if _is_json(first.removesuffix(b",")):
        return True
    lines = [line.rstrip() for line in data.split(b"\n") if line.strip()]
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
