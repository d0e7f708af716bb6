"""What a viewer is sent: all that changed since what he saw, and nothing else."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from league.live.channel import Channel
from league.live.pieces import Pieces
from league.templatetags.live import _MARK


def make_pieces(**parts: str) -> Pieces:
    places = "".join(f"<!--{_MARK}:{name}-->" for name in parts)
    return Pieces(root="live", frame=f'<div id="live">{places}</div>', parts=parts)


def read(message: bytes) -> dict[str, str]:
    name, _newline, data = message.decode().partition("\n")
    assert name == "event: parts"
    assert data.endswith("\n\n")
    parts: dict[str, str] = json.loads(data.removeprefix("data: "))["parts"]
    return parts


def test_who_has_seen_nothing_gets_the_whole() -> None:
    channel = Channel()
    channel.update(make_pieces(a="<i>1</i>", b="<i>2</i>"), stamp="1")
    assert read(channel.make_message(since=0)) == {"live": '<div id="live"><i>1</i><i>2</i></div>'}


def test_who_is_up_to_date_gets_nothing() -> None:
    channel = Channel()
    channel.update(make_pieces(a="1"), stamp="1")
    assert channel.make_message(since=channel.version) == b""


def test_only_the_part_that_changed_is_sent() -> None:
    channel = Channel()
    channel.update(make_pieces(a="1", b="1"), stamp="1")
    seen = channel.version
    channel.update(make_pieces(a="1", b="2"), stamp="2")
    assert read(channel.make_message(since=seen)) == {"b": "2"}


def test_a_change_that_shows_nowhere_sends_the_stamp_alone() -> None:
    channel = Channel()
    channel.update(make_pieces(a="1"), stamp="1")
    seen = channel.version
    channel.update(make_pieces(a="1"), stamp="2")
    assert read(channel.make_message(since=seen)) == {}
    assert b'"stamp":"2"' in channel.make_message(since=seen)


def test_a_part_more_is_a_new_whole() -> None:
    channel = Channel()
    channel.update(make_pieces(a="1"), stamp="1")
    seen = channel.version
    channel.update(make_pieces(a="1", b="1"), stamp="2")
    assert read(channel.make_message(since=seen)) == {"live": '<div id="live">11</div>'}


def test_the_same_message_is_made_once() -> None:
    channel = Channel()
    channel.update(make_pieces(a="1"), stamp="1")
    assert channel.make_message(since=0) is channel.make_message(since=0)


STATES = st.lists(st.dictionaries(st.sampled_from("abc"), st.sampled_from("xyz")), min_size=1, max_size=12)


@given(states=STATES, sleeps=st.lists(st.booleans(), min_size=12, max_size=12))
def test_however_long_a_viewer_sleeps_he_ends_with_what_is(states: list[dict[str, str]], sleeps: list[bool]) -> None:
    channel, since, shown = Channel(), 0, ""
    page: dict[str, str] = {}
    for number, parts in enumerate(states):
        pieces = make_pieces(**parts)
        channel.update(pieces, stamp=str(number))
        if sleeps[number] and number != len(states) - 1:
            continue
        got = read(channel.make_message(since=since))
        since = channel.version
        if "live" in got:
            page, shown = dict(parts), got["live"]
        else:
            page |= got
            shown = Pieces(root="live", frame=pieces.frame, parts=page).whole
        assert shown == pieces.whole


def test_what_a_page_was_told_to_say_names_its_version_and_nothing_else_does() -> None:
    channel, other = Channel(), Channel()
    for versions in (channel, other):
        versions.update(make_pieces(a="1"), stamp="1")
    seen = json.loads(channel.write_changes(since=0))["seen"]
    assert channel.find_version(seen) == 1
    assert other.find_version(seen) == 0
    name = seen.partition("-")[0]
    for made_up in ("", "-", name, f"{name}-", f"{name}-2", f"{name}--1", f"{name}-x", f"{name}-{'9' * 30}"):
        assert channel.find_version(made_up) == 0
