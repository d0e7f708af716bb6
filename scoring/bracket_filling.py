"""Who sits where in an elimination after the matches that are decided, and who ends where. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from scoring.knockout import Bracket, BracketMatch, Key, Source

#: A side that stays empty for good: nobody went on from where it comes. Entries are numbered from 1.
NOBODY = 0


class Known(Struct, frozen=True, kw_only=True):
    """What has happened at a match: who really met there, if that is settled, and who goes on; NOBODY where none."""

    first: int | None = None
    second: int | None = None
    winner: int | None = None


class Filled(Struct, frozen=True, kw_only=True):
    """A match with its sides; None is not known yet. `expected` is who should meet after the matches before it.

    `winner` and `loser` follow from what happened, or from a side that stays empty. `is_needed` is False for a second
    final that is not played, and None while that is open.
    """

    first: int | None
    second: int | None
    expected: tuple[int | None, int | None]
    winner: int | None
    loser: int | None
    is_needed: bool | None = True

    @property
    def was_met_by_others(self) -> bool:
        """Whether others sat here than should after what stands now."""
        return any(
            should is not None and side != should
            for side, should in zip((self.first, self.second), self.expected, strict=True)
        )


#: Where a side comes from -> who sits in the first match on that way that was met in.
Held = Mapping[tuple[str, Key], frozenset[int]]


def fill_bracket(bracket: Bracket, seeds: Sequence[int], known: Mapping[Key, Known]) -> dict[Key, Filled]:
    """Every match with who is in it. `seeds` are the entries, best first; `known` is what has happened."""
    filled: dict[Key, Filled] = {}
    held = find_held(bracket, known)
    for match in sorted(bracket, key=lambda each: each.key):
        filled[match.key] = fill_match(match, seeds, filled, known.get(match.key, Known()), held)
    return filled


def find_held(bracket: Bracket, known: Mapping[Key, Known]) -> Held:
    """Who has met in the matches to which a winner or a loser comes; one that nobody met in is passed through."""
    held: dict[tuple[str, Key], frozenset[int]] = {}
    for match in sorted(bracket, key=lambda each: each.key, reverse=True):
        met = known.get(match.key, Known())
        further = held.get(("winner", match.key), frozenset()) | held.get(("loser", match.key), frozenset())
        for source, entry in ((match.first, met.first), (match.second, met.second)):
            if source.kind != "seed":
                held[source.kind, source.of] = frozenset({entry}) if entry else further
    return held


def fill_match(
    match: BracketMatch, seeds: Sequence[int], filled: Mapping[Key, Filled], known: Known, held: Held
) -> Filled:
    """One match, when those before it are filled. `held` is what `find_held` gives for the whole bracket.

    Who has met another on the way of the winner does not come to the way of the loser as well, whatever became of the
    result: there goes the other of the two. So it is the other way round.
    """
    is_needed = _find_need(match, filled)
    if is_needed is False and known.first is None:
        return Filled(
            first=NOBODY, second=NOBODY, expected=(NOBODY, NOBODY), winner=NOBODY, loser=NOBODY, is_needed=False
        )
    taken = held if known.first is None else {}
    expected = (_find_side(match.first, seeds, filled, taken), _find_side(match.second, seeds, filled, taken))
    if is_needed is None:
        expected = (None, None)
    first = expected[0] if known.first is None else known.first
    second = expected[1] if known.second is None else known.second
    winner = known.winner
    if winner is None and NOBODY in (first, second) and None not in (first, second):
        winner = first or second
    loser: int | None = None
    if winner == NOBODY or NOBODY in (first, second):
        loser = NOBODY if winner is not None else None
    elif winner is not None:
        loser = second if winner == first else first
    return Filled(first=first, second=second, expected=expected, winner=winner, loser=loser, is_needed=is_needed)


def _find_need(match: BracketMatch, filled: Mapping[Key, Filled]) -> bool | None:
    if match.only_after is None:
        return True
    before = filled[match.only_after]
    if before.winner is None:
        return None
    return before.winner == before.second and bool(before.first) and before.winner != NOBODY


def _find_side(source: Source, seeds: Sequence[int], filled: Mapping[Key, Filled], held: Held) -> int | None:
    """Who comes to a side; where he sits already on the other way from the same match, the other one of it."""
    if source.kind == "seed":
        return seeds[source.seed - 1]
    before = filled[source.of]
    if source.kind == "winner":
        side, other, way = before.winner, before.loser, "loser"
    else:
        side, other, way = before.loser, before.winner, "winner"
    return other if side and side in held.get((way, source.of), ()) else side
