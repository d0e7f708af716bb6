"""The page on which an entry is corrected: its forms filled, and the changes that they say."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct

from league.selectors.replays import SheetReplay, list_moved, plan_insertion, replay_changes
from league.selectors.sheets import build_sheet, list_facts
from league.web.correction_form import (
    ALL_LATER,
    ENTER_AGAIN,
    HAND,
    MISDEAL,
    OFF,
    PASSED_OUT,
    PASSED_OUT_FACT,
    RULING,
    TAKE_OFF,
    CorrectionForm,
    find_kind,
)
from league.web.deal_form import DealForm
from league.web.deal_forms import find_form
from league.web.effect_words import name_step
from league.web.ruling_form import RulingForm
from league.web.table_page import TableState
from league.wording import word_reason
from rules.game import State, Violation
from scoring.steps import GAME_OVER, name_dealer, open_state

Facts = dict[str, Any]


class CorrectedPlace(Struct, frozen=True, kw_only=True):
    """A place of a sheet: what stands there (None: nothing yet), what it is called, and the game before it."""

    position: int
    facts: Facts | None
    title: str
    before: State
    is_last: bool

    @property
    def is_new(self) -> bool:
        """Whether something is put in between rather than changed."""
        return self.facts is None


class LaterChoice(Struct, kw_only=True):
    """A later entry that is no longer possible: why, and what is to become of it."""

    position: int
    title: str
    reasons: list[str]
    chosen: str
    form: DealForm | None

    @property
    def name(self) -> str:
        """The name of the inputs that choose."""
        return f"later-{self.position}"


class CorrectionForms(Struct, kw_only=True):
    """The forms of the page; `data` is what was sent, None where nothing was."""

    correction: CorrectionForm
    deal: DealForm
    ruling: RulingForm
    data: QueryDict | None

    @property
    def kind(self) -> str:
        """What the entry is to be."""
        return str(self.correction["kind"].value() or HAND)

    def list_needed(self) -> list[forms.Form]:
        """The forms that have a part in it."""
        own: dict[str, list[forms.Form]] = {HAND: [self.deal], RULING: [self.ruling]}
        return [self.correction, *own.get(self.kind, [])]


class Plan(Struct, kw_only=True):
    """What is to be changed, and the later entries about which somebody has to decide."""

    changes: dict[int, Any]
    choices: list[LaterChoice]
    refused: Mapping[int, tuple[Violation, ...]]
    illegal: Mapping[int, tuple[Violation, ...]]


def find_place(state: TableState, position: int, *, inserts: bool) -> CorrectedPlace | None:
    """The place that an address names; None where there is no such place on the sheet."""
    standing = list_facts(state.records)
    last = max(standing, default=0)
    if not 1 <= position <= last + inserts or (position not in standing and not inserts):
        return None
    step = next((step for step in state.folded.steps if step.position == position), None)
    if inserts:
        title = _("A hand before: %(hand)s") % {"hand": name_step(step)} if step else _("A hand after the last one")
    else:
        title = name_step(step) if step else ""
    return CorrectedPlace(
        position=position,
        facts=None if inserts else standing[position],
        title=title,
        before=_find_before(state, position),
        is_last=position == last,
    )


def make_forms(
    state: TableState, place: CorrectedPlace, *, may_rule: bool, data: QueryDict | None = None, kind: str = ""
) -> CorrectionForms:
    """The forms, filled with what stands or with what was sent."""
    game, facts = state.game, place.facts or {}
    dealer = facts.get("dealer", "") if data is None else data.get("dealer", "")
    before = name_dealer(place.before, dealer if dealer in game.seats else None)
    initial = {
        "key": str(uuid.uuid4()),
        "position": place.position,
        "seen": len(state.records),
        "kind": kind or find_kind(place.facts),
        "dealer": dealer,
    }
    return CorrectionForms(
        correction=CorrectionForm(
            data, game=game, names=state.names, may_rule=may_rule, is_new=place.is_new,
            next_dealer=place.before.dealer, initial=initial,
        ),
        deal=find_form(game)(data, game=game, names=state.names, state=before, facts=facts, initial=initial),
        ruling=_make_ruling_form(state, place, data),
        data=data,
    )  # fmt: skip


def read_facts(state: TableState, place: CorrectedPlace, page: CorrectionForms, *, by: str) -> Facts | None:
    """The new facts, of forms that are valid; None takes the entry off.

    A ruling stays that of whoever gave it; one that was none before is `by` whoever makes it one.
    """
    kind = page.kind
    if kind == OFF:
        return None
    if kind == RULING:
        ruling = page.ruling.read_facts(by=by)["ruling"]
        given = {**ruling, "by": (place.facts or {}).get("ruling", ruling).get("by")}
        return {"ruling": {name: said for name, said in given.items() if said is not None}}
    plain = {MISDEAL: {"misdeal": True}, PASSED_OUT: {PASSED_OUT_FACT: True}}
    facts: Facts = plain[kind] if kind in plain else _read_deal(state, place, page.deal)
    dealer = page.correction.cleaned_data["dealer"]
    return {**facts, "dealer": dealer} if dealer else facts


def make_plan(state: TableState, place: CorrectedPlace, facts: Facts | None, data: Mapping[str, Any]) -> Plan:
    """The changes: the entry itself, and what was chosen for later ones that are no longer possible.

    A choice counts only while its entry is impossible: what was chosen for another correction changes nothing.
    """
    changes: dict[int, Any] = {place.position: facts}
    if place.is_new:
        changes = plan_insertion(state.records, place.position, facts or {})
    choices: list[LaterChoice] = []
    while True:
        replay = replay_changes(state.table, state.records, changes)
        asked = {choice.position for choice in choices}
        waiting = [position for position in replay.illegal if position not in asked]
        if not waiting:
            return Plan(changes=changes, choices=choices, refused=replay.refused, illegal=replay.illegal)
        choice = _make_choice(state, place, replay, min(waiting), data)
        choices.append(choice)
        if choice.chosen == TAKE_OFF and choice.position not in replay.facts_before:
            del changes[choice.position]  # it would have moved down to a new place
        elif choice.chosen == TAKE_OFF:
            changes[choice.position] = None
        elif choice.chosen == ENTER_AGAIN and choice.form is not None and choice.form.is_valid():
            changes[choice.position] = choice.form.read_facts()


def _make_choice(
    state: TableState, place: CorrectedPlace, replay: SheetReplay, position: int, data: Mapping[str, Any]
) -> LaterChoice:
    """A later entry with its faults. After the end of the game nothing can be entered again."""
    faults = replay.illegal[position]
    moved = {each + 1 for each in list_moved(replay.facts_before, place.position if place.is_new else None)}
    stood = position - (position in moved)
    facts = dict(replay.facts_after[position])
    step = next((step for step in replay.before.steps if step.position == stood), None)
    chosen = str(data.get(f"later-{position}", "")) or (TAKE_OFF if ALL_LATER in data else "")
    form = None
    if GAME_OVER not in faults:
        form = _make_again_form(state, replay, position, facts, data if chosen == ENTER_AGAIN else None)
    return LaterChoice(
        position=position,
        title=name_step(step) if step else _("Entry %(position)s") % {"position": position},
        reasons=[word_reason(state.game, fault.template, fault.values, state.names) for fault in faults],
        chosen=chosen if chosen == TAKE_OFF or (chosen == ENTER_AGAIN and form) else "",
        form=form,
    )


def _make_again_form(
    state: TableState, replay: SheetReplay, position: int, facts: Facts, data: Mapping[str, Any] | None
) -> DealForm:
    """A hand that is entered again in the same go, filled with what it was."""
    earlier = [step for step in replay.after.steps if step.position < position]
    form = find_form(state.game)(
        data,
        game=state.game,
        names=state.names,
        state=earlier[-1].after if earlier else None,
        facts=facts,
        prefix=f"again-{position}",
    )
    del form.fields["key"], form.fields["position"]
    return form


def _read_deal(state: TableState, place: CorrectedPlace, form: DealForm) -> Facts:
    """The facts of a form. Left as it was filled, it says what stands, however that was written down."""
    facts = form.read_facts()
    stood = {name: value for name, value in (place.facts or {}).items() if name != "dealer"}
    if find_kind(place.facts) != HAND or not stood:
        return facts
    untouched = find_form(state.game)(
        _send_back(form), game=state.game, names=state.names, state=form.state, facts=stood
    )
    return stood if untouched.is_valid() and untouched.read_facts() == facts else facts


def _send_back(form: DealForm) -> dict[str, Any]:
    """What a browser sends of a form that nobody touched."""
    return {name: value for name, value in form.initial.items() if value is not None and value is not False}


def _make_ruling_form(state: TableState, place: CorrectedPlace, data: QueryDict | None) -> RulingForm:
    ruling = (place.facts or {}).get("ruling", {})
    initial = {f"points-{side}": figure for side, figure in ruling.get("points", {}).items()}
    initial |= {f"setbacks-{side}": figure for side, figure in ruling.get("setbacks", {}).items()}
    initial["reason"] = ruling.get("reason", "")
    form = RulingForm(data, game=state.game, names=state.names, prefix="ruling", initial=initial)
    del form.fields["key"], form.fields["position"]
    return form


def _find_before(state: TableState, position: int) -> State:
    """Where the game stands before a place."""
    earlier = [step for step in state.folded.steps if step.position < position]
    if earlier:
        return earlier[-1].after
    sheet = build_sheet(state.table, records=state.records)
    return open_state(state.game, first_dealer=sheet.first_dealer, warned=sheet.warned)
