"""Forms of the page of an event's results: publish them, open them again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models.people import CorrectionWindow
from league.services.stages import FOR_CORRECTIONS, FOR_HANDS


class PublishForm(forms.Form):
    """For how long published results can be corrected; `usual` is the league's own window."""

    window = forms.TypedChoiceField(
        label=_("How long can these results be corrected?"), widget=forms.RadioSelect, coerce=int
    )
    confirm = forms.BooleanField(label=_("Confirm these results as they stand"), required=False)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, data: Any = None, *, usual: int, revision: int) -> None:
        super().__init__(data, initial={"window": usual, "seen": revision}, auto_id="publish_%s")
        window = self.fields["window"]
        assert isinstance(window, forms.ChoiceField)
        window.choices = [
            (value, gettext("%(window)s (usual in this league)") % {"window": label} if value == usual else label)
            for value, label in CorrectionWindow.choices
        ]


class ReopenForm(forms.Form):
    """Why published results are opened again, and what for."""

    reason = forms.CharField(
        label=_("Why?"),
        help_text=_("Everybody can read the reason on the page of the event."),
        max_length=500,
        required=False,
    )
    to = forms.ChoiceField(
        label=_("What for?"),
        choices=[
            (FOR_CORRECTIONS, _("To correct what stands: no new hands")),
            (FOR_HANDS, _("To go on: hands and tables can be entered again")),
        ],
        widget=forms.RadioSelect,
        initial=FOR_CORRECTIONS,
    )
