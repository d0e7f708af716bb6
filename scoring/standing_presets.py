"""Ready-made ways to rank an event, to begin from: the usual one of its game and those that leagues have."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from msgspec import Struct, structs

from rules.game import Game, gettext_noop
from scoring.standing_rules import Bonus, LeaguePoints, StandingRules, Unplayed

#: A cribbage game to 121 that is won by so much or more is a skunk: three points instead of two.
#: Source: http://home.comcast.net/~surfitch/Cribbage/cribbage_tournament_info.htm ("by more than 30").
SKUNK_MARGIN = 31

#: A bye that counts as won: each game of the match that there was not.
BYE_WON = Unplayed(outcome="won")


def find_usual_rules(game: Game, *, has_bracket: bool = False) -> StandingRules:
    """What holds where nothing is set: games won, difference, points; where nobody wins a game points alone; in an
    elimination the place in the bracket, which is shared by those who came equally far.

    Who has no game yet is ranked with nothing, as at the beginning of an evening everybody is.
    """
    if has_bracket:
        return StandingRules(rank_by="bracket", tie_breaks=(), restart="never", idle_apart=False)
    if game.has_winner:
        return StandingRules(
            rank_by="games_won", tie_breaks=("difference", "points_for"), restart="never", idle_apart=False
        )
    return StandingRules(rank_by="points_for", tie_breaks=(), restart="never", idle_apart=False)


def credit_byes(rules: StandingRules) -> StandingRules:
    """The same where a bye counts as won, as directors of Swiss events expect; rules that say something of it stay."""
    if "bye" in rules.unplayed:
        return rules
    return structs.replace(rules, unplayed={**rules.unplayed, "bye": BYE_WON})


class Preset(Struct, frozen=True, kw_only=True):
    """A way to rank. `make` gives the rules for a game, or None where they make no sense there."""

    code: str
    title: str
    help: str
    make: Callable[[Game], StandingRules | None]


def _make_league_points(game: Game) -> StandingRules | None:
    if not game.has_winner:
        return None
    return StandingRules(
        league_points=LeaguePoints(won=Decimal(2), drawn=Decimal(1)),
        tie_breaks=("games_won", "head_to_head", "difference", "points_for"),
    )


def _make_progressive(game: Game) -> StandingRules | None:
    extras = tuple(code for code in ("loners_made",) if code in game.tally_titles)
    won = ("games_won",) if game.has_winner else ()
    return StandingRules(
        rank_by="points_for",
        tie_breaks=(*extras, *won, "high_game"),
        unplayed={"sit_out": Unplayed(points_for=7)},
    )


def _make_cribbage(game: Game) -> StandingRules | None:
    if not game.has_winner:
        return None
    skunk = Bonus(of="margin", points=Decimal(1), at_least=SKUNK_MARGIN)
    return StandingRules(
        league_points=LeaguePoints(won=Decimal(2), bonuses=(skunk,)),
        tie_breaks=("games_won", "difference", "points_for"),
    )


def _make_averages(game: Game) -> StandingRules | None:
    return StandingRules(rank_by="points_for", tie_breaks=("high_game",), per_game=True)


PRESETS: tuple[Preset, ...] = (
    Preset(
        code="league_points",
        title=gettext_noop("League points 2-1-0"),
        help=gettext_noop(
            "Two for a game won, one for a draw. Those level: games won, then the games among themselves."
        ),
        make=_make_league_points,
    ),
    Preset(
        code="progressive",
        title=gettext_noop("Progressive: points and loners"),
        help=gettext_noop("All points add up. Those level: loners made, then games won. Sitting out brings 7 points."),
        make=_make_progressive,
    ),
    Preset(
        code="cribbage",
        title=gettext_noop("Cribbage style: 2, and 3 for a skunk"),
        help=gettext_noop("Two for a game won, one more if by 31 or more. Those level: games won, then difference."),
        make=_make_cribbage,
    ),
    Preset(
        code="averages",
        title=gettext_noop("Average a game"),
        help=gettext_noop("Points divided by the games played: for evenings on which people play unequally often."),
        make=_make_averages,
    ),
)


def list_presets(game: Game) -> Mapping[str, tuple[Preset, StandingRules]]:
    """The ways that make sense for a game: code -> the preset and its rules."""
    made = ((preset, preset.make(game)) for preset in PRESETS)
    return {preset.code: (preset, rules) for preset, rules in made if rules is not None}
