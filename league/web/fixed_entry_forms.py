"""Forms of the page of entries: enter pairs, withdraw one, let it play on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.models import Entry, Event
from league.names import tidy_name
from league.selectors.people import list_persons

#: What stands between two partners on a line. Where it is one of the first alone, the others are letters of a name.
SURELY = (re.compile(r"\s*\t\s*"), re.compile(r"\s+&\s+"))
BETWEEN = re.compile(r"\s*(?:&|\+|;|,|/|\t)\s*")


def split_names(line: str, *, size: int) -> list[str]:
    """The names on a line: parted by a tab or by “ & ” where it has one of them and so many names, else by any sign."""
    found = [between for between in SURELY if between.search(line.strip())]
    sure = [name for name in map(tidy_name, found[0].split(line)) if name] if len(found) == 1 else []
    if size > 1 and len(sure) == size:
        return sure
    return [name for name in map(tidy_name, BETWEEN.split(line)) if name]


class EntriesForm(forms.Form):
    """Pairs to enter: chosen from the players, or typed, one pair a line."""

    def __init__(self, data: Any, event: Event, *, size: int) -> None:
        super().__init__(data, auto_id="add_%s")
        players = [("", gettext("nobody")), *list_persons(event.league).values_list("pk", "name")]
        for number in range(1, size + 1):
            label = gettext("Player") if size == 1 else gettext("Player %(number)s") % {"number": number}
            self.fields[f"player{number}"] = forms.TypedChoiceField(
                label=label, choices=players, coerce=int, empty_value=None, required=False
            )
        one_a_line = gettext("One a line. New names are added.")
        self.fields["names"] = forms.CharField(
            label=gettext("Or type or paste them"),
            help_text=one_a_line if size == 1 else gettext("One pair a line: Ann & Bob. New names are added."),
            widget=forms.Textarea(attrs={"rows": 5, "autocapitalize": "words", "spellcheck": "false"}),
            max_length=100_000,
            required=False,
        )
        self._size = size

    @property
    def chosen(self) -> list[int]:
        """The numbers of the players that were chosen from the lists."""
        picked = [self.cleaned_data[f"player{number}"] for number in range(1, self._size + 1)]
        return [pk for pk in picked if pk is not None]

    @property
    def typed(self) -> list[list[str]]:
        """The names that were typed, line by line."""
        lines = self.cleaned_data["names"].splitlines()
        return [names for line in lines if (names := split_names(line, size=self._size))]

    def clean(self) -> dict[str, Any]:
        """Refuse a line that is no pair, and half a pair chosen."""
        if self.errors:
            return self.cleaned_data
        chosen, typed = self.chosen, self.typed
        for names in typed:
            if len(names) != self._size:
                text = _("“%(line)s”: write %(count)s names, with & between them.")
                self.add_error("names", text % {"line": " & ".join(names), "count": self._size})
        if chosen and len(chosen) != self._size:
            self.add_error("player1", _("Choose both players of the pair."))
        if not chosen and not typed:
            self.add_error(None, _("Choose players, or type their names."))
        return self.cleaned_data


class WithdrawForm(forms.Form):
    """Who plays no more, from which round on, and why."""

    entry = forms.TypedChoiceField(label=_("Who withdraws?"), coerce=int)
    from_round = forms.IntegerField(label=_("From which round on?"), min_value=1, max_value=999)
    reason = forms.CharField(label=_("Why?"), max_length=500, help_text=_("Everybody reads the reason."))

    def __init__(self, data: Any, entries: Sequence[Entry], *, from_round: int) -> None:
        super().__init__(data, auto_id="withdraw_%s", initial={"from_round": from_round})
        entry = self.fields["entry"]
        assert isinstance(entry, forms.ChoiceField)
        entry.choices = [(each.pk, each.name) for each in entries if each.withdrawn_from is None]


class ReturnForm(forms.Form):
    """Who plays on after all, and why."""

    entry = forms.TypedChoiceField(label=_("Who plays on?"), coerce=int)
    reason = forms.CharField(label=_("Why?"), max_length=500)

    def __init__(self, data: Any, entries: Sequence[Entry]) -> None:
        super().__init__(data, auto_id="return_%s")
        entry = self.fields["entry"]
        assert isinstance(entry, forms.ChoiceField)
        entry.choices = [(each.pk, each.name) for each in entries if each.withdrawn_from is not None]
