"""Plans, adjustments and settled ties are only ever added: the database itself refuses to change one."""

from importlib import import_module

from django.db import migrations

first = import_module("league.migrations.0002_append_only")

TABLES = ("league_eventplan", "league_adjustment", "league_tiedecision")


def add_triggers(apps, schema_editor):
    body = first.SQLITE if schema_editor.connection.vendor == "sqlite" else first.POSTGRESQL
    for table in TABLES:
        schema_editor.execute(body.format(table=table), params=None)


def remove_triggers(apps, schema_editor):
    for table in TABLES:
        on_table = "" if schema_editor.connection.vendor == "sqlite" else f" ON {table}"
        schema_editor.execute(f"DROP TRIGGER {table}_append_only{on_table}", params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0006_seasons_and_movements")]

    operations = [migrations.RunPython(add_triggers, remove_triggers)]
