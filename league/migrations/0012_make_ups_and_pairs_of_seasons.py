"""An evening may make up for another, and a season's adjustment may be of a pair or team.

SQLite remakes the table of adjustments, which are only ever added: its trigger is put back.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

first = import_module("league.migrations.0002_append_only")

TABLE = "league_adjustment"


def add_trigger(apps, schema_editor):
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    on_table = "" if is_sqlite else f" ON {TABLE}"
    schema_editor.execute(f"DROP TRIGGER IF EXISTS {TABLE}_append_only{on_table}", params=None)
    body = first.SQLITE if is_sqlite else first.POSTGRESQL
    schema_editor.execute(body.format(table=TABLE), params=None)


class Migration(migrations.Migration):

    dependencies = [("league", "0011_teams_and_fixtures")]

    operations = [
        migrations.RemoveConstraint(model_name="adjustment", name="adjustment_of_entry_or_player"),
        migrations.AddField(
            model_name="event",
            name="makes_up",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="made_up_by",
                to="league.event",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(event__isnull=False, entry__isnull=False, season__isnull=True, player__isnull=True)
                | models.Q(event__isnull=True, entry__isnull=True, season__isnull=False, player__isnull=False)
                | models.Q(event__isnull=True, entry__isnull=False, season__isnull=False, player__isnull=True),
                name="adjustment_of_entry_or_player",
            ),
        ),
        migrations.RunPython(add_trigger, migrations.RunPython.noop),
    ]
