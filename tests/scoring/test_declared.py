"""What is derived from the declarations of a deal and of house rules, for forms, columns and the reader."""

from __future__ import annotations

from typing import Annotated

import pytest
from msgspec import Meta, Struct

from rules.cards import SUIT_NAMES, Suit
from rules.game import Seat, Side, say_choices
from rules.land_grant import LandGrantDeal, LandGrantEuchre
from scoring.declared import Field, find_field, list_fields


class Sample(Struct, frozen=True, kw_only=True):
    """A field of each kind."""

    bid: Annotated[int, Meta(ge=5, le=100, title="Bid")]
    note: Annotated[str, Meta(title="Note")] = ""
    leader: Annotated[Seat, Meta(title="Leader")] | None = None
    ace: Annotated[Side | None, Meta(title="Ace")] = None
    partners: Annotated[tuple[Seat, ...], Meta(title="Partners")] = ()
    trump: Annotated[Suit, Meta(title="Trump")] | None = None
    alone: bool = False
    untitled: int | None = None


def test_a_field_of_each_kind() -> None:
    assert list_fields(Sample) == (
        Field(name="bid", kind="whole", title="Bid", low=5, high=100, required=True),
        Field(name="note", kind="text", title="Note", default=""),
        Field(name="leader", kind="seat", title="Leader"),
        Field(name="ace", kind="side", title="Ace"),
        Field(name="partners", kind="seats", title="Partners", default=()),
        Field(name="trump", kind="choice", title="Trump", choices=("C", "D", "H", "S"), words=dict(SUIT_NAMES.items())),
        Field(name="alone", kind="flag", title="alone", default=False),
        Field(name="untitled", kind="whole", title="untitled"),
    )


def test_the_facts_of_a_hand_of_land_grant_euchre() -> None:
    fields = {field.name: field for field in list_fields(LandGrantDeal)}
    assert {name: field.kind for name, field in fields.items()} == {
        "maker": "seat",
        "alone": "flag",
        "tricks": "whole",
        "suit": "choice",
        "round": "whole",
        "turned_down": "choice",
        "infractions": "records",
    }
    assert (fields["tricks"].low, fields["tricks"].high) == (0, 5)
    assert (fields["round"].low, fields["round"].high) == (1, 2)
    kind, offender = fields["infractions"].fields
    assert (kind.kind, kind.required, kind.choices) == (
        "choice",
        True,
        ("renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"),
    )
    assert (offender.kind, offender.required) == ("seat", True)


def test_the_house_rules_of_land_grant_euchre() -> None:
    assert {rule.name: (rule.default, rule.choices) for rule in list_fields(LandGrantEuchre)} == {
        "loss_of_bid": ("hand_over", ("hand_over", "bid_forfeited_hand_continues")),
        "defender_offence": ("opponents_2_hand_over", ("opponents_2_hand_over", "play_on_plus_2")),
        "loner_renege_by_defender": (2, (2, 4)),
        "warning_scope": ("team_per_game", ("team_per_game", "team_per_night", "player_per_game", "season")),
        "bragging_source": ("loner_only", ("loner_only", "any_12_13")),
        "loner_lead_out_of_turn": (4, (4,)),
    }
    assert LandGrantEuchre.presets == {"league": {}, "fair-renege": {"loner_renege_by_defender": 4}}


def test_finding_a_field() -> None:
    assert find_field(LandGrantDeal, "alone") == list_fields(LandGrantDeal)[1]
    assert find_field(LandGrantDeal, "bid") is None


class Weighed(Struct):
    weight: float = 0.0


class Numbered(Struct):
    numbers: tuple[int, ...] = ()


@pytest.mark.parametrize("kind", [Weighed, Numbered])
def test_a_declaration_that_nothing_can_be_derived_from(kind: type[Struct]) -> None:
    with pytest.raises(TypeError, match="no field can be derived"):
        list_fields(kind)


def test_saying_choices() -> None:
    meta = say_choices("Trump", {"C": "clubs"})
    assert (meta.title, meta.extra) == ("Trump", {"words": {"C": "clubs"}})
