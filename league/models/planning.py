"""What is planned for an event's rounds, who is there, and who meets whom."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.event import Entry, Event
from league.models.people import Player
from league.models.record import Source


class Format(models.TextChoices):
    """How an event's rounds follow from each other. The first group is for fixed entries, the second for players."""

    ROUND_ROBIN = "round_robin", _("everybody meets everybody")
    SWISS = "swiss", _("Swiss: those level with each other meet")
    KNOCKOUT = "knockout", _("single elimination")
    DOUBLE_KNOCKOUT = "double_knockout", _("double elimination")
    ROTATION = "rotation", _("a new partner each round")
    FACES = "faces", _("new faces: nobody at one table twice")
    LADDER = "ladder", _("ladder: winners move")
    ARITHMETIC = "arithmetic", _("seat movement: each seat moves its own way")
    REDRAW = "redraw", _("drawn anew each round")
    SIZES = "sizes", _("tables mixed each round")


#: The formats in which fixed pairs or teams meet; in the others single players are seated.
OF_ENTRIES = frozenset({Format.ROUND_ROBIN, Format.SWISS, Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT})


class EventPlan(models.Model):
    """How an event's rounds go on from `first_round`. Rows are only ever added; the highest version stands.

    `rounds` are those planned ahead, in the form of `league.selectors.plans.PlannedRound`; empty where a round
    follows from the results of the last. `report` is what its maker was shown of its fairness.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="plans")
    version = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=20, choices=Format.choices)
    options = models.JSONField(default=dict)
    first_round = models.PositiveSmallIntegerField(default=1)
    rounds = models.JSONField(default=list)
    report = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(auto_now_add=True)
    source = models.CharField(max_length=10, choices=Source.choices)

    class Meta:
        ordering = ("event", "version")
        constraints = (
            models.UniqueConstraint(fields=("event", "version"), name="one_plan_per_version"),
            models.CheckConstraint(condition=Q(version__gte=1), name="plan_counts_from_1"),
            models.CheckConstraint(condition=Q(format__in=Format.values), name="plan_format_exists"),
            models.CheckConstraint(condition=Q(version=1) | ~Q(reason=""), name="later_plan_has_reason"),
        )

    def __str__(self) -> str:
        return f"{self.event}: {self.format} {self.version}"


class Attendance(models.Model):
    """That a player takes part in an event, and in which of its rounds.

    `arrived` is the first round for which the player was there, None before; `left` the last one played, None while
    there. `stays_at` and `stays_seat` hold somebody who cannot move to a table (and seat). `stands_in_for` is whose
    place a substitute takes for the rest of the event; `shares_with` with whom the player shares one seat.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="attendances")
    arrived = models.PositiveSmallIntegerField(_("there from round"), null=True, blank=True)
    left = models.PositiveSmallIntegerField(_("there until round"), null=True, blank=True)
    is_no_show = models.BooleanField(_("did not come"), default=False)
    stays_at = models.PositiveSmallIntegerField(_("stays at table"), null=True, blank=True)
    stays_seat = models.CharField(_("stays in seat"), max_length=1, blank=True)
    stands_in_for = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    shares_with = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        ordering = ("player__name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("event", "player"), name="one_attendance_per_player"),
            models.CheckConstraint(
                condition=Q(arrived__isnull=True) | Q(left__isnull=True) | Q(left__gte=F("arrived") - 1),
                name="attendance_ends_after_start",
            ),
            models.CheckConstraint(condition=Q(is_no_show=False) | Q(arrived__isnull=True), name="no_show_never_came"),
        )

    def __str__(self) -> str:
        return f"{self.event}: {self.player}"


class SitOutKind(models.TextChoices):
    """Why an entry has no game in a round."""

    SIT_OUT = "sit_out", _("sat out")
    BYE = "bye", _("bye")
    LATE = "late", _("came late")
    ABSENT = "absent", _("was not there")


class SitOut(models.Model):
    """An entry, or one of its players, that had no game in a round. What that is worth the event's standings say."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sit_outs")
    round_number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sit_outs")
    kind = models.CharField(max_length=10, choices=SitOutKind.choices)

    class Meta:
        ordering = ("event", "round_number", "entry")
        constraints = (
            models.UniqueConstraint(fields=("event", "round_number", "entry"), name="one_sit_out_per_entry_and_round"),
            models.CheckConstraint(condition=Q(kind__in=SitOutKind.values), name="sit_out_kind_exists"),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.round_number} {self.kind}"


class MatchEnd(models.TextChoices):
    """How a match ended other than by its games."""

    PLAYED = "", _("by its games")
    FIRST_FORFEITS = "first_forfeits", _("the first side gave it up")
    SECOND_FORFEITS = "second_forfeits", _("the second side gave it up")
    NEITHER_CAME = "neither", _("neither side came")
    FIRST_GOES_ON = "first_goes_on", _("the first side goes on, by lot or agreement")
    SECOND_GOES_ON = "second_goes_on", _("the second side goes on, by lot or agreement")


class Bracket(models.TextChoices):
    """The part of an elimination to which a match belongs."""

    NONE = "", _("none")
    WINNERS = "winners", _("winners")
    LOSERS = "losers", _("losers")
    FINAL = "final", _("final")


class Match(models.Model):
    """Two entries that meet in a round, over one or several games; home side first where there is one.

    Its games are tables (`Table.match`); where `counts_best` the match ends when one side cannot be caught. A match
    against nobody (`second` empty) is a bye. In an elimination `number` is its place in the bracket's round.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="matches")
    round_number = models.PositiveSmallIntegerField(_("round"))
    number = models.PositiveSmallIntegerField(_("match"))
    first = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="matches_as_first", null=True, blank=True)
    second = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="matches_as_second", null=True, blank=True)
    games = models.PositiveSmallIntegerField(_("games"), default=1)
    counts_best = models.BooleanField(_("ends when one side cannot be caught"), default=False)
    bracket = models.CharField(max_length=10, choices=Bracket.choices, blank=True, default=Bracket.NONE)
    #: Games that a side could not play for want of players: its opponents have won them.
    first_short = models.PositiveSmallIntegerField(_("games given up by the first side"), default=0)
    second_short = models.PositiveSmallIntegerField(_("games given up by the second side"), default=0)
    held_on = models.DateField(_("date"), null=True, blank=True)
    postponed_from = models.DateField(_("postponed from"), null=True, blank=True)
    end = models.CharField(_("how it ended"), max_length=20, choices=MatchEnd.choices, blank=True, default="")
    end_reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        ordering = ("event", "round_number", "number")
        verbose_name_plural = "matches"
        constraints = (
            models.UniqueConstraint(fields=("event", "round_number", "number"), name="one_match_per_place"),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="match_round_counts_from_1"),
            models.CheckConstraint(condition=Q(number__gte=1), name="match_counts_from_1"),
            models.CheckConstraint(condition=Q(games__gte=1), name="match_has_games"),
            models.CheckConstraint(
                condition=Q(first__isnull=True) | Q(second__isnull=True) | ~Q(first=F("second")),
                name="match_has_two_sides",
            ),
            models.CheckConstraint(condition=Q(end__in=MatchEnd.values), name="match_end_exists"),
            models.CheckConstraint(condition=Q(end="") | ~Q(end_reason=""), name="ended_match_has_reason"),
        )

    def __str__(self) -> str:
        return f"{self.event} {self.round_number}: {self.first} – {self.second}"
