"""The tally sheet of Seven-handed Euchre: seven columns with names on top, and the prizes below."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.printing.boxes import pick_seat, pick_seats, pick_suit, write_figure_of, write_infractions
from league.printing.layout import Layout, describe_rules, make_column, mark_one
from league.printing.letters import letter_seat
from league.printing.score_columns import NO_POINTS
from league.printing.sheet import Cell, Column, KeyTable, Working, WorkingLine
from league.printing.short_names import shorten_names
from rules.cards import SUIT_SIGNS, SUITS
from rules.seven_handed import SevenHandedDeal, SevenHandedEuchre
from rules.seven_handed_lines import PARTNERS, TRICKS
from scoring.sheet import Folded
from scoring.spellings import Option
from scoring.typed_line import Box

#: Boxes stand closer here than on other sheets: seven seats are to be marked.
BOX = 5.0

#: Three deals for each of the seven, so that everybody has dealt as often.
LINES = 21


def list_columns(game: SevenHandedEuchre) -> tuple[Column, ...]:
    """Bidder, bid, trump, partners, tricks, revoke: as a hand goes on."""
    return (
        make_column(pgettext("heading of a narrow column", "Bidder"), (), width=9.5, starts_group=True),
        make_column(_("Bid"), (), width=8.5),
        make_column(_("Trump"), tuple(SUIT_SIGNS.values()), box=BOX),
        make_column(_("Partners"), tuple(letter_seat(game, seat) for seat in game.seats), box=BOX),
        make_column(_("Tricks"), (), width=9.0, starts_group=True),
        make_column(_("Revoke, by"), (), width=9.5),
    )


def fill_cells(game: SevenHandedEuchre, deal: SevenHandedDeal) -> tuple[Cell, ...]:
    """A hand's facts in those columns; a dash where everybody passed."""
    return (
        Cell(text=letter_seat(game, deal.bidder or "")),
        Cell(text=NO_POINTS if deal.passed_out else str(deal.bid or "")),
        mark_one(deal.suit, SUITS),
        Cell(marked=tuple(game.seats.index(seat) for seat in deal.partners)),
        Cell(text="" if deal.tricks is None else str(deal.tricks)),
        Cell(text=", ".join(letter_seat(game, infraction.offender) for infraction in deal.infractions)),
    )


def list_boxes(game: SevenHandedEuchre) -> tuple[Box, ...]:
    """What is typed in those columns."""
    return (
        pick_seat(game, "bidder"),
        Box(
            name="bid",
            kind="number",
            high=max(PARTNERS),
            dash=Option(letter=NO_POINTS, name="passed_out", value=True),
        ),
        pick_suit("suit"),
        pick_seats(game, "partners"),
        write_figure_of(game.Deal, "tricks"),
        write_infractions(game),
    )


def remark_pass(game: SevenHandedEuchre, deal: SevenHandedDeal) -> str:
    """That everybody passed, which no line says."""
    return _("Everybody passed") if deal.passed_out else ""


def list_keys(game: SevenHandedEuchre) -> tuple[KeyTable, ...]:
    """Bids, partners, and to whom the number bid goes."""
    few = tuple(bid for bid, partners in PARTNERS.items() if partners == 2 and bid >= game.min_bid)
    many = tuple(bid for bid, partners in PARTNERS.items() if partners == 3)
    each = game.credit == "each"
    made = _("to bidder and each partner") if each else _("divided among bidder and partners")
    failed = _("to each adversary") if each else _("divided among the adversaries")
    return (
        KeyTable(
            title=_("The number bid is credited, never more"),
            words=2,
            heads=(_("Bid"), _("Partners"), _("Tricks needed"), _("Made"), _("Failed")),
            rows=(
                (f"{few[0]}–{few[-1]}", str(PARTNERS[few[0]]), _("the bid"), made, failed),
                (f"{many[0]}, {many[-1]}", str(PARTNERS[many[0]]), _("the bid"), made, failed),
                ("10", _("alone, with the widow"), str(TRICKS[10]), _("to the bidder"), failed),
                ("20", _("alone, without the widow"), str(TRICKS[20]), _("to the bidder"), failed),
            ),
        ),
    )


def list_notes(game: SevenHandedEuchre) -> tuple[str, ...]:
    """What people at the table ask about the sheet and the house rules."""
    return (
        _("Write a dash for the bid where everybody passed."),
        _("A revoke ends the hand: the other side gets the number bid."),
        _("A bid of 10 is made before the widow is seen."),
        *describe_rules(game, ("all_pass", "prize_tie", "table_prizes")),
    )


def work_prizes(game: SevenHandedEuchre, folded: Folded | None, names: Mapping[str, str]) -> tuple[Working, ...]:
    """Who has most and fewest points; dotted lines until the game is finished."""
    prizes: Any = {} if folded is None else folded.honours.get("prizes", {})
    shorts = shorten_names(names)
    titles = {"high": _("Most points"), "booby": _("Booby prize: fewest points")}
    lines = tuple(
        WorkingLine(label=title, texts=(_join_seats(game, prizes[code], shorts) if prizes else "",))
        for code, title in titles.items()
    )
    return (Working(title=_("Prizes"), heads=(), lines=lines),)


def _join_seats(game: SevenHandedEuchre, seats: list[str], shorts: Mapping[str, str]) -> str:
    if not seats:
        return _("none, all are level")
    return ", ".join(f"{letter_seat(game, seat)} {shorts.get(seat, '')}".strip() for seat in seats)


SEVEN_HANDED = Layout(
    columns=list_columns,
    fill=fill_cells,
    boxes=list_boxes,
    remark=remark_pass,
    keys=list_keys,
    notes=list_notes,
    workings=work_prizes,
    scores="together",
    reasons="below",
    hidden_codes=frozenset({"made_as_partner", "revoke_for_partner"}),
    dealer_width=15.5,
    score_width=10.2,
    count_lines=lambda game: LINES,
    spare_lines=7,
)
