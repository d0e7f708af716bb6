"""Find an event as people name it on a command line. For whoever runs the site: it asks for no rights."""

from __future__ import annotations

import re
from difflib import get_close_matches

from django.utils.translation import gettext as _

from league.models import Event

_PATH = re.compile(r"(?:https?://[^/]+)?/?events/([^/]+)/?.*")


class UnknownEventError(Exception):
    """No event is called so, or several are; the message says which come near."""


def find_named_event(text: str) -> Event:
    """The event of that short name, of that path or address, or of exactly that name. Raises UnknownEventError."""
    found = _PATH.fullmatch(text.strip())
    slug = found[1] if found else text.strip()
    events = Event.objects.select_related("league")
    by_slug = events.filter(slug=slug).first()
    if by_slug is not None:
        return by_slug
    named = list(events.filter(name=text.strip()).order_by("slug"))
    if len(named) == 1:
        return named[0]
    if named:
        words = {"name": text.strip(), "slugs": ", ".join(event.slug for event in named)}
        raise UnknownEventError(_("Several events are called “%(name)s”: say which one of %(slugs)s.") % words)
    raise UnknownEventError(_explain_unknown(slug))


def _explain_unknown(text: str) -> str:
    rows = list(Event.objects.order_by("-pk").values_list("slug", "name"))
    if not rows:
        return _("There is no event “%(text)s”; there are no events yet.") % {"text": text}
    slugs = {word.casefold(): slug for slug, name in rows for word in (name, slug)}
    near = [slugs[word] for word in get_close_matches(text.casefold(), slugs, n=5, cutoff=0.5)]
    words = {"text": text, "near": ", ".join(dict.fromkeys(near or [slug for slug, _name in rows[:10]]))}
    if near:
        return _("There is no event “%(text)s”. Perhaps one of these is meant: %(near)s.") % words
    return _("There is no event “%(text)s”. The newest are: %(near)s.") % words
