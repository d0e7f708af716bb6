"""The facts of a hand of Partnership Whist, and what of them cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.cards import Suit
from rules.game import GameDeal, Seat, Side, Violation, gettext_noop, say_choices
from rules.partnership_whist_texts import FAULT_TEXTS, KIND_WORDS, PENALTY_WORDS

TRICKS = 13
HONOURS = 4


class Revoke(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A suit not followed although it could have been; the hand is played out all the same."""

    kind: Annotated[Literal["revoke"], say_choices(gettext_noop("Infraction"), KIND_WORDS)]
    offender: Annotated[Seat, Meta(title=gettext_noop("Who"))]


class WhistDeal(GameDeal, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one hand: tricks as they were taken, before any penalty. What one side has not, the other has."""

    tricks: (
        Annotated[Mapping[Side, Annotated[int, Meta(ge=0, le=TRICKS)]], Meta(title=gettext_noop("Tricks"))] | None
    ) = None
    honours: (
        Annotated[Mapping[Side, Annotated[int, Meta(ge=0, le=HONOURS)]], Meta(title=gettext_noop("Honours"))] | None
    ) = None
    suit: Annotated[Suit, Meta(title=gettext_noop("Trump"))] | None = None
    no_trump: Annotated[bool, Meta(title=gettext_noop("No trump"))] = False
    infractions: Annotated[tuple[Revoke, ...], Meta(title=gettext_noop("Infractions"))] = ()
    penalty: (
        Annotated[
            Literal["three_tricks", "three_points", "minus_three"],
            say_choices(gettext_noop("Penalty chosen"), PENALTY_WORDS),
        ]
        | None
    ) = None


def share(given: Mapping[str, int] | None, *, whole: int) -> dict[str, int]:
    """What each side has of a whole, in the order of sides; what one side has not, the other has."""
    if not given:
        return {}
    first = given["NS"] if "NS" in given else whole - given["EW"]
    return {"NS": first, "EW": whole - first}


def check_deal(deal: WhistDeal, *, counts_honours: bool, chooses_penalty: bool) -> Iterator[Violation]:
    """Every fault of a hand. The flags are house rules: honours count; the opponents choose what a revoke costs."""
    if not deal.tricks:
        yield _fault("tricks", "missing")
    else:
        yield from _check_sum("tricks", "not_thirteen", deal.tricks, whole=TRICKS)
    if deal.honours:
        yield from _check_honours(deal.honours, no_trump=deal.no_trump, counts_honours=counts_honours)
    if deal.no_trump and deal.suit is not None:
        yield _fault("no_trump", "suit")
    yield from _check_penalty(deal, chooses_penalty=chooses_penalty)


def _check_honours(given: Mapping[str, int], *, no_trump: bool, counts_honours: bool) -> Iterator[Violation]:
    if not counts_honours:
        yield _fault("honours", "not_counted")
        return
    if no_trump:
        yield _fault("honours", "no_trump")
    yield from _check_sum("honours", "not_four", given, whole=HONOURS)


def _check_penalty(deal: WhistDeal, *, chooses_penalty: bool) -> Iterator[Violation]:
    if deal.penalty is None:
        if chooses_penalty and deal.infractions:
            yield _fault("penalty", "missing")
    elif not chooses_penalty:
        yield _fault("penalty", "not_chosen")
    elif not deal.infractions:
        yield _fault("penalty", "no_revoke")


def _check_sum(field: str, code: str, given: Mapping[str, int], *, whole: int) -> Iterator[Violation]:
    """Both sides together have the whole; of one side alone nothing can be said."""
    found = sum(given.values())
    if len(given) > 1 and found != whole:
        yield Violation(field=field, code=code, template=FAULT_TEXTS[field, code], values={"sum": found})


def _fault(field: str, code: str) -> Violation:
    return Violation(field=field, code=code, template=FAULT_TEXTS[field, code])
