"""Why a side of Grand got or lost points: every sentence in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

#: Code -> the reason of points gained.
GAIN_TEXTS: Mapping[str, str] = {
    "whist_made": gettext_noop("Whist at {bid}: {tricks} tricks, {over} over book at 5"),
    "whist_slam": gettext_noop("Whist at {bid}: all 13 tricks, 7 over book at 5 and 30 for the slam"),
    "whist_given": gettext_noop("Infraction by {offender}: Whist at {bid} cannot be defeated, {points} points"),
    "whist_defended": gettext_noop("Tricks of the defenders at Whist: {tricks}, {over} over book at 5"),
    "whist_defended_bonus": gettext_noop(
        "All 13 tricks for the defenders at Whist: 7 over book at 5 and 30 for the slam"
    ),
    "grand_made": gettext_noop("Grand at {bid}: {tricks} tricks, {over} over book at 9"),
    "grand_slam": gettext_noop("Grand at {bid}: all 13 tricks, 7 over book at 9 and 40 for the slam"),
    "grand_slam_wins": gettext_noop(
        "Grand at {bid}: all 13 tricks, 7 over book at 9 and 40 for the slam, which wins the game"
    ),
    "grand_given": gettext_noop("Infraction by {offender}: Grand at {bid} cannot be defeated, {points} points"),
    "grand_given_wins": gettext_noop(
        "Infraction by {offender}: Grand at {bid} cannot be defeated, {points} points; all 13 tricks win the game"
    ),
    "grand_defended": gettext_noop("Tricks of the defenders at Grand: {tricks}, {over} over book at 9"),
    "grand_defended_wins": gettext_noop(
        "All 13 tricks for the defenders at Grand: 7 over book at 9, and the slam wins the game"
    ),
    "grand_defended_bonus": gettext_noop(
        "All 13 tricks for the defenders at Grand: 7 over book at 9 and 40 for the slam"
    ),
    "grand_defended_bonus_wins": gettext_noop(
        "All 13 tricks for the defenders at Grand: 7 over book at 9 and 40 for the slam, which wins the game"
    ),
    "euchre_made": gettext_noop("Euchre at {bid}: {tricks} of 5 tricks"),
    "euchre_given": gettext_noop("Infraction by {offender}: Euchre at {bid} cannot be defeated, {points} points"),
    "euchre_defended": gettext_noop("Tricks of the defenders at Euchre: {tricks} of 5"),
    "euchre_defended_alone": gettext_noop("All 5 tricks at Euchre for a defender alone"),
    "loner_made": gettext_noop("Euchre alone at {bid}: {tricks} of 5 tricks"),
    "loner_given": gettext_noop("Infraction by {offender}: Euchre alone at {bid} cannot be defeated, {points} points"),
    "hearts_made": gettext_noop("Hearts: the bidders took none"),
    "hearts_given": gettext_noop("Infraction by {offender}: the bidders at Hearts count as having taken none"),
}

#: Code -> the reason of points lost. `loss` is the whole deduction, in points.
LOSS_TEXTS: Mapping[str, str] = {
    "whist_failed": gettext_noop("Whist at {bid} failed, {tricks} tricks: set back the bid"),
    "whist_given_up": gettext_noop("Infraction by {offender}, Whist at {bid}: set back the bid"),
    "grand_failed": gettext_noop("Grand at {bid} failed, {tricks} tricks: set back the bid"),
    "grand_given_up": gettext_noop("Infraction by {offender}, Grand at {bid}: set back the bid"),
    "euchre_failed": gettext_noop("Euchre at {bid} failed, {tricks} of 5 tricks: set back the bid and 20"),
    "euchre_given_up": gettext_noop("Infraction by {offender}, Euchre at {bid}: set back the bid and 20"),
    "loner_failed": gettext_noop("Euchre alone at {bid} failed, {tricks} of 5 tricks: set back the bid and 20"),
    "loner_failed_double": gettext_noop("Euchre alone at {bid} failed, {tricks} of 5 tricks: set back twice the bid"),
    "loner_given_up": gettext_noop("Infraction by {offender}, Euchre alone at {bid}: set back the bid and 20"),
    "loner_given_up_double": gettext_noop("Infraction by {offender}, Euchre alone at {bid}: set back twice the bid"),
    "hearts_failed": gettext_noop("Hearts at {bid} failed, {hearts} taken: set back the bid and 1 for each"),
    "hearts_given_up": gettext_noop("Infraction by {offender}, Hearts at {bid}: set back the bid and all 13 hearts"),
    "eldest_failed": gettext_noop(
        "Hearts led by the eldest hand failed, {hearts} taken: set back {bid} as if bid, and 1 for each"
    ),
    "eldest_failed_no_bid": gettext_noop("Hearts led by the eldest hand failed, {hearts} taken: set back 1 for each"),
    "eldest_given_up": gettext_noop(
        "Infraction by {offender}, Hearts led by the eldest hand: set back {bid} as if bid, and all 13 hearts"
    ),
    "eldest_given_up_no_bid": gettext_noop(
        "Infraction by {offender}, Hearts led by the eldest hand: set back all 13 hearts"
    ),
    "hearts_taken": gettext_noop("Hearts taken by the defenders, {hearts}: set back 1 for each"),
    "hearts_charged": gettext_noop("Infraction by {offender} at Hearts: the defenders are set back all 13"),
}

#: The same where the score would go below zero and the house rule `score_floor` stops it there.
FLOOR_TEXTS: Mapping[str, str] = {
    "whist_failed": gettext_noop("Whist at {bid} failed, {tricks} tricks: set back {loss}, but not below zero"),
    "whist_given_up": gettext_noop("Infraction by {offender}, Whist at {bid}: set back {loss}, but not below zero"),
    "grand_failed": gettext_noop("Grand at {bid} failed, {tricks} tricks: set back {loss}, but not below zero"),
    "grand_given_up": gettext_noop("Infraction by {offender}, Grand at {bid}: set back {loss}, but not below zero"),
    "euchre_failed": gettext_noop(
        "Euchre at {bid} failed, {tricks} of 5 tricks: set back {loss}, the bid and 20, but not below zero"
    ),
    "euchre_given_up": gettext_noop(
        "Infraction by {offender}, Euchre at {bid}: set back {loss}, the bid and 20, but not below zero"
    ),
    "loner_failed": gettext_noop(
        "Euchre alone at {bid} failed, {tricks} of 5 tricks: set back {loss}, the bid and 20, but not below zero"
    ),
    "loner_failed_double": gettext_noop(
        "Euchre alone at {bid} failed, {tricks} of 5 tricks: set back {loss}, twice the bid, but not below zero"
    ),
    "loner_given_up": gettext_noop(
        "Infraction by {offender}, Euchre alone at {bid}: set back {loss}, the bid and 20, but not below zero"
    ),
    "loner_given_up_double": gettext_noop(
        "Infraction by {offender}, Euchre alone at {bid}: set back {loss}, twice the bid, but not below zero"
    ),
    "hearts_failed": gettext_noop(
        "Hearts at {bid} failed, {hearts} taken: set back {loss}, the bid and 1 for each, but not below zero"
    ),
    "hearts_given_up": gettext_noop(
        "Infraction by {offender}, Hearts at {bid}: set back {loss}, the bid and all 13 hearts, but not below zero"
    ),
    "eldest_failed": gettext_noop(
        "Hearts led by the eldest hand failed, {hearts} taken: set back {loss}, {bid} as if bid and 1 for each, "
        "but not below zero"
    ),
    "eldest_failed_no_bid": gettext_noop(
        "Hearts led by the eldest hand failed, {hearts} taken: set back {loss}, but not below zero"
    ),
    "eldest_given_up": gettext_noop(
        "Infraction by {offender}, Hearts led by the eldest hand: set back {loss}, {bid} as if bid and all 13 hearts, "
        "but not below zero"
    ),
    "eldest_given_up_no_bid": gettext_noop(
        "Infraction by {offender}, Hearts led by the eldest hand: set back {loss}, all 13 hearts, but not below zero"
    ),
    "hearts_taken": gettext_noop("Hearts taken by the defenders, {hearts}: set back 1 for each, but not below zero"),
    "hearts_charged": gettext_noop(
        "Infraction by {offender} at Hearts: the defenders are set back all 13, but not below zero"
    ),
}


def _find_anchor(code: str) -> str:
    if "given" in code or code == "hearts_charged":
        return "infractions"
    if code.startswith(("whist", "grand")):
        return "whist-and-grand"
    return "euchre" if code.startswith(("euchre", "loner")) else "hearts"


#: Code -> the heading of the help page that explains it.
ANCHORS: Mapping[str, str] = {code: _find_anchor(code) for code in (*GAIN_TEXTS, *LOSS_TEXTS)}
