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


def fill_bracket(bracket: Bracket, seeds: Sequence[int], known: Mapping[Key, Known]) -> dict[Key, Filled]:
    """Every match with who is in it. `seeds` are the entries, best first; `known` is what has happened."""
    filled: dict[Key, Filled] = {}
    for match in sorted(bracket, key=lambda each: each.key):
        filled[match.key] = fill_match(match, seeds, filled, known.get(match.key, Known()))
    return filled


def fill_match(match: BracketMatch, seeds: Sequence[int], filled: Mapping[Key, Filled], known: Known) -> Filled:
    """One match, when those before it are filled."""
    is_needed = _find_need(match, filled)
    if is_needed is False and known.first is None:
        return Filled(
            first=NOBODY, second=NOBODY, expected=(NOBODY, NOBODY), winner=NOBODY, loser=NOBODY, is_needed=False
        )
    expected = (_find_side(match.first, seeds, filled), _find_side(match.second, seeds, filled))
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


def _find_side(source: Source, seeds: Sequence[int], filled: Mapping[Key, Filled]) -> int | None:
    if source.kind == "seed":
        return seeds[source.seed - 1]
    before = filled[source.of]
    return before.winner if source.kind == "winner" else before.loser


def rank_entries(
    bracket: Bracket, seeds: Sequence[int], filled: Mapping[Key, Filled]
) -> list[tuple[int, tuple[int, ...]]]:
    """The places that are settled, best first: those who went out in the same step share one (1, 2, 3, 3, 5)."""
    followers = {(source.kind, source.of) for match in bracket for source in (match.first, match.second)}
    went_out: dict[int, tuple[int, int]] = {}
    champion: int | None = None
    for match in bracket:
        sides = filled[match.key]
        if sides.winner is None or sides.is_needed is False:
            continue
        is_last = match.part == "final" and (("winner", match.key) not in followers or _ends_early(match, filled))
        if is_last:
            champion = sides.winner or None
        elif ("loser", match.key) in followers and sides.loser:
            continue
        for entry in {sides.first, sides.second} - {None, NOBODY, sides.winner}:
            went_out[entry or NOBODY] = (match.key[0], 2 if is_last else 0)
        if ("winner", match.key) not in followers and not is_last and sides.winner:  # the match for the third place
            went_out[sides.winner] = (match.key[0], 1)
    if champion is not None:
        went_out.pop(champion, None)
    return _number(went_out, champion, len(seeds))


def _ends_early(match: BracketMatch, filled: Mapping[Key, Filled]) -> bool:
    """Whether a first final settles it, because no second one is needed."""
    later = [sides for key, sides in filled.items() if key > match.key]
    return all(sides.is_needed is False for sides in later)


def _number(
    went_out: Mapping[int, tuple[int, int]], champion: int | None, entries: int
) -> list[tuple[int, tuple[int, ...]]]:
    places: list[tuple[int, tuple[int, ...]]] = []
    left = entries
    for step in sorted(set(went_out.values())):
        out = tuple(sorted(entry for entry, when in went_out.items() if when == step))
        left -= len(out)
        places.append((left + 1, out))
    if champion is not None:
        places.append((1, (champion,)))
    return places[::-1]
