"""Two people, or two clicks, at the same moment."""

import hashlib

import pytest

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from rankings.judgments.importing import import_judgments
from rankings.models import Campaign, Item, Ranking, Report
from tests.at_once import AT_ONCE, all_at_once
from tests.factories import make_campaign


@pytest.fixture
def essays(alice, transactional_db) -> Campaign:
    return make_campaign(owner=alice)


def judgments(judge: str) -> list[Judgment]:
    outputs = (JudgedOutput(("INPUT",), 1), JudgedOutput(("ALPHA", "GAMMA"), 2), JudgedOutput(("BETA",), 2))
    return [Judgment(judge, "0", outputs, item=str(number)) for number in range(5)]


def test_one_file_imported_by_many_at_once_is_stored_once(essays, alice):
    found = all_at_once(lambda number: import_judgments(essays, judgments("ann"), "a.xml", "a" * 64, alice))

    assert sum(isinstance(one, FormatError) for one in found) == AT_ONCE - 1
    assert Ranking.objects.count() == 5


def test_several_files_at_once_number_each_item_once(essays, alice):
    def store(number: int) -> None:
        sha256 = hashlib.sha256(str(number).encode()).hexdigest()
        import_judgments(essays, judgments(f"judge {number}"), f"{number}.xml", sha256, alice)

    all_at_once(store)
    assert Ranking.objects.count() == 5 * AT_ONCE
    assert sorted(Item.objects.values_list("number", flat=True)) == list(range(1, 5 * AT_ONCE + 1))


def test_many_clicks_ask_for_one_report(essays, alice):
    import_judgments(essays, judgments("ann"), "a.xml", "a" * 64, alice)
    found = all_at_once(lambda number: services.request_report(essays, alice, ReportOptions()))

    assert sum(one.is_new for one in found) == 1
    assert Report.objects.count() == 1
