"""The update triggers once more: SQLite lost them when 0004 remade the tables. Claims are only ever added, too."""

from importlib import import_module

from django.db import migrations

first = import_module("league.migrations.0002_append_only")

TABLES = ("league_dealrecord", "league_auditrow", "league_claim")


def add_triggers(apps, schema_editor):
    """Put the trigger on every table, whether or not it is still there."""
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for table in TABLES:
        on_table = "" if is_sqlite else f" ON {table}"
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_append_only{on_table}", params=None)
        body = first.SQLITE if is_sqlite else first.POSTGRESQL
        schema_editor.execute(body.format(table=table), params=None)


def remove_trigger_of_claims(apps, schema_editor):
    on_table = "" if schema_editor.connection.vendor == "sqlite" else " ON league_claim"
    schema_editor.execute(f"DROP TRIGGER league_claim_append_only{on_table}", params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0004_recording_and_roles")]

    operations = [migrations.RunPython(add_triggers, remove_trigger_of_claims)]
