"""Metrics and people: asked for, computed by a job, on one page, and told as old when something changes."""

import csv
import io
import json
from typing import Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from metrics.models import Comparison
from metrics.site.comparisons import ComparisonOptions, changes_since, compared, request_comparison
from metrics.site.files import names_of_comparison
from metrics.site.runs import MetricRequest, newest_runs, request_runs
from rankings.access import Refused
from rankings.models import Campaign
from tests.factories import make_judge, make_ranking, token_of
from tests.metrics.site.conftest import imported

FEW = ComparisonOptions(replicates=20)
PAGE = "/campaigns/essays/metrics/people/"
CALL = "/api/v1/campaigns/essays/metrics/people/"


@pytest.fixture
def scored(judged, alice, gold_set, run_jobs):
    request_runs(judged, alice, [MetricRequest(name, references=gold_set) for name in ("m2", "gleu")])
    assert run_jobs() == 2
    return judged


def finished(campaign: Campaign) -> Comparison:
    comparison = campaign.comparisons.get()
    assert comparison.result is not None, comparison.job and comparison.job.error
    return comparison


def test_table_correlations_and_figures_stand_on_one_page_and_in_files(client, alice, scored, run_jobs):
    client.force_login(alice)
    assert client.post(PAGE, {"replicates": "0"}).status_code == 422
    assert client.post(PAGE, {"replicates": "20"}).url == PAGE
    assert "is being computed" in client.get(PAGE).text
    assert run_jobs() == 1
    found = compared(finished(scored))
    assert set(found.scores) == {one.metric for one in found.study.metrics} == {"M\u00b2 F0.5", "GLEU"}
    best = sorted(found.people, key=lambda name: -found.people[name])
    assert best[0] == "ALPHA" and best[-1] == "INPUT"
    sweeps = [one.metric for one in found.study.beta_sweep or ()]
    assert sweeps == ["M\u00b2, gold", "M\u00b2, gold, annotator 0", "M\u00b2, gold, annotator 1"]
    assert {one.metric for one in found.study.sentence_level} == set(found.scores)
    page = client.get(PAGE)
    assert "agrees best with people" in page.text and "out of date" not in page.text
    for name, extension in names_of_comparison(finished(scored)):
        assert client.get(f"{PAGE}{name}.{extension}").status_code == 200
        assert client.get(f"{PAGE}nothing.{extension}").status_code == 404
    rows = {
        table: list(csv.DictReader(io.StringIO(client.get(f"{PAGE}{table}.csv").text)))
        for table in ("compared", "correlations", "beta-sweep")
    }
    assert [row["system"] for row in rows["compared"]] == sorted(found.people)
    assert {row["metric"] for row in rows["correlations"]} == set(found.scores)
    assert len(rows["beta-sweep"]) == 300
    document = json.loads(client.get(f"{PAGE}comparison.json").content)
    assert document["recipe"]["options"]["replicates"] == 20


def test_coefficients_are_those_of_the_two_orders(client, alice, judged, run_jobs):
    client.force_login(alice)
    order = ("ALPHA", "BETA", "GAMMA", "INPUT")
    lines = [f"{system},same,{-place}\n{system},opposite,{place}\n" for place, system in enumerate(order)]
    imported(client, "system,metric,score\n" + "".join(lines))
    request_comparison(judged, alice, FEW)
    run_jobs()
    found = compared(finished(judged))
    people = sorted(found.people, key=lambda name: -found.people[name])
    spearman = {one.metric: one.spearman for one in found.study.metrics}
    assert spearman["opposite"] == pytest.approx(-(spearman["same"] or 0))
    assert (spearman["same"] == pytest.approx(1)) == (tuple(people) == order)


def test_a_result_that_is_not_current_says_so_and_is_computed_again(client, alice, scored, run_jobs) -> None:
    client.force_login(alice)
    asked, is_new = request_comparison(scored, alice, FEW)
    assert is_new and request_comparison(scored, alice, FEW) == (asked, False)
    run_jobs()
    first = finished(scored)
    assert changes_since(first) == [] and request_comparison(scored, alice, FEW) == (first, False)
    imported(client, "system,metric,score\nALPHA,F,1\nBETA,F,0\nGAMMA,F,2\n")
    assert len(changes_since(first)) == 1
    make_ranking(make_judge(scored, "late"), scored.items.first(), [1, 2, 3])
    assert len(changes_since(first)) == 2
    page = client.get(PAGE)
    assert "out of date" in page.text and "Compute again" in page.text
    assert client.post(PAGE, {"replicates": "20"}).status_code == 302
    assert Comparison.objects.newest(campaign=scored) == (first, scored.comparisons.first())
    run_jobs()
    assert "out of date" not in client.get(PAGE).text
    assert finished(scored) != first, "the newest is kept alone"
    scored.comparisons.update(recipe={"version": "0.0.1"}, result={"of": "another version"})
    assert "agrees best" not in client.get(PAGE).text
    assert client.get(f"{PAGE}correlations.csv").status_code == 404


def test_chosen_metrics_and_judged_sentences_alone(client, alice, scored, run_jobs):
    client.force_login(alice)
    imported(client, "system,metric,score\nALPHA,mine,1\nBETA,mine,0\nGAMMA,mine,2\n")
    chosen = [str(run.key) for run in newest_runs(scored) if run.metric != "gleu"]
    asked: dict[str, Any] = {"metrics": chosen, "replicates": "20", "judged_only": "on"}
    assert client.post(PAGE, asked).status_code == 302
    run_jobs()
    study = compared(finished(scored)).study
    assert [one.metric for one in study.metrics] == ["M\u00b2 F0.5"] and study.judged_only
    (left,) = study.left_out
    assert left.metric == "mine" and "imported" in left.reason
    assert client.get(PAGE).context["form"].initial["metrics"] == chosen


def test_without_scores_or_rankings_nothing_is_asked_for(client, alice, essays):
    client.force_login(alice)
    assert "no scores to compare" in client.get(PAGE).text
    with pytest.raises(Refused, match="no scores of metrics"):
        request_comparison(essays, alice, FEW)
    imported(client, "system,metric,score\nALPHA,mine,1\nBETA,mine,0\nGAMMA,mine,2\n")
    refused = client.post(PAGE)
    assert refused.status_code == 422 and "no rankings by people" in refused.text
    assert client.get(f"{PAGE}comparison.json").status_code == 404
    assert not Comparison.objects.exists()


def test_programs_ask_follow_and_take_files(alice, judged, gold_set, run_jobs):
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(alice)}")
    assert program.get(CALL).json()["state"] is None
    assert program.post(CALL, {}, format="json").status_code == 409  # no scores yet
    request_runs(judged, alice, [MetricRequest("m2", references=gold_set)])
    run_jobs()
    asked = {"replicates": 20, "method": "bradley-terry"}
    assert program.post(CALL, asked, format="json").status_code == 201
    assert program.get(CALL).json()["state"] == "queued"
    assert run_jobs() == 1
    found = program.get(CALL).json()
    assert found["state"] == "done" and found["is_current"]
    assert found["recipe"]["options"]["method"] == "bradley-terry"
    assert [one["metric"] for one in found["result"]["study"]["metrics"]] == ["M\u00b2 F0.5"]
    assert "M\u00b2 F0.5" in program.get(found["files"]["correlations.csv"]).content.decode()
    assert program.post(CALL, asked, format="json").status_code == 200
    refused = program.post(CALL, {"seed": -1}, format="json")
    assert refused.status_code == 400 and "seed" in refused.content.decode()
    assert reverse("metrics:people", args=["essays"]) in found["page_url"]
