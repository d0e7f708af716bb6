"""Records of hands and audit rows are only ever added: the database itself refuses to change one."""

from django.db import migrations

TABLES = ("league_dealrecord", "league_auditrow")

SQLITE = """
CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: add a row instead'); END
"""

POSTGRESQL = """
CREATE OR REPLACE FUNCTION league_refuse_update() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '% is append-only: add a row instead', TG_TABLE_NAME
USING ERRCODE = 'integrity_constraint_violation'; END
$$ LANGUAGE plpgsql;
CREATE TRIGGER {table}_append_only BEFORE UPDATE ON {table}
FOR EACH ROW EXECUTE FUNCTION league_refuse_update();
"""


def add_triggers(apps, schema_editor):
    """A later migration that remakes one of these tables on SQLite must add its trigger again."""
    body = SQLITE if schema_editor.connection.vendor == "sqlite" else POSTGRESQL
    for table in TABLES:
        schema_editor.execute(body.format(table=table), params=None)


def remove_triggers(apps, schema_editor):
    on_table = "" if schema_editor.connection.vendor == "sqlite" else " ON {table}"
    for table in TABLES:
        schema_editor.execute(f"DROP TRIGGER {table}_append_only" + on_table.format(table=table), params=None)


class Migration(migrations.Migration):
    dependencies = [("league", "0001_initial")]

    operations = [migrations.RunPython(add_triggers, remove_triggers)]
