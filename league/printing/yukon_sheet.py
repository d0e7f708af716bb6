"""The tally sheets of Yukon: a line for each side with its cards, or a line for each deal where there are too many.

Either has the points of all sides beside the sum of the pack, to be ticked, and who took the ace of spades.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from league.printing.boxes import pick_side, write_infractions
from league.printing.layout import FIGURE, Layout, make_column, mark_one
from league.printing.letters import letter_side
from league.printing.sheet import Cell, Column
from league.printing.yukon_key import list_keys, list_notes, list_preset_notes
from rules.yukon import Yukon
from rules.yukon_cards import CARD_VALUES, PACK, PACK_POINTS
from rules.yukon_deal import NO_CARDS, YukonDeal
from rules.yukon_texts import CARD_TITLES
from scoring.spellings import Option
from scoring.typed_line import Box

ACE_OF_SPADES = "♠"
#: Room for the number of cards of a kind, in millimetres.
COUNT = 13.5
BOX = 5.0
#: Lines of the sides that a page has room for.
MOST_LINES = 24


def count_deals(game: Yukon) -> int:
    """The longest that a game can be, and a further deal for a tie."""
    if game.target == "single_deal":
        return 2
    if game.target == "each_deals_once":
        return game.players + 1
    below_target = len(game.sides) * (game.target - 1)
    return below_target // PACK_POINTS[game.card_values] + 2


def find_yukon_layout(game: Yukon) -> Layout:
    """A line for each side, as long as all of them have room on a page."""
    return BY_SIDES if count_deals(game) * len(game.sides) <= MOST_LINES else BY_DEALS


def write_check(game: Yukon) -> str:
    """What the points of all sides come to."""
    return f"= {PACK_POINTS[game.card_values]}"


def list_side_columns(game: Yukon) -> tuple[Column, ...]:
    """How many cards of each kind a side has, and whether the ace of spades is one of them."""
    worth = CARD_VALUES[game.card_values]
    counts = tuple(
        Column(
            title=f"{_(CARD_TITLES[kind])} ×\N{NO-BREAK SPACE}{worth[kind]}",
            kind="cell",
            width=COUNT,
            group=_("Cards captured"),
            starts_group=place == 0,
        )
        for place, kind in enumerate(PACK)
    )
    return (*counts, make_column(_("Ace of spades"), (ACE_OF_SPADES,), width=FIGURE))


def fill_side(game: Yukon, deal: YukonDeal, side: str) -> tuple[Cell, ...]:
    """A side's cards; nothing where its points were written down instead."""
    ace = Cell(marked=(0,) if deal.ace_of_spades == side else ())
    if deal.cards is None:
        return (*(Cell() for _kind in PACK), ace)
    cards = deal.cards.get(side, NO_CARDS)
    return (*(Cell(text=str(getattr(cards, kind))) for kind in PACK), ace)


def list_deal_columns(game: Yukon) -> tuple[Column, ...]:
    """Who took the ace of spades; the points follow."""
    sides = tuple(letter_side(game, side) for side in game.sides)
    return (make_column(_("Ace of spades"), sides, box=BOX, starts_group=True),)


def fill_deal(game: Yukon, deal: YukonDeal) -> tuple[Cell, ...]:
    """A deal's facts in those columns."""
    return (mark_one(deal.ace_of_spades, game.sides),)


def list_side_boxes(game: Yukon) -> tuple[Box, ...]:
    """What is typed on the lines of the sides, one after the other."""
    return tuple(box for side in game.sides for box in _list_boxes_of(side))


def list_deal_boxes(game: Yukon) -> tuple[Box, ...]:
    """What is typed where a deal has one line; the points follow."""
    return (pick_side(game, "ace_of_spades"),)


def list_revoke_boxes(game: Yukon) -> tuple[Box, ...]:
    """A revoke, which the sheet has no column for, where it ends the deal."""
    may_end = game.revoke == "forfeit_deal" and len(game.sides) == 2
    return (write_infractions(game, title=_("Revoke, by")),) if may_end else ()


def list_card_boxes(game: Yukon) -> tuple[Box, ...]:
    """The cards of each side, where there is no column for them: a figure for each kind, as the remarks have them."""
    words = {"fact": _("Cards"), "kinds": ", ".join(_(CARD_TITLES[kind]) for kind in PACK)}
    cards = (
        Box(
            name=f"cards-{side}",
            kind="counts",
            names=tuple(PACK),
            title=_("%(fact)s (%(kinds)s): %(side)s") % {**words, "side": letter_side(game, side)},
        )
        for side in game.sides
    )
    return (*list_revoke_boxes(game), *cards)


def keep_cards(game: Yukon, facts: dict[str, Any]) -> dict[str, Any]:
    """Cards and points both stand on the sheet: where they agree, the points follow from the cards."""
    cards, points = facts.get("cards"), facts.get("points")
    if cards is None or points is None:
        return facts
    worth = CARD_VALUES[game.card_values]
    sums = {side: sum(worth[kind] * figure for kind, figure in cards.get(side, {}).items()) for side in game.sides}
    if all(points.get(side, sums[side]) == sums[side] for side in game.sides):
        return {name: value for name, value in facts.items() if name != "points"}
    return facts


def _list_boxes_of(side: str) -> tuple[Box, ...]:
    counts = (Box(name=f"cards-{side}-{kind}", kind="number", low=0, high=most) for kind, most in PACK.items())
    ace = Option(letter="", name="ace_of_spades", value=side, also=(ACE_OF_SPADES, "S"))
    return (*counts, Box(name=f"ace_of_spades-{side}", kind="pick", options=(ace,)))


def remark_cards(game: Yukon, deal: YukonDeal) -> str:
    """The cards of each side, where there is no column for them: the kinds once, then the numbers."""
    if deal.cards is None:
        return ""
    kinds = ", ".join(_(CARD_TITLES[kind]) for kind in PACK)
    counts = (
        " ".join((letter_side(game, side), *(str(getattr(deal.cards.get(side, NO_CARDS), kind)) for kind in PACK)))
        for side in game.sides
    )
    return _("Cards captured (%(kinds)s): %(counts)s") % {"kinds": kinds, "counts": "; ".join(counts)}


#: The figures of a deal stand in its columns; a revoke is still said.
SHOWN = frozenset({"points", "cards"})

BY_SIDES = Layout(
    columns=list_side_columns,
    fill=fill_deal,
    fill_side=fill_side,
    boxes=list_side_boxes,
    types_points=True,
    beside=list_revoke_boxes,
    tidy=keep_cards,
    check=write_check,
    keys=list_keys,
    notes=list_notes,
    says=list_preset_notes,
    reasons="below",
    hidden_codes=SHOWN,
    count_lines=count_deals,
)
BY_DEALS = Layout(
    columns=list_deal_columns,
    fill=fill_deal,
    boxes=list_deal_boxes,
    types_points=True,
    beside=list_card_boxes,
    tidy=keep_cards,
    remark=remark_cards,
    check=write_check,
    keys=list_keys,
    notes=list_notes,
    says=list_preset_notes,
    scores="both",
    reasons="below",
    hidden_codes=SHOWN,
    count_lines=count_deals,
)
