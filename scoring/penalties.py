"""What an infraction would bring, before anybody commits it to the sheet.

The rules themselves are asked: the hand as far as it is known is completed in every way that they allow, with the
infraction and without it, and what the infraction adds in all of them is its price. No table of penalties is kept
beside the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct, structs

from rules.game import Game, GameDeal, Line, State, Violation
from scoring.declared import Field, find_field
from scoring.reading import read_entry
from scoring.sheet import Played

#: The field of a deal that lists infractions, in every game that has them.
INFRACTIONS = "infractions"

#: What takes the place of a hand, and so is no part of one with an infraction.
INSTEAD = ("misdeal", "passed_out", INFRACTIONS)

#: A missing fact with more values than this is asked for rather than tried out; so many hands are tried at most.
MOST_VALUES = 14
MOST_HANDS = 120

#: How many facts of a hand are filled in or left out to complete it.
MOST_CHANGES = 4


class PricedInfraction(Struct, frozen=True, kw_only=True):
    """What one kind of infraction brings, for all `seats` for which it is the same.

    `lines` are the rules' own and speak of the first seat. `next_lines`, after a warning, are what the same brings
    once more. `ends_hand` is None where it may end the hand or not. `refused` is why there is no price: what has to
    be known first, or that the house rules leave it to an admin.
    """

    kind: str
    seats: tuple[str, ...]
    lines: tuple[Line, ...] = ()
    next_lines: tuple[Line, ...] = ()
    ends_hand: bool | None = None
    refused: Violation | None = None


def price_infractions(game: Game, facts: Mapping[str, Any], state: State) -> tuple[PricedInfraction, ...]:
    """What each kind of infraction would bring on the hand that is being entered, as the only one in it.

    `facts` is what is known of the hand so far, in the score sheet format. Seats that cannot commit it (a lone
    player's partner) are left out. Empty for a game without infractions.
    """
    kinds = list_kinds(game)
    known = {name: value for name, value in facts.items() if name not in INSTEAD}
    priced: list[PricedInfraction] = []
    for kind in kinds:
        found = (price_infraction(game, known, state, kind=kind, offender=seat) for seat in game.seats)
        priced.extend(_gather(each for each in found if not _cannot_offend(each)))
    return tuple(priced)


def list_kinds(game: Game) -> tuple[str, ...]:
    """The kinds of infraction that a game knows."""
    field = find_field(game.Deal, INFRACTIONS)
    parts = field.fields if field is not None else ()
    return tuple(str(kind) for part in parts if part.name == "kind" for kind in part.choices)


def price_infraction(
    game: Game, facts: Mapping[str, Any], state: State, *, kind: str, offender: str
) -> PricedInfraction:
    """What one infraction by one player would bring on this hand."""
    committed = {**facts, INFRACTIONS: [{"kind": kind, "offender": offender}]}
    search = _Search(game, state)
    hands = list(islice(search.complete(committed), MOST_HANDS))
    lines = _keep_common(_list_added(game, hand, state) for hand in hands)
    if not lines:
        return PricedInfraction(kind=kind, seats=(offender,), refused=search.refused)
    endings = {_ends_hand(search, hand) for hand in hands}
    return PricedInfraction(
        kind=kind,
        seats=(offender,),
        lines=lines,
        next_lines=_price_next(game, facts, state, lines, kind=kind, offender=offender),
        ends_hand=endings.pop() if len(endings) == 1 else None,
    )


class _Search:
    """Completes hands in every way that the rules allow; `refused` is the first fault that it met."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.refused: Violation | None = None

    def complete(self, facts: Mapping[str, Any], *, changes: int = 0) -> Iterator[GameDeal]:
        """Hands without faults that say what these facts say, as far as they can stand beside the infraction."""
        entry, violations = read_entry(self.game, dict(facts))
        if isinstance(entry, Played):
            violations = tuple(self.game.violations(entry.deal, self.state))
            if not violations:
                yield entry.deal
                return
        self.refused = self.refused or next(iter(violations), None)
        if changes < MOST_CHANGES:
            for changed in self._change(facts, violations):
                yield from self.complete(changed, changes=changes + 1)

    def _change(self, facts: Mapping[str, Any], violations: Sequence[Violation]) -> Iterator[dict[str, Any]]:
        """Leave out what the infraction takes the place of, or fill in the first fact that is missing."""
        names = [violation.field.partition(".")[0] for violation in violations]
        refused = {
            name for name, fault in zip(names, violations, strict=True) if not _is_missing(fault) and name in facts
        }
        if INFRACTIONS in names:
            return
        if refused:
            yield {name: value for name, value in facts.items() if name not in refused}
            return
        missing = find_field(self.game.Deal, names[0])
        if missing is not None and names[0] not in facts:
            yield from ({**facts, names[0]: value} for value in _list_values(missing, self.game))


def _list_values(field: Field, game: Game) -> list[Any]:
    """Every value that a fact can have; none where they are too many to try."""
    if field.kind in ("whole", "sides"):
        if field.low is None or field.high is None or field.high - field.low >= MOST_VALUES:
            return []
        figures = range(field.low, field.high + 1)
        return [{game.sides[0]: figure} for figure in figures] if field.kind == "sides" else [*figures]
    return [*{"seat": game.seats, "choice": field.choices}.get(field.kind, ())]


def _list_added(game: Game, hand: Any, state: State) -> tuple[Line, ...]:
    """The lines of a hand that it would not have without its infraction."""
    clean = structs.replace(hand, **{INFRACTIONS: ()})
    without = [] if any(game.violations(clean, state)) else [*game.lines(clean, state)]
    added = []
    for line in game.lines(hand, state):
        if line in without:
            without.remove(line)
        else:
            added.append(line)
    return tuple(added)


def _keep_common(readings: Iterable[tuple[Line, ...]]) -> tuple[Line, ...]:
    """The lines that all readings of a hand have, in the order of the first."""
    common: tuple[Line, ...] | None = None
    for lines in readings:
        common = lines if common is None else tuple(line for line in common if line in lines)
    return common or ()


def _ends_hand(search: _Search, hand: Any) -> bool | None:
    """Whether a hand with an infraction cannot also have what it lacks without it: the tricks, or what is counted."""
    game, state = search.game, search.state
    clean = structs.replace(hand, **{INFRACTIONS: ()})
    lacking = [fault.field for fault in game.violations(clean, state) if _is_missing(fault)]
    fields = [field for field in (find_field(game.Deal, name) for name in lacking) if field is not None]
    if not fields:
        return False
    may_have = any(
        not any(game.violations(structs.replace(hand, **{field.name: value}), state))
        for field in fields
        for value in _list_values(field, game)
    )
    return None if may_have else True


def _price_next(
    game: Game, facts: Mapping[str, Any], state: State, lines: tuple[Line, ...], *, kind: str, offender: str
) -> tuple[Line, ...]:
    """What the same would bring once more after a warning; nothing where this is none."""
    warned = {line.warns for line in lines if line.warns is not None}
    if not warned:
        return ()
    later = structs.replace(state, warned=state.warned.union(warned))
    return price_infraction(game, facts, later, kind=kind, offender=offender).lines


def _gather(found: Iterable[PricedInfraction]) -> list[PricedInfraction]:
    """One price for all who would pay the same."""
    gathered: dict[str, PricedInfraction] = {}
    for each in found:
        same = gathered.get(key := _say_of_anybody(each))
        gathered[key] = each if same is None else structs.replace(same, seats=(*same.seats, *each.seats))
    return [*gathered.values()]


def _say_of_anybody(priced: PricedInfraction) -> str:
    """A price without who pays it: lines that differ only in the offender, or in who is warned, say the same."""
    lines = [
        structs.replace(line, values={**line.values, "offender": ""}, english="", warns="" if line.warns else None)
        for line in (*priced.lines, *priced.next_lines)
    ]
    return repr((lines, len(priced.lines), priced.ends_hand, priced.refused))


def _is_missing(fault: Violation) -> bool:
    """Whether a fact is only not there yet; a game may have codes of its own for that (`missing_in_euchre`)."""
    return fault.code.startswith("missing")


def _cannot_offend(priced: PricedInfraction) -> bool:
    refused = priced.refused
    return refused is not None and refused.field.startswith(f"{INFRACTIONS}.")
