"""Digests of whole rows. Those from before are signed as they stand today.

What had been changed in them behind the site's back until now cannot be found by that, but for the facts of records,
of which earlier audit rows keep digests. The row that says so is `history_signed`, one for each table and event.
"""

from importlib import import_module

import django.utils.timezone
from django.db import migrations, models

from league.services.signatures import digest_row, sign_rows

again = import_module("league.migrations.0005_append_only_again")
former = import_module("league.migrations.0008_words_go_with_their_hand")

BATCH = 500


def sign_all(apps, schema_editor):
    """Sign what stands, then every row of the log."""
    sign_events_and_tables(apps)
    sign_log(apps)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def sign_events_and_tables(apps):
    audit_model = apps.get_model("league", "AuditRow")
    for event in apps.get_model("league", "Event").objects.order_by("pk"):
        row = {"league_id": event.league_id, "event": event, "action": "history_signed", "source": "command"}
        audit_model.objects.create(signed=sign_rows([event]), **row)
        made = [
            audit_model(table=table, signed=sign_rows(list_rows(table)), **row) for table in event.tables.order_by("pk")
        ]
        audit_model.objects.bulk_create(made, batch_size=BATCH)


def list_rows(table):
    """The table with all facts of it."""
    related = (table.seats, table.records, table.claims, table.calls)
    return [table, *(row for rows in related for row in rows.order_by("pk"))]


def sign_log(apps):
    audit_model = apps.get_model("league", "AuditRow")
    batch = []
    for row in audit_model.objects.filter(digest="").order_by("pk").iterator(chunk_size=BATCH):
        row.digest = digest_row(row)
        batch.append(row)
        if len(batch) == BATCH:
            audit_model.objects.bulk_update(batch, ["digest"])
            batch = []
    audit_model.objects.bulk_update(batch, ["digest"])


class Migration(migrations.Migration):
    dependencies = [("league", "0008_words_go_with_their_hand")]

    operations = [
        migrations.AlterField(
            model_name="auditrow",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AddField(model_name="auditrow", name="signed", field=models.JSONField(default=dict)),
        migrations.AddField(
            model_name="auditrow",
            name="digest",
            field=models.CharField(default="", editable=False, max_length=40),
        ),
        migrations.RunPython(former.drop_triggers, migrations.RunPython.noop),
        migrations.RunPython(sign_all, migrations.RunPython.noop),
        migrations.RunPython(again.add_triggers, migrations.RunPython.noop),
    ]
