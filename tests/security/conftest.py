"""A campaign with everything in it that an address can name, and one person of every role."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.urls import resolve, reverse
from pytest_django import DjangoDbBlocker

from appraise_gec.accounts.models import User
from appraise_gec.accounts.tokens import make_token
from appraise_gec.jobs.models import Job, State
from appraise_gec.management.commands.password_link import password_path
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import folders
from appraise_gec.report.site.actions import PublishReport
from appraise_gec.report.site.services import request_report
from metrics.site.runs import MetricRequest, request_runs
from rankings.access import open_campaign
from rankings.judging.assignment import next_assignment
from rankings.judgments.exporting import export_judgments
from rankings.models import Link, Membership, Ranking
from rankings.people import crowd
from rankings.people.links import make_link
from rankings.plan.known_answers import make_known
from rankings.survey.questions import BUILT_IN, stored
from rankings.uploads.files import File
from tests.conftest import run_waiting_jobs
from tests.corpus.conftest import corpus_files
from tests.factories import (
    add_member,
    make_campaign,
    make_items,
    make_judge,
    make_passkey,
    make_ranking,
    make_upload,
)
from tests.metrics.site.conftest import references_file
from tests.metrics.site.conftest import store as store_gold

EVERYBODY = {"visitor", "stranger", "judge", "researcher", "manager", "owner"}

# Arguments that stand under another name in the address.
ADDRESS_NAMES = {
    "data_extension": "extension",
    "documentation_page": "path",
    "assignment": "key",
    "password_token": "key",
    "token_number": "number",
    "passkey_number": "pk",
    "leased": "assignment",
    "known_number": "number",
    "job_key": "key",
    "crowd_key": "key",
    "metric_run": "key",
    "metric_table": "name",
    "gold": "key",
    "file_number": "number",
    "public_token": "token",
    "public_path": "path",
    "upload_key": "key",
    "new_upload_key": "key",
    "upload_kind": "kind",
    "judge_number": "number",
}


def address_of(route: str, names: tuple[str, ...], world: dict[str, Any]) -> str:
    """Where the route's page of the campaign is."""
    named = {"key" if name.startswith("do:") else ADDRESS_NAMES.get(name, name): name for name in names}
    return reverse(route, kwargs={key: world[name.removeprefix("do:")] for key, name in named.items()})


class Stage(NamedTuple):
    cast: dict[str, User]
    world: dict[str, Any]


@pytest.fixture(scope="package")
def stage(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Stage]:
    """The people and their campaign, made once for all files here; each test takes back what it changed."""
    around_all_tests = transaction.atomic()
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patched:
        # To draw every figure of a report takes seconds.
        patched.setattr("appraise_gec.present.html.on_page", lambda figure, **how: "<svg></svg>")
        patched.setattr(
            "appraise_gec.present.drawing.files", lambda one, ends: dict.fromkeys(ends, b"<svg/>")
        )
        around_all_tests.__enter__()
        cast = make_cast()
        world = make_world(cast)
    yield Stage(cast, world)
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around_all_tests.__exit__(None, None, None)


@pytest.fixture
def cast(stage: Stage, db: None) -> dict[str, User]:
    """One person of every role."""
    return {role: User.objects.get(pk=person.pk) for role, person in stage.cast.items()}


@pytest.fixture
def world(stage: Stage, db: None) -> dict[str, Any]:
    """The arguments with which addresses name everything in the campaign."""
    return dict(stage.world)


def make_cast() -> dict[str, User]:
    return {
        role: User.objects.create_user(
            username=role, password="correct horse", may_create_campaigns=role == "owner"
        )
        for role in EVERYBODY - {"visitor"}
    }


def make_world(cast: dict[str, User]) -> dict[str, Any]:
    campaign = make_campaign("essays", owner=cast["owner"])
    manager = add_member(campaign, cast["manager"], Membership.Role.MANAGER)
    add_member(campaign, cast["researcher"], Membership.Role.RESEARCHER)
    items = make_items(campaign)
    judge = make_judge(campaign, "J1", cast["judge"])
    assignment = next_assignment(judge)
    assert assignment is not None
    # Two judges who differ: agreement, a ranking of systems and a comparison with metrics can be computed.
    for other in (make_judge(campaign, "J2"), make_judge(campaign, "J4")):
        for item in items:
            ranks = list(range(1, item.outputs.count() + 1))
            make_ranking(other, item, ranks[::-1] if (other.name, item.number) == ("J4", 0) else ranks)
    flagged = Ranking.objects.get(judge__name="J2", item=items[0])
    flagged.flag_reason = Ranking.FlagReason.UNCLEAR
    flagged.save()
    entry = crowd.crowd_of(campaign)
    entry.is_on = True
    entry.save()
    crowd.join(entry, "anybody", AnonymousUser())
    make_link(Link.Kind.ROLE, campaign, cast["owner"], invitee="Dora", role=Membership.Role.RESEARCHER)
    to_judge, secret = make_link(Link.Kind.SEAT, campaign, cast["owner"], judge=make_judge(campaign, "J3"))
    report = request_report(campaign, cast["owner"], ReportOptions(replicates=20, parts=())).report
    assert run_waiting_jobs() == 1
    gold = store_gold(campaign, cast["owner"], [references_file()], "gold")
    ((metric, _),) = request_runs(campaign, cast["owner"], [MetricRequest("m2", references=gold)])
    assert run_waiting_jobs() == 1
    access = open_campaign(cast["owner"], campaign.slug, (Membership.Role.OWNER,))
    report.refresh_from_db()
    PublishReport(access, cast["owner"], report).do()
    link = folders.link_of(report)
    assert link is not None
    assert run_waiting_jobs() == 1
    campaign.survey = stored(BUILT_IN)
    campaign.save(update_fields=["survey"])
    known = make_known(campaign, 0, [1, 2, 3], "", training=False)
    upload = make_upload("campaign", cast["owner"], None, *corpus_files(), title="Another")
    told = export_judgments(campaign, "json").content.replace(b'"J2"', b'"J9"').replace(b'"J4"', b'"J8"')
    judgments = make_upload("judgments", cast["owner"], campaign, File("judgments", "judgments.json", told))
    user, token = resolve(password_path(cast["judge"])).kwargs.values()
    for done in (report, metric):
        done.refresh_from_db()
        assert done.recipe is not None
        assert done.finished_at is not None
    assert set(Job.objects.values_list("state", flat=True)) == {State.DONE}
    return {
        "slug": campaign.slug,
        "judge": judge.pk,
        "member": manager.pk,
        "number": items[0].number,
        "ranking": flagged.pk,
        "leased": assignment.pk,
        "known_number": known.number,
        "moment": "after",
        "crowd_key": entry.key,
        "documentation_page": "index.html",
        "judges_link": to_judge.pk,
        "secret": secret,
        "assignment": assignment.key,
        "key": report.key,
        "job_id": report.job_id,
        "path": "tables/agreement.csv",
        "data_extension": "csv",
        "metric_run": metric.key,
        "metric_table": "scores",
        "gold": gold.key,
        "file_number": 0,
        "format_name": "xml",
        "public_token": link.token,
        "public_path": "tables/agreement.csv",
        "new_upload_key": upload.key,
        "upload_key": judgments.key,
        "upload_kind": "judgments",
        "sentence": 0,
        "judge_number": judge.pk,
        "job_key": report.job_id,
        "system": campaign.systems.exclude(is_input=True).earliest("pk").pk,
        "username": "owner",
        "language": "de",
        "token_number": make_token(cast["owner"], "script", "read", 30)[0].pk,
        "passkey_number": make_passkey(cast["owner"]).pk,
        "uidb36": user,
        "password_token": token,
    }
