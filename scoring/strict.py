"""Read a score sheet that is right, and quickly: whole files of them are scored in bulk.

It takes only what scoring/reading.py takes, and reads the same from it. Whatever else there is, it says nothing about:
that goes to scoring/reading.py, which names every fault.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.catalog import GAMES, default_preset, make_game
from rules.game import Game
from scoring.narrow import Narrow, make_narrow
from scoring.reading import read_entry
from scoring.sheet import Entry, Played, Sheet, Unread


class Head(msgspec.Struct):
    """What tells how the rest of a sheet is read."""

    game: str
    players: int | None = None


_decode_head = msgspec.json.Decoder(Head).decode
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def read_strictly(text: bytes) -> Sheet | None:
    """The sheet that a JSON text says, or None where the text or the sheet may have a fault."""
    try:
        return _read(text)
    except (msgspec.MsgspecError, RecursionError, OverflowError):
        return None


def _may_repeat_keys(text: bytes, sheet: object) -> bool:
    r"""Whether an object of the text may say a key twice: reading it kept one, and a colon was lost with the other.

    A colon that a text writes as \u003a would make up for it.
    """
    return text.count(b":") != _encode(sheet).count(b":") or (b"\\" in text and b"\\u003" in text)


def _read(text: bytes) -> Sheet | None:
    head = _decode_head(text)
    key, players = head.game, head.players
    if key not in GAMES:
        return None
    narrow = make_narrow(key, players)
    said = narrow.read_sheet(text)
    if _may_repeat_keys(text, said):
        return None
    names = said.seats or {}
    if not "".join(names.values()).isprintable():
        return None
    preset = said.preset or default_preset(GAMES[key])
    game = narrow.game
    if said.preset or said.options is not None:
        options = None if said.options is None else msgspec.to_builtins(said.options)
        game = make_game(key, preset=preset, options=options, players=players)
    warned = frozenset(said.warned or ()) if game.carries_warnings else frozenset()
    entries = _read_entries(game, text, narrow)
    if entries is None or not warned.issubset(game.warnable):
        return None
    return Sheet(
        id=said.id,
        game=game,
        preset=preset,
        entries=entries,
        positions=tuple(range(1, len(entries) + 1)),
        names={seat: names[seat] for seat in game.seats if seat in names},
        first_dealer=said.first_dealer or game.seats[0],
        warned=warned,
        finished=bool(said.finished),
    )


def _read_entries(game: Game, text: bytes, narrow: Narrow) -> tuple[Entry, ...] | None:
    """The entries of a sheet whose deals have been checked; misdeals and rulings have not."""
    try:
        return tuple([Played(deal=deal) for deal in narrow.read_facts(text).deals])
    except msgspec.ValidationError:
        entries = [_read_entry(game, entry, narrow.facts) for entry in _decode(text)["deals"]]
        return None if None in entries else tuple(entries)  # type: ignore[arg-type]


def _read_entry(game: Game, raw: dict[str, Any], facts: type[msgspec.Struct]) -> Entry | None:
    """An entry of a sheet in which not all are deals, or some say who dealt."""
    if "misdeal" in raw or "ruling" in raw:
        read, _violations = read_entry(game, raw)
        return None if isinstance(read, Unread) else read
    dealer = raw.pop("dealer", None)
    (deal,) = msgspec.convert({"deals": (raw,)}, facts).deals  # type: ignore[attr-defined]
    return Played(deal=deal, dealer=dealer)
