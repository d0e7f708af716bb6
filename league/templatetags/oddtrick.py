"""How figures of a score look on a page, and what games are called."""

from __future__ import annotations

import datetime

from django import template
from django.utils.translation import gettext

from league.wording import word_day_and_time, word_moment, write_total
from rules.catalog import GAMES

register = template.Library()

#: Ticks are bundled as on paper: the fifth strikes through four.
BUNDLE = 5


@register.filter
def signed(figure: int) -> str:
    """Points with their sign, the minus as long as the plus; nought has none."""
    return f"{figure:+d}".replace("-", "\N{MINUS SIGN}") if figure else "0"


@register.filter
def total(figure: int) -> str:
    """A total; below nought with a minus as long as a figure."""
    return write_total(figure)


@register.filter
def moment(when: datetime.datetime) -> str:
    """A date and time here; today only the time."""
    return word_moment(when)


@register.filter
def day_and_time(when: datetime.datetime) -> str:
    """A day in words, and the time here."""
    return word_day_and_time(when)


@register.filter
def game_title(key: str) -> str:
    """What a game is called."""
    return gettext(GAMES[key].title)


@register.filter
def ticks(count: int) -> list[str]:
    """The class of each of so many setback ticks; every fifth strikes through the four before it."""
    return ["strike" if number % BUNDLE == 0 else "stroke" for number in range(1, count + 1)]
