"""Every page, in every state that looks different: axe in both themes, reflow, targets, names, focus and the keyboard.

One site, one browser and one log-in a role serve all visits of this file: none of them changes anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings
from msgspec import Struct
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import DjangoDbBlocker

from tests.browser.pages.answers import answer_in_place
from tests.browser.pages.checks import HEIGHT, NARROWEST, PHONE, find_faults
from tests.browser.pages.site import Site, make_site
from tests.browser.pages.visits import EVENT, PARTS, Visit, visit
from tests.examples import IS_LONG

#: Pages whose words and controls are those of the game.
OTHER_IN_EVERY_GAME = ("league:table", "league:hand", "league:paper")
VISITS = [each for visits in PARTS.values() for each in visits]


class Tour(Struct, frozen=True, kw_only=True):
    """A phone, and the site that it goes round."""

    page: Page
    site: Site
    url: str

    def go(self, visit: Visit, *, language: str = "en") -> None:
        """Open a page as its visitor, in a language."""
        keys = {**self.site.cookies[visit.visitor], settings.LANGUAGE_COOKIE_NAME: language}
        self.page.context.clear_cookies()
        self.page.context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in keys.items()])
        path = visit.path.format(**self.site.names)
        answer_in_place(self.page, visit, path, keys)
        answer = self.page.goto(f"{self.url}{path}")
        assert answer is not None
        assert answer.status == visit.status
        assert urlsplit(self.page.url).path == urlsplit(path).path


@pytest.fixture(scope="module")
def transactional_db(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The data base of all tests of this file together; emptied after them, as other tests expect."""
    with django_db_blocker.unblock():
        yield
        call_command("flush", verbosity=0, interactive=False)


@pytest.fixture(scope="module")
def tour(browser: Browser, transactional_db: None) -> Iterator[Tour]:
    """What all visits share."""
    server = LiveServer("localhost")
    # However slow the machine is: nobody is asked again for the password that he has just shown.
    patient = override_settings(ACCOUNT_REAUTHENTICATION_TIMEOUT=3600)
    patient.enable()
    context = browser.new_context(
        viewport={"width": PHONE, "height": HEIGHT}, has_touch=True, is_mobile=True, locale="en-GB",
        service_workers="block",
    )  # fmt: skip
    yield Tour(page=context.new_page(), site=make_site(), url=server.url)
    context.close()
    patient.disable()
    server.stop()


@pytest.mark.parametrize("each", VISITS, ids=[f"{each.name} {each.path} {each.visitor}" for each in VISITS])
def test_page_can_be_read_and_pressed_by_everybody(each: Visit, tour: Tour) -> None:
    tour.page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    tour.go(each)
    # The pages of one address have the same controls; those of a table are other ones in every game.
    is_first = each is next(other for other in VISITS if other.name == each.name)
    faults = find_faults(tour.page, by_keyboard=is_first or each.name == "league:table")
    if is_first or each.name in OTHER_IN_EVERY_GAME or IS_LONG:
        faults += list_faults_in_russian(each, tour)
    assert not faults, "\n".join(faults)


def list_faults_in_russian(each: Visit, tour: Tour) -> list[str]:
    """Russian words are longer: the narrowest page holds them too."""
    tour.go(each, language="ru")
    assert tour.page.locator("html").get_attribute("lang") == "ru"
    tour.page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    is_wide = tour.page.evaluate("document.documentElement.scrollWidth") > NARROWEST
    return [f"wider than {NARROWEST} in Russian"] if is_wide else []


def test_escape_closes_the_menu_and_keeps_the_keyboard_there(tour: Tour) -> None:
    tour.go(visit("league:event", EVENT))
    summary = tour.page.locator(".menu > summary")
    summary.press("Enter")
    tour.page.get_by_role("link", name="Import results").focus()
    tour.page.keyboard.press("Escape")
    expect(tour.page.locator(".menu[open]")).to_have_count(0)
    expect(summary).to_be_focused()
