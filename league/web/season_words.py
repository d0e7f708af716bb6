"""What a season's rules come to, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from league.models import Season
from league.selectors.season_ranking import read_season_rules
from league.selectors.season_standings import SeasonLine

COUNTS = {
    "games": gettext_lazy("Every game of every evening counts."),
    "evenings": gettext_lazy("Every evening brings what it came to by its own rules."),
    "places": gettext_lazy("Every evening brings league points for the place."),
}
EVENTS = {
    "all": "",
    "published": gettext_lazy("Only published evenings count."),
    "final": gettext_lazy("Only evenings whose results are final count."),
}


def word_counting(season: Season) -> list[str]:
    """How the season adds up, in sentences."""
    rules = read_season_rules(season)
    said = [str(COUNTS[rules.counts]), str(EVENTS[rules.events])]
    standings = rules.standings
    if standings is not None and standings.drop_worst:
        said.append(_("Worst evenings left out: %(number)s.") % {"number": standings.drop_worst})
    if standings is not None and standings.keep_best:
        said.append(_("Only the best evenings count: %(number)s.") % {"number": standings.keep_best})
    if standings is not None and standings.minimum_evenings:
        said.append(_("Evenings needed for a place: %(number)s.") % {"number": standings.minimum_evenings})
    if rules.prize_points:
        said.append(_("Points won as prizes count."))
    return [text for text in said if text]


def word_apart(line: SeasonLine) -> str:
    """Why somebody has no place."""
    if line.apart == "attendance":
        return _("too few evenings yet: %(attended)s") % {"attended": line.attended}
    return _("no game yet") if line.apart == "no_games" else pgettext("of an entry", "withdrawn")
