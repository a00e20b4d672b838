"""How the page of agreement speaks of kappa, and why the same kappa may have two intervals on it."""

from typing import Any

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.analysis.results.agreement import Agreement, OverallAgreement
from rankings.models import Campaign
from rankings.reports import services
from rankings.reports.options import ReportOptions
from rankings.reports.sections.agreement import agreement_sentence


def kappa(value: float | None, degree: str, comparisons: int = 100) -> OverallAgreement:
    return OverallAgreement(value, None, None, comparisons, degree)


@pytest.mark.parametrize(
    ("inter", "intra", "said"),
    [
        (
            kappa(0.12, "slight"),
            kappa(0.0, "none"),
            "There is slight agreement between judges (κ = 0.12) "
            "and no agreement of judges with themselves (κ = 0.00).",
        ),
        (
            kappa(0.29, "weak"),
            kappa(None, ""),
            "There is weak agreement between judges (κ = 0.29).",
        ),
        (kappa(None, "", 0), kappa(None, "", 0), "Judges share too few comparisons to measure agreement."),
        (
            kappa(None, "", 180),
            kappa(None, "", 0),
            "Judges agree in all 180 shared comparisons, but kappa is undefined: all answers are of one "
            "kind, so that chance alone would make them agree.",
        ),
    ],
)
def test_agreement_in_a_sentence(inter: OverallAgreement, intra: OverallAgreement, said: str) -> None:
    told = agreement_sentence(Agreement(inter, intra, (), (), 50, 0, 0.95, 1))
    assert told.replace("\u00a0", " ") == said


@pytest.mark.parametrize(("replicates", "differ"), [(20, False), (1_200, True)])
def test_two_intervals_of_one_kappa_are_explained(
    client: Client, campaign: Campaign, alice: User, run_jobs: Any, replicates: int, differ: bool
) -> None:
    report = services.request_report(campaign, alice, ReportOptions(replicates=replicates, parts=())).report
    run_jobs()
    client.force_login(alice)
    page = client.get(f"{report.get_absolute_url()}agreement/").text
    assert ("The intervals above come from 1,200 replicates" in page) is differ
