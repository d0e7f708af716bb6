"""A small elimination on a phone: enter pairs, choose the format, open the tables, read the bracket."""

from __future__ import annotations

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models import Event, Table
from league.services.recording import call_time, record_deal
from league.services.setup import create_event, create_league


def finish(table: Table, maker: str) -> None:
    record_deal(table, {"maker": maker, "tricks": 5}, position=1, key=f"{table.pk}", by=None, source="web")
    call_time(table, called=True, by=None, source="web")


def test_a_small_elimination(signed_in_phone: Page, account: User) -> None:
    page = signed_in_phone
    league = create_league("Riverside", by=account, source="web")
    event = create_event(league, name="Friday", game="land-grant-euchre", by=account, source="web")
    page.goto("/events/friday/entries/")
    page.get_by_label("Or type or paste them").fill("Ann & Bob\nCyd & Dee\nEve & Flo")
    page.get_by_role("button", name="Enter", exact=True).tap()
    for number, name in enumerate(("Ann & Bob", "Cyd & Dee", "Eve & Flo"), start=1):
        page.get_by_label(f"Seed of {name}").fill(str(number))
    page.get_by_role("button", name="Set the seeds").tap()
    page.get_by_role("link", name="How the rounds go").tap()
    page.get_by_label("single elimination", exact=True).check()
    page.get_by_role("button", name="Show what it comes to").tap()
    page.get_by_text("The best seed has a bye in the first round.").wait_for()
    page.get_by_role("button", name="Take this plan").tap()
    page.get_by_role("button", name="Open 1 table").tap()
    page.get_by_text("1 table is open.").wait_for()
    finish(Event.objects.get(pk=event.pk).tables.get(), "E")
    page.get_by_role("link", name="Bracket").tap()
    final = page.get_by_role("listitem").filter(has_text="Ann & Bob").filter(has_text="Eve & Flo")
    expect(final).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    final.get_by_role("link").tap()
    page.get_by_label("Eve & Flo gave it up or did not come").check()
    page.get_by_label("Why?").fill("They had to go")
    page.get_by_role("button", name="Write it down").tap()
    page.get_by_text("They had to go").wait_for()
