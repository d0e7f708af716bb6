"""The page about the API: drawn from the site's own files, under the content policy of every other page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, ConsoleMessage, expect
from pytest_django.live_server_helper import LiveServer


@pytest.mark.usefixtures("transactional_db")
def test_the_page_is_drawn_without_a_complaint_and_scores_a_sheet(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(base_url=live_server.url)
    context.set_default_timeout(30_000)
    page = context.new_page()
    complaints: list[str] = []
    strangers: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: strangers.append(request.url) if live_server.url not in request.url else None)

    response = page.goto("/api/v1/docs/")
    assert response is not None
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    score = page.locator("[id$='-score']").filter(has_text="/api/v1/score")
    expect(score).to_be_visible()
    score.get_by_role("button").first.click()
    score.get_by_role("button", name="Try it out").click()
    score.locator("textarea").fill('{"game": "land-grant-euchre", "deals": [{"maker": "N", "tricks": 5}]}')
    score.get_by_role("button", name="Execute").click()
    expect(score.locator(".live-responses-table")).to_contain_text(re.compile(r"March: the makers took all 5 tricks"))
    assert [url for url in strangers if not url.startswith("data:")] == []
    assert complaints == []
    context.close()
