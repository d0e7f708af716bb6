"""What a phone does at a table whose network comes and goes, and what it is seen to have waiting."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from league.models import Table

URL = "/events/tuesday/round/1/table/1/"


def log_in(context: BrowserContext, url: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])


def read_stored(table: Table) -> list[tuple[int, str, int]]:
    """Place, maker and tricks of every hand that stands."""
    records = table.records.filter(void=False).order_by("position", "revision")
    return [(record.position, record.facts.get("maker", ""), record.facts.get("tricks", -1)) for record in records]


def choose(page: Page, group: str, option: str) -> None:
    page.get_by_role("group", name=group).get_by_role("radio", name=option).first.tap()


def enter(page: Page, maker: str, tricks: int) -> None:
    choose(page, "Who made trump?", maker)
    choose(page, "Tricks the makers took", str(tricks))
    page.locator("#save").tap()


def expect_waiting(page: Page, *labels: str) -> None:
    """The hands that the page lists as waiting, and their count in its head."""
    expect(page.locator("[data-entries] [data-label]")).to_have_text(list(labels), timeout=15_000)
    if labels:
        expect(page.locator("#waits b")).to_have_text(str(len(labels)))
        expect(page.locator("#waits")).to_be_visible()
    else:
        expect(page.locator("#waits")).to_be_hidden()


def expect_score(page: Page, score: str) -> None:
    expect(page.locator(".scoreboard b")).to_have_text(score.split("–"))


def open_table(page: Page, url: str = URL) -> None:
    """Open the table, and wait until the phone can do without network."""
    page.goto(url)
    expect(page.locator("#queue[data-ready]")).to_be_attached()


def keep_page(page: Page) -> None:
    """Wait until the page has its copy on the phone."""
    page.evaluate(
        """async (url) => {
            await navigator.serviceWorker.ready;
            while (!(await (await caches.open("pages")).match(url))) await new Promise((done) => setTimeout(done, 50));
        }""",
        URL,
    )


def wake(page: Page) -> None:
    """What a phone tells its pages when somebody takes it up again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
