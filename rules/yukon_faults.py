"""What can be wrong with a deal of Yukon: every fault, on the field that most likely has to change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.game import Violation
from rules.yukon_cards import PACK, PACK_POINTS, TOTALS, TOTALS_WITH_ACE, can_divide
from rules.yukon_deal import COUNT_CARDS, NO_CARDS, CardCounts, YukonDeal, YukonRules
from rules.yukon_texts import FAULT_TEXTS

#: So many sides can always have totals together of which each is possible, an ace at any of them among these.
SIDES_WITHOUT_CONFLICT = 3

WHOLE_PACK = tuple(PACK.values())


def find_faults(rules: YukonRules, deal: YukonDeal) -> Iterable[Violation]:
    """Every fault of a deal whose fields are of the right type and range."""
    points, cards, ace = deal.points, deal.cards, deal.ace_of_spades
    if not deal.infractions:
        if points is not None and cards is None and _are_points_right(rules, points, ace_of_spades=ace):
            return ()
        if cards is not None and points is None and _are_cards_right(cards, ace_of_spades=ace):
            return ()
    return _list_faults(rules, deal)


def _list_faults(rules: YukonRules, deal: YukonDeal) -> Iterator[Violation]:
    if deal.infractions:
        yield from _check_infractions(rules, deal)
    if rules.revoke == "forfeit_deal" and deal.infractions:
        yield from _refuse_counts(deal)
    elif deal.points is not None and deal.cards is not None:
        yield _fault("cards", "points_too")
    elif deal.points is not None:
        yield from _check_points(rules, deal.points, ace_of_spades=deal.ace_of_spades)
    elif deal.cards is not None:
        yield from _check_cards(rules, deal.cards, ace_of_spades=deal.ace_of_spades)
    else:
        yield _fault("points", "missing")


def _are_points_right(rules: YukonRules, given: Mapping[str, int], *, ace_of_spades: str | None) -> bool:
    """Whether there is nothing that `_check_points` would find: a division of the pack is all that it asks for."""
    sides, values = rules.sides, rules.card_values
    points = tuple([given.get(side, 0) for side in sides])
    if sum(points) != PACK_POINTS[values]:
        return False
    place = None if ace_of_spades is None else sides.index(ace_of_spades)
    if len(points) > SIDES_WITHOUT_CONFLICT:
        return can_divide(points, values=values, ace_at=place)
    is_right = TOTALS[values].issuperset(points)
    return is_right and (place is None or points[place] in TOTALS_WITH_ACE[values])


def _are_cards_right(given: Mapping[str, CardCounts], *, ace_of_spades: str | None) -> bool:
    """Whether there is nothing that `_check_cards` would find."""
    total = tuple(map(sum, zip(*map(COUNT_CARDS, given.values()), strict=True)))
    has_ace = ace_of_spades is None or given.get(ace_of_spades, NO_CARDS).aces > 0
    return has_ace and total == WHOLE_PACK


def _check_infractions(rules: YukonRules, deal: YukonDeal) -> Iterator[Violation]:
    if rules.revoke == "ruling":
        yield _fault("infractions", "ruling")
    elif len(rules.sides) > 2:
        yield _fault("infractions", "two_sides_only")
    elif len(deal.infractions) > 1:
        yield _fault("infractions", "two_endings")


def _check_points(rules: YukonRules, given: Mapping[str, int], *, ace_of_spades: str | None) -> Iterator[Violation]:
    points = tuple(given.get(side, 0) for side in rules.sides)
    pack = PACK_POINTS[rules.card_values]
    total = sum(points)
    if total != pack:
        yield _fault("points", "wrong_sum", sum=total, pack=pack)
    impossible = [side for side in rules.sides if given.get(side, 0) not in TOTALS[rules.card_values]]
    for side in impossible:
        yield _fault("points", "impossible_total", within=f".{side}", points=given[side])
    is_divisible = total == pack and not impossible
    needs_division = is_divisible and len(points) > SIDES_WITHOUT_CONFLICT
    if needs_division and not can_divide(points, values=rules.card_values):
        yield _fault("points", "impossible_division")
        needs_division = False
    if ace_of_spades is not None and not _may_have_ace(rules, points, ace_of_spades, needs_division=needs_division):
        yield _fault("ace_of_spades", "no_ace")


def _may_have_ace(rules: YukonRules, points: tuple[int, ...], side: str, *, needs_division: bool) -> bool:
    """Whether a side's points have room for an ace; beside the others' only where that is not certain."""
    place = rules.sides.index(side)
    if points[place] not in TOTALS_WITH_ACE[rules.card_values]:
        return points[place] not in TOTALS[rules.card_values]  # what is impossible anyway is named once
    return not needs_division or can_divide(points, values=rules.card_values, ace_at=place)


def _check_cards(
    rules: YukonRules, given: Mapping[str, CardCounts], *, ace_of_spades: str | None
) -> Iterator[Violation]:
    for kind, pack in PACK.items():
        total = sum(getattr(cards, kind) for cards in given.values())
        if total != pack:
            most = max(rules.sides, key=lambda side: getattr(given.get(side, NO_CARDS), kind))
            yield _fault("cards", "wrong_count", within=f".{most}.{kind}", sum=total, pack=pack)
        elif kind == "aces" and ace_of_spades is not None and not given.get(ace_of_spades, NO_CARDS).aces:
            yield _fault("ace_of_spades", "no_ace")


def _refuse_counts(deal: YukonDeal) -> Iterator[Violation]:
    """After a revoke that gives the pack away nothing is counted."""
    for field in ("points", "cards", "ace_of_spades"):
        if getattr(deal, field) is not None:
            yield _fault(field, "forfeited")


def _fault(field: str, code: str, *, within: str = "", **values: int) -> Violation:
    """A fault of a field, or of what it has `within`: `.NS` of `points`."""
    return Violation(field=field + within, code=code, template=FAULT_TEXTS[field, code], values=values)
