"""What is said of plans: how fair they are, in a sentence and in figures, and why one cannot be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.models import Event
from league.models.planning import Format
from league.selectors.people import list_names
from rules.game import fill
from scoring.movement_constraints import BadConstraintError
from scoring.movement_limits import BadSizeError
from scoring.movement_report import Report, write_report

#: The values of a sentence about a movement that are people.
PEOPLE = ("person", "one", "two")

FORMAT_WORDS = {
    Format.ROTATION: gettext_lazy("From a chart: nobody gets a partner again before everybody has been one."),
    Format.FACES: gettext_lazy("From a chart: people meet at a table as seldom as can be, as partners or opponents."),
    Format.LADDER: gettext_lazy("The winners of a round move to the next table. Each round follows from the last."),
    Format.ARITHMETIC: gettext_lazy("Each seat moves so many tables: North stays, South down, East up, West up two."),
    Format.REDRAW: gettext_lazy("Lots for each round when it is opened. Who were partners are not drawn together."),
    Format.SIZES: gettext_lazy("Tables of the sizes that the game knows, so that few meet again."),
}

LADDER_WORDS = {
    "winners_move": gettext_lazy("Winners go up a table together and part there"),
    "head_table": gettext_lazy("Winners go up; at the head table they stay and its losers go to the foot"),
    "red_white": gettext_lazy("Of the winners one goes up and one goes down"),
    "everybody": gettext_lazy("Everybody moves, one partner up and one down"),
    "winner_stays": gettext_lazy("Winners stay, losers go up a table; all part"),
    "semi_partner": gettext_lazy("Whist drive: of the losers one goes up and one down, winners stay together"),
    "progressive": gettext_lazy("Whist drive: of the losers one goes up and one down, all part"),
    "partner_drive": gettext_lazy("Whist drive: losers go up together, pairs stay pairs"),
}


def word_fault(bad: BadSizeError | BadConstraintError, event: Event) -> str:
    """Why nobody can be seated so, with names."""
    return fill(_(bad.template), name_people(bad.values, name_players(event)))


def name_players(event: Event) -> dict[int, str]:
    """Player's number -> the name as which the person is shown, of the league."""
    return list_names(event.league)


def word_doubles(people: Iterable[int], event: Event) -> str:
    """Why a round cannot be opened in which these people have two places each."""
    names = name_players(event)
    text = _(
        "One person has two places in this round: %(names)s. The plan was made before it was said that two names are "
        "one person. Plan the rounds to come anew."
    )
    return text % {"names": ", ".join(sorted(names.get(who, "") for who in people))}


def name_people(values: Mapping[str, Any], names: Mapping[int, str]) -> dict[str, Any]:
    """The values of a sentence with people by name."""
    named = {key: names.get(value, value) if key in PEOPLE else value for key, value in values.items()}
    if "people" in values:
        numbers = str(values["people"]).split(", ")
        named["people"] = ", ".join(names.get(int(number), number) for number in numbers)
    return named


def keep_report(report: Report, names: Mapping[int, str]) -> dict[str, Any]:
    """A report in the form in which it is stored with a plan: warnings can be read in any language later."""
    warnings = [
        {"code": each.code, "template": each.template, "values": name_people(each.values, names)}
        for each in report.warnings
    ]
    return write_report(report, translate=str) | {"warnings": warnings}


def word_warnings(report: Mapping[str, Any]) -> list[str]:
    """The warnings of a stored report."""
    return [fill(_(each["template"]), each["values"]) for each in report.get("warnings", ())]


def say_report(report: Mapping[str, Any], *, seats: int) -> str:
    """What a plan gives in one sentence: `23 here: 5 tables, 3 sit out each round, ... no partner twice`.

    `seats` are those of one round. Partners are spoken of where anybody has one.
    """
    return _("%(players)s here: %(what)s") % {
        "players": report["players"],
        "what": ", ".join(_list_parts(report, seats=seats)),
    }


def _list_parts(report: Mapping[str, Any], *, seats: int) -> Iterator[str]:
    partners = report["partners"]["met"] > 0
    yield ngettext("%(count)s table", "%(count)s tables", report["tables"]) % {"count": report["tables"]}
    out = report["players"] - seats
    if out:
        yield ngettext("%(count)s sits out each round", "%(count)s sit out each round", out) % {"count": out}
        rounds = report["rounds"] + report.get("rounds_played", 0)  # plans from before know no rounds played
        if rounds > 1:
            yield _say_sit_outs(report["sit_outs"], rounds=rounds)
    if partners:
        count = report["partners"]["repeats"]
        text = ngettext("%(count)s partnership is a repeat", "%(count)s partnerships are repeats", count)
        yield text % {"count": count} if count else _("no partner twice")
    if report["tables"] == 1 and not out and report["rounds"] > 1:
        yield _("the same people meet in every round")
    elif not partners or report["goal"] == "faces":
        count = report["tablemates"]["repeats"]
        text = ngettext("%(count)s time two people meet again", "%(count)s times two people meet again", count)
        yield text % {"count": count} if count else _("nobody at one table twice")


def _say_sit_outs(figures: Mapping[str, int], *, rounds: int) -> str:
    least, most = figures["least"], figures["most"]
    words = {"least": least, "most": most, "rounds": rounds}
    if least == most == 1:
        return _("everybody sits out once in %(rounds)s rounds") % words
    if least == most:
        text = ngettext(
            "everybody sits out %(most)s time in %(rounds)s rounds",
            "everybody sits out %(most)s times in %(rounds)s rounds",
            most,
        )
        return text % words
    if not least and most == 1:
        return _("nobody sits out twice in %(rounds)s rounds") % words
    return _("everybody sits out %(least)s or %(most)s times in %(rounds)s rounds") % words
