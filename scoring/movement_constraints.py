"""What a movement must keep to: who is kept apart, who plays together, who cannot move. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations

from msgspec import Struct

from rules.game import Values, fill, gettext_noop
from scoring.movement_rounds import PARTNERSHIPS, SEATS, Caution, Four, MovementRound, list_fours

Pair = frozenset[int]


class BadConstraintError(ValueError):
    """A constraint that nobody can keep, as a sentence for people: a template and its values."""

    def __init__(self, template: str, **values: int | str) -> None:
        super().__init__(fill(template, values))
        self.template = template
        self.values: Values = values


class Stay(Struct, frozen=True):
    """Somebody who cannot move: the table, and the seat if it matters."""

    table: int
    seat: str | None = None


class Constraints(Struct, frozen=True, kw_only=True):
    """Pairs that are never partners (`apart`), never at one table (`apart_tables`) or always partners (`together`).

    `stay` has who keeps a place all evening. Who sits out is at no table, and nothing is broken by that; but of two
    who play together one may have to play while the other sits out.
    """

    apart: frozenset[Pair] = frozenset()
    apart_tables: frozenset[Pair] = frozenset()
    together: frozenset[Pair] = frozenset()
    stay: Mapping[int, Stay] = {}

    @property
    def settled(self) -> set[Pair]:
        """Who always meets: couples, and whoever stays at a table or plays with somebody who does."""
        tables = {stay.table for stay in self.stay.values()}
        companies = (combinations(self.list_company(place), 2) for place in tables)
        return {*self.together, *(frozenset(two) for company in companies for two in company)}

    def list_company(self, place: int) -> list[int]:
        """Who stays at a table, and who always plays with them."""
        here = {person for person, stay in self.stay.items() if stay.table == place}
        return sorted(here.union(*(couple for couple in self.together if couple & here)))

    @property
    def never_tablemates(self) -> set[Pair]:
        """Who never meets at a table."""
        return {*self.apart_tables, *pair_stays(self)[2]}

    @property
    def never_partners(self) -> set[Pair]:
        """Who is never partners."""
        return {*self.apart, *self.never_tablemates}

    @property
    def all_pairs(self) -> Iterator[Pair]:
        """Every pair of any kind."""
        yield from (*self.apart, *self.apart_tables, *self.together)


#: The seats of two partners.
_SIDES = {frozenset(side) for side in PARTNERSHIPS}

#: No constraint at all.
FREE = Constraints()


def check_constraints(constraints: Constraints, *, people: Iterable[int], tables: int) -> None:
    """Raise BadConstraintError for what nobody can keep."""
    known = set(people)
    for pair in constraints.all_pairs:
        if len(pair) != 2:
            raise BadConstraintError(gettext_noop("Name two different players to keep apart or together."))
    named = [*(who for pair in constraints.all_pairs for who in pair), *constraints.stay]
    for person in named:
        if person not in known:
            raise BadConstraintError(
                gettext_noop("There is no player {person}: players are numbered from {first} to {last}."),
                person=person, first=min(known), last=max(known),
            )  # fmt: skip
    _check_pairs(constraints)
    _check_company(constraints, known)
    _check_stays(constraints, tables=tables)


def _check_pairs(constraints: Constraints) -> None:
    for couple, other in combinations(sorted(constraints.together, key=sorted), 2):
        if shared := couple & other:
            raise BadConstraintError(
                gettext_noop("Player {person} cannot always play together with two people: leave one pair out."),
                person=min(shared),
            )
    for pair in constraints.together & (constraints.apart | constraints.apart_tables):
        one, two = sorted(pair)
        raise BadConstraintError(
            gettext_noop("Players {one} and {two} cannot be kept apart and together: leave one of the two out."),
            one=one, two=two,
        )  # fmt: skip


def _check_stays(constraints: Constraints, *, tables: int) -> None:
    for person, stay in constraints.stay.items():
        if stay.table != 1 and tables == 1:
            raise BadConstraintError(
                gettext_noop("Player {person} cannot stay at table {table}: there is only one table."),
                person=person, table=stay.table,
            )  # fmt: skip
        if not 1 <= stay.table <= tables:
            raise BadConstraintError(
                gettext_noop("Player {person} cannot stay at table {table}: there are tables 1 to {tables}."),
                person=person, table=stay.table, tables=tables,
            )  # fmt: skip
        if stay.seat is not None and stay.seat not in SEATS:
            raise BadConstraintError(gettext_noop("“{seat}” is no seat: the seats are N, E, S and W."), seat=stay.seat)
    for (one, first), (two, second) in combinations(constraints.stay.items(), 2):
        if first.table == second.table and first.seat is not None and first.seat == second.seat:
            raise BadConstraintError(
                gettext_noop("Players {one} and {two} cannot stay in one seat: give one of them another."),
                one=one, two=two,
            )  # fmt: skip
    _check_stays_with_pairs(constraints)


def _check_stays_with_pairs(constraints: Constraints) -> None:
    """Who stays at one table is together there all evening; who stays at two never meets."""
    for place in {stay.table for stay in constraints.stay.values()}:
        here = [person for person, stay in constraints.stay.items() if stay.table == place]
        if len(here) > len(SEATS):
            raise BadConstraintError(gettext_noop("More than four people are to stay at table {table}."), table=place)
    for pair in (pair for pair in constraints.all_pairs if all(who in constraints.stay for who in pair)):
        one, two = sorted(pair)
        meet = constraints.stay[one].table == constraints.stay[two].table
        if meet != (pair in constraints.together) and not (meet and pair in constraints.apart):
            raise BadConstraintError(
                gettext_noop("Players {one} and {two} stay where they cannot be apart or together as you want it."),
                one=one, two=two,
            )  # fmt: skip
    for place in sorted({stay.table for stay in constraints.stay.values()}):
        _check_seats(constraints, place)


def _check_seats(constraints: Constraints, place: int) -> None:
    """Those who stay at a table, and who always plays with them, need seats there in which all of that holds."""
    named = constraints.list_company(place)
    company = {frozenset(two) for two in combinations(named, 2)}
    together, apart = constraints.together & company, constraints.apart & company

    def fits(seats: Sequence[str]) -> bool:
        """Whether they can sit so."""
        sits = dict(zip(named, seats, strict=True))
        partners = {pair for pair in company if frozenset(map(sits.__getitem__, pair)) in _SIDES}
        kept = all(stay.seat in (None, sits[who]) for who, stay in constraints.stay.items() if who in sits)
        return kept and together <= partners and not apart & partners

    if constraints.apart_tables & company or not any(map(fits, permutations(SEATS, len(named)))):
        raise BadConstraintError(
            gettext_noop(
                "At table {table} the seats that are kept and who is kept apart or together cannot all hold: change "
                "one of them. It is about these players: {people}."
            ),
            table=place, people=", ".join(map(str, named)),
        )  # fmt: skip


def _check_company(constraints: Constraints, people: set[int]) -> None:
    """Everybody needs a partner, and three for a table, whom nothing forbids."""
    for person in sorted({who for pair in (*constraints.apart, *constraints.apart_tables) for who in pair}):
        shut = {who for pair in constraints.apart_tables if person in pair for who in pair} - {person}
        partners = ({who for pair in constraints.apart if person in pair for who in pair} - {person}) | shut
        others = len(people) - 1
        if len(partners) >= others or others - len(shut) < len(SEATS) - 1:
            raise BadConstraintError(
                gettext_noop("Player {person} is kept apart from so many that no table is left: name fewer."),
                person=person,
            )


def pair_stays(constraints: Constraints) -> tuple[set[Pair], set[Pair], set[Pair]]:
    """What staying means for each two who do: partners always, opponents always, never at one table."""
    partners, opponents, apart = set(), set(), set()
    for (one, first), (two, second) in combinations(constraints.stay.items(), 2):
        pair = frozenset((one, two))
        if first.table != second.table:
            apart.add(pair)
        elif pair in constraints.together or {first.seat, second.seat} in ({"N", "S"}, {"E", "W"}):
            partners.add(pair)
        else:
            opponents.add(pair)
    return partners, opponents, apart


def settle_tables(fours: Sequence[Four], constraints: Constraints) -> list[Four]:
    """The tables of a round in such an order, and turned so, that who stays is there as far as that can be."""
    places: dict[int, Four] = {}
    rest = []
    for four in fours:
        wanted = [constraints.stay[who].table - 1 for who in four if who in constraints.stay]
        free = next((place for place in wanted if place not in places and place < len(fours)), None)
        if free is None:
            rest.append(four)
        else:
            places[free] = _turn_table(four, constraints)
    others = iter(rest)
    return [places[place] if place in places else next(others) for place in range(len(fours))]


def _turn_table(four: Four, constraints: Constraints) -> Four:
    """The same partners with as many people as can be in the seats in which they stay."""
    stay = constraints.stay

    def count_kept(turned: Four) -> int:
        seated = zip("NSEW", turned, strict=True)
        return sum(who in stay and stay[who].seat == seat for seat, who in seated)

    partners = ({four[0], four[1]}, {four[2], four[3]})
    turns: list[Four] = [(a, b, c, d) for a, b, c, d in permutations(four) if {a, b} in partners]
    return max(turns, key=count_kept)


def find_broken(constraints: Constraints, rounds: Iterable[MovementRound], *, first: int = 1) -> Iterator[Caution]:
    """Every constraint that a round does not keep."""
    for number, played in enumerate(rounds, start=first):
        fours = list_fours(played)
        partners = {frozenset(two) for four in fours for two in (four[:2], four[2:])}
        tablemates = {frozenset(two) for four in fours for two in combinations(four, 2)}
        for pair in sorted(constraints.together, key=sorted):
            if pair not in partners and not pair <= set(played.sit_out):
                yield _say_broken("not_together", pair, number)
        for pair in sorted((constraints.apart & partners) | (constraints.apart_tables & tablemates), key=sorted):
            yield _say_broken("not_apart", pair, number)
        yield from _find_moved(constraints, played, number)


def _find_moved(constraints: Constraints, played: MovementRound, number: int) -> Iterator[Caution]:
    for place, table in enumerate(played.tables, start=1):
        for seat, person in table.items():
            stay = constraints.stay.get(person)
            if stay is not None and (stay.table != place or stay.seat not in (None, seat)):
                template = gettext_noop("Round {round}: player {person} would have to move to table {table}.")
                if stay.table == place:
                    template = gettext_noop("Round {round}: player {person} would have another seat at table {table}.")
                yield Caution(
                    code="moved", template=template, values={"round": number, "person": person, "table": place}
                )


def _say_broken(code: str, pair: Pair, number: int) -> Caution:
    templates = {
        "not_together": gettext_noop("Round {round}: {one} and {two} do not play together."),
        "not_apart": gettext_noop("Round {round}: {one} and {two} are not kept apart."),
    }
    one, two = sorted(pair)
    return Caution(code=code, template=templates[code], values={"round": number, "one": one, "two": two})
