"""What can be chosen for a plan in which single players are seated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct, structs

from league.models import Event, EventPlan
from league.models.event import EntryKind
from league.models.planning import OF_ENTRIES, Format
from league.selectors.people import map_persons
from scoring.ladder import LADDERS
from scoring.movement_constraints import Constraints, Stay
from scoring.movement_limits import MOST_ROUNDS

#: Formats in which partners change, at tables of two partnerships.
OF_PARTNERS = (Format.ROTATION, Format.FACES, Format.LADDER, Format.ARITHMETIC, Format.REDRAW)
#: Formats in which a round is seated only when the one before it is over.
ROUND_BY_ROUND = frozenset({Format.LADDER, Format.REDRAW})
#: Formats that keep to couples and to who cannot move.
CONSTRAINED = frozenset({Format.ROTATION, Format.FACES, Format.REDRAW})

USUAL_ROUNDS = 8
MOST_GAMES = 9
MOST_SEED = 2**31 - 1
USUAL_LADDER = "winners_move"

Couple = tuple[int, int]
Ties = Literal["ask", "stay"]
TIES: tuple[Ties, ...] = get_args(Ties)


class PlayerOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of a plan: `rounds` to come, `games` in each, which ladder, who is kept apart or together.

    `players` are those it was made for, in no order; `seed` is what lots are drawn by, so that a plan that was shown is
    the plan that is taken.
    """

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = USUAL_ROUNDS
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 1
    ladder: str = USUAL_LADDER
    ties: Ties = "ask"
    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)] = 0
    apart: tuple[Couple, ...] = ()
    apart_tables: tuple[Couple, ...] = ()
    together: tuple[Couple, ...] = ()
    players: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.ladder not in LADDERS:
            raise ValueError(f"unknown ladder {self.ladder!r}: known are {', '.join(LADDERS)}")


def read_options(plan: EventPlan) -> PlayerOptions:
    """The settings of a plan that was taken, for the people as whom its players are shown now."""
    return name_persons(msgspec.convert(plan.options, PlayerOptions), map_persons(plan.event.league))


def name_persons(options: PlayerOptions, persons: Mapping[int, int]) -> PlayerOptions:
    """The same settings with everybody as one person; `persons` is player -> person. Nobody is a couple alone."""
    if not persons:
        return options

    def name(couples: Iterable[Couple]) -> tuple[Couple, ...]:
        named = ((persons.get(one, one), persons.get(other, other)) for one, other in couples)
        return tuple(couple for couple in named if couple[0] != couple[1])

    return structs.replace(
        options,
        players=tuple(dict.fromkeys(persons.get(who, who) for who in options.players)),
        apart=name(options.apart),
        apart_tables=name(options.apart_tables),
        together=name(options.together),
    )


def write_options(options: PlayerOptions) -> dict[str, Any]:
    """Settings in the form in which they are stored."""
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return built


def list_formats(event: Event) -> tuple[Format, ...]:
    """The formats that an event of single players can be played in, the first one recommended; else none."""
    if event.entry_kind != EntryKind.PLAYER:
        return ()
    game = event.rules
    is_of_partners = len(game.sides) == 2 and len(game.seats) == 4 and not game.player_counts
    return OF_PARTNERS if is_of_partners else (Format.SIZES,)


def is_for_players(plan: EventPlan) -> bool:
    """Whether a plan seats single players, and not fixed pairs or teams."""
    return plan.format not in OF_ENTRIES


def make_constraints(
    options: PlayerOptions, people: Collection[int], stays: Mapping[int, tuple[int, str]]
) -> Constraints:
    """The constraints among those who are there; `stays` is player -> table and seat ("" for any)."""

    def select(couples: Collection[Couple]) -> frozenset[frozenset[int]]:
        return frozenset(frozenset(couple) for couple in couples if all(who in people for who in couple))

    return Constraints(
        apart=select(options.apart),
        apart_tables=select(options.apart_tables),
        together=select(options.together),
        stay={who: Stay(table, seat or None) for who, (table, seat) in stays.items() if who in people},
    )
