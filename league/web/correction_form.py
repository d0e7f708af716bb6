"""The form that changes one entry of a sheet: what it was after all, why, and what becomes of later entries."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.web.deal_form import EntryForm
from league.wording import Names
from rules.game import Game
from scoring.declared import find_field
from scoring.values import LONGEST_TEXT

#: What an entry can be; the last is none.
HAND, MISDEAL, PASSED_OUT, RULING, OFF = "hand", "misdeal", "passed-out", "ruling", "off"

#: The fact that nobody bid, in games in which a hand can be passed out.
PASSED_OUT_FACT = "passed_out"

KIND_WORDS = {
    HAND: _("A hand"),
    PASSED_OUT: _("Everybody passed"),
    MISDEAL: _("A misdeal"),
    RULING: _("A ruling"),
    OFF: _("Nothing: take it off"),
}

#: What becomes of a later entry that is no longer possible.
TAKE_OFF, ENTER_AGAIN = "off", "again"

#: The input that takes all of them off at once.
ALL_LATER = "later-all"


class CorrectionForm(EntryForm):
    """What an entry was, who dealt, and why it is changed. `seen` is how many records of the table its writer saw.

    The facts of a hand and of a ruling have forms of their own beside it.
    """

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    kind = forms.ChoiceField(label=_("What was it?"), widget=forms.RadioSelect)
    dealer = forms.ChoiceField(label=_("Who dealt?"), required=False)
    reason = forms.CharField(label=_("Why is it changed?"), max_length=LONGEST_TEXT, required=False)

    def __init__(
        self, *args: Any, game: Game, names: Names, may_rule: bool, is_new: bool, next_dealer: str, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        kinds = list_kinds(game, may_rule=may_rule, is_new=is_new)
        in_turn = gettext("%(name)s, whose turn it was") % {"name": names.get(next_dealer, next_dealer)}
        kind, dealer = self.fields["kind"], self.fields["dealer"]
        assert isinstance(kind, forms.ChoiceField)
        assert isinstance(dealer, forms.ChoiceField)
        kind.choices = [(each, KIND_WORDS[each]) for each in kinds]
        dealer.choices = [("", in_turn), *((seat, names.get(seat, seat)) for seat in game.seats)]


def list_kinds(game: Game, *, may_rule: bool, is_new: bool) -> list[str]:
    """What an entry of this game can be changed to; a new one cannot be taken off."""
    possible = {
        HAND: True,
        PASSED_OUT: find_field(game.Deal, PASSED_OUT_FACT) is not None,
        MISDEAL: True,
        RULING: may_rule,
        OFF: not is_new,
    }
    return [kind for kind, is_possible in possible.items() if is_possible]


def find_kind(facts: dict[str, Any] | None) -> str:
    """What an entry is by its facts."""
    if facts is None:
        return HAND
    for kind, fact in ((RULING, "ruling"), (MISDEAL, "misdeal"), (PASSED_OUT, PASSED_OUT_FACT)):
        if facts.get(fact):
            return kind
    return HAND
