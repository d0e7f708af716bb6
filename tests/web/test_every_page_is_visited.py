"""No page is forgotten by the tests that look at all of them: each is visited, or it is said why it is no page."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from tests.browser.pages.visits import ERROR_TEMPLATES, NO_PAGES, NO_PAGES_UNDER, PARTS

VISITED = {visit.name for visits in PARTS.values() for visit in visits}


def list_names(resolver: URLResolver, space: str = "") -> Iterator[str]:
    """The names of all addresses, with their namespaces. One without a name stands in for one that has it."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from list_names(pattern, f"{space}{pattern.namespace}:" if pattern.namespace else space)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield space + pattern.name


def test_every_address_is_visited_or_is_no_page() -> None:
    names = set(list_names(get_resolver()))
    programs = {name for name in names if name.startswith(NO_PAGES_UNDER)} - set(NO_PAGES)
    assert not sorted(names - VISITED - set(NO_PAGES) - programs), "add a visit in tests/browser/pages/visits.py"


def test_the_lists_name_what_there_is() -> None:
    names = set(list_names(get_resolver()))
    assert not sorted((VISITED - {"error"} | set(NO_PAGES)) - names), "of no address"
    assert not sorted(VISITED & set(NO_PAGES)), "visited, and said to be no page"
    assert all(reason.strip() for reason in NO_PAGES.values())


def test_every_page_of_an_error_is_visited() -> None:
    made = {path.name for path in (settings.BASE_DIR / "templates").glob("[45]*.html")}
    assert "404.html" in made
    assert made <= set(ERROR_TEMPLATES)
