"""Read a score sheet, version 1: every fault of form at once, and a `Sheet` to fold.

The format is the contract that files, the API and the database's facts are written in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import structs

from rules.game import Game, Violation, gettext_noop
from scoring.declared import PLAYERS, list_fields
from scoring.house_rules import HouseRules, read_house_rules
from scoring.meanings import list_candidates, list_meanings, names_all_meanings
from scoring.sheet import Entry, Fault, Misdeal, Played, Ruling, Sheet, Unread
from scoring.unsure import keep_certain
from scoring.values import (
    check_choice,
    check_figures,
    check_keys,
    check_repeats,
    check_text,
    check_value,
    join_path,
    shorten,
    wrong_type,
)

SHEET_KEYS = (
    "id",
    "game",
    "preset",
    "options",
    PLAYERS,
    "seats",
    "first_dealer",
    "finished",
    "warned",
    "deals",
)
RULING_KEYS = ("points", "setbacks", "reason", "by")

Raw = Mapping[str, Any]


def read_sheet(raw: object) -> tuple[Sheet | None, tuple[Fault, ...]]:
    """Read a sheet from parsed JSON. Without a game that exists there is no sheet, only faults."""
    if not isinstance(raw, dict):
        return None, (Fault(position=None, violation=wrong_type("sheet", raw, wanted="an object")),)
    found = list(check_keys(raw, known=SHEET_KEYS))
    unclear_keys = {str(name) for fault in found for name in (fault.field, fault.values.get("near"))}
    found.extend(_check_plain(raw))
    rules = read_house_rules(raw, unclear_keys=unclear_keys)
    found.extend(rules.violations)
    faults = [Fault(position=None, violation=violation) for violation in found]
    if rules.game is None:
        return None, tuple(faults)
    sheets = []
    seated: list[Fault] | None = None
    for game in rules.seatings:
        sheet, more = _read_seated(raw, rules, game, unclear_keys=unclear_keys)
        sheets.append(sheet)
        seated = more if seated is None else keep_certain(seated, more)
    return structs.replace(sheets[0], rivals=_list_rivals(rules, sheets)), (*faults, *(seated or ()))


def _read_seated(raw: Raw, rules: HouseRules, game: Game, *, unclear_keys: set[str]) -> tuple[Sheet, list[Fault]]:
    """The sheet as it reads with the seats and sides of a game, and the faults that depend on them."""
    warnable = (*game.seats, *game.sides) if rules.violations else game.warnable
    found = list(_check_seating(raw, game, warnable=warnable))
    faults = [Fault(position=None, violation=violation) for violation in found]
    entries: list[Entry | Unread] = []
    for position, entry in enumerate(_list_deals(raw), start=1):
        read, violations = read_entry(game, entry)
        entries.append(read)
        faults.extend(Fault(position=position, violation=violation) for violation in violations)
    unclear = unclear_keys.union(fault.field.split(".")[0] for fault in found)
    return _make_sheet(raw, rules, game, tuple(entries), unclear=unclear), faults


def _list_rivals(rules: HouseRules, sheets: list[Sheet]) -> tuple[Sheet, ...] | None:
    """The sheet by each of the games that may have been meant."""
    if rules.rivals is None:
        return None
    by_seats = {sheet.game.seats: sheet for sheet in sheets}
    return tuple(structs.replace(by_seats[game.seats], game=game) for game in rules.rivals)


def read_entry(game: Game, raw: object) -> tuple[Entry | Unread, tuple[Violation, ...]]:
    """Read one entry of `deals`: a deal, a misdeal or a ruling. With faults it comes back as `Unread`."""
    if not isinstance(raw, dict):
        return Unread(tells_dealer=False), (wrong_type("deal", raw, wanted="an object"),)
    if "ruling" in raw:
        return _read_ruling(game, raw)
    if raw.get("misdeal", False) is not False:
        return _read_misdeal(game, raw)
    return _read_deal(game, raw)


def write_entry(entry: Entry) -> dict[str, Any]:
    """The stored form of an entry: its facts, with absent ones left out. `read_entry` reads it back."""
    if isinstance(entry, Ruling):
        ruling = {"points": dict(entry.points), "reason": entry.reason}
        if entry.setbacks:
            ruling["setbacks"] = dict(entry.setbacks)
        if entry.by is not None:
            ruling["by"] = entry.by
        return {"ruling": ruling}
    facts: dict[str, Any] = {"dealer": entry.dealer} if entry.dealer is not None else {}
    if isinstance(entry, Misdeal):
        return {**facts, "misdeal": True}
    plain = msgspec.json.decode(msgspec.json.encode(entry.deal))
    return {**facts, **{name: value for name, value in plain.items() if value is not None}}


def write_back(game: Game, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts in the form in which they are stored, so that two ways of writing one entry are equal."""
    entry, _violations = read_entry(game, dict(facts))
    return dict(facts) if isinstance(entry, Unread) else write_entry(entry)


def _check_plain(raw: Raw) -> Iterator[Violation]:
    """Faults of the keys that do not depend on the game."""
    if "id" in raw and not isinstance(raw["id"], str):
        yield wrong_type("id", raw["id"], wanted="text in quotes")
    if "finished" in raw and not isinstance(raw["finished"], bool):
        yield wrong_type("finished", raw["finished"], wanted="true or false")
    if "deals" not in raw:
        yield Violation(field="deals", code="missing", template=gettext_noop("The list of deals is missing."))
    elif not isinstance(raw["deals"], list):
        yield wrong_type("deals", raw["deals"], wanted="a list")


def _list_deals(raw: Raw) -> list[object]:
    deals = raw.get("deals")
    return deals if isinstance(deals, list) else []


def _check_seating(raw: Raw, game: Game, *, warnable: tuple[str, ...]) -> Iterator[Violation]:
    """Faults of seats, first dealer, players and warnings carried in."""
    if PLAYERS in raw and not game.player_counts:
        yield _not_for(PLAYERS, game)
    if "first_dealer" in raw:
        yield from check_choice(raw["first_dealer"], path="first_dealer", choices=game.seats)
    seats = raw.get("seats", {})
    if not isinstance(seats, dict):
        yield wrong_type("seats", seats, wanted="an object")
    else:
        yield from check_keys(seats, known=game.seats, path="seats")
        for seat in game.seats:
            if seat in seats:
                yield from check_text(seats[seat], path=join_path("seats", seat))
    warned = raw.get("warned", [])
    if "warned" in raw and not game.carries_warnings:
        yield _not_for("warned", game)
    elif not isinstance(warned, list):
        yield wrong_type("warned", warned, wanted="a list")
    else:
        for place, who in enumerate(warned):
            yield from check_choice(who, path=join_path("warned", place), choices=warnable)


def _not_for(field: str, game: Game) -> Violation:
    return Violation(
        field=field,
        code="not_for_this_game",
        template=gettext_noop("“{field}” means nothing in {game}: leave it out."),
        values={"field": field, "game": game.title},
    )


def _make_sheet(
    raw: Raw, rules: HouseRules, game: Game, entries: tuple[Entry | Unread, ...], *, unclear: set[str]
) -> Sheet:
    """The sheet from its good parts; what is at fault is left at its default."""
    seats = raw.get("seats")
    names = seats if isinstance(seats, dict) else {}
    warned = raw.get("warned")
    first = raw.get("first_dealer")
    return Sheet(
        id=raw["id"] if isinstance(raw.get("id"), str) else None,
        game=game,
        preset=rules.preset,
        entries=entries,
        positions=tuple(range(1, len(entries) + 1)),
        names={seat: names[seat] for seat in game.seats if isinstance(names.get(seat), str)},
        first_dealer=first if isinstance(first, str) and first in game.seats else game.seats[0],
        dealer_known="first_dealer" not in unclear,
        warned_known="warned" not in unclear,
        warned=frozenset(who for who in warned if isinstance(who, str)) if isinstance(warned, list) else frozenset(),
        finished=raw.get("finished") is True,
    )


# -- entries


def _read_deal(game: Game, raw: Raw) -> tuple[Entry | Unread, tuple[Violation, ...]]:
    fields = list_fields(game.Deal)
    known = ("dealer", *(field.name for field in fields), "misdeal", "ruling")
    found = list(check_keys(raw, known=known))
    dealer, faults = _read_dealer(game, raw)
    found.extend(faults)
    tells_dealer = not any("dealer" in (fault.field, fault.values.get("near")) for fault in found)
    good: dict[str, Any] = {}
    faulty: dict[str, list[Any]] = {}
    for field in fields:
        if field.name not in raw:
            continue
        value = raw[field.name]
        faults = list(check_value(field, value, game=game, path=field.name))
        if faults:
            found.extend(faults)
            faulty[field.name] = list_meanings(field, value, game=game)
        else:
            good[field.name] = _put_in_order(value, game) if field.kind in ("sides", "side_records") else value
    if not found:
        return Played(deal=msgspec.convert(good, game.Deal), dealer=dealer), ()
    deals = list_candidates(game, good, faulty)
    candidates = tuple(Played(deal=deal, dealer=dealer) for deal in deals)
    is_whole = not any(fault.code == "repeated_key" or fault.values.get("near") for fault in found)
    is_whole = is_whole and all(names_all_meanings(field, raw[field.name]) for field in fields if field.name in faulty)
    unread = Unread(candidates=candidates, faulty=frozenset(faulty), tells_dealer=tells_dealer, is_whole=is_whole)
    return unread, tuple(found)


def _put_in_order(value: Raw, game: Game) -> Raw:
    """What each side has, in the order of the sides: a database may give keys back in another."""
    return {side: value[side] for side in game.sides if side in value}


def _read_dealer(game: Game, raw: Raw) -> tuple[str | None, list[Violation]]:
    if "dealer" not in raw:
        return None, []
    faults = list(check_choice(raw["dealer"], path="dealer", choices=game.seats))
    return (None if faults else raw["dealer"]), faults


def _read_misdeal(game: Game, raw: Raw) -> tuple[Entry | Unread, tuple[Violation, ...]]:
    if raw["misdeal"] is not True:
        template = gettext_noop("A misdeal is written “misdeal”: true; for any other deal leave it out.")
        fault = Violation(field="misdeal", code="wrong_type", template=template)
        _, others = _read_deal(game, {key: value for key, value in raw.items() if key != "misdeal"})
        return Unread(is_dealt=False, tells_dealer=False), (fault, *check_repeats(raw), *others)
    dealer, found = _read_dealer(game, raw)
    found.extend(check_repeats(raw))
    template = gettext_noop("A misdeal has no “{key}”: leave it out, or leave out the misdeal.")
    found.extend(
        Violation(field=shorten(key), code="not_with_misdeal", template=template, values={"key": shorten(key)})
        for key in raw
        if key not in ("misdeal", "dealer")
    )
    misdeal = Misdeal(dealer=dealer)
    unread = Unread(candidates=(misdeal,), is_dealt=False, tells_dealer=False)
    return (unread if found else misdeal), tuple(found)


def _read_ruling(game: Game, raw: Raw) -> tuple[Entry | Unread, tuple[Violation, ...]]:
    template = gettext_noop("A ruling stands alone: put “{key}” into an entry of its own.")
    found = [
        Violation(field=shorten(key), code="not_with_ruling", template=template, values={"key": shorten(key)})
        for key in raw
        if key != "ruling"
    ]
    stands_alone = not found
    found.extend(check_repeats(raw))
    ruling = raw["ruling"]
    if not isinstance(ruling, dict):
        found.append(wrong_type("ruling", ruling, wanted="an object"))
        return Unread(is_dealt=False, tells_dealer=stands_alone), tuple(found)
    known = RULING_KEYS if game.counts_setbacks else tuple(key for key in RULING_KEYS if key != "setbacks")
    found.extend(check_keys(ruling, known=known, path="ruling"))
    for name in ("points", "setbacks"):
        if name in ruling and name in known:
            found.extend(check_figures(ruling[name], path=join_path("ruling", name), game=game))
    figures = () if found else (msgspec.convert({"points": {}, **ruling, "reason": "", "by": None}, Ruling),)
    if "reason" in ruling:
        found.extend(check_text(ruling["reason"], path="ruling.reason", required=True))
    else:
        template = gettext_noop("A ruling needs a reason, so that everybody can see why.")
        found.append(Violation(field="ruling.reason", code="missing", template=template))
    if "by" in ruling:
        found.extend(check_text(ruling["by"], path="ruling.by"))
    if found:
        return Unread(candidates=figures, is_dealt=False, tells_dealer=stands_alone), tuple(found)
    return msgspec.convert({"points": {}, **ruling}, Ruling), ()
