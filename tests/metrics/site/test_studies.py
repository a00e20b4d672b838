"""Metrics against people in full: asked for, computed by a job, shown, taken away; on published data too."""

import csv
import io
import json

import pytest
from django.urls import reverse

from metrics.models import MetricStudy
from metrics.site.runs.services import MetricRequest, newest_runs, request_runs
from metrics.site.studies.options import StudyOptions
from metrics.site.studies.services import changes_since, request_study
from rankings.access.refusals import Refused
from rankings.models import Membership
from tests.factories import add_member, make_campaign, make_items, make_judge, make_ranking
from tests.metrics.site.conftest import imported, references_file, store

pytestmark = pytest.mark.django_db

FEW = StudyOptions(replicates=20)


def finished(study):
    study.refresh_from_db()
    assert study.result is not None, study.job and study.job.error
    return study


@pytest.fixture
def scored(judged, alice, gold_set, run_jobs):
    request_runs(judged, alice, [MetricRequest(name, references=gold_set) for name in ("m2", "gleu")])
    assert run_jobs() == 2
    return judged


@pytest.fixture
def study(scored, alice, run_jobs):
    requested = request_study(scored, alice, FEW)
    assert requested.is_new and run_jobs() == 1
    return finished(requested.study)


def test_every_part_is_there_and_on_the_page(client, alice, study):
    client.force_login(alice)
    text = client.get(study.get_absolute_url()).content.decode()
    for heading in (
        "Correlation with human scores",
        "Is one metric better",
        "How should recall",
        "single sentences",
    ):
        assert heading in text
    assert [one["metric"] for one in study.result["metrics"]] == ["M\u00b2 F0.5", "GLEU"]
    sweeps = [one["metric"] for one in study.result["beta_sweep"]]
    assert sweeps == ["M\u00b2, gold", "M\u00b2, gold, annotator 0", "M\u00b2, gold, annotator 1"]
    assert {one["metric"] for one in study.result["sentence_level"]} == {"M\u00b2 F0.5", "GLEU"}
    for name in ("intervals", "beta-sweep"):
        for extension, begins in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
            address = reverse("metrics:study-figure", args=["essays", study.key, name, extension])
            assert client.get(address).content.startswith(begins)


def test_tables_and_document_can_be_taken_away(client, alice, study):
    client.force_login(alice)
    rows = {}
    for table in ("correlations", "differences", "sentences", "beta-sweep"):
        content = client.get(
            reverse("metrics:study-table", args=["essays", study.key, table])
        ).content.decode()
        rows[table] = list(csv.DictReader(io.StringIO(content)))
    assert {row["metric"] for row in rows["correlations"]} == {"M\u00b2 F0.5", "GLEU"}
    assert len(rows["beta-sweep"]) == 300
    assert {row["coefficient"] for row in rows["differences"]} == {"pearson", "spearman"}
    document = json.loads(client.get(reverse("metrics:study-document", args=["essays", study.key])).content)
    assert document["result"] == study.result
    assert document["recipe"]["options"]["replicates"] == 20
    assert (
        client.get(reverse("metrics:study-table", args=["essays", study.key, "nothing"])).status_code == 404
    )


def test_an_equal_request_is_answered_by_the_study_there_is(study, scored, alice, run_jobs):
    assert request_study(scored, alice, FEW).study == study
    assert changes_since(study) == []
    make_ranking(make_judge(scored, "late"), scored.items.first(), [1, 2, 3])
    assert changes_since(study) == ["Rankings have come or changed."]
    other = request_study(scored, alice, FEW)
    assert other.is_new and run_jobs() == 1


def test_the_form_asks_and_refuses_in_words(client, alice, scored):
    client.force_login(alice)
    address = reverse("metrics:study-new", args=["essays"])
    assert "Compare" in client.get(address).content.decode()
    refused = client.post(address, {"replicates": "0"})
    assert refused.status_code == 422 and not MetricStudy.objects.exists()
    (first, _) = newest_runs(scored)
    answer = client.post(address, {"metrics": [str(first.key)], "replicates": "20", "judged_only": "on"})
    (made,) = MetricStudy.objects.all()
    assert answer.url == made.get_absolute_url()
    assert made.options["metrics"] == [str(first.key)]
    assert made.options["judged_only"] and not made.options["beta_sweep"]
    assert "is being computed" in client.get(answer.url).content.decode()


def test_without_rankings_or_scores_nothing_is_asked_for(essays, alice):
    with pytest.raises(Refused, match="no scores of metrics"):
        request_study(essays, alice, FEW)
    request_runs(essays, alice, [MetricRequest("levenshtein-source")])
    assert not MetricStudy.objects.exists()


def test_judged_sentences_alone_leave_imported_scores_out(client, alice, judged, gold_set, run_jobs):
    client.force_login(alice)
    lines = "".join(f"{name},mine,{n}\n" for n, name in enumerate(("ALPHA", "BETA", "GAMMA", "INPUT")))
    imported(client, f"system,metric,score\n{lines}")
    request_runs(judged, alice, [MetricRequest("m2", references=gold_set)])
    assert run_jobs() == 1
    requested = request_study(judged, alice, StudyOptions(replicates=20, judged_only=True, beta_sweep=False))
    assert run_jobs() == 1
    result = finished(requested.study).result
    assert [one["metric"] for one in result["metrics"]] == ["M\u00b2 F0.5"]
    ((left,), warned) = result["left_out"], result["judged_only"]
    assert left["metric"] == "mine" and "imported" in left["reason"] and warned


def rank_everything(campaign):
    judge = make_judge(campaign, "one")
    for number, item in enumerate(make_items(campaign)):
        count = item.outputs.count()
        make_ranking(judge, item, list(range(1, count + 1)) if number % 2 else list(range(count, 0, -1)))


@pytest.fixture
def two_campaigns(scored, alice, run_jobs):
    """A study over two campaigns, of which the second knows only one of the metrics."""
    other = make_campaign("other", owner=alice, title="Other learners")
    rank_everything(other)
    gold = store(other, alice, [references_file()], "gold there")
    options = StudyOptions(replicates=20, campaigns=("other",))
    with pytest.raises(Refused, match="no scores of any"):
        request_study(scored, alice, options)
    request_runs(other, alice, [MetricRequest("m2", references=gold)])
    assert run_jobs() == 1
    requested = request_study(scored, alice, options)
    assert run_jobs() == 1
    return finished(requested.study)


def test_several_campaigns_are_standardised_within_each(two_campaigns):
    result = two_campaigns.result
    (m2,) = result["metrics"]
    assert m2["systems"] == 8 and result["sets"] == ["essays", "other"]
    assert [one["metric"] for one in result["left_out"]] == ["GLEU"]
    assert result["beta_sweep"] is None


def test_who_may_not_read_one_campaign_does_not_see_what_came_of_both(client, two_campaigns, scored, bob):
    add_member(scored, bob, Membership.Role.RESEARCHER)
    with pytest.raises(Refused, match="no campaign other"):
        request_study(scored, bob, StudyOptions(campaigns=("other",)))
    client.force_login(bob)
    assert client.get(two_campaigns.get_absolute_url()).status_code == 404
    page = client.get(reverse("metrics:correlation", args=["essays"]))
    assert two_campaigns.get_absolute_url() not in page.content.decode()
