"""That a person who was entered twice as a player does not sit twice in one round."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Player, Round, Seat
from league.services.faults import RefusedError


def check_persons(round_: Round, seats: Mapping[str, Player]) -> None:
    """Look at a round before these players get seats in it, and hold them: a merge waits, or is waited for.

    They are held expressly: PostgreSQL itself looks at players only when the transaction ends. Raises RefusedError,
    naming the seat, for one who sits there under another name.
    """
    pks = [player.pk for player in seats.values()]
    held = Player.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk")
    same = dict(held.values_list("pk", "same_as"))
    persons = {letter: same[player.pk] or player.pk for letter, player in seats.items()}
    if not Player.objects.filter(Q(pk__in=pks, same_as__isnull=False) | Q(same_as__in=pks)).exists():
        return
    faults = {}
    sitting = {seat.player.same_as_id or seat.player_id: seat for seat in _list_sitting(round_, set(persons.values()))}
    for letter, person in persons.items():
        words: dict[str, object] = {"player": seats[letter]}
        if person in sitting:
            words |= {"other": sitting[person].player, "table": sitting[person].table.number}
            text = _("%(player)s is %(other)s, who already sits at table %(table)s in this round.")
            faults[letter] = [text % words]
        elif twice := [seats[other] for other, same in persons.items() if same == person and other != letter]:
            text = _("%(player)s is %(other)s, who already sits at this table.")
            faults[letter] = [text % {**words, "other": twice[0]}]
    if faults:
        raise RefusedError(faults)


def _list_sitting(round_: Round, persons: Collection[int]) -> list[Seat]:
    """The seats of these persons in a round."""
    theirs = Q(player__in=persons) | Q(player__same_as__in=persons)
    return list(Seat.objects.filter(theirs, round=round_).select_related("player", "table"))
