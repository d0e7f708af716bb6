"""Rule on matches: forfeits, walkovers, who goes on after a level match; take rulings back; one more game."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Entry, Event, Match, Player
from league.models.planning import MatchEnd
from league.selectors.matches import MatchState, find_match, list_matches
from league.services.audit import write_audit
from league.services.faults import RefusedError, word_stage_refusal
from league.services.locking import lock_event, lock_scope
from league.services.reasons import check_reason
from league.services.results import move_revision
from league.services.seating import reseat_table
from rules.game import Game

#: Rulings that say who goes on where a match is level; the others say who gave it up.
GOES_ON = frozenset({MatchEnd.FIRST_GOES_ON, MatchEnd.SECOND_GOES_ON})


def end_match(match: Match, end: MatchEnd, *, reason: str, by: User | None, source: str) -> Match:
    """Rule how a match ended other than by its games. What was played of it stays. Raises RefusedError."""
    with transaction.atomic():
        state = _hold(match)
        if end == MatchEnd.PLAYED:
            raise RefusedError({"end": [_("Choose how the match ended.")]})
        reason = check_match_reason(reason)
        if state.match.end:
            raise RefusedError({"": [_("Somebody has ruled on this match already: take that back first.")]})
        if state.first is None or state.second is None:
            raise RefusedError({"": [_("It is not known yet who meets here, or nobody does.")]})
        if end in GOES_ON and state.status != "level":
            raise RefusedError({"end": [_("Somebody goes on by lot only where all games are played and level.")]})
        held = state.match
        held.first, held.second = state.first, state.second
        held.end, held.end_reason = end, reason
        held.save(update_fields=["first", "second", "end", "end_reason"])
        _tell(held, "match_ruled", end=end, reason=reason, by=by, source=source)
    return held


def take_back_end(match: Match, *, reason: str, by: User | None, source: str) -> Match:
    """Take back what was ruled of a match: its games count again. Raises RefusedError."""
    with transaction.atomic():
        state = _hold(match)
        reason = check_match_reason(reason)
        held = state.match
        if not held.end:
            raise RefusedError({"": [_("Nothing is ruled of this match: it counts as it was played.")]})
        was = held.end
        held.end, held.end_reason = MatchEnd.PLAYED, ""
        if state.spot is not None and not state.games:
            held.first = held.second = None  # who meets there follows from the matches before again
        held.save(update_fields=["first", "second", "end", "end_reason"])
        _tell(held, "match_ruling_taken_back", end=was, reason=reason, by=by, source=source)
    return held


def add_game(match: Match, *, by: User | None, source: str) -> Match:
    """Let a level match of an elimination go on for one more game. Raises RefusedError."""
    with transaction.atomic():
        state = _hold(match)
        if state.status != "level":
            raise RefusedError({"": [_("One more game is only for a match in which all games are played and level.")]})
        held = state.match
        held.games += 1
        held.save(update_fields=["games"])
        _tell(held, "match_game_added", end="", reason="", by=by, source=source)
    return held


def seat_expected(event: Event, *, by: User | None, source: str) -> list[Match]:
    """Put those at the tables who meet there after an earlier result was corrected, wherever no hand was played.

    Raises RefusedError where nothing can be changed, or where somebody plays elsewhere in that round already.
    """
    with transaction.atomic():
        lock_scope(event)
        lock_event(event)
        check_open(event)
        wrong = [state for state in list_matches(event) if may_seat_anew(state)]
        if not wrong:
            raise RefusedError({"": [_("These matches have been played or ruled on: they stay as they are.")]})
        for state in wrong:
            for game in state.games:
                game.table.seats.all().delete()  # first all, so that two pairs can change places
        for state in wrong:
            _seat_anew(state, by=by, source=source)
    return [state.match for state in wrong]


def may_seat_anew(state: MatchState) -> bool:
    """Whether others should sit at the tables of a match, and can: no hand was played there and nothing ruled."""
    is_known = state.expected is not None and None not in state.expected
    return is_known and not state.match.end and not any(game.has_hands for game in state.games)


def _seat_anew(state: MatchState, *, by: User | None, source: str) -> None:
    first, second = state.expected or (None, None)
    match = state.match
    match.first, match.second = first, second
    match.save(update_fields=["first", "second"])
    for game in state.games:
        seats = seat_entries(game.table.rules, first, second)
        reseat_table(game.table, seats=seats, first_dealer=game.table.first_dealer, by=by, source=source)
    _tell(match, "match_seated_anew", end="", reason="", by=by, source=source)


def seat_entries(game: Game, first: Entry | None, second: Entry | None) -> dict[str, Player]:
    """The first entry's players in the seats of the game's first side, the second's in the others.

    Raises RefusedError where an entry has not as many players as a side has seats.
    """
    seats: dict[str, Player] = {}
    for side, entry in zip(game.sides, (first, second), strict=True):
        players = list(entry.players.all()) if entry is not None else []
        wanted = game.seats_of(side)
        if len(players) != len(wanted):
            text = _("%(entry)s has %(have)s players, and a side needs %(need)s.")
            raise RefusedError({"": [text % {"entry": entry or "", "have": len(players), "need": len(wanted)}]})
        seats |= dict(zip(wanted, players, strict=True))
    return seats


def check_open(event: Event) -> None:
    """Raise RefusedError for an event that is closed."""
    if not event.is_open:
        raise RefusedError({"": [word_stage_refusal(event.stage)]})


def _hold(match: Match) -> MatchState:
    """The match as it is now, with its event held. Raises RefusedError where the event is closed."""
    event: Event = match.event
    lock_event(event)
    check_open(event)
    state = find_match(event, match.round_number, match.number)
    if state is None:
        raise RefusedError({"": [_("This match is there no more: the rounds have been planned anew.")]})
    return state


def _tell(match: Match, action: str, *, end: str, reason: str, by: User | None, source: str) -> None:
    names = [entry.name for entry in (match.first, match.second) if entry is not None]
    detail = {"match": [match.round_number, match.number], "names": names, "end": end, "reason": reason.strip()}
    write_audit(match.event.league, action, by=by, source=source, event=match.event, detail=detail, rows=[match])
    move_revision(match.event)


def check_match_reason(reason: str) -> str:
    """The reason of a ruling on matches or entries, as it is kept. Raises RefusedError where there is none."""
    return check_reason(reason, missing=_("Say why: everybody reads the reason."))
