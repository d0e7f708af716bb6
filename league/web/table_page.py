"""What the page of one table shows: the score, the hands so far, and to those who may record, the forms."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from league.access import may_correct, name_right
from league.models import DealRecord, Player, Table
from league.selectors.people import find_person
from league.selectors.sheets import find_next_position, fold_table, list_facts, list_records, select_before
from league.web.calls import describe_call
from league.web.deal_form import DealForm
from league.web.deal_forms import find_form
from league.web.hand_rows import HandRow, make_row
from league.web.lookup import TableVisitor
from league.web.penalties import describe_prices, describe_warned
from league.web.queue import describe_queue
from league.web.ruling_form import RulingForm, UndoForm
from league.web.stage_bar import word_stage
from league.web.writers import name_writer
from league.wording import Names, join_names, join_totals, name_in_seat, name_side, word_reason
from rules.game import Game
from scoring.sheet import Folded


class Notice(Struct, frozen=True, kw_only=True):
    """What has just happened, or why it has not. `tone`: good, warn or bad.

    `is_taken`: something else stands where this was to go, so that sending it again as it is cannot help.
    `told` is what the script of the page is told beside the words, by the names of attributes.
    `differs_at`: the position of the hand on which two sides differ, where this is about no more than that.
    """

    tone: str
    title: str
    text: str = ""
    is_taken: bool = False
    told: Mapping[str, str] = {}
    differs_at: int = 0


class Preview(Struct, frozen=True, kw_only=True):
    """What a hand would bring: its row, or what is still missing from it, or what is wrong with it.

    `warnings` say what is allowed but looks like a mistake, `remarks` what a penalty brings beside its points.
    """

    row: HandRow | None = None
    ends_game: bool = False
    warnings: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    missing: str = ""
    faults: tuple[str, ...] = ()


class TableState(Struct, frozen=True, kw_only=True):
    """A table read once: names by seat, who sits there, records, the sheet folded, and the hands as rows, newest first.

    `titles` are the names with what is special about a seat. `before` is set where only the entries before a position
    were read: what follows is not for this visitor yet.
    """

    table: Table
    game: Game
    names: Names
    players: tuple[Player, ...]
    records: list[DealRecord]
    folded: Folded
    rows: list[HandRow]
    before: int | None = None
    titles: Names = {}

    @property
    def next_position(self) -> int:
        """The place of the next entry on the sheet."""
        return find_next_position(self.records)

    @property
    def is_closed(self) -> bool:
        """Whether no more hands can be entered."""
        return self.folded.finished or not self.table.event.is_open


class TableForms(Struct, frozen=True, kw_only=True):
    """The forms of the page; one that came back with faults stands in place of a fresh one."""

    deal: DealForm | None = None
    undo: UndoForm | None = None
    ruling: RulingForm | None = None


def read_table(table: Table, *, before: int | None = None) -> TableState:
    """Read a table and fold its sheet, or only the entries before a position."""
    game = table.rules
    seats = list(table.seats.select_related("player", "stands_in_for", "shared_with"))
    names = {seat.seat: find_person(seat.player).name for seat in seats}
    records = select_before(list_records(table), before)
    folded = fold_table(table, records=records)
    rows = [make_row(game, step, names) for step in reversed(folded.steps)]
    return TableState(
        table=table,
        game=game,
        names=names,
        players=tuple(find_person(seat.player) for seat in seats),
        records=records,
        folded=folded,
        rows=rows,
        before=before,
        titles={seat.seat: name_in_seat(seat) for seat in seats},
    )


def describe_table(
    state: TableState,
    *,
    visitor: TableVisitor,
    forms: TableForms | None = None,
    preview: Preview | None = None,
    notice: Notice | None = None,
) -> dict[str, Any]:
    """The context of the page."""
    table, event = state.table, state.table.event
    context = {
        "table": table,
        "event": event,
        "title": _("Table %(number)s") % {"number": table.number},
        "crumbs": list_crumbs(table) if "see" in visitor.own else [],
        "may_browse": "see" in visitor.own,
        "players": state.players,
        "url": reverse("league:table", args=[event.slug, table.round.number, table.number]),
        "target": state.game.goal,
        "game": state.game,
        "has_many_sides": len(state.game.sides) > 2,
        "sides": [_describe_side(state, side) for side in state.game.sides],
        "result": word_result(state.game, state.folded, state.names),
        "remarks": word_remarks(state.game, state.folded, state.names),
        "hand_number": state.folded.state.played + 1,
        "dealer": state.names.get(state.folded.state.dealer, ""),
        "dealer_seat": state.folded.state.dealer,
        "rows": state.rows,
        "is_whole": state.before is None,
        "hand_template": [f"league/hand/{event.game}.html", "league/hand/any.html"],
        "notice": notice,
        "preview": preview,
        "stage_text": "" if event.is_open else word_stage(event),
        "rights": visitor.rights,
        "may_record": "record" in visitor.rights,
        "has_ended_link": visitor.has_ended_link,
        "may_rule": "rule" in visitor.rights,
        "may_change": list_changeable(state, visitor.rights),
        "opened": visitor.opened,
        "writer": visitor.writer,
        "own_side": _describe_side(state, visitor.side) if visitor.side else None,
        "warned": describe_warned(state),
        **describe_call(table, visitor=visitor),
    }
    if not context["may_record"]:
        return context
    dealer, position = state.folded.state.dealer, state.next_position
    queue = describe_queue(state.game, names=state.names, dealer=dealer, position=position)
    queue["writer_name"] = name_writer(visitor.writer, table, state.names)
    return context | queue | _describe_forms(state, forms or TableForms(), visitor)


def list_changeable(state: TableState, rights: Collection[str]) -> set[int]:
    """The places of the entries that whoever has these rights may correct now."""
    if not may_correct(state.table.event, rights):
        return set()
    facts = list_facts(state.records)
    return {position for position, each in facts.items() if name_right([each]) == "record" or "rule" in rights}


def may_take_off(state: TableState, visitor: TableVisitor) -> bool:
    """Whether there is a last entry that this visitor may take off: a ruling only by who may rule, and nothing by a
    phone at a table whose result is confirmed.
    """
    if not state.rows or (visitor.opened is not None and state.table.confirmed_at is not None):
        return False
    return state.rows[0].kind != "ruling" or "rule" in visitor.own


def make_deal_form(state: TableState, data: Any = None) -> DealForm:
    """The form of the next hand, fresh or filled."""
    return find_form(state.game)(
        data,
        game=state.game,
        names=state.names,
        state=state.folded.state,
        initial=make_initial(state.next_position),
    )


def describe_form_prices(state: TableState, form: DealForm) -> dict[str, Any] | None:
    """What penalties cost on the hand as far as its form is filled."""
    facts = form.read_facts() if form.is_bound and form.is_valid() else {}
    return describe_prices(state.game, facts, state.folded.state, state.names)


def make_undo_form(state: TableState, data: Any = None) -> UndoForm:
    """The form that takes the last entry off, fresh or filled."""
    initial = make_initial(state.next_position - 1) | {"reason": _("Entered by mistake")}
    return UndoForm(data, initial=initial, auto_id="undo_%s")


def make_ruling_form(state: TableState, data: Any = None) -> RulingForm:
    """The form of a ruling, fresh or filled."""
    initial = make_initial(state.next_position)
    return RulingForm(data, game=state.game, names=state.names, initial=initial, auto_id="ruling_%s")


def make_initial(position: int) -> dict[str, Any]:
    """What a fresh form of an entry at a position carries."""
    return {"key": str(uuid.uuid4()), "position": position}


def _describe_forms(state: TableState, forms: TableForms, visitor: TableVisitor) -> dict[str, Any]:
    is_open, is_whole = state.table.event.is_open, state.before is None
    undo = forms.undo or (make_undo_form(state) if may_take_off(state, visitor) else None)
    deal = None if state.is_closed else forms.deal or make_deal_form(state)
    return {
        "form": deal,
        "deal_template": [f"league/deal/{state.table.event.game}.html", "league/deal/any.html"],
        "filled": _find_filled(deal),
        "prices": describe_form_prices(state, deal) if deal is not None else None,
        "refusal": " ".join(str(text) for texts in deal.errors.values() for text in texts) if deal else "",
        "undo_form": undo if is_open and is_whole else None,
        "last_row": state.rows[0] if state.rows else None,
        "ruling_form": (
            (forms.ruling or make_ruling_form(state)) if is_open and is_whole and not state.table.time_called else None
        ),
        "may_call_time": is_open and not state.folded.is_over,
    }


def _find_filled(form: DealForm | None) -> set[str]:
    """The inputs that came back filled, so that what hides them stands open."""
    if form is None or not form.is_bound:
        return set()
    return {name for name in form.fields if form.data.get(name)}


def _describe_side(state: TableState, side: str) -> dict[str, Any]:
    return {
        "code": side,
        "is_pair": len(state.game.seats_of(side)) > 1,
        "deals": state.folded.state.dealer == side,
        "setbacks": state.folded.state.setbacks[side] if state.game.counts_setbacks else None,
        "title": name_side(side, state.names),
        "players": join_names([state.titles.get(seat, seat) for seat in state.game.seats_of(side)]),
        "total": state.folded.state.totals[side],
        "has_won": state.folded.winner == side,
    }


def word_result(game: Game, folded: Folded, names: Names) -> str:
    """How a game ended, in words; "" for one in play."""
    if not folded.finished:
        return ""
    if not game.has_winner:
        return _("Finished after %(count)s hands") % {"count": folded.state.played}
    if folded.winner is None:
        return pgettext("result of one game", "Drawn")
    others = sorted((total for side, total in folded.state.totals.items() if side != folded.winner), reverse=True)
    score = join_totals((folded.state.totals[folded.winner], *others))
    words = {"side": name_side(folded.winner, names), "score": score}
    is_pair = len(game.seats_of(folded.winner)) > 1
    return _("%(side)s win %(score)s") % words if is_pair else _("%(side)s wins %(score)s") % words


def word_remarks(game: Game, folded: Folded, names: Names) -> list[str]:
    """What the rules say at the end: the settlement line by line, prizes, high scores."""
    remarks = game.describe_honours(folded.honours, state=folded.state)
    return [word_reason(game, remark.template, remark.values, names) for remark in remarks]


def list_crumbs(table: Table, *, is_here: bool = True) -> list[tuple[str, str]]:
    """The way to a table; `is_here` False for a page below it."""
    event = table.event
    name = _("Round %(round)s, table %(table)s") % {"round": table.round.number, "table": table.number}
    own = reverse("league:table", args=[event.slug, table.round.number, table.number])
    return [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        ("" if is_here else own, name),
    ]
