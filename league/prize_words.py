"""Prizes in words: what a prize is for, what it was won with, how much it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from msgspec import Struct, structs

from league.selectors.prizes import Awarded
from league.wording import write_total
from rules.game import Values
from scoring.prize_rules import Prize
from scoring.prizes import Award
from scoring.sentences import word_sentence
from scoring.tiebreaks import TIE_BREAKS

#: The warnings that a decision of people can settle.
SETTLED_BY_PEOPLE = frozenset({"split", "each", "play_off"})


class Winner(Struct, frozen=True, kw_only=True):
    """Somebody who gets something: `number` is what is ranked, `amount` money and points in words."""

    number: int
    name: str
    amount: str


class PrizeRow(Struct, frozen=True, kw_only=True):
    """One line of a prize list: what for, what it was won with, and who gets what; nobody where it is not given."""

    title: str
    why: str
    winners: tuple[Winner, ...]
    is_shared: bool = False


class PrizeWarning(Struct, frozen=True, kw_only=True):
    """What has to be looked at before the prizes are given out."""

    text: str
    can_be_settled: bool


class WordedPrizes(Struct, frozen=True, kw_only=True):
    """A prize list in words. Amounts of money; `pot` is None where there is none."""

    rows: tuple[PrizeRow, ...]
    warnings: tuple[PrizeWarning, ...]
    given: str
    held_back: str
    pot: str
    left: str


def word_prizes_of(awarded: Awarded) -> WordedPrizes:
    """A whole prize list, in the order in which it is read."""
    titles = {prize.code: title_prize(prize) for prize in awarded.rules.prizes}
    prizes = awarded.prizes
    return WordedPrizes(
        rows=tuple(_list_rows(awarded, titles)),
        warnings=tuple(_list_warnings(awarded)),
        given=write_money(prizes.given),
        held_back=write_money(prizes.held_back) if prizes.held_back else "",
        pot=write_money(awarded.pot) if awarded.pot else "",
        left=write_money(prizes.left) if awarded.pot and prizes.left is not None else "",
    )


def list_sentences(awarded: Awarded | None) -> list[str]:
    """Each prize and who gets it, one sentence a prize: what a correction is compared by. None: nothing can be won."""
    rows = word_prizes_of(awarded).rows if awarded else ()
    return [_("%(prize)s: %(who)s") % {"prize": row.title, "who": _name_winners(row)} for row in rows]


def write_prizes(awarded: Awarded) -> dict[str, Any]:
    """A prize list as plain data, as the API gives it. Money is in cents."""
    titles = {prize.code: title_prize(prize) for prize in awarded.rules.prizes}
    prizes = awarded.prizes
    return {
        "awards": [
            {
                "prizes": list(award.prizes),
                "titles": [titles[code] for code in award.prizes],
                "id": award.entry,
                "name": awarded.names.get(award.entry, ""),
                "money": award.money,
                "points": award.points,
                "figure": award.figure,
                "level_with": list(award.level_with),
            }
            for award in prizes.awards
        ],
        "warnings": [
            {"code": warning.code, "text": worded.text, "entries": list(warning.entries)}
            for warning, worded in zip(prizes.warnings, _list_warnings(awarded), strict=True)
        ],
        "pot": awarded.pot,
        "given": prizes.given,
        "held_back": prizes.held_back,
        "left": prizes.left,
    }


def title_prize(prize: Prize) -> str:
    """What a prize is called: as it was named, or by what it is for."""
    if prize.title:
        return prize.title
    if prize.kind == "place" and prize.division:
        return _("%(division)s: place %(place)s") % {"division": prize.division, "place": prize.place}
    if prize.kind == "place":
        return _("Place %(place)s") % {"place": prize.place}
    if prize.kind == "most":
        return _("Most: %(count)s") % {"count": name_count(prize.count)}
    return {
        "lowest_total": _("Lowest total (booby prize)"),
        "high_game": _("Highest game"),
        "board": _("Highest score on the board"),
        "attendance": _("There most often"),
    }[prize.kind]


def name_count(code: str) -> str:
    """What something that is counted is called."""
    return _(TIE_BREAKS[code].title) if code in TIE_BREAKS else code


def write_money(cents: int) -> str:
    """An amount in whole money, with its cents."""
    return number_format(Decimal(cents) / 100, decimal_pos=2)


def word_amount(money: int, points: int) -> str:
    """What somebody gets: money, points, both, or the honour."""
    parts = [write_money(money)] if money else []
    parts += [_("points: %(points)s") % {"points": points}] if points else []
    return " + ".join(parts) or _("the honour")


def _list_rows(awarded: Awarded, titles: Mapping[str, str]) -> Iterable[PrizeRow]:
    by_codes: dict[tuple[str, ...], list[Award]] = {}
    for award in awarded.prizes.awards:
        by_codes.setdefault(award.prizes, []).append(award)
    shown: set[str] = set()
    for prize in awarded.rules.prizes:
        if prize.code in shown:
            continue
        codes = next((codes for codes in by_codes if prize.code in codes), (prize.code,))
        shown.update(codes)
        awards = by_codes.get(codes, [])
        yield PrizeRow(
            title=", ".join(titles[code] for code in codes),
            why=_word_figure(prize, awards[0].figure) if awards else "",
            winners=tuple(
                Winner(
                    number=award.entry,
                    name=awarded.names.get(award.entry, str(award.entry)),
                    amount=word_amount(award.money, award.points),
                )
                for award in awards
            ),
            is_shared=len(awards) > 1,
        )


def _word_figure(prize: Prize, figure: int) -> str:
    """What a prize was won with; a place needs no other figure."""
    values = {"figure": write_total(figure)}
    if prize.kind == "most":
        return _("%(count)s: %(figure)s") % {"count": name_count(prize.count), **values}
    return {
        "place": "",
        "lowest_total": _("points in all: %(figure)s") % values,
        "high_game": _("points in one game: %(figure)s") % values,
        "board": _("on the board: %(figure)s") % values,
        "attendance": _("times there: %(figure)s") % values,
    }[prize.kind]


def _list_warnings(awarded: Awarded) -> Iterable[PrizeWarning]:
    titles = {prize.title or prize.code: title_prize(prize) for prize in awarded.rules.prizes}
    for warning in awarded.prizes.warnings:
        spoken = structs.replace(warning, values={"prize": _name_prizes(warning.values, titles)})
        yield PrizeWarning(
            text=word_sentence(spoken, awarded.names, translate=_),
            can_be_settled=warning.code in SETTLED_BY_PEOPLE
            and any(set(warning.entries) <= set(tied) for tied in awarded.unresolved),
        )


def _name_prizes(values: Values, titles: Mapping[str, str]) -> str:
    """The prizes that a warning is about, as people read them instead of by their codes."""
    codes = str(values.get("prize", "")).split(", ")
    return ", ".join(titles.get(code, code) for code in codes)


def _name_winners(row: PrizeRow) -> str:
    names = ", ".join(f"{winner.name} ({winner.amount})" for winner in row.winners)
    return names or _("nobody yet")
