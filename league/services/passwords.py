"""Passwords that the site makes for people."""

from __future__ import annotations

import secrets

#: Letters and digits that nobody takes for one another.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def make_password() -> str:
    """A random password that can be typed from a screen: 59 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _letter in range(4)) for _group in range(3))
