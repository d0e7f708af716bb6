"""Templates hold no text that cannot be translated, and nothing that the content policy would stop."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[2] / "templates"
PAGES = sorted(path for path in TEMPLATES.rglob("*.html"))

TRANSLATED_BLOCK = re.compile(r"{%\s*blocktrans(?:late)?.*?{%\s*endblocktrans(?:late)?\s*%}", re.DOTALL)
COMMENT = re.compile(r"{%\s*comment.*?{%\s*endcomment\s*%}|{#.*?#}", re.DOTALL)
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
LETTERS = re.compile(r"[^\W\d_]+")

#: Attributes that people read or hear.
SPOKEN = {
    "title", "alt", "placeholder", "aria-label",
    # From these a script takes what it shows or has read out.
    "data-title", "data-last", "data-over", "data-news-last", "data-news-over", "data-part-news",
}  # fmt: skip
#: The name of the product.
NAMES = {"Odd", "Trick"}


class TextFinder(HTMLParser):
    """Collects what a reader would see or hear."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts.extend(value for name, value in attrs if name in SPOKEN and value)
        self.faults.extend(f"<{tag} {name}>" for name, _value in attrs if name == "style" or name.startswith("on"))
        if tag == "style" or (tag == "script" and "src" not in dict(attrs)):
            self.faults.append(f"<{tag}>")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def read(path: Path) -> TextFinder:
    text = path.read_text()
    for pattern in (COMMENT, TRANSLATED_BLOCK, TAG):
        text = pattern.sub(" ", text)
    finder = TextFinder()
    finder.feed(text)
    return finder


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_every_word_goes_through_gettext(path: Path) -> None:
    words = {word for text in read(path).texts for word in LETTERS.findall(text)}
    assert not words - NAMES


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_no_inline_scripts_or_styles(path: Path) -> None:
    assert not read(path).faults


def test_there_are_pages() -> None:
    assert len(PAGES) > 20


@pytest.mark.parametrize("text", ["<p>Hands</p>", '<a title="{{ x }} hands">', "{% if a %}Save{% endif %}"])
def test_untranslated_text_would_be_noticed(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(text)
    assert {word for found in read(page).texts for word in LETTERS.findall(found)}


@pytest.mark.parametrize("text", ['<p style="color: red">', '<a onclick="go()">', "<script>go()</script>"])
def test_inline_scripts_would_be_noticed(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(text)
    assert read(page).faults
