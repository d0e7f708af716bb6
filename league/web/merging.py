"""Take two players for one person, after seeing what that changes; and tell them apart again."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import League, Player
from league.models.record import Source
from league.selectors.duplicates import list_likely_duplicates
from league.selectors.merging import foresee_merge, list_merges
from league.selectors.people import list_persons
from league.services.faults import RefusedError
from league.services.merging import merge_players, split_player
from league.web.answers import REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_league
from league.web.people import LOOKS_LIKE_NUMBER


class MergeForm(forms.Form):
    """Who is who. Without a reason it is only looked at."""

    player = forms.TypedChoiceField(label=gettext_lazy("This player"), coerce=int)
    into = forms.TypedChoiceField(
        label=gettext_lazy("is the same person as"),
        help_text=gettext_lazy("This name is shown from then on."),
        coerce=int,
    )

    def __init__(self, data: QueryDict | None, *, players: list[Player]) -> None:
        """With the people of the league to choose from; who share a name have their number beside it."""
        super().__init__(data)
        often = Counter(player.name for player in players)
        choices = [
            (player.pk, player.name if often[player.name] < 2 else f"{player.name} ({player.pk})") for player in players
        ]
        for field in (self.fields["player"], self.fields["into"]):
            field.choices = [("", "—"), *choices]  # type: ignore[attr-defined]


class ReasonForm(forms.Form):
    """Why two players are one, or are not."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("How you know. It stays in the log."),
        max_length=500,
        required=False,
        widget=forms.TextInput,
    )


def show_merging(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at what it would change that two players are one person, and say so; or take it back."""
    league = get_league(request, slug, right="set_up")
    if request.method == "POST" and request.POST.get("action") == "split":
        return _split(request, league)
    if request.method == "POST":
        return _merge(request, league)
    players = list(list_persons(league))
    form = MergeForm(request.GET if request.GET.get("into") else None, players=players)
    if not form.is_bound and request.GET.get("player", "").isdecimal():
        form.initial = {"player": request.GET["player"]}
    return _render(request, league, form, ReasonForm(), _read_chosen(form, players))


def _read_chosen(form: MergeForm, players: list[Player]) -> tuple[Player, Player] | None:
    """The two who are chosen; nobody where the form has a fault, which it then tells."""
    if not form.is_bound or not form.is_valid():
        return None
    by_number = {player.pk: player for player in players}
    player, into = by_number[form.cleaned_data["player"]], by_number[form.cleaned_data["into"]]
    if player == into:
        form.add_error("into", _("Choose another player: this is the same entry of the list."))
        return None
    return player, into


def _merge(request: HttpRequest, league: League) -> HttpResponse:
    """Do it, or show once more what stands in the way."""
    player, into = (_get_player(request, league, name) for name in ("player", "into"))
    form = MergeForm(request.POST, players=list(list_persons(league)))
    reason = ReasonForm(request.POST)
    if reason.is_valid():
        given: dict[str, Any] = {"by": get_actor(request), "source": Source.WEB, **reason.cleaned_data}
        try:
            merge_players(player, into, **given)
        except RefusedError as refused:
            add_faults(reason, refused.messages)
        else:
            messages.success(request, _("%(player)s counts as %(into)s now.") % {"player": player, "into": into})
            return SeeOther(reverse("league:players-merge", args=[league.slug]))
    return _render(request, league, form, reason, None if player == into else (player, into))


def _split(request: HttpRequest, league: League) -> HttpResponse:
    player = _get_player(request, league, "player")
    try:
        split_player(player, reason=request.POST.get("reason", ""), by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("%(player)s is a person apart again.") % {"player": player})
    return SeeOther(reverse("league:players-merge", args=[league.slug]))


def _get_player(request: HttpRequest, league: League, name: str) -> Player:
    """The player that a form names. Raises Http404 for one of another league, and for what is no number."""
    number = str(request.POST.get(name, ""))
    return get_object_or_404(league.players, pk=number if LOOKS_LIKE_NUMBER.fullmatch(number) else None)


def _render(
    request: HttpRequest, league: League, form: MergeForm, reason: ReasonForm, chosen: tuple[Player, Player] | None
) -> HttpResponse:
    merges = list_merges(league.players.filter(same_as__isnull=False))
    context: dict[str, Any] = {
        "league": league,
        "crumbs": [
            (reverse("league:league", args=[league.slug]), league.name),
            (reverse("league:players", args=[league.slug]), _("Players")),
            ("", _("Entered twice")),
        ],
        "form": form,
        "reason": reason,
        "chosen": chosen,
        "merges": merges,
        "likely": [] if chosen else list_likely_duplicates(league),
    }
    if chosen:
        context["preview"] = foresee_merge(*chosen)
        context["also"] = list(chosen[0].duplicates.all())
    is_refused = bool((reason.is_bound and reason.errors) or (form.is_bound and form.errors))
    return render(request, "league/players_merge.html", context, status=REFUSED if is_refused else 200)
