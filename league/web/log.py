"""What was done in a league, for its admins."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from league.models import AuditRow
from league.models.people import Role
from league.selectors.log import list_log
from league.web.lookup import get_league
from league.web.standing_words import describe_decision
from league.wording import join_totals, name_seat, write_total

ROWS_A_PAGE = 100

ACTION_WORDS = {
    "league_created": gettext_lazy("League made"),
    "season_created": gettext_lazy("Season made"),
    "season_edited": gettext_lazy("Season changed"),
    "season_rules_set": gettext_lazy("How the season is ranked changed"),
    "season_adjusted": gettext_lazy("Points of the season adjusted"),
    "season_tie_settled": gettext_lazy("Tie of the season settled"),
    "season_decision_cancelled": gettext_lazy("Decision about the season taken back"),
    "make_up_set": gettext_lazy("Evening that makes up for another"),
    "prizes_set": gettext_lazy("Prizes changed"),
    "event_created": gettext_lazy("Event made"),
    "players_added": gettext_lazy("Players added"),
    "league_edited": gettext_lazy("League changed"),
    "event_edited": gettext_lazy("Event changed"),
    "plan_taken": gettext_lazy("Plan of the rounds taken"),
    "sat_out": gettext_lazy("Sits out"),
    "checked_in": gettext_lazy("Checked in"),
    "check_in_taken_back": gettext_lazy("Check-in taken back"),
    "players_expected": gettext_lazy("Expected"),
    "no_show": gettext_lazy("Did not come"),
    "left_event": gettext_lazy("Leaves"),
    "stands_in": gettext_lazy("Stands in"),
    "shares_seat": gettext_lazy("Shares a seat"),
    "plays_alone": gettext_lazy("Plays for themselves again"),
    "stays_at_table": gettext_lazy("Stays at a table"),
    "movers_decided": gettext_lazy("Who moves from a level table decided"),
    "matches_made": gettext_lazy("Matches made"),
    "match_ruled": gettext_lazy("Ruling on a match"),
    "match_ruling_taken_back": gettext_lazy("Ruling on a match taken back"),
    "match_game_added": gettext_lazy("One more game of a match"),
    "match_seated_anew": gettext_lazy("Match seated anew after a correction"),
    "entries_added": gettext_lazy("Entries added"),
    "seeds_set": gettext_lazy("Seeds set"),
    "entry_withdrawn": gettext_lazy("Entry withdrawn"),
    "entry_returned": gettext_lazy("Entry plays on"),
    "event_closed": gettext_lazy("Event closed"),
    "event_reopened": gettext_lazy("Event opened again"),
    "player_renamed": gettext_lazy("Player renamed"),
    "players_merged": gettext_lazy("Two players taken for one person"),
    "player_split": gettext_lazy("Players told apart again"),
    "member_added": gettext_lazy("Member added"),
    "role_changed": gettext_lazy("Role changed"),
    "member_removed": gettext_lazy("Member removed"),
    "second_factor_reset": gettext_lazy("Passkeys and one-time codes taken off an account"),
    "invitation_made": gettext_lazy("Invitation made"),
    "invitation_revoked": gettext_lazy("Invitation taken back"),
    "table_seated": gettext_lazy("Table opened"),
    "table_reseated": gettext_lazy("Seats changed"),
    "results_imported": gettext_lazy("Results imported"),
    "table_imported": gettext_lazy("Results imported"),
    "deal_recorded": gettext_lazy("Hand recorded"),
    "deal_taken_off": gettext_lazy("Hand taken off"),
    "sheet_corrected": gettext_lazy("Corrected"),
    "time_called": gettext_lazy("Time called"),
    "time_call_taken_back": gettext_lazy("Time call taken back"),
    "clock_started": gettext_lazy("Round clock started"),
    "clock_paused": gettext_lazy("Round clock paused"),
    "clock_resumed": gettext_lazy("Round clock goes on"),
    "clock_changed": gettext_lazy("Round clock changed"),
    "clock_stopped": gettext_lazy("Round clock stopped"),
    "result_confirmed": gettext_lazy("Result confirmed"),
    "results_published": gettext_lazy("Results published"),
    "results_final": gettext_lazy("Results made final"),
    "results_rebuilt": gettext_lazy("Results worked out anew from the hands"),
    "results_reopened": gettext_lazy("Results reopened"),
    "call_raised": gettext_lazy("Admin called"),
    "call_answered": gettext_lazy("Call answered"),
    "call_withdrawn": gettext_lazy("Call withdrawn"),
    "warning_carried": gettext_lazy("Worked out again after a change at an earlier table"),
    "link_made": gettext_lazy("Code for a table made"),
    "link_extended": gettext_lazy("Code for a table extended"),
    "link_revoked": gettext_lazy("Code for a table revoked"),
    "claim_made": gettext_lazy("A side said what a hand was"),
    "team_created": gettext_lazy("Team made"),
    "team_edited": gettext_lazy("Team changed"),
    "squad_joined": gettext_lazy("Players joined a team"),
    "squad_left": gettext_lazy("Player left a team"),
    "transfers_set": gettext_lazy("How often players may change teams"),
    "team_rules_set": gettext_lazy("How teams meet changed"),
    "divisions_set": gettext_lazy("Divisions changed"),
    "teams_entered": gettext_lazy("Teams entered"),
    "entry_removed": gettext_lazy("Team taken out"),
    "rules_taken_over": gettext_lazy("Rules taken over from the season before"),
    "match_postponed": gettext_lazy("Match put off"),
    "match_opened": gettext_lazy("Tables of a match opened"),
    "standing_rules_set": gettext_lazy("Rules of the standings changed"),
    "points_adjusted": gettext_lazy("Points adjusted"),
    "adjustment_cancelled": gettext_lazy("Adjustment taken back"),
    "tie_settled": gettext_lazy("Tie settled"),
    "tie_decision_cancelled": gettext_lazy("Decision on a tie taken back"),
    "history_signed": gettext_lazy("From here on every change of what is stored is found"),
}


@require_safe
def show_log(request: HttpRequest, slug: str) -> HttpResponse:
    """The league's log, newest first."""
    league = get_league(request, slug, right="set_up")
    page = Paginator(list_log(league), ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "league": league,
        "crumbs": [(reverse("league:league", args=[league.slug]), league.name), ("", _("Log"))],
        "page": page,
        "rows": [(row, ACTION_WORDS.get(row.action, row.action), describe_row(row)) for row in page],
    }
    return render(request, "league/log.html", context)


def describe_row(row: AuditRow) -> str:
    """What a row says beside its action: the reason, the score after it, the names.

    Seats and sides stand in the game's order: PostgreSQL keeps the keys of a JSON object in its own.
    """
    detail = row.detail
    parts = []
    if detail.get("name"):
        old = (detail.get("old") or {}).get("name")
        parts.append(f"{old} → {detail['name']}" if old else str(detail["name"]))
    if detail.get("role") in Role.values:
        parts.append(str(Role(detail["role"]).label))
    if detail.get("names"):
        parts.append(", ".join(map(str, detail["names"])))
    if detail.get("of"):
        parts.append(_("with or for %(player)s") % {"player": detail["of"]})
    game = row.event.make_rules(row.table.players if row.table else row.event.players) if row.event else None
    if detail.get("seats") and game:
        seats = [seat for seat in game.seats if seat in detail["seats"]]
        parts.append(", ".join(f"{name_seat(seat, seats)}: {detail['seats'][seat]}" for seat in seats))
    parts += _list_places(detail.get("places") or {})
    if row.action.startswith("clock_"):
        parts.append(pgettext("of an event", "round %(round)s") % {"round": detail["round"]})
    if detail.get("minutes"):
        parts.append(_("%(minutes)s min") % {"minutes": write_total(detail["minutes"])})
    parts += describe_decision(detail)
    parts += [str(detail[words]) for words in ("text", "answer") if detail.get(words)]
    if detail.get("reason"):
        parts.append(_("reason: %(reason)s") % {"reason": detail["reason"]})
    if detail.get("totals") and game:
        score = join_totals(detail["totals"].get(side, 0) for side in game.sides)
        parts.append(_("score %(score)s") % {"score": score})
    return " · ".join(parts)


def _list_places(places: dict[str, dict[str, object]]) -> list[str]:
    """In whose stead and with whom people sat, as it was written down with the seats."""
    parts = []
    for seat, place in sorted(places.items()):
        if place.get("stands_in_for"):
            parts.append(_("%(seat)s for %(player)s") % {"seat": seat, "player": place["stands_in_for"]})
        if place.get("shared_with"):
            parts.append(_("%(seat)s by turns with %(player)s") % {"seat": seat, "player": place["shared_with"]})
        if place.get("borrowed"):
            parts.append(_("%(seat)s borrowed") % {"seat": seat})
    return parts
