"""The tally sheet of Land-Grant Euchre: columns in the order in which a hand is told, and its scoring key."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import structs

from league.printing.boxes import mark_flag, pick_seat, pick_suit, write_figure_of, write_infractions
from league.printing.euchre_key import TRICKS, make_points_key
from league.printing.layout import FIGURE, Layout, describe_rules, make_column, mark_one
from league.printing.letters import letter_seat
from league.printing.sheet import Cell, Column, KeyTable
from rules.cards import SUIT_SIGNS
from rules.euchre_hands import POINTS, EuchreGame, EuchreHand
from rules.land_grant import Infraction, LandGrantDeal, LandGrantEuchre
from rules.land_grant_texts import KIND_WORDS
from scoring.declared import find_field
from scoring.steps import open_state
from scoring.typed_line import Box

#: Each of the at most 19 hands brings a point or more and the first side to 10 ends the game; a line for a ruling.
LINES = 20


def letter_kind(kind: str) -> str:
    """The letter that is written for an infraction."""
    return {
        "renege": pgettext("letter for a renege", "R"),
        "bid_out_of_turn": pgettext("letter for a bid out of turn", "B"),
        "lead_out_of_turn": pgettext("letter for a lead out of turn", "L"),
        "table_talk": pgettext("letter for table talk", "T"),
    }[kind]


def list_columns(game: LandGrantEuchre) -> tuple[Column, ...]:
    """Maker, alone, tricks, penalty: as a hand goes on."""
    return (
        make_column(_("Maker"), tuple(letter_seat(game, seat) for seat in game.seats), starts_group=True),
        make_column(_("Alone"), ("",)),
        make_column(_("Makers' tricks"), tuple(str(tricks) for tricks in TRICKS), starts_group=True),
        make_column(_("Penalty, by"), (), width=FIGURE + 3),
    )


def fill_cells(game: LandGrantEuchre, deal: LandGrantDeal) -> tuple[Cell, ...]:
    """A hand's facts in those columns."""
    return (
        mark_one(deal.maker, game.seats),
        Cell(marked=(0,) if deal.alone else ()),
        Cell(marked=() if deal.tricks is None else (deal.tricks,)),
        Cell(
            text=", ".join(f"{letter_kind(each.kind)} {letter_seat(game, each.offender)}" for each in deal.infractions)
        ),
    )


def list_boxes(game: LandGrantEuchre) -> tuple[Box, ...]:
    """What is typed in those columns."""
    return (
        pick_seat(game, "maker"),
        mark_flag("alone"),
        write_figure_of(game.Deal, "tricks"),
        write_infractions(game, letters=letter_kind),
    )


def list_bidding_boxes(game: EuchreGame) -> tuple[Box, ...]:
    """What can be said of the bidding, which the sheet has only among the remarks."""
    boxes = (pick_suit("suit"), write_figure_of(game.Deal, "round"), pick_suit("turned_down"))
    return tuple(structs.replace(box, title=_find_title(game, box.name)) for box in boxes)


def _find_title(game: EuchreGame, name: str) -> str:
    field = find_field(game.Deal, name)
    return _(field.title) if field else name


def remark_bidding(game: EuchreGame, deal: EuchreHand) -> str:
    """What was recorded of the bidding: ♥, round 2, ♣ turned down."""
    parts = [SUIT_SIGNS[deal.suit]] if deal.suit else []
    if deal.round:
        parts.append(_("round %(round)s") % {"round": deal.round})
    if deal.turned_down:
        parts.append(_("%(suit)s turned down") % {"suit": SUIT_SIGNS[deal.turned_down]})
    return ", ".join(parts)


def list_keys(game: LandGrantEuchre) -> tuple[KeyTable, ...]:
    """What a hand and what an offence is worth under the event's house rules."""
    penalties = KeyTable(
        title=_("Penalties: points to the other side"),
        words=2,
        heads=("", _("Offence"), _("Hand"), _("Loner")),
        rows=tuple((letter_kind(kind), _(words), *_list_penalties(game, kind)) for kind, words in KIND_WORDS.items()),
    )
    return make_points_key(POINTS), penalties


def list_notes(game: LandGrantEuchre) -> tuple[str, ...]:
    """What people at the table ask about the sheet and the house rules."""
    return (
        _("A side's first table talk is a warning: mark it, no points."),
        *describe_rules(game, ("loss_of_bid", "defender_offence", "warning_scope")),
    )


def _list_penalties(game: LandGrantEuchre, kind: str) -> tuple[str, str]:
    """What an offence brings the other side: on an ordinary hand, and on a loner."""
    return _write_penalty(game, kind, alone=False), _write_penalty(game, kind, alone=True)


def _write_penalty(game: LandGrantEuchre, kind: str, *, alone: bool) -> str:
    makers, defenders = (_ask_penalty(game, kind, offender=seat, alone=alone) for seat in ("N", "E"))
    if makers == defenders:
        return str(makers)
    return _("%(makers)s, by defenders %(defenders)s") % {"makers": makers, "defenders": defenders}


def _ask_penalty(game: LandGrantEuchre, kind: str, *, offender: str, alone: bool) -> int:
    """Ask the rules themselves: North made trump, everybody stands warned, and the offender does it."""
    infraction = Infraction(kind=kind, offender=offender)  # type: ignore[arg-type]
    deal = LandGrantDeal(maker="N", alone=alone, infractions=(infraction,))
    return sum(line.points for line in game.lines(deal, open_state(game, warned=game.warnable)))


LAND_GRANT = Layout(
    columns=list_columns,
    fill=fill_cells,
    boxes=list_boxes,
    beside=list_bidding_boxes,
    remark=remark_bidding,
    keys=list_keys,
    notes=list_notes,
    count_lines=lambda game: LINES,
    counts=("loners_made",),
)
