"""The tally sheet of Grand: columns in the order of bidding, naming and playing, and the setbacks to tick."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from league.printing.boxes import pick_seat, pick_suit, pick_value, write_figure_of, write_infractions
from league.printing.grand_key import list_keys, list_notes, list_preset_notes
from league.printing.grand_working import work_settlement
from league.printing.layout import Layout, make_column, mark_one
from league.printing.letters import letter_seat
from league.printing.sheet import Cell, Column
from rules.cards import SUIT_SIGNS, SUITS
from rules.grand import Grand
from rules.grand_deal import PLAYS, GrandDeal
from scoring.spellings import Option
from scoring.typed_line import Box

#: Boxes stand closer here than on other sheets: a deal of Grand has the most facts.
BOX = 5.05

#: Most games are shorter; a longer one goes on on a further page.
LINES = 20


def letter_play(play: str) -> str:
    """The letter of the game that was named."""
    return {
        "whist": pgettext("letter for Whist", "W"),
        "grand": pgettext("letter for Grand", "G"),
        "euchre": pgettext("letter for Euchre", "E"),
        "hearts": pgettext("letter for Hearts", "H"),
    }[play]


def letter_kind(kind: str) -> str:
    """The letter that is written for an infraction."""
    return {
        "revoke": pgettext("letter for a revoke", "R"),
        "low_trump_kept": pgettext("letter for a low trump kept", "T"),
        "too_many_cards": pgettext("letter for too many cards", "C"),
        "other": pgettext("letter for another infraction", "O"),
    }[kind]


def list_columns(game: Grand) -> tuple[Column, ...]:
    """Bidder, bid, game, trump, alone, what was taken, infraction: as a deal goes on."""
    seats = tuple(letter_seat(game, seat) for seat in game.seats)
    return (
        make_column(_("Bidder"), seats, box=BOX, starts_group=True),
        make_column(_("Bid"), (), width=10.5),
        make_column(_("Game named"), tuple(letter_play(play) for play in PLAYS), box=BOX, starts_group=True),
        make_column(_("Trump"), tuple(SUIT_SIGNS.values()), box=BOX),
        make_column(_("Alone"), tuple(_list_loners(game)), width=8, box=BOX),
        make_column(_("Tricks or hearts"), (), width=11, starts_group=True),
        make_column(_("Infraction, by"), (), width=11.5),
    )


def fill_cells(game: Grand, deal: GrandDeal) -> tuple[Cell, ...]:
    """A deal's facts in those columns."""
    taken = deal.hearts if deal.tricks is None else deal.tricks
    alone = (deal.alone, deal.defender_alone)
    return (
        mark_one(deal.bidder, game.seats),
        Cell(text=_write_bid(deal)),
        mark_one(deal.play, PLAYS),
        mark_one(deal.suit, SUITS),
        Cell(marked=tuple(place for place, is_alone in enumerate(alone) if is_alone)),
        Cell(text="" if taken is None else str(taken)),
        Cell(
            text=", ".join(f"{letter_kind(each.kind)} {letter_seat(game, each.offender)}" for each in deal.infractions)
        ),
    )


def list_boxes(game: Grand) -> tuple[Box, ...]:
    """What is typed in those columns: F after a forced bid, a dash for Hearts led instead, hearts in Hearts."""
    forced = Option(letter=pgettext("letter for a forced bid", "F"), name="forced", value=True)
    return (
        pick_seat(game, "bidder"),
        write_figure_of(game.Deal, "bid", options=(forced,), dash=Option(letter="–", name="eldest_lead", value=True)),
        pick_value("play", ((letter_play(play), play) for play in PLAYS)),
        pick_suit("suit"),
        _box_loners(game),
        write_figure_of(game.Deal, "tricks", other="hearts", when=(("play", "hearts"), ("eldest_lead", True))),
        write_infractions(game, letters=letter_kind),
    )


def _box_loners(game: Grand) -> Box:
    names = ("alone", "defender_alone")
    options = tuple(
        Option(letter=letter, name=name, value=True) for letter, name in zip(_list_loners(game), names, strict=False)
    )
    return Box(name="alone", kind="pick", many=len(options) > 1, options=options)


def _list_loners(game: Grand) -> Iterator[str]:
    """Who can play alone: the bidder, and by the house rule a defender."""
    if game.euchre_defend_alone == "no":
        yield ""
        return
    yield pgettext("letter for the bidder alone", "B")
    yield pgettext("letter for a defender alone", "D")


def _write_bid(deal: GrandDeal) -> str:
    """The bid, marked where the dealer was forced to it; a dash where Hearts was led instead."""
    if deal.eldest_lead:
        return "–"
    if deal.bid is None:
        return ""
    if not deal.forced:
        return str(deal.bid)
    # Not inside the f-string: gettext does not look for messages there.
    letter = pgettext("letter for a forced bid", "F")
    return f"{deal.bid} {letter}"


GRAND = Layout(
    columns=list_columns,
    fill=fill_cells,
    boxes=list_boxes,
    keys=list_keys,
    notes=list_notes,
    says=list_preset_notes,
    workings=work_settlement,
    reasons="below",
    dealer_width=16.5,
    score_width=9.5,
    count_lines=lambda game: LINES,
    spare_lines=5,
)
