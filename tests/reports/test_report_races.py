"""Two people, or two clicks, at the same moment."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from rankings.judgments.importing import import_judgments
from rankings.models import Campaign, Item, Ranking, Report
from tests.factories import make_campaign

AT_ONCE = 4


@pytest.fixture
def essays(alice, transactional_db) -> Campaign:
    return make_campaign(owner=alice)


def together(act: Callable[[int], Any]) -> list[Any]:
    """What `act` gave or raised in each of several threads that began together."""
    barrier = Barrier(AT_ONCE)

    def one(number: int) -> Any:
        barrier.wait()
        try:
            return act(number)
        except FormatError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(one, range(AT_ONCE)))


def judgments(judge: str) -> list[Judgment]:
    outputs = (JudgedOutput(("INPUT",), 1), JudgedOutput(("ALPHA", "GAMMA"), 2), JudgedOutput(("BETA",), 2))
    return [Judgment(judge, "0", outputs, item=str(number)) for number in range(5)]


def test_one_file_imported_by_many_at_once_is_stored_once(essays, alice):
    found = together(lambda number: import_judgments(essays, judgments("ann"), "a.xml", "a" * 64, alice))

    assert sum(isinstance(one, FormatError) for one in found) == AT_ONCE - 1
    assert Ranking.objects.count() == 5


def test_several_files_at_once_number_each_item_once(essays, alice):
    def store(number: int) -> None:
        sha256 = hashlib.sha256(str(number).encode()).hexdigest()
        import_judgments(essays, judgments(f"judge {number}"), f"{number}.xml", sha256, alice)

    together(store)
    assert Ranking.objects.count() == 5 * AT_ONCE
    assert sorted(Item.objects.values_list("number", flat=True)) == list(range(1, 5 * AT_ONCE + 1))


def test_many_clicks_ask_for_one_report(essays, alice):
    import_judgments(essays, judgments("ann"), "a.xml", "a" * 64, alice)
    found = together(lambda number: services.request_report(essays, alice, ReportOptions()))

    assert sum(one.is_new for one in found) == 1
    assert Report.objects.count() == 1
