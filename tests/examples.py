"""How many examples a property is tried on: few and the same ones in the usual run, many new ones in the long one."""

import os
from typing import Any

import hypothesis

#: Whether the run is the long one (script/test --long).
IS_LONG = os.environ.get("ODDTRICK_LONG") == "1"
IS_ON_POSTGRES = os.environ.get("DATABASE_URL", "").startswith("postgres")

# What a property says of the rules has been tried on SQLite; PostgreSQL is asked whether it stores the same.
_SHORT = 10 if IS_ON_POSTGRES else 30
_LONG = 2000
_LEAST = 3


def load_profile() -> None:
    """Let all properties of this run have so many examples. Call it before a test is read."""
    # The short run finds the same examples every time, so that a failure belongs to a change.
    hypothesis.settings.register_profile("short", max_examples=_SHORT, deadline=None, derandomize=True)
    hypothesis.settings.register_profile("long", max_examples=_LONG, deadline=None)
    hypothesis.settings.load_profile("long" if IS_LONG else "short")


def take_examples(*, one_in: int, **more: Any) -> hypothesis.settings:
    """Decorate a property that takes long for an example: it has only a part of what others have, in every run."""
    return hypothesis.settings(max_examples=max(hypothesis.settings().max_examples // one_in, _LEAST), **more)
