"""Find a person by the number of a player in an address."""

from __future__ import annotations

import re

from django.shortcuts import get_object_or_404

from league.models import League, Player
from league.selectors.people import find_person

#: A number that an address or a form may name a player by.
LOOKS_LIKE_NUMBER = re.compile(r"[0-9]{1,18}")


def find_shown_player(league: League, number: int) -> Player:
    """The player as which the person of that number is shown. Raises Http404."""
    return find_person(get_object_or_404(league.players.select_related("league", "same_as__league"), pk=number))
