"""The small forms beside a hand's: take the last one off, and an admin's ruling."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.web.deal_form import EntryForm
from league.wording import Names, name_side
from rules.game import Game
from scoring.values import LONGEST_TEXT


class UndoForm(EntryForm):
    """Take the last entry off, and say why."""

    reason = forms.CharField(label=_("Why?"), max_length=LONGEST_TEXT, required=False)


class RulingForm(EntryForm):
    """Points that an admin gives or takes, and setbacks where they are kept, with a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_TEXT, required=False)

    def __init__(self, *args: Any, game: Game, names: Names, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        for side in game.sides:
            label = _("Points for %(side)s") % {"side": name_side(side, names)}
            self.fields[f"points-{side}"] = forms.IntegerField(label=label, required=False)
        for side in game.sides if game.counts_setbacks else ():
            label = _("Setbacks for %(side)s") % {"side": name_side(side, names)}
            self.fields[f"setbacks-{side}"] = forms.IntegerField(label=label, required=False)
        self.order_fields([name for name in self.fields if name != "reason"])

    def read_facts(self, *, by: str) -> dict[str, Any]:
        """The ruling in the score sheet format."""
        ruling = {"points": self._read_figures("points"), "reason": self.cleaned_data["reason"], "by": by}
        if self.game.counts_setbacks:
            ruling["setbacks"] = self._read_figures("setbacks")
        return {"ruling": ruling}

    @property
    def side_fields(self) -> list[forms.BoundField]:
        """The inputs of the figures, side by side."""
        return [field for field in self.visible_fields() if field.name.startswith(("points-", "setbacks-"))]

    def _read_figures(self, what: str) -> dict[str, int]:
        figures = {side: self.cleaned_data[f"{what}-{side}"] for side in self.game.sides}
        return {side: figure for side, figure in figures.items() if figure is not None}


class AnswerForm(RulingForm):
    """An admin's answer to a call: words, a ruling, or both."""

    answer = forms.CharField(label=_("What you decided"), max_length=LONGEST_TEXT, required=False)

    def __init__(self, *args: Any, may_rule_points: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_rule_points:
            for name in [name for name in self.fields if name.startswith(("points-", "setbacks-")) or name == "reason"]:
                del self.fields[name]

    def read_ruling(self, *, by: str) -> dict[str, Any] | None:
        """The ruling in the score sheet format; None where nothing of one was filled in."""
        if "reason" not in self.fields:
            return None
        facts = self.read_facts(by=by)
        ruling = facts["ruling"]
        if not (ruling["points"] or ruling.get("setbacks") or ruling["reason"].strip()):
            return None
        return facts
