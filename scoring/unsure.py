"""How entries at fault are passed over, so that the faults of those after them are found, and no others.

A fault is named only if it is one whatever an unreadable entry, or unreadable house rules, were meant to say.
"""

from __future__ import annotations

from msgspec import structs

from rules.game import Game, State, Violation
from scoring.sheet import Fault, Played, Ruling, Unread
from scoring.steps import apply_ruling, find_violations, keep_shared, name_dealer


def find_sure_violations(game: Game, entry: Unread, before: State) -> tuple[Violation, ...]:
    """The faults that an entry has beside those of form, whatever its unreadable fields were meant to say."""
    if not entry.tells_dealer:
        before = structs.replace(before, dealer_known=False)
    sure = keep_shared(find_violations(game, candidate, before) for candidate in entry.candidates)
    return tuple(violation for violation in sure if violation.field not in entry.faulty)


def keep_certain(faults: list[Fault], others: list[Fault]) -> list[Fault]:
    """Those of the faults that another reading of the sheet has as well."""
    certain = {_identify(fault) for fault in others}
    return [fault for fault in faults if _identify(fault) in certain]


def _identify(fault: Fault) -> tuple[int | None, str, str]:
    return fault.position, fault.violation.field, fault.violation.code


def pass_over(game: Game, entry: Unread, before: State) -> State:
    """The state after a deal at fault: it was dealt and its warnings were given; its points are unknown.

    Later deals would otherwise be checked against the wrong dealer and be refused for warnings never given.
    """
    if not entry.is_dealt:
        return _pass_over_undealt(game, entry, before)
    deals = [candidate for candidate in entry.candidates if isinstance(candidate, Played)]
    dealers = {deal.dealer or before.dealer for deal in deals} or {before.dealer}
    is_dealt = not deals or any(game.counts_as_dealt(deal.deal) for deal in deals)
    warned, perhaps = _pass_warnings(game, deals, before)
    return structs.replace(
        before,
        dealer=game.seat_after(min(dealers)) if is_dealt else min(dealers),
        played=before.played + is_dealt,
        warned=before.warned | warned,
        perhaps_warned=before.perhaps_warned | perhaps,
        totals_known=before.totals_known and game.is_over(before),
        dealer_known=entry.tells_dealer and (before.dealer_known or any(deal.dealer for deal in deals)),
    )


def _pass_over_undealt(game: Game, entry: Unread, before: State) -> State:
    """The state after a misdeal or a ruling at fault: a ruling's points count where they can be read."""
    if entry.tells_dealer and entry.candidates:
        candidate = entry.candidates[0]
        if isinstance(candidate, Ruling):
            return apply_ruling(game, candidate, before).after
        return name_dealer(before, candidate.dealer)
    return structs.replace(before, totals_known=False, dealer_known=before.dealer_known and entry.tells_dealer)


def _pass_warnings(game: Game, deals: list[Played], before: State) -> tuple[frozenset[str], frozenset[str]]:
    """Who was warned in a deal at fault, whatever it was meant to say, and who perhaps was."""
    if not game.carries_warnings:
        return frozenset(), frozenset()
    if not deals:
        return frozenset(), frozenset(game.warnable)
    warned = [_list_warned(game, deal, before) for deal in deals]
    return frozenset.intersection(*warned), frozenset.union(*warned)


def _list_warned(game: Game, played: Played, before: State) -> frozenset[str]:
    lines = game.lines(played.deal, name_dealer(before, played.dealer))
    return frozenset(line.warns for line in lines if line.warns is not None)
