"""With what the form of a plan begins where another one stands."""

from __future__ import annotations

from django.http import QueryDict
from msgspec import Struct

from league.models import EventPlan
from league.plan_options import Couple, is_for_players, read_options
from league.selectors.attendance import HereList

#: The ways in which couples are kept, as PlayerOptions and the form call them.
WAYS = ("apart", "apart_tables", "together")


class Begun(Struct, frozen=True, kw_only=True):
    """The settings of the plan that stands as the form sends them, for those who are here.

    `couples` is how many couples that plan has; `gone` are those of them of whom somebody is not here.
    """

    sent: QueryDict
    couples: int = 0
    gone: tuple[Couple, ...] = ()


def repeat_settings(plan: EventPlan | None, here: HereList) -> Begun:
    """What the plan that stands has; nothing where none for single players stands.

    The number of rounds is not of it: as many are left as have not been played.
    """
    sent = QueryDict(mutable=True)
    if plan is None or not is_for_players(plan):
        return Begun(sent=sent)
    options = read_options(plan)
    people = set(here.people if here.is_kept else options.players)
    sent.update(
        {"format": plan.format, "games": str(options.games), "ladder": options.ladder, "ties": str(options.ties)}
    )
    if not here.is_kept:
        sent.setlist("players", [str(who) for who in options.players])
    couples = [(way, couple) for way in WAYS for couple in getattr(options, way)]
    kept = [(way, couple) for way, couple in couples if people.issuperset(couple)]
    for at, (way, (one, other)) in enumerate(kept):
        sent.update({f"one-{at}": str(one), f"other-{at}": str(other), f"way-{at}": way})
    gone = tuple(couple for _way, couple in couples if not people.issuperset(couple))
    return Begun(sent=sent, couples=len(couples), gone=gone)
