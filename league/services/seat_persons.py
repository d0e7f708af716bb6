"""That a person who was entered twice as a player does not sit twice in one round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Player, Round, Seat
from league.services.faults import RefusedError


def check_persons(round_: Round, seats: Mapping[str, Player]) -> None:
    """Look at a round once these players have seats in it: a merge at the same moment waits for them, or they for it.

    Raises RefusedError, naming the seat, for one who sits there under another name as well.
    """
    pks = [player.pk for player in seats.values()]
    if not Player.objects.filter(Q(pk__in=pks, same_as__isnull=False) | Q(same_as__in=pks)).exists():
        return
    sitting: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(round=round_).select_related("player", "table"):
        sitting[seat.player.same_as_id or seat.player_id].append(seat)
    faults = {}
    for both in sitting.values():
        for letter, player in seats.items():
            others = [seat for seat in both if seat.player_id != player.pk]
            if others and len(others) < len(both):
                words = {"player": player, "other": others[0].player, "table": others[0].table.number}
                text = _("%(player)s is %(other)s, who already sits at table %(table)s in this round.")
                faults[letter] = [text % words]
    if faults:
        raise RefusedError(faults)
