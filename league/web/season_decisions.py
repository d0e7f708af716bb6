"""The page of a season's adjustments and ties: everybody reads them, who may rule writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.access import has_right
from league.models import Adjustment, Season, TieDecision
from league.models.record import Source
from league.models.standing import AdjustmentUnit, TieWay
from league.selectors.season_ranking import SeasonRanking, rank_season
from league.selectors.tied_places import list_hand_ties
from league.services.event_decisions import TieDecidedError
from league.services.faults import RefusedError
from league.services.season_decisions import adjust_season, settle_season_tie, take_back
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_season
from league.wording import write_total


class SeasonAdjustmentForm(forms.Form):
    """Points given or taken beside the games."""

    number = forms.TypedChoiceField(label=_("Who"), coerce=int)
    amount = forms.IntegerField(
        label=_("How many"),
        help_text=_("With a minus they are taken away: -1."),
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off", "size": 6}),
    )
    unit = forms.ChoiceField(label=_("Of what"), choices=AdjustmentUnit.choices)
    reason = forms.CharField(
        label=_("Why?"), help_text=_("Everybody can read it in the standings."), max_length=500, required=False
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, names: Mapping[int, str], seen: int) -> None:
        """`names` are those ranked, `seen` the season's revision."""
        super().__init__(data, initial={"seen": seen}, auto_id="adjust_%s")
        number = self.fields["number"]
        assert isinstance(number, forms.TypedChoiceField)
        number.choices = [("", gettext("choose")), *sorted(names.items(), key=lambda each: each[1].casefold())]


class SeasonTieForm(forms.Form):
    """How a tie was settled: the way, and those tied in the order that came of it, unless they share the place."""

    way = forms.ChoiceField(label=_("How was it settled?"), choices=TieWay.choices, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Why?"), help_text=_("Everybody can read it in the standings."), max_length=500, required=False
    )
    tied = forms.CharField(widget=forms.HiddenInput)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, tied: Sequence[int], names: Mapping[int, str], seen: int) -> None:
        """`tied` are the numbers of those who are level."""
        initial = {"tied": join_numbers(tied), "seen": seen}
        super().__init__(data, initial=initial, auto_id=f"tie_{tied[0]}_%s")
        self.level = tuple(tied)
        choices = [("", "–"), *((str(place), str(place)) for place in range(1, len(tied) + 1))]
        for number in tied:
            self.fields[f"place-{number}"] = forms.ChoiceField(label=names[number], choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse two on one place, or none, unless they share it."""
        places = sorted(self._find_place(number) for number in self.level)
        if self.cleaned_data.get("way") != TieWay.SHARE and places != list(range(1, len(self.level) + 1)):
            self.add_error(None, gettext("Give each of them another place, from the best, 1, to the last."))
        return self.cleaned_data

    def list_order(self) -> list[int]:
        """Those tied, best first."""
        return sorted(self.level, key=lambda number: (self._find_place(number), number))

    def _find_place(self, number: int) -> int:
        return int(self.cleaned_data.get(f"place-{number}") or 0)


def show_season_decisions(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """Show them, or do what a form of the page asks for."""
    if request.method != "POST":
        return _render(request, get_season(request, slug, season))
    found = get_season(request, slug, season, right="rule")
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    return action(request, found)


def adjust(request: HttpRequest, season: Season) -> HttpResponse:
    """Give or take points. Raises Http404 for somebody who is not ranked in the season."""
    names = rank_season(season).units.names
    if request.POST.get("number") and request.POST["number"] not in map(str, names):
        raise Http404
    form = SeasonAdjustmentForm(request.POST, names=names, seen=season.revision)
    if form.is_valid():
        try:
            adjust_season(season, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, season, gettext("The points are adjusted."))
    return _render(request, season, adjustment_form=form, status=REFUSED)


def settle(request: HttpRequest, season: Season) -> HttpResponse:
    """Settle a tie as the form says."""
    ranked = rank_season(season)
    named = request.POST.get("tied", "")
    tied = next((tied for tied in list_hand_ties(ranked.ranking) if join_numbers(tied) == named), None)
    if tied is None:
        text = gettext("These are not tied, or not any more: look at the standings as they are now.")
        return _render(request, season, notes=[text], status=REFUSED)
    form = SeasonTieForm(request.POST, tied=tied, names=ranked.units.names, seen=season.revision)
    if form.is_valid():
        chosen = {name: form.cleaned_data[name] for name in ("way", "reason", "seen")}
        try:
            settle_season_tie(season, form.list_order(), **chosen, by=get_actor(request), source=Source.WEB)
        except TieDecidedError as decided:
            return _render(request, season, notes=decided.messages[""], status=CONFLICT)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, season, gettext("The tie is settled."))
    return _render(request, season, tie_form=form, status=REFUSED)


def cancel_adjustment(request: HttpRequest, season: Season) -> HttpResponse:
    """Take an adjustment back."""
    return _cancel(request, season, get_object_or_404(season.adjustments, pk=_read_row(request)))


def cancel_decision(request: HttpRequest, season: Season) -> HttpResponse:
    """Take a decision on a tie back."""
    return _cancel(request, season, get_object_or_404(season.tie_decisions, pk=_read_row(request)))


ACTIONS: dict[str, Callable[[HttpRequest, Season], HttpResponse]] = {
    "adjust": adjust,
    "settle": settle,
    "cancel-adjustment": cancel_adjustment,
    "cancel-decision": cancel_decision,
}


def join_numbers(numbers: Sequence[int]) -> str:
    """Numbers of those tied, as a form sends them."""
    return "-".join(map(str, sorted(numbers)))


def _cancel(request: HttpRequest, season: Season, row: Adjustment | TieDecision) -> HttpResponse:
    try:
        take_back(row, reason=request.POST.get("reason", ""), by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        notes = [text for texts in refused.messages.values() for text in texts]
        return _render(request, season, notes=notes, status=REFUSED)
    return _tell(request, season, gettext("It is taken back."))


def _render(
    request: HttpRequest,
    season: Season,
    *,
    adjustment_form: SeasonAdjustmentForm | None = None,
    tie_form: SeasonTieForm | None = None,
    notes: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    ranked = rank_season(season)
    names = ranked.units.names
    at = [season.league.slug, season.slug]
    context = {
        "season": season,
        "league": season.league,
        "crumbs": [
            (reverse("league:league", args=[season.league.slug]), season.league.name),
            (reverse("league:season", args=at), season.name),
            ("", gettext("Adjustments and ties")),
        ],
        "notes": notes,
        "may_rule": has_right(request.user, "rule", league=season.league),
        "adjustment_form": adjustment_form or SeasonAdjustmentForm(names=names, seen=season.revision),
        "ties": [
            (
                ", ".join(names[number] for number in tied),
                tie_form
                if tie_form is not None and tie_form.level == tied
                else SeasonTieForm(tied=tied, names=names, seen=season.revision),
            )
            for tied in ranked.ranking.unresolved
        ],
        "decisions": [_describe_decision(row, ranked) for row in _list_standing(season.tie_decisions)],
        "adjustments": [_describe_adjustment(row, ranked) for row in _list_standing(season.adjustments)],
    }
    return render(request, "league/season_decisions.html", context, status=status)


def _list_standing(rows: Any) -> Any:
    """The rows that were not taken back, the newest first."""
    return rows.filter(cancels__isnull=True, cancelled_by__isnull=True).order_by("-pk")


def _describe_adjustment(row: Adjustment, ranked: SeasonRanking) -> dict[str, Any]:
    number = ranked.units.find_stored(player=row.player_id, entry=row.entry_id)
    return {
        "pk": row.pk,
        "what": f"{'+' if row.amount > 0 else ''}{write_total(row.amount)} {AdjustmentUnit(row.unit).label}",
        "who": ranked.units.names.get(number, "") if number is not None else gettext("not ranked any more"),
        "reason": row.reason,
        "at": row.made_at,
        "action": "cancel-adjustment",
    }


def _describe_decision(row: TieDecision, ranked: SeasonRanking) -> dict[str, Any]:
    numbers = [ranked.units.find_number(number) for number in row.order]
    return {
        "pk": row.pk,
        "what": TieWay(row.way).label,
        "who": ", ".join(ranked.units.names.get(number, "?") for number in numbers),
        "reason": row.reason,
        "at": row.made_at,
        "action": "cancel-decision",
    }


def _read_row(request: HttpRequest) -> int:
    text = request.POST.get("row", "")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise SuspiciousOperation("the form of this page sends a number")
    return int(text)


def _tell(request: HttpRequest, season: Season, text: str) -> HttpResponse:
    messages.success(request, text)
    return SeeOther(reverse("league:season-decisions", args=[season.league.slug, season.slug]))
