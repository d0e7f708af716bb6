"""A game of each kind on a phone, entered by tapping as it lies on the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models import Table
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league

NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Flo", "Gus")


@pytest.fixture
def page(signed_in_phone: Page, account: User) -> Page:
    add_players(create_league("Riverside", by=account, source="web"), NAMES, by=account, source="web")
    return signed_in_phone


def open_table(page: Page, account: User, game: str, *, count: int | None = None, **options: object) -> Table:
    league = account.memberships.get().league
    event = create_event(league, name="Tuesday", game=game, options=options, by=account, source="web")
    seats = dict(zip(event.make_rules(count).seats, league.players.all(), strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, players=count, by=account, source="web")
    page.goto("/events/tuesday/round/1/table/1/")
    return table


def tap(page: Page, group: str, *options: str) -> None:
    """Tap keys of a group by their words."""
    keys = page.get_by_role("group", name=re.compile(f"^{re.escape(group)}"))
    for option in options:
        keys.get_by_label(option, exact=True).first.tap()


def save(page: Page, scores: Sequence[object]) -> None:
    """Save the hand, and see the scoreboard follow."""
    page.get_by_role("button", name=re.compile("^Save hand")).last.tap()
    expect(page.locator(".scoreboard b")).to_have_text([str(score) for score in scores])


def expect_gains(page: Page, *gains: str) -> None:
    """What the preview shows before saving."""
    expect(page.locator("#preview .gain")).to_have_text(list(gains))


def test_seven_handed_euchre(page: Page, account: User) -> None:
    open_table(page, account, "seven-handed-euchre")
    tap(page, "Who bid highest?", "Bob")
    page.locator(".bids .key--bid-3 input").tap()
    expect(page.locator(".key--partner-B")).to_be_hidden()
    tap(page, "Partners", "Dee", "Flo")
    expect(page.locator("#preview")).to_contain_text("Say how many tricks")
    tap(page, "Tricks the bidder's side took", "4")
    expect_gains(page, "Bob +3", "Dee +3", "Flo +3")
    save(page, [0, 3, 0, 3, 0, 3, 0])

    tap(page, "Who bid highest?", "Gus")
    page.locator(".bids .key--bid-10 input").tap()
    expect(page.get_by_role("group", name=re.compile("^Partners"))).to_be_hidden()
    tap(page, "Tricks the bidder's side took", "6")
    save(page, [10, 13, 10, 13, 10, 13, 0])

    page.get_by_text("Revoke, passed out or misdeal").tap()
    page.get_by_role("button", name="Everybody passed").tap()
    expect(page.locator(".hands .what").first).to_have_text("Everybody passed")

    tap(page, "Who bid highest?", "Ann")
    page.locator(".bids .key--bid-6 input").tap()
    tap(page, "Partners", "Cyd", "Eve", "Gus")
    page.get_by_text("Revoke, passed out or misdeal").tap()
    tap(page, "Who revoked?", "Dee")
    save(page, [16, 13, 16, 13, 16, 13, 6])

    page.get_by_text("End the game").tap()
    page.get_by_role("button", name="Finish the game").tap()
    expect(page.get_by_text("Finished after 4 hands")).to_be_visible()
    expect(page.locator(".remarks")).to_contain_text("Booby prize for the fewest points: Gus with 6")


def test_grand(page: Page, account: User) -> None:
    open_table(page, account, "grand")
    expect(page.get_by_role("group", name="Tricks the bidders took")).to_be_hidden()
    tap(page, "Which game was named?", "Euchre")
    expect(page.get_by_role("group", name="Hearts the bidders took")).to_be_hidden()
    expect(page.locator("[name=bid]:visible")).to_have_count(5)
    page.locator("[name=bidder][value=N]").tap()
    tap(page, "The bid", "20")
    tap(page, "Tricks the bidders took", "3")
    expect_gains(page, "North–South −40 1 setback")
    page.get_by_role("checkbox", name=re.compile("^Went alone")).tap()
    tap(page, "Tricks the bidders took", "5")
    expect_gains(page, "North–South +25")
    save(page, [25, 0])

    tap(page, "Which game was named?", "Hearts")
    expect(page.get_by_role("group", name="Tricks the bidders took")).to_be_hidden()
    page.locator("[name=bidder][value=E]").tap()
    tap(page, "The bid", "10")
    tap(page, "Hearts the bidders took", "3")
    expect_gains(page, "North–South −10", "East–West −13 1 setback")
    save(page, [15, "−13"])
    expect(page.locator(".score--EW .ticks")).to_contain_text("1 setback")

    for bidder, score in (("S", [51, "−13"]), ("N", [87, "−13"])):
        tap(page, "Which game was named?", "Grand")
        page.locator(f"[name=bidder][value={bidder}]").tap()
        tap(page, "The bid", "20")
        tap(page, "Tricks the bidders took", "10")
        save(page, score)

    tap(page, "Which game was named?", "Whist")
    expect(page.get_by_role("checkbox", name=re.compile("^Went alone"))).to_be_hidden()
    page.locator("[name=bidder][value=S]").tap()
    tap(page, "The bid", "15")
    tap(page, "Tricks the bidders took", "9")
    expect(page.locator("#preview")).to_contain_text("the game ends")
    save(page, [102, "−13"])
    remarks = page.locator(".remarks li")
    expect(remarks).to_have_count(5)
    expect(remarks.last).to_have_text("The settlement decides: North–South wins.")


def test_yukon(page: Page, account: User) -> None:
    open_table(page, account, "yukon", count=4, target=125)
    page.get_by_label("Points: North–South").fill("70")
    together = page.locator(".by-points .together")
    expect(together).to_contain_text("125 of 125 points")
    expect(page.get_by_label("Points: East–West")).to_have_attribute("placeholder", "55")
    page.get_by_label("Points: East–West").fill("50")
    expect(together).to_contain_text("120 of 125 points")
    page.get_by_label("Points: East–West").fill("55")
    tap(page, "Who took the ace of spades?", "East–West")
    expect_gains(page, "North–South +70", "East–West +55")
    save(page, [70, 55])

    tap(page, "What is counted?", "Cards")
    expect(page.get_by_label("Points: North–South")).to_be_hidden()
    counts = {"Grand Yukon": 1, "Yukons": 1, "Tens": 2, "Aces": 1, "Kings": 3, "Queens": 2}
    for kind, count in counts.items():
        page.get_by_label(f"{kind}: North–South").fill(str(count))
    expect(page.locator("[data-points-of]")).to_have_text(["63", "62"])
    expect(page.locator(".by-cards .together")).to_have_class(re.compile("is-whole"))
    save(page, [133, 117])
    expect(page.get_by_text("North–South win 133–117")).to_be_visible()


def test_yukon_for_five(page: Page, account: User) -> None:
    open_table(page, account, "yukon", count=5)
    for name, points in (("Ann", 30), ("Bob", 22), ("Cyd", 41), ("Dee", 5)):
        page.get_by_label(f"Points: {name}").fill(str(points))
    save(page, [30, 22, 41, 5, 27])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_euchre(page: Page, account: User) -> None:
    open_table(page, account, "euchre", target=5)
    page.locator("[name=maker][value=N]").tap()
    tap(page, "Tricks the makers took", "5")
    expect_gains(page, "North–South +2")
    save(page, [2, 0])
    page.locator("[name=maker][value=E]").tap()
    page.get_by_text("Renege or misdeal").tap()
    tap(page, "Who reneged?", "Bob")
    save(page, [4, 0])
    page.locator("[name=maker][value=W]").tap()
    tap(page, "Tricks the makers took", "0")
    save(page, [6, 0])
    expect(page.get_by_text("North–South win 6–0")).to_be_visible()


def test_partnership_whist(page: Page, account: User) -> None:
    open_table(page, account, "partnership-whist", target=5)
    tap(page, "Tricks, North–South first", "9–4")
    expect_gains(page, "North–South +3")
    save(page, [3, 0])
    tap(page, "Tricks, North–South first", "8–5")
    save(page, [5, 0])
    expect(page.get_by_text("North–South win 5–0")).to_be_visible()


def test_the_keyboard_stays_on_the_button_that_saves(page: Page, account: User) -> None:
    open_table(page, account, "land-grant-euchre")
    for name in ("maker", "tricks"):
        page.locator(f"[name={name}]").first.focus()
        page.keyboard.press(" ")
    page.locator("#save").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Hand 1 is saved.").wait_for()
    expect(page.locator("#save")).to_be_focused()
