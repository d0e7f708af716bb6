"""Seasons, events and what is entered in them."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.people import League, Player
from league.names import LONGEST_NAME
from rules.catalog import make_game
from rules.game import Game


class Season(models.Model):
    """A run of events that belong together."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    slug = models.SlugField(max_length=60)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    #: How its events add up to a standing (scoring.season_rules.SeasonRules); empty is the usual way.
    standing_rules = models.JSONField(default=dict, blank=True)
    #: What can be won over all its events (scoring.prize_rules.PrizeRules), and what there is to share, in cents.
    prizes = models.JSONField(default=list, blank=True)
    pot = models.PositiveIntegerField(_("pot"), default=0)
    #: Grows with every change of the season's own rules, prizes, adjustments and decisions.
    revision = models.PositiveBigIntegerField(default=0)
    #: How often a player may change from one team to another in it; none is as often as he likes.
    transfers = models.PositiveSmallIntegerField(_("changes of team"), null=True, blank=True)

    class Meta:
        ordering = ("-starts_on", "name")
        constraints = (
            models.UniqueConstraint(fields=("league", "slug"), name="season_slug_in_league"),
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True)
                | models.Q(starts_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_start",
            ),
        )

    def __str__(self) -> str:
        return self.name


class EntryKind(models.TextChoices):
    """What is ranked in an event."""

    PAIR = "pair", _("fixed pairs")
    PLAYER = "player", _("single players, partners change")
    TEAM = "team", _("teams of several pairs")


class SubstituteCredit(models.TextChoices):
    """For whom a game counts in which somebody stood in."""

    ABSENT = "absent", _("for whoever was away")
    PERSON = "person", _("for the substitute")
    BOTH = "both", _("for both")
    NOBODY = "nobody", _("for nobody")


class Stage(models.TextChoices):
    """How far the results of an event have come."""

    OPEN = "open", _("hands are entered")
    CLOSED = "closed", _("closed")
    PUBLISHED = "published", _("published, can still be corrected")
    FINAL = "final", _("final")


class Event(models.Model):
    """One evening or one tournament of one game. Its house rules are pinned when it is made.

    `revision` grows with every change that a standing or a page may show.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="events")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events", null=True, blank=True)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    slug = models.SlugField(max_length=80, unique=True)
    game = models.CharField(_("game"), max_length=40)
    preset = models.CharField(_("house rules"), max_length=40)
    options = models.JSONField(default=dict, blank=True)
    #: How many sit at a table, where the game leaves that open; a table may still have another number.
    players = models.PositiveSmallIntegerField(_("how many play at a table"), null=True, blank=True)
    entry_kind = models.CharField(_("what is ranked"), max_length=10, choices=EntryKind.choices, default=EntryKind.PAIR)
    held_on = models.DateField(_("date"), null=True, blank=True)
    #: The evening of its season that it makes up for: its games then count for that one.
    makes_up = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="made_up_by", null=True, blank=True, editable=False
    )
    #: The event of the season before from whose final places it was made, by the form or program that sent this key.
    follows = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="followed_by", null=True, blank=True, editable=False
    )
    key = models.CharField(max_length=100, blank=True, default="", editable=False)
    is_open = models.BooleanField(_("hands can be entered"), default=True)
    #: Since when the results are published, and from when on they are final. Both are empty before, and again when
    #: they are reopened.
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    final_at = models.DateTimeField(_("final from"), null=True, blank=True)
    #: How its games add up to a standing (scoring.standings.StandingRules); empty is the game's usual way.
    standing_rules = models.JSONField(default=dict, blank=True)
    #: What can be won (scoring.prize_rules.PrizeRules), and what there is to share, in cents.
    prizes = models.JSONField(default=list, blank=True)
    pot = models.PositiveIntegerField(_("pot"), default=0)
    substitute_credit = models.CharField(
        _("a substitute's games count"),
        max_length=10,
        choices=SubstituteCredit.choices,
        default=SubstituteCredit.ABSENT,
    )
    #: How teams meet, where teams do (scoring.team_rules.TeamRules); empty is the usual way.
    team_rules = models.JSONField(default=dict, blank=True)
    revision = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-held_on", "-pk")
        constraints = (
            models.CheckConstraint(condition=~models.Q(slug=""), name="event_has_slug"),
            models.CheckConstraint(condition=~models.Q(game=""), name="event_has_game"),
            models.CheckConstraint(condition=models.Q(entry_kind__in=EntryKind.values), name="event_entry_kind_exists"),
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=True, final_at__isnull=True)
                | models.Q(published_at__isnull=False, final_at__gte=models.F("published_at")),
                name="event_final_after_published",
            ),
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=True) | models.Q(is_open=False),
                name="published_event_is_closed",
            ),
            models.UniqueConstraint(
                fields=("follows", "key"), condition=~models.Q(key=""), name="one_next_event_per_key"
            ),
            models.CheckConstraint(
                condition=models.Q(substitute_credit__in=SubstituteCredit.values), name="substitute_credit_exists"
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def stage(self) -> Stage:
        """How far its results have come, now: a correction window ends by itself."""
        if self.published_at is None or self.final_at is None:
            return Stage.OPEN if self.is_open else Stage.CLOSED
        return Stage.PUBLISHED if timezone.now() < self.final_at else Stage.FINAL

    @property
    def rules(self) -> Game:
        """The game with this event's house rules, as most of its tables play it."""
        return self.make_rules(self.players)

    def make_rules(self, players: int | None) -> Game:
        """The game with this event's house rules for a table of so many; None is the game's usual number."""
        return make_game(self.game, preset=self.preset, options=self.options, players=players)


class Entry(models.Model):
    """Who is ranked in an event: a player or a pair. The same players are the same entry in all its rounds."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(_("name"), max_length=2 * LONGEST_NAME + 3)
    players = models.ManyToManyField(Player, related_name="entries")
    #: The players' numbers in order, `3+17`: the database then holds an entry to be the only one of its players.
    players_key = models.CharField(max_length=100, editable=False)
    #: The team it is, where teams play; its players are then the squad. Its key is `t` and the team's number.
    team = models.ForeignKey("league.Team", on_delete=models.PROTECT, related_name="entries", null=True, blank=True)
    division = models.ForeignKey(
        "league.Division", on_delete=models.PROTECT, related_name="entries", null=True, blank=True
    )
    #: Where it stands before the first round: 1 is the strongest.
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    #: The first round that it does not play any more; what it played stays.
    withdrawn_from = models.PositiveSmallIntegerField(_("withdrawn from round"), null=True, blank=True)
    withdrawn_reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        ordering = ("name", "pk")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(fields=("event", "players_key"), name="one_entry_per_players"),
            models.CheckConstraint(
                condition=models.Q(withdrawn_from__isnull=True) | ~models.Q(withdrawn_reason=""),
                name="withdrawn_entry_has_reason",
            ),
        )

    def __str__(self) -> str:
        return self.name
