"""Short names in addresses, made from names in any alphabet."""

from __future__ import annotations

import secrets
from typing import Any

from django.db.models import QuerySet
from django.utils.text import slugify

#: Latin letters for Cyrillic ones, so that a Russian league gets an address that can be read out.
CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya".split(),
        strict=True,
    )
)


def make_slug(name: str, *, taken: QuerySet[Any], longest: int) -> str:
    """A slug from a name that no row of `taken` has yet: `final`, then `final-2`."""
    latin = "".join(
        CYRILLIC.get(letter, letter).replace("-", "") if letter in CYRILLIC else letter for letter in name.lower()
    )
    stem = slugify(latin)[: longest - 6].strip("-") or secrets.token_hex(3)
    used = set(taken.filter(slug__startswith=stem).values_list("slug", flat=True))
    if stem not in used:
        return stem
    return next(f"{stem}-{number}" for number in range(2, len(used) + 3) if f"{stem}-{number}" not in used)
