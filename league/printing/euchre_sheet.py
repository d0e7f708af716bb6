"""The tally sheet of Euchre as leagues and evenings play it: as many lines as hands are agreed, or as a game takes."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from league.printing.boxes import mark_flag, pick_seat, write_figure_of, write_infractions
from league.printing.euchre_key import TRICKS, make_points_key
from league.printing.land_grant_sheet import list_bidding_boxes, remark_bidding
from league.printing.layout import FIGURE, Layout, describe_rules, make_column, mark_one
from league.printing.letters import letter_seat
from league.printing.sheet import Cell, Column, KeyTable
from rules.euchre import RENEGE, TABLES, Euchre, EuchreDeal
from scoring.typed_line import Box

#: Lines where nothing says how many hands there are, and as many as stand on one page.
USUAL_LINES = 20
MOST_LINES = 24


def count_lines(game: Euchre) -> int:
    """The hands agreed; or as many as the two sides can need to the target, but no more than stand on a page."""
    if game.hands != "open":
        return game.hands
    return USUAL_LINES if game.target == "none" else min(2 * game.target, MOST_LINES)


def list_columns(game: Euchre) -> tuple[Column, ...]:
    """Maker, alone, who defends alone, tricks, renege; and where it can be, that everybody passed."""
    seats = tuple(letter_seat(game, seat) for seat in game.seats)
    return (
        *([make_column(_("Passed"), ("",), starts_group=True)] if _can_pass(game) else []),
        make_column(_("Maker"), seats, starts_group=True),
        make_column(_("Alone"), ("",)),
        *([make_column(_("Defender alone"), seats)] if game.defend_alone != "no" else []),
        make_column(_("Makers' tricks"), tuple(str(tricks) for tricks in TRICKS), starts_group=True),
        make_column(_("Renege, by"), (), width=FIGURE),
    )


def fill_cells(game: Euchre, deal: EuchreDeal) -> tuple[Cell, ...]:
    """A hand's facts in those columns."""
    return tuple(_list_cells(game, deal))


def list_boxes(game: Euchre) -> tuple[Box, ...]:
    """What is typed in those columns."""
    return (
        *([mark_flag("passed_out")] if _can_pass(game) else []),
        pick_seat(game, "maker"),
        mark_flag("alone"),
        *([pick_seat(game, "lone_defender")] if game.defend_alone != "no" else []),
        write_figure_of(game.Deal, "tricks"),
        write_infractions(game),
    )


def list_keys(game: Euchre) -> tuple[KeyTable, ...]:
    """What a hand is worth under the event's house rules."""
    return (make_points_key(TABLES[game.euchred_loner]),)


def list_notes(game: Euchre) -> tuple[str, ...]:
    """What people at the table ask about the house rules."""
    rules = ["all_pass", "loner_renege", "assist_alone", "deck"]
    if game.defend_alone != "no":
        rules.insert(0, "defend_alone")
    if game.loner_credit != "none":
        rules.insert(0, "loner_credit")
    return (
        _("A renege ends the hand and brings the other side %(points)s points.") % {"points": RENEGE},
        *describe_rules(game, rules),
    )


def _can_pass(game: Euchre) -> bool:
    return game.all_pass != "stick_dealer"


def _list_cells(game: Euchre, deal: EuchreDeal) -> Iterator[Cell]:
    if _can_pass(game):
        yield Cell(marked=(0,) if deal.passed_out else ())
    yield mark_one(deal.maker, game.seats)
    yield Cell(marked=(0,) if deal.alone else ())
    if game.defend_alone != "no":
        yield mark_one(deal.lone_defender, game.seats)
    yield Cell(marked=() if deal.tricks is None else (deal.tricks,))
    yield Cell(text=", ".join(letter_seat(game, renege.offender) for renege in deal.infractions))


EUCHRE = Layout(
    columns=list_columns,
    fill=fill_cells,
    boxes=list_boxes,
    beside=list_bidding_boxes,
    remark=remark_bidding,
    keys=list_keys,
    notes=list_notes,
    count_lines=count_lines,
    counts=("loners_made",),
)
