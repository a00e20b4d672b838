"""Every address of the site and who may open it. The table's keys must be exactly the site's routes."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from appraise_gec.accounts.models import User
from metrics.site.importing import stage_scores
from metrics.site.runs import MetricRequest, request_runs
from metrics.site.storing import stage_references
from metrics.site.studies import request_study
from metrics.site.study_options import StudyOptions
from rankings.campaigns import crowd, invitations, invitations_team, staging
from rankings.campaigns.creation import CampaignDetails
from rankings.campaigns.staging import CorpusFile
from rankings.judging.assignment import next_assignment
from rankings.models import Membership
from rankings.reports.options import ReportOptions
from rankings.reports.reading import stage_judgments
from rankings.reports.services import request_report
from tests.campaigns.conftest import corpus_files
from tests.factories import add_member, make_campaign, make_items, make_judge, make_ranking
from tests.metrics.site.conftest import references_file
from tests.metrics.site.conftest import store as store_gold

pytestmark = pytest.mark.django_db

EVERYBODY = {"visitor", "stranger", "judge", "researcher", "manager", "owner"}
SIGNED_IN = EVERYBODY - {"visitor"}
TEAM = {"researcher", "manager", "owner"}
MANAGERS = {"manager", "owner"}
OWNER = {"owner"}
JUDGE = {"judge"}
# The owner staged the uploads and asked for the report; nobody else gets at either's private steps.
MAKERS = {"owner"}
NOBODY: set[str] = set()

# route: (who gets an answer, the keyword arguments of its address)
ROUTES: dict[str, tuple[set[str], tuple[str, ...]]] = {
    "home": (EVERYBODY, ()),
    "health": (EVERYBODY, ()),
    "favicon": (EVERYBODY, ()),
    "accounts:sign-in": (EVERYBODY, ()),
    "accounts:sign-out": (EVERYBODY, ()),
    "accounts:demo-sign-in": (NOBODY, ("username",)),
    "accounts:account": (SIGNED_IN, ()),
    "accounts:leave": (JUDGE, ("slug",)),
    "accounts:delete": (SIGNED_IN, ()),
    "accounts:password": (SIGNED_IN, ()),
    "accounts:forgotten": (EVERYBODY, ()),
    "accounts:forgotten-sent": (EVERYBODY, ()),
    "accounts:new-password": (EVERYBODY, ("uidb64", "password_token")),
    "jobs:status": (MAKERS | TEAM, ("job_id",)),
    "jobs:cancel": (MAKERS, ("job_id",)),
    "jobs:retry": (MAKERS, ("job_id",)),
    "campaigns:new": (MAKERS, ()),
    "campaigns:preview": (MAKERS, ("token",)),
    "campaigns:change": (MAKERS, ("token",)),
    "campaigns:create": (MAKERS, ("token",)),
    "campaigns:discard": (MAKERS, ("token",)),
    "campaigns:desk": (MANAGERS, ("slug",)),
    "campaigns:state": (MANAGERS, ("slug", "step")),
    "campaigns:settings": (MANAGERS, ("slug",)),
    "campaigns:delete": (OWNER, ("slug",)),
    "campaigns:items": (MANAGERS, ("slug",)),
    "campaigns:forecast": (MANAGERS, ("slug",)),
    "campaigns:plan": (MANAGERS, ("slug",)),
    "campaigns:ask-for-certainty": (MANAGERS, ("slug",)),
    "campaigns:make-checks": (MANAGERS, ("slug",)),
    "campaigns:make-known": (MANAGERS, ("slug",)),
    "campaigns:retire-known": (MANAGERS, ("slug", "number")),
    "campaigns:flags": (MANAGERS, ("slug",)),
    "campaigns:decide-flag": (MANAGERS, ("slug", "ranking")),
    "campaigns:leases": (MANAGERS, ("slug",)),
    "campaigns:change-lease": (MANAGERS, ("slug", "leased", "lease_act")),
    "campaigns:judges": (MANAGERS, ("slug",)),
    "campaigns:add-existing-judge": (MANAGERS, ("slug",)),
    "campaigns:add-judges-file": (MANAGERS, ("slug",)),
    "campaigns:judge": (MANAGERS, ("slug", "judge")),
    "campaigns:judge-quota": (MANAGERS, ("slug", "judge")),
    "campaigns:restore-access": (MANAGERS, ("slug", "judge")),
    "campaigns:forget-judge": (MANAGERS, ("slug", "judge")),
    "campaigns:change-judge": (MANAGERS, ("slug", "judge", "act")),
    "campaigns:team": (MANAGERS, ("slug",)),
    "campaigns:crowd": (MANAGERS, ("slug",)),
    "campaigns:find-participant": (MANAGERS, ("slug",)),
    "campaigns:change-crowd-address": (MANAGERS, ("slug",)),
    "join": (EVERYBODY, ("crowd_key",)),
    "campaigns:history": (OWNER, ("slug",)),
    "campaigns:invite-member": (OWNER, ("slug",)),
    "campaigns:revoke-member-invitation": (OWNER, ("slug", "invitation")),
    "campaigns:remove-member": (OWNER, ("slug", "member")),
    "invitations:accept": (EVERYBODY, ("secret",)),
    "reports:overview": (TEAM, ("slug",)),
    "reports:request": (TEAM, ("slug",)),
    "reports:export": (TEAM, ("slug", "format_name")),
    "reports:top-up": (MANAGERS, ("slug",)),
    "reports:import": (MANAGERS, ("slug",)),
    "reports:import-preview": (MAKERS, ("slug", "judgments_token")),
    "reports:import-confirm": (MAKERS, ("slug", "judgments_token")),
    "reports:report": (TEAM, ("slug", "key")),
    "reports:document": (TEAM, ("slug", "key")),
    "reports:table": (TEAM, ("slug", "key", "table")),
    "reports:table-latex": (TEAM, ("slug", "key", "table")),
    "reports:table-markdown": (TEAM, ("slug", "key", "table")),
    "reports:section": (TEAM, ("slug", "key", "section")),
    "reports:figure": (TEAM, ("slug", "key", "figure", "extension")),
    "metrics:overview": (TEAM, ("slug",)),
    "metrics:new": (TEAM, ("slug",)),
    "metrics:run": (TEAM, ("slug", "metric_run")),
    "metrics:remove": (MANAGERS, ("slug", "metric_run")),
    "metrics:document": (TEAM, ("slug", "metric_run")),
    "metrics:table": (TEAM, ("slug", "metric_run", "metric_table")),
    "metrics:sentences": (TEAM, ("slug", "metric_run")),
    "metrics:sentence": (TEAM, ("slug", "metric_run", "sentence_number")),
    "metrics:correlation": (TEAM, ("slug",)),
    "metrics:correlation-table": (TEAM, ("slug",)),
    "metrics:correlation-figure": (TEAM, ("slug", "metric_run", "extension")),
    "metrics:study-new": (TEAM, ("slug",)),
    "metrics:study": (TEAM, ("slug", "study")),
    "metrics:study-document": (TEAM, ("slug", "study")),
    "metrics:study-table": (TEAM, ("slug", "study", "study_table")),
    "metrics:study-figure": (TEAM, ("slug", "study", "study_figure", "extension")),
    "metrics:references-upload": (MANAGERS, ("slug",)),
    "metrics:references-preview": (MAKERS, ("slug", "gold_token")),
    "metrics:references-confirm": (MAKERS, ("slug", "gold_token")),
    "metrics:references": (TEAM, ("slug", "gold")),
    "metrics:references-file": (TEAM, ("slug", "gold", "file_number")),
    "metrics:references-remove": (MANAGERS, ("slug", "gold")),
    "metrics:import": (MANAGERS, ("slug",)),
    "metrics:import-preview": (MAKERS, ("slug", "scores_token")),
    "metrics:import-confirm": (MAKERS, ("slug", "scores_token")),
    "judging:task": (JUDGE, ("slug",)),
    "judging:end": (JUDGE, ("slug",)),
    "judging:next": (JUDGE, ("slug",)),
    "judging:mine": (JUDGE, ("slug",)),
    "judging:item": (JUDGE, ("slug", "assignment")),
    "judging:skip": (JUDGE, ("slug", "assignment")),
    "judging:later": (JUDGE, ("slug", "assignment")),
    "judging:previous": (JUDGE, ("slug", "assignment")),
    "judging:following": (JUDGE, ("slug", "assignment")),
    "judging:draft": (JUDGE, ("slug", "assignment")),
    "judging:preferences": (JUDGE, ("slug",)),
    "api:root": (SIGNED_IN, ()),
    "api:campaigns": (SIGNED_IN, ()),
    "api:campaign": (TEAM, ("slug",)),
    "api:judgments": (TEAM, ("slug",)),
    "api:reports": (TEAM, ("slug",)),
    "api:report": (TEAM, ("slug", "key")),
    "metrics-api:scores": (TEAM, ("slug",)),
    "metrics-api:one-scores": (TEAM, ("slug", "metric_run")),
    "metrics-api:studies": (TEAM, ("slug",)),
    "metrics-api:study": (TEAM, ("slug", "study")),
}


# Arguments that stand under another name in the address.
ADDRESS_NAMES = {
    "assignment": "key",
    "judgments_token": "token",
    "password_token": "token",
    "leased": "assignment",
    "lease_act": "act",
    "crowd_key": "key",
    "metric_run": "key",
    "metric_table": "table",
    "study": "key",
    "study_table": "table",
    "study_figure": "figure",
    "gold": "key",
    "file_number": "number",
    "sentence_number": "number",
    "gold_token": "token",
    "scores_token": "token",
}


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[str]:
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from routes(entry, prefix + (f"{entry.namespace}:" if entry.namespace else ""))
        elif isinstance(entry, URLPattern):
            yield f"{prefix}{entry.name}"


def test_every_route_has_a_decided_audience():
    assert sorted(set(routes())) == sorted(ROUTES)


@pytest.fixture
def cast(make_user: Callable[..., User]) -> dict[str, User]:
    people = {role: make_user(role) for role in EVERYBODY - {"visitor"}}
    people["owner"].may_create_campaigns = True
    people["owner"].save()
    return people


@pytest.fixture
def world(cast: dict[str, User], run_jobs: Callable[[], int]) -> dict[str, Any]:
    """A campaign with everything in it that an address can name."""
    campaign = make_campaign("essays", owner=cast["owner"])
    manager = add_member(campaign, cast["manager"], Membership.Role.MANAGER)
    add_member(campaign, cast["researcher"], Membership.Role.RESEARCHER)
    items = make_items(campaign)
    judge = make_judge(campaign, "J1", cast["judge"])
    assignment = next_assignment(judge)
    assert assignment is not None
    ranking = make_ranking(make_judge(campaign, "J2"), items[0])
    entry = crowd.entry_of(campaign)
    entry.is_on = True
    crowd.save_entry(entry, cast["owner"], [])
    invitations_team.invite(campaign, "Dora", Membership.Role.RESEARCHER, cast["owner"])
    report = request_report(campaign, cast["owner"], ReportOptions(replicates=20, parts=())).report
    assert run_jobs() == 1
    gold = store_gold(campaign, cast["owner"], [references_file()], "gold")
    (metric,) = request_runs(campaign, cast["owner"], [MetricRequest("m2", references=gold)])
    assert run_jobs() == 1
    study = request_study(campaign, cast["owner"], StudyOptions(replicates=20)).study
    assert run_jobs() == 1
    staged_gold = stage_references(campaign, cast["owner"], [references_file()], "more gold", None)
    table = CorpusFile("scores", "scores.csv", b"system,metric,score\nALPHA,F,1\n")
    staged_scores = stage_scores(campaign, cast["owner"], table)
    upload = staging.stage(cast["owner"], asdict(CampaignDetails("Another", "another")), corpus_files())
    judgments = stage_judgments(campaign, cast["owner"], "judgments.csv", b"")
    return {
        "slug": campaign.slug,
        "judge": judge.pk,
        "member": manager.pk,
        "act": "hold",
        "number": items[0].number,
        "ranking": ranking.pk,
        "leased": assignment.pk,
        "lease_act": "extend",
        "crowd_key": entry.key,
        "invitation": campaign.team_invitations.get().pk,
        "step": "close",
        "secret": invitations.issue(make_judge(campaign, "J3"), cast["owner"]),
        "assignment": assignment.key,
        "key": report.key,
        "job_id": report.job_id,
        "table": "agreement",
        "section": "methods",
        "figure": "ranking",
        "extension": "svg",
        "metric_run": metric.run.key,
        "metric_table": "scores",
        "study": study.key,
        "study_table": "correlations",
        "study_figure": "intervals",
        "sentence_number": 1,
        "gold": gold.key,
        "file_number": 0,
        "gold_token": staged_gold.token,
        "scores_token": staged_scores.token,
        "format_name": "xml",
        "token": upload.token,
        "judgments_token": judgments.token,
        "username": "owner",
        "uidb64": "MQ",
        "password_token": "no-such-token",
    }


def answers(client: Client, address: str) -> list[Any]:
    """What the address says to a look and to an empty form. A refusal may not depend on the method."""
    client.raise_request_exception = False
    return [client.get(address), client.post(address)]


def is_refusal(answer: HttpResponse) -> bool:
    return answer.status_code in {401, 403, 404} or answer.get("Location", "").startswith(
        reverse("accounts:sign-in")
    )


@pytest.mark.parametrize("area", sorted({route.partition(":")[0] for route in ROUTES}))
def test_every_route_answers_its_audience_and_nobody_else(
    world: dict[str, Any], cast: dict[str, User], area: str
):
    wrong = {}
    for route, (audience, arguments) in ROUTES.items():
        if route.partition(":")[0] != area:
            continue
        address = reverse(route, kwargs={ADDRESS_NAMES.get(name, name): world[name] for name in arguments})
        for role in sorted(EVERYBODY):
            # What one person does must not be there for the next.
            with transaction.atomic():
                client = Client()
                if role != "visitor":
                    client.force_login(cast[role])
                given = answers(client, address)
                transaction.set_rollback(True)
            if not is_right(given, role in audience):
                wrong[route, role] = [answer.status_code for answer in given]
    assert not wrong


def is_right(given: list[Any], is_audience: bool) -> bool:
    if any(answer.status_code >= 500 for answer in given):
        return False
    refusals = [is_refusal(answer) for answer in given]
    if is_audience:
        return not all(refusals)
    closed = [refused or answer.status_code == 405 for answer, refused in zip(given, refusals, strict=True)]
    return all(closed) and any(refusals)


@pytest.mark.parametrize(
    "route", ["campaigns:preview", "campaigns:change", "campaigns:create", "campaigns:discard"]
)
def test_files_for_one_purpose_cannot_be_used_for_another(
    client: Client, world: dict[str, Any], cast: dict[str, User], route: str
):
    client.force_login(cast["owner"])
    address = reverse(route, args=[world["judgments_token"]])
    assert {answer.status_code for answer in answers(client, address)} <= {404, 405}
