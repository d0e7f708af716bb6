"""Who may read and send each page: one row an address. A new page needs a row here. What follows a # in the name of a
row tells it from another row of the same address.

A row says the right that reading needs, and for each `action` of its forms the right that sending it needs. All else,
who has that right in which league, comes from the one table of rights in league/access.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

#: Rights of no league: whoever comes; whoever is logged in, and the others go to the log-in; whoever has an account.
EVERYBODY, LOGGED_IN, ACCOUNT = "everybody", "logged in", "account"

LEAGUE, EVENT = "/leagues/{league}/", "/events/{event}/"
TABLE = "/events/{event}/round/{round}/table/{number}/"
OF_TABLE = "events/<slug:slug>/round/<int:round_number>/table/<int:number>/"
CORRECTIONS = {"save": "correct", "preview": "correct", "misdeal": "correct"}
SEASON, OF_SEASON = f"{LEAGUE}seasons/{{season}}/", "leagues/<slug:slug>/seasons/<slug:season>/"
OF_EVENT, OF_LEAGUE = "events/<slug:slug>/", "leagues/<slug:slug>/"


class Page(Struct, frozen=True, kw_only=True):
    """An address and the rights that it needs.

    `read` is "" where it can only be sent; `write` is action -> right, and empty where it can only be read. `fields`
    are what a form sends beside its action, with names of objects in braces. `odd` are answers beside 2xx and 3xx
    that who has the right may get from a form, or from a page that needs more than the world of these tests has.
    """

    path: str
    read: str = "see"
    write: Mapping[str, str] = {}
    fields: Mapping[str, Mapping[str, str]] = {}
    odd: tuple[int, ...] = ()

    @property
    def is_at_table(self) -> bool:
        """Whether a link to the table opens it."""
        return self.path.startswith(TABLE)


def door(path: str, *, read: str = EVERYBODY, write: str = EVERYBODY, odd: tuple[int, ...] = ()) -> Page:
    """A page of allauth with one form."""
    return Page(path=path, read=read, write={"": write} if write else {}, odd=odd)


PAGES: Mapping[str, Page] = {
    # --- open to everybody, or to everybody who is logged in
    "": Page(path="/", read=EVERYBODY),
    "healthz": Page(path="/healthz", read=EVERYBODY),
    # A signed address is all that it needs: tests/web/test_news.py tries who gets one, and who loses it.
    "news/<str:token>/": Page(path="/news/nonsense/", read=EVERYBODY, odd=(403,)),
    "install/": Page(path="/install/", read=EVERYBODY),
    "install/authority.crt": Page(path="/install/authority.crt", read=EVERYBODY, odd=(404,)),
    "manifest.webmanifest": Page(path="/manifest.webmanifest", read=EVERYBODY),
    "sw.js": Page(path="/sw.js", read=EVERYBODY),
    "offline/": Page(path="/offline/", read=EVERYBODY),
    "waiting/": Page(path="/waiting/", read=EVERYBODY),
    "games/": Page(path="/games/", read=EVERYBODY),
    "games/<slug:key>/": Page(path="/games/grand/", read=EVERYBODY),
    "theme/": Page(path="/theme/", read="", write={"": EVERYBODY}),
    "language/setlang/": Page(path="/language/setlang/", read=EVERYBODY, write={"": EVERYBODY}),
    "open/": Page(path="/open/", read=EVERYBODY, write={"": EVERYBODY}),
    "t/<str:token>/": Page(path="/t/{token}/", read=EVERYBODY),
    "join/<str:secret>/": Page(path="/join/{secret}/", read=EVERYBODY, write={"": ACCOUNT}),
    "leagues/new/": Page(path="/leagues/new/", read=ACCOUNT, write={"": ACCOUNT}),
    "account/": Page(path="/account/", read=LOGGED_IN),
    "account/token/": Page(path="/account/token/", read=LOGGED_IN, write={"make": LOGGED_IN, "revoke": LOGGED_IN}),
    # --- leagues
    OF_LEAGUE: Page(path=LEAGUE),
    f"{OF_LEAGUE}edit/": Page(path=f"{LEAGUE}edit/", read="set_up", write={"": "set_up"}),
    f"{OF_LEAGUE}players/": Page(path=f"{LEAGUE}players/", write={"add": "set_up", "check": "set_up"}),
    f"{OF_LEAGUE}players/<int:number>/": Page(
        path=f"{LEAGUE}players/{{player}}/", read="set_up", write={"": "set_up"}, fields={"": {"name": "Mallory"}}
    ),
    f"{OF_LEAGUE}players/merge/": Page(
        path=f"{LEAGUE}players/merge/",
        read="set_up",
        write={"merge": "set_up", "split": "set_up"},
        fields={
            "merge": {"player": "{player}", "into": "{player}", "reason": "one person"},
            "split": {"player": "{player}", "reason": "two people"},
        },
    ),
    f"{OF_LEAGUE}players/<int:number>/record/": Page(path=f"{LEAGUE}players/{{player}}/record/"),
    f"{OF_LEAGUE}players/<int:number>/record/games/": Page(path=f"{LEAGUE}players/{{player}}/record/games/"),
    f"{OF_LEAGUE}ratings/": Page(path=f"{LEAGUE}ratings/", odd=(404,)),
    f"{OF_LEAGUE}seasons/new/": Page(path=f"{LEAGUE}seasons/new/", read="set_up", write={"": "set_up"}),
    OF_SEASON: Page(path=SEASON),
    f"{OF_SEASON}edit/": Page(
        path=f"{SEASON}edit/", read="set_up", write=dict.fromkeys(("rules", "dates", "make-up"), "set_up"),
        fields={"dates": {"name": "Autumn"}},
    ),
    f"{OF_SEASON}standings/<int:number>/": Page(path=f"{SEASON}standings/{{player}}/"),
    f"{OF_SEASON}decisions/": Page(
        path=f"{SEASON}decisions/",
        write=dict.fromkeys(("adjust", "settle", "cancel-adjustment", "cancel-decision"), "rule"),
        fields={
            "adjust": {"number": "{player}", "amount": "1", "unit": "points", "reason": "late", "seen": "0"},
            "cancel-adjustment": {"row": "1", "reason": "wrong"}, "cancel-decision": {"row": "1", "reason": "wrong"},
        },
        odd=(404,),
    ),
    f"{OF_SEASON}standings.csv": Page(path=f"{SEASON}standings.csv"),
    f"{OF_SEASON}standings.xlsx": Page(path=f"{SEASON}standings.xlsx"),
    f"{OF_SEASON}standings.pdf": Page(path=f"{SEASON}standings.pdf"),
    f"{OF_SEASON}prizes/": Page(path=f"{SEASON}prizes/"),
    f"{OF_SEASON}prizes/edit/": Page(
        path=f"{SEASON}prizes/edit/", read="set_up", write={"save": "set_up", "add": "set_up"},
        fields={"save": {"rows": "0", "odd_cents": "pot", "pot": "10"}},
    ),
    f"{OF_SEASON}prizes.pdf": Page(path=f"{SEASON}prizes.pdf"),
    f"{OF_LEAGUE}events/new/": Page(path=f"{LEAGUE}events/new/", read="set_up", write={"": "set_up"}),
    f"{OF_LEAGUE}log/": Page(path=f"{LEAGUE}log/", read="set_up"),
    f"{OF_LEAGUE}infractions/": Page(path=f"{LEAGUE}infractions/", read="record"),
    f"{OF_LEAGUE}players/<int:number>/infractions/": Page(
        path=f"{LEAGUE}players/{{player}}/infractions/", read="record"
    ),
    f"{OF_LEAGUE}members/": Page(
        path=f"{LEAGUE}members/",
        read="invite",
        write={"": "invite", "remove": "invite", "invite": "invite", "revoke": "invite"},
        fields={
            "": {"member": "{member}", "role": "admin"},
            "remove": {"member": "{member}"},
            "invite": {"role": "admin", "days": "7"},
            "revoke": {"invitation": "{invitation}"},
        },
    ),
    # --- events
    OF_EVENT: Page(path=EVENT),
    f"{OF_EVENT}edit/": Page(path=f"{EVENT}edit/", read="set_up", write={"": "set_up", "close": "set_up"}),
    f"{OF_EVENT}results/": Page(
        path=f"{EVENT}results/", read="publish",
        write={"publish": "publish", "finalise": "publish", "confirm": "publish", "reopen": "reopen"},
    ),
    f"{OF_EVENT}prizes/": Page(path=f"{EVENT}prizes/"),
    f"{OF_EVENT}prizes/edit/": Page(
        path=f"{EVENT}prizes/edit/", read="set_up", write={"save": "set_up", "add": "set_up"},
        fields={"save": {"rows": "0", "odd_cents": "pot", "pot": "10"}},
    ),
    f"{OF_EVENT}prizes.pdf": Page(path=f"{EVENT}prizes.pdf"),
    f"{OF_EVENT}standings/<int:number>/": Page(path=f"{EVENT}standings/{{entry}}/"),
    f"{OF_EVENT}standings/rules/": Page(
        path=f"{EVENT}standings/rules/", read="set_up", write={"set": "set_up", "usual": "set_up"},
    ),
    f"{OF_EVENT}standings/decisions/": Page(
        path=f"{EVENT}standings/decisions/",
        write={"adjust": "rule", "settle": "rule", "cancel-adjustment": "rule", "cancel-decision": "rule"},
        fields={
            "adjust": {"entry": "{entry}", "amount": "-1", "unit": "points", "reason": "late", "key": "k"},
            "cancel-adjustment": {"adjustment": "{adjustment}", "reason": "it had come"},
            "cancel-decision": {"decision": "{decision}", "reason": "played again"},
        },
    ),
    f"{OF_EVENT}board/": Page(path=f"{EVENT}board/", read="rule"),
    f"{OF_EVENT}check-in/": Page(
        path=f"{EVENT}check-in/",
        read="check_in",
        write=dict.fromkeys(("tap", "name", "another", "expect", "all", "seated"), "check_in"),
        fields={
            "tap": {"who": "come {player} -"},
            "name": {"name": "Somebody new"},
            "another": {"name": "Somebody new"},
        },
    ),
    f"{OF_EVENT}check-in/list/": Page(path=f"{EVENT}check-in/list/", read="check_in"),
    f"{OF_EVENT}check-in/<int:number>/": Page(
        path=f"{EVENT}check-in/{{player}}/",
        read="check_in",
        write=dict.fromkeys(("come", "leave", "absent", "undo", "stand-in", "share", "alone", "stay"), "check_in"),
        fields={"stay": {"table": "1"}},
        odd=(422,),
    ),
    f"{OF_EVENT}live/<slug:view>/#check-in": Page(path=f"{EVENT}live/check-in/", read="check_in"),
    f"{OF_EVENT}calls/<int:number>/": Page(path=f"{EVENT}calls/{{call}}/", read="rule", write={"": "rule"}),
    f"{OF_EVENT}entries/<int:number>/infractions/": Page(path=f"{EVENT}entries/{{entry}}/infractions/", read="record"),
    f"{OF_EVENT}history/": Page(path=f"{EVENT}history/"),
    f"{OF_EVENT}paper/": Page(path=f"{EVENT}paper/", read="record"),
    f"{OF_EVENT}projector/": Page(path=f"{EVENT}projector/"),
    f"{OF_EVENT}live/<slug:view>/": Page(path=f"{EVENT}live/event/"),
    f"{OF_EVENT}live/<slug:view>/#admin": Page(path=f"{EVENT}live/event-admin/", read="set_up"),
    f"{OF_EVENT}round/<int:round_number>/clock/": Page(
        path=f"{EVENT}round/{{round}}/clock/",
        write=dict.fromkeys(("start", "pause", "go-on", "add-1", "add-5", "less-1", "stop"), "set_up"),
        fields={"start": {"minutes": "50"}},
    ),
    f"{OF_EVENT}links/": Page(
        path=f"{EVENT}links/",
        read="set_up",
        write={"make": "set_up", "renew": "set_up", "extend": "set_up", "revoke": "set_up", "revoke-round": "set_up"},
        fields={
            "make": {"round": "{round}"}, "renew": {"table": "{table}"}, "extend": {"table": "{table}"},
            "revoke": {"table": "{table}"}, "revoke-round": {"round": "{round}"},
        },
    ),
    f"{OF_EVENT}rounds/new/": Page(path=f"{EVENT}rounds/new/", read="set_up", write={"": "set_up"}),
    f"{OF_LEAGUE}teams/": Page(
        path=f"{LEAGUE}teams/", write={"add": "set_up", "transfers": "set_up"}, fields={"add": {"name": "Crows"}}
    ),
    f"{OF_LEAGUE}teams/<int:number>/": Page(
        path=f"{LEAGUE}teams/{{team}}/",
        write={"edit": "set_up", "join": "set_up", "leave": "set_up"},
        fields={"edit": {"name": "Crows"}, "join": {"names": "Mallory", "on": "2026-03-03"}},
        odd=(404,),
    ),
    f"{OF_LEAGUE}teams/<int:number>/fixtures.ics": Page(path=f"{LEAGUE}teams/{{team}}/fixtures.ics"),
    f"{OF_EVENT}teams/": Page(
        path="/events/{fixtures}/teams/",
        read="set_up",
        write=dict.fromkeys(("rules", "divisions", "enter", "move", "remove", "withdraw", "return"), "set_up"),
        fields={
            action: {"entry": "{team_entry}", "divisions": "One", "from_round": "1", "reason": "gone"}
            for action in ("divisions", "move", "remove", "withdraw", "return")
        },
    ),
    f"{OF_EVENT}fixtures/": Page(
        path="/events/{fixtures}/fixtures/", write={"": "set_up"}, fields={"": {"day": "1", "to": "2026-05-05"}}
    ),
    f"{OF_EVENT}fixtures/new/": Page(
        path="/events/{fixtures}/fixtures/new/", read="set_up", write={"": "set_up"},
        fields={"": {"legs": "2", "every": "7"}}, odd=(409,),
    ),
    f"{OF_EVENT}fixtures/<int:round_number>/<int:number>/": Page(
        path="/events/{fixtures}/fixtures/1/1/",
        write=dict.fromkeys(("open", "on", "sign", "postpone"), "set_up"),
        fields={"sign": {"names": "Mallory", "side": "home"}},
    ),
    f"{OF_EVENT}fixtures.ics": Page(path="/events/{fixtures}/fixtures.ics"),
    f"{OF_EVENT}promotion/": Page(
        path="/events/{fixtures}/promotion/",
        read="set_up",
        write={"": "set_up"},
        fields={"": {"name": "Next", "key": "k", "seen": "0"}},
    ),
    f"{OF_EVENT}plan/": Page(
        path="/events/{planned}/plan/", write={"": "set_up"}, fields={"": {"number": "1"}}
    ),
    f"{OF_EVENT}plan/new/": Page(
        path="/events/{planned}/plan/new/",
        read="set_up",
        write={"": "set_up"},
        fields={"": {"format": "redraw", "seen_version": "1", "seen_round": "1", "reason": "Lots"}},
    ),
    f"{OF_EVENT}plan/players/<int:number>/": Page(path="/events/{planned}/plan/players/{player}/"),
    f"{OF_EVENT}plan/chart.pdf": Page(path="/events/{planned}/plan/chart.pdf"),
    f"{OF_EVENT}plan/cards.pdf": Page(path="/events/{planned}/plan/cards.pdf"),
    f"{OF_EVENT}matches/": Page(
        path=f"{EVENT}matches/", write=dict.fromkeys(("open", "next", "again", "seat"), "set_up"), odd=(422,)
    ),
    f"{OF_EVENT}matches/plan/": Page(
        path=f"{EVENT}matches/plan/", read="set_up", write={"": "set_up", "take": "set_up"}, odd=(422,)
    ),
    f"{OF_EVENT}matches/<int:round_number>/<int:number>/": Page(
        path=f"{EVENT}matches/1/1/", write=dict.fromkeys(("end", "back", "game"), "rule"), odd=(404, 422)
    ),
    f"{OF_EVENT}bracket/": Page(path=f"{EVENT}bracket/"),
    f"{OF_EVENT}entries/": Page(
        path=f"{EVENT}entries/",
        write=dict.fromkeys(("add", "seeds", "withdraw", "return"), "set_up"),
        fields={"add": {"names": "Zoe & Zack"}, "withdraw": {"entry": "{entry}", "from_round": "2", "reason": "ill"}},
        odd=(422,),
    ),
    f"{OF_EVENT}import/": Page(path=f"{EVENT}import/", read="set_up", write={"": "set_up"}),
    f"{OF_EVENT}imports/<int:pk>/": Page(path=f"{EVENT}imports/{{job}}/", read="set_up"),
    f"{OF_EVENT}export.csv": Page(path=f"{EVENT}export.csv"),
    f"{OF_EVENT}export.xlsx": Page(path=f"{EVENT}export.xlsx"),
    f"{OF_EVENT}export.jsonl": Page(path=f"{EVENT}export.jsonl"),
    f"{OF_EVENT}sheets.pdf": Page(path=f"{EVENT}sheets.pdf"),
    f"{OF_EVENT}round/<int:round_number>/sheets.pdf": Page(path=f"{EVENT}round/{{round}}/sheets.pdf"),
    "e/<int:pk>": Page(path="/e/{event_pk}"),
    # --- tables
    OF_TABLE: Page(
        path=TABLE,
        write={
            "save": "record", "preview": "record", "misdeal": "record", "undo": "record", "time": "record",
            "go-on": "record", "passed-out": "record", "ruling": "rule",
        },
        fields={"undo": {"position": "1"}},
    ),
    f"{OF_TABLE}seats/": Page(path=f"{TABLE}seats/", read="set_up", write={"": "set_up"}),
    f"{OF_TABLE}call/": Page(path=f"{TABLE}call/", read="call", write={"call": "call", "withdraw": "call"}),
    f"{OF_TABLE}paper/": Page(
        path=f"{TABLE}paper/",
        read="record",
        write={"save": "record", "undo": "record", "ruling": "rule", "time": "record", "go-on": "record"},
    ),
    f"{OF_TABLE}history/": Page(path=f"{TABLE}history/"),
    f"{OF_TABLE}hands/<int:position>/": Page(
        path=f"{TABLE}hands/{{position}}/", read="correct", write=CORRECTIONS
    ),
    f"{OF_TABLE}hands/<int:position>/before/": Page(
        path=f"{TABLE}hands/{{position}}/before/", read="correct", write=CORRECTIONS
    ),
    f"{OF_TABLE}words/": Page(
        path=f"{TABLE}words/", read="record",
        write={"accept": "confirm", "accept-all": "confirm", "confirm": "confirm"},
    ),
    f"{OF_TABLE}live/": Page(path=f"{TABLE}live/"),
    f"{OF_TABLE}leave/": Page(path=f"{TABLE}leave/", read="", write={"": "see"}),
    f"{OF_TABLE}sheet.pdf": Page(path=f"{TABLE}sheet.pdf"),
    "t/<int:pk>": Page(path="/t/{table}"),
    # --- log-in and account: allauth asks for the log-in, or once more for the password, by going on to it
    "accounts/login/": door("/accounts/login/"),
    "accounts/logout/": door("/accounts/logout/"),
    "accounts/inactive/": door("/accounts/inactive/", write=""),
    "accounts/signup/": door("/accounts/signup/"),
    "accounts/reauthenticate/": door("/accounts/reauthenticate/", read=LOGGED_IN, write=LOGGED_IN, odd=(403,)),
    "accounts/reauthenticate/code/": door(
        "/accounts/reauthenticate/code/", read=LOGGED_IN, write=LOGGED_IN, odd=(403, 404)
    ),
    "accounts/reauthenticate/code/confirm/": door(
        "/accounts/reauthenticate/code/confirm/", read=LOGGED_IN, write=LOGGED_IN, odd=(403, 404)
    ),
    "accounts/email/": door("/accounts/email/", read=LOGGED_IN, write=LOGGED_IN),
    "accounts/confirm-email/": door("/accounts/confirm-email/", write=""),
    "accounts/^confirm-email/(?P<key>[-:\\w]+)/$": door("/accounts/confirm-email/nonsense/", odd=(404,)),
    "accounts/password/change/": door("/accounts/password/change/", read=LOGGED_IN, write=LOGGED_IN),
    "accounts/password/set/": door("/accounts/password/set/", read=LOGGED_IN, write=LOGGED_IN),
    "accounts/password/reset/": door("/accounts/password/reset/", write=""),
    "accounts/login/code/confirm/": door("/accounts/login/code/confirm/"),
    "accounts/password/reset/key/done/": door("/accounts/password/reset/key/done/", write=""),
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": door(
        "/accounts/password/reset/key/1-nonsense/"
    ),
    "accounts/password/reset/done/": door("/accounts/password/reset/done/", write=""),
    "accounts/2fa/": Page(path="/accounts/2fa/", read=EVERYBODY, write={"": EVERYBODY}),
    "accounts/2fa/authenticate/": door("/accounts/2fa/authenticate/"),
    "accounts/2fa/reauthenticate/": door(
        "/accounts/2fa/reauthenticate/", read=LOGGED_IN, write=LOGGED_IN, odd=(403,)
    ),
    "accounts/2fa/totp/activate/": door("/accounts/2fa/totp/activate/", read=LOGGED_IN, write=LOGGED_IN, odd=(403,)),
    "accounts/2fa/totp/deactivate/": door(
        "/accounts/2fa/totp/deactivate/", read=LOGGED_IN, write=LOGGED_IN, odd=(404,)
    ),
    "accounts/2fa/recovery-codes/": door("/accounts/2fa/recovery-codes/", read=LOGGED_IN, write="", odd=(404,)),
    "accounts/2fa/recovery-codes/generate/": door(
        "/accounts/2fa/recovery-codes/generate/", read=LOGGED_IN, write=LOGGED_IN, odd=(403,)
    ),
    "accounts/2fa/recovery-codes/download/": door(
        "/accounts/2fa/recovery-codes/download/", read=LOGGED_IN, write="", odd=(404,)
    ),
    "accounts/2fa/webauthn/": door("/accounts/2fa/webauthn/", read=LOGGED_IN, write=""),
    "accounts/2fa/webauthn/add/": door("/accounts/2fa/webauthn/add/", read=LOGGED_IN, write=LOGGED_IN, odd=(403,)),
    "accounts/2fa/webauthn/reauthenticate/": door(
        "/accounts/2fa/webauthn/reauthenticate/", read=LOGGED_IN, write=LOGGED_IN, odd=(403,)
    ),
    "accounts/2fa/webauthn/keys/<int:pk>/remove/": door(
        "/accounts/2fa/webauthn/keys/1/remove/", read=LOGGED_IN, write=LOGGED_IN, odd=(403, 404)
    ),
    "accounts/2fa/webauthn/keys/<int:pk>/edit/": door(
        "/accounts/2fa/webauthn/keys/1/edit/", read=LOGGED_IN, write=LOGGED_IN, odd=(403, 404)
    ),
    "accounts/2fa/webauthn/login/": door("/accounts/2fa/webauthn/login/"),
    "accounts/sessions/": door("/accounts/sessions/", read=LOGGED_IN, write=LOGGED_IN),
}  # fmt: skip

#: Pages that a phone with the table's link may use, and nobody else: not even who may do all in the league.
FOR_LINKS: Mapping[str, Page] = {
    f"{OF_TABLE}side/": Page(path=f"{TABLE}side/", read="link", write={"": "link"}),
    # Only in leagues in which both sides enter, and for a phone that has chosen a side: in this world nobody.
    f"{OF_TABLE}say/<int:position>/": Page(path=f"{TABLE}say/{{position}}/", read="side", write={"": "side"}),
}
