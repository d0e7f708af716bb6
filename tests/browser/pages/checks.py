"""What holds on every page: what axe finds, reflow, targets, names, and that the keyboard reaches and shows everything.

Each check gives its faults in words, so that one visit tells all of them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
SCRIPT = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")

#: WCAG 2.2 at level AA, and what else axe holds to be good.
TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
#: What another theme can change.
COLOURS = ("color-contrast", "link-in-text-block")

#: The narrowest page that is read without scrolling sideways (WCAG 1.4.10), and a phone, in CSS pixels.
NARROWEST, PHONE, HEIGHT = 320, 390, 844


def find_faults(page: Page, *, by_keyboard: bool = True) -> list[str]:
    """The faults of the page that is open at the width of a phone, with everything unfolded, in both themes.

    Going through a page `by_keyboard` takes as long as most else together. The page is left at the narrowest width.
    """
    page.evaluate(SCRIPT)
    page.evaluate("looks.unfold()")
    faults = [f"light: {fault}" for fault in run_axe(page, {"type": "tag", "values": TAGS})]
    with_theme(page, "dark")
    faults += [f"dark: {fault}" for fault in run_axe(page, {"type": "rule", "values": COLOURS})]
    with_theme(page, "light")
    faults += [*page.evaluate("looks.findFaults()"), *find_wide(page, PHONE)]
    if by_keyboard:
        faults += check_keyboard(page)
    page.set_viewport_size({"width": NARROWEST, "height": HEIGHT})
    return [*faults, *find_wide(page, NARROWEST)]


def with_theme(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Show the page as on a device with this theme, without movements."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def run_axe(page: Page, what: dict[str, Any]) -> list[str]:
    """What axe finds: the rule, and the elements that break it.

    The page itself makes words of it: what axe says of all that it has looked at is long on the way to Python.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate("what => looks.runAxe(what)", what)
    return found


def check_keyboard(page: Page) -> list[str]:
    """Press Tab through the page: every control is reached, so none holds the keyboard, and shows it."""
    presses = page.evaluate("looks.watchFocus()")
    missed = presses + 1
    # Some controls show only when the focus is beside them: go on as long as more of them are reached.
    while 0 < presses < missed:
        for _press in range(presses):
            page.keyboard.press("Tab")
        presses, missed = page.evaluate("looks.findMissed().length"), presses
    faults: list[str] = page.evaluate("looks.tellFocus()")
    return faults


def find_wide(page: Page, width: int) -> list[str]:
    """What is wider than the page, which has this width."""
    return [f"wider than {width}: {what}" for what in page.evaluate("looks.findWide()")]
