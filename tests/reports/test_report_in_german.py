"""A report in German: its pages say everything in German, and its files are what they are in English."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from appraise_gec.accounts.models import User
from appraise_gec.languages.catalogs import MANAGERS, read_catalog
from appraise_gec.words import in_readers_language, words
from rankings.models import Campaign, Report
from rankings.reports import services
from rankings.reports.figures import CHARTS
from rankings.reports.options import ReportOptions
from rankings.reports.presentation import SECTIONS
from rankings.reports.tables import DESCRIBED
from tests.factories import make_campaign, make_items, make_judge, make_ranking
from tests.languages.conftest import marking
from tests.languages.pseudo import CONTENT, NAME, unmarked

__all__ = ["marking"]
# Sources of reports, their tables and charts. The frame of the page has tests of its own.
SOURCES = re.compile(
    r"templates/(reports|presentation)/|rankings/(reports|tables|charts|analysis)/|appraise_gec/presentation/"
)
SAME = {"CSV", "JSON", "LaTeX", "Markdown", "SVG", "PDF", "PNG", "SHA", "Python", "NumPy", "SciPy"}
# Names that are the same in both languages, and words of one that the other has, too.
SHORTEST = 14


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """Three judges who do not always agree, of everything that there is to judge."""
    sentences = [f"Sentence {number}." for number in range(9)]
    outputs = {name: [f"{text} {name}" for text in sentences] for name in ("ALDER", "BIRCH", "CEDAR")}
    made = make_campaign(owner=alice, outputs=outputs, sentences=sentences)
    judges = [make_judge(made, name) for name in ("one", "two", "three")]
    for place, item in enumerate(make_items(made)):
        for number, judge in enumerate(judges):
            make_ranking(judge, item, () if (place + number) % 3 else [1] * item.outputs.count())
    return made


@pytest.fixture
def report(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    return computed(campaign, alice, run_jobs, ("validation",))


def computed(campaign: Campaign, alice: User, run_jobs: Callable[[], int], parts: tuple[str, ...]) -> Report:
    asked = ReportOptions(replicates=50, parts=parts)
    made = services.request_report(campaign, alice, asked).report
    run_jobs()
    made.refresh_from_db()
    return made


@pytest.fixture
def owner(client: Client, alice: User) -> Iterator[Client]:
    client.force_login(alice)
    yield client
    translation.deactivate()


def pages(report: Report) -> list[str]:
    """Every page of the report, with what its links ask for."""
    at = {key: report.get_absolute_url() for key in SECTIONS}
    for key in filter(None, SECTIONS):
        at[key] = reverse("reports:section", args=[report.campaign.slug, report.key, key])
    overview = reverse("reports:overview", args=[report.campaign.slug])
    return [*at.values(), overview, f"{at['judges']}?version=published", f"{at['head-to-head']}?test=sign"]


def spoken(page: str) -> str:
    """All texts of the page, and what it says aloud or where somebody points."""
    # The paragraph on methods is for a paper, in English.
    main = re.sub(r'<bdi lang="en">.*?</bdi>|<pre.*?</pre>', "", page.partition("<main")[2], flags=re.DOTALL)
    attributes = re.findall(r'(?:aria-label|title)="([^"]*)"', main)
    return unescape(" ".join([re.sub(r"<[^>]+>", "\n", main), *attributes]))


def english_pieces() -> set[str]:
    """What messages of reports that are not the same in German say between their values."""
    found = set()
    with translation.override(None):
        for message, translated in read_catalog(MANAGERS, "de").entries.items():
            for text, german in ((message.text, translated[0]), (message.plural, translated[-1])):
                pieces = re.split(r"%\(\w+\)s|<[^>]+>", text.replace("%%", "%"))
                found |= {
                    piece.strip()
                    for piece in pieces
                    if len(piece.strip()) >= SHORTEST and piece.strip() not in german and " " in piece.strip()
                }
    return found


def test_pages_say_everything_in_german(owner: Client, report: Report) -> None:
    pieces = english_pieces()
    assert len(pieces) > 500
    for address in pages(report):
        page = owner.get(address, headers={"accept-language": "de"}).text
        assert '<html lang="de"' in page
        text = spoken(page)
        assert {piece for piece in pieces if piece in text} == set(), address


# The frame of the page and choices of files have tests of their own; so has the count of distinct outputs.
OTHER_ROOMS = re.compile(
    r'<nav class="(?:tabs"|crumbs).*?</nav>|<section aria-labelledby="(?:outputs|downloads)".*?</section>',
    re.DOTALL,
)


@pytest.mark.usefixtures("marking")
def test_every_word_of_a_report_is_marked(owner: Client, report: Report, settings: Any) -> None:
    settings.LANGUAGES_OF_MANAGERS = frozenset({"en", NAME})
    names = re.compile(r"ALDER|BIRCH|CEDAR|\b(?:one|two|three)\b|Essays")
    for address in pages(report):
        page = owner.get(address, headers={"accept-language": NAME}).text
        main = OTHER_ROOMS.sub("", page[page.index('<nav class="tabs sections"') : page.index("</main>")])
        left = [word for word in unmarked(names.sub("", main), CONTENT - {"option"}) if word not in SAME]
        assert left == [], address


def test_english_pages_are_in_english(owner: Client, report: Report) -> None:
    """The test above would find what is not translated."""
    pieces = english_pieces()
    for address in pages(report):
        text = spoken(owner.get(address, headers={"accept-language": "en"}).text)
        assert any(piece in text for piece in pieces), address


def test_tables_and_charts_of_a_page_are_in_german(owner: Client, report: Report) -> None:
    page = owner.get(report.get_absolute_url(), headers={"accept-language": "de"}).text
    tables = re.findall(r"<table.*?</table>", page, re.DOTALL)
    assert any(">Rang<" in table and ">Bestenfalls<" in table for table in tables)
    assert any("für Bewertende wie diese 3" in table for table in tables)
    charts = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert any("95\u00a0%-Intervall jedes Systems" in chart for chart in charts)
    assert any("Expected Wins, mit 95 %-Intervall" in chart for chart in charts)
    # Numbers have the comma of the language, in tables as on axes.
    assert re.search(r"<td[^>]*>0,\d{3}", page)
    assert not re.search(r"<td[^>]*>0\.\d{3}", page)
    assert any(re.search(r"<text[^>]*>\d,\d", chart) for chart in charts)


def test_files_are_in_english_byte_for_byte(owner: Client, report: Report) -> None:
    key = [report.campaign.slug, report.key]
    addresses = [reverse("reports:document", args=key), reverse("reports:rankings", args=[*key, "csv"])]
    addresses += [
        reverse(f"reports:{route}", args=[*key, table])
        for table in DESCRIBED
        for route in ("table", "table-latex", "table-markdown")
    ]
    addresses += [reverse("reports:figure", args=[*key, figure, "svg"]) for figure in CHARTS]
    for address in addresses:
        files = []
        for language in ("de", "en"):
            # A drawing is kept; here it is to be drawn for each.
            cache.clear()
            answer = owner.get(address, headers={"accept-language": language})
            assert answer.status_code == 200, address
            files.append(answer.content)
        assert files[0] == files[1], address


def test_a_form_that_asks_for_too_much_is_refused_in_german(owner: Client, campaign: Campaign) -> None:
    address = reverse("reports:request", args=[campaign.slug])
    wrong = {
        "unit": "rankings",
        "speaks_for": "these-judges",
        "replicates": "0",
        "confidence": "95",
        "seed": "1",
    }
    page = owner.post(address, wrong, headers={"accept-language": "de"})
    assert page.status_code == 422
    assert "Startwert" in page.text
    assert "größer oder gleich 1" in page.text


def test_a_download_made_while_a_page_is_german_stays_english(owner: Client, report: Report) -> None:
    with translation.override("de"):
        assert in_readers_language(words("at best")) == "bestenfalls"
        assert f"{words('at best')}" == "at best"
