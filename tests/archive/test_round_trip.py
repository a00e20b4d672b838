"""A campaign goes out of one site and into another, and nothing that people come for is lost."""

import json
from typing import Any

import pytest
from django.apps import apps

from appraise_gec.accounts.models import User
from appraise_gec.report.computation import compute_report
from appraise_gec.report.options import ReportOptions
from metrics.site.texts import texts_mark
from rankings.archive.contents import tables
from rankings.formats.writing import FORMATS, write_judgments
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign, Item, Membership, Ranking
from tests.archive.conftest import MAIL, NAMES, files_of, read_back, written

pytestmark = pytest.mark.django_db
# Accounts and links belong to a site, uploads to persons; reports are computed again.
LEFT_OUT = {
    *("Crowd", "Link", "Membership", "Upload", "UploadPart"),
    *("PublicReport", "Report", "ReportFolder"),
}


def report_of(campaign: Campaign) -> dict[str, Any]:
    systems = list(campaign.systems.values_list("name", flat=True))
    options = ReportOptions(parts=(), replicates=100)
    return compute_report(load_judgments(campaign).judgments, [1], systems, options).result


def exports_of(campaign: Campaign) -> dict[str, bytes]:
    judgments = load_judgments(campaign).judgments
    return {name: write_judgments(judgments, name) for name in FORMATS}


def delete_everything(campaign: Campaign) -> None:
    """A site without the campaign and its people, as if nothing had ever been there."""
    campaign.metric_runs.all().delete()
    Ranking.objects.all().delete()
    Item.objects.all().delete()
    campaign.delete()
    User.objects.all().delete()


def test_an_empty_site_gives_back_what_it_was_given(campaign: Campaign, archives: dict[bool, bytes]):
    report, exports = report_of(campaign), exports_of(campaign)
    reference_key, run_key = campaign.reference_sets.get().key, campaign.metric_runs.get(metric="m2").key
    before = files_of(archives[True])
    assert all(before[table.file] for table in tables())
    delete_everything(campaign)
    owner = User.objects.create_user("another")
    here = read_back(archives[True], owner)
    assert report_of(here) == report
    assert exports_of(here) == exports
    after = files_of(written(here))
    assert {name: after[name] for name in after if name != "archive.json"} == {
        name: before[name] for name in before if name != "archive.json"
    }
    run = here.metric_runs.get()
    assert (run.key != run_key, run.texts_mark) == (True, texts_mark(here))
    assert run.reference_set == here.reference_sets.get()
    assert here.reference_sets.get().key != reference_key
    assert [(member.user, member.role) for member in here.memberships.all()] == [(owner, "owner")]
    assert {judge.name for judge in here.judges.all()} == {"Quillfeather", "Zephyrine"}
    assert not here.judges.exclude(user=None).exists()


def test_without_names_it_names_nobody_and_says_the_same(
    campaign: Campaign, archives: dict[bool, bytes], alice: User
):
    for content in archives.values():
        text = b"".join(files_of(content).values()).decode().casefold()
        assert not [word for word in (MAIL, "o@example.org", "pbkdf2", "12345678-1234") if word in text]
    assert not [word for word in NAMES if word.casefold() in text]
    copy = read_back(archives[False], alice, slug="hidden", title="Hidden")
    assert {judge.name for judge in copy.judges.all()} == {"judge-1", "judge-2"}
    assert Membership.objects.get(campaign=copy).user == alice
    assert json.dumps(report_of(copy)) == json.dumps(report_of(campaign)).replace(
        "Quillfeather", "judge-1"
    ).replace("Zephyrine", "judge-2")
    # Choices stay; what somebody wrote does not.
    answer = copy.judges.get(name="judge-1").survey_answers.get()
    assert answer.answers == {"difficulty": 4}
    assert files_of(written(campaign))["ranks.jsonl"] == files_of(archives[True])["ranks.jsonl"]


def test_every_model_of_a_campaign_is_in_it_or_left_out_on_purpose():
    models = [model for app in ("rankings", "metrics") for model in apps.get_app_config(app).get_models()]
    held = {table.model.__name__ for table in tables()}
    assert {model.__name__ for model in models} - held == LEFT_OUT
