"""What a rating says, in words and as a chart."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.charts import Chart, Datum, draw_line
from league.models import RatingStep
from scoring.ratings import Rating, RatingRules

#: Up to which spread, in parts of a newcomer's, a rating is how well known.
SURENESS = (
    (0.25, gettext_lazy("well known")),
    (0.45, gettext_lazy("fairly sure")),
    (0.7, gettext_lazy("still rough")),
    (float("inf"), gettext_lazy("hardly known yet")),
)


def word_sureness(spread: float) -> str:
    """How sure a rating is."""
    part = spread / RatingRules().spread
    return str(next(words for most, words in SURENESS if part <= most))


def word_rating(rating: Rating) -> str:
    """What is shown of a rating: 21.4, the strength that the player has almost surely."""
    return write_figure(rating.shown)


def write_figure(figure: float) -> str:
    """A figure with one decimal, as the reader's language writes it."""
    return number_format(figure, 1).replace("-", "\N{MINUS SIGN}")


def draw_ratings(steps: Sequence[RatingStep]) -> Chart:
    """The history of a player's strength, with how far it may be off."""
    data = [
        Datum(
            label=step.table.event.name
            if step.table.event.held_on is None
            else date_format(step.table.event.held_on, "SHORT_DATE_FORMAT"),
            value=step.mu,
            spread=2 * step.sigma,
            words=_("%(strength)s, give or take %(spread)s")
            % {"strength": write_figure(step.mu), "spread": write_figure(2 * step.sigma)},
            url=reverse("league:table", args=[step.table.event.slug, step.table.round.number, step.table.number]),
        )
        for step in steps
    ]
    return draw_line(_("Strength after each game"), data, heading=_("Evening"), unit=_("Strength"), low=15, high=35)
