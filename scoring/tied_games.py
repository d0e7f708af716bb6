"""Tie-breaks that look at the games among the tied, at opponents, at one evening, or at what people decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from scoring.field import Field, Measure, Measured
from scoring.figures import Counted, What


def compare_head_to_head(what: What) -> Measure:
    """A table of only the games among those tied, dropped evenings included: who beat whom does not change.

    Games not played count where the rules say that they meet. Where the tied met unequally often, averages a game are
    compared. None where `head_to_head` asks that everybody met everybody and they did not, or nobody met.
    """

    def measure(field: Field, tied: frozenset[int]) -> Measured | None:
        if field.rules.head_to_head == "all_met" and not _have_all_met(field, tied):
            return None
        games = {entry: list_meetings(field, entry, tied) for entry in tied}
        if not all(games.values()):
            return None
        is_even = len({len(met) for met in games.values()}) == 1
        return Measured(
            values={
                entry: Fraction(sum(map(what, met))) / (1 if is_even else len(met)) for entry, met in games.items()
            },
            against=tied,
        )

    return measure


def list_meetings(field: Field, entry: int, others: Iterable[int]) -> tuple[Counted, ...]:
    """The games of an entry that had any of the others on another side."""
    others = frozenset(others)
    return tuple(
        each for each in field.figures[entry].every if each.meets and not others.isdisjoint(each.result.opponents)
    )


def _have_all_met(field: Field, tied: frozenset[int]) -> bool:
    return all(tied <= {entry, *_list_met(field, entry)} for entry in tied)


def _list_met(field: Field, entry: int) -> set[int]:
    return {other for each in field.figures[entry].every if each.meets for other in each.result.opponents}


def trace_meetings(field: Field, entry: int, measured: Measured) -> tuple[Counted, ...]:
    """The games that `measured` was taken from."""
    return list_meetings(field, entry, measured.against or ())


def compare_opponents(add: Callable[[list[tuple[Fraction, Fraction]]], Fraction]) -> Measure:
    """Strength of schedule: what the opponents are worth by what is ranked.

    `add` makes a figure of pairs: what an opponent is worth, and the share won against it. A game that was not played
    counts as if against somebody worth as much as oneself: nobody loses by a bye. (FIDE Handbook C.07 from 2023, "own
    unplayed rounds"; its further limits for withdrawals are not taken over.)
    """

    def measure(field: Field, tied: frozenset[int]) -> Measured:
        return Measured(values={entry: add(_pair_opponents(field, entry)) for entry in tied})

    return measure


def _pair_opponents(field: Field, entry: int) -> list[tuple[Fraction, Fraction]]:
    own = field.worth[entry]
    pairs: list[tuple[Fraction, Fraction]] = []
    for each in field.list_counted(entry):
        opponents = each.result.opponents if each.result.kind == "played" else (entry,)
        pairs.extend((field.worth.get(other, own), each.share_won) for other in opponents)
    return pairs


def add_opponents(pairs: list[tuple[Fraction, Fraction]]) -> Fraction:
    """Buchholz, or Solkoff: the sum over all opponents."""
    return sum((worth for worth, _share in pairs), Fraction(0))


def add_middle_opponents(pairs: list[tuple[Fraction, Fraction]]) -> Fraction:
    """Median-Buchholz: without the best and the worst opponent."""
    return sum(sorted(worth for worth, _share in pairs)[1:-1], Fraction(0))


def add_beaten_opponents(pairs: list[tuple[Fraction, Fraction]]) -> Fraction:
    """Sonneborn-Berger: opponents beaten in full, those drawn with by half."""
    return sum((worth * share for worth, share in pairs), Fraction(0))


def trace_counted(field: Field, entry: int, measured: Measured) -> tuple[Counted, ...]:
    """All that counts."""
    return field.list_counted(entry)


def compare_against_highest(field: Field, tied: frozenset[int]) -> Measured | None:
    """The share won against the best others whom all the tied have met; if equal, against the next best.

    Source: https://www.euchreverse.com/league ("compare records vs. #1, then #2, etc."). Others who are level by
    what is ranked are taken together.
    """
    met = [_list_met(field, entry) - tied for entry in tied]
    found = None
    for others in (level - tied for level in field.levels):
        if not any(map(others.isdisjoint, met)):
            games = {entry: list_meetings(field, entry, others) for entry in tied}
            shares = {
                entry: sum((each.share_won for each in met), Fraction(0)) / len(met) for entry, met in games.items()
            }
            found = Measured(values=shares, against=others)
            if len(set(shares.values())) > 1:
                break
    return found


def compare_latest_evening(field: Field, tied: frozenset[int], what: What) -> Measured | None:
    """A figure of the latest evening on which all the tied played; if equal, of the one before."""
    evenings = [{each.result.counted_evening for each in field.list_counted(entry)} for entry in tied]
    found = None
    for evening in sorted(set.intersection(*evenings), reverse=True):
        values = {entry: Fraction(sum(map(what, _list_evening(field, entry, evening)))) for entry in tied}
        found = Measured(values=values, evening=evening)
        if len(set(values.values())) > 1:
            break
    return found


def _list_evening(field: Field, entry: int, evening: int) -> tuple[Counted, ...]:
    return tuple(each for each in field.list_counted(entry) if each.result.counted_evening == evening)


def trace_evening(field: Field, entry: int, measured: Measured) -> tuple[Counted, ...]:
    """The games of the evening that `measured` was taken from."""
    return () if measured.evening is None else _list_evening(field, entry, measured.evening)


def compare_by_hand(field: Field, tied: frozenset[int]) -> Measured | None:
    """What people decided about all of the tied, and nothing else: a place counted from 1. Never drawn here."""
    for decision in sorted(field.decisions, key=lambda decision: decision.number, reverse=True):
        if tied <= set(decision.entries):
            places = {entry: Fraction(place) for place, entry in enumerate(decision.entries, start=1)}
            is_shared = decision.how == "share"
            return Measured(
                values={entry: Fraction(1) if is_shared else places[entry] for entry in tied}, decision=decision
            )
    return None


def trace_nothing(field: Field, entry: int, measured: Measured) -> tuple[Counted, ...]:
    """A decision comes from no game."""
    return ()
