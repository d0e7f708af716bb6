"""Read a score sheet that is right, and quickly: whole files of them are scored in bulk.

It takes only what scoring/reading.py takes, and reads the same from it. Whatever else there is, it says nothing about:
that goes to scoring/reading.py, which names every fault.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.catalog import GAMES, default_preset, make_game
from rules.game import Game
from scoring.declared import PLAYERS
from scoring.narrow import make_narrow
from scoring.reading import read_entry
from scoring.sheet import Entry, Played, Sheet, Unread

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


def read_strictly(text: bytes) -> Sheet | None:
    """The sheet that a JSON text says, or None where the text or the sheet may have a fault."""
    try:
        raw = _decode(text)
        return _read(raw) if isinstance(raw, dict) and not _may_repeat_keys(text, raw) else None
    except (msgspec.MsgspecError, RecursionError, OverflowError):
        return None


def _may_repeat_keys(text: bytes, raw: dict[str, Any]) -> bool:
    r"""Whether an object of the text may say a key twice: reading it kept one, and a colon was lost with the other.

    A colon that a text writes as \u003a would make up for it.
    """
    return text.count(b":") != _encode(raw).count(b":") or (b"\\" in text and b"\\u003" in text)


def _read(raw: dict[str, Any]) -> Sheet | None:
    key, players = raw.get("game"), raw.get(PLAYERS)
    if not isinstance(key, str) or key not in GAMES or type(players) not in (int, type(None)):
        return None
    narrow = make_narrow(key, players)
    msgspec.convert(raw, narrow.sheet)
    names = raw.get("seats", {})
    if not "".join(names.values()).isprintable():
        return None
    preset = raw.get("preset") or default_preset(GAMES[key])
    game = narrow.game
    if "preset" in raw or "options" in raw:
        game = make_game(key, preset=preset, options=raw.get("options"), players=players)
    warned = frozenset(raw.get("warned", ()))
    entries = _read_entries(game, raw, narrow.facts)
    if entries is None or not warned.issubset(game.warnable):
        return None
    return Sheet(
        id=raw.get("id"),
        game=game,
        preset=preset,
        entries=entries,
        positions=tuple(range(1, len(entries) + 1)),
        names={seat: names[seat] for seat in game.seats if seat in names},
        first_dealer=raw.get("first_dealer") or game.seats[0],
        warned=warned,
        finished=raw.get("finished", False),
    )


def _read_entries(game: Game, raw: dict[str, Any], facts: type[msgspec.Struct]) -> tuple[Entry, ...] | None:
    """The entries of a sheet whose deals have been checked; misdeals and rulings have not."""
    try:
        deals: Any = msgspec.convert(raw, facts)
    except msgspec.ValidationError:
        entries = [_read_entry(game, entry, facts) for entry in raw["deals"]]
        return None if None in entries else tuple(entries)  # type: ignore[arg-type]
    return tuple([Played(deal=deal) for deal in deals.deals])


def _read_entry(game: Game, raw: dict[str, Any], facts: type[msgspec.Struct]) -> Entry | None:
    """An entry of a sheet in which not all are deals, or some say who dealt."""
    if "misdeal" in raw or "ruling" in raw:
        read, _violations = read_entry(game, raw)
        return None if isinstance(read, Unread) else read
    dealer = raw.pop("dealer", None)
    (deal,) = msgspec.convert({"deals": (raw,)}, facts).deals  # type: ignore[attr-defined]
    return Played(deal=deal, dealer=dealer)
