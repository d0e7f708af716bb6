"""docs/permissions.md says what league/access.py holds."""

from __future__ import annotations

from pathlib import Path

from league.access import LINK_RIGHTS, RIGHTS
from league.models.people import Role

PAGE = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"


def read_table() -> list[dict[str, str]]:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("|") and not line.startswith("|--")
    ]
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def test_the_page_has_every_right_and_role() -> None:
    table = read_table()
    assert [row["right"].strip("`") for row in table] == list(RIGHTS)
    assert list(table[0])[2:-2] == Role.values
    assert all(row["what it is"] for row in table)


def test_the_page_says_who_has_which_right() -> None:
    for row in read_table():
        right = row["right"].strip("`")
        for role in Role.values:
            assert row[role] == ("yes" if role in RIGHTS[right] else "no"), (right, role)
        assert (row["table link"] != "no") == (right in LINK_RIGHTS), right
        assert (row["everybody"] != "no") == (right == "see"), right
