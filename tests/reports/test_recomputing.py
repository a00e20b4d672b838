"""What a report that is computed again, after a judge became anonymous, has in common with the first."""

import random
from typing import Any

import pytest
from msgspec.structs import replace

from appraise_gec.report.computation import compute_report
from appraise_gec.report.options import ReportOptions
from rankings.analysis.choices import UNITS
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
