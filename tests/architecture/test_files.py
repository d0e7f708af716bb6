"""A file has one subject: its name says which, and it is short enough to be read."""

from pathlib import Path

from tests.architecture.files import list_project_files, read_texts

# Names that say where something was put and not what it is.
NO_SUBJECT = {"base", "common", "helper", "helpers", "manager", "managers", "misc", "util", "utils"}
MOST_LINES = 500
USUAL_LINES = 250
# At most one file in this many may be longer than usual.
ONE_IN = 10


def count_lines() -> dict[Path, int]:
    return {
        path: len(text.splitlines())
        for path, text in read_texts()
        if path.suffix == ".py" and "migrations" not in path.parts
    }


def test_every_file_is_named_for_its_subject() -> None:
    nameless = [
        str(path)
        for path in list_project_files()
        if path.suffix == ".py" and ({path.stem.lower()} | {part.lower() for part in path.parts[:-1]}) & NO_SUBJECT
    ]
    assert not nameless


def test_no_file_is_too_long() -> None:
    too_long = {str(path): lines for path, lines in count_lines().items() if lines > MOST_LINES}
    assert not too_long, f"longer than {MOST_LINES} lines: split by subject"


def test_most_files_are_short() -> None:
    lines_of = count_lines()
    long = {str(path): lines for path, lines in lines_of.items() if lines > USUAL_LINES}
    assert len(long) * ONE_IN <= len(lines_of), f"too many files are longer than {USUAL_LINES} lines: {long}"
