"""What penalties cost here, said before one is entered; and who stands warned, and since when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.selectors.carried_warnings import CarriedWarning, find_carried
from league.wording import Names, name_side, word_reason, word_value
from rules.game import Game, Line, State
from scoring.declared import find_field
from scoring.penalties import INFRACTIONS, PricedInfraction, price_infraction, price_infractions
from scoring.sheet import Step

if TYPE_CHECKING:
    from league.web.table_page import TableState


def describe_prices(game: Game, facts: Mapping[str, Any], state: State, names: Names) -> dict[str, Any] | None:
    """For each kind of infraction the rule's words and what it brings on the hand as far as it is pressed.

    `waiting` is what has to be pressed first, where nothing can be said before. None where the house rules leave
    every infraction to an admin, or the game knows none.
    """
    priced = price_infractions(game, facts, state)
    refused = [each.refused for each in priced if each.refused is not None]
    if all(fault.field == INFRACTIONS for fault in refused) and len(refused) == len(priced):
        return None
    if len({fault.message for fault in refused}) == 1 and len(refused) == len(priced):
        return {"waiting": word_reason(game, refused[0].template, refused[0].values, names), "kinds": []}
    kinds: dict[str, list[dict[str, Any]]] = {}
    for each in priced:
        kinds.setdefault(each.kind, []).append(_describe_price(game, each, names))
    return {"kinds": [(_name_kind(game, kind), prices) for kind, prices in kinds.items()]}


def list_remarks(game: Game, facts: Mapping[str, Any], step: Step, names: Names) -> list[str]:
    """What the reasons of a hand with infractions leave unsaid: what comes after a warning, and that the hand is over.

    `facts` are those of the hand, `step` is what it does.
    """
    remarks = []
    for infraction in facts.get(INFRACTIONS, ()):
        priced = price_infraction(game, _without_infractions(facts), step.before, **infraction)
        if any(line.warns for line in priced.lines) and any(line.warns for line in step.lines):
            remarks.append(_word_next(priced))
        elif priced.ends_hand:
            remarks.append(_("The hand is over."))
    return [*dict.fromkeys(remark for remark in remarks if remark)]


def describe_warned(state: TableState) -> list[dict[str, Any]]:
    """Who stands warned at a table, and since when: a hand of this game, an earlier table, or what its sheet says."""
    game, standing = state.game, state.folded.state.warned
    if not game.carries_warnings or not standing:
        return []
    seats = list(state.table.seats.all())
    carried = {each.side: each for each in find_carried(state.table, game, seats)}
    return [_describe_standing(state, who, carried.get(who)) for who in game.warnable if who in standing]


def _describe_standing(state: TableState, who: str, carried: CarriedWarning | None) -> dict[str, Any]:
    standing = {"who": state.names.get(who) or name_side(who, state.names), "url": ""}
    if carried is not None:
        since = carried.since
        words = {"round": since.round, "table": since.number, "event": since.event_name}
        url = reverse("league:table", args=[since.event_slug, since.round, since.number])
        if since.event_slug == state.table.event.slug:
            return standing | {"since": _("warned in round %(round)s, table %(table)s") % words, "url": url}
        return standing | {"since": _("warned in %(event)s, round %(round)s, table %(table)s") % words, "url": url}
    number = next((step.number for step in state.folded.steps if any(line.warns == who for line in step.lines)), None)
    if number is None or who in state.table.warned:
        return standing | {"since": _("warned before this game")}
    return standing | {"since": _("warned in hand %(number)s") % {"number": number}}


def _describe_price(game: Game, priced: PricedInfraction, names: Names) -> dict[str, Any]:
    who = _join_or([names.get(seat, seat) for seat in priced.seats])
    points = _sum_points(priced.lines)
    refused = priced.refused
    return {
        "who": who,
        "reasons": [_word_line(game, line, who, names) for line in priced.lines],
        "gains": [(side, name_side(side, names), points[side]) for side in game.sides if points.get(side)],
        "next": _word_next(priced),
        "ends_hand": priced.ends_hand,
        "refused": word_reason(game, refused.template, refused.values, names) if refused else "",
    }


def _word_line(game: Game, line: Line, who: str, names: Names) -> str:
    """A line that holds for several players alike: it names them all."""
    values = {**line.values, "offender": who} if "offender" in line.values else line.values
    return word_reason(game, line.template, values, names)


def _word_next(priced: PricedInfraction) -> str:
    cost = sum(abs(points) for points in _sum_points(priced.next_lines).values())
    if not cost:
        return ""
    text = ngettext(
        "This is a warning; the next one costs %(count)s point.",
        "This is a warning; the next one costs %(count)s points.",
        cost,
    )
    return text % {"count": cost}


def _sum_points(lines: Iterable[Line]) -> dict[str, int]:
    points: dict[str, int] = {}
    for line in lines:
        points[line.side] = points.get(line.side, 0) + line.points
    return points


def _without_infractions(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name != INFRACTIONS}


def _name_kind(game: Game, kind: str) -> str:
    field = find_field(game.Deal, INFRACTIONS)
    part = next(part for part in field.fields if part.name == "kind") if field is not None else None
    return word_value(part, kind, {}) if part is not None else kind


def _join_or(names: list[str]) -> str:
    """Names of which one is meant."""
    if len(names) == 1:
        return names[0]
    return _("%(names)s or %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
