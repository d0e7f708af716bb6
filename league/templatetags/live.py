"""Marks the parts of a page that move while cards are played, so that only those that changed are sent."""

from __future__ import annotations

import random
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

#: The rhythm of the page that asks quickest, as a part of the usual one.
QUICKEST = 0.8

# Nobody can type it: what people enter never looks like the place of a part.
_MARK = secrets.token_hex(8)
_PLACE = re.compile(rf"<!--{_MARK}:([^>]*)-->")


class LivePartNode(template.Node):
    """One element of the page, with this id. Rendered in its place, or taken out where parts are collected."""

    def __init__(self, words: list[FilterExpression], nodelist: NodeList) -> None:
        self.words, self.nodelist = words, nodelist

    def render(self, context: Context) -> SafeString:
        """The element, or the mark of its place."""
        html = self.nodelist.render(context).strip()
        parts = context.get(COLLECTED)
        if parts is None:
            return mark_safe(html)
        name = "".join(str(word.resolve(context)) for word in self.words)
        parts[name] = html
        return mark_safe(f"<!--{_MARK}:{name}-->")


@register.tag
def livepart(parser: Parser, token: Token) -> LivePartNode:
    """`{% livepart "table-" table.pk %}<a id="table-7" …>…</a>{% endlivepart %}`: one element that has that id."""
    _tag, *words = token.split_contents()
    nodelist = parser.parse(("endlivepart",))
    parser.delete_first_token()
    return LivePartNode([parser.compile_filter(word) for word in words], nodelist)


@register.simple_tag(takes_context=True)
def live_attributes(context: Context, *, here: str, root: str, seconds: float) -> SafeString:
    """The attributes of the element around what moves: where its news come from, and the polling where none come.

    `here` answers htmx with the element whose id is `root`. Every page asks in a rhythm of its own, a little
    quicker than every so many seconds: pages that were loaded at one moment do not go on asking at one moment.
    """
    live = context["live"]
    return flatatt(
        {
            "data-live": live["again"],
            "data-stream": live["stream"],
            "data-server-now": live["now"],
            "data-csrf": context.get("csrf_token", ""),
            "hx-get": f"{here}?revision={context['stamp']}",
            "hx-trigger": f"every {round(1000 * seconds * random.uniform(QUICKEST, 1))}ms",
            "hx-target": f"#{root}",
            "hx-swap": "outerHTML",
        }
    )


def fill_places(frame: str, parts: dict[str, str]) -> str:
    """The whole HTML again: a frame from which parts were taken out, with these in their places."""
    return _PLACE.sub(lambda found: fill_places(parts[found[1]], parts), frame)
