"""Digests of whole rows, by which `manage.py verify` finds one that was changed behind the site's back.

The digest of a fact is kept in the audit row that was written with it, and that of an audit row in itself. A digest is
stored, so what it is made of cannot change: a column that is added later must be null, false or empty for the rows from
before, and is left out of their digests then.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model

from league.services.incoming import make_hash

#: Digests by the name of the model and the number of the row.
Signed = dict[str, dict[str, str]]

#: Model -> column that is in no digest -> why not. Every other column of a row that is signed is in it.
FREE: Mapping[str, Mapping[str, str]] = {
    "auditrow": {
        "id": "not known before the row is stored, and nothing follows from it but the order of the log",
        "digest": "is the digest itself",
    },
    "event": {"revision": "moves with every change of anything that a page shows; nothing follows from it"},
}


def digest_row(row: Model) -> str:
    """The digest of all columns of a stored row but the FREE ones; those that say nothing are left out."""
    meta = row._meta
    free = FREE.get(meta.model_name or "", {})
    said = {
        field.attname: _say(getattr(row, field.attname)) for field in meta.concrete_fields if field.name not in free
    }
    return make_hash({name: value for name, value in said.items() if not _is_absent(value)})


def sign_rows(rows: Iterable[Model]) -> Signed:
    """The digests of rows as an audit row keeps them."""
    signed: Signed = {}
    for row in rows:
        signed.setdefault(row._meta.model_name or "", {})[str(row.pk)] = digest_row(row)
    return signed


def _say(value: Any) -> Any:
    """A value as plain data that is the same before it was stored and after."""
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat(timespec="microseconds")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return json.loads(json.dumps(value)) if isinstance(value, dict | list) else value


def _is_absent(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})
