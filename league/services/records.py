"""Make the record of an entry: the facts in their stored form, with who sent them and from where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from league.models import DealRecord, Table, TableLink
from league.services.incoming import make_hash


def make_record(
    table: Table,
    facts: Mapping[str, Any],
    *,
    position: int,
    revision: int,
    key: str,
    by: User | None,
    source: str,
    void_for: str = "",
    reason: str = "",
    link: TableLink | None = None,
    side: str = "",
    role: str = "",
    is_inserted: bool = False,
    moved_from: DealRecord | None = None,
) -> DealRecord:
    """A record, unsaved. `facts` are in their stored form; a later revision enters again what was taken off.

    `void_for` is the reason for taking an entry off the sheet; there are no facts then. `reason` is that for changing
    it. `role` is the writer's now.
    """
    entered_again = _("entered again") if revision > 1 else ""
    return DealRecord(
        table=table,
        position=position,
        revision=revision,
        reason=void_for or reason or entered_again,
        void=bool(void_for),
        facts=dict(facts),
        key=key,
        source=source,
        recorded_by=by,
        link=link,
        side=side,
        role=role,
        is_inserted=is_inserted,
        moved_from=moved_from,
    )


def sign_records(records: Iterable[DealRecord]) -> dict[str, str]:
    """For the audit row: `position.revision` of each record -> a digest of what it says.

    `manage.py verify` compares them, so that a record changed behind the site's back is found.
    """
    return {f"{record.position}.{record.revision}": digest_record(record) for record in records}


def digest_record(record: DealRecord) -> str:
    """A short digest of what a record says: its facts, or that it takes the entry off."""
    return digest_facts(record.facts, void=record.void)


def digest_facts(facts: Mapping[str, Any], *, void: bool = False) -> str:
    """The digest of a record with these facts."""
    return make_hash({"facts": facts, "void": void})
