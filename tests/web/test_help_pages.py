"""The help page of each game: whole in both languages, safe to show, and where the reasons of a hand lead to."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from league.help_pages import find_file, read_page
from league.models import Event, League, Player, Table
from league.services.setup import create_event
from rules.catalog import GAMES
from scoring.declared import list_house_rules
from tests.api.test_every_game import HANDS
from tests.web.conftest import record
from tests.web.playing import address, open_table

LANGUAGES = ("en", "ru")
ROOT = Path(__file__).resolve().parents[2]

every_page = pytest.mark.parametrize(("key", "language"), [(key, lang) for key in sorted(GAMES) for lang in LANGUAGES])

#: What a game's rules write into `rule=`: the anchors of its lines.
RULE = re.compile(r"rule=\"([a-z0-9-]+)\"")


class PageReader(HTMLParser):
    """Collects ids, links, attributes that no page may have, and the codes that are marked."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str | None] = []
        self.tags: set[str] = set()
        self.inline: list[str] = []
        self.regions: list[str | None] = []
        self.marked: list[str] = []
        self.codes: list[str] = []
        self._classes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.tags.add(tag)
        self.inline.extend(name for name in said if name == "style" or name.startswith("on"))
        if "id" in said:
            self.ids.append(str(said["id"]))
        if tag == "a":
            self.links.append(said.get("href"))
        if said.get("role") == "region":
            self.regions.append(said.get("aria-label"))
        self._classes.append((said.get("class") or "") if tag == "code" else "-")

    def handle_endtag(self, tag: str) -> None:
        self._classes.append("-")

    def handle_data(self, data: str) -> None:
        if self._classes and self._classes[-1] != "-":
            (self.marked if "in-force" in self._classes[-1] else self.codes).append(data)


def read(html: str) -> PageReader:
    reader = PageReader()
    reader.feed(html)
    return reader


def list_rules(key: str) -> set[str]:
    """The anchors that the lines of a game name, and that of a ruling."""
    module = GAMES[key].__module__.rpartition(".")[2]
    files = (ROOT / "rules").glob(f"{module}*.py")
    return {anchor for file in files for anchor in RULE.findall(file.read_text(encoding="utf-8"))} | {"rulings"}


@every_page
def test_every_game_has_a_page_in_every_language(key: str, language: str) -> None:
    file = find_file(key, language=language)
    assert file.is_file(), file
    page = read_page(key, language=language)
    assert page.language == language, f"docs/games/ru/{key}.md is missing"
    assert page.title.strip()
    assert "# " not in page.html
    assert "{#" not in page.html + page.title + "".join(heading.text for heading in page.headings)


@every_page
def test_a_page_holds_nothing_that_the_content_policy_stops(key: str, language: str) -> None:
    reader = read(read_page(key, language=language).html)
    assert not reader.inline
    assert not reader.tags & {"script", "style", "img", "iframe", "h1"}


@every_page
def test_every_heading_is_an_anchor_of_its_own_and_every_link_leads_somewhere(key: str, language: str) -> None:
    page = read_page(key, language=language)
    reader = read(page.html)
    anchors = [heading.anchor for heading in page.headings]
    assert reader.ids == anchors
    assert len(set(anchors)) == len(anchors)
    assert len(set(reader.regions)) == len(reader.regions), "each table has a name of its own"
    for link in reader.links:
        assert link is not None, "a link to a file that is no page of the site"
        other, _hash, anchor = link.partition("#")
        if other.startswith("https://"):
            continue
        target = other.strip("./") or key
        assert target in GAMES, link
        known = {heading.anchor for heading in read_page(target, language=language).headings}
        assert not anchor or anchor in known, link


@pytest.mark.parametrize("key", sorted(GAMES))
def test_both_languages_have_the_same_sections_in_the_same_order(key: str) -> None:
    english, russian = ([(h.level, h.anchor) for h in read_page(key, language=lang).headings] for lang in LANGUAGES)
    assert russian == english


@every_page
def test_every_rule_that_a_line_names_is_on_the_page(key: str, language: str) -> None:
    anchors = {heading.anchor for heading in read_page(key, language=language).headings}
    assert list_rules(key) <= anchors


@every_page
def test_every_house_rule_value_and_preset_is_named(key: str, language: str) -> None:
    reader = read(read_page(key, language=language).html)
    named = set(reader.codes)
    kind = GAMES[key]
    rules = list_house_rules(kind)
    wanted = {str(value) for rule in rules for value in rule.choices} | {rule.name for rule in rules} | {*kind.presets}
    text = find_file(key, language=language).read_text(encoding="utf-8")
    missing = [value for value in wanted - named if not is_in_a_range(value, text)]
    assert not missing


def is_in_a_range(value: str, text: str) -> bool:
    """Whether a page names a whole number between others, "`100` to `150`", in whatever language."""
    ranges = re.findall(r"`(\d+)` \w+ `(\d+)`", text)
    return value.isdigit() and any(int(low) <= int(value) <= int(high) for low, high in ranges)


@every_page
def test_both_languages_say_the_same_codes(key: str, language: str) -> None:
    """What stands in code (keys, values) is never translated: a page that lacks one lacks a sentence."""
    here, english = (set(read(read_page(key, language=lang).html).codes) for lang in (language, "en"))
    assert here == english


@every_page
def test_the_values_in_force_are_marked(key: str, language: str) -> None:
    kind = GAMES[key]
    plain = {rule.name: rule.default for rule in list_house_rules(kind)}
    marked = read(read_page(key, language=language, rules=plain).html).marked
    assert sorted(marked) == sorted(str(value) for value in plain.values())
    for rule in list_house_rules(kind):
        other = {**plain, rule.name: rule.choices[-1]}
        marked = read(read_page(key, language=language, rules=other).html).marked
        assert sorted(marked) == sorted(str(value) for value in other.values()), rule.name
    assert not read(read_page(key, language=language).html).marked


@pytest.mark.django_db
@every_page
def test_the_page_is_open_to_everybody_in_both_languages(key: str, language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    answer = client.get(f"/games/{key}/")
    assert answer.status_code == 200
    page = read_page(key, language=language)
    assert page.html in answer.content.decode()
    assert f"<h1>{page.title}</h1>" in answer.content.decode()
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))


@pytest.mark.django_db
def test_the_list_has_every_game() -> None:
    text = Client().get("/games/").content.decode()
    for key, kind in GAMES.items():
        assert f'href="/games/{key}/"' in text
        assert kind.title in text
    assert 'href="/games/"' in Client().get("/").content.decode(), "the footer leads there"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/games/poker/", "/games/LAND-GRANT-EUCHRE/"])
def test_a_game_that_is_not_there_is_not_found(path: str) -> None:
    assert Client().get(path).status_code == 404


def test_the_house_rules_of_an_event_are_shown(league: League) -> None:
    options = {"warning_scope": "season"}
    event = create_event(league, name="Fair", game="land-grant-euchre", preset="fair-renege", options=options,
                         by=None, source="web")  # fmt: skip
    answer = Client().get(f"/games/{event.game}/?event={event.slug}")
    text = answer.content.decode()
    assert "the side, for the whole season" in text
    assert set(read(text).marked) >= {"season", "4"}
    assert "League rules, 4 points for a defender&#x27;s renege against a loner" in text
    assert f'href="/events/{event.slug}/"' in text


@pytest.mark.parametrize("slug", ["none", "secret", "", "a\0b", "x" * 5000])
def test_an_event_that_the_visitor_may_not_see_only_leaves_its_house_rules_out(closed_table: Table, slug: str) -> None:
    answer = Client().get("/games/land-grant-euchre/", {"event": slug})
    assert answer.status_code == 200
    assert "Secret" not in answer.content.decode()
    assert not read(answer.content.decode()).marked


def test_members_see_the_house_rules_of_a_closed_league(closed_table: Table, log_in: Callable[[str], Client]) -> None:
    path = f"/games/land-grant-euchre/?event={closed_table.event.slug}"
    assert "Secret" in log_in("player").get(path).content.decode()


def test_event_form_and_every_reason_lead_to_the_page(event: Event, table: Table, scorer: Client) -> None:
    record(table, {"maker": "N", "tricks": 5, "infractions": [{"kind": "table_talk", "offender": "W"}]})
    page = "/games/land-grant-euchre/"
    shown = scorer.get(f"/events/{event.slug}/round/1/table/1/").content.decode()
    links = [link for link in read(shown).links if link and link.startswith(page)]
    assert links == [f"{page}?event=tuesday", f"{page}?event=tuesday#warnings", f"{page}?event=tuesday#points"]
    assert f'href="{page}?event=tuesday"' in scorer.get(f"/events/{event.slug}/").content.decode()


def test_raw_html_is_shown_as_text_and_a_page_that_is_not_translated_is_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "docs" / "games"
    folder.mkdir(parents=True)
    text = (
        "# Title\n\n## One & `two`\n\n<script>alert(1)</script> <b>x</b> [bad](javascript:alert(1)) [on](../x.md)\n\n"
        "|  | b |\n|---|---:|\n| 1 | 2 |\n\n| a |\n|---|\n| 1 |\n\n## Три {#three}\n\n![x](http://x/y.png)\n"
    )
    (folder / "land-grant-euchre.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(settings, "BASE_DIR", tmp_path)
    page = read_page("land-grant-euchre", language="ru")
    reader = read(page.html)
    assert (page.language, page.title) == ("en", "Title")
    assert reader.ids == ["one--two", "three"]
    assert [heading.text for heading in page.headings] == ["One & two", "Три"]
    assert not reader.tags & {"script", "b", "img"}
    assert not reader.inline
    assert reader.links == [None, "http://x/y.png"]
    assert "[bad](javascript:alert(1))" in page.html
    assert '<td class="num">2</td>' in page.html
    assert '<td></td>\n<th class="num">b</th>' in page.html
    assert reader.regions == ["One & two", "One & two (2)"]
    with translation.override("ru"):
        assert read_page("land-grant-euchre", language="en") == page


@pytest.mark.parametrize("key", sorted(HANDS))
def test_the_reasons_of_every_game_lead_to_its_page(
    key: str, league: League, players: list[Player], scorer: Client
) -> None:
    table = open_table(league, players, game=key)
    facts, _points = HANDS[key]
    record(table, facts, {"ruling": {"points": {table.rules.sides[0]: 1}, "reason": "Late"}})
    page = f"/games/{key}/?event={table.event.slug}#"
    links = {link for link in read(scorer.get(address(table)).content.decode()).links if link}
    anchors = {link.removeprefix(page) for link in links if link.startswith(page)}
    assert anchors >= {"rulings"}
    assert len(anchors) > 1
    assert anchors <= {heading.anchor for heading in read_page(key, language="ru").headings}
