"""A view of an event rendered for everybody who watches it: its frame and the parts in it."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils import translation
from msgspec import Struct

from league.models import Event
from league.templatetags.live import COLLECTED, KEPT, fill_places
from league.web.live import LiveToken
from league.web.live_views import VIEWS

#: Stands where a form has its secret; the page that gets the form puts its own there.
NO_SECRET = "-"


class Pieces(Struct, frozen=True, kw_only=True):
    """The HTML of a view: `frame` with marks where the `parts` belong (id -> HTML). `root` is the id of the whole."""

    root: str
    frame: str
    parts: dict[str, str]

    @property
    def whole(self) -> str:
        """The view as one element."""
        return fill_places(self.frame, self.parts)


#: What was rendered of parts that may be kept: id -> (what it showed, HTML). Of one view in one language.
Kept = dict[str, tuple[object, str]]


def render_pieces(event: Event, token: LiveToken, *, kept: Kept | None = None) -> Pieces:
    """Render what a token asks for, in its language. `kept` takes what need not be rendered next time."""
    view, parts = VIEWS[token.view], dict[str, str]()
    with translation.override(token.language):
        # A revision in the frame would make every change a change of the whole: it is sent beside the parts.
        context = view.describe(event, token.number) | {"stamp": "", "csrf_token": NO_SECRET}
        frame = render_to_string(view.template, context | {COLLECTED: parts, KEPT: kept}).strip()
    return Pieces(root=view.root, frame=frame, parts=parts)
