"""Every page of the site, in each state that looks different: its URL name, its address, and who goes there.

tests/web/test_every_page_is_visited.py holds that no page is forgotten: a URL name stands here, or in NO_PAGES with the
reason why there is nothing to look at. What stands in braces is filled from tests/browser/pages/site.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tests.browser.pages.site import HANDS

LEAGUE, EVENT = "/leagues/{league}/", "/events/{event}/"
SEASON = "/leagues/{league}/seasons/{season}/"
TABLE, SECOND = "/events/{event}/round/1/table/1/", "/events/{event}/round/1/table/2/"
ERRORS, FIXTURES = "/errors/", "/events/{fixtures}/"
DONE, PLANNED = "/events/{done}/", "/events/{planned}/"
MEETING, ENTERED = "/events/{meeting}/", "/events/{entered}/"
CONFIRM, BOTH = "/events/{by_confirm}/round/1/table/1/", "/events/{by_both}/round/1/table/1/"


class Visit(Struct, frozen=True, kw_only=True):
    """A page: `name` of its URL, `visitor` as the site of these tests knows him, `status` of the answer.

    `sends` is a form that comes back with its faults. An address below ERRORS is that of a template.
    """

    name: str
    path: str
    visitor: str = "owner"
    status: int = 200
    sends: Mapping[str, str] = {}


def visit(name: str, path: str, visitor: str = "owner", status: int = 200, /, **sends: str) -> Visit:
    """A line of the lists below."""
    return Visit(name=name, path=path, visitor=visitor, status=status, sends=sends)


#: Pages of errors that are made without an address: the templates at the root, and two of our own.
ERROR_TEMPLATES = (
    "400.html", "403.html", "403_csrf.html", "404.html", "413.html", "429.html", "500.html", "league/open_locked.html",
    "league/unprintable.html",
)  # fmt: skip

ACCOUNT = (
    visit("account_login", "/accounts/login/", "nobody"),
    visit("account_login", "/accounts/login/", "nobody", login="nobody", password="wrong"),
    visit("account_inactive", "/accounts/inactive/", "nobody"),
    visit("account_signup", "/accounts/signup/", "nobody"),
    visit("account_signup", "/accounts/signup/", "invited"),
    visit("account_reauthenticate", "/accounts/reauthenticate/", "admin"),
    visit("account_email", "/accounts/email/"),
    visit("account_email_verification_sent", "/accounts/confirm-email/", "nobody"),
    visit("account_confirm_email", "/accounts/confirm-email/nonsense/", "nobody"),
    visit("account_change_password", "/accounts/password/change/"),
    visit("account_reset_password", "/accounts/password/reset/", "nobody"),
    visit("account_reset_password_from_key", "/accounts/password/reset/key/1-nonsense/", "nobody"),
    visit("account_reset_password_from_key_done", "/accounts/password/reset/key/done/", "nobody"),
    visit("account_reset_password_done", "/accounts/password/reset/done/", "nobody"),
    visit("mfa_authenticate", "/accounts/2fa/authenticate/", "half"),
    visit("mfa_reauthenticate", "/accounts/2fa/reauthenticate/", "scorer"),
    visit("mfa_activate_totp", "/accounts/2fa/totp/activate/", "admin"),
    visit("mfa_deactivate_totp", "/accounts/2fa/totp/deactivate/", "scorer"),
    visit("mfa_view_recovery_codes", "/accounts/2fa/recovery-codes/"),
    visit("mfa_generate_recovery_codes", "/accounts/2fa/recovery-codes/generate/"),
    visit("mfa_list_webauthn", "/accounts/2fa/webauthn/"),
    visit("mfa_list_webauthn", "/accounts/2fa/webauthn/", "admin"),
    visit("mfa_add_webauthn", "/accounts/2fa/webauthn/add/"),
    visit("mfa_reauthenticate_webauthn", "/accounts/2fa/webauthn/reauthenticate/"),
    visit("mfa_remove_webauthn", "/accounts/2fa/webauthn/keys/{key}/remove/", "scorer"),
    visit("mfa_edit_webauthn", "/accounts/2fa/webauthn/keys/{key}/edit/", "scorer"),
    visit("usersessions_list", "/accounts/sessions/"),
    visit("league:account", "/account/"),
    visit("league:account", "/account/", "outsider"),
    visit("league:token", "/account/token/"),
    visit("league:join", "/join/{secret}/", "outsider"),
    visit("league:join", "/join/nonsense/", "nobody", 404),
)

LEAGUES = (
    visit("league:home", "/"),
    visit("league:home", "/", "nobody"),
    visit("league:league-new", "/leagues/new/"),
    visit("league:league-new", "/leagues/new/", "owner", 422, name=""),
    visit("league:league", LEAGUE),
    visit("league:league", LEAGUE, "nobody"),
    visit("league:league-edit", f"{LEAGUE}edit/"),
    visit("league:players", f"{LEAGUE}players/"),
    visit("league:player-edit", f"{LEAGUE}players/{{player}}/"),
    visit("league:players-merge", f"{LEAGUE}players/merge/"),
    visit("league:players-merge", f"{LEAGUE}players/merge/?player={{double}}&into={{player}}"),
    visit("league:players-merge", f"{LEAGUE}players/merge/?player={{third}}&into={{player}}"),
    visit("league:player-record", f"{LEAGUE}players/{{player}}/record/"),
    visit("league:player-record", f"{LEAGUE}players/{{champion}}/record/", "nobody"),
    visit("league:player-record", f"{LEAGUE}players/{{double}}/record/"),
    visit("league:player-games", f"{LEAGUE}players/{{champion}}/record/games/", "nobody"),
    visit("league:player-games", f"{LEAGUE}players/{{champion}}/record/games/?game=grand&count=bids_made"),
    visit("league:ratings", f"{LEAGUE}ratings/", "nobody"),
    visit("league:season-new", f"{LEAGUE}seasons/new/"),
    visit("league:event-new", f"{LEAGUE}events/new/"),
    visit("league:event-new", f"{LEAGUE}events/new/?game=grand"),
    visit("league:members", f"{LEAGUE}members/"),
    visit("league:log", f"{LEAGUE}log/"),
    visit("league:league-infractions", f"{LEAGUE}infractions/"),
    visit("league:player-infractions", f"{LEAGUE}players/{{player}}/infractions/"),
    visit("league:entry-infractions", f"{EVENT}entries/{{entry}}/infractions/"),
)

SEASONS = (
    visit("league:season", SEASON),
    visit("league:season", f"{LEAGUE}seasons/{{autumn}}/", "nobody"),
    visit("league:season-edit", f"{LEAGUE}seasons/{{autumn}}/edit/"),
    visit("league:season-edit", f"{SEASON}edit/", "owner", 422, action="rules", counts="places", places="x"),
    visit("league:season-place", f"{LEAGUE}seasons/{{autumn}}/standings/{{player}}/", "nobody"),
    visit("league:season-decisions", f"{LEAGUE}seasons/{{autumn}}/decisions/"),
    visit("league:season-prizes", f"{LEAGUE}seasons/{{autumn}}/prizes/"),
    visit("league:season-prizes-edit", f"{SEASON}prizes/edit/?preset=hall"),
    visit("league:event-prizes", f"{DONE}prizes/", "nobody"),
    visit("league:event-prizes-edit", f"{DONE}prizes/edit/"),
)

EVENTS = (
    visit("league:event", EVENT),
    visit("league:event", DONE, "nobody"),
    visit("league:event-edit", f"{EVENT}edit/"),
    visit("league:results", f"{EVENT}results/"),
    visit("league:results", f"{DONE}results/"),
    visit("league:round-new", f"{EVENT}rounds/new/"),
    visit("league:check-in", f"{EVENT}check-in/"),
    visit("league:check-in", "/events/{seven-handed-euchre}/check-in/"),
    visit("league:check-in", f"{EVENT}check-in/", "owner", 409, action="name", name="Konstantinos"),
    visit("league:check-in-list", f"{EVENT}check-in/list/"),
    visit("league:check-in-person", f"{EVENT}check-in/{{player}}/"),
    visit("league:check-in-person", f"{EVENT}check-in/{{player}}/", "owner", 422, action="stay", table="x"),
    visit("league:plan", f"{PLANNED}plan/"),
    visit("league:plan", f"{PLANNED}plan/", "nobody"),
    visit("league:plan", f"{EVENT}plan/"),
    visit("league:plan-new", f"{PLANNED}plan/new/"),
    visit("league:plan-new", f"{PLANNED}plan/new/?format=rotation&rounds=4"),
    visit("league:plan-player", f"{PLANNED}plan/players/{{player}}/", "nobody"),
    visit("league:matches", f"{MEETING}matches/"),
    visit("league:matches", f"{MEETING}matches/", "nobody"),
    visit("league:matches", f"{EVENT}matches/"),
    visit("league:match-plan", f"{ENTERED}matches/plan/"),
    visit("league:match-plan", f"{ENTERED}matches/plan/", "owner", 422, games="0"),
    visit("league:match", f"{MEETING}matches/2/1/"),
    visit("league:match", f"{MEETING}matches/1/2/"),
    visit("league:bracket", f"{MEETING}bracket/"),
    visit("league:bracket", f"{EVENT}bracket/", "nobody"),
    visit("league:entries", f"{ENTERED}entries/"),
    visit("league:entries", f"{MEETING}entries/", "nobody"),
    visit("league:board", f"{EVENT}board/"),
    visit("league:board", "/events/{by_both}/board/"),
    visit("league:call-answer", f"{EVENT}calls/{{call}}/"),
    visit("league:call-answer", f"{DONE}calls/{{done_call}}/"),
    visit("league:links", f"{EVENT}links/"),
    visit("league:links", f"{DONE}links/"),
    visit("league:event-import", f"{EVENT}import/"),
    visit("league:event-import-job", f"{EVENT}imports/{{job}}/"),
    visit("league:event-import-job", f"{DONE}imports/{{refused}}/"),
    visit("league:event-history", f"{EVENT}history/"),
    visit("league:standing", f"{EVENT}standings/{{entry}}/"),
    visit("league:standing-rules", f"{EVENT}standings/rules/"),
    visit("league:standing-decisions", f"{EVENT}standings/decisions/"),
    visit("league:paper-event", f"{EVENT}paper/"),
    visit("league:projector", f"{EVENT}projector/"),
    visit("league:clock", f"{EVENT}round/1/clock/"),
)

TEAMS = (
    visit("league:teams", f"{LEAGUE}teams/"),
    visit("league:teams", f"{LEAGUE}teams/", "nobody"),
    visit("league:teams", f"{LEAGUE}teams/", "owner", 422, action="add", name="Ants"),
    visit("league:team", f"{LEAGUE}teams/{{team}}/"),
    visit("league:team", f"{LEAGUE}teams/{{team}}/", "nobody"),
    visit("league:event-teams", f"{FIXTURES}teams/"),
    visit("league:fixtures", f"{FIXTURES}fixtures/"),
    visit("league:fixtures", f"{FIXTURES}fixtures/", "nobody"),
    visit("league:fixtures-new", f"{FIXTURES}fixtures/new/?legs=4&every=7&first_day=2026-04-07"),
    visit("league:match-night", f"{FIXTURES}fixtures/1/1/"),
    visit("league:match-night", f"{FIXTURES}fixtures/2/1/", "nobody"),
    visit("league:match-night", f"{FIXTURES}fixtures/1/1/", "owner", 422, action="open"),
    visit("league:promotion", f"{FIXTURES}promotion/"),
)

TABLES = (
    visit("league:table", TABLE),
    visit("league:table", TABLE, "owner", 409, action="save", key="late", position="1", maker="N", tricks="5"),
    visit("league:table", TABLE, "owner", 422, action="save", key="none", position="6"),
    visit("league:table", TABLE, "nobody"),
    visit("league:table", TABLE, "link"),
    visit("league:table", "/events/{done}/round/1/table/1/"),
    visit("league:table", CONFIRM, "north confirm"),
    visit("league:table", CONFIRM, "east confirm"),
    visit("league:table", BOTH, "east both"),
    visit("league:table-side", f"{BOTH}side/", "east both"),
    visit("league:table-say", f"{BOTH}say/1/", "east both"),
    visit("league:call", f"{TABLE}call/", "link"),
    visit("league:seats", f"{SECOND}seats/"),
    visit("league:paper", f"{TABLE}paper/"),
    visit("league:paper", f"{SECOND}paper/"),
    visit("league:table-history", f"{TABLE}history/"),
    visit("league:hand", f"{TABLE}hands/1/"),
    visit("league:hand", f"{TABLE}hands/4/"),
    visit("league:hand-insert", f"{TABLE}hands/1/before/"),
)

GAMES = tuple(
    visit(name, f"/events/{{{game}}}/{page}")
    for game in HANDS
    for name, page in (
        ("league:event", ""),
        ("league:table", "round/1/table/1/"),
        ("league:hand", "round/1/table/1/hands/1/"),
        ("league:paper", "round/1/table/1/paper/"),
        ("league:round-new", "rounds/new/"),
    )
) + tuple(
    visit("league:table", f"/events/{{{game}-finished}}/round/1/table/1/") for game in ("grand", "seven-handed-euchre")
)  # fmt: skip

GUIDES = (
    visit("league:games", "/games/", "nobody"),
    visit("league:game", "/games/land-grant-euchre/?event={event}"),
    visit("league:game", "/games/grand/", "nobody"),
    visit("league:game", "/games/yukon/", "nobody"),
    visit("league:install", "/install/", "nobody"),
    visit("league:offline", "/offline/", "nobody"),
    visit("league:waiting", "/waiting/", "nobody"),
    visit("league:open-code", "/open/", "nobody"),
    visit("error", "/nowhere/", "nobody", 404),
    visit("error", f"{LEAGUE}log/", "player", 403),
    *(
        visit("error", f"{ERRORS}{template}", "nobody", int(template[:3]) if template[:3].isdigit() else 400)
        for template in ERROR_TEMPLATES
    ),
)

PARTS: Mapping[str, tuple[Visit, ...]] = {
    "account": ACCOUNT, "leagues": LEAGUES, "seasons": SEASONS, "events": EVENTS, "teams": TEAMS, "tables": TABLES,
    "games": GAMES, "guides": GUIDES,
}  # fmt: skip

#: URL name -> why there is no page of its own to look at.
NO_PAGES: Mapping[str, str] = {
    "healthz": "two words for a machine",
    "news": "a stream of news",
    "account_logout": "by GET it goes on to the first page, where nobody is logged in; the key is on every page",
    "account_request_reauthentication_code": "codes by mail are off: it goes on or is not found",
    "account_confirm_reauthentication_code": "codes by mail are off: it goes on or is not found",
    "account_confirm_login_code": "codes by mail are off: it goes on to the log-in",
    "account_set_password": "who has a password is sent on to changing it; whoever has none has the same form",
    "league:team-calendar": "a calendar file",
    "league:event-calendar": "a calendar file",
    "mfa_index": "goes on to the page of the account",
    "mfa_download_recovery_codes": "a text file",
    "mfa_login_webauthn": "what a script asks, and where a form is sent",
    "set_language": "only sent by the keys in the foot of every page",
    "league:theme": "only sent by the keys in the foot of every page",
    "league:authority": "a certificate",
    "league:manifest": "JSON for the browser",
    "league:worker": "a script",
    "league:live": "a stream of news",
    "league:table-live": "a stream of news",
    "league:event-export-table": "a CSV file",
    "league:season-table": "a CSV file",
    "league:season-workbook": "a workbook",
    "league:season-sheet": "a PDF file",
    "league:season-prizes-sheet": "a PDF file",
    "league:event-prizes-sheet": "a PDF file",
    "league:event-export-workbook": "a workbook",
    "league:event-export-sheets": "JSON lines",
    "league:table-sheet": "a PDF file",
    "league:plan-cards": "a PDF file",
    "league:plan-chart": "a PDF file",
    "league:round-sheets": "a PDF file",
    "league:spare-sheets": "a PDF file; what it says instead of one is among the errors",
    "league:open-link": "goes on to the table",
    "league:table-leave": "only sent",
    "league:table-words": "a part of the table's page, asked for by htmx",
    "league:short-event": "goes on to the event",
    "league:short-table": "goes on to the table",
    "api:docs": "Swagger UI, which is not ours; tests/browser/test_api_documentation.py opens it",
}

#: The whole of the API but its documentation answers programs, in JSON.
NO_PAGES_UNDER = "api:"
