"""A manager's way: bring the gold, have scores computed by a worker, see why a sentence got its score."""

import csv
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from metrics.models import MetricRun
from metrics.site.runs import MetricRequest, request_runs
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.models import Membership
from rankings.uploads.files import File
from tests.factories import add_member, make_campaign, make_items, make_judge, make_ranking
from tests.metrics.site.conftest import references_file, store

SENTENCES = 60
SYSTEMS = ("AMU", "CAMB", "CUUI", "INPUT", "UFC")


@pytest.fixture
def part(shared: Path, tmp_path: Path) -> Path:
    """The first sentences of the published gold, of two annotators."""
    whole = (shared / "data" / "conll14" / "official-2014.combined.m2").read_text(encoding="utf-8")
    path = tmp_path / "official.m2"
    path.write_text("\n\n".join(whole.split("\n\n")[:SENTENCES]) + "\n\n", encoding="utf-8")
    return path


@pytest.fixture
def learners(alice, shared: Path, transactional_db):
    folder = shared / "data" / "gjg15" / "outputs"

    def file(kind: str, name: str) -> File:
        lines = (folder / name).read_bytes().split(b"\n")[:SENTENCES]
        return File(kind, name, b"\n".join(lines) + b"\n")

    outputs = [file("outputs", name) for name in SYSTEMS]
    source = file("source", "INPUT")
    return create_campaign(
        alice, CampaignDetails("Essays of learners", "learners", documents="one"), [source, *outputs]
    )


def test_from_gold_to_one_sentence(
    learners,
    part,
    alice,
    charlie,
    page,
    new_page,
    sign_in,
    start_worker,
    assert_sound,
    expected_errors,
    tmp_path,
):
    expected_errors.append(r"422")  # a refused upload answers so
    sign_in(page, alice)
    page.goto(reverse("campaigns:desk", args=["learners"]))
    page.get_by_role("link", name="Report", exact=True).click()
    page.get_by_role("link", name="Metrics").click()
    assert_sound(page)
    page.get_by_role("link", name="Upload gold or references").click()
    assert_sound(page)

    wrong = tmp_path / "wrong.m2"
    text = part.read_text(encoding="utf-8").replace("S Keeping the Secret", "S Keeping a Secret", 1)
    wrong.write_text(text.replace("A 0 1", "A zero 1", 1), encoding="utf-8")
    page.get_by_label("Files").set_input_files(wrong)
    page.get_by_role("button", name="Go to the preview").click()
    expect(page.get_by_text("must be fixed first")).to_be_visible()
    assert_sound(page)

    page.get_by_label("remove wrong.m2").check()
    page.locator("input[type=file]").set_input_files(part)
    page.get_by_label("Name").fill("CoNLL-2014")
    page.get_by_role("button", name="Read again").click()
    expect(page.get_by_text("Nothing is stored until you confirm")).to_be_visible()
    assert_sound(page)
    page.get_by_role("button", name="Store the references").click()
    expect(page.get_by_text("Stored CoNLL-2014")).to_be_visible()
    page.get_by_text("Settings of the metrics").click()
    assert_sound(page)

    page.get_by_role("checkbox", name="GLEU").check()
    page.get_by_role("checkbox", name="I-measure").check()
    page.get_by_role("button", name="Compute").click()
    page.get_by_role("heading", name="In progress").wait_for()
    assert_sound(page)
    start_worker()
    page.get_by_role("heading", name="Scores", exact=True).wait_for()
    page.get_by_role("heading", name="In progress").wait_for(state="detached", timeout=120_000)
    assert_sound(page)

    run = MetricRun.objects.get(metric="m2")
    page.goto(run.get_absolute_url())
    assert_sound(page)
    last = page.get_by_role("region", name="Scores of systems").locator("tbody th").last
    assert last.inner_text().startswith("INPUT")  # it proposes nothing
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV file: scores").click()
    with Path(download.value.path()).open(encoding="utf-8", newline="") as file:
        assert {row["system"] for row in csv.DictReader(file)} == set(SYSTEMS)

    page.locator("table.described tbody th a", has_text="CAMB").click()
    expect(page.get_by_text("1 of")).to_be_visible()
    assert_sound(page)
    first = page.get_by_role("heading", level=1).inner_text()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text(first)
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(first)

    add_member(learners, charlie, Membership.Role.RESEARCHER)
    reader = new_page(java_script_enabled=False)
    sign_in(reader, charlie)
    reader.goto(reverse("metrics:overview", args=["learners"]))
    expect(reader.get_by_role("link", name="Compute scores")).to_be_visible()
    expect(reader.get_by_role("link", name="Import scores")).to_have_count(0)


@pytest.mark.figures
def test_metrics_against_people(alice, page, sign_in, run_jobs, assert_sound, transactional_db):
    campaign = make_campaign(owner=alice, title="Essays of learners")
    judge = make_judge(campaign, "amber")
    for item in make_items(campaign):
        make_ranking(judge, item)
    gold = store(campaign, alice, [references_file()], "gold")
    wanted = [MetricRequest("levenshtein-source"), MetricRequest("m2", references=gold)]
    request_runs(campaign, alice, wanted)
    assert run_jobs() == 2
    sign_in(page, alice)
    page.goto(reverse("metrics:overview", args=[campaign.slug]))
    page.get_by_role("button", name="Compare with people").click()
    expect(page.get_by_text("is being computed")).to_be_visible()
    assert run_jobs() == 1
    # The page looks by itself whether the work is done.
    page.locator("#metrics > summary").click()
    expect(page.get_by_text("agrees best with people")).to_be_visible()
    page.get_by_text("Each metric against people").click()
    expect(page.get_by_role("img", name="Scatter of systems").first).to_be_visible()
    assert_sound(page)
