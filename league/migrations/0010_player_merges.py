"""That two players are one person is a fact, only ever added to; steps of ratings say what the game was."""

from importlib import import_module

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

first = import_module("league.migrations.0002_append_only")

TABLE = "league_playermerge"


def add_trigger(apps, schema_editor):
    body = first.SQLITE if schema_editor.connection.vendor == "sqlite" else first.POSTGRESQL
    schema_editor.execute(body.format(table=TABLE), params=None)


def remove_trigger(apps, schema_editor):
    on_table = "" if schema_editor.connection.vendor == "sqlite" else f" ON {TABLE}"
    schema_editor.execute(f"DROP TRIGGER {TABLE}_append_only{on_table}", params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0009_whole_rows_are_signed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='ratings_mark',
            field=models.CharField(blank=True, default='', editable=False, max_length=100),
        ),
        migrations.AddField(
            model_name='ratingstep',
            name='rank',
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.AddField(
            model_name='ratingstep',
            name='side',
            field=models.CharField(default='', max_length=2),
        ),
        migrations.CreateModel(
            name='PlayerMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=500, verbose_name='reason')),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('source', models.CharField(choices=[('web', 'web page'), ('link', 'phone at the table'), ('api', 'API'), ('import', 'import'), ('command', 'command line')], max_length=10)),
                ('cancels', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cancelled_by', to='league.playermerge')),
                ('into', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges_into', to='league.player')),
                ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='league.player')),
            ],
            options={
                'ordering': ('pk',),
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='player_merge_has_reason'), models.CheckConstraint(condition=models.Q(('player', models.F('into')), _negated=True), name='player_merge_is_of_two')],
            },
        ),
        migrations.RunPython(add_trigger, remove_trigger),
    ]
