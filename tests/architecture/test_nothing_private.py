"""Nothing in the project belongs to one machine or one person: no paths, registries or passwords."""

import re
from pathlib import Path

import pytest

from tests.architecture.files import ROOT, read_texts

# Folders that are somebody's own. Written so that these lines do not match themselves.
PERSONAL_PATH = re.compile(r"(?<![\w.*/])/(?:root|home|work|Users|tmp)/[\w.]")
REGISTRY = re.compile(r"pythonhosted\.org|pypi\.org|npmjs\.(?:org|com)|deb\.debian\.org|archive\.ubuntu\.com")
LOGIN_IN_ADDRESS = re.compile(r"\w://[^\s/:@'\"{}$<>]+:[^\s/@'\"{}$<>]+@")
PRIVATE_KEY = re.compile(r"BEGIN (?:[A-Z]+ )?PRIVATE KEY")

PATTERNS = {
    "a path of one machine": PERSONAL_PATH,
    "a package registry": REGISTRY,
    "a password in an address": LOGIN_IN_ADDRESS,
    "a private key": PRIVATE_KEY,
}


def find_matches(text: str, pattern: re.Pattern[str]) -> list[str]:
    return [match.group() for match in pattern.finditer(text)]


@pytest.mark.parametrize("what", PATTERNS)
def test_no_file_holds(what: str) -> None:
    found = {str(path): hits for path, text in read_texts() if (hits := find_matches(text, PATTERNS[what]))}
    assert not found, what


def test_no_file_holds_the_place_of_this_checkout() -> None:
    places = {str(ROOT), str(Path.home())} - {"/"}
    found = [str(path) for path, text in read_texts() if any(f"{place}/" in text for place in places)]
    assert not found


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a path of one machine", "open('/{}/ann/x')".format("home")),
        ("a path of one machine", "see /{}/main".format("work")),
        ("a package registry", "https://{}.org/simple".format("pypi")),
        ("a password in an address", "postgres{}ann:secret@db/x".format("://")),
        ("a private key", "-----BEGIN {} KEY-----".format("PRIVATE")),
    ],
)
def test_patterns_find_what_they_are_for(what: str, text: str) -> None:
    assert find_matches(text, PATTERNS[what])


@pytest.mark.parametrize("text", ["/api/v1/leagues/", "https://scores.example.org/home", "postgres:///oddtrick"])
def test_patterns_leave_ordinary_text_alone(text: str) -> None:
    assert not any(find_matches(text, pattern) for pattern in PATTERNS.values())
