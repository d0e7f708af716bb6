"""The two prizes of Seven-handed Euchre: for the most points, and the booby prize for the fewest.

Source, on prizes. It says nothing of ties: see docs/games/seven-handed-euchre.md, under Prizes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.game import Remark, Scored
from rules.seven_handed_texts import ALL_LEVEL_TEXT, PER_EVENING_TEXT, PRIZE_TEXTS

#: The lines that a bidder gets for a bid made; partners and adversaries get others.
BID_MADE_CODES = frozenset({"made", "made_alone", "revoke_for_bidder"})

Prizes = Mapping[str, Sequence[str]]


def award_prizes(totals: Mapping[str, int], *, made: Mapping[str, int] | None) -> dict[str, list[str]]:
    """The seats with the most points under `high` and those with the fewest under `booby`, in the order of play.

    Both are empty where everybody is level. `made` are the bids that each has made, where they decide: of those level
    at the top then only who made the most has the prize, and of those level at the bottom only who made the fewest.
    """
    most, fewest = max(totals.values()), min(totals.values())
    if most == fewest:
        return {"high": [], "booby": []}
    high = [seat for seat, total in totals.items() if total == most]
    booby = [seat for seat, total in totals.items() if total == fewest]
    if made is not None:
        top, bottom = max(made[seat] for seat in high), min(made[seat] for seat in booby)
        high = [seat for seat in high if made[seat] == top]
        booby = [seat for seat in booby if made[seat] == bottom]
    return {"high": high, "booby": booby}


def describe_prizes(prizes: Prizes, totals: Mapping[str, int], *, tie: str, is_per_evening: bool) -> Iterator[Remark]:
    """The prizes in sentences, one a seat; where only a whole evening has prizes, that too."""
    if not prizes["high"] and not is_per_evening:
        yield Remark(template=ALL_LEVEL_TEXT, values={"points": max(totals.values())})
    for prize in ("high", "booby"):
        for seat in prizes[prize]:
            level = [total for total in totals.values() if total == totals[seat]]
            how = "at_table" if is_per_evening else _find_how(winners=len(prizes[prize]), level=len(level), tie=tie)
            yield Remark(template=PRIZE_TEXTS[prize][how], values={"seat": seat, "points": totals[seat]})
    if is_per_evening:
        yield Remark(template=PER_EVENING_TEXT)


def _find_how(*, winners: int, level: int, tie: str) -> str:
    if level == 1:
        return "alone"
    if tie != "most_bids_made":
        return tie
    return "by_bids" if winners == 1 else "shared_by_bids"


def count_bids_made(steps: Sequence[Scored], totals: Mapping[str, int]) -> dict[str, int]:
    """The bids that each seat has made."""
    made = dict.fromkeys(totals, 0)
    for step in steps:
        for line in step.lines:
            if line.code in BID_MADE_CODES:
                made[line.side] += 1
    return made
