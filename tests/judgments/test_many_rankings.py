"""Many rankings go out and come in: the same bytes, the same rows, all or nothing."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.writing import write_judgments
from rankings.judgments import exporting, importing, stored
from rankings.judgments.exporting import EXPORTS
from rankings.judgments.importing import import_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.models import (
    Campaign,
    CampaignFile,
    Item,
    ItemOutput,
    Judge,
    Output,
    RankedOutput,
    Ranking,
    Sentence,
)
from tests.corpus.conftest import corpus_files
from tests.factories import make_campaign

ORDERS = (("INPUT",), ("ALPHA", "GAMMA"), ("BETA",))


def made_up(count: int) -> Judgments:
    """Judgments of the essays: some skipped, some of items that others answered, none like another."""
    return Judgments.of(map(_made_up, range(count)))


def _made_up(number: int) -> Judgment:
    ranks = [1 + (number + place) % 3 for place in range(3)]
    outputs = tuple(JudgedOutput(group, rank) for group, rank in zip(ORDERS, ranks, strict=True))
    skipped = number % 7 == 3
    return Judgment(
        f"judge{number % 3}",
        "0",
        () if skipped else outputs,
        item=str(number // 2),
        result_set="s",
        seconds=float(number),
        skipped=skipped,
    )


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign(owner=alice)


@pytest.fixture
def filled(essays: Campaign) -> Campaign:
    import_judgments(essays, made_up(30), "mine.csv", "a" * 64, None)
    return essays


@pytest.fixture
def few_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes in portions comes in small ones."""
    monkeypatch.setattr(exporting, "BYTES_IN_MEMORY", 4)
    monkeypatch.setattr(stored, "ROWS_AT_ONCE", 4)
    monkeypatch.setattr(importing, "ROWS_AT_ONCE", 4)


def nothing_is_stored() -> bool:
    return not any(kind.objects.exists() for kind in (Judge, Item, ItemOutput, Ranking, CampaignFile))


@pytest.mark.parametrize("format_name", EXPORTS)
def test_many_rankings_are_sent_while_they_are_read(
    as_alice: Client, filled: Campaign, format_name: str, few_at_once: None
) -> None:
    expected = write_judgments(campaign_judgments(filled), format_name)
    response: Any = as_alice.get(reverse("reports:export", args=[filled.slug, format_name]))
    assert response.getvalue() == expected
    by_program: Any = as_alice.get(f"/api/v1/campaigns/{filled.slug}/judgments/", {"format": format_name})
    assert by_program.getvalue() == expected
    assert by_program["Content-Disposition"] == response["Content-Disposition"]


def test_what_a_format_cannot_hold_is_said_before_anything_is_sent(
    as_alice: Client, filled: Campaign, few_at_once: None
) -> None:
    Judge.objects.filter(name="judge2").update(name="judge, the second")
    address = reverse("reports:export", args=[filled.slug, "pair-labels"])
    page = as_alice.get(address, follow=True).text
    assert "PAIR-LABELS cannot hold these rankings" in page
    answer = as_alice.get(f"/api/v1/campaigns/{filled.slug}/judgments/", {"format": "pair-labels"})
    assert answer.status_code == 409
    assert "judge, the second" in answer.text


def test_a_failure_between_two_portions_stores_nothing(
    essays: Campaign, few_at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    portions: list[int] = []
    store = importing._store_rankings

    def fail_later(answered: Any, *further: Any) -> None:
        portions.append(len(answered))
        if len(portions) == 4:
            raise RuntimeError("the machine is switched off")
        store(answered, *further)

    monkeypatch.setattr(importing, "_store_rankings", fail_later)
    with pytest.raises(RuntimeError):
        import_judgments(essays, made_up(30), "mine.csv", "a" * 64, None)
    assert portions == [4, 4, 4, 4]
    assert nothing_is_stored()


def assert_planned_for(model: type[Model], queries: CaptureQueriesContext) -> None:
    """Postgres has counted; SQLite, which plans by indexes alone, was not asked to."""
    counted = [query["sql"] for query in queries if query["sql"].startswith("ANALYZE ")]
    if connection.vendor != "postgresql":
        assert not counted
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = %s", [model._meta.db_table])
        (rows,) = cursor.fetchone()
    assert rows >= model._default_manager.count() > 0


def test_queries_are_planned_for_a_new_campaign_and_for_imported_rankings(alice: User) -> None:
    with CaptureQueriesContext(connection) as queries:
        create_campaign(alice, CampaignDetails("Spring", "spring"), corpus_files())
    for model in (Sentence, Output):
        assert_planned_for(model, queries)
    essays = make_campaign(owner=alice)
    with CaptureQueriesContext(connection) as queries:
        import_judgments(essays, made_up(60), "mine.csv", "a" * 64, alice)
    for judged in (Ranking, RankedOutput):
        assert_planned_for(judged, queries)
