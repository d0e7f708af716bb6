"""The form of a hand follows the declared fields of the game's deal, whatever the game."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import pytest
from django.template.loader import render_to_string
from msgspec import Meta

from league.web.deal_form import DealForm
from league.web.deal_forms import find_form
from rules.catalog import GAMES, make_game
from rules.game import Game, GameDeal, Partnership, Seat, Side, Violation
from scoring.declared import list_fields

NAMES = {"N": "Ann", "E": "Bob", "S": "Cyd", "W": "Dee"}


class OddDeal(GameDeal, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A deal with a field of every kind that Land-Grant Euchre has none of."""

    winner: Annotated[Side, Meta(title="Winner")] | None = None
    total: Annotated[int, Meta(ge=0, le=125, title="Total")] | None = None
    partners: Annotated[tuple[Seat, ...], Meta(title="Partners")] = ()
    note: Annotated[str, Meta(title="Note")] | None = None
    level: Annotated[Literal["low", "high"], Meta(title="Level", extra={"words": {"low": "deep"}})] | None = None


class OddGame(Partnership, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Only the fields of its deal matter here."""

    key: ClassVar[str] = "odd"
    Deal: ClassVar[type[GameDeal]] = OddDeal


def make_form(game: Game, **pressed: Any) -> DealForm:
    form = DealForm({"key": "k", "position": "1"} | pressed, game=game, names=NAMES)
    assert form.is_valid(), form.errors
    return form


@pytest.mark.parametrize("key", GAMES)
def test_every_declared_field_of_every_game_has_an_input(key: str) -> None:
    game = make_game(key)
    form = DealForm(game=game, names=NAMES)
    for field in list_fields(game.Deal):
        assert any(name == field.name or name.startswith(f"{field.name}-") for name in form.fields), field.name


@pytest.mark.parametrize("key", GAMES)
def test_a_form_left_alone_says_nothing(key: str) -> None:
    assert make_form(make_game(key)).read_facts() == {}


def test_fields_of_other_kinds_are_read() -> None:
    form = make_form(OddGame(), winner="NS", total="125", partners=["E", "W"], note="<b>", level="low")
    assert form.read_facts() == {
        "winner": "NS", "total": 125, "partners": ["E", "W"], "note": "<b>", "level": "low",
    }  # fmt: skip


def test_fields_of_other_kinds_are_drawn() -> None:
    form = DealForm(game=OddGame(), names=NAMES)
    page = render_to_string("league/deal/any.html", {"form": form, "dealer": "Ann"})
    assert page.count('type="radio"') == 3 + 3
    assert page.count('type="checkbox"') == 4
    assert 'type="number"' in page
    assert 'type="text"' in page
    assert "deep" in page
    assert "Misdeal: Ann deals again" in page


def test_the_layout_for_any_game_holds_every_input_of_a_real_one() -> None:
    form = DealForm(game=make_game("land-grant-euchre"), names=NAMES)
    page = render_to_string("league/deal/any.html", {"form": form})
    for name in form.fields:
        if name not in ("key", "position"):
            assert f'name="{name}"' in page


#: Inputs that a page leaves out, because its game ends at the first or because nothing but its other inputs is needed.
LEFT_OUT = {
    "euchre": {"passed_out", "infractions-0-kind", "infractions-1-kind", "infractions-1-offender", "lone_defender"},
    "grand": {"eldest_lead", "other_bid"},
    "partnership-whist": {"honours-NS", "infractions-0-kind", "infractions-1-kind", "penalty"},
    "seven-handed-euchre": {"infractions-0-kind", "infractions-1-kind", "infractions-1-offender", "passed_out"},
    "yukon": {f"infractions-{row}-{part}" for row in (0, 1) for part in ("kind", "offender")},
}


@pytest.mark.parametrize("key", GAMES)
def test_the_layout_of_a_game_holds_its_inputs(key: str) -> None:
    game = make_game(key)
    form = find_form(game)(game=game, names=NAMES)
    event = {"game": key, "slug": "tuesday"}
    page = render_to_string(f"league/deal/{key}.html", {"form": form, "dealer": "Ann", "event": event})
    missing = {name for name in form.fields if f'name="{name}"' not in page} - {"key", "position"}
    assert missing == LEFT_OUT.get(key, set())
    assert "Misdeal: Ann deals again" in page


def test_faults_find_their_rows() -> None:
    game = make_game("land-grant-euchre")
    form = make_form(game, **{"maker": "N", "infractions-1-kind": "renege"})
    assert form.read_facts()["infractions"] == [{"kind": "renege"}]
    template, values = "{offender} cannot", {"offender": "S"}
    form.add_violations(
        Violation(field=field, code="x", template=template, values=values)
        for field in ("infractions.0.offender", "infractions", "tricks", "deal")
    )
    assert form.errors["infractions-1-offender"] == ["Cyd cannot"]
    assert form.errors["infractions-1-kind"] == ["Cyd cannot"]
    assert form.errors["tricks"] == ["Cyd cannot"]
    assert form.non_field_errors() == ["Cyd cannot"]
