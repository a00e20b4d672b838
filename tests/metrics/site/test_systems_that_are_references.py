"""A system that is a reference is found, told, and left out of a comparison when asked to."""

from collections.abc import Callable

from django.test import Client

from appraise_gec.accounts.models import User
from metrics.site.comparisons import compared
from metrics.site.references import systems_that_are_references
from metrics.site.runs import MetricRequest, request_runs
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


def test_it_is_left_out_of_a_comparison_or_told(
    client: Client, judged: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    gold = store(judged, alice, [references_file(TEXTS, "texts.txt")], "texts")
    request_runs(judged, alice, [MetricRequest("gleu", references=gold)])
    run_jobs()
    client.force_login(alice)
    address = "/campaigns/essays/metrics/people/"
    page = client.get(address)
    assert page.context["form"].initial["without"] == ["ALPHA"] and "ALPHA: the same as texts" in page.text

    def systems(**more: object) -> list[int]:
        assert client.post(address, {"replicates": 20, **more}).status_code == 302
        run_jobs()
        found = compared(judged.comparisons.get())
        return [metric.systems for metric in found.study.metrics]

    assert systems() == [4]
    assert "<bdi>ALPHA</bdi> is the same as <bdi>texts</bdi> in 4 of 4 sentences" in client.get(address).text
    assert systems(without="ALPHA") == [3]
    page = client.get(address)
    assert "Left out as asked for: ALPHA." in page.text and "in 4 of 4 sentences" not in page.text
