"""For whom a report speaks: what can be asked for, and what its marks follow."""

import pytest
from django.test import Client
from django.urls import reverse
from rankings.reports.sections.findings import finding_sentences
from rankings.reports.sections.head_to_head import head_to_head_context
from rankings.reports.sections.opening import undecided_judges_sentence

from appraise_gec.accounts.models import User
from appraise_gec.report.computation import compute_report
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign, Report


@pytest.fixture
def owner(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def test_the_form_refuses_for_whom_a_unit_cannot_speak(owner: Client, campaign: Campaign) -> None:
    values = {"unit": "judges", "replicates": 30, "confidence": "90", "seed": 1, "speaks_for": "these-judges"}
    answer = owner.post(reverse("reports:request", args=[campaign.slug]), values)
    assert answer.status_code == 422
    assert (
        "The unit judges leaves no choice: intervals speak for judges like these." in answer.content.decode()
    )
    assert not Report.objects.filter(options__unit="judges").exists()
    owner.post(reverse("reports:request", args=[campaign.slug]), {**values, "speaks_for": ""})
    assert Report.objects.filter(options__unit="judges").exists(), "whoever says nothing gets what there is"


def test_a_report_for_these_judges_marks_by_sentence() -> None:
    ranks = (JudgedOutput(("A",), 1), JudgedOutput(("B",), 2))
    made = [Judgment(judge, str(number), ranks) for number in range(9) for judge in ("ann", "bob")]
    for speaks_for, test in (("these-judges", "sentence-holm"), ("judges-like-these", "judges-holm")):
        options = ReportOptions(replicates=50, parts=(), speaks_for=speaks_for)  # type: ignore[arg-type]
        result = report_result(compute_report(made, [0, 9], ["A", "B"], options).result)
        context = head_to_head_context(result, "", "")
        assert (context["test"].key, result.head_to_head.test) == (test, test)
        whom = "these 2 judges" if speaks_for == "these-judges" else "judges like these 2"
        assert context["matrix"].printed.title.endswith(f"; marks for {whom}")
        words = "level for these 2 judges (test by sentence with" if test == "sentence-holm" else ""
        assert (words or "level (test for judges like these 2 with") in context["significant_pairs"]
        assert finding_sentences(result)["head-to-head"] == context["significant_pairs"]


def ranked(judge: str, sentence: int, *ranks: int, systems: str = "AB") -> Judgment:
    outputs = tuple(JudgedOutput((name,), rank) for name, rank in zip(systems, ranks, strict=True))
    return Judgment(judge, str(sentence), outputs)


def test_a_judge_who_ties_everything_explains_why_intervals_speak_for_fewer_judges() -> None:
    made = [ranked(judge, number, 1, 2) for number in range(9) for judge in ("ann", "bob")]
    options = ReportOptions(replicates=50, parts=())
    result = report_result(compute_report(made, [0, 9], ["A", "B"], options).result)
    assert undecided_judges_sentence(result) == ""
    made += [ranked("cy", number, 1, 1) for number in range(9)]
    result = report_result(compute_report(made, [0, 9], ["A", "B"], options).result)
    assert (len(result.judges), result.ranking.for_whom) == (3, "for judges like these 2")
    assert undecided_judges_sentence(result) == (
        "Intervals speak for 2 of the 3 judges: the other one put no system before another."
    )
