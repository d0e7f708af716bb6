"""What a browser would send of a form as it came, and of one in which something was pressed."""

from __future__ import annotations

from collections import defaultdict
from html.parser import HTMLParser
from typing import Any


class FormReader(HTMLParser):
    """Reads the values that the inputs of a page's forms are filled with; buttons send nothing by themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []
        self._select = self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append(defaultdict(list))
        elif tag == "select":
            self._select = said["name"]
        elif tag == "textarea":
            self._area = said["name"]
        elif self.forms and tag == "option" and "selected" in said:
            self.forms[-1][self._select].append(said["value"])
        elif self.forms and tag == "input" and said.get("name"):
            kind = said.get("type", "text")
            is_tick = kind in ("radio", "checkbox")
            if not is_tick or "checked" in said:
                self.forms[-1][said["name"]].append(said.get("value", "on" if is_tick else ""))

    def handle_data(self, data: str) -> None:
        if self._area and self.forms:
            self.forms[-1][self._area].append(data)
            self._area = ""


def read_inputs(html: str, *, has: str) -> dict[str, Any]:
    """What the form with an input of this name sends if it is sent as it came."""
    reader = FormReader()
    reader.feed(html)
    (form,) = [form for form in reader.forms if has in form]
    return dict(form)
