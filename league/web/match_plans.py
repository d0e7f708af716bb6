"""Choose how fixed entries meet: a format with its settings, what it comes to, and then take it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.models import Event
from league.models.planning import OF_ENTRIES, Format
from league.models.record import Source
from league.selectors.event_rules import read_rules
from league.selectors.match_plans import MatchSettings, find_match_plan
from league.selectors.people import list_entries
from league.selectors.suggestions import find_next_round
from league.services.faults import RefusedError
from league.services.match_plans import (
    MOST_GAMES,
    MOST_LEGS,
    MOST_ROUNDS,
    Proposal,
    draw_lot,
    find_versions,
    propose_matches,
    take_matches,
)
from league.services.plans import PlanChangedError
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_event
from league.web.matches import make_crumbs

ALL, BEST = "all", "best"


class MatchPlanForm(forms.Form):
    """A format of fixed entries with its settings. What does not belong to the format is passed over."""

    format = forms.ChoiceField(
        label=gettext_lazy("Who meets whom?"),
        choices=[(value, label) for value, label in Format.choices if value in OF_ENTRIES],
        widget=forms.RadioSelect,
        initial=Format.ROUND_ROBIN,
    )
    games = forms.IntegerField(label=gettext_lazy("Games of a match"), min_value=1, max_value=MOST_GAMES, initial=1)
    count = forms.ChoiceField(
        label=gettext_lazy("Which of them are played?"),
        choices=[
            (ALL, gettext_lazy("all of them")),
            (BEST, gettext_lazy("the best of them: until one side cannot be caught")),
        ],
        widget=forms.RadioSelect,
        initial=ALL,
    )
    points_decide = forms.BooleanField(
        label=gettext_lazy("Where both have won as many games, more points win the match"), required=False
    )
    legs = forms.IntegerField(
        label=gettext_lazy("Everybody meets everybody: how often?"), min_value=1, max_value=MOST_LEGS, initial=1
    )
    rounds = forms.IntegerField(
        label=gettext_lazy("Swiss: how many rounds?"),
        help_text=gettext_lazy("Leave it empty for as many as it takes to have one winner."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )
    third_place = forms.BooleanField(
        label=gettext_lazy("Single elimination: play for the third place as well"), required=False
    )
    reason = forms.CharField(
        label=gettext_lazy("Why is the plan changed?"),
        help_text=gettext_lazy("Everybody reads the reason."),
        max_length=500,
        required=False,
    )
    lot = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=1_000_000)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=30_000)
    round = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)

    def __init__(self, data: Any, event: Event) -> None:
        version = find_versions(event)
        super().__init__(data, initial={"lot": draw_lot(), "version": version, "round": find_next_round(event)})
        if not version:
            del self.fields["reason"]

    def read_settings(self) -> MatchSettings:
        """The settings that were chosen."""
        chosen = self.cleaned_data
        return MatchSettings(
            games=chosen["games"],
            counts_best=chosen["count"] == BEST,
            points_decide=chosen["points_decide"],
            legs=chosen["legs"],
            rounds=chosen["rounds"] or 0,
            third_place=chosen["third_place"],
            lot=chosen["lot"],
        )


def choose_match_plan(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a format comes to, and take it."""
    event = get_event(request, slug, right="set_up")
    if request.method != "POST":
        return _render(request, event, MatchPlanForm(None, event))
    form = MatchPlanForm(request.POST, event)
    if not form.is_valid():
        return _render(request, event, form, status=REFUSED)
    format_ = Format(form.cleaned_data["format"])
    try:
        if request.POST.get("action") != "take":
            return _render(request, event, form, proposal=propose_matches(event, format_, form.read_settings()))
        _take(request, event, format_, form)
    except PlanChangedError:
        messages.warning(
            request, _("Somebody else has taken another plan or opened a round meanwhile: look at it and try again.")
        )
        return _render(request, event, MatchPlanForm(None, event), status=CONFLICT)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return _render(request, event, form, status=REFUSED)
    messages.success(request, _("The matches are made. Next: open the tables."))
    return SeeOther(reverse("league:matches", args=[slug]))


def _take(request: HttpRequest, event: Event, format_: Format, form: MatchPlanForm) -> None:
    take_matches(
        event,
        format_,
        form.read_settings(),
        seen_version=form.cleaned_data["version"],
        seen_round=form.cleaned_data["round"],
        by=get_actor(request),
        source=Source.WEB,
        reason=form.cleaned_data.get("reason", ""),
    )


def _render(
    request: HttpRequest, event: Event, form: MatchPlanForm, *, proposal: Proposal | None = None, status: int = 200
) -> HttpResponse:
    entries = event.entries.filter(withdrawn_from__isnull=True)
    plan = find_match_plan(event)
    format_ = proposal.plan.format if proposal else plan.format if plan else None
    context = {
        "event": event,
        "crumbs": make_crumbs(event, _("How the rounds go")),
        "form": form,
        "entries": entries.count(),
        "seeded": entries.filter(seed__isnull=False).count(),
        "stands": plan.format.label if plan else "",
        "report": list(word_report(proposal)) if proposal else [],
        "pairings": list(_list_pairings(event, proposal)) if proposal else [],
        "has_proposal": proposal is not None,
        "bye_words": _word_bye(event, format_, entries.count()),
    }
    return render(request, "league/match_plan.html", context, status=status)


def word_report(proposal: Proposal) -> Iterator[str]:
    """What a plan comes to, a sentence a figure."""
    told: Mapping[str, int] = proposal.report
    yield ngettext("%(count)s round.", "%(count)s rounds.", told["rounds"]) % {"count": told["rounds"]}
    yield ngettext("%(count)s match.", "%(count)s matches.", told["matches"]) % {"count": told["matches"]}
    if proposal.kept:
        yield _("Rounds 1 to %(count)s have begun and stay as they are.") % {"count": proposal.kept}
    if proposal.plan.bracket:
        byes = told["byes"]
        if byes:
            text = ngettext(
                "The best seed has a bye in the first round.", "The %(count)s best have a bye in the first round.", byes
            )
            yield text % {"count": byes}
        if proposal.plan.format == Format.DOUBLE_KNOCKOUT:
            yield _("One more match is played if the winner of the winners’ bracket loses the first final.")
        return
    if told["byes"]:
        text = ngettext("Nobody has more than %(count)s bye.", "Nobody has more than %(count)s byes.", told["byes"])
        yield text % {"count": told["byes"]}
    if told.get("repeats"):
        yield _("With so many rounds some meet twice: nobody can meet so many others.")


def _word_bye(event: Event, format_: Format | None, entries: int) -> list[str]:
    """The same where there are byes for which anybody is credited: none are in an elimination."""
    has_byes = format_ == Format.SWISS or (format_ == Format.ROUND_ROBIN and entries % 2 == 1)
    return word_bye(event, format_) if format_ is not None and has_byes else []


def word_bye(event: Event, format_: Format) -> list[str]:
    """What a bye is worth: in the pairing of a Swiss event, and in the standings."""
    rule = read_rules(event, format=format_).count_unplayed("bye")
    words = [_("In the pairing a bye is worth as much as a match won.")] if format_ == Format.SWISS else []
    texts = {
        "won": _("In the standings each game of a bye counts as won; points credited for it: %(points)s."),
        "drawn": _("In the standings each game of a bye counts as drawn; points credited for it: %(points)s."),
        "lost": _("In the standings each game of a bye counts as lost; points credited for it: %(points)s."),
    }
    neither = _("In the standings a bye counts neither as won nor as lost; points credited for each game: %(points)s.")
    words.append(texts.get(rule.outcome or "", neither) % {"points": rule.points_for})
    if words[1:] and rule.outcome != "won":
        words.append(_("Who had a bye may therefore stand lower than those whom they were paired with."))
    return words


def _list_pairings(event: Event, proposal: Proposal) -> Iterator[tuple[int, list[str]]]:
    """The rounds that are known already, with who meets whom; of an elimination who is where in order."""
    names = {entry.pk: entry.name for entry in list_entries(event)}
    if proposal.plan.bracket:
        for spot in proposal.plan.bracket:
            if spot.first.kind == "seed" and spot.second.kind == "seed":
                order = proposal.plan.order
                pair = (names[order[source.seed - 1]] for source in (spot.first, spot.second))
                yield proposal.kept + spot.key[0], [" – ".join(pair)]
        return
    rounds: dict[int, list[str]] = {}
    for match in proposal.matches:
        words = [names[pk] for pk in (match.first_id, match.second_id) if pk is not None]
        text = " – ".join(words) if len(words) > 1 else _("bye: %(entry)s") % {"entry": words[0]}
        rounds.setdefault(match.round_number, []).append(text)
    yield from rounds.items()
