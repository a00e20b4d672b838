"""A report hands out the rankings that it was computed from, and its SHA-256 can be had from their file."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.formats.fingerprint import rankings_digest
from rankings.formats.judgments import read_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.judgments.exporting import EXPORTS, USUAL, export
from rankings.judgments.importing import import_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, Ranking, Report
from rankings.people import privacy
from tests.factories import act, make_judge, make_ranking, signed_in

Make = Callable[..., Report]


@pytest.fixture
def report_of(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Make:
    def make(**options: object) -> Report:
        asked = services.request_report(campaign, alice, ReportOptions(replicates=20, parts=(), **options))  # type: ignore[arg-type]
        run_jobs()
        return Report.objects.select_related("campaign").get(pk=asked.report.pk)

    return make


@pytest.fixture
def owner(alice: User) -> Client:
    return signed_in(alice)


def change_everything(campaign: Campaign, alice: User) -> None:
    """A revision, a first ranking, an import, a retired item, a renamed judge and a forgotten one."""
    one, two = campaign.judges.get(name="one"), campaign.judges.get(name="two")
    item = campaign.items.get(number=0)
    make_ranking(one, item, [2] * item.outputs.count(), revision=2)
    make_ranking(make_judge(campaign, "three"), item)
    outputs = (JudgedOutput(("INPUT",), 1), JudgedOutput(("ALPHA", "GAMMA"), 2), JudgedOutput(("BETA",), 3))
    import_judgments(campaign, [Judgment("four", "0", outputs, item="x")], "x.xml", "b" * 64, alice)
    make_ranking(one, campaign.items.get(number=1), skipped=True, revision=2)
    act(alice, "judge.edit", campaign, two.pk, name="Twain", quota=None)
    privacy.forget_judge(one)


def test_a_stale_report_hands_out_what_it_was_computed_from(
    campaign: Campaign, report_of: Make, alice: User, owner: Client, run_jobs: Callable[[], int]
) -> None:
    report = report_of()
    before = list(campaign_judgments(campaign))
    change_everything(campaign, alice)
    assert services.is_stale(report)

    owner.get(report.get_absolute_url())  # writes the files again, with the new names
    run_jobs()
    page = owner.get(report.get_absolute_url()).text
    addresses = re.findall(r'href="(/campaigns/essays/report/[^"]*rankings\.[\w-]+)"', page)
    assert [address.rpartition(".")[2] for address in addresses] == list(EXPORTS)
    for address in addresses[:4]:
        response = owner.get(address)
        assert response.headers["Content-Disposition"].startswith("attachment")
        found = read_judgments(response.getvalue(), "file")
        assert {one.judge for one in found} == {"anonymous-1", "Twain"}
        assert rankings_digest(found) == report.recipe["rankings"]["sha256"]  # type: ignore[index]
        by_name = {"one": "anonymous-1", "two": "Twain"}
        assert [(one.judge, one.sentence, one.outputs) for one in found] == [
            (by_name[one.judge], one.sentence, one.outputs) for one in before
        ]
    current = owner.get("/campaigns/essays/report/rankings.json").getvalue()
    assert rankings_digest(read_judgments(current, "now")) != report.recipe["rankings"]["sha256"]  # type: ignore[index]


@pytest.mark.parametrize("format_name", USUAL)
def test_the_file_of_the_rankings_has_the_checksum_of_the_recipe(
    campaign: Campaign, report_of: Make, alice: User, format_name: str
) -> None:
    report = report_of(excluded_judges=("two",))
    change_everything(campaign, alice)
    report.refresh_from_db()
    assert report.recipe is not None
    read = read_judgments(export(services.judgments_of(report), "j", format_name).content, "judgments")
    assert report.recipe["rankings"] == {"number": 4, "sha256": rankings_digest(read)}


def test_rankings_that_are_gone_or_changed_are_refused_with_the_reason(
    campaign: Campaign, report_of: Make, owner: Client
) -> None:
    report = report_of()
    address = f"/campaigns/essays/report/{report.key}/rankings.csv"
    campaign.systems.filter(name="ALPHA").update(name="OMEGA")
    assert "do not have the SHA-256" in owner.get(address, follow=True).text
    campaign.systems.filter(name="OMEGA").update(name="ALPHA")
    assert owner.get(address).status_code == 200
    Ranking.objects.earliest("pk").delete()
    assert "1 of 8 rankings are not there any more" in owner.get(address, follow=True).text
    assert owner.get(address.replace(".csv", ".exe")).status_code == 404


def test_the_checksum_counts_who_said_what_and_nothing_else() -> None:
    def said(judge: str, sentence: str, first: int, **more: object) -> Judgment:
        outputs = (JudgedOutput(("A",), first), JudgedOutput(("C", "B"), 2))
        return Judgment(judge, sentence, outputs, **more)  # type: ignore[arg-type]

    some = [said("ann", "0", 1), said("ann", "1", 3), said("bob", "2", 1)]
    digest = rankings_digest(some)
    renamed = [said("zoe", "0", 1), said("zoe", "1", 3), said("ada", "2", 1)]
    timed = [said("bob", "2", 1, seconds=3.0, item="x"), said("ann", "1", 3), said("ann", "0", 1)]
    assert rankings_digest(renamed) == rankings_digest(timed) == digest
    others = (
        [said("ann", "0", 1), said("bob", "1", 3), said("bob", "2", 1)],
        [said("ann", "0", 1), said("ann", "1", 2), said("bob", "2", 1)],
        [said("ann", "0", 1), said("ann", "5", 3), said("bob", "2", 1)],
        [*some, said("bob", "2", 1)],
        some[:2],
    )
    assert len({digest, *map(rankings_digest, others)}) == 1 + len(others)
