"""The words for seats, sides, facts and reasons in the reader's language (scoring.wording says how)."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext, pgettext

from league.models import Seat
from league.models.people import Role
from league.selectors.people import find_person
from rules.game import Game, Values
from scoring import wording
from scoring.declared import Field

Names = wording.Names

#: The keys under which a sentence speaks of a side.
SIDE_KEYS = ("side", "other")


def has_compass(seats: Iterable[str]) -> bool:
    """Whether the seats of a table are called after the points of the compass; else they are A, B, C and so on."""
    return "N" in seats


def name_seat(seat: str, seats: Iterable[str]) -> str:
    """What a seat is called among the seats of its table: East, or Seat E where a table has no compass."""
    if has_compass(seats):
        return wording.name_seat(seat, translate=gettext)
    return gettext("Seat %(seat)s") % {"seat": seat}


def name_side(side: str, names: Names) -> str:
    """What a side is called: North–South, or the player where a side is one seat."""
    return wording.name_side(side, names, translate=gettext)


def name_in_seat(seat: Seat) -> str:
    """Who sits there: with whose place it is, with whom he plays by turns, that he is borrowed."""
    person = find_person(seat.player)
    name = person.name
    if seat.stands_in_for is not None and find_person(seat.stands_in_for) != person:
        name = gettext("%(player)s for %(absent)s") % {"player": name, "absent": find_person(seat.stands_in_for)}
    if seat.shared_with is not None and find_person(seat.shared_with) != person:
        words = {"player": name, "other": find_person(seat.shared_with)}
        name = gettext("%(player)s, by turns with %(other)s") % words
    return gettext("%(player)s (borrowed)") % {"player": name} if seat.borrowed else name


def join_names(names: list[str]) -> str:
    """Partners in one breath."""
    return " & ".join(names)


def write_total(figure: int) -> str:
    """A total; below nought with a minus as long as a figure."""
    return str(figure).replace("-", "\N{MINUS SIGN}")


def join_totals(figures: Iterable[int]) -> str:
    """Totals side by side: 7–3, or with signs 7 : −3."""
    figures = list(figures)
    return (" : " if min(figures) < 0 else "–").join(map(write_total, figures))


def tell_totals(totals: Mapping[str, int], names: Names) -> str:
    """A score for who hears it: North–South 7, East–West 3."""
    return ", ".join(f"{name_side(side, names)} {write_total(figure)}" for side, figure in totals.items())


def word_value(field: Field, value: object, names: Names) -> str:
    """A fact or a house rule in words: a player for a seat, a sign for a suit, yes or no for a flag."""
    if field.kind == "seats" and isinstance(value, tuple | list):
        return ", ".join(names.get(seat, seat) for seat in value)
    return wording.word_value(field, value, names, translate=gettext)


def word_reason(game: Game, template: str, values: Values, names: Names) -> str:
    """A reason or a fault as a sentence, translated, with names for the seats and the sides it speaks of."""
    values = {key: _write_spoken(game, key, value, names) for key, value in values.items()}
    return wording.word_reason(game, template, values, names, translate=gettext)


def word_changed_rules(game: Game, preset: str) -> tuple[str, ...]:
    """The single house rules that differ from a preset, each with its heading."""
    return wording.word_changed_rules(game, preset, translate=gettext)


def _write_spoken(game: Game, key: str, value: int | str, names: Names) -> int | str:
    """A figure below nought with its long minus, a side by its name."""
    if isinstance(value, int):
        return write_total(value) if value < 0 else value
    return name_side(str(value), names) if key in SIDE_KEYS and value in game.sides else value


def word_role(role: str) -> str:
    """As what somebody wrote (league.access.find_role), for readers who are shown no names."""
    return str(Role(role).label) if role in Role.values else pgettext("who", "somebody")


def word_day_and_time(moment: datetime.datetime) -> str:
    """A day in words and the time, as a list of what happened says it; the year only of another one."""
    local = timezone.localtime(moment)
    style = "MONTH_DAY_FORMAT" if local.year == timezone.localdate().year else "DATE_FORMAT"
    return f"{date_format(local, style)}, {time_format(local, 'H:i')}"


def word_moment(moment: datetime.datetime, *, dated: bool = False) -> str:
    """A date and time here; today only the time, unless `dated`."""
    local = timezone.localtime(moment)
    time = time_format(local, "H:i")
    if not dated and local.date() == timezone.localdate():
        return time
    return f"{date_format(local, 'DATE_FORMAT')}, {time}"
