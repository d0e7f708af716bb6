"""Forms of leagues, seasons, events and lists of names. What is right or wrong the services say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.days import FIRST_DAY, LAST_DAY
from league.models import League, Season
from league.models.event import EntryKind
from league.models.people import CorrectionWindow, EntryWay, Role
from league.names import LONGEST_NAME
from league.services.invitations import MOST_DAYS, USUAL_DAYS
from league.services.setup import list_entry_kinds
from league.wording import word_value
from rules.catalog import GAMES, make_game
from rules.game import Game
from scoring.declared import PLAYERS, Field, list_fields, list_house_rules

#: How the field of a house rule is named in the form, and a number that is written rather than chosen.
RULE_PREFIX = "rule-"
NUMBER_SUFFIX = "-number"

#: A choice with a longer run of numbers than this is written rather than chosen from a list.
LONGEST_RUN = 12


def add_faults(form: forms.Form, messages: Mapping[str, list[str]]) -> None:
    """Put what a service refused at the fields it names."""
    for field, texts in messages.items():
        for text in texts:
            form.add_error(field if field in form.fields else None, text)


class DateInput(forms.DateInput):
    """A date with the browser's own calendar."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d", attrs={"min": FIRST_DAY.isoformat(), "max": LAST_DAY.isoformat()})


class LeagueForm(forms.Form):
    """A league. What is not chosen stays as it is, or is as usual in a new one."""

    name = forms.CharField(label=_("Name of the league"), max_length=LONGEST_NAME)
    is_public = forms.BooleanField(
        label=_("Everybody may see the standings"),
        help_text=_("Without this only members of the league see anything of it."),
        required=False,
        initial=True,
    )
    entry_way = forms.ChoiceField(
        label=_("How hands come in, and who agrees to a result"),
        help_text=_("A result can be published once it is confirmed. An admin can always confirm it."),
        choices=EntryWay.choices,
        widget=forms.RadioSelect,
        initial=EntryWay.SCORER,
        required=False,
    )
    correction_window = forms.TypedChoiceField(
        label=_("How long published results can be corrected"),
        help_text=_(
            "Published results are a draft for so long: everybody sees them, and admins can put right what is wrong. "
            "Then they are final by themselves. Whoever publishes can choose another time."
        ),
        choices=CorrectionWindow.choices,
        widget=forms.RadioSelect,
        coerce=int,
        empty_value=None,
        initial=CorrectionWindow.TWO_DAYS,
        required=False,
    )

    has_ratings = forms.BooleanField(
        label=_("Rate the players"),
        help_text=_(
            "A rating says how strong somebody seems from who won with whom against whom. It changes no standing, and "
            "can be switched off at any time."
        ),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """What was chosen."""
        return {field: value for field, value in self.cleaned_data.items() if value not in ("", None)}


class SeasonForm(forms.Form):
    """A new season."""

    name = forms.CharField(label=_("Name of the season"), max_length=LONGEST_NAME)
    starts_on = forms.DateField(label=_("First day"), widget=DateInput, required=False)
    ends_on = forms.DateField(label=_("Last day"), widget=DateInput, required=False)


class MemberForm(forms.Form):
    """Somebody who gets a role in the league."""

    user_name = forms.CharField(
        label=_("User name"),
        help_text=_("A log-in that does not exist yet is made, and its password shown once."),
        max_length=150,
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCORER)


class InvitationForm(forms.Form):
    """A link that gives whoever opens it first a role in the league."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCORER)
    note = forms.CharField(
        label=_("For whom"), help_text=_("So that you know it again in the list."), max_length=200, required=False
    )
    days = forms.IntegerField(label=_("Works for so many days"), min_value=1, max_value=MOST_DAYS, initial=USUAL_DAYS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Ids of its own: it stands beside the form of a member."""
        super().__init__(*args, **{"auto_id": "invite_%s", **kwargs})


class EventEditForm(forms.Form):
    """What can be changed of an event."""

    name = forms.CharField(label=_("Name of the event"), max_length=LONGEST_NAME)
    held_on = forms.DateField(label=_("Date"), widget=DateInput, required=False)


class PlayerForm(forms.Form):
    """A player's name."""

    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME)


class NamesForm(forms.Form):
    """A pasted list of players."""

    names = forms.CharField(
        label=_("Names to add"),
        help_text=_("One name a line. Paste them from a message or a spreadsheet."),
        widget=forms.Textarea(attrs={"rows": 10, "autocapitalize": "words", "spellcheck": "false"}),
        max_length=200_000,
    )


class EventForm(forms.Form):
    """A new event of one game: name, date, season, what is ranked, and its house rules, one field each."""

    name = forms.CharField(label=_("Name of the event"), max_length=LONGEST_NAME)
    held_on = forms.DateField(label=_("Date"), widget=DateInput, required=False)
    season = forms.ModelChoiceField(
        label=_("Season"), queryset=Season.objects.none(), required=False, empty_label=_("no season")
    )
    players = forms.TypedChoiceField(label=_("How many play at a table"), coerce=int, required=False, empty_value=None)
    entry_kind = forms.ChoiceField(label=_("Who is ranked"), choices=EntryKind.choices)
    preset = forms.ChoiceField(label=_("House rules"))

    def __init__(self, *args: Any, league: League, game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind = GAMES[game]
        seasons = self.fields["season"]
        assert isinstance(seasons, forms.ModelChoiceField)
        seasons.queryset = league.seasons.all()
        preset = self.fields["preset"]
        assert isinstance(preset, forms.ChoiceField)
        preset.choices = [(key, gettext(title)) for key, title in kind.preset_titles.items()]
        self._offer_seats(kind)
        self._rules = [field for field in list_house_rules(kind) if len(field.choices) != 1]
        for field in self._rules:
            self.fields[RULE_PREFIX + field.name] = _make_rule_field(field, kind)
            if run := find_run(field):
                self.fields[RULE_PREFIX + field.name + NUMBER_SUFFIX] = forms.IntegerField(
                    label=_("%(rule)s: another number, %(low)s to %(high)s")
                    % {"rule": gettext(field.title), "low": run[0], "high": run[-1]},
                    min_value=run[0],
                    max_value=run[-1],
                    required=False,
                )

    def clean(self) -> dict[str, Any]:
        """Refuse a house rule that was both chosen and written as a number."""
        for name in [name for name in self.cleaned_data if name.endswith(NUMBER_SUFFIX)]:
            if self.cleaned_data[name] is not None and self.cleaned_data.get(name.removesuffix(NUMBER_SUFFIX)):
                self.add_error(name, _("Choose one above or write a number here, not both."))
        return self.cleaned_data

    @property
    def rule_fields(self) -> list[forms.BoundField]:
        """The fields of the single house rules."""
        return [self[name] for name in self.fields if name.startswith(RULE_PREFIX)]

    def read_options(self) -> dict[str, object]:
        """The house rules that were chosen one by one; the rest follows the preset."""
        options: dict[str, object] = {}
        for field in self._rules:
            name = RULE_PREFIX + field.name
            number = self.cleaned_data.get(name + NUMBER_SUFFIX)
            value = self.cleaned_data[name] if number is None else str(number)
            if value not in ("", None):
                options[field.name] = _read_value(field, value)
        return options

    def _offer_seats(self, kind: type[Game]) -> None:
        """How many play, where that is open, and what can be ranked."""
        usual = make_game(kind.key)
        if not kind.player_counts:
            del self.fields["players"]
        else:
            field = next(field for field in list_fields(kind) if field.name == PLAYERS)
            players = self.fields["players"]
            assert isinstance(players, forms.ChoiceField)
            players.choices = [(count, word_value(field, count, {})) for count in kind.player_counts]
            players.initial = len(usual.seats)
            players.help_text = gettext("With single players ranked, a table can also have another number.")
        kinds = list_entry_kinds(usual)
        entry_kind = self.fields["entry_kind"]
        assert isinstance(entry_kind, forms.ChoiceField)
        entry_kind.choices = [(kind.value, kind.label) for kind in kinds]


def _make_rule_field(field: Field, kind: type[Game]) -> forms.Field:
    label = gettext(field.title)
    if field.kind == "whole":
        return forms.IntegerField(label=label, min_value=field.low, max_value=field.high, required=False)
    run = find_run(field)
    choices = [(str(value), word_value(field, value, {})) for value in _list_values(field) if value not in run]
    return forms.ChoiceField(label=label, choices=[("", _word_usual(field, kind)), *choices], required=False)


def _word_usual(field: Field, kind: type[Game]) -> str:
    """What holds where nothing is chosen: the value itself where all sets of house rules have the same."""
    values = {preset.get(field.name, field.default) for preset in kind.presets.values()}
    if len(values) > 1:
        return gettext("as the set of house rules says")
    return gettext("as usual: %(value)s") % {"value": word_value(field, values.pop(), {})}


def find_run(field: Field) -> tuple[int, ...]:
    """The numbers of a choice that follow one another, where they are too many for a list; else nothing."""
    numbers = sorted(choice for choice in field.choices if isinstance(choice, int))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    longest = max(runs, key=len, default=[])
    return tuple(longest) if len(longest) > LONGEST_RUN else ()


def _read_value(field: Field, value: Any) -> object:
    if field.kind == "whole":
        return value
    return next(choice for choice in _list_values(field) if str(choice) == value)


def _list_values(field: Field) -> tuple[object, ...]:
    return (True, False) if field.kind == "flag" else field.choices


def word_house_rules(game: Game) -> list[tuple[str, str]]:
    """Every house rule of a game that leaves a choice, with the value that holds, in words."""
    fields = [field for field in list_house_rules(type(game)) if len(field.choices) != 1]
    return [(gettext(field.title), word_value(field, getattr(game, field.name), {})) for field in fields]
