"""The form of an event's rules: what decides, what a game brings, what counts and what is not played.

Rules that were set by a program and have more than the form shows (several bonuses, bonuses for counts) keep that.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import structs

from league.models.event import SubstituteCredit
from rules.game import Game
from scoring.game_results import Kind
from scoring.standing_rules import UNPLAYED, Bonus, LeaguePoints, MatchPoints, StandingRules, Unplayed
from scoring.tiebreaks import COUNTS, TIE_BREAKS

#: So many tie-breaks can be chosen one after another.
MOST_TIE_BREAKS = 8
MOST_POINTS = 1000
TIE_PREFIX = "tie_break_"

RESTARTS = (
    ("still_level", _("begin again with the first, among themselves")),
    ("never", _("go on with the next")),
    ("each_place", _("only the best is placed, all others begin again")),
)
MEETINGS = (
    ("all_met", _("only where all who are tied have met each other")),
    ("as_played", _("by the games that there were")),
)
DROPS = (("evening", _("whole rounds")), ("game", _("single games")))
WITHDRAWALS = (
    ("keep", _("keeps the place and all results")),
    ("apart", _("stands apart; all results count")),
    ("annul", _("stands apart; games against it count for nobody")),
)


def _points(label: Any, *, required: bool = True, help_text: Any = "") -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        help_text=help_text,
        required=required,
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        max_digits=7,
        decimal_places=3,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 6}),
    )


def _number(label: Any, *, least: int = 0, most: int = 500, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, required=False, min_value=least, max_value=most)


class StandingRulesForm(forms.Form):
    """How an event ranks."""

    rank_by = forms.ChoiceField(label=_("Ranked by"))
    restart = forms.ChoiceField(label=_("When a tie-break has parted some, the others"), choices=RESTARTS)
    head_to_head = forms.ChoiceField(label=_("Head to head counts"), choices=MEETINGS)

    won = _points(_("For a game won"))
    drawn = _points(_("For a draw"))
    lost = _points(_("For a game lost"))
    per_point = _points(_("For each point of the game"), help_text=_("1 here and 0 for a win: the points as they are."))
    bonus_margin = _number(
        _("Bonus from a margin of"), least=1, help_text=_("In cribbage 31 is a skunk. Empty: no bonus.")
    )
    bonus_points = _points(_("League points for that"), required=False)
    match_won = _points(
        _("For a match won"), required=False, help_text=_("Where a match has several games. Empty: games alone count.")
    )
    match_drawn = _points(_("For a match drawn"), required=False)
    match_lost = _points(_("For a match lost"), required=False)

    per_game = forms.BooleanField(label=_("Averages a game instead of sums"), required=False)
    drop_worst = _number(_("So many of the worst are left out"), help_text=_("Rounds that were missed go first."))
    keep_best = _number(_("Only so many of the best count"), least=1, help_text=_("Empty: all."))
    drop_by = forms.ChoiceField(label=_("Left out or kept are"), choices=DROPS)
    minimum_evenings = _number(
        _("Rounds needed for a place"), help_text=_("Who was there for fewer stands apart, below.")
    )
    idle_apart = forms.BooleanField(label=_("Who has no game yet stands apart, below"), required=False)

    sit_out_points = _number(_("Points for sitting out"), most=MOST_POINTS)
    sit_out_is_game = forms.BooleanField(label=_("Sitting out counts as a game in averages"), required=False)
    bye_points = _number(_("Points for a bye"), most=MOST_POINTS)
    bye_won = forms.BooleanField(label=_("A bye counts as a game won"), required=False)
    forfeit_points = _number(_("Points for a game won by forfeit"), most=MOST_POINTS)

    substitute_credit = forms.ChoiceField(label=_("A substitute's games count"), choices=SubstituteCredit.choices)
    withdrawn = forms.ChoiceField(label=_("Who withdraws"), choices=WITHDRAWALS)

    reason = forms.CharField(
        label=_("Why do the rules change?"),
        help_text=_("Everybody can read it. Needed once there are results."),
        max_length=500,
        required=False,
    )
    despite_results = forms.BooleanField(
        label=_("Change them although there are results: places may change"), required=False
    )

    def __init__(self, data: Any = None, *, game: Game, rules: StandingRules, credit: str, has_bracket: bool) -> None:
        super().__init__(data, initial=_read_initial(rules) | {"substitute_credit": credit})
        self._rules = rules
        counted = {each.code for each in COUNTS} - set(game.tally_titles)
        if not has_bracket and "bracket" not in (rules.rank_by, *rules.tie_breaks):
            counted.add("bracket")
        offered = {code: each for code, each in TIE_BREAKS.items() if code not in counted}
        ranked = self.fields["rank_by"]
        assert isinstance(ranked, forms.ChoiceField)
        ranked.choices = [(code, gettext(each.title)) for code, each in offered.items() if each.can_be_ranked_by]
        choices = [("", "–"), *((code, gettext(each.title)) for code, each in offered.items())]
        for place in range(1, MOST_TIE_BREAKS + 1):
            label = gettext("Tie-break %(place)s") % {"place": place}
            self.fields[f"{TIE_PREFIX}{place}"] = forms.ChoiceField(label=label, choices=choices, required=False)

    def name_field(self, field: str) -> str:
        """The field of the form at which a fault of the rules belongs."""
        return {"tie_breaks": f"{TIE_PREFIX}1", "league_points": "won"}.get(field, field)

    @property
    def parts(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """The fields in parts: heading, what it means with an example, fields."""
        ties = [f"{TIE_PREFIX}{place}" for place in range(1, MOST_TIE_BREAKS + 1)]
        sections = (
            (
                gettext("What decides"),
                gettext(
                    "First what is ranked by; those who are level are parted by the tie-breaks in this order. Who is "
                    "level in all of them shares the place until people settle it: nothing is drawn here."
                ),
                ["rank_by", *ties, "restart", "head_to_head"],
            ),
            (
                gettext("League points for a game"),
                gettext("They count where league points are ranked by or break ties: 2, 1 and 0, for example."),
                ["won", "drawn", "lost", "per_point", "bonus_margin", "bonus_points",
                 "match_won", "match_drawn", "match_lost"],
            ),
            (
                gettext("What counts"),
                gettext("Of ten rounds the two worst can be left out, so that nobody loses all by one bad evening."),
                ["per_game", "drop_worst", "keep_best", "drop_by", "minimum_evenings", "idle_apart"],
            ),
            (
                gettext("What is not played"),
                gettext("Clubs often credit 7 points to who has to sit out. Averages leave it out unless you say so."),
                ["sit_out_points", "sit_out_is_game", "bye_points", "bye_won", "forfeit_points"],
            ),
            (gettext("Who plays"), "", ["substitute_credit", "withdrawn"]),
        )  # fmt: skip
        return [(title, text, [self[name] for name in names]) for title, text, names in sections]

    def read_rules(self) -> StandingRules:
        """The rules that were filled in."""
        chosen = self.cleaned_data
        ties = (chosen[f"{TIE_PREFIX}{place}"] for place in range(1, MOST_TIE_BREAKS + 1))
        return structs.replace(
            self._rules,
            rank_by=chosen["rank_by"],
            tie_breaks=tuple(filter(None, ties)),
            restart=chosen["restart"],
            head_to_head=chosen["head_to_head"],
            league_points=self._read_points(chosen),
            per_game=chosen["per_game"],
            drop_worst=chosen["drop_worst"] or 0,
            keep_best=chosen["keep_best"],
            drop_by=chosen["drop_by"],
            minimum_evenings=chosen["minimum_evenings"] or 0,
            idle_apart=chosen["idle_apart"],
            withdrawn=chosen["withdrawn"],
            unplayed=self._read_unplayed(chosen),
        )

    def _read_points(self, chosen: Mapping[str, Any]) -> LeaguePoints:
        bonuses = [bonus for bonus in self._rules.league_points.bonuses if not _is_plain(bonus)]
        if chosen["bonus_margin"] and chosen["bonus_points"]:
            bonuses.insert(0, Bonus(of="margin", points=chosen["bonus_points"], at_least=chosen["bonus_margin"]))
        match = None
        if chosen["match_won"] is not None:
            match = MatchPoints(
                won=chosen["match_won"],
                drawn=chosen["match_drawn"] or Decimal(0),
                lost=chosen["match_lost"] or Decimal(0),
            )
        return structs.replace(
            self._rules.league_points,
            won=chosen["won"],
            drawn=chosen["drawn"],
            lost=chosen["lost"],
            per_point=chosen["per_point"],
            bonuses=tuple(bonuses),
            match=match,
        )

    def _read_unplayed(self, chosen: Mapping[str, Any]) -> dict[Kind, Unplayed]:
        """What differs from the usual."""
        count = self._rules.count_unplayed
        changed: dict[Kind, Unplayed] = {
            "sit_out": structs.replace(
                count("sit_out"), points_for=chosen["sit_out_points"] or 0, is_game=chosen["sit_out_is_game"]
            ),
            "bye": structs.replace(
                count("bye"), points_for=chosen["bye_points"] or 0, outcome="won" if chosen["bye_won"] else None
            ),
            "forfeit_won": structs.replace(count("forfeit_won"), points_for=chosen["forfeit_points"] or 0),
        }
        every = {**self._rules.unplayed, **changed}
        return {kind: rule for kind, rule in every.items() if rule != UNPLAYED[kind]}


def _is_plain(bonus: Bonus) -> bool:
    """Whether the form shows a bonus: for a margin in a game won, without an upper end."""
    return bonus.of == "margin" and bonus.at_most is None and bonus.outcomes == ("won",)


def _read_initial(rules: StandingRules) -> dict[str, Any]:
    table, bonus = rules.league_points, next(filter(_is_plain, rules.league_points.bonuses), None)
    same = ("rank_by", "restart", "head_to_head", "per_game", "drop_worst", "keep_best", "drop_by")
    count = rules.count_unplayed
    return {
        **{name: getattr(rules, name) for name in (*same, "minimum_evenings", "idle_apart", "withdrawn")},
        **{f"{TIE_PREFIX}{place}": code for place, code in enumerate(rules.tie_breaks, start=1)},
        **{name: getattr(table, name) for name in ("won", "drawn", "lost", "per_point")},
        "bonus_margin": bonus and bonus.at_least,
        "bonus_points": bonus and bonus.points,
        "match_won": table.match and table.match.won,
        "match_drawn": table.match and table.match.drawn,
        "match_lost": table.match and table.match.lost,
        "sit_out_points": count("sit_out").points_for,
        "sit_out_is_game": count("sit_out").is_game,
        "bye_points": count("bye").points_for,
        "bye_won": count("bye").outcome == "won",
        "forfeit_points": count("forfeit_won").points_for,
    }
