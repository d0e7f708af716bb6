"""Answers that no address gives by itself: pages of errors, and what comes back from a form that was sent."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils import translation
from playwright.sync_api import Page

from tests.browser.pages.visits import ERRORS, Visit


def answer_in_place(page: Page, visit: Visit, path: str, keys: dict[str, str]) -> None:
    """Let the browser find at `path` what the site would answer there to who has these cookies."""
    page.unroute_all()
    language = keys[settings.LANGUAGE_COOKIE_NAME]
    if path.startswith(ERRORS):
        with translation.override(language):
            body = render_error(path)
        _give(page, path, status=visit.status, body=body)
    elif visit.sends:
        client = Client()
        client.cookies.load(keys)
        answer = client.post(path, visit.sends)
        _give(page, path, status=answer.status_code, body=answer.content.decode())


def _give(page: Page, path: str, *, status: int, body: str) -> None:
    page.route(f"**{path}", lambda route: route.fulfill(status=status, body=body, content_type="text/html"))


def render_error(path: str) -> str:
    """A template of the site as somebody sees it who is not logged in."""
    request = RequestFactory().get(path)
    request.user = AnonymousUser()
    words = {"minutes": 3, "until": "16:05", "message": "At most 5 MB.", "what": "No sheets here.", "back": "/"}
    return render_to_string(path.removeprefix(ERRORS), words, request)
