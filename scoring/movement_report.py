"""How fair a movement is, counted from the seats alone and held against what cannot be avoided. Pure.

Lower bounds, for rounds in which it is settled who sits out. A person who plays g games

* has g partners among the n - 1 others, so that at least g - (n - 1) of these games are with a partner met before;
* has as many opponents and people at the table as there are in the seats, with the same n - 1 to choose from.

What is met again is counted for each two people, once for both: the bound is half the sum over people, rounded up.
For g rounds nobody can do with less than g / (n - 1) games, rounded up, with the partner met most. These are bounds
by counting; there are sizes in which nothing reaches them (12 people in three rounds without meeting at a table, say).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Literal

from msgspec import Struct, structs

from rules.game import fill, gettext_noop
from scoring.movement_constraints import FREE, Constraints
from scoring.movement_rounds import PARTNERSHIPS, Caution, MovementRound, list_partners
from scoring.seating import Sides
from scoring.sit_outs import Turns, count_round, meet_people

Goal = Literal["partners", "faces"]
Pair = frozenset[int]

#: A movement is worth a warning where two people meet as opponents so much more often than must be.
OFTEN = 2


class Meetings(Struct, frozen=True, kw_only=True):
    """One way to meet (as partners, as opponents, at one table) over all rounds.

    `repeats` are meetings of two people who had met so before, `bound` is how many cannot be avoided. `most` is how
    often the two who meet most do, `least_most` what that is at best. `met` are the pairs that meet at all, of `pairs`.
    All of these count who is to meet again and again (couples, those who stay at one table), and so do the bounds.
    `free_most`, `free_least` and `pair` are the same of those two whom nothing makes meet: only they give a warning.
    """

    repeats: int
    bound: int
    most: int
    least_most: int
    free_most: int
    free_least: int
    pair: tuple[int, ...]
    met: int
    pairs: int


class SitOuts(Struct, frozen=True, kw_only=True):
    """How often people sit out: the least and the most, who sat out most, and how often somebody did too early.

    Too early is: again, while at the end of that round somebody has sat out two rounds less.
    """

    least: int
    most: int
    person: int | None
    too_early: int


class Report(Struct, frozen=True, kw_only=True):
    """What a movement gives. `broken` constraints are warned of.

    `rounds` are those to come, `rounds_played` those before them: meetings and sit-outs are counted over both.
    """

    players: int
    rounds: int
    rounds_played: int
    tables: int
    goal: Goal
    partners: Meetings
    opponents: Meetings
    tablemates: Meetings
    sit_outs: SitOuts
    broken: int = 0
    warnings: tuple[Caution, ...] = ()

    @property
    def is_perfect(self) -> bool:
        """Whether everybody partners everybody once, opposes everybody twice, and sit-outs are fair."""
        return (
            self.partners.met == self.partners.pairs and self.partners.most == 1
            and self.opponents.most == 2 and self.opponents.repeats == self.opponents.pairs
            and not self.sit_outs.too_early
        )  # fmt: skip


def report_movement(
    rounds: Sequence[MovementRound],
    *,
    people: Iterable[int] | None = None,
    history: Sequence[MovementRound] = (),
    goal: Goal = "partners",
    sides: Sides = PARTNERSHIPS,
    constraints: Constraints = FREE,
) -> Report:
    """Count a movement. People are all who appear, if not said; `history` has rounds played before, counted too.

    Constraints change what can be avoided: who has to meet does again, who must not leaves fewer to meet.
    """
    played = [*history, *rounds]
    names = sorted(set(people) if people is not None else _list_people(played))
    partners, opponents, tablemates = count_meetings(played, sides=sides)
    report = Report(
        players=len(names),
        rounds=len(rounds),
        rounds_played=len(history),
        tables=max((len(each.tables) for each in rounds), default=0),
        goal=goal,
        partners=_sum_up(partners, names, settled=constraints.settled, forbidden=constraints.never_partners),
        opponents=_sum_up(opponents, names, settled=constraints.settled, forbidden=constraints.never_tablemates),
        tablemates=_sum_up(tablemates, names, settled=constraints.settled, forbidden=constraints.never_tablemates),
        sit_outs=count_sit_outs(played, people=names),
    )
    return structs.replace(report, warnings=tuple(find_warnings(report)))


def count_meetings(
    rounds: Iterable[MovementRound], *, sides: Sides = PARTNERSHIPS
) -> tuple[Counter[Pair], Counter[Pair], Counter[Pair]]:
    """How often each two people were partners, opponents, and at one table."""
    partners: Counter[Pair] = Counter()
    tablemates: Counter[Pair] = Counter()
    for table in (table for each in rounds for table in each.tables):
        tablemates.update(map(frozenset, combinations(table.values(), 2)))
        partners.update(list_partners(table, sides))
    return partners, tablemates - partners, tablemates


def count_sit_outs(rounds: Iterable[MovementRound], *, people: Iterable[int]) -> SitOuts:
    """Who sits out how often. Somebody who was not there yet has sat out no round."""
    counts = dict.fromkeys(people, 0)
    turns = Turns(level={}, last={})
    too_early = 0
    for each in rounds:
        here = [*each.people, *each.sit_out]
        meet_people(turns, here)
        count_round(turns, each.sit_out)
        fewest = min((turns.level[person] for person in here), default=0)
        too_early += sum(turns.level[person] > fewest + 1 for person in each.sit_out)
        for person in counts.keys() & set(each.sit_out):
            counts[person] += 1
    least, most = min(counts.values(), default=0), max(counts.values(), default=0)
    often = next((who for who, times in counts.items() if times == most), None) if most else None
    return SitOuts(least=least, most=most, person=often, too_early=too_early)


def find_warnings(report: Report) -> Iterator[Caution]:
    """What people should know before they use a movement, the worst first."""
    partners, opponents, tablemates, sit_outs = report.partners, report.opponents, report.tablemates, report.sit_outs
    if sit_outs.too_early and sit_outs.person is not None:
        yield Caution(
            code="sit_out_too_early",
            template=gettext_noop(
                "Player {person} sits out {most} times and somebody else {least}: make another movement, or change "
                "who sits out."
            ),
            values={"person": sit_outs.person, "most": sit_outs.most, "least": sit_outs.least},
        )
    if partners.repeats > partners.bound:
        yield _warn(
            "partners_again", partners,
            gettext_noop("Partnerships that are repeats: {repeats}, where {bound} cannot be avoided; {one} and {two} "
                         "are partners {most} times."),
        )  # fmt: skip
    if opponents.free_most > max(opponents.free_least + 1, OFTEN):
        yield _warn(
            "opponents_often", opponents,
            gettext_noop("{one} and {two} meet as opponents {most} times, where {least_most} would do."),
        )  # fmt: skip
    if report.goal == "faces" and tablemates.repeats > tablemates.bound:
        yield _warn(
            "tables_again", tablemates,
            gettext_noop("Meetings at a table again: {repeats}; by counting, {bound} cannot be avoided."),
        )  # fmt: skip


def add_cautions(report: Report, broken: Iterable[Caution]) -> Report:
    """The report with constraints that are not kept."""
    cautions = tuple(broken)
    return structs.replace(report, broken=len(cautions), warnings=cautions + report.warnings)


def write_report(report: Report, *, translate: Callable[[str], str]) -> dict[str, Any]:
    """A report as JSON has it; the warnings as sentences."""
    return {
        "players": report.players,
        "rounds": report.rounds,
        "rounds_played": report.rounds_played,
        "tables": report.tables,
        "goal": report.goal,
        "perfect": report.is_perfect,
        "partners": _write_meetings(report.partners),
        "opponents": _write_meetings(report.opponents),
        "tablemates": _write_meetings(report.tablemates),
        "sit_outs": {
            "least": report.sit_outs.least, "most": report.sit_outs.most, "too_early": report.sit_outs.too_early,
        },
        "warnings": [
            {"code": warning.code, "message": fill(translate(warning.template), warning.values)}
            for warning in report.warnings
        ],
    }  # fmt: skip


def _list_people(rounds: Iterable[MovementRound]) -> set[int]:
    return {person for each in rounds for person in (*each.people, *each.sit_out)}


def _sum_up(
    counts: Counter[Pair], people: Sequence[int], *, settled: Collection[Pair], forbidden: Collection[Pair]
) -> Meetings:
    """The figures of one way to meet, among these people, some of whom always meet and some never."""
    known = set(people)
    among = {pair: times for pair, times in counts.items() if pair <= known}
    games: Counter[int] = Counter()
    for pair, times in among.items():
        for person in pair:
            games[person] += times
    others = len(people) - 1
    shut = Counter(person for pair in forbidden for person in pair)
    by_people = sum(max(0, games[person] - others + shut[person]) for person in people)
    by_pairs = sum(max(0, among.get(pair, 1) - 1) for pair in settled)
    free = [pair for pair in among if pair not in settled]
    worst = min(free, key=lambda two: (-among[two], sorted(two)), default=frozenset[int]())
    least = max((-(-games[person] // others) for person in people), default=0) if others > 0 else 0
    return Meetings(
        repeats=sum(among.values()) - len(among),
        bound=max((by_people + 1) // 2, by_pairs),
        most=max(among.values(), default=0),
        least_most=max([least, *(among.get(pair, 0) for pair in settled)]),
        free_most=among.get(worst, 0),
        free_least=least,
        pair=tuple(sorted(worst)),
        met=len(among),
        pairs=len(people) * others // 2,
    )


def _warn(code: str, meetings: Meetings, template: str) -> Caution:
    one, two = meetings.pair
    values = {
        "one": one, "two": two, "repeats": meetings.repeats, "bound": meetings.bound, "most": meetings.free_most,
        "least_most": meetings.free_least,
    }  # fmt: skip
    return Caution(code=code, template=template, values=values)


def _write_meetings(meetings: Meetings) -> dict[str, Any]:
    return {
        "repeats": meetings.repeats,
        "bound": meetings.bound,
        "most": meetings.most,
        "most_bound": meetings.least_most,
        "met": meetings.met,
        "pairs": meetings.pairs,
    }
