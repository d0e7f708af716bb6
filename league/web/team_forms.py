"""Forms of teams, squads, how teams meet, and fixtures. What is right or wrong the services say."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from secrets import token_urlsafe
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Division, Event, League, Player, Season, Team
from league.names import LONGEST_NAME
from league.selectors.teams import find_next_season
from league.services.fixture_plans import LONGEST_STEP, MOST_LEGS, FixtureWishes
from league.services.team_entries import NewDivision
from league.web.forms import DateInput
from scoring.team_rules import TeamRules

_DIVISION = re.compile(r"^(?P<name>[^:]*?)\s*(?::\s*(?P<up>\d{1,2})\s*[,;/ ]\s*(?P<down>\d{1,2})\s*)?$")


class TeamForm(forms.Form):
    """A team."""

    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=LONGEST_NAME)
    venue = forms.CharField(label=gettext_lazy("Where it plays at home"), max_length=LONGEST_NAME, required=False)


class TransfersForm(forms.Form):
    """How often a player may change teams in a season."""

    transfers = forms.IntegerField(
        label=gettext_lazy("How often a player may change teams"),
        help_text=gettext_lazy("Nothing is as often as they like; 0 is never."),
        min_value=0,
        max_value=99,
        required=False,
    )


class SquadForm(forms.Form):
    """Who joins a squad: players of the league, and new names."""

    players = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Players of the league"), queryset=Player.objects.none(), required=False
    )
    names = forms.CharField(
        label=gettext_lazy("New players"),
        help_text=gettext_lazy("One name a line. Whom the league does not know yet is added to it."),
        widget=forms.Textarea(attrs={"rows": 4, "autocapitalize": "words", "spellcheck": "false"}),
        max_length=20_000,
        required=False,
    )
    on = forms.DateField(label=gettext_lazy("Since"), widget=DateInput)
    is_transfer = forms.BooleanField(
        label=gettext_lazy("Whoever plays for another team changes to this one (transfer)"), required=False
    )

    def __init__(self, *args: Any, league: League, squad: Sequence[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = self.fields["players"]
        assert isinstance(players, forms.ModelMultipleChoiceField)
        there = [player.pk for player in squad]
        players.queryset = league.players.filter(same_as__isnull=True).exclude(pk__in=there)
        players.widget.attrs["size"] = 8


class TeamRulesForm(forms.Form):
    """How teams meet in an event."""

    pairs = forms.IntegerField(label=gettext_lazy("Pairs of a team"), min_value=1, max_value=8)
    fewest_pairs = forms.IntegerField(label=gettext_lazy("Pairs that are enough"), min_value=1, max_value=8)
    meeting = forms.ChoiceField(
        label=gettext_lazy("Who plays whom"),
        choices=[
            ("all", gettext_lazy("every pair meets every pair of the other team")),
            ("fixed", gettext_lazy("each pair has its own opponents")),
        ],
        widget=forms.RadioSelect,
    )
    games = forms.IntegerField(label=gettext_lazy("Games when two pairs meet"), min_value=1, max_value=9)
    missing = forms.ChoiceField(
        label=gettext_lazy("Games of a pair that is not there"),
        choices=[
            ("forfeit", gettext_lazy("are won by the opponents")),
            ("nothing", gettext_lazy("are not played")),
        ],
        widget=forms.RadioSelect,
    )
    borrowing = forms.IntegerField(
        label=gettext_lazy("How often one player may be lent in a season"),
        help_text=gettext_lazy("Nothing is as often as needed; 0 is never."),
        min_value=0,
        max_value=99,
        required=False,
    )
    signing_on = forms.BooleanField(label=gettext_lazy("New players may sign on the night"), required=False)
    starts_at = forms.TimeField(
        label=gettext_lazy("Matches start at"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        required=False,
    )

    def make_rules(self) -> TeamRules:
        """The rules that were chosen."""
        chosen = dict(self.cleaned_data)
        at = chosen.pop("starts_at")
        return TeamRules(**chosen, starts_at=at.strftime("%H:%M") if at else "")


class DivisionsForm(forms.Form):
    """The divisions of an event, one a line."""

    divisions = forms.CharField(
        label=gettext_lazy("Divisions, the highest first"),
        help_text=gettext_lazy("One a line: its name, and after a colon how many go up and down. “Second: 1, 2”."),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        max_length=10_000,
        required=False,
    )

    def clean_divisions(self) -> list[NewDivision]:
        """The divisions as they are to be."""
        made = []
        for line in filter(None, map(str.strip, self.cleaned_data["divisions"].splitlines())):
            found = _DIVISION.match(line)
            if found is None or not found["name"]:
                raise ValidationError(_("“%(line)s” is not understood: write “Second: 1, 2”.") % {"line": line})
            made.append(
                NewDivision(name=found["name"], promoted=int(found["up"] or 0), relegated=int(found["down"] or 0))
            )
        return made


def write_divisions(divisions: Sequence[Division]) -> str:
    """Divisions as they are typed."""
    return "\n".join(f"{each.name}: {each.promoted}, {each.relegated}" for each in divisions)


class EnterForm(forms.Form):
    """Teams that are entered, and in which division."""

    teams = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Teams"), queryset=Team.objects.none(), widget=forms.CheckboxSelectMultiple
    )
    division = forms.ModelChoiceField(
        label=gettext_lazy("Division"),
        queryset=Division.objects.none(),
        required=False,
        empty_label=gettext_lazy("no division"),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        teams, division = self.fields["teams"], self.fields["division"]
        assert isinstance(teams, forms.ModelMultipleChoiceField)
        assert isinstance(division, forms.ModelChoiceField)
        teams.queryset = event.league.teams.exclude(entries__event=event)
        division.queryset = event.divisions.all()


class FixturesForm(forms.Form):
    """How often everybody meets, and on which days."""

    legs = forms.IntegerField(
        label=gettext_lazy("How often two teams meet"),
        help_text=gettext_lazy("2 is home and away."),
        min_value=1,
        max_value=MOST_LEGS,
        initial=2,
    )
    first_day = forms.DateField(label=gettext_lazy("First match day"), widget=DateInput, required=False)
    every = forms.IntegerField(
        label=gettext_lazy("Days between match days"), min_value=1, max_value=LONGEST_STEP, initial=7
    )
    left_out = forms.CharField(
        label=gettext_lazy("Days on which nothing is played"),
        help_text=gettext_lazy("One date a line, as 2026-04-06."),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        max_length=4_000,
        required=False,
    )

    def clean_left_out(self) -> tuple[datetime.date, ...]:
        """The days that are left out."""
        days = []
        for line in filter(None, map(str.strip, self.cleaned_data["left_out"].splitlines())):
            try:
                days.append(datetime.date.fromisoformat(line))
            except ValueError:
                raise ValidationError(_("“%(line)s” is no date: write it as 2026-04-06.") % {"line": line}) from None
        return tuple(days)

    def make_wishes(self) -> FixtureWishes:
        """What was wished for."""
        return FixtureWishes(**self.cleaned_data)


class PostponeForm(forms.Form):
    """Another day for a match or a whole match day; none is one that is not known yet."""

    to = forms.DateField(label=gettext_lazy("New date"), widget=DateInput, required=False)
    reason = forms.CharField(label=gettext_lazy("Why?"), max_length=500, required=False)


class NextEventForm(forms.Form):
    """The event of the next season."""

    name = forms.CharField(label=gettext_lazy("Name of the event"), max_length=LONGEST_NAME)
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Season.objects.none(),
        required=False,
        empty_label=gettext_lazy("no season"),
    )
    again = forms.BooleanField(required=False)
    key = forms.CharField(widget=forms.HiddenInput, max_length=100)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, data: Any = None, *, event: Event, made: Event | None) -> None:
        """`made` is the event that was made last from this one, if one was."""
        initial = {
            "name": event.name,
            "season": find_next_season(event.season),
            "key": token_urlsafe(12),
            "seen": made.pk if made else 0,
        }
        super().__init__(data, initial=initial)
        if made is None:
            del self.fields["again"]
        else:
            self.fields["again"].label = _("Make another one beside %(event)s") % {"event": made.name}
        seasons = self.fields["season"]
        assert isinstance(seasons, forms.ModelChoiceField)
        others = event.league.seasons.all()
        seasons.queryset = others.exclude(pk=event.season_id) if event.season_id else others


class WithdrawForm(forms.Form):
    """From which match day on a team plays no more, and why."""

    from_round = forms.IntegerField(label=gettext_lazy("From match day"), min_value=1, max_value=9_999)
    reason = forms.CharField(label=gettext_lazy("Why?"), max_length=500, required=False)
