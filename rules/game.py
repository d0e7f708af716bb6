"""The types that every game is written in.

A game is one frozen `Game` whose fields are its house rules, with a frozen `Deal` whose fields are the facts
of one hand. `violations` yields every fault of a deal, `lines` the reasoned points of a deal without faults.
Nothing here stores, prints or translates: a text is a template in English with its values, and callers
translate the template.

Vocabulary: a *seat* is a place at the table, a *side* is what scores together (a pair of seats, or one seat).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from string import Formatter
from typing import Annotated, Any, ClassVar, Literal, Protocol

from msgspec import Meta, Struct, structs

Values = Mapping[str, int | str]

#: A place at the table; the game says which there are.
Seat = Annotated[str, Meta(extra={"kind": "seat"})]
#: A side of the table; the game says which there are.
Side = Annotated[str, Meta(extra={"kind": "side"})]


def gettext_noop(message: str) -> str:
    """Mark a message for translation and return it unchanged, so that the rules need no framework."""
    return message


def say_choices(title: str, words: Mapping[Any, str]) -> Meta:
    """Declare a choice for people: its heading, and each of its values in words."""
    return Meta(title=title, extra={"words": words})


def fill(template: str, values: Values) -> str:
    """Put values into a template; braces in the values are left alone."""
    if not values:
        return template
    pattern, pick = _prepare(template)
    return pattern % pick(values)


@cache
def _prepare(template: str) -> tuple[str, Callable[[Values], object]]:
    """A template as a pattern of the % operator, which is quicker, and what takes its values out of all values."""
    parts = [*Formatter().parse(template)]
    names = [name for _text, name, _spec, _conversion in parts if name is not None]
    pattern = "".join(text.replace("%", "%%") + ("" if name is None else "%s") for text, name, *_rest in parts)
    return pattern, itemgetter(*names) if names else _pick_nothing


def _pick_nothing(_values: Values) -> tuple[()]:
    return ()


class Violation(Struct, frozen=True, kw_only=True):
    """One fault of a deal: the field at fault, a code for programs, a sentence for people."""

    field: str
    code: str
    template: str
    values: Values = {}

    @property
    def message(self) -> str:
        """The sentence in English."""
        return fill(self.template, self.values)


class Line(Struct, frozen=True, kw_only=True):
    """One reasoned entry on the score: points for a side, in whole points, and what else it brings.

    `setbacks` are ticks, not points. `warns` names who stands warned from now on (a side, or a seat where
    warnings are personal). `wins` ends the game at once for the side. `rule` is an anchor on the help page.
    """

    side: str
    points: int
    code: str
    template: str
    values: Values = {}
    rule: str = ""
    setbacks: int = 0
    warns: str | None = None
    wins: bool = False
    english: str = ""

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.english or fill(self.template, self.values)


def say_beforehand(line: Line) -> Line:
    """A line for a table of lines: its sentence in English is put together once."""
    return structs.replace(line, english=line.text)


class Remark(Struct, frozen=True, kw_only=True):
    """One sentence below a score: an honour, or a step of a settlement."""

    template: str
    values: Values = {}


class Tally(Struct, frozen=True, kw_only=True):
    """One thing worth counting beside the points, for a side, and for a person where one earned it alone."""

    code: str
    side: str
    seat: str | None = None


class State(Struct, frozen=True, kw_only=True):
    """Where a game stands between two deals. Totals and setbacks name every side.

    `totals_known` is False after a deal at fault, whose points nobody knows: what follows from the totals is then
    no fault. `dealer_known` is False where it could not be read who deals, and `perhaps_warned` names those who were
    warned only if an unreadable hand meant that. `last` is the deal that was played last.
    """

    dealer: str
    totals: Mapping[str, int]
    setbacks: Mapping[str, int]
    played: int = 0
    warned: frozenset[str] = frozenset()
    perhaps_warned: frozenset[str] = frozenset()
    won_outright: str | None = None
    totals_known: bool = True
    dealer_known: bool = True
    last: GameDeal | None = None


class Scored(Protocol):
    """What a game looks at in an entry worked out: its reasoned points and the state after it."""

    @property
    def lines(self) -> tuple[Line, ...]: ...

    @property
    def after(self) -> State: ...


class GameDeal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one deal. A game's own deal adds its fields, with ranges declared on them."""


class Game(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of one card game; the fields of a subclass are its house rules."""

    key: ClassVar[str]
    title: ClassVar[str]
    Deal: ClassVar[type[GameDeal]]
    #: Named sets of house rules; the first is the default.
    presets: ClassVar[Mapping[str, Mapping[str, Any]]]
    preset_titles: ClassVar[Mapping[str, str]]
    #: What `tallies` counts: code -> heading.
    tally_titles: ClassVar[Mapping[str, str]]
    #: Those of them that a page of standings has room for.
    headline_tallies: ClassVar[tuple[str, ...]] = ()
    #: Those of them of which each is a point of the person's own, beside the side's points.
    credited_tallies: ClassVar[tuple[str, ...]] = ()
    #: Whether warnings given earlier can be carried into a game.
    carries_warnings: ClassVar[bool] = False
    #: Whether a deal can take points away from a side.
    takes_points: ClassVar[bool] = True
    #: Whether setback ticks are kept.
    counts_setbacks: ClassVar[bool] = False
    #: How many can play, where that is chosen table by table; the field `players` then says how many do.
    player_counts: ClassVar[tuple[int, ...]] = ()

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in the order of play, clockwise."""
        raise NotImplementedError

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which they are shown."""
        raise NotImplementedError

    @property
    def goal(self) -> int | None:
        """The total at which a game ends; None where it ends otherwise."""
        return None

    @property
    def has_winner(self) -> bool:
        """Whether a side wins the game, rather than that only points are kept."""
        return True

    @property
    def warnable(self) -> tuple[str, ...]:
        """Who can stand warned: sides, or seats where warnings are personal."""
        return self.sides

    @property
    def warning_reach(self) -> Literal["game", "night", "season"]:
        """How far a warning follows those who got it: not beyond its game, through the evening, or the season."""
        return "game"

    def side_of(self, seat: str) -> str:
        """The side that a seat plays for."""
        raise NotImplementedError

    def seats_of(self, side: str) -> tuple[str, ...]:
        """The seats of a side, in the order of play."""
        return tuple(seat for seat in self.seats if self.side_of(seat) == side)

    @property
    def rotation(self) -> Mapping[str, str]:
        """Each seat and the one to its left, which deals next."""
        return _rotate(self.seats)

    def seat_after(self, seat: str) -> str:
        """The seat to the left, which deals next."""
        return self.rotation[seat]

    def violations(self, deal: Any, before: State) -> Iterable[Violation]:
        """Every fault of a deal whose fields are of the right type and range."""
        raise NotImplementedError

    def lines(self, deal: Any, before: State) -> Iterable[Line]:
        """The reasoned points of a deal without violations; they add up to the deal's points.

        A game that carries warnings is also asked for the warnings of a deal with violations.
        """
        raise NotImplementedError

    def tallies(self, deal: Any, before: State) -> Iterator[Tally]:
        """What a deal adds to the counts beside the points."""
        raise NotImplementedError

    def counts_as_dealt(self, deal: Any) -> bool:
        """Whether a deal is numbered and the deal passes on; otherwise the same dealer deals again."""
        return True

    def is_over(self, state: State) -> bool:
        """Whether the game has ended by its own rules (time called aside).

        It is asked before and after every entry: it must be cheap.
        """
        raise NotImplementedError

    def is_surely_over(self, least: State, *, unread: int | None) -> bool:
        """Whether the game has ended whatever its deals at fault were worth.

        `least` has the least that each side has; `unread` is how many deals may have brought more, and None where
        there is no least. What cannot be told is no.
        """
        return False

    def find_winner(self, state: State) -> str | None:
        """The side that has won a game that is over or on which time was called; None for a draw or no winner."""
        raise NotImplementedError

    def honours(self, steps: Sequence[Scored], *, state: State, finished: bool) -> dict[str, object]:
        """What the result names beside points: prizes, high scores, a settlement.

        `steps` are the entries worked out, in order; `state` is where the game stands after them; `finished` is that
        it is over or that time was called. Keys and values are those of the score sheet format.
        """
        return {}

    def award_evening(self, totals: Mapping[str, int], counts: Mapping[str, Mapping[str, int]]) -> Iterator[Remark]:
        """What is won over a whole evening rather than at one table, in sentences.

        `totals` are the points of each person or pair over the games that are finished, `counts` their tallies, code
        -> number. A sentence speaks of one of them as `seat`.
        """
        yield from ()

    def describe_honours(self, honours: Mapping[str, Any], *, state: State) -> Iterator[Remark]:
        """The honours in sentences, for people; a settlement is worked line by line, as on paper."""
        yield from ()


#: Seat -> side, in a game of two fixed partnerships.
PAIRS: Mapping[str, str] = {"N": "NS", "E": "EW", "S": "NS", "W": "EW"}


@cache
def _rotate(seats: tuple[str, ...]) -> Mapping[str, str]:
    return dict(zip(seats, (*seats[1:], seats[0]), strict=True))


class Partnership(Game, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game of four seats and two fixed sides."""

    @property
    def seats(self) -> tuple[str, ...]:
        return ("N", "E", "S", "W")

    @property
    def sides(self) -> tuple[str, ...]:
        return ("NS", "EW")

    def side_of(self, seat: str) -> str:
        return PAIRS[seat]

    def find_winner(self, state: State) -> str | None:
        """The side ahead; level is a draw."""
        return find_ahead(state)


def find_ahead(state: State) -> str | None:
    """The side with more points in a game of two fixed partnerships; None where they are level."""
    one, other = state.totals["NS"], state.totals["EW"]
    return None if one == other else "NS" if one > other else "EW"


def other_side(side: str) -> str:
    """The opponents in a game of two fixed partnerships."""
    return "EW" if side == "NS" else "NS"
