"""Read printed paper back: its words and where they stand, what is marked, and where its QR code leads."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
from typing import NamedTuple

import pytest
import zxingcpp

POINTS_A_MM = 72 / 25.4
DOTS_AN_INCH = 150

_PAGE = re.compile(r"<page [^>]*>(.*?)</page>", re.DOTALL)
_WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>', re.DOTALL)


class Word(NamedTuple):
    """A printed word and its place on the page, in millimetres from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


class Picture(NamedTuple):
    """A page as a picture in shades of grey, a byte a dot."""

    width: int
    height: int
    dots: bytes

    def is_dark(self, x: float, y: float, *, radius: float) -> bool:
        """Whether most of the square around a place, in millimetres, is black."""
        scale = DOTS_AN_INCH / 25.4
        columns = range(round((x - radius) * scale), round((x + radius) * scale))
        rows = range(round((y - radius) * scale), round((y + radius) * scale))
        dots = [self.dots[row * self.width + column] for row in rows for column in columns]
        return sum(dot < 128 for dot in dots) > len(dots) / 2


def run_poppler(tool: str, *arguments: str, pdf: bytes) -> bytes:
    """What a program of poppler-utils makes of a PDF. Without them: a failure in CI, elsewhere a skip that says so."""
    if shutil.which(tool) is None:
        what = f"no {tool} on this machine (Debian package poppler-utils)"
        pytest.fail(what) if os.environ.get("CI") == "true" else pytest.skip(what)
    return subprocess.run([tool, *arguments], input=pdf, capture_output=True, check=True).stdout


def read_pages(pdf: bytes) -> list[list[Word]]:
    """The words of each page."""
    text = run_poppler("pdftotext", "-bbox", "-", "-", pdf=pdf).decode()
    return [
        [
            Word(html.unescape(match[5]), *(float(match[place]) / POINTS_A_MM for place in range(1, 5)))
            for match in _WORD.finditer(page)
        ]
        for page in _PAGE.findall(text)
    ]


def read_text(pdf: bytes) -> str:
    """All words in the order in which they stand, one space between them."""
    return " ".join(word.text for page in read_pages(pdf) for word in page)


def list_fonts(pdf: bytes) -> set[str]:
    """The fonts that the PDF carries, without the letters that tell its parts."""
    lines = run_poppler("pdffonts", "-", pdf=pdf).decode().splitlines()[2:]
    return {line.split()[0].partition("+")[2] for line in lines}


def draw_page(pdf: bytes, *, page: int = 1) -> Picture:
    """A page as a printer would put it on paper."""
    number = str(page)
    arguments = ("-gray", "-r", str(DOTS_AN_INCH), "-f", number, "-l", number, "-")
    picture = run_poppler("pdftoppm", *arguments, pdf=pdf)
    _kind, width, height = (part.decode() for part in picture.split(maxsplit=3)[:3])
    return Picture(int(width), int(height), picture[-int(width) * int(height) :])


def read_codes(pdf: bytes, *, page: int = 1) -> list[str]:
    """What a phone reads from the page's QR codes."""
    picture = draw_page(pdf, page=page)
    view = memoryview(picture.dots).cast("B", shape=[picture.height, picture.width])
    return [code.text for code in zxingcpp.read_barcodes(view)]


def find_collisions(page: list[Word]) -> list[tuple[str, str]]:
    """Words printed over each other: on one height, and one begins before the other ends."""
    return [
        (one.text, other.text)
        for place, one in enumerate(page)
        for other in page[place + 1 :]
        if abs(one.middle[1] - other.middle[1]) < 0.8 and min(one.right, other.right) - max(one.left, other.left) > 0.3
    ]
