"""Single and double elimination: which matches there are, and who gets into which seat of them. Pure.

Seeds stand where they always stand: 1 and 2 can meet in the final only, 1 to 4 not before the semi-finals. Where the
number of entries is no power of two the best seeds have a bye: they come in a round later, and nobody is met by nobody.
In a double elimination the losers of each round come into the part of the losers' bracket from which they have
met fewest. The second final is played only where the first is won by who comes from the losers' bracket.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

Part = Literal["winners", "losers", "final"]

#: A match by its round and its place in it.
Key = tuple[int, int]

#: A match while a bracket is made: its part, its step in that part and its place in that step.
Spot = tuple[str, int, int]


class Source(Struct, frozen=True, kw_only=True):
    """From where a side comes: the seed of that number, or the winner or loser of a match."""

    kind: Literal["seed", "winner", "loser"]
    seed: int = 0
    of: Key = (0, 0)


class BracketMatch(Struct, frozen=True, kw_only=True):
    """A match of a bracket. With `only_after` it is played only where the second side won that match.

    `level` counts the steps of its part, `place` where it stands in its step from above; both count the byes too.
    """

    key: Key
    part: Part
    level: int
    place: int
    first: Source
    second: Source
    only_after: Key | None = None


Bracket = tuple[BracketMatch, ...]


class _Draft(Struct, kw_only=True):
    """A match that may turn out to be one against nobody."""

    spot: Spot
    time: int
    number: int
    first: tuple[str, Spot | int]
    second: tuple[str, Spot | int]
    only_after: Spot | None = None


def order_seeds(size: int) -> list[int]:
    """The seeds from the top of a bracket to its foot, for a power of two."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for top in order for seed in (top, total - top)]
    return order


@lru_cache(maxsize=64)
def make_knockout(entries: int, *, third_place: bool = False) -> Bracket:
    """A single elimination; with `third_place` who lost the semi-finals play as well, which needs four entries."""
    rounds = max(0, entries - 1).bit_length()
    drafts = list(_draft_winners(rounds))
    if third_place and entries >= 4:
        semi: list[Spot] = [("winners", rounds - 1, 0), ("winners", rounds - 1, 1)]
        drafts.append(
            _Draft(spot=("losers", 1, 0), time=rounds, number=2, first=("loser", semi[0]), second=("loser", semi[1]))
        )
    return _finish(drafts, entries)


@lru_cache(maxsize=64)
def make_double_knockout(entries: int) -> Bracket:
    """A double elimination: who loses once goes on in the losers' bracket, whose winner meets the other one."""
    rounds = max(0, entries - 1).bit_length()
    if not rounds:
        return ()
    drafts = [*_draft_winners(rounds), *_draft_losers(rounds)]
    last: Spot = ("winners", rounds, 0)
    other = ("winner", ("losers", 2 * rounds - 2, 0)) if rounds > 1 else ("loser", last)
    final: Spot = ("final", 1, 0)
    drafts.append(_Draft(spot=final, time=2 * rounds, number=1, first=("winner", last), second=other))
    drafts.append(
        _Draft(
            spot=("final", 2, 0),
            time=2 * rounds + 1,
            number=1,
            first=("loser", final),
            second=("winner", final),
            only_after=final,
        )
    )
    return _finish(drafts, entries)


def _draft_winners(rounds: int) -> Iterator[_Draft]:
    order = order_seeds(2**rounds)
    for level in range(1, rounds + 1):
        for place in range(2 ** (rounds - level)):
            below: list[tuple[str, Spot | int]] = [("seed", order[2 * place + side]) for side in (0, 1) if level == 1]
            below += [("winner", ("winners", level - 1, 2 * place + side)) for side in (0, 1) if level > 1]
            spot: Spot = ("winners", level, place)
            yield _Draft(spot=spot, time=level, number=place + 1, first=below[0], second=below[1])


def _draft_losers(rounds: int) -> Iterator[_Draft]:
    """The losers' bracket: in turns those who lost meet each other, and those who have just lost come to them."""
    masks = _choose_masks(rounds)
    for level in range(1, 2 * rounds - 1):
        step, meets_newcomers = divmod(level, 2)[0], level % 2 == 0
        places = 2 ** (rounds - 1 - (level + 1) // 2)
        before = 2 ** (rounds - level - 1) if level < rounds else 0
        for place in range(places):
            first: tuple[str, Spot | int]
            second: tuple[str, Spot | int]
            if meets_newcomers:
                first = ("loser", ("winners", step + 1, place ^ masks[step - 1]))
                second = ("winner", ("losers", level - 1, place))
            elif level == 1:
                first, second = (("loser", ("winners", 1, 2 * place + side)) for side in (0, 1))
            else:
                first, second = (("winner", ("losers", level - 1, 2 * place + side)) for side in (0, 1))
            number = before + place + 1
            yield _Draft(spot=("losers", level, place), time=level + 1, number=number, first=first, second=second)


def _choose_masks(rounds: int) -> list[int]:
    """By which crossing the losers of each later round come in, so that as few as can be have met before."""
    block = 4
    places = [frozenset(range(4 * place, 4 * place + 4)) for place in range(2**rounds // 4)]
    masks = []
    while places:
        blocks = [frozenset(range(block * place, block * place + block)) for place in range(len(places))]
        candidates = sorted(range(len(places)), reverse=True)
        mask = min(candidates, key=lambda each: sum(len(seen & blocks[p ^ each]) for p, seen in enumerate(places)))
        masks.append(mask)
        joined = [seen | blocks[place ^ mask] for place, seen in enumerate(places)]
        places = [joined[place] | joined[place + 1] for place in range(0, len(joined) - 1, 2)]
        block *= 2
    return masks


def _finish(drafts: list[_Draft], entries: int) -> Bracket:
    """The matches that have two sides, with the others passed through, in rounds that follow one another."""
    passed: dict[tuple[str, Spot], tuple[str, Spot | int] | None] = {}

    def trace(source: tuple[str, Spot | int]) -> tuple[str, Spot | int] | None:
        kind, of = source
        if isinstance(of, int):
            return source if of <= entries else None
        return passed.get((kind, of), source)

    kept: list[tuple[_Draft, tuple[str, Spot | int], tuple[str, Spot | int]]] = []
    for draft in sorted(drafts, key=lambda each: (each.time, each.number)):
        first, second = trace(draft.first), trace(draft.second)
        if first is None or second is None:
            passed["winner", draft.spot] = first or second
            passed["loser", draft.spot] = None
        else:
            kept.append((draft, first, second))
    rounds = {time: number for number, time in enumerate(sorted({draft.time for draft, _one, _other in kept}), start=1)}
    keys = {draft.spot: (rounds[draft.time], draft.number) for draft, _one, _other in kept}
    last = max((draft.spot for draft, _one, _other in kept if draft.spot[0] == "winners"), default=None)
    is_single = not any(draft.spot[0] == "final" for draft in drafts)
    return tuple(
        BracketMatch(
            key=keys[draft.spot],
            part="final" if is_single and draft.spot == last else _name_part(draft.spot),
            level=draft.spot[1],
            place=draft.spot[2],
            first=_make_source(first, keys),
            second=_make_source(second, keys),
            only_after=keys[draft.only_after] if draft.only_after else None,
        )
        for draft, first, second in kept
    )


def _name_part(spot: Spot) -> Part:
    return {"winners": "winners", "losers": "losers", "final": "final"}[spot[0]]  # type: ignore[return-value]


def _make_source(source: tuple[str, Spot | int], keys: Mapping[Spot, Key]) -> Source:
    kind, of = source
    if isinstance(of, int):
        return Source(kind="seed", seed=of)
    return Source(kind="winner" if kind == "winner" else "loser", of=keys[of])
