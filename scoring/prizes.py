"""Give out prizes: from standings and results to awards, with a warning wherever a tie is not resolved.

Nothing is drawn. Shares are whole cents, and what is given, held back and left makes the pot exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from scoring.placing import Ranking
from scoring.pots import share_pot, split_evenly
from scoring.prize_rules import Prize, PrizeRules, PrizeTies, find_prize_faults
from scoring.prize_texts import WARNING_TEXTS
from scoring.ranking import part
from scoring.sentences import Sentence
from scoring.side_prizes import MEASURES, count_games


class Award(Struct, frozen=True, kw_only=True):
    """What one entry gets. `prizes` are the codes of one prize, or of the places that a tie shares.

    `figure` is what it was won with (a rank, a count, a total); `level_with` are those who were level.
    """

    prizes: tuple[str, ...]
    entry: int
    money: int = 0
    points: int = 0
    figure: int = 0
    level_with: tuple[int, ...] = ()


class PrizeList(Struct, frozen=True, kw_only=True):
    """The awards in the order of the prizes, and what has to be looked at before they are given out.

    Money in cents: `given` to the winners, `held_back` for prizes that nobody has yet, and, where there is a pot, what
    is `left` in it.
    """

    awards: tuple[Award, ...]
    warnings: tuple[Sentence, ...]
    given: int
    held_back: int
    left: int | None = None


def award_prizes(
    rules: PrizeRules,
    ranking: Ranking,
    *,
    pot: int | None = None,
    divisions: Mapping[int, str] | None = None,
    ladders: Mapping[str, Ranking] | None = None,
) -> PrizeList:
    """Give out the prizes by these standings. `pot` is in cents; `divisions`: entry -> the division it plays in.

    `ladders` are the standings of the divisions by name, where each is ranked by itself.
    Side prizes go by everything that was played, dropped evenings too. Raises ValueError for prizes with faults
    (`find_prize_faults` says which).
    """
    faults = [fault.message for fault in find_prize_faults(rules)]
    if faults:
        raise ValueError(" ".join(faults))
    shares = share_pot(pot or 0, [prize.percent for prize in rules.prizes], odd=rules.odd_cents)
    worth = {prize.code: prize.money + share for prize, share in zip(rules.prizes, shares, strict=True)}
    giving = _Giving(rules, ranking, worth=worth, divisions=divisions or {}, ladders=ladders or {})
    for prize in rules.prizes:
        giving.give(prize)
    given = sum(award.money for award in giving.awards)
    left = None if pot is None else pot - given - giving.held_back
    if left is not None and left < 0:
        giving.warnings.append(Sentence(code="over_pot", template=WARNING_TEXTS["over_pot"]))
    return PrizeList(
        awards=tuple(giving.awards),
        warnings=tuple(giving.warnings),
        given=given,
        held_back=giving.held_back,
        left=left,
    )


class _Giving:
    """The prizes as they are given out one after another."""

    def __init__(
        self,
        rules: PrizeRules,
        ranking: Ranking,
        *,
        worth: Mapping[str, int],
        divisions: Mapping[int, str],
        ladders: Mapping[str, Ranking],
    ) -> None:
        self.rules = rules
        self.ranking = ranking
        self.worth = worth
        self.divisions = divisions
        self.ladders = ladders
        self.awards: list[Award] = []
        self.warnings: list[Sentence] = []
        self.held_back = 0
        self._ranks = {placed.entry: placed.rank for placed in ranking.places}
        self._with_prize: set[int] = set()
        self._with_side_prize: set[int] = set()
        self._done: set[str] = set()

    def give(self, prize: Prize) -> None:
        """Give one prize; a place brings all the places of its ladder with it."""
        if prize.code in self._done:
            return
        if prize.kind == "place":
            self._give_places(prize.division)
            return
        winners, figure = self._find_best(prize)
        self._hand_out((prize,), winners, figure=figure)

    def _give_places(self, division: str) -> None:
        """All places of one ladder at once; those of a group that is level are given together."""
        prizes = [prize for prize in self.rules.prizes if prize.kind == "place" and prize.division == division]
        prizes.sort(key=lambda prize: prize.place)
        start = 1
        for group in self._climb(prizes[0]):
            together = tuple(prize for prize in prizes if start <= prize.place < start + len(group))
            if together:
                self._hand_out(together, group, figure=start)
            start += len(group)
        for prize in prizes:
            if prize.place >= start:
                self._hand_out((prize,), (), figure=0)

    def _climb(self, prize: Prize) -> list[tuple[int, ...]]:
        """Those who can win a place, by rank: who may win none is passed over and the next move up."""
        groups: dict[int | None, list[int]] = defaultdict(list)
        for placed in self._find_ladder(prize).places:
            if self._is_eligible(prize, placed.entry):
                groups[placed.rank].append(placed.entry)
        return [tuple(group) for group in groups.values()]

    def _find_ladder(self, prize: Prize) -> Ranking:
        return self.ladders.get(prize.division, self.ranking) if prize.division else self.ranking

    def _is_eligible(self, prize: Prize, entry: int) -> bool:
        is_barred = (
            (self.rules.one_prize and entry in self._with_prize)
            or (prize.is_side_prize and self.rules.one_side_prize and entry in self._with_side_prize)
            or (prize.is_side_prize and self.rules.first_no_side_prize and self._ranks.get(entry) == 1)
            or (prize.division and self.divisions.get(entry) != prize.division)
        )
        return not is_barred and count_games(self.ranking.field.figures[entry]) >= prize.minimum_games

    def _find_best(self, prize: Prize) -> tuple[tuple[int, ...], int]:
        """Those who are level for a side prize, and with what; nobody where there is nothing to win it with."""
        measure = MEASURES[prize.kind]
        figures = {
            entry: figure
            for entry, own in self.ranking.field.figures.items()
            if self._is_eligible(prize, entry) and (figure := measure(own, prize)) is not None
        }
        if not figures:
            return (), 0
        sign = -1 if prize.kind == "lowest_total" else 1
        best = part(figures, {entry: Fraction(sign * figure) for entry, figure in figures.items()})[0]
        last = len(self._ranks) + 1
        winners = tuple(sorted(best, key=lambda entry: (self._ranks.get(entry) or last, entry)))
        return winners, figures[winners[0]]

    def _hand_out(self, prizes: tuple[Prize, ...], winners: tuple[int, ...], *, figure: int) -> None:
        self._done.update(prize.code for prize in prizes)
        money = sum(self.worth[prize.code] for prize in prizes)
        points = sum(prize.points for prize in prizes)
        ties = self._find_rule(prizes, winners)
        if not winners or (len(winners) > 1 and ties == "play_off"):
            self.held_back += money
            self._warn("play_off" if winners else "nobody", prizes, winners)
            return
        if len(winners) > 1 and not self._is_decided(prizes, winners):
            self._warn(ties, prizes, winners)
        shares = self._divide(prizes, ties, len(winners), money, points)
        for entry, (cents, chips) in zip(winners, shares, strict=True):
            self.awards.append(
                Award(
                    prizes=tuple(prize.code for prize in prizes),
                    entry=entry,
                    money=cents,
                    points=chips,
                    figure=figure,
                    level_with=tuple(other for other in winners if other != entry),
                )
            )
        self._with_prize.update(winners)
        if prizes[0].is_side_prize:
            self._with_side_prize.update(winners)

    def _is_decided(self, prizes: Sequence[Prize], winners: tuple[int, ...]) -> bool:
        """Whether people decided that those on a place share it."""
        is_open = any(set(winners) <= set(group) for group in self._find_ladder(prizes[0]).unresolved)
        return prizes[0].kind == "place" and not is_open

    def _find_rule(self, prizes: Sequence[Prize], winners: tuple[int, ...]) -> PrizeTies:
        is_shared = len(winners) > 1 and prizes[0].ties == "play_off" and self._is_decided(prizes, winners)
        return "split" if is_shared else prizes[0].ties

    def _divide(
        self, prizes: Sequence[Prize], ties: PrizeTies, number: int, money: int, points: int
    ) -> list[tuple[int, int]]:
        """What each of those level gets: equal shares, or each the whole of the best prize."""
        if number > 1 and ties == "each":
            return [(self.worth[prizes[0].code], prizes[0].points)] * number
        cents, _left = split_evenly(money, number, odd=self.rules.odd_cents)
        chips, _left = split_evenly(points, number, odd=self.rules.odd_cents)
        return list(zip(cents, chips, strict=True))

    def _warn(self, code: str, prizes: Sequence[Prize], winners: tuple[int, ...]) -> None:
        titles = ", ".join(prize.title or prize.code for prize in prizes)
        self.warnings.append(
            Sentence(code=code, template=WARNING_TEXTS[code], values={"prize": titles}, entries=winners)
        )
