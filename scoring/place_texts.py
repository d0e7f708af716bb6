"""What is said about a place: the sentences of "Why am I third?", in English, to be translated.

`entry`, `other`, `higher` and `lower` stand for an entry's name and `entries` for several; `figure` is the name of a
tie-break.
"""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop
from scoring.game_results import Kind, Outcome

PLACE_TEXTS: Mapping[str, str] = {
    "alone": gettext_noop("{entry} has place {rank}."),
    "shared": gettext_noop("{entry} shares place {rank} with {entries}."),
    "attendance": gettext_noop(
        "{entry} stands apart, without a place: evenings attended {attended}, evenings needed {needed}."
    ),
    "no_games": gettext_noop("{entry} stands apart, without a place: there is no game yet to count."),
    "withdrawn": gettext_noop("{entry} has withdrawn and stands apart, without a place."),
}

FIGURE_TEXTS: Mapping[str, str] = {
    "sum": gettext_noop("“{figure}” comes to {value}. Results counted: {games}."),
    "average": gettext_noop("“{figure}” is {value} a game on average. Games counted: {games}."),
}

#: The place in a bracket, and why several have the same.
BRACKET_TEXTS: Mapping[str, str] = {
    "place": gettext_noop("“{figure}” is {value}."),
    "still_in": gettext_noop("“{figure}” is {value} so far: the next match there is still to be played."),
    "outside": gettext_noop("{entry} is not in the bracket and stands below all who are."),
    "none": gettext_noop("There is no bracket here, so “{figure}” says nothing."),
    "shared": gettext_noop("{entries} came equally far in the bracket, so they share the place."),
    "shared_in": gettext_noop("{entries} are still playing in the bracket: how they go on there parts them."),
    "shared_outside": gettext_noop("{entries} are not in the bracket, so they share the place below it."),
}

ADJUSTMENT_TEXTS: Mapping[str, str] = {
    "league_points": gettext_noop("Adjusted by {amount} in league points: {reason}"),
    "points": gettext_noop("Adjusted by {amount} in points: {reason}"),
}

DROPPED_TEXTS: Mapping[str, str] = {
    "evening": gettext_noop("Evening {evening} is left out as one of the worst, with {value}."),
    "game": gettext_noop("A game of evening {evening}, round {round}, is left out as one of the worst, with {value}."),
}

UNPLAYED_TEXTS: Mapping[Kind, str] = {
    "bye": gettext_noop("Bye on evening {evening}: {points} points and {league_points} league points."),
    "sit_out": gettext_noop("Sat out on evening {evening}: {points} points and {league_points} league points."),
    "forfeit_won": gettext_noop(
        "Won by forfeit on evening {evening}: {points} points and {league_points} league points."
    ),
    "forfeit_lost": gettext_noop(
        "Lost by forfeit on evening {evening}: {points} points and {league_points} league points."
    ),
    "walkover": gettext_noop("Walkover on evening {evening}: {points} points and {league_points} league points."),
    "evening": gettext_noop("Evening {evening} brings {league_points}."),
}
#: Said after one of those where several games of a match count alike.
GAMES_OF_MATCH_TEXT = gettext_noop("So counts each game of this match that was not played; games: {games}.")
#: Said after a bye, by what it counts as; None is neither won nor lost.
OUTCOME_TEXTS: Mapping[Outcome | None, str] = {
    "won": gettext_noop("It counts as won."),
    "drawn": gettext_noop("It counts as drawn."),
    "lost": gettext_noop("It counts as lost."),
    None: gettext_noop("It counts neither as won nor as lost."),
}
NO_GAME_TEXT = gettext_noop("In averages it does not count as a game.")

#: How a comparison of two ended: by the sense of the tie-break, or level.
COMPARISON_TEXTS: Mapping[str, str] = {
    "more": gettext_noop("{higher} is above {lower} on “{figure}”: {better} against {worse}, and more is better."),
    "fewer": gettext_noop("{higher} is above {lower} on “{figure}”: {better} against {worse}, and fewer is better."),
    "level": gettext_noop("{higher} and {lower} are level on “{figure}”: {better} each."),
    "silent": gettext_noop("“{figure}” says nothing about {entries}: not all of them have what it compares."),
}

#: What a comparison was taken from, where that is not everything.
SCOPE_TEXTS: Mapping[str, str] = {
    "among": gettext_noop("Only the games among {entries} count there."),
    "against": gettext_noop("Only the games against {entries} count there."),
    "evening": gettext_noop("Only evening {evening} counts there."),
}

DECISION_TEXTS: Mapping[str, str] = {
    "play_off": gettext_noop("{higher} is above {lower} by a play-off: {reason}"),
    "lots": gettext_noop("{higher} is above {lower} by drawn lots: {reason}"),
    "share": gettext_noop("It was decided that {entries} share the place: {reason}"),
}

UNRESOLVED_TEXT = gettext_noop(
    "Nothing that this event compares parts {entries}. They can play it off, share the place or draw lots; whoever "
    "runs the event writes down which."
)

#: The same of a season.
SEASON_UNRESOLVED_TEXT = gettext_noop(
    "Nothing that this season compares parts {entries}. They can play it off, share the place or draw lots; whoever "
    "runs the season writes down which."
)

#: Where there are too many names to list.
MANY_TEXT = gettext_noop("{names} and {more} more")

#: The sentences that speak of evenings, as they are said of one event: there rounds are what is dropped and attended.
IN_ROUNDS: Mapping[str, str] = {
    PLACE_TEXTS["attendance"]: gettext_noop(
        "{entry} stands apart, without a place: rounds attended {attended}, rounds needed {needed}."
    ),
    DROPPED_TEXTS["evening"]: gettext_noop("Round {evening} is left out as one of the worst, with {value}."),
    DROPPED_TEXTS["game"]: gettext_noop("A game of round {evening} is left out as one of the worst, with {value}."),
    UNPLAYED_TEXTS["bye"]: gettext_noop("Bye in round {evening}: {points} points and {league_points} league points."),
    UNPLAYED_TEXTS["sit_out"]: gettext_noop(
        "Sat out in round {evening}: {points} points and {league_points} league points."
    ),
    UNPLAYED_TEXTS["forfeit_won"]: gettext_noop(
        "Won by forfeit in round {evening}: {points} points and {league_points} league points."
    ),
    UNPLAYED_TEXTS["forfeit_lost"]: gettext_noop(
        "Lost by forfeit in round {evening}: {points} points and {league_points} league points."
    ),
    UNPLAYED_TEXTS["walkover"]: gettext_noop(
        "Walkover in round {evening}: {points} points and {league_points} league points."
    ),
    SCOPE_TEXTS["evening"]: gettext_noop("Only round {evening} counts there."),
}
