"""manage.py verify finds whatever column of a fact or of the log is changed behind the site's back.

The columns are read from the models: a new one is tampered with as well, or needs a reason in FREE.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, models, transaction

from league.models import AuditRow, Call, Claim, DealRecord, Event, League, Player, Seat, SeatResult, Table, TableLink
from league.services.calls import answer_call, raise_call
from league.services.claims import say_word
from league.services.corrections import correct_sheet
from league.services.links import make_link
from league.services.recording import call_time, record_deal
from league.services.seating import seat_table
from league.services.setup import create_event, create_league, create_season
from league.services.signatures import FREE
from league.services.stages import publish_event
from league.services.verification import verify_events
from tests.league.test_verify import allow_updates

FACTS: tuple[type[models.Model], ...] = (DealRecord, Claim, AuditRow, Table, Seat, Event, SeatResult, Call)
#: What no row can be given: every other value belongs to another row, and the database holds it to be the only one.
UNIQUE = {("seatresult", "seat_id")}


@pytest.fixture
def evening(league: League, players: list[Player], admin: User) -> Event:
    """Published results of two tables, with an insertion, words, a call with a ruling, by people and by links."""
    season = create_season(league, name="Spring", by=admin, source="web")
    create_season(league, name="Autumn", by=admin, source="web")
    make: dict[str, Any] = {"game": "land-grant-euchre", "by": admin, "source": "web"}
    create_league("Lakeside", by=admin, source="web")
    seven = create_event(league, name="Other", **{**make, "game": "seven-handed-euchre"})
    seat_table(
        seven, round_number=1, number=1, seats=dict(zip("ABCDEFG", players, strict=False)), by=admin, source="web"
    )
    event = create_event(league, name="Tuesday", season=season, held_on=datetime.date(2026, 3, 3), **make)
    for number in (1, 2):
        seats = dict(zip("NESW", players[4 * number - 4 :], strict=False))
        table = seat_table(event, round_number=number, number=number, seats=seats, by=admin, source="web")
        play(table, admin)
    publish_event(event, window=30, force_unconfirmed=True, by=admin, source="web")
    return event


def play(table: Table, admin: User) -> None:
    link = make_link(table, by=admin, source="web")
    phone: dict[str, Any] = {"by": None, "source": "link", "link": link, "side": "NS"}
    hand = {"maker": "N", "tricks": 3}
    record_deal(table, hand, position=1, key=f"{table.pk}a", **phone)
    say_word(table, hand, position=1, key=f"{table.pk}b", **{**phone, "side": "EW"})
    moved = {1: {"maker": "E", "tricks": 4}, 2: hand}
    correct_sheet(table, moved, seen=1, key=f"{table.pk}c", reason="forgotten", by=admin, source="web")
    call = raise_call(table, text="A renege", key=f"{table.pk}d", **phone).call
    ruling = {"ruling": {"points": {"NS": 1}, "reason": "a renege"}}
    answer_call(call, answer="One point", ruling=ruling, position=3, key=f"{table.pk}e", by=admin, source="web")
    record_deal(table, hand, position=4, key=f"{table.pk}f", by=admin, source="web")
    correct_sheet(table, {4: moved[1]}, seen=5, key=f"{table.pk}g", reason="misread", by=admin, source="web")
    call_time(table, called=True, by=admin, source="web")


@pytest.mark.parametrize("model", FACTS, ids=[model.__name__ for model in FACTS])
def test_every_column_of_a_fact(model: type[models.Model], evening: Event) -> None:
    assert verify_events().differences == []
    if model in (DealRecord, Claim, AuditRow):
        allow_updates(model)
    name = model._meta.model_name or ""
    for field in model._meta.concrete_fields:
        if field.name in FREE.get(name, {}) or (name, field.attname) in UNIQUE:
            continue
        found = [finds(row, field) for row in choose_rows(model, evening)]
        assert True in found, f"{field} cannot be changed"
        assert False not in found, f"{field} can be changed"


def finds(row: models.Model, field: models.Field[Any, Any]) -> bool | None:
    """Whether a change of a column is found, which is then undone; None where the database takes no other value."""
    for value in list_others(field, getattr(row, field.attname)):
        try:
            with transaction.atomic():
                type(row)._default_manager.filter(pk=row.pk).update(**{field.name: value})
                found = verify_events().differences != []
                transaction.set_rollback(True)
        except IntegrityError:
            continue
        return found
    return None


def test_every_free_column_has_a_reason_and_exists() -> None:
    known = {model._meta.model_name: {field.name for field in model._meta.concrete_fields} for model in FACTS}
    for model, columns in FREE.items():
        assert set(columns) <= known[model]
        assert all(columns.values())


def choose_rows(model: type[models.Model], evening: Event) -> list[models.Model]:
    """A row of the model; of the log one of a table, of an event and of the league."""
    rows = model._default_manager.order_by("pk")
    if model is Event:
        return [evening, *Event.objects.exclude(pk=evening.pk)]
    if model is AuditRow:
        log = AuditRow.objects.order_by("pk")
        chosen = (log.exclude(table=None), log.filter(table=None, event=evening), log.filter(event=None))
        return [row for row in (part.first() for part in chosen) if row is not None]
    return [row for row in (rows.last(),) if row is not None]


def list_others(field: models.Field[Any, Any], value: Any) -> Iterator[Any]:
    """Other values that a column might have."""
    if isinstance(field, models.ForeignKey):
        related = field.related_model
        assert not isinstance(related, str)
        yield from related._default_manager.exclude(pk=value).order_by("pk").values_list("pk", flat=True)
        if field.null and value is not None:
            yield None
        yield 10**6  # keys to other rows are looked at when a transaction ends
    elif isinstance(field, models.BooleanField):
        yield not value
    elif isinstance(field, models.DateTimeField | models.DateField):
        moved = datetime.datetime(2026, 3, 4, tzinfo=datetime.UTC)
        yield from (
            (moved,) if value is None else (value + datetime.timedelta(days=1), value - datetime.timedelta(days=1))
        )
    elif isinstance(field, models.IntegerField | models.AutoField):
        yield from (value + 1, value + 7, 99) if value is not None else (4,)
    elif isinstance(field, models.JSONField):
        yield {**value, "x": 1} if isinstance(value, dict) else [*value, "EW"]
    else:
        yield from (choice for choice, _words in field.choices or () if choice != value)
        yield from (letter for letter in ("N", "E", "A", "x", "2") if letter != value)


def test_rows_from_before_they_were_signed_are_vouched_for_from_then_on(evening: Event) -> None:
    migration = import_module("league.migrations.0009_whole_rows_are_signed")
    allow_updates(AuditRow)
    AuditRow.objects.update(signed={}, digest="")
    assert {"table_unlogged", "audit_changed"} <= {found.code for found in verify_events().differences}
    migration.sign_all(apps, connection.schema_editor())
    assert verify_events().differences == []
    Call.objects.update(text="Nothing")
    assert {found.code for found in verify_events().differences} == {"call_changed"}


def test_a_link_is_no_fact_and_revoking_it_changes_none(evening: Event) -> None:
    TableLink.objects.update(expires_at=datetime.datetime(2030, 1, 1, tzinfo=datetime.UTC))
    assert verify_events().differences == []
