"""The stylesheet's colours: readable in both themes (WCAG AA), and one dark theme however it was chosen."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parents[2].joinpath("static/oddtrick/oddtrick.css").read_text()
TOKEN = re.compile(r"--([a-z-]+):\s*(#[0-9a-f]{6});")


def tokens_after(selector: str) -> dict[str, str]:
    block = CSS.split(selector, 1)[1]
    return dict(TOKEN.findall(block[: block.index("}")]))


LIGHT = tokens_after("\n:root {")
DARK = LIGHT | tokens_after(':root[data-theme="dark"] {')

# text on ground
TEXT = [
    *[
        ("ink", ground)
        for ground in ("paper", "card", "inset", "accent-soft", "danger-soft", "warn-soft", "ns-soft", "ew-soft")
    ],
    *[("soft", ground) for ground in ("paper", "card", "inset", "warn-soft")],
    *[(text, ground) for text in ("accent", "danger", "suit-red", "ns", "ew") for ground in ("paper", "card")],
    ("accent-deep", "accent-soft"),
    ("danger", "danger-soft"),
    ("felt-ink", "felt"),
    ("felt-soft", "felt"),
    ("on-accent", "accent"),
    ("on-accent", "accent-deep"),
    ("on-side", "ns"),
    ("on-side", "ew"),
]
# edges of controls and the ring of the focus
EDGES = [(edge, ground) for edge in ("edge", "focus", "ns", "ew") for ground in ("paper", "card")]


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "least"), [(*p, 4.5) for p in TEXT] + [(*p, 3.0) for p in EDGES])
def test_pairs_are_readable(theme: dict[str, str], front: str, ground: str, least: float) -> None:
    assert contrast(theme[front], theme[ground]) >= least


def test_dark_by_choice_is_dark_by_device() -> None:
    assert tokens_after(':root:not([data-theme="light"]) {') == tokens_after(':root[data-theme="dark"] {')
    assert len(DARK) == len(LIGHT) > 20
