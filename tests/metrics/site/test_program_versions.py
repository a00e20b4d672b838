"""What is computed once and asked for again is computed anew by another version of the program.

Everything that a worker stores stands here: reports, scores of metrics, comparisons, how sure a plan is, and
what is kept in the cache.
"""

from collections.abc import Callable
from typing import Any

import pytest

import appraise_gec
from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import request_report
from metrics.models import MetricRun, ReferenceSet
from metrics.site.comparisons import ComparisonOptions, request_comparison
from metrics.site.runs import MetricRequest, request_runs
from rankings.models import Campaign
from rankings.plan.design import DesignTerms, ask_for_design
from tests.factories import make_items, make_judge, make_ranking

Ask = Callable[[Campaign, User], tuple[Any, Any]]


def ask_report(campaign: Campaign, user: User) -> tuple[Any, Any]:
    asked = request_report(campaign, user, ReportOptions(replicates=20, parts=()))
    return asked.report.pk, asked.report


def ask_scores(campaign: Campaign, user: User) -> tuple[Any, Any]:
    gold = ReferenceSet.objects.get(campaign=campaign)
    ((run, _),) = request_runs(campaign, user, [MetricRequest("m2", references=gold)])
    return run.pk, run


def ask_comparison(campaign: Campaign, user: User) -> tuple[Any, Any]:
    comparison, _ = request_comparison(campaign, user, ComparisonOptions(replicates=20))
    return comparison.pk, comparison


def ask_design(campaign: Campaign, user: User) -> tuple[Any, Any]:
    job = ask_for_design(campaign, user, DesignTerms(most_judges=2))
    return job.pk, job


@pytest.fixture
def ranked(essays: Campaign) -> Campaign:
    """Four sentences, ranked by two judges."""
    judges = [make_judge(essays, "one"), make_judge(essays, "two")]
    for item in make_items(essays):
        for judge in judges:
            make_ranking(judge, item)
    return essays


@pytest.mark.parametrize("ask", [ask_report, ask_scores, ask_comparison, ask_design])
def test_another_version_computes_anew(
    ranked: Campaign,
    m2_run: MetricRun,
    alice: User,
    run_jobs: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
    ask: Ask,
) -> None:
    first, stored = ask(ranked, alice)
    run_jobs()
    assert ask(ranked, alice)[0] == first, "the same version answers with what is there"

    monkeypatch.setattr(appraise_gec, "__version__", "987.6.5")
    second, _ = ask(ranked, alice)
    assert second != first
    assert run_jobs() == 1
    assert ask(ranked, alice)[0] == second
    stored = type(stored).objects.get(pk=second)
    if hasattr(stored, "recipe"):
        assert stored.recipe["version"] == "987.6.5"
