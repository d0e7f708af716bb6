"""The standings as a table on the event's page: which columns the rules call for, ties that wait for a decision."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec import Struct

from league.models import Event
from league.selectors.event_rules import read_rules
from league.selectors.standings import Standing
from league.web.standing_words import join_figures, name_figure
from rules.game import Game
from scoring.standing_rules import StandingRules
from scoring.tiebreaks import find_tie_break

#: What has a column of its own anyway.
COLUMNS_BY_GAMES = ("games_won", "games_lost", "difference", "points_for")
COLUMNS_BY_POINTS = ("points_for",)
#: Ties beyond these are not listed below the table: they are marked in it.
MOST_TIES = 5


class Row(Struct, frozen=True, kw_only=True):
    """A line of the table. `figures` are those of the further columns, `main` that which is ranked by.

    `state` says why there is no place, and of whoever keeps one after leaving that he did; "" of all others.
    """

    line: Standing
    url: str
    difference: str
    main: str
    counts: list[int]
    figures: list[str]
    state: str


class Division(Struct, frozen=True, kw_only=True):
    """Those who are ranked among themselves; `apart` are those without a place."""

    title: str
    rows: list[Row]
    apart: list[Row]


def describe_standings(event: Event, standings: Sequence[Standing]) -> dict[str, Any]:
    """What the table of the standings shows. `main_column` is "" where the figure ranked by has a column anyway."""
    game, rules = event.rules, read_rules(event)
    main = _find_main(game, rules)
    further = _list_further(game, rules, standings)
    has_games = any(line.games_open for line in standings)
    return {
        "standings": [
            _make_division(event, title, list(lines), main, further)
            for title, lines in groupby(standings, key=lambda line: line.division)
        ],
        "main_column": _name_main(rules) if main else "",
        "further_columns": [name_figure(code) for code in further],
        "columns": [_(game.tally_titles[code]) for code in game.headline_tallies],
        "has_draws": any(line.place.score.games_drawn for line in standings),
        "order": join_figures((rules.rank_by, *rules.tie_breaks)),
        "ties": [] if has_games else _list_ties(standings),
        "decisions_url": reverse("league:standing-decisions", args=[event.slug]),
        "rules_url": reverse("league:standing-rules", args=[event.slug]),
    }


def sign(figure: int) -> str:
    """A difference with its sign, the minus as long as the plus."""
    return f"{figure:+d}".replace("-", "−") if figure else "0"


def word_state(line: Standing) -> str:
    """Why somebody stands without a place, or that he has withdrawn and keeps it; "" of all others."""
    words = {
        "attendance": _("not there often enough"),
        "no_games": _("no game yet"),
        "withdrawn": pgettext("of an entry", "withdrawn"),
    }
    withdrawn = "withdrawn" if line.entry.withdrawn_from is not None else ""
    return words.get(line.apart or withdrawn, "")


def _name_main(rules: StandingRules) -> str:
    title = name_figure(rules.rank_by)
    return _("%(figure)s a game") % {"figure": title} if rules.per_game else title


def _find_main(game: Game, rules: StandingRules) -> str:
    """What is ranked by, where it has no column anyway: averages never have one."""
    fixed = COLUMNS_BY_GAMES if game.has_winner else COLUMNS_BY_POINTS
    is_shown = rules.rank_by == "bracket" or (rules.rank_by in ("games_won", "points_for") and rules.rank_by in fixed)
    return "" if is_shown and not rules.per_game else rules.rank_by


def _list_further(game: Game, rules: StandingRules, standings: Sequence[Standing]) -> list[str]:
    """The tie-breaks that were asked and have no column anyway."""
    fixed = {*(COLUMNS_BY_GAMES if game.has_winner else COLUMNS_BY_POINTS), *game.headline_tallies}
    asked = {code for line in standings for code in line.figures}
    is_summed = {code: find_tie_break(code).figure is not None for code in rules.tie_breaks}
    return [
        code
        for code in rules.tie_breaks
        if code in asked and (code not in fixed or (rules.per_game and is_summed[code]))
    ]


def _make_division(event: Event, title: str, lines: list[Standing], main: str, further: list[str]) -> Division:
    headlines = event.rules.headline_tallies
    rows = [
        Row(
            line=line,
            url=reverse("league:standing", args=[event.slug, line.entry.pk]),
            difference=sign(line.place.score.difference),
            main=line.figures.get(main, ""),
            counts=[line.count(code) for code in headlines],
            figures=[line.figures.get(code, "") for code in further],
            state=word_state(line),
        )
        for line in lines
    ]
    return Division(
        title=title,
        rows=[row for row in rows if row.line.place.rank is not None],
        apart=[row for row in rows if row.line.place.rank is None],
    )


def _list_ties(standings: Sequence[Standing]) -> list[tuple[int, str]]:
    """Places that nobody has settled: the place and who shares it."""
    waiting = [line for line in standings if line.is_unresolved]
    ties = [
        (rank, ", ".join(line.entry.name for line in group))
        for (_division, rank), group in groupby(waiting, key=lambda line: (line.division, line.place.rank or 0))
    ]
    return ties[:MOST_TIES]
