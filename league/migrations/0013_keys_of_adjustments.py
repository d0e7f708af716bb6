"""Adjustments and decisions on ties have a key, by which the same one sent twice is found.

SQLite remakes a table for that and forgets its trigger, so each of them gets its trigger again.
"""

from importlib import import_module

from django.conf import settings
from django.db import migrations, models

first = import_module("league.migrations.0002_append_only")

TABLES = ("league_adjustment", "league_tiedecision")


def add_triggers(apps, schema_editor):
    """Put the trigger on both tables, whether or not it is still there."""
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    body = first.SQLITE if is_sqlite else first.POSTGRESQL
    for table in TABLES:
        on_table = "" if is_sqlite else f" ON {table}"
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_append_only{on_table}", params=None)
        schema_editor.execute(body.format(table=table), params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0012_make_ups_and_pairs_of_seasons'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='adjustment',
            name='key',
            field=models.CharField(blank=True, default='', editable=False, max_length=100),
        ),
        migrations.AddField(
            model_name='tiedecision',
            name='key',
            field=models.CharField(blank=True, default='', editable=False, max_length=100),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('event', 'key'), name='one_adjustment_per_event_and_key'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('season', 'key'), name='one_adjustment_per_season_and_key'),
        ),
        migrations.AddConstraint(
            model_name='tiedecision',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('event', 'key'), name='one_tie_decision_per_event_and_key'),
        ),
        migrations.AddConstraint(
            model_name='tiedecision',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('season', 'key'), name='one_tie_decision_per_season_and_key'),
        ),
        migrations.RunPython(add_triggers, migrations.RunPython.noop),
    ]
