"""Metrics held against the ranking by people of the latest report."""

import csv
import io

import pytest
from django.urls import reverse

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.keeping import front_report
from appraise_gec.report.site.services import request_report
from metrics.site.runs.services import newest_runs
from metrics.site.studies.latest import correlate_runs
from tests.factories import make_items, make_judge, make_ranking
from tests.metrics.site.conftest import imported
from tests.metrics.site.test_importing_scores import TABLE

pytestmark = pytest.mark.django_db


def test_coefficients_are_those_of_the_two_orders(client, alice, judged):
    client.force_login(alice)
    report = front_report(judged)
    assert report is not None and report.result is not None
    people = {one["system"]: one["score"] for one in report.result["ranking"]["systems"]}
    lines = [f"{system},same,{score}" for system, score in people.items()]
    lines += [f"{system},opposite,{-10 * score}" for system, score in people.items()]
    imported(client, "system,metric,score\n" + "\n".join(lines) + "\n")
    numbers = {one.title: one.result for one in correlate_runs(report, newest_runs(judged))}
    for name in ("spearman", "pearson", "kendall"):
        assert getattr(numbers["same"], name) == pytest.approx(1)
        assert getattr(numbers["opposite"], name) == pytest.approx(-1)
    page = client.get(reverse("metrics:correlation", args=["essays"]))
    assert [row.title for row in page.context["rows"]] == ["same", "opposite"]
    table = client.get(reverse("metrics:correlation-table", args=["essays", "correlation"])).content.decode()
    assert [row["metric"] for row in csv.DictReader(io.StringIO(table))] == ["same", "opposite"]


def test_a_report_that_cannot_rank_draws_nothing_and_breaks_nothing(client, alice, essays, run_jobs):
    client.force_login(alice)
    make_ranking(make_judge(essays, "one"), make_items(essays)[0], [1, 1, 1])
    request_report(essays, alice, ReportOptions(replicates=20))
    assert run_jobs() == 1
    imported(client, TABLE)
    (run, *_) = newest_runs(essays)
    assert client.get(reverse("metrics:correlation", args=["essays"])).status_code == 200
    assert client.get(reverse("metrics:correlation-table", args=["essays", "correlation"])).status_code == 200
    drawn = client.get(reverse("metrics:correlation-figure", args=["essays", run.key, "svg"]))
    assert b"No human ranking" in drawn.content
    drawn = client.get(reverse("metrics:rank-figure", args=["essays", run.key, "svg"]))
    assert b"No human ranking" in drawn.content


def test_without_scores_or_without_a_report_the_page_leads_on(client, alice, essays):
    client.force_login(alice)
    address = reverse("metrics:correlation", args=["essays"])
    assert "no scores to compare" in client.get(address).content.decode()
    imported(client, TABLE)
    assert "no human ranking" in client.get(address).content.decode()
    assert client.get(reverse("metrics:correlation-table", args=["essays", "correlation"])).status_code == 404
