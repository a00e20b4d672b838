"""A system that is a reference is found, told, and left out of the comparison with people."""

from collections.abc import Callable

from django.test import Client

from appraise_gec.accounts.models import User
from metrics.site.references import systems_that_are_references
from metrics.site.runs import MetricRequest, request_runs
from rankings.models import Campaign
from tests.factories import OUTPUTS
from tests.metrics.site.conftest import TEXTS, imported, references_file, store


def found(campaign: Campaign) -> list[tuple[str, str, int, int]]:
    same = systems_that_are_references(campaign)
    return [(one.system, one.reference, one.equal, one.sentences) for one in same]


def test_a_system_that_is_a_reference_is_found(essays: Campaign, alice: User) -> None:
    assert found(essays) == []
    store(essays, alice, [references_file()], "gold")
    # ALPHA has what the first annotator wrote; spaces do not count.
    assert found(essays) == [("ALPHA", "gold, annotator 0", 4, 4)]
    texts = "\n".join(OUTPUTS["GAMMA"]).replace(" .", "  .") + "\n"
    store(essays, alice, [references_file(texts, "two.txt")], "other")
    assert found(essays) == [("ALPHA", "gold, annotator 0", 4, 4), ("GAMMA", "other", 4, 4)]


def test_a_report_compares_metrics_with_people_without_it(
    client: Client, judged: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    gold = store(judged, alice, [references_file(TEXTS, "texts.txt")], "texts")
    request_runs(
        judged, alice, [MetricRequest(one, references=gold) for one in ("gleu", "levenshtein-source")]
    )
    run_jobs()
    client.force_login(alice)
    imported(client, "system,metric,score\nALPHA,same,4\nBETA,same,3\nGAMMA,same,2\nINPUT,same,1\n")
    assert "<bdi>ALPHA</bdi> is the same as <bdi>texts</bdi>" in client.get("/campaigns/essays/metrics/").text
    asked = {"parts": "metrics", "replicates": 20}
    page = client.post("/campaigns/essays/report/new/", asked)
    assert page.status_code == 302
    run_jobs()
    page = client.get(page["Location"])
    report = judged.reports.get()
    assert report.result, report.job and report.job.error
    systems = {one["metric"]: one["systems"] for one in report.result["correlation"]["metrics"]}
    assert systems == {"GLEU": 3, "Levenshtein to the source": 4, "same": 4}
    assert "ALPHA is left out where a metric compares with texts" in page.text
    assert "agrees best with people" in page.text and "Scores of every metric and of people" in page.text
    judged.metric_runs.filter(metric="same").delete()
    assert client.post("/campaigns/essays/report/new/", asked)["Location"] != report.get_absolute_url()
