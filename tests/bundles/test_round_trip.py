"""A campaign comes out of one installation and into another with nothing lost."""

import json
import re

import pytest
from django.apps import apps

from appraise_gec.accounts.models import User
from appraise_gec.report.site.services import is_stale, judgments_of
from metrics.models import Comparison
from rankings.bundles.description import all_tables, models_left_out, table_of_model
from rankings.formats.records import FormatError
from rankings.models import Campaign, CrowdEntry, Judge, Membership
from tests.bundles.conftest import (
    MAIL,
    NAMES,
    SECRET,
    content_of,
    delete_everything,
    exported,
    files_of,
    imported,
)

pytestmark = pytest.mark.django_db
# Where rows of people themselves are: they belong to the installation.
OF_THE_INSTALLATION = {"accounts.User"}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


def related_models() -> set[str]:
    """The labels of all models that lead to a campaign, by one foreign key or several."""
    ours = [
        model
        for app in ("rankings", "metrics", "accounts", "jobs")
        for model in apps.get_app_config(app).get_models()
    ]
    reached = {"rankings.Campaign"}
    before: set[str] = set()
    while before != reached:
        before = set(reached)
        for model in ours:
            targets = {field.related_model._meta.label for field in model._meta.fields if field.related_model}
            if targets & before and model._meta.label not in OF_THE_INSTALLATION:
                reached.add(model._meta.label)
    return reached


def test_every_model_and_field_of_a_campaign_is_in_or_left_out_for_a_reason():
    undecided = [
        label for label in related_models() if not table_of_model(label) and not models_left_out().get(label)
    ]
    for table in all_tables():
        owner = {table.of} if table.of == "campaign" else set()
        decided = {"id", *table.columns, *table.left_out} | owner
        names = {field.name for field in table.rows_model._meta.fields}
        undecided += [f"{table.name}.{name}" for name in names - decided]
        undecided += [f"{table.name}.{name}: no such field" for name in decided - names - set(table.derived)]
        assert all(table.left_out.values())
    assert not undecided


def test_an_empty_installation_gives_back_what_it_was_given(campaign: Campaign, bundles: dict[str, bytes]):
    delete_everything(campaign)
    here = imported(bundles["full"], with_accounts=True)
    assert content_of(exported(here, "full")) == content_of(bundles["full"])
    person = User.objects.get(username="quillfeather")
    assert not person.has_usable_password()
    assert not person.is_superuser
    assert Judge.objects.get(name="Quillfeather").user == person
    assert (person.email, person.get_full_name()) == (MAIL, "Zephyrine Thistledown")
    report = here.reports.get()
    assert not is_stale(report)
    assert report.recipe is not None
    assert len(judgments_of(report)) == report.recipe["rankings"]["number"]
    assert not CrowdEntry.objects.get().is_on
    assert here.reference_sets.get().runs.count() == 1


def test_pseudonyms_come_back_the_same(campaign: Campaign, bundles: dict[str, bytes], alice: User):
    delete_everything(campaign)
    actor = User.objects.create_user("another")
    here = imported(bundles["pseudonyms"], actor)
    assert content_of(exported(here, "pseudonyms")) == content_of(bundles["pseudonyms"])
    assert Membership.objects.get(campaign=here).user == actor
    assert not Judge.objects.exclude(user=None).exists()


def test_a_bundle_with_pseudonyms_names_nobody(bundles: dict[str, bytes]):
    for name, content in files_of(bundles["pseudonyms"]).items():
        text = content.decode().casefold()
        for word in (*NAMES, MAIL, "o@example.org"):
            assert word.casefold() not in text, name
    files = files_of(bundles["pseudonyms"])
    assert json.loads(files["campaign.jsonl"])["slug"] == "essays-of-judge-1"
    assert json.loads(files["reports.jsonl"])["options"]["excluded_judges"] == ["judge-1"]
    left_out = json.loads(files["reports.jsonl"])["recipe"]["left_out"]
    assert left_out["checks"]["judges"] == ["judge-1"]
    assert "judge-1" in json.loads(files["reports.jsonl"])["result"]["judges"][0].values()


def test_secrets_never_leave(bundles: dict[str, bytes]):
    for content in bundles.values():
        for name, file in files_of(content).items():
            assert SECRET.encode() not in file, name
            assert b"pbkdf2" not in file, name


def test_beside_the_original_a_copy_gets_its_own_addresses(
    campaign: Campaign, bundles: dict[str, bytes], root: User
):
    with pytest.raises(FormatError, match=r"campaign\.jsonl:1"):
        imported(bundles["full"], root, with_accounts=True)
    copy = imported(bundles["full"], root, slug="a-copy", with_accounts=True)
    first, second = (files_of(content) for content in (bundles["full"], exported(copy, "full")))
    different = {name for name in first if first[name] != second[name]} - {"manifest.json"}
    assert different <= {
        "campaign.jsonl",
        "reports.jsonl",
        "references.jsonl",
        "metric_runs.jsonl",
        "comparisons.jsonl",
    }
    for name in different - {"campaign.jsonl"}:
        assert UUID.sub("", first[name].decode()) == UUID.sub("", second[name].decode())
    run = copy.metric_runs.get()
    comparison = Comparison.objects.get(campaign=copy)
    assert comparison.options["metrics"] == comparison.runs == [str(run.key)]
    # The original is as it was.
    assert content_of(exported(campaign, "full")) == content_of(bundles["full"])


def test_without_accounts_judges_keep_their_names(campaign: Campaign, bundles: dict[str, bytes], alice: User):
    people = User.objects.count()
    copy = imported(bundles["full"], alice, slug="a-copy")
    assert User.objects.count() == people
    assert {judge.name for judge in copy.judges.all()} == {"Quillfeather", "crowd-1"}
    assert not copy.judges.exclude(user=None).exists()
    assert [member.user for member in copy.memberships.all()] == [alice]
    assert copy.created_by == alice
