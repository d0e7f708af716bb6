"""The site's own web server on the database of the test, to be killed; and phones that speak to it over HTTP."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from msgspec import Struct
from rest_framework.authtoken.models import Token

from config.network import find_free_port
from config.site_programs import describe_web_server
from league.models import Table
from tests.worker import ROOT, describe_test_database

START_SECONDS = 60
#: How long a phone waits for an answer before it takes the connection for broken.
ANSWER_SECONDS = 15


class NoAnswerError(Exception):
    """The connection broke, or the server had no answer: nobody knows whether anything was stored."""


class Answer(Struct, frozen=True, kw_only=True):
    """A status, a body and the cookies that came with it."""

    status: int
    body: str
    cookies: Mapping[str, str] = {}


class KillableSite:
    """The web server as `manage.py serve` starts it, by itself: no supervisor revives what a test kills."""

    def __init__(self, folder: Path) -> None:
        self.port = find_free_port()
        self._log = (folder / "web.log").open("ab")
        self._environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": describe_test_database(),
            "VAR_DIR": str(folder),
            "SECRET_KEY": settings.SECRET_KEY,
            "ALLOWED_HOSTS": "127.0.0.1",
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it answers."""
        self._process = subprocess.Popen(
            describe_web_server(host="127.0.0.1", port=self.port).command,
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            assert self._process.poll() is None, "the server ended by itself"
            try:
                if self.ask("GET", "/api/v1/games/").status == 200:
                    return
            except NoAnswerError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the server and to whatever it has started."""
        assert self._process is not None
        os.killpg(self._process.pid, number)

    def freeze(self) -> None:
        """Stop it where it stands, and wait until all of it stands still (Linux only)."""
        self.signal(signal.SIGSTOP)
        deadline = time.monotonic() + START_SECONDS
        while set(self._list_states()) - {"T"} and time.monotonic() < deadline:
            time.sleep(0.001)
        assert set(self._list_states()) == {"T"}

    def _list_states(self) -> list[str]:
        """The state of each process of the server's group, as the kernel names it: T is stopped."""
        assert self._process is not None
        states = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _parent, group = path.read_text().rpartition(")")[2].split()[:3]
            except OSError:  # gone meanwhile
                continue
            if int(group) == self._process.pid and state != "Z":
                states.append(state)
        return states

    def kill(self) -> None:
        """End it at once, as a power cut does."""
        self.signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def close(self) -> None:
        """End what is left."""
        if self._process is not None and self._process.poll() is None:
            self.kill()
        self._log.close()

    def ask(self, method: str, path: str, *, body: str = "", headers: Mapping[str, str] | None = None) -> Answer:
        """One request on a connection of its own. Raises NoAnswerError where it breaks or the server fails."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        try:
            connection.request(method, path, body=body.encode() or None, headers=dict(headers or {}))
            response = connection.getresponse()
            text = response.read().decode()
            cookies = dict(each.split(";")[0].split("=", 1) for each in response.headers.get_all("Set-Cookie") or ())
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswerError(str(error)) from error
        finally:
            connection.close()
        if response.status >= 500:
            raise NoAnswerError(f"{response.status}: {text[:200]}")
        return Answer(status=response.status, body=text, cookies=cookies)


class ApiPhone:
    """A phone that speaks the API with a token and a key for each hand."""

    def __init__(self, site: KillableSite, user: User) -> None:
        self._site = site
        self._token = Token.objects.get_or_create(user=user)[0].key

    def find_next(self, table: Table) -> int:
        """The place that is next, as the site says."""
        answer = self._ask("GET", f"/api/v1/tables/{table.pk}/")
        return int(json.loads(answer.body)["next_position"])

    def send(self, table: Table, facts: Mapping[str, Any], *, position: int, key: str) -> Answer:
        """Send a hand."""
        body = json.dumps({"position": position, "facts": facts})
        return self._ask("POST", f"/api/v1/tables/{table.pk}/deals/", body=body, key=key)

    def _ask(self, method: str, path: str, *, body: str = "", key: str = "") -> Answer:
        headers = {"Authorization": f"Token {self._token}", "Content-Type": "application/json"}
        return self._site.ask(method, path, body=body, headers=headers | ({"Idempotency-Key": key} if key else {}))


class FormPhone:
    """A browser without scripts that fills in the form on the page of a table."""

    def __init__(self, site: KillableSite, user: User) -> None:
        self._site = site
        client = Client()
        client.force_login(user)
        self._session = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        self._csrf: dict[str, str] = {}

    def find_next(self, table: Table) -> int:
        """The place that is next, as the form says."""
        answer = self._site.ask("GET", _find_page(table), headers={"Cookie": self._session})
        self._csrf = {
            "cookie": answer.cookies[settings.CSRF_COOKIE_NAME],
            "token": _read_input(answer.body, "csrfmiddlewaretoken"),
        }
        return int(_read_input(answer.body, "position"))

    def send(self, table: Table, facts: Mapping[str, Any], *, position: int, key: str) -> Answer:
        """Send the form: what was filled in, its own key, and the place that the page showed."""
        form = {"csrfmiddlewaretoken": self._csrf["token"], "key": key, "position": position, "action": "save", **facts}
        headers = {
            "Cookie": f"{self._session}; {settings.CSRF_COOKIE_NAME}={self._csrf['cookie']}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return self._site.ask("POST", _find_page(table), body=urlencode(form, doseq=True), headers=headers)


class PaperPhone(FormPhone):
    """The same with a line of the page for entry from paper."""

    def send(self, table: Table, facts: Mapping[str, Any], *, position: int, key: str) -> Answer:
        """Send one line."""
        texts = {name: "".join(value) if isinstance(value, list) else value for name, value in facts.items()}
        form = {"csrfmiddlewaretoken": self._csrf["token"], "line": key, "position": position}
        form |= {f"{key}.{name}": text for name, text in texts.items()}
        headers = {
            "Cookie": f"{self._session}; {settings.CSRF_COOKIE_NAME}={self._csrf['cookie']}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return self._site.ask("POST", f"{_find_page(table)}paper/", body=urlencode(form), headers=headers)


def _find_page(table: Table) -> str:
    return f"/events/{table.event.slug}/round/{table.round.number}/table/{table.number}/"


def _read_input(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None, f"no input {name}"
    return unescape(found[1])
