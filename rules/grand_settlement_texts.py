"""How the settlement of Grand is worked: every sentence in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

SETTLEMENT_TEXTS: Mapping[str, str] = {
    "points": gettext_noop("Points: {side} {score}, {other} {least}"),
    "points_level": gettext_noop("Points: level at {score}"),
    "higher": gettext_noop("Closeness: {side} leads, 100 − {score} = {credit}"),
    "higher_negative": gettext_noop("Closeness: {side} leads, 100 + {score} = {credit}"),
    "higher_beyond": gettext_noop("Closeness: {side} leads, but both have more than 100: {credit}"),
    "nearer": gettext_noop("Closeness: {side} is nearer to 100, 100 − {score} = {credit}"),
    "nearer_negative": gettext_noop("Closeness: {side} is nearer to 100, 100 + {score} = {credit}"),
    "nearer_beyond": gettext_noop("Closeness: {side} is nearer to 100, {score} − 100 = {credit}"),
    "closeness_level": gettext_noop("Closeness: level, no credit"),
    "setbacks": gettext_noop("Setbacks: {side} {few}, {other} {many}, {more} × 10 = {credit} for {side}"),
    "setbacks_level": gettext_noop("Setbacks: level at {count}, no credit"),
    "net": gettext_noop("Settlement: {side} {credit} − {against} = {net}"),
    "net_both": gettext_noop("Settlement: {side} {closeness} + {setbacks} = {net}"),
    "net_level": gettext_noop("Settlement: level, {closeness} against {setbacks}"),
    "won_by_slam": gettext_noop("The slam in Grand has won the game for {side}; the settlement gives the margin."),
    "settlement_wins": gettext_noop("The settlement decides: {side} wins."),
    "settlement_draw": gettext_noop("The settlement decides: a draw."),
    "points_wins": gettext_noop("The points decide: {side} wins; the settlement gives the margin."),
    "points_draw": gettext_noop("The points decide: a draw; the settlement gives the margin."),
    "only_points_wins": gettext_noop("The points decide: {side} wins; the settlement is only shown."),
    "only_points_draw": gettext_noop("The points decide: a draw; the settlement is only shown."),
}
