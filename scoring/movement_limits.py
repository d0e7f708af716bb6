"""For how many people and rounds movements are made. Pure."""

from __future__ import annotations

from rules.game import Values, fill, gettext_noop

FEWEST_PLAYERS = 4
MOST_PLAYERS = 100
MOST_ROUNDS = 200


class BadSizeError(ValueError):
    """So many people or rounds cannot be: a sentence for people, as a template and its values."""

    def __init__(self, template: str, **values: int) -> None:
        super().__init__(fill(template, values))
        self.template = template
        self.values: Values = values


def check_size(players: int, *, rounds: int, fewest: int = FEWEST_PLAYERS) -> None:
    """Raise BadSizeError for what no movement is made for; `fewest` is how many the smallest table takes."""
    if players < fewest:
        raise BadSizeError(
            gettext_noop("Too few players for a table: it takes {fewest}, and their number is {players}."),
            fewest=fewest, players=players,
        )  # fmt: skip
    if players > MOST_PLAYERS:
        raise BadSizeError(
            gettext_noop(
                "Movements are made for up to {most} players, not for {players}: play in groups of {most} at most."
            ),
            most=MOST_PLAYERS, players=players,
        )  # fmt: skip
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadSizeError(
            gettext_noop("A movement has from 1 to {most} rounds, not {rounds}."), most=MOST_ROUNDS, rounds=rounds
        )
