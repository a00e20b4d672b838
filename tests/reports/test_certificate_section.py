"""The certificate of a report: asked for in the form or by the API, stored, shown, and taken away."""

import csv
import io
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.analysis.results.certificate import Certificate, CertifiedInterval
from rankings.formats.json_form import to_json
from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign, Report
from rankings.reports import parts, services
from rankings.reports.computation import compute_report
from rankings.reports.options import ReportOptions
from rankings.reports.presentation import findings
from rankings.reports.result import ReportResult, report_result
from rankings.reports.sections.certificate import certificate_sentence
from rankings.reports.sections.explanations import explanations

LATER = np.array([0, 1, 1, 2])
OPTIONS = ReportOptions(replicates=50, parts=("certificate",))


@pytest.fixture(autouse=True)
def few_campaigns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "CERTIFICATE_CAMPAIGNS", 2)
    monkeypatch.setattr(parts, "CERTIFICATE_REPLICATES", 20)


@pytest.fixture
def owner(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


@pytest.fixture(scope="module")
def judgments() -> list[Judgment]:
    """Three judges on 30 sentences with four systems, A best on average."""
    rng = np.random.default_rng(4)
    return [
        Judgment(
            judge,
            str(sentence),
            tuple(
                JudgedOutput((name,), int(rank))
                for name, rank in zip("ABCD", rng.integers(1, 4, 4) + LATER, strict=True)
            ),
        )
        for sentence in range(30)
        for judge in ("one", "two", "three")
    ]


@pytest.fixture
def certified(judgments: list[Judgment]) -> ReportResult:
    return report_result(compute_report(judgments, [0, 0, 0, 30], list("ABCD"), OPTIONS).result)


def finished(campaign: Campaign, user: User, run_jobs: Callable[[], int], options: ReportOptions) -> Report:
    report = services.request_report(campaign, user, options).report
    run_jobs()
    report.refresh_from_db()
    return report


def section(client: Client, report: Report) -> str:
    address = reverse("reports:section", args=[report.campaign.slug, report.key, "certificate"])
    return client.get(address).content.decode()


def test_an_ordinary_report_has_none_and_says_how_to_get_it(
    owner: Client, campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    report = finished(campaign, alice, run_jobs, ReportOptions(replicates=20))
    assert report.result is not None
    assert report.result["certificate"] is None
    page = section(owner, report)
    assert "Do the intervals and clusters of this report hold what they claim?" in page
    assert "Compute with certificate" in page
    assert '<input type="hidden" name="parts" value="certificate">' in page
    (box,) = [line for line in page.split("<input") if 'type="checkbox"' in line and '"certificate"' in line]
    assert "checked" not in box.split(">")[0]
    table = owner.get(reverse("reports:table", args=[campaign.slug, report.key, "certificate"]))
    assert len(table.content.decode().splitlines()) == 1


def test_a_report_stored_before_certificates_is_read(certified: ReportResult) -> None:
    stored = to_json(certified)
    del stored["certificate"]
    assert report_result(stored).certificate is None


def test_a_certificate_from_before_absent_intervals_were_counted_is_read(certified: ReportResult) -> None:
    """Then an interval that was not given counted as one from 0 to 1, which held."""
    stored = to_json(certified)
    made = stored["certificate"]
    made["version"] = 1
    for one in made["intervals"]:
        for name in (
            "wrong_clusters",
            "wrong_pairs",
            "wrong_after_holm",
            "pairs_error",
            "without",
            "missing",
        ):
            del one[name]
    made["intervals"][0] |= {"these_judges": 1.0, "judges_like_these": 1.0, "width": 1.0}
    result = report_result(stored)
    read = result.certificate
    assert read is not None
    never_given, *rest = read.intervals
    assert (never_given.claimed, never_given.width, never_given.missing) == (None, None, None)
    assert read.verdict(never_given) == "claims nothing"
    alone = rest[0]
    assert alone.speaks_for == "these-judges"
    assert alone.errors("clusters") is None
    assert "clusters" not in read.too_often(alone)
    shown = certificate_sentence(replace(result, ranking=replace(result.ranking, speaks_for="these-judges")))
    assert "different clusters" in shown


def test_the_form_asks_for_it_and_too_few_judgments_give_a_reason(
    owner: Client, campaign: Campaign, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def certify(*args: object, **settings: object) -> Certificate:
        raise ValueError("a certificate needs at least two judges")

    monkeypatch.setattr(parts, "certify", certify)
    form = {"unit": "sentences", "replicates": 20, "confidence": 95, "seed": 1, "parts": ["certificate"]}
    answer = owner.post(reverse("reports:request", args=[campaign.slug]), form)
    assert answer.status_code == 302
    assert run_jobs() == 1
    report = Report.objects.get()
    assert report.options["parts"] == ["certificate"]
    assert report.result is not None
    assert (report.result["certificate"]["intervals"], report.result["certificate"]["model"]) == ([], None)
    sentence = "No certificate is possible. A certificate needs at least two judges."
    assert sentence in section(owner, report)
    assert sentence in owner.get(report.get_absolute_url()).content.decode()


def test_the_section_has_verdict_table_and_files(
    owner: Client, campaign: Campaign, alice: User, run_jobs: Callable[[], int], certified: ReportResult
) -> None:
    report = finished(campaign, alice, run_jobs, ReportOptions(replicates=20))
    report.result = to_json(certified)
    report.save()
    page = section(owner, report)
    assert certificate_sentence(certified) in page
    assert page.count("resampled") > 5
    for extension in ("", "-latex", "-markdown"):
        address = reverse(f"reports:table{extension}", args=[campaign.slug, report.key, "certificate"])
        assert address in page
        content = owner.get(address).content.decode()
        assert "sentences resampled" in content
        if not extension:
            rows = list(csv.DictReader(io.StringIO(content)))
            assert certified.certificate is not None
            assert float(rows[0]["width"]) == certified.certificate.intervals[0].width
            assert len(rows) == 5


def test_it_is_computed_with_progress_and_the_settings_of_the_report(judgments: list[Judgment]) -> None:
    seen: list[tuple[float, str]] = []
    options = replace(OPTIONS, confidence=0.9, seed=7)
    computed = compute_report(judgments, [30], list("ABCD"), options, lambda *step: seen.append(step))
    made = report_result(computed.result).certificate
    assert made is not None
    assert (made.confidence, made.seed, made.campaigns, made.replicates) == (0.9, 7, 2, 20)
    assert (made.rankings, made.judges, made.sentences, made.systems) == (90, 3, 30, 4)
    steps = [share for share, message in seen if message.startswith("Certificate")]
    assert len(steps) >= 4
    assert steps == sorted(steps)
    assert computed.recipe["parts"] == ["certificate"]


def kinds(chosen: float, clusters: float = 0.0) -> tuple[CertifiedInterval, ...]:
    """Intervals by sentences for other judges, of which `chosen` hold, and for these judges."""
    return (
        CertifiedInterval("sentences", "judges-like-these", 0.99, chosen, 0.2, clusters, 0.05, 0.04),
        CertifiedInterval("sentences", "these-judges", 0.95, 0.6, 0.1, 0.3, 0.05, 0.04),
    )


def held(percent: int) -> str:
    return (
        f"in 50 simulated campaigns of this design, {percent}\u00a0% of the 95\u00a0% intervals held the "
        "true score (sentences resampled, for judges like these)."
    )


JUDGES = CertifiedInterval("judges", "judges-like-these", 0.9, 0.93, 0.5, 0, None, None)
NARROW = "The intervals of this report are too narrow:"
NEVER = "Equal systems were never put into different clusters."


@pytest.mark.parametrize(
    ("intervals", "expected"),
    [
        (
            kinds(0.94, 0.04),
            f"The intervals of this report hold what they claim: {held(94)} Equal systems were put "
            "into different clusters in 4\u00a0% of campaigns (limit 5\u00a0%).",
        ),
        (
            kinds(0.94, 0.2),
            f"The intervals of this report hold what they claim: {held(94)} Equal systems were put "
            "into different clusters in 20\u00a0% of campaigns, more than the limit of 5\u00a0%: do not rely "
            "on the clusters.",
        ),
        (
            (replace(kinds(0.94)[0], false_pairs=0.2, pairs_error=0.05, false_after_holm=0.3),),
            f"The intervals of this report hold what they claim: {held(94)} {NEVER} The tests under Head to "
            "head err too often: false tests in 20 % of pairs (limit 5 %), too often; false tests after Holm "
            "in 30 % of campaigns (limit 5 %), too often.",
        ),
        (
            (replace(kinds(0.94)[0], without=20, missing=0.45),),
            f"The intervals of this report hold what they claim: {held(94).replace('50', '30')} Another 20 "
            f"of 50 campaigns gave no interval, and count neither as held nor as failed. {NEVER}",
        ),
        (
            kinds(0.7),
            f"{NARROW} {held(70)} No kind of interval for judges like these holds here: more judges "
            f"or sentences are needed. {NEVER}",
        ),
        (
            (*kinds(0.7), JUDGES),
            f"{NARROW} {held(70)} The narrowest for judges like these that holds: judges resampled. {NEVER}",
        ),
        (
            kinds(1.0),
            "The intervals of this report are wider than needed, so they err on the safe side: "
            f"{held(100)} {NEVER}",
        ),
        (
            (
                CertifiedInterval("sentences", "judges-like-these", None, None, None, 0, 0, 0),
                *kinds(0.94)[1:],
            ),
            "Sentences resampled, for judges like these: no certificate: this design gets no interval of "
            "this kind.",
        ),
        (
            (*kinds(0.7), replace(JUDGES, judges_like_these=None, width=None)),
            f"{NARROW} {held(70)} No kind of interval for judges like these holds here: more judges "
            f"or sentences are needed. {NEVER}",
        ),
    ],
)
def test_the_verdict_is_on_the_intervals_of_the_report(
    certified: ReportResult, intervals: tuple[CertifiedInterval, ...], expected: str
) -> None:
    made = certified.certificate
    assert made is not None
    made = replace(made, intervals=intervals, campaigns=50, error=0.03)
    result = replace(certified, certificate=made)
    assert certificate_sentence(result) == expected
    assert {"key": "certificate", "title": "Certificate", "sentence": expected} in findings(result)


def test_a_report_without_intervals_has_nothing_to_certify(certified: ReportResult) -> None:
    ranking = replace(certified.ranking, without_ranges="Only 2 sentences.")
    sentence = certificate_sentence(replace(certified, ranking=ranking))
    assert sentence == "This report has no intervals that could hold or fail."


def test_a_report_by_another_method_does_not_take_the_verdict_for_its_own(certified: ReportResult) -> None:
    own = certificate_sentence(certified)
    assert own.startswith("The intervals of this report ")
    assert "simulated was" not in own
    ranking = replace(certified.ranking, method="bradley-terry", title="Bradley-Terry with ties (Davidson)")
    other = replace(certified, ranking=ranking)
    shown = certificate_sentence(other)
    assert shown.startswith(
        "The ranking of this report is by Bradley-Terry with ties (Davidson); simulated was Expected Wins, "
    )
    assert "Intervals by Expected Wins " in shown
    assert "intervals of this report" not in shown
    recipe = {"method": "bradley-terry", "confidence": 0.95}
    words = dict(explanations(other, recipe)["certificate"].terms)
    assert "not by Bradley-Terry with ties (Davidson) as this report is" in words["Simulated"]
    assert "those of this report are not tried" in words["What to conclude"]
    assert (
        "not by"
        not in dict(explanations(certified, recipe | {"method": "expected-wins"})["certificate"].terms)[
            "Simulated"
        ]
    )
