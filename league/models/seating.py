"""Rounds, tables and who sits where."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.event import Entry, Event
from league.models.people import Player
from rules.game import Game


class Round(models.Model):
    """One round of an event: every player sits at one table at most."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("round"))
    #: The round's clock: when it runs out; or, while it stands still, how many seconds are left.
    ends_at = models.DateTimeField(null=True, blank=True)
    seconds_left = models.PositiveIntegerField(null=True, blank=True)
    #: The round of the plan that it plays, and which game of its matches; none for a round seated by hand.
    planned = models.PositiveSmallIntegerField(_("planned round"), null=True, blank=True)
    game = models.PositiveSmallIntegerField(_("game of the match"), default=1)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="round_number_in_event"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_counts_from_1"),
        )

    def __str__(self) -> str:
        return f"{self.event} {self.number}"


class Table(models.Model):
    """One game at one table in one round. Who dealt first, who stood warned and that time was called are facts.

    `players` says how many play where the game leaves that open, and is null elsewhere.
    `source_id` is what an imported file calls the game, so that the same file finds the same table again.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tables")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField(_("table"))
    first_dealer = models.CharField(_("first dealer"), max_length=1)
    players = models.PositiveSmallIntegerField(_("how many play"), null=True, blank=True)
    warned = models.JSONField(default=list, blank=True)
    time_called = models.BooleanField(_("time was called"), default=False)
    #: When the other side or an admin agreed to the result as it stood; empty again after every change.
    confirmed_at = models.DateTimeField(null=True, blank=True)
    #: When a hand was last changed after the game had come to a result, or was not the last one any more.
    corrected_at = models.DateTimeField(null=True, blank=True)
    source_id = models.CharField(max_length=200, null=True, blank=True, editable=False)
    #: The match of which it is a game, if any.
    match = models.ForeignKey("league.Match", on_delete=models.PROTECT, related_name="tables", null=True, blank=True)

    class Meta:
        ordering = ("round__number", "number")
        constraints = (
            models.UniqueConstraint(fields=("round", "number"), name="table_number_in_round"),
            models.UniqueConstraint(fields=("event", "source_id"), name="table_source_in_event"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="table_counts_from_1"),
            models.CheckConstraint(condition=~models.Q(first_dealer=""), name="table_has_first_dealer"),
        )

    def __str__(self) -> str:
        return f"{self.round} / {self.number}"

    @property
    def rules(self) -> Game:
        """The game with the event's house rules for as many as sit at this table."""
        return self.event.make_rules(self.players)


class Seat(models.Model):
    """A player's place at a table, and the entry that the place counts for.

    `stands_in_for` is whose place a substitute takes; `shared_with` who plays in the same seat by turns. `borrowed`
    says that the player belongs to another team.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="seats")
    seat = models.CharField(max_length=1)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    stands_in_for = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    shared_with = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    borrowed = models.BooleanField(_("borrowed from another team"), default=False)

    class Meta:
        ordering = ("table", "pk")
        constraints = (
            models.UniqueConstraint(fields=("table", "seat"), name="one_player_per_seat"),
            models.UniqueConstraint(fields=("round", "player"), name="one_seat_per_player_and_round"),
            models.CheckConstraint(condition=models.Q(seat__in=tuple("NESWABCDFG")), name="seat_exists"),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"
