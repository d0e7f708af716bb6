"""The tally sheets of Partnership Whist: odd tricks to a game, or every trick as at a whist drive."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import structs

from league.printing.boxes import list_suits, pick_value, write_infractions
from league.printing.layout import FIGURE, Layout, describe_rules, make_column, mark_one
from league.printing.letters import letter_seat, letter_side
from league.printing.sheet import Cell, Column, KeyTable
from rules.cards import SUIT_SIGNS, SUITS
from rules.partnership_whist import PartnershipWhist
from rules.partnership_whist_deal import HONOURS, TRICKS, WhistDeal, share
from rules.partnership_whist_lines import BOOK
from scoring.spellings import Option
from scoring.typed_line import Box

PENALTIES = ("three_tricks", "three_points", "minus_three")
#: Room for what was chosen for a revoke, in millimetres.
WIDE_BOX = 7.4

#: Lines of a drive where nothing says how many hands there are.
DRIVE_LINES = 24


def letter_penalty(penalty: str) -> str:
    """The short form of what the opponents chose for a revoke."""
    return {
        "three_tricks": pgettext("short for a penalty of three tricks", "3 tr"),
        "three_points": "+3",
        "minus_three": "\N{MINUS SIGN}3",
    }[penalty]


def find_whist_layout(game: PartnershipWhist) -> Layout:
    """At a drive the tricks are the points, which are not written twice."""
    return structs.replace(WHIST, scores="totals") if _is_drive(game) else WHIST


def count_lines(game: PartnershipWhist) -> int:
    """The hands agreed; else as many as bring both sides up to the target, and one for a ruling."""
    if game.hands != "open":
        return game.hands
    return DRIVE_LINES if game.goal is None else 2 * game.goal


def list_columns(game: PartnershipWhist) -> tuple[Column, ...]:
    """Trump, tricks, honours, revoke and what was chosen for it."""
    return tuple(_list_columns(game))


def fill_cells(game: PartnershipWhist, deal: WhistDeal) -> tuple[Cell, ...]:
    """A hand's facts in those columns."""
    return tuple(_list_cells(game, deal))


def list_boxes(game: PartnershipWhist) -> tuple[Box, ...]:
    """What is typed in those columns."""
    return tuple(_list_boxes(game))


def list_keys(game: PartnershipWhist) -> tuple[KeyTable, ...]:
    """What tricks bring a side; at a drive that needs no table."""
    if _is_drive(game):
        return ()
    span = range(BOOK + 1, TRICKS + 1)
    tricks = KeyTable(
        title=_("Tricks over book"),
        words=1,
        heads=(_("Tricks"), *(str(tricks) for tricks in span)),
        rows=((_("Points"), *(str(tricks - BOOK) for tricks in span)),),
    )
    return (tricks,)


def list_notes(game: PartnershipWhist) -> tuple[str, ...]:
    """How the sheet is written, and the house rules."""
    sums = _("The tricks of both sides make %(tricks)s: write them as taken, before any penalty.") % {"tricks": TRICKS}
    if _is_drive(game):
        return (sums, _("Every trick is a point."), *describe_rules(game, ("revoke",)))
    return (
        sums,
        _("A side that revoked cannot win the game in that hand."),
        *describe_rules(game, ("honour_points", "revoke", "game_value")),
    )


def _is_drive(game: PartnershipWhist) -> bool:
    return game.scoring == "all_tricks"


def _list_columns(game: PartnershipWhist) -> Iterator[Column]:
    no_trump = pgettext("short for no trump", "NT")
    yield make_column(_("Trump"), (*SUIT_SIGNS.values(), no_trump), starts_group=True)
    yield from _list_side_columns(game, _("Tricks"))
    if game.honour_points != "off":
        yield from _list_side_columns(game, _("Honours"))
    yield make_column(_("Revoke, by"), (), width=FIGURE, starts_group=True)
    if game.revoke == "opponents_choose":
        labels = tuple(letter_penalty(penalty) for penalty in PENALTIES)
        yield make_column(_("Penalty chosen"), labels, box=WIDE_BOX)


def _list_boxes(game: PartnershipWhist) -> Iterator[Box]:
    letters = pgettext("short for no trump", "NT")
    no_trump = Option(letter=letters, name="no_trump", value=True, also=(letters[:1],))
    yield Box(name="suit", kind="pick", options=(*list_suits("suit"), no_trump))
    yield from (Box(name=f"tricks-{side}", kind="number", low=0, high=TRICKS) for side in game.sides)
    if game.honour_points != "off":
        yield from (Box(name=f"honours-{side}", kind="number", low=0, high=HONOURS) for side in game.sides)
    yield write_infractions(game)
    if game.revoke == "opponents_choose":
        yield pick_value("penalty", ((letter_penalty(penalty), penalty) for penalty in PENALTIES))


def _list_side_columns(game: PartnershipWhist, group: str) -> Iterator[Column]:
    for place, side in enumerate(game.sides):
        title = letter_side(game, side)
        yield Column(title=title, kind="cell", width=FIGURE, group=group, starts_group=place == 0)


def _list_cells(game: PartnershipWhist, deal: WhistDeal) -> Iterator[Cell]:
    trump = (len(SUITS),) if deal.no_trump else () if deal.suit is None else (SUITS.index(deal.suit),)
    yield Cell(marked=trump)
    yield from (Cell(text=str(tricks)) for tricks in share(deal.tricks, whole=TRICKS).values())
    if game.honour_points != "off":
        held = share(deal.honours, whole=HONOURS)
        yield from (Cell(text=str(held[side]) if deal.honours else "") for side in game.sides)
    yield Cell(text=", ".join(letter_seat(game, revoke.offender) for revoke in deal.infractions))
    if game.revoke == "opponents_choose":
        yield mark_one(deal.penalty, PENALTIES)


WHIST = Layout(
    columns=list_columns,
    fill=fill_cells,
    boxes=list_boxes,
    keys=list_keys,
    notes=list_notes,
    count_lines=count_lines,
    spare_lines=4,
)
