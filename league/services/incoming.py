"""What an import hands over: tables of a file, read and checked one by one, and the words for what is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event
from league.names import make_name_key
from league.selectors.import_state import Asked
from rules.game import Game, Violation, fill
from scoring.sheet import Folded, Sheet

#: What the database can hold as the number of a round, a table or a place on a sheet.
HIGHEST_NUMBER = 32_767

#: (place of the entry from 1, or None for the sheet itself; field) -> line of the file and column.
Locate = Callable[[int | None, str], tuple[int | None, str]]


#: The code of the fault of a table that says nothing.
NOTHING = "nothing"


class FileFault(Struct, frozen=True, kw_only=True):
    """One fault of a file, in the reader's language. `line` None: the file as a whole; `column` "": the whole row.

    `code` is that of the rules where they refuse something, for programs that send a sheet.
    """

    line: int | None = None
    column: str = ""
    message: str
    code: str = ""

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        if not self.column:
            return _("line %(line)s: %(message)s") % {"line": self.line, "message": self.message}
        words = {"line": self.line, "column": self.column, "message": self.message}
        return _("line %(line)s, column %(column)s: %(message)s") % words


class ImportRefusedError(Exception):
    """A file that is not imported. Carries every fault, in the order of the file.

    Nothing was stored, but for a long file that was stopped between its parts: `stored` entries of it were.
    """

    def __init__(self, faults: list[FileFault], *, stored: int = 0) -> None:
        self.stored = stored
        self.faults = sorted(faults, key=lambda fault: fault.line or 0)
        super().__init__("; ".join(map(str, self.faults[:20])))


def word_violation(violation: Violation) -> str:
    """A violation as a sentence in the reader's language. Seats keep their letters, which the file has too."""
    return fill(_(violation.template), violation.values)


def make_hash(value: object) -> str:
    """A short name for plain data that is the same whenever the data are."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:40]


class PinnedRules(Struct, frozen=True, kw_only=True):
    """A game with the house rules that hold in an event, and the names under which they are kept.

    `players` says how many play at a table that does not say so itself; None is the game's usual number.
    """

    game: Game
    preset: str
    options: Mapping[str, Any]
    players: int | None = None


class Incoming(Struct, frozen=True, kw_only=True):
    """One table of a file.

    `sheet` is under the event's rules. `facts` are its entries in their stored form, None for one at fault; `folded`
    is None for a sheet with faults. Either `source_id` says which table it is, or `round` and `number` do. `names`
    are those that the file says, by seat. `digest` is the same whenever the same table comes again.
    """

    sheet: Sheet
    facts: tuple[dict[str, Any] | None, ...]
    folded: Folded | None
    names: Mapping[str, str]
    states_first_dealer: bool
    states_warned: bool
    locate: Locate
    digest: str
    source_id: str | None = None
    round: int = 0
    number: int = 0

    @property
    def identity(self) -> str:
        """What this table is called in its file."""
        return f"{self.round}/{self.number}" if self.source_id is None else f"id:{self.source_id}"

    @property
    def asked(self) -> Asked:
        """How it is looked for among the stored tables."""
        names = frozenset((seat, make_name_key(name)) for seat, name in self.names.items())
        return Asked(source_id=self.source_id, place=(self.round, self.number), digest=self.digest, names=names)

    def find_fault(self, position: int | None, field: str, message: str, *, code: str = "") -> FileFault:
        """A fault of this table, at its line and column."""
        line, column = self.locate(position, field)
        return FileFault(line=line, column=column, message=message, code=code)


class ImportReport(Struct, kw_only=True):
    """What an import did, or would do. Hands are all entries of a sheet; `notes` are remarks on the file."""

    event: Event | None = None
    event_is_new: bool = False
    tables_new: int = 0
    tables_changed: int = 0
    tables_unchanged: int = 0
    hands_new: int = 0
    hands_unchanged: int = 0
    players_new: int = 0
    notes: list[str] = []

    def add(self, part: ImportReport, *, event: Event) -> None:
        """Add what one part of a file came to; the event is that of the first."""
        if self.event is None:
            self.event, self.event_is_new = event, part.event_is_new
        self.tables_new += part.tables_new
        self.tables_changed += part.tables_changed
        self.tables_unchanged += part.tables_unchanged
        self.hands_new += part.hands_new
        self.hands_unchanged += part.hands_unchanged
        self.players_new += part.players_new

    @property
    def changes_anything(self) -> bool:
        """Whether there was anything to store."""
        return self.event_is_new or bool(self.tables_new or self.tables_changed)
