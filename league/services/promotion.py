"""At the end of a season: who goes up and down, and the event of the next one with its divisions."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Division, Entry, Event, Season
from league.selectors.fixtures import list_match_days
from league.selectors.standings import list_standings
from league.selectors.team_entries import read_team_rules
from league.services.audit import write_audit
from league.services.event_decisions import DecisionReusedError, hold_event
from league.services.faults import RefusedError
from league.services.setup import check_name, create_event
from league.services.team_entries import NewDivision, enter_teams, set_divisions, set_team_rules
from scoring.promotion import FinalDivision, Moved, OpenLine, Placed, move_teams


class NextDivision(Struct, frozen=True, kw_only=True):
    """A division of the next season: its teams, those from above first and those from below last."""

    division: Division
    entries: tuple[Entry, ...]


class ProposedPromotion(Struct, frozen=True, kw_only=True):
    """Who would play where next season. `up` and `down` are entries that move, `leaving` those that were withdrawn.

    `unresolved` says in sentences which ties run through a line; `left` is how many fixtures are still to be played.
    """

    divisions: tuple[NextDivision, ...]
    up: frozenset[int]
    down: frozenset[int]
    leaving: tuple[Entry, ...]
    unresolved: tuple[str, ...]
    left: int


def propose_promotion(event: Event) -> ProposedPromotion:
    """Who goes up and down by the standings as they are. Raises RefusedError for an event without divisions."""
    divisions = list(event.divisions.all())
    if not divisions:
        raise RefusedError({"": [_("This event has no divisions: nobody goes up or down.")]})
    finals = {division: _rank_division(event, division) for division in divisions}
    moved = move_teams(list(finals.values()))
    entries = {entry.pk: entry for entry in event.entries.select_related("team", "division")}
    return ProposedPromotion(
        divisions=tuple(
            NextDivision(division=division, entries=tuple(entries[pk] for pk in teams))
            for division, teams in zip(divisions, moved.divisions, strict=True)
        ),
        up=frozenset(moved.up),
        down=frozenset(moved.down),
        leaving=tuple(entry for entry in entries.values() if entry.withdrawn_from is not None),
        unresolved=_word_unresolved(moved, divisions, entries),
        left=sum(not day.is_done for day in list_match_days(event)),
    )


class NextEventExistsError(RefusedError):
    """The event of the next season is there, and it was not said that it is known and another one is wanted."""

    def __init__(self, made: Event) -> None:
        text = _("%(event)s has been made from this event already. Say so if there is to be another one beside it.")
        super().__init__({"again": [text % {"event": made.name}]})
        self.made = made


def find_next_event(event: Event) -> Event | None:
    """The event that was made last from the places of this one."""
    return event.followed_by.order_by("-pk").first()


def make_next_event(
    event: Event,
    *,
    name: str,
    season: Season | None,
    key: str,
    by: User | None,
    source: str,
    seen: int = 0,
    again: bool = False,
) -> Event:
    """Make the event of the next season: same game, house rules and ways to meet and rank; teams moved up and down.

    The same key gives the event that it made. `seen` is the number of the one that was made before, 0 for none, and
    `again` says that there is to be another one all the same: NextEventExistsError otherwise. Raises RefusedError while
    hands can still be entered, and while a tie runs through a line; DecisionReusedError.
    """
    with transaction.atomic():
        hold_event(event, key=key)
        if (sent := event.followed_by.filter(key=key).first()) is not None:
            if (sent.name, sent.season_id) != (check_name(name), season.pk if season else None):
                raise DecisionReusedError
            return sent
        if (made := find_next_event(event)) is not None and not (again and seen == made.pk):
            raise NextEventExistsError(made)
        proposal = _propose_final(event)
        made = create_event(
            event.league,
            name=name,
            game=event.game,
            preset=event.preset,
            options=event.options,
            season=season,
            entry_kind=event.entry_kind,
            players=event.players,
            by=by,
            source=source,
        )
        _take_over(event, made, key=key, by=by, source=source)
        set_team_rules(made, read_team_rules(event), by=by, source=source)
        rows = set_divisions(made, _list_wanted(proposal), by=by, source=source)
        for row, each in zip(rows, proposal.divisions, strict=True):
            teams = [entry.team for entry in each.entries if entry.team is not None]
            enter_teams(made, teams, division=row, by=by, source=source)
    return made


def _list_wanted(proposal: ProposedPromotion) -> list[NewDivision]:
    """The same divisions again. Nobody goes up from the highest or down from the lowest, whatever was once stored."""
    last = len(proposal.divisions) - 1
    return [
        NewDivision(
            name=each.division.name,
            promoted=each.division.promoted if number > 0 else 0,
            relegated=each.division.relegated if number < last else 0,
        )
        for number, each in enumerate(proposal.divisions)
    ]


def _propose_final(event: Event) -> ProposedPromotion:
    """Who plays where next season, by places that nothing changes any more. Raises RefusedError."""
    if event.is_open:
        raise RefusedError({"": [_("The season goes on: close this event, or publish its results, first.")]})
    proposal = propose_promotion(event)
    if proposal.unresolved:
        raise RefusedError({"": [*proposal.unresolved, _("Settle this first: by a play-off or by lots.")]})
    return proposal


def _take_over(event: Event, made: Event, *, key: str, by: User | None, source: str) -> None:
    """Rank the next season as this one, and say from which it was made."""
    made.standing_rules, made.substitute_credit = event.standing_rules, event.substitute_credit
    made.follows, made.key = event, key
    made.save(update_fields=["standing_rules", "substitute_credit", "follows", "key"])
    detail = {"name": made.name, "from": event.name}
    write_audit(made.league, "rules_taken_over", by=by, source=source, event=made, detail=detail, rows=[made])


def _rank_division(event: Event, division: Division) -> FinalDivision:
    lines = [line for line in list_standings(event) if line.entry.division_id == division.pk]
    return FinalDivision(
        teams=tuple(
            Placed(
                team=line.entry.pk,
                rank=None if line.apart else line.place.rank,
                is_leaving=line.entry.withdrawn_from is not None,
            )
            for line in lines
        ),
        promoted=division.promoted,
        relegated=division.relegated,
    )


def _word_unresolved(moved: Moved, divisions: list[Division], entries: Mapping[int, Entry]) -> tuple[str, ...]:
    return tuple(_word_line(line, divisions[line.division], entries) for line in moved.unresolved)


def _word_line(line: OpenLine, division: Division, entries: Mapping[int, Entry]) -> str:
    if line.is_upper:
        text = _("%(division)s: %(teams)s are level, and the line between going up and staying runs between them.")
    else:
        text = _("%(division)s: %(teams)s are level, and the line between staying and going down runs between them.")
    return text % {"division": division, "teams": ", ".join(entries[team].name for team in line.teams)}
