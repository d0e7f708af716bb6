"""The page of a league's ratings, where it has them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.selectors.ratings import list_ratings
from league.tasks import bring_up_to_date
from league.web.lookup import get_league
from league.web.rating_words import word_rating, word_sureness, write_figure


@require_safe
def show_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is rated how. Raises Http404 where the league rates nobody."""
    league = get_league(request, slug)
    if not league.has_ratings:
        raise Http404
    is_late = not bring_up_to_date(league)
    context = {
        "league": league,
        "crumbs": [(reverse("league:league", args=[slug]), league.name), ("", _("Ratings"))],
        "is_late": is_late,
        "lines": [
            {
                "rank": line.rank,
                "player": line.player,
                "shown": word_rating(line.rating),
                "strength": write_figure(line.rating.mean),
                "spread": write_figure(2 * line.rating.spread),
                "sureness": word_sureness(line.rating.spread),
                "games": line.rating.games,
            }
            for line in list_ratings(league)
        ],
    }
    return render(request, "league/ratings.html", context)
