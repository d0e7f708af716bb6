"""Every message is translated, the same things are put into it, and what is compiled is what was translated."""

from __future__ import annotations

import ast
import os
import shutil
from pathlib import Path

import polib
import pytest
from django.conf import settings

from tests.architecture.files import ROOT, list_project_files
from tests.architecture.message_files import (
    COMMAND,
    Key,
    copy_sources,
    count_placeholders,
    find_file,
    list_forms,
    make_messages,
    read_messages,
)

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]

AGAIN = "see docs/translating.md for how to bring the translations up to date"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(language: str) -> None:
    messages = read_messages(find_file(language)).values()
    assert messages
    assert not [entry.msgid for entry in messages if not entry.translated()], AGAIN
    assert not [entry.msgid for entry in messages if entry.fuzzy], "somebody who speaks the language must look at these"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_is_filled_with_the_same_as_the_english_text(language: str) -> None:
    differing = [
        (entry.msgid, form)
        for entry in read_messages(find_file(language)).values()
        for form in list_forms(entry)
        if count_placeholders(form) != count_placeholders(entry.msgid_plural or entry.msgid)
    ]
    assert not differing


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_marked_by_how_they_are_filled(language: str) -> None:
    """A per cent sign or a brace that fills nothing is not to be marked, or msgfmt refuses a right translation."""
    for entry in read_messages(find_file(language)).values():
        signs = count_placeholders(entry.msgid_plural or entry.msgid)
        kinds = {"python-brace-format" if sign[0] == "{" else "python-format" for sign in signs}
        assert {flag for flag in entry.flags if flag.startswith("python-")} == kinds, entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_was_translated(language: str) -> None:
    compiled = polib.mofile(str(find_file(language, suffix="mo")))
    texts = {(entry.msgctxt or None, entry.msgid): list_forms(entry) for entry in compiled}
    messages = read_messages(find_file(language))
    assert texts == {key: list_forms(entry) for key, entry in messages.items()}, AGAIN
    assert compiled.metadata["Plural-Forms"] == polib.pofile(str(find_file(language))).metadata["Plural-Forms"]


#: Messages that are added to a copy of the sources, to see that they would be found.
ADDED = {
    "rules/added.py": 'from rules.game import gettext_noop\n\nTEXT = gettext_noop("Added to {rules}")\n',
    "league/web/added.py": "from django.utils.translation import gettext as _\n\n\ndef say() -> str:\n"
    '    return _("Added to a page")\n',
    "templates/league/added.html": '{% load i18n %}{% translate "Added to a template" context "test" %}\n',
}
ADDED_KEYS: set[Key] = {(None, "Added to {rules}"), (None, "Added to a page"), ("test", "Added to a template")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sources_say_nothing_that_is_not_there_to_translate(language: str, tmp_path: Path) -> None:
    """What makemessages finds in a copy of the sources are the messages of the .po file, and those just added."""
    if shutil.which("xgettext") is None:
        what = "no xgettext on this machine (Debian package gettext): new messages are not looked for"
        pytest.fail(what) if os.environ.get("CI") == "true" else pytest.skip(what)
    copy_sources(tmp_path)
    for name, text in ADDED.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    make_messages(tmp_path, language=language)
    found = set(read_messages(find_file(language, within=tmp_path)))
    known = set(read_messages(find_file(language)))
    assert found - known == ADDED_KEYS, AGAIN
    assert not known - found, f"no longer said anywhere; {AGAIN}"


#: What marks a message for gettext.
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "pgettext", "npgettext"}


def find_hidden_messages(source: str) -> list[int]:
    """The lines on which a message stands inside an f-string, where xgettext does not look."""
    return [
        call.lineno
        for text in ast.walk(ast.parse(source))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in MARKS
        and any(isinstance(argument, ast.Constant) for argument in call.args)
    ]


def test_no_message_is_hidden_in_an_f_string() -> None:
    assert find_hidden_messages("""text = f"{pgettext('letter', 'F')}"\nsaid = f"{_(template)}" + _("Said")\n""") == [1]
    hidden = {
        str(path): lines
        for path in list_project_files()
        if path.suffix == ".py" and path.parts[0] != "tests"
        if (lines := find_hidden_messages((ROOT / path).read_text(encoding="utf-8")))
    }
    assert hidden == {}


def test_the_guide_gives_the_command_that_is_tested() -> None:
    name, *options = COMMAND
    guide = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
    assert f"manage.py {name} -l ru {' '.join(options)}" in guide
