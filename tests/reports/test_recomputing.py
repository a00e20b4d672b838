"""What a report that is computed again, after a judge became anonymous, has in common with the first."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from appraise_gec.accounts.models import User
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign
from rankings.reports import computing, parts, services
from rankings.reports.computation import compute_report
from rankings.reports.options import UNITS, ReportOptions
from tests.analysis.made_up import ranking


def made_up_judgments() -> list[Any]:
    rng = random.Random(1)
    return [
        ranking(judge, str(sentence), *((system, rng.randint(1, 4)) for system in ("A B", "C", "D", "E")))
        for judge in ("ann", "bob", "eve")
        for sentence in range(12)
    ]


@pytest.mark.parametrize("unit", UNITS)
def test_a_judge_who_becomes_anonymous_moves_no_interval(unit: Any) -> None:
    options = ReportOptions(unit=unit, replicates=40)
    judgments = made_up_judgments()
    renamed = [replace(one, judge="zz-anonymous-1") if one.judge == "ann" else one for one in judgments]
    before, after = (
        compute_report(made, [0, 0, 0, 12], list("ABCDE"), options).result for made in (judgments, renamed)
    )

    for part in ("ranking", "comparison", "methods", "head_to_head"):
        assert before[part] == after[part]
    assert before["agreement"]["inter"] == pytest.approx(after["agreement"]["inter"], abs=1e-12)
    of_ann = next(one for one in before["judge_rankings"]["only"]["judges"] if one["judge"] == "ann")
    of_nobody = next(
        one for one in after["judge_rankings"]["only"]["judges"] if one["judge"] == "zz-anonymous-1"
    )
    assert {**of_ann, "judge": ""} == {**of_nobody, "judge": ""}


def test_a_worker_takes_what_two_reports_share_from_its_memory(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "FOLD_REPLICATES", 10)  # and no statistics of other tests
    options = ReportOptions(replicates=40, parts=())
    services.request_report(campaign, alice, options)
    run_jobs()
    asked: list[str] = []
    real = parts.head_to_head

    def noted(*given: Any) -> Any:
        asked.append("head to head")
        return real(*given)

    monkeypatch.setattr(parts, "head_to_head", noted)
    for confidence in (0.8, 0.7):
        other = services.request_report(campaign, alice, replace(options, confidence=confidence)).report
        run_jobs()
        other.refresh_from_db()
        assert not asked
        anew = compute_report(
            load_judgments(campaign).judgments,
            computing.distinct_output_frequencies(campaign),
            list(campaign.systems.values_list("name", flat=True)),
            replace(options, confidence=confidence),
        )
        assert asked == ["head to head"]
        assert (other.recipe, other.result) == (anew.recipe, anew.result)
        asked.clear()
