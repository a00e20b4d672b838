"""A system that is a reference is found, told, and left out of a comparison when asked to."""

import csv
from collections.abc import Callable

from django.test import Client

from appraise_gec.accounts.models import User
from metrics.models import MetricStudy
from metrics.site.references.identical import systems_that_are_references
from metrics.site.runs.services import MetricRequest, request_runs
from rankings.models import Campaign
from tests.factories import OUTPUTS
from tests.metrics.site.conftest import TEXTS, references_file, store


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


def test_the_source_is_no_reference_although_one_changes_little(essays: Campaign, alice: User) -> None:
    unchanged = "\n".join(OUTPUTS["INPUT"]) + "\n"
    store(essays, alice, [references_file(unchanged, "same.txt")], "unchanged")
    assert found(essays) == []


def test_it_is_told_before_a_comparison_and_left_out(
    client: Client, judged: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    gold = store(judged, alice, [references_file(TEXTS, "texts.txt")], "texts")
    request_runs(judged, alice, [MetricRequest("gleu", references=gold)])
    run_jobs()
    client.force_login(alice)
    page = client.get("/campaigns/essays/metrics/correlation/").text
    assert "<bdi>ALPHA</bdi> is the same as <bdi>texts</bdi> in 4 of 4 sentences" in page
    assert "so it is left out below" in page
    table = "/campaigns/essays/metrics/correlation.csv"
    rows = [
        list(csv.DictReader(client.get(table + query).text.splitlines()))
        for query in ("", "?references=count")
    ]
    assert [row["systems"] for (row,) in rows] == ["3", "4"]
    counted = client.get("/campaigns/essays/metrics/correlation/?references=count").text
    assert "the table below counts it" in counted
    assert f"{table}?references=count" in counted
    form = client.get("/campaigns/essays/metrics/correlation/new/").context["form"]
    assert form.initial["without"] == ["ALPHA"]

    def systems(**more: object) -> list[int]:
        asked = {"replicates": 20, "beta_sweep": "on", **more}
        assert client.post("/campaigns/essays/metrics/correlation/new/", asked).status_code == 302
        run_jobs()
        study = MetricStudy.objects.order_by("-pk")[0]
        assert study.result is not None, study.job and study.job.error
        return [metric["systems"] for metric in study.result["metrics"]]

    assert systems() == [4]
    assert systems(without="ALPHA") == [3]
    assert "Left out as asked for: ALPHA." in str(MetricStudy.objects.order_by("-pk")[0].result)
