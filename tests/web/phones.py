"""Phones of two sides at one table, and what is pressed on them."""

from __future__ import annotations

from typing import Any

from django.test import Client

from league.models import Table
from league.selectors.agreement import HandState, read_agreement
from tests.web.conftest import read_form

PAGE = "/events/tuesday/round/1/table/1/"
WORDS = f"{PAGE}words/"
FIVE, FOUR = {"maker": "N", "tricks": "5"}, {"maker": "N", "tricks": "4"}
MARCH = {**FIVE, "alone": "on"}


def save(phone: Client, hand: dict[str, str], *, page: str = PAGE, action: str = "save", **more: Any) -> Any:
    return phone.post(page, {**hand, **read_form(phone, page), "action": action}, **more)


def see(phone: Client) -> dict[str, Any]:
    context: Any = phone.get(PAGE).context
    names = context.keys()
    return {name: context[name] for name in names}


def press(phone: Client, action: str, hand: dict[str, Any], **more: Any) -> Any:
    sent = {name: str(hand[name]) for name in ("position", "word", "key", "seen") if name in hand}
    return phone.post(WORDS, {**sent, "action": action}, **more)


def state_of(table: Table, position: int = 1) -> HandState:
    hand = read_agreement(table).find_hand(position)
    assert hand is not None
    return hand.state
