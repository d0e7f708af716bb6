"""A match as pages show it: who meets, how it stands, what is still to be done, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import Entry, Event
from league.models.planning import MatchEnd
from league.selectors.match_plans import MatchPlan
from league.selectors.matches import MatchState, Status
from league.wording import join_totals
from scoring.knockout import BracketMatch, Key, Source

STATUS_WORDS: Mapping[Status, Any] = {
    "waiting": gettext_lazy("waits for earlier matches"),
    "ready": gettext_lazy("to be played"),
    "playing": gettext_lazy("in play"),
    "level": gettext_lazy("level: to be decided"),
    "over": gettext_lazy("finished"),
    "bye": gettext_lazy("bye"),
    "unneeded": gettext_lazy("not needed"),
}


def describe_match(event: Event, state: MatchState, plan: MatchPlan | None) -> dict[str, Any]:
    """A match for a card or its own page."""
    match, verdict = state.match, state.verdict
    counts_points = match.games == 1
    first = verdict.first_points if counts_points else verdict.first_won
    second = verdict.second_points if counts_points else verdict.second_won
    shows_figures = bool(state.games) and state.first is not None and state.second is not None
    return {
        "url": reverse("league:match", args=[event.slug, match.round_number, match.number]),
        "round": match.round_number,
        "number": number_match(plan, (match.round_number, match.number)),
        "status": state.status,
        "status_words": STATUS_WORDS[state.status],
        "sides": [
            _describe_side(state, side, entry, plan, figure if shows_figures else None)
            for side, entry, figure in (("first", state.first, first), ("second", state.second, second))
            if not (state.status == "bye" and side == "second")
        ],
        "how": word_how(state),
        "tables": [_describe_game(event, state, number) for number in range(len(state.games))],
        "is_wrong": state.expected is not None,
        "expected": " – ".join(entry.name for entry in state.expected or () if entry is not None),
    }


def _describe_side(
    state: MatchState, side: str, entry: Entry | None, plan: MatchPlan | None, figure: int | None
) -> dict[str, Any]:
    return {
        "name": entry.name if entry else _word_empty(state, side, plan),
        "is_known": entry is not None,
        "seed": entry.seed if entry is not None else None,
        "figure": figure,
        "has_won": state.is_settled and state.winner == side and state.status == "over",
    }


def _describe_game(event: Event, state: MatchState, place: int) -> dict[str, Any]:
    game = state.games[place]
    table = game.table
    return {
        "url": reverse("league:table", args=[event.slug, table.round.number, table.number]),
        "number": place + 1,
        "table": table.number,
        "round": table.round.number,
        "score": join_totals((game.first, game.second)),
        "told_score": ", ".join(
            f"{entry.name} {figure}"
            for entry, figure in ((state.first, game.first), (state.second, game.second))
            if entry is not None
        ),
        "is_over": game.is_over,
        "has_hands": game.has_hands,
        "winner": state.find_entry(game.winner),
    }


def word_how(state: MatchState) -> str:
    """Why a match stands as it does, where its games do not say so."""
    if state.match.end:
        words = {"end": word_ends(state)[MatchEnd(state.match.end)], "reason": state.match.end_reason}
        return _("%(end)s. Reason: %(reason)s") % words
    if state.how == "withdrawn":
        gone = [entry for entry in (state.first, state.second) if entry is not None and entry.withdrawn_from]
        return "; ".join(
            _("%(entry)s has been withdrawn: %(reason)s") % {"entry": entry, "reason": entry.withdrawn_reason}
            for entry in gone
        )
    if state.how == "alone" and state.status == "over":
        return _("Nobody came through on the other side.")
    return ""


def word_ends(state: MatchState) -> dict[MatchEnd, str]:
    """Each way in which a match can be ruled to have ended, with the names of the two."""
    first, second = ({"entry": entry.name if entry else ""} for entry in (state.first, state.second))
    return {
        MatchEnd.FIRST_GOES_ON: _("%(entry)s go on, by lot or agreement") % first,
        MatchEnd.SECOND_GOES_ON: _("%(entry)s go on, by lot or agreement") % second,
        MatchEnd.FIRST_FORFEITS: _("%(entry)s gave it up or did not come") % first,
        MatchEnd.SECOND_FORFEITS: _("%(entry)s gave it up or did not come") % second,
        MatchEnd.NEITHER_CAME: _("Neither came"),
    }


def _word_empty(state: MatchState, side: str, plan: MatchPlan | None) -> str:
    """What stands in place of a side that is not known, or stays empty."""
    if state.status == "unneeded":
        return _("only if the first final is lost by who had not lost before")
    if state.spot is None or plan is None or state.how == "alone":
        return _("nobody")
    return word_source(state.spot.first if side == "first" else state.spot.second, plan)


def number_match(plan: MatchPlan | None, key: Key) -> int:
    """The number by which a match is shown: in a bracket without those that nobody plays, so from 1 without gaps."""
    of_round = sorted(spot.key[1] for spot in plan.bracket if plan.after + spot.key[0] == key[0]) if plan else []
    return of_round.index(key[1]) + 1 if key[1] in of_round else key[1]


def word_source(source: Source, plan: MatchPlan) -> str:
    """From where a side comes."""
    number = plan.after + source.of[0]
    words = {"round": number, "match": number_match(plan, (number, source.of[1]))}
    if source.kind == "winner":
        return _("winner of round %(round)s, match %(match)s") % words
    return _("loser of round %(round)s, match %(match)s") % words


def name_step(spot: BracketMatch, plan: MatchPlan) -> str:
    """What a step of a bracket is called."""
    steps = max(0, len(plan.order) - 1).bit_length()
    is_double = any(match.only_after for match in plan.bracket)
    if spot.part == "final":
        return _("Second final") if spot.only_after else _("Final")
    if spot.part == "losers":
        return _("Round %(number)s") % {"number": spot.level} if is_double else _("Third place")
    left = steps - spot.level
    if left == 1 and not is_double:
        return _("Semi-finals")
    if left == 2 and not is_double:
        return _("Quarter-finals")
    return _("Round %(number)s") % {"number": spot.level}
