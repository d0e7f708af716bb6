"""What every command that needs the database asks first."""

from __future__ import annotations

from django.core.management.base import CommandError
from django.db import connections
from django.db.migrations.executor import MigrationExecutor


def demand_prepared_database() -> None:
    """Raise CommandError where the tables of the database are not those of this version."""
    executor = MigrationExecutor(connections["default"])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            "The database is not prepared for this version. Start the site once (script/server), "
            "or run: manage.py migrate"
        )
