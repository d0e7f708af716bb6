"""Take two players for one person, and take that back. Nothing that was recorded is changed by it."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _

from league.models import Event, League, Player, PlayerMerge, Season
from league.selectors.merging import Clash, find_merge, foresee_merge, list_merges, resolve_persons
from league.selectors.people import find_person, list_person_players
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.locking import lock_events, repeat_interrupted
from league.services.reasons import check_reason
from league.services.results import move_revision
from league.wording import join_names
from scoring.values import LONGEST_TEXT


@repeat_interrupted
def merge_players(player: Player, into: Player, *, reason: str, by: User | None, source: str) -> PlayerMerge:
    """Take a player for the same person as another one, as whom the person is shown from then on.

    Whoever is joined to either stays so. Raises RefusedError where they belong to two leagues, are one person already,
    or sat in one round, naming where.
    """
    reason = _check_reason(reason)
    with transaction.atomic():
        _hold(player, into)
        into = find_person(into)
        _check_merge(player, into)
        preview = foresee_merge(player, into)
        if preview.clashes:
            raise RefusedError({"player": [_word_clash(clash, player, into) for clash in preview.clashes[:5]]})
        merge = PlayerMerge.objects.create(player=player, into=into, reason=reason, made_by=by, source=source)
        _follow_merges([player, *list_person_players(into), *list_person_players(player)])
        events = {each.event.pk for each in preview.events} | _list_entered(list_person_players(player))
        _tell(merge, "players_merged", events, by=by, source=source)
    return merge


@repeat_interrupted
def split_player(player: Player, *, reason: str, by: User | None, source: str) -> PlayerMerge:
    """Take back that a player is the same person as another one: whoever was joined to it before goes with it.

    Raises RefusedError where it is joined to nobody.
    """
    reason = _check_reason(reason)
    with transaction.atomic():
        _hold(player)
        merge = find_merge(player)
        if merge is None:
            raise RefusedError({"player": [_("%(player)s is joined to nobody.") % {"player": player}]})
        person = list_person_players(player)
        cancelled = PlayerMerge.objects.create(
            player=player, into=merge.into, reason=reason, cancels=merge, made_by=by, source=source
        )
        _follow_merges(person)
        player.refresh_from_db()
        events = Event.objects.filter(_has_seat(list_person_players(player))).values_list("pk", flat=True)
        _tell(cancelled, "player_split", {*events, *_list_entered(person)}, by=by, source=source)
    return cancelled


def _hold(*players: Player) -> None:
    """Hold players, in the order of their numbers: nobody can be given a seat until the transaction ends."""
    leagues = League.objects.select_for_update(no_key=True).filter(pk__in={player.league_id for player in players})
    list(leagues.order_by("pk").values_list("pk"))
    list(Player.objects.select_for_update().filter(pk__in=[each.pk for each in players]).order_by("pk").values("pk"))
    for player in players:
        player.refresh_from_db()


def _check_reason(reason: str) -> str:
    if len(reason.strip()) > LONGEST_TEXT:
        raise RefusedError({"reason": [_("A reason has at most 500 characters.")]})
    return check_reason(reason, missing=_("Say why, so that others can follow it later."))


def _check_merge(player: Player, into: Player) -> None:
    words = {"player": player, "into": into}
    if player.league_id != into.league_id:
        raise RefusedError({"player": [_("%(player)s and %(into)s belong to two leagues.") % words]})
    if find_person(player).pk == into.pk:
        raise RefusedError({"player": [_("%(player)s and %(into)s are one person already.") % words]})
    if player.same_as is not None:
        words["other"] = player.same_as
        text = _("%(player)s is joined to %(other)s: take that back first, or join %(other)s.")
        raise RefusedError({"player": [text % words]})


def _word_clash(clash: Clash, player: Player, into: Player) -> str:
    """Where both sat, in a sentence."""
    numbers = sorted({seat.table.number for seat in clash.seats})
    words = {"into": into, "player": player, "event": clash.event.name, "round": clash.round}
    words["tables"] = join_names([str(number) for number in numbers])
    text = _(
        "%(into)s and %(player)s both sat in round %(round)s of %(event)s (table %(tables)s): they are two people."
    )
    return text % words


def _follow_merges(players: Iterable[Player]) -> None:
    """Bring `same_as` of these players in line with the rows that stand."""
    players = {player.pk: player for player in players}.values()
    edges = {merge.player_id: merge.into_id for merge in list_merges(players)}
    for pk, person in resolve_persons(edges, [player.pk for player in players]).items():
        Player.objects.filter(pk=pk).exclude(same_as=person).update(same_as=person)
    for player in players:
        player.refresh_from_db()


def _tell(merge: PlayerMerge, action: str, events: Iterable[int], *, by: User | None, source: str) -> None:
    """Write it down, and say to all pages that count games of these people that they have changed."""
    held = sorted(set(events))
    lock_events(held)
    for event in Event.objects.filter(pk__in=held):
        move_revision(event)
    league = merge.player.league
    seasons = Season.objects.filter(Q(events__in=held) | Q(adjustments__player__in=[merge.player_id, merge.into_id]))
    Season.objects.filter(pk__in=list(seasons.values_list("pk", flat=True))).update(revision=F("revision") + 1)
    names = [merge.player.name, merge.into.name]
    detail = {"player": merge.player_id, "into": merge.into_id, "names": names, "reason": merge.reason}
    write_audit(league, action, by=by, source=source, detail=detail, rows=[merge])


def _list_entered(players: Iterable[Player]) -> set[int]:
    """The events in which one of these is entered: what the entry is called may change."""
    return set(Event.objects.filter(entries__players__in=list(players)).values_list("pk", flat=True))


def _has_seat(players: Iterable[Player]) -> Q:
    pks = [player.pk for player in players]
    return Q(tables__seats__player__in=pks) | Q(tables__seats__shared_with__in=pks)
