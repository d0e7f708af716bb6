"""Who ends where in an elimination, by the matches as they were really met in. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from msgspec import Struct

from scoring.bracket_filling import Filled
from scoring.knockout import Bracket, BracketMatch, Key

#: What is better comes first: the final, who is still in, the match for the third place, then round by round.
Step = tuple[int, int]
CHAMPION, LOST_FINAL, STILL_IN, THIRD, PLAYS_FOR_THIRD, FOURTH, WENT_OUT = range(7)


class InBracket(Struct, frozen=True, kw_only=True):
    """How an entry stands in a bracket. `is_in`: it has a match to play. `last` is that one, or its last."""

    place: int
    is_in: bool
    last: Key


def place_entries(bracket: Bracket, filled: Mapping[Key, Filled]) -> dict[int, InBracket]:
    """Everybody in the bracket, best first: those who came equally far share a place (1, 2, 3, 3, 5).

    How far somebody came says the last match in which he really sat: an earlier result that was corrected since takes
    nothing from those who went on after it, and brings who did not no further. A second final that is not needed does
    not count.
    """
    last = _find_last(bracket, filled)
    is_double = any(match.only_after for match in bracket)
    steps = {entry: _find_step(match, filled[match.key], entry, is_double) for entry, match in last.items()}
    placed: dict[int, InBracket] = {}
    for _step, group in groupby(sorted(steps, key=lambda entry: (steps[entry], entry)), key=steps.__getitem__):
        place = len(placed) + 1
        placed |= {
            entry: InBracket(place=place, is_in=filled[last[entry].key].winner is None, last=last[entry].key)
            for entry in group
        }
    return placed


def rank_entries(bracket: Bracket, filled: Mapping[Key, Filled]) -> list[tuple[int, tuple[int, ...]]]:
    """The places of those who have no match left, best first, each with its entries."""
    placed = place_entries(bracket, filled)
    out = [entry for entry, stands in placed.items() if not stands.is_in]
    return [(place, tuple(group)) for place, group in groupby(out, key=lambda entry: placed[entry].place)]


def _find_last(bracket: Bracket, filled: Mapping[Key, Filled]) -> dict[int, BracketMatch]:
    """Everybody's last match; a final counts as later than the match for the third place beside it."""
    last: dict[int, BracketMatch] = {}
    for match in sorted(bracket, key=lambda each: (each.key[0], each.part == "final", each.key[1])):
        sides = filled[match.key]
        if sides.is_needed is not False:
            last |= {entry: match for entry in (sides.first, sides.second) if entry}
    return last


def _find_step(match: BracketMatch, sides: Filled, entry: int, is_double: bool) -> Step:
    if match.part == "final":
        if sides.winner is None:
            return STILL_IN, 0
        return (CHAMPION if sides.winner == entry else LOST_FINAL), 0
    if match.part == "losers" and not is_double:
        if sides.winner is None:
            return PLAYS_FOR_THIRD, 0
        return (THIRD if sides.winner == entry else FOURTH), 0
    return (STILL_IN, 0) if sides.winner is None else (WENT_OUT, -match.key[0])
