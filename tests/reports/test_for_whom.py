"""For whom a report speaks: what can be asked for, and what its marks follow."""

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign, Report
from rankings.reports.computation import compute_report
from rankings.reports.forms import ReportForm, form_pairs
from rankings.reports.options import ReportOptions
from rankings.reports.result import report_result
from rankings.reports.sections.findings import finding_sentences
from rankings.reports.sections.head_to_head import head_to_head_context


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


@pytest.mark.parametrize("unit", ["pairs", "rankings"])
def test_what_stands_in_the_form_from_the_start_is_no_choice(
    owner: Client, campaign: Campaign, unit: str
) -> None:
    """Whoever chooses another unit need not change for whom intervals speak as well."""
    values = {"unit": unit, "replicates": 30, "confidence": "90", "seed": 1}
    owner.post(
        reverse("reports:request", args=[campaign.slug]), {**values, "speaks_for": "judges-like-these"}
    )
    assert Report.objects.filter(options__unit=unit).exists()


def test_options_stored_with_a_target_that_never_counted_can_be_asked_for_again(campaign: Campaign) -> None:
    stored = ReportOptions(unit="pairs", parts=()).as_json()
    assert stored["speaks_for"] == "judges-like-these"
    form = ReportForm(campaign, dict(form_pairs(stored)))
    assert form.is_valid(), form.errors
    assert form.options().as_json() == stored


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
