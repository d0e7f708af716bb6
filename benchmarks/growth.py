"""Databases with many deals, made quickly: one league is played, and its rows are copied as those of other leagues.

The copies are whole leagues with people, events, tables, hands, results and log of their own; only the digests of their
log are those of the first league, so that `manage.py verify` would find fault with them.
"""

from __future__ import annotations

import random
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction

from league.models import DealRecord, Event, League, Table

#: Between the numbers of a row and of its next copy; the first league has fewer rows of any kind.
STEP = 20_000
TABLES, EVENINGS = 25, 4
#: Hands at a table: 4 evenings of 25 tables are 1,000 deals.
HANDS = 10
LEAGUE_DEALS = EVENINGS * TABLES * HANDS


def play_league() -> League:
    """A league with a season of four evenings of pairs, recorded through the services: 1,000 deals."""
    from league.services.recording import record_deal
    from league.services.seating import seat_table
    from league.services.setup import add_players, create_event, create_league, create_season

    who: dict[str, Any] = {"by": None, "source": "command"}
    drawn = random.Random(1)
    league = create_league("Benchmark", **who)
    season = create_season(league, name="Spring", **who)
    people = list(add_players(league, [f"Player number {n}" for n in range(4 * TABLES)], **who).added)
    for evening in range(EVENINGS):
        event = create_event(league, name=f"Evening {evening}", game="land-grant-euchre", season=season, **who)
        drawn.shuffle(people)
        with transaction.atomic():
            for number in range(TABLES):
                seats = dict(zip("NESW", people[4 * number : 4 * number + 4], strict=True))
                table = seat_table(event, round_number=1, number=number + 1, seats=seats, **who)
                for position in range(1, HANDS + 1):
                    facts = {"maker": "NE"[position % 2], "tricks": drawn.choice((3, 4))}
                    record_deal(table, facts, position=position, key=f"{number}-{position}", **who)
    return league


def copy_league(copies: int) -> None:
    """Copy all rows so often, each with numbers of its own."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA foreign_keys = OFF")
            cursor.execute("PRAGMA synchronous = OFF")
        else:
            cursor.execute("SET session_replication_role = replica")  # no checks of references row by row
        with transaction.atomic():
            for model in list_models():
                cursor.execute(_write_copy(model), [copies])
        for statement in connection.ops.sequence_reset_sql(no_style(), list_models()):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = origin")
            cursor.execute("ANALYZE")
        else:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def list_models() -> list[type[models.Model]]:
    """The models of the leagues, with the tables between two of them, that have rows."""
    every = apps.get_app_config("league").get_models(include_auto_created=True)
    return [model for model in every if model._base_manager.exists()]


def _write_copy(model: type[models.Model]) -> str:
    """The statement that copies all rows of a model; its parameter is how often."""
    quote = connection.ops.quote_name
    names, values = [], []
    for field in model._meta.concrete_fields:
        column = quote(str(field.column))
        names.append(column)
        values.append(_write_value(field, f"t.{column}"))
    table = quote(model._meta.db_table)
    count = "WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < %s) "
    select = f"SELECT {', '.join(values)} FROM copies CROSS JOIN {table} t ORDER BY n"
    if connection.vendor == "sqlite":
        return f"INSERT INTO {table} ({', '.join(names)}) {count} {select}"
    return f"{count} INSERT INTO {table} ({', '.join(names)}) {select}"


def _write_value(field: models.Field[Any, Any], column: str) -> str:
    remote = field.remote_field.model if field.remote_field else None
    is_number = field.primary_key or (remote is not None and remote._meta.app_label == "league")
    if is_number:
        return f"{column} + n * {STEP}"
    return f"{column} || '-' || n" if field.name == "slug" else column


def count_rows() -> dict[str, int]:
    """How much there is."""
    counted = (League, Event, Table, DealRecord)
    return {model._meta.model_name or "": model._base_manager.count() for model in counted}
