"""The client's calls for what comes after a campaign was made: texts, known answers, metrics, comparisons."""

from pathlib import Path

import pytest

from appraise_gec.accounts.models import User
from appraise_gec.client import Client, UnusableFileError
from rankings.models import Campaign
from tests.client.test_client import fresh_throttles, maria, site, worker  # noqa: F401 - fixtures
from tests.factories import make_campaign, make_items, make_judge, make_ranking, token_of
from tests.metrics.site.conftest import GOLD

pytestmark = pytest.mark.django_db(transaction=True)
DELTA = "He has two cats .\nThey are here .\nI like teas .\nShe is going home .\n"


@pytest.fixture
def mine(maria: User) -> Campaign:  # noqa: F811
    campaign = make_campaign("mine", owner=maria)
    judges = [make_judge(campaign, name) for name in ("Ann", "Ben")]
    for item in make_items(campaign):
        for judge in judges:
            make_ranking(judge, item)
    return campaign


def test_systems_and_sentences_come_later(site: str, maria: User, mine: Campaign, tmp_path: Path) -> None:  # noqa: F811
    texts = Client(site, token_of(maria, "manage")).campaign("mine").texts
    path = tmp_path / "DELTA.txt"
    path.write_text(DELTA, encoding="utf-8")
    delta = texts.add_system(path)
    assert (delta.name, delta.rankings_before) == ("DELTA", 8)
    assert texts.rename(delta, "EPSILON").name == "EPSILON"
    with pytest.raises(UnusableFileError) as caught:
        texts.add_system(("ZETA.txt", b"One line .\n"))
    assert [one["file"] for one in caught.value.problems] == ["ZETA.txt"]
    assert texts.retire(next(one for one in texts.systems() if one.name == "ALPHA")).retired_at is not None
    outputs = [(f"{name}.txt", f"{name} sleeps .\n".encode()) for name in ("BETA", "GAMMA", "EPSILON")]
    texts.add_sentences(("source.txt", b"It sleep .\n"), outputs, documents="one")
    assert mine.sentences.count() == 5


def test_references_are_added_and_scores_computed_and_imported(
    site: str,  # noqa: F811
    maria: User,  # noqa: F811
    mine: Campaign,
    worker: None,  # noqa: F811
) -> None:
    campaign = Client(site, token_of(maria, "manage")).campaign("mine")
    metrics = campaign.metrics
    gold = metrics.add_references([("gold.m2", GOLD.encode())])
    assert (gold.name, gold.kind) == ("gold", "gold")
    scores = metrics.compute("m2", references="gold", beta=1)
    assert scores.result is not None
    assert {one["system"] for one in scores.result["systems"]} == {"ALPHA", "BETA", "GAMMA", "INPUT"}
    (table,) = metrics.import_scores(("scores.csv", b"system,metric,score\nALPHA,F,1\n"))
    assert {one.key for one in metrics.scores()} == {scores.key, table.key}
    metrics.remove_scores(table)
    metrics.remove_references(gold)
    assert list(metrics.references()) == []
