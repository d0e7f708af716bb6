"""The sheets on paper: read back by pdftotext, as a picture, and by a reader of QR codes."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from msgspec.structs import replace
from pytest_django.fixtures import Settings

from league.models import Event
from league.printing.tally import build_document, build_spare_sheet, list_table_sheets
from league.printing.typesetting import SHEETS_AT_ONCE, typeset
from tests.printing.conftest import EVENING, SeatTable
from tests.printing.paper import Word, draw_page, find_collisions, list_fonts, read_codes, read_pages, read_text

#: The paper's inner edges in millimetres, and where the dealer's column ends.
A4 = {"left": 11, "right": 199, "bottom": 297}
LETTER = {"left": 11, "right": 204.9, "bottom": 279.4}
DEALER_ENDS = 38.5

WHOLE_GAME = (
    {"maker": "S", "tricks": 4}, {"maker": "W", "tricks": 5, "alone": True}, {"maker": "N", "tricks": 2},
    {"maker": "E", "tricks": 3}, {"maker": "E", "tricks": 5}, {"maker": "N", "tricks": 5}, {"maker": "W", "tricks": 4},
)  # fmt: skip

SCRIPTS = {
    "Анастасия Ёлкина": "NotoSans",
    "Αλέξανδρος Παπαδόπουλος": "NotoSans",
    "Nguyễn Thị Hồng": "NotoSans",
    "محمد الأمين": "NotoSansArabic",
    "יעקב לוי": "OpenSans",
    "王小明": "NotoSansCJK",
    "山田 さくら": "NotoSansCJK",
    "김민준": "NotoSansCJK",
}

LONG = "Maximiliana Theodora Wolfeschlegelsteinhausenbergerdorff von und zu Hohenzollern-Sigmaringen-Altona"


def print_tables(event: Event, *, is_blank: bool = False, paper: str = "a4") -> bytes:
    sheets = list_table_sheets(event.tables.all(), is_blank=is_blank)
    return typeset(build_document(event, sheets, paper=paper))


def find_words(page: Iterable[Word], text: str) -> list[Word]:
    return [word for word in page if word.text == text]


def list_row(page: list[Word], number: int) -> list[Word]:
    """The words on the line of a hand, from left to right; small print beside may stand on several lines."""
    # The number stands in the first column; the scoring key below has figures there, too.
    mark = min((word for word in find_words(page, str(number)) if word.right < 18.5), key=lambda word: word.top)
    height = mark.middle[1]
    return sorted((word for word in page if abs(word.middle[1] - height) < 1.5), key=lambda word: word.left)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_nothing_is_printed_over_anything_in_any_language(
    language: str, paper: str, event: Event, seat: SeatTable
) -> None:
    event.options = {"loner_renege_by_defender": 4}
    event.save()
    seat([LONG, "W" * 100, "Фёдор Достоевский", "Dee"], deals=EVENING, event=event)
    seat(["Eve", "Fay", "Gus", "Hal"], number=2, deals=WHOLE_GAME, event=event)
    with translation.override(language):
        pages = read_pages(print_tables(event, paper=paper))
    assert len(pages) == 2
    assert [find_collisions(page) for page in pages] == [[], []]


@pytest.mark.parametrize("longer", [1, 2, 3, 4])
def test_a_wordy_key_keeps_clear_of_the_score(longer: int, event: Event, seat: SeatTable) -> None:
    seat(deals=EVENING)
    document = build_document(event, list_table_sheets(event.tables.all(), is_blank=False), paper="a4")
    form = document.forms["4"]
    keys = tuple(
        replace(key, rows=tuple((*row[:-1], " ".join([row[-1], "more"] * longer)) for row in key.rows))
        for key in form.keys
    )
    (page,) = read_pages(typeset(replace(document, forms={"4": replace(form, keys=keys)})))
    assert find_collisions(page) == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("is_blank", [True, False])
def test_a_game_is_one_page_within_the_margins(is_blank: bool, paper: str, event: Event, seat: SeatTable) -> None:
    seat(deals=EVENING)
    pages = read_pages(print_tables(event, is_blank=is_blank, paper=paper))
    edges = A4 if paper == "a4" else LETTER
    assert len(pages) == 1
    assert all(word.left >= edges["left"] - 0.1 and word.right <= edges["right"] + 0.1 for word in pages[0])
    assert max(word.bottom for word in pages[0]) < edges["bottom"] - 3


def test_the_longest_game_is_one_page(event: Event, seat: SeatTable) -> None:
    level = [{"maker": maker, "tricks": 3} for maker in "NESWNESWNESWNESWNE"]
    seat(deals=[*level, {"maker": "S", "tricks": 3}])
    (page,) = read_pages(print_tables(event))
    assert [word.text for word in list_row(page, 19) if 124 < word.left < 165] == ["1", "–", "10", "9"]


def test_a_game_with_many_misdeals_goes_on_on_a_second_page(event: Event, seat: SeatTable) -> None:
    seat(deals=[*({"misdeal": True} for _hand in range(40)), {"maker": "S", "tricks": 3}])
    first, second = read_pages(print_tables(event))
    for page in (first, second):
        assert {"Dealer", "Maker", "Alone", "Remarks"} <= {word.text for word in page}, "headings on every page"
    assert len(find_words(first, "Misdeal:")) + len(find_words(second, "Misdeal:")) == 40
    assert not find_words(first, "Signed")
    assert find_words(second, "Signed")
    for number, page in enumerate((first, second), start=1):
        assert f"Page {number} / 2" in " ".join(word.text for word in page)


def test_names_event_and_league_are_on_it(event: Event, seat: SeatTable) -> None:
    seat(number=7, round_number=3)
    text = read_text(print_tables(event))
    for words in ("Ann Perkins", "Bob", "Фёдор Достоевский", "Dee Łukasz", "Autumn evening", "Клуб Riverside"):
        assert words in text
    assert "Round 3" in text
    assert "Table 7" in text
    assert "First to 10" in text


@pytest.mark.parametrize(("name", "font"), SCRIPTS.items())
def test_every_script_is_set_in_its_font(name: str, font: str, event: Event, seat: SeatTable) -> None:
    seat([name, "Bob", "Cyd", "Dee"])
    pdf = print_tables(event)
    first = name.split()[0]
    # pdftotext gives the letters as they stand on the page: from left to right, Arabic and Hebrew too.
    assert (first[::-1] if font in ("NotoSansArabic", "OpenSans") else first) in read_text(pdf)
    fonts = list_fonts(pdf)
    assert any(found.startswith(font) for found in fonts)
    assert all(found.startswith(("NotoSans", "OpenSans")) for found in fonts), "a letter came from no chosen font"


def test_a_suit_sign_is_set_in_a_chosen_font(event: Event, seat: SeatTable) -> None:
    seat(deals=[{"maker": "N", "tricks": 3, "suit": suit} for suit in "CDHS"])
    pdf = print_tables(event)
    assert all(sign in read_text(pdf) for sign in "♣♦♥♠")
    assert all(found.startswith(("NotoSans", "OpenSans")) for found in list_fonts(pdf))


@pytest.mark.parametrize(
    "name",
    ['#read("/etc/passwd")', "*x* _y_ $z$", '"); #panic("', "<label> @ref \\ #", "= Heading", "{side} {0} %(side)s %s"],
)
def test_markup_in_a_name_prints_as_text(name: str, event: Event, seat: SeatTable) -> None:
    seat([name, "Bob", "Cyd", "Dee"], deals=[{"maker": "S", "infractions": [{"kind": "renege", "offender": "N"}]}])
    text = read_text(print_tables(event)).replace(" ", "")
    assert name.replace(" ", "") in text
    assert "root:" not in text


def test_markup_in_a_ruling_and_an_event_prints_as_text(event: Event, seat: SeatTable) -> None:
    Event.objects.filter(pk=event.pk).update(name='#include "tally.typ"')
    event.refresh_from_db()
    seat(deals=[{"ruling": {"points": {"NS": 1}, "reason": "#sys.inputs *now*", "by": "$x$"}}], event=event)
    text = read_text(print_tables(event))
    assert "Ruling: #sys.inputs *now* ($x$)" in text
    assert '#include "tally.typ"' in text


def test_a_long_name_is_cut_and_stays_in_its_place(event: Event, seat: SeatTable) -> None:
    long = "W" * 100
    seat([LONG, long, "Ы" * 98 + " i", "Dee"], deals=EVENING[:4])
    (page,) = read_pages(print_tables(event))
    assert all(word.right <= A4["right"] + 0.1 for word in page)
    dealers = [word for word in page if 18 < word.left < DEALER_ENDS and word.top > 60 and word.bottom < 230]
    assert len(dealers) > 30
    assert all(word.right <= DEALER_ENDS for word in dealers)
    assert any("…" in word.text for word in dealers)
    drawn = [word for word in page if word.top < 45 and word.left > 85 and word.right < 170]
    east = [word for word in drawn if word.text.startswith("WWW")]
    table = find_words(drawn, "Table")[0]
    assert east
    assert all(word.left > table.right for word in east)


def test_a_long_event_name_leaves_the_seats_alone(event: Event, seat: SeatTable) -> None:
    Event.objects.filter(pk=event.pk).update(name="Interminable " * 7)
    event.refresh_from_db()
    seat(event=event)
    (page,) = read_pages(print_tables(event))
    title = [word for word in find_words(page, "Interminable") if word.top < 40]
    north = min(find_words(page, "Perkins"), key=lambda word: word.top)
    assert title
    assert max(word.right for word in title) < north.left


def test_each_hand_has_its_figures(event: Event, seat: SeatTable) -> None:
    seat(deals=WHOLE_GAME)
    (page,) = read_pages(print_tables(event))
    figures = {
        1: ("1", "–", "1", "0"), 2: ("–", "4", "1", "4"), 3: ("–", "2", "1", "6"), 4: ("–", "1", "1", "7"),
        5: ("–", "2", "1", "9"), 6: ("2", "–", "3", "9"), 7: ("–", "1", "3", "10"),
    }  # fmt: skip
    for number, expected in figures.items():
        row = [word.text for word in list_row(page, number) if 124 < word.left < 165]
        assert tuple(row) == expected, f"hand {number}"
    text = " ".join(word.text for word in page)
    assert "Won by E–W: Bob & Dee Łukasz" in text


def test_just_the_recorded_boxes_are_black(event: Event, seat: SeatTable) -> None:
    seat(deals=WHOLE_GAME)
    pdf = print_tables(event)
    (page,) = read_pages(pdf)
    picture = draw_page(pdf)
    for number, deal in enumerate(WHOLE_GAME, start=1):
        boxes = [word for word in list_row(page, number) if DEALER_ENDS < word.left < 110 and word.text != "×"]
        assert [word.text for word in boxes] == [*"NESW", *"012345"]
        # Beside the letter, inside of the box: white on black where it is marked.
        black = [word.text for word in boxes if picture.is_dark(word.middle[0], word.top - 0.3, radius=0.4)]
        assert black == [deal["maker"], str(deal["tricks"])]


def test_the_code_opens_this_very_table(event: Event, seat: SeatTable, settings: Settings) -> None:
    settings.SITE_URL = "http://192.168.1.20:8000"
    tables = [seat(), seat(["Eve", "Fay", "Gus", "Hal"], number=2)]
    pdf = print_tables(event)
    for page, table in enumerate(tables, start=1):
        address = reverse("league:table", args=(event.slug, 1, table.number))
        assert read_codes(pdf, page=page) == [f"http://192.168.1.20:8000{address}"]
        words = {word.text for word in read_pages(pdf)[page - 1]}
        assert f"192.168.1.20:8000{reverse('league:short-table', args=(table.pk,))}" in words


def test_a_code_for_a_long_address_can_be_read(event: Event, seat: SeatTable, settings: Settings) -> None:
    settings.SITE_URL = "https://a-club-with-a-long-name.card-leagues.example.org"
    Event.objects.filter(pk=event.pk).update(slug="long-" * 15)
    event.refresh_from_db()
    table = seat(event=event)
    address = reverse("league:table", args=(event.slug, 1, table.number))
    assert read_codes(print_tables(event)) == [f"{settings.SITE_URL}{address}"]


def test_a_spare_sheet_leads_to_the_event_and_names_nobody(event: Event, settings: Settings) -> None:
    pdf = typeset(build_document(event, (build_spare_sheet(event),), paper="a4"))
    assert read_codes(pdf) == [f"{settings.SITE_URL}{reverse('league:event', args=(event.slug,))}"]
    (page,) = read_pages(pdf)
    assert not [word for word in page if DEALER_ENDS - 20 < word.left < DEALER_ENDS - 1 and 60 < word.top < 230]


def test_the_sheet_speaks_the_active_language(event: Event, seat: SeatTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every word of the page that is not somebody's name goes through gettext: in a made-up language all change."""
    seat(deals=EVENING)
    monkeypatch.setattr("django.utils.translation._trans.gettext", lambda message: f"¿{message}?")
    monkeypatch.setattr("django.utils.translation._trans.pgettext", lambda _context, message: f"¿{message}?")
    sheets = list_table_sheets(event.tables.all(), is_blank=False)
    document = build_document(event, sheets, paper="a4")
    form = document.forms["4"]
    texts = [
        form.game, form.house_rules, form.goal, *form.notes, *document.words.values(),
        *(column.title for column in form.columns), *(key.title for key in form.keys),
        *(cell for key in form.keys for cell in (*key.heads, *(row[1] for row in key.rows)) if cell),
        *(count.title for count in sheets[0].counts), sheets[0].outcome, sheets[0].recorded, sheets[0].code.caption,
        *(score.signed for score in sheets[0].scores), *(row.says for row in sheets[0].rows if row.says),
        *(seat_place.letter for seat_place in sheets[0].seats),
    ]  # fmt: skip
    assert all("¿" in text or text.isdigit() for text in texts), [text for text in texts if "¿" not in text]


def test_dates_and_the_language_of_the_document_follow_too(event: Event, seat: SeatTable) -> None:
    Event.objects.filter(pk=event.pk).update(held_on=datetime.date(2026, 11, 3))
    event.refresh_from_db()
    seat(event=event)
    with translation.override("ru"):
        assert "3 ноября 2026" in read_text(print_tables(event, is_blank=True))


def test_a_long_job_is_set_in_parts_and_in_order(event: Event) -> None:
    copies = 2 * SHEETS_AT_ONCE + 1
    sheet = build_spare_sheet(event)
    sheets = tuple(replace(sheet, table=str(number)) for number in range(1, copies + 1))
    pages = read_pages(typeset(build_document(event, sheets, paper="a4")))
    assert len(pages) == copies
    numbers = [
        next(word for word in page if word.text.isdigit() and word.top < 45 and word.left > 90).text for page in pages
    ]
    assert numbers == [str(number) for number in range(1, copies + 1)]


def test_sheets_that_are_set_at_once_do_not_mix(event: Event) -> None:
    sheet = build_spare_sheet(event)
    documents = [build_document(event, (replace(sheet, title=f"Hall{n}"),), paper="a4") for n in range(8)]
    with ThreadPoolExecutor(max_workers=4) as pool:
        pdfs = list(pool.map(typeset, documents))
    for number, pdf in enumerate(pdfs):
        assert {word for word in read_text(pdf).split() if word.startswith("Hall")} == {f"Hall{number}"}


def test_the_templates_say_nothing_themselves() -> None:
    """All words come in as data; the name of the program is the one exception."""
    folder = Path(__file__).resolve().parents[2] / "templates" / "print"
    templates = list(folder.iterdir())
    assert {path.suffix for path in templates} == {".typ"}
    for path in templates:
        code = "\n".join(line for line in path.read_text().splitlines() if not line.lstrip().startswith("//"))
        assert "@preview" not in code
        assert "read(" not in code
        words = re.findall(r"\[\s*([^\W\d_]{2,})", code) + re.findall(r'"([A-Z][^"]*)"', code)
        assert [word for word in words if word != "Odd Trick" and "Sans" not in word] == [], path.name


def test_a_real_final_is_printed_as_it_was_played(event: Event, seat: SeatTable, shared_folder: Path) -> None:
    """Reads ../shared/real, which may lie beside the checkout; skipped where it is missing."""
    played = json.loads((shared_folder / "real" / "euchre-final.sheet.json").read_text())
    seat(played["seats"].values(), deals=played["deals"])
    (page,) = read_pages(print_tables(event))
    assert [word.text for word in list_row(page, 13) if 124 < word.left < 165] == ["–", "2", "8", "10"]


def test_dealers_who_begin_alike_stay_different(event: Event, seat: SeatTable) -> None:
    names = ["W" * 40 + " AAAA", "W" * 40 + " BBBB", "Wolfeschlegelhaus", "Wolfeschlegelberg"]
    seat(names)
    (page,) = read_pages(print_tables(event))
    dealers = [list_row(page, number) for number in range(1, 5)]
    shorts = ["".join(word.text for word in row if 21 < word.left < DEALER_ENDS) for row in dealers]
    assert len(set(shorts)) == 4, shorts
    assert [short[-4:] for short in shorts] == ["AAAA", "BBBB", "haus", "berg"]
