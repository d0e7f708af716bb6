"""Whose word goes with which entry, and as what somebody wrote: kept with the rows instead of read from today's state.

What rows from before cannot tell is worked out as it was read until now: a word is about the record that stood there by
the clock; an insertion is known by its audit row; and a role is that of the day of this migration.
"""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

again = import_module("league.migrations.0005_append_only_again")

SITE = "site"


def drop_triggers(apps, schema_editor):
    """Let the rows from before be completed; the last step refuses updates again."""
    on_table = "" if schema_editor.connection.vendor == "sqlite" else " ON {table}"
    for table in again.TABLES:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_append_only" + on_table.format(table=table), params=None)


def complete_rows(apps, schema_editor):
    fill_about(apps)
    fill_moved_from(apps)
    fill_roles(apps)
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def fill_about(apps):
    """A word is about the newest record in its place that is not younger; else about the first one there."""
    record_model, claim_model = apps.get_model("league", "DealRecord"), apps.get_model("league", "Claim")
    for claim in claim_model.objects.filter(about=None).order_by("pk").iterator():
        there = record_model.objects.filter(table=claim.table_id, position=claim.position)
        about = there.filter(recorded_at__lte=claim.claimed_at).order_by("-pk").first() or there.order_by("pk").first()
        if about is not None:
            claim_model.objects.filter(pk=claim.pk).update(about=about)


def fill_moved_from(apps):
    """An insertion is a correction whose every later place got what had stood in the one before it."""
    record_model, audit_model = apps.get_model("league", "DealRecord"), apps.get_model("league", "AuditRow")
    for row in audit_model.objects.filter(action="sheet_corrected").order_by("pk").iterator():
        changes = {each["position"]: each for each in row.detail.get("changes", ())}
        places = sorted(changes)
        is_run = len(places) > 1 and places == list(range(places[0], places[-1] + 1))
        if not is_run or changes[places[-1]]["old"] is not None:
            continue
        if any(changes[place + 1]["new"] != changes[place]["old"] for place in places[:-1]):
            continue
        revisions = {}
        for name in row.detail.get("records", ()):
            position, _dot, revision = name.partition(".")
            revisions[int(position)] = int(revision)
        put_in = record_model.objects.filter(table=row.table_id, position=places[0])
        put_in.filter(revision=revisions.get(places[0])).update(is_inserted=True)
        for place in places[:-1]:
            at = record_model.objects.filter(table=row.table_id)
            from_here = at.filter(position=place, revision=revisions.get(place, 0) - 1).first()
            if from_here is not None:
                at.filter(position=place + 1, revision=revisions.get(place + 1)).update(moved_from=from_here)


def fill_roles(apps):
    """The role of today is the best that is known of rows that did not keep one."""
    record_model, audit_model = apps.get_model("league", "DealRecord"), apps.get_model("league", "AuditRow")
    members = apps.get_model("league", "Membership").objects.order_by("pk")
    for league, user, role, is_superuser in members.values_list("league", "user", "role", "user__is_superuser"):
        kept = SITE if is_superuser and role not in ("owner", "admin") else role
        record_model.objects.filter(table__event__league=league, recorded_by=user).update(role=kept)
        audit_model.objects.filter(league=league, actor=user).update(role=kept)
    record_model.objects.filter(role="", recorded_by__is_superuser=True).update(role=SITE)
    audit_model.objects.filter(role="", actor__is_superuser=True).update(role=SITE)


class Migration(migrations.Migration):
    dependencies = [("league", "0007_append_only_plans")]

    operations = [
        migrations.AddField(
            model_name="auditrow", name="role", field=models.CharField(blank=True, default="", max_length=10)
        ),
        migrations.AddField(
            model_name="dealrecord", name="role", field=models.CharField(blank=True, default="", max_length=10)
        ),
        migrations.AddField(model_name="dealrecord", name="is_inserted", field=models.BooleanField(default=False)),
        migrations.AddField(
            model_name="dealrecord",
            name="moved_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="league.dealrecord",
            ),
        ),
        migrations.AddField(
            model_name="claim",
            name="about",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="claims",
                to="league.dealrecord",
            ),
        ),
        migrations.RunPython(drop_triggers, migrations.RunPython.noop),
        migrations.RunPython(complete_rows, migrations.RunPython.noop),
        migrations.RunPython(again.add_triggers, migrations.RunPython.noop),
    ]
