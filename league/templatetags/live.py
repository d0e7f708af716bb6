"""Marks the parts of a page that move while cards are played, so that only those that changed are sent."""

from __future__ import annotations

import re
import secrets

from django import template
from django.forms.utils import flatatt
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

#: Under this name a page's context carries the dict that takes its parts out of it: id -> HTML.
COLLECTED = "collected_live_parts"
#: And under this one what was rendered before of parts that say what they show: id -> (what it showed, HTML).
KEPT = "kept_live_parts"

# Nobody can type it: what people enter never looks like the place of a part.
_MARK = secrets.token_hex(8)
_PLACE = re.compile(rf"<!--{_MARK}:([^>]*)-->")


class LivePartNode(template.Node):
    """One element of the page, with this id. Rendered in its place, or taken out where parts are collected."""

    def __init__(self, words: list[FilterExpression], nodelist: NodeList, shown: FilterExpression | None) -> None:
        self.words, self.nodelist, self.shown = words, nodelist, shown

    def render(self, context: Context) -> SafeString:
        """The element, or the mark of its place."""
        parts = context.get(COLLECTED)
        if parts is None:
            return mark_safe(self._render(context))
        name = "".join(str(word.resolve(context)) for word in self.words)
        parts[name] = self._render_or_keep(context, name)
        return mark_safe(f"<!--{_MARK}:{name}-->")

    def _render_or_keep(self, context: Context, name: str) -> str:
        kept = context.get(KEPT)
        if kept is None or self.shown is None:
            return self._render(context)
        shown = self.shown.resolve(context)
        before = kept.get(name)
        if before is None or before[0] != shown:
            kept[name] = before = (shown, self._render(context))
        return str(before[1])

    def _render(self, context: Context) -> str:
        return str(self.nodelist.render(context)).strip()


@register.tag
def livepart(parser: Parser, token: Token) -> LivePartNode:
    """`{% livepart "table-" table.pk %}<a id="table-7" …>…</a>{% endlivepart %}`: one element that has that id.

    With `of table` at its end it shows nothing else than that, which is plain figures and words: it is not rendered
    again while that is the same.
    """
    _tag, *words = token.split_contents()
    shown = parser.compile_filter(words[-1]) if words[-2:-1] == ["of"] else None
    words = words if shown is None else words[:-2]
    nodelist = parser.parse(("endlivepart",))
    parser.delete_first_token()
    return LivePartNode([parser.compile_filter(word) for word in words], nodelist, shown)


@register.simple_tag(takes_context=True)
def live_attributes(context: Context) -> SafeString:
    """The attributes of the element around what moves: where its news come from, and where they are asked for."""
    live = context["live"]
    return flatatt(
        {
            "data-live": live["again"],
            "data-stream": live["stream"],
            "data-news": live["news"],
            "data-server-now": live["now"],
            "data-csrf": context.get("csrf_token", ""),
        }
    )


def fill_places(frame: str, parts: dict[str, str]) -> str:
    """The whole HTML again: a frame from which parts were taken out, with these in their places."""
    return _PLACE.sub(lambda found: fill_places(parts[found[1]], parts), frame)
