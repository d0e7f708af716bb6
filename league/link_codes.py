"""How a table link is written: signed in an address, and as a short code that people type."""

from __future__ import annotations

import secrets

from django.core.signing import BadSignature, Signer

from league.models import TableLink

#: Capital letters and figures of which none looks or sounds like another; without vowels, so that no code is a word.
ALPHABET = "CDFGHJKLMNPRTVWXY34679"
LENGTH = 7
#: A code is read in two breaths: K7M4-PXW.
FIRST_PART = 4
LONGEST_TYPED = 40

#: What stands in no code, and what it was meant to be: figures and letters that look alike, and Cyrillic keyboards.
_MEANT = str.maketrans("1IUКМНРСТУХ", "LLVKMHPCTYX")

_signer = Signer(salt="league.table-link")


def draw_code() -> str:
    """A new code by chance, as it is stored."""
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))


def show_code(code: str) -> str:
    """A code as people read it."""
    return f"{code[:FIRST_PART]}-{code[FIRST_PART:]}"


def read_code(text: str) -> str | None:
    """The stored form of what somebody typed: case, spaces, dots and dashes do not matter. None is no code."""
    if len(text) > LONGEST_TYPED:
        return None
    code = "".join(letter for letter in text.upper() if letter.isalnum()).translate(_MEANT)
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def sign_link(link: TableLink) -> str:
    """The token of a link's address: nobody can make one without the site's secret."""
    return _signer.sign(str(link.pk))


def read_token(token: str) -> int | None:
    """The number of the link whose token this is; None where it was not made here."""
    try:
        number = _signer.unsign(token)
    except BadSignature:
        return None
    return int(number)
