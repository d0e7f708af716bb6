"""What the table page tells its script, so that hands can wait on the phone while there is no network."""

from __future__ import annotations

import json

from league.wording import Names
from rules.game import Game


def describe_queue(game: Game, *, names: Names, dealer: str, position: int) -> dict[str, object]:
    """The context of the queue: the next place on the sheet, and who deals from now on, as seats and by name."""
    seats = [dealer]
    while (following := game.rotation[seats[-1]]) not in seats:
        seats.append(following)
    return {
        "queue_position": position,
        "queue_seats": json.dumps(seats),
        "queue_dealers": json.dumps([names.get(seat, seat) for seat in seats]),
    }
