"""Check one table of a file by itself: its form, the rules of its game, and that it is played by the event's rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from msgspec import structs

from league.imports.decoding import mend_mojibake
from league.imports.raw import RawTable
from league.names import LONGEST_NAME, make_name_key, tidy_name
from league.services.incoming import (
    HIGHEST_NUMBER,
    FileFault,
    Incoming,
    PinnedRules,
    make_hash,
    word_violation,
)
from rules.catalog import GAMES, default_preset, make_game
from rules.game import Game
from scoring.declared import PLAYERS, list_house_rules
from scoring.fold import fold_sheet
from scoring.house_rules import read_house_rules
from scoring.reading import read_sheet, write_entry
from scoring.sheet import Fault, Folded, Sheet, Unread
from scoring.values import check_letters, shorten

LONGEST_ID = 200


def check_table(raw: RawTable, rules: PinnedRules) -> tuple[Incoming | None, list[FileFault]]:
    """A table under the event's rules, and every fault of it. There is no table where it is of another game."""
    content = _add_rules(raw, rules)
    sheet, found = read_sheet(content)
    faults = [_place(raw, fault) for fault in found if not _is_told(raw, fault)]
    if sheet is None or sheet.game.key != rules.game.key:
        return None, faults or [_refuse_game(raw, rules)]
    if sheet.rivals == ():  # its house rules have no faults of their own
        faults.extend(_compare_rules(raw, sheet, rules))
        sheet = structs.replace(sheet, game=_seat_as(sheet.game, rules.game), preset=rules.preset)
    folded, more = fold_sheet(sheet)
    faults.extend(_place(raw, fault) for fault in more if not _is_told(raw, fault))
    faults.extend(_check_limits(raw, sheet))
    is_good = not (faults or raw.flawed)
    return _make_incoming(raw, content, sheet, folded if is_good else None), faults


def _seat_as(game: Game, pinned: Game) -> Game:
    """The event's game for as many as play at the table; that is no house rule but differs from table to table."""
    return structs.replace(pinned, **{PLAYERS: getattr(game, PLAYERS)}) if game.player_counts else pinned


def pin_rules(game: str, *, preset: str, options: Mapping[str, Any], players: int | None = None) -> PinnedRules:
    """The rules of an event (or of one of its tables) from what it keeps."""
    pinned = make_game(game, preset=preset, options=options)
    return PinnedRules(game=pinned, preset=preset, options=options, players=players)


def choose_rules(game: str, tables: tuple[RawTable, ...]) -> PinnedRules:
    """The rules of an event that is to be made: those of the first table that says any, else the game's own."""
    for raw in tables:
        if isinstance(raw.sheet, dict) and raw.sheet.keys() & {"preset", "options"}:
            said = read_house_rules({**raw.sheet, "game": game})
            if said.game is not None:
                return pin_rules(game, preset=said.preset, options=_list_options(said.game, said.preset))
    return pin_rules(game, preset=default_preset(GAMES[game]), options={})


def _list_options(game: Game, preset: str) -> dict[str, Any]:
    """The house rules in which a game differs from its preset."""
    plain = make_game(game.key, preset=preset)
    names = [field.name for field in list_house_rules(type(game))]
    return {name: getattr(game, name) for name in names if getattr(game, name) != getattr(plain, name)}


def _add_rules(raw: RawTable, rules: PinnedRules) -> Any:
    """The sheet with the event's rules where it says none. A row of a table need not say its game either."""
    if not isinstance(raw.sheet, dict):
        return raw.sheet
    content = copy(raw.sheet)
    if raw.round is not None:
        content.setdefault("game", rules.game.key)
    if rules.players is not None:
        content.setdefault(PLAYERS, rules.players)
    if "preset" not in content:
        content["preset"] = rules.preset
        options = copy(content.get("options", {}))
        if isinstance(options, dict):
            content["options"] = options
            for name, value in rules.options.items():
                options.setdefault(name, value)
    return content


def _compare_rules(raw: RawTable, sheet: Sheet, rules: PinnedRules) -> Iterator[FileFault]:
    stated = raw.sheet.get("options", {}) if isinstance(raw.sheet, dict) else {}
    for field in list_house_rules(type(rules.game)):
        here, there = getattr(sheet.game, field.name), getattr(rules.game, field.name)
        if here != there:
            text = _("“%(rule)s” is %(here)s here and %(there)s in the event: a file keeps to the event's rules.")
            words = {"rule": _(field.title), "here": here, "there": there}
            where = f"options.{field.name}" if field.name in stated else "preset"
            line, column = raw.locate(None, where)
            yield FileFault(line=line, column=column, message=text % words)


def _refuse_game(raw: RawTable, rules: PinnedRules) -> FileFault:
    line, column = raw.locate(None, "game")
    text = _("The event is one of %(game)s: this is a sheet of another game.")
    return FileFault(line=line, column=column, message=text % {"game": _(rules.game.title)})


def _check_limits(raw: RawTable, sheet: Sheet) -> Iterator[FileFault]:
    """What the format allows and we cannot keep: too many hands, an id or a name too long or in a wrong encoding."""
    if len(sheet.entries) > HIGHEST_NUMBER:
        line, column = raw.locate(HIGHEST_NUMBER + 1, "deal")
        message = _("A table has at most %(most)s hands.") % {"most": intcomma(HIGHEST_NUMBER)}
        yield FileFault(line=line, column=column, message=message)
    if raw.round is None and len(sheet.id or "") > LONGEST_ID:
        line, column = raw.locate(None, "id")
        message = _("An id has at most %(most)s characters.") % {"most": LONGEST_ID}
        yield FileFault(line=line, column=column, message=message)
    for violation in check_letters(sheet.id or "", path="id"):
        yield _place(raw, Fault(position=None, violation=violation))
    for seat, name in sheet.names.items():
        line, column = raw.locate(None, f"seats.{seat}")
        if len(tidy_name(name)) > LONGEST_NAME:
            message = _("A name has at most %(most)s characters.") % {"most": LONGEST_NAME}
            yield FileFault(line=line, column=column, message=message)
        mended = mend_mojibake(name)
        if mended is not None:
            text = _("“%(name)s” is “%(mended)s” saved in a wrong encoding: save the file again as UTF-8.")
            words = {"name": shorten(name), "mended": shorten(mended)}
            yield FileFault(line=line, column=column, message=text % words)


def _make_incoming(raw: RawTable, content: Any, sheet: Sheet, folded: Folded | None) -> Incoming:
    facts = tuple(None if isinstance(entry, Unread) else write_entry(entry) for entry in sheet.entries)
    names = {seat: tidy_name(name) for seat, name in sheet.names.items() if tidy_name(name)}
    said = {
        "names": {seat: make_name_key(name) for seat, name in names.items()},
        "first_dealer": content.get("first_dealer"),
        "warned": sorted(sheet.warned) if "warned" in content else None,
        "finished": sheet.finished,
        "deals": facts,
    }
    source_id = None
    if raw.round is None:
        source_id = (sheet.id or "").strip() or f"content:{make_hash(said)}"
    return Incoming(
        sheet=sheet,
        facts=facts,
        folded=folded,
        names=names,
        states_first_dealer="first_dealer" in content,
        states_warned="warned" in content,
        locate=raw.locate,
        digest=make_hash([source_id, raw.round, raw.number, said]),
        source_id=source_id,
        round=raw.round or 0,
        number=raw.number or 0,
    )


def _place(raw: RawTable, fault: Fault) -> FileFault:
    line, column = raw.locate(fault.position, fault.violation.field)
    return FileFault(line=line, column=column, message=word_violation(fault.violation), code=fault.violation.code)


def _is_told(raw: RawTable, fault: Fault) -> bool:
    _line, column = raw.locate(fault.position, fault.violation.field)
    return (fault.position, column) in raw.flawed
