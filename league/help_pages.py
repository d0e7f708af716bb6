"""The help page of each game: docs/games/<key>.md as HTML, in Russian docs/games/ru/<key>.md.

The same files are read on paper, in an editor and here. Raw HTML in them is shown as text, so a page can hold nothing
that the content policy would have to stop. A heading is known by its English words (`#the-end-of-a-game`); a page in
another language names that anchor in braces behind the heading, `## Конец игры {#the-end-of-a-game}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

from rules.catalog import GAMES

#: Languages that pages are written in; the first is the one every game has.
LANGUAGES = ("en", "ru")

_NAMED_ANCHOR = re.compile(r"\s*\{#([a-z0-9-]+)\}\s*$")
_PAGE = re.compile(r"(?:\./)?([a-z-]+)\.md(#[a-z0-9-]+)?")


class Heading(Struct, frozen=True, kw_only=True):
    """A heading of a page, for its list of contents. `level` is 2 for a section."""

    level: int
    anchor: str
    text: str


class HelpPage(Struct, frozen=True, kw_only=True):
    """A page ready to be shown. `html` has no title: that is `title`. `language` is the one it is written in."""

    title: str
    language: str
    html: str
    headings: tuple[Heading, ...]


def find_file(key: str, *, language: str) -> Path:
    """The file of a game's page in a language; in English where there is none."""
    folder = Path(settings.BASE_DIR) / "docs" / "games"
    translated = folder / language / f"{key}.md"
    return translated if language in LANGUAGES[1:] and translated.is_file() else folder / f"{key}.md"


def read_page(key: str, *, language: str, rules: Mapping[str, object] | None = None) -> HelpPage:
    """The page of a game. `rules` are house rules in force: their values are marked where the page lists them."""
    in_force = tuple(sorted((name, str(value)) for name, value in (rules or {}).items()))
    return _render(find_file(key, language=language), in_force)


def make_anchor(heading: str) -> str:
    """The anchor that a heading has by itself: its words in small letters, joined with hyphens."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


@lru_cache(maxsize=128)
def _render(file: Path, in_force: tuple[tuple[str, str], ...]) -> HelpPage:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    tokens = markdown.parse(file.read_text(encoding="utf-8"))
    headings = tuple(_name_headings(tokens))
    tokens = _take_title(tokens)
    _lead_links(tokens)
    _mark_values(tokens, dict(in_force))
    html = markdown.renderer.render(_wrap_tables(tokens), markdown.options, {})
    return HelpPage(
        title=headings[0].text,
        language=file.parent.name if file.parent.name in LANGUAGES else LANGUAGES[0],
        html=html,
        headings=tuple(heading for heading in headings if heading.level > 1),
    )


def _name_headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    """Give every heading its anchor, and take the anchor out of its text."""
    for token, inline in pairwise(tokens):
        if token.type != "heading_open":
            continue
        named = _NAMED_ANCHOR.search(inline.content)
        if named and inline.children:
            inline.content = inline.content[: named.start()]
            last = inline.children[-1]
            last.content = _NAMED_ANCHOR.sub("", last.content)
        anchor = named[1] if named else make_anchor(inline.content)
        token.attrSet("id", anchor)
        yield Heading(level=int(token.tag[1]), anchor=anchor, text=inline.content.replace("`", ""))


def _take_title(tokens: list[Token]) -> list[Token]:
    """The page without its title, which stands above it in the frame of the site."""
    return tokens[3:] if tokens and tokens[0].tag == "h1" else tokens


def _lead_links(tokens: Sequence[Token]) -> None:
    """Links from one game's file to another's lead from page to page; to other files of the project, nowhere."""
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open":
                target = str(child.attrs["href"])
                page = _PAGE.fullmatch(target)
                if page and page[1] in GAMES:
                    child.attrs["href"] = f"../{page[1]}/{page[2] or ''}"
                elif not target.startswith(("#", "https://", "http://")):
                    del child.attrs["href"]


def _mark_values(tokens: Sequence[Token], rules: Mapping[str, str]) -> None:
    """Mark the value in force in the rows that list a house rule: its name in the first cell, values in the second."""
    cell, rule = 0, None
    for token in tokens:
        if token.type == "tr_open":
            cell, rule = 0, None
        elif token.type == "td_close":
            cell += 1
        elif token.type == "inline" and cell < 2:
            codes = [child for child in token.children or () if child.type == "code_inline"]
            if cell == 0:
                rule = next((code.content for code in codes if code.content in rules), rule)
            elif rule is not None:
                for code in codes:
                    if code.content == rules[rule]:
                        code.attrSet("class", "in-force")


def _wrap_tables(tokens: Sequence[Token]) -> list[Token]:
    """Put each table into a region that scrolls by itself, named after the heading above it; columns align by class.

    Markdown's own alignment is a style attribute, which the content policy does not allow. A corner of a table that
    says nothing is no heading.
    """
    wrapped: list[Token] = []
    heading, tables = "", 0
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            heading, tables = tokens[place + 1].content.replace("`", ""), 0
        align = token.attrs.pop("style", None)
        if align == "text-align:right":
            token.attrSet("class", "num")
        if token.type == "th_open" and not tokens[place + 1].content:
            token.tag = tokens[place + 2].tag = "td"
        if token.type == "table_open":
            tables += 1
            name = heading if tables == 1 else f"{heading} ({tables})"
            region = Token("region_open", "div", 1, block=True)
            region.attrs = {"class": "table-wrap", "tabindex": 0, "role": "region", "aria-label": name}
            wrapped.append(region)
        wrapped.append(token)
        if token.type == "table_close":
            wrapped.append(Token("region_close", "div", -1, block=True))
    return wrapped
