"""Who may open which address of the report: one table, and nothing beside it."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.access.audience import CampaignAccess
from rankings.models import Campaign, Membership, Paper, PublicReport, Report
from rankings.reports import services, sharing
from rankings.reports.options import ReportOptions
from rankings.reports.urls import urlpatterns
from tests.factories import add_member, make_campaign, make_judge

PEOPLE = ("visitor", "stranger", "judge", "researcher", "manager", "owner", "root")
RESEARCHERS = ("researcher", "manager", "owner", "root")
MANAGERS = ("manager", "owner", "root")

# Route: method, further arguments, who may, and what they get.
TABLE: dict[str, tuple[str, tuple[str, ...], tuple[str, ...], int]] = {
    "overview": ("get", (), RESEARCHERS, 200),
    "request": ("post", (), RESEARCHERS, 422),
    "export": ("get", ("xml",), RESEARCHERS, 200),
    "edit-marks": ("get", ("csv",), RESEARCHERS, 200),
    "report": ("get", ("KEY",), RESEARCHERS, 200),
    "compare": ("get", (), RESEARCHERS, 200),
    "comparison-document": ("get", ("KEY", "KEY"), RESEARCHERS, 200),
    "name": ("post", ("KEY",), RESEARCHERS, 302),
    "delete": ("get", ("KEY",), RESEARCHERS, 200),
    "rankings": ("get", ("KEY", "json"), RESEARCHERS, 200),
    "document": ("get", ("KEY",), RESEARCHERS, 200),
    "table": ("get", ("KEY", "judges"), RESEARCHERS, 200),
    "table-latex": ("get", ("KEY", "judges"), RESEARCHERS, 200),
    "table-markdown": ("get", ("KEY", "agreement"), RESEARCHERS, 200),
    "methods-text": ("get", ("KEY", "references.bib"), RESEARCHERS, 200),
    "section": ("get", ("KEY", "methods"), RESEARCHERS, 200),
    "share": ("get", ("KEY",), RESEARCHERS, 200),
    "make-paper": ("post", ("KEY",), RESEARCHERS, 422),
    "paper": ("get", ("KEY", "PAPER"), RESEARCHERS, 200),
    "publish": ("post", ("KEY",), MANAGERS, 422),
    "revoke-link": ("post", ("KEY", "LINK"), MANAGERS, 302),
    "figure": ("get", ("KEY", "ranking", "svg"), RESEARCHERS, 200),
    "import": ("get", (), MANAGERS, 200),
    "import-preview": ("get", ("TOKEN",), MANAGERS, 404),
    "import-confirm": ("post", ("TOKEN",), MANAGERS, 404),
}


@pytest.fixture
def report(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    made = services.request_report(campaign, alice, ReportOptions(replicates=20)).report
    run_jobs()
    made.refresh_from_db()
    access = CampaignAccess(campaign, "owner")
    sharing.request_paper(access, made, alice, "Four systems")
    sharing.publish(access, made, alice, "Four systems")
    run_jobs()
    return made


@pytest.fixture
def people(
    campaign: Campaign, alice: User, bob: User, charlie: User, root: User, make_user: Callable[..., User]
) -> dict[str, User | None]:
    make_judge(campaign, "bob", bob)
    researcher, manager = make_user("rita"), make_user("mia")
    add_member(campaign, researcher, Membership.Role.RESEARCHER)
    add_member(campaign, manager, Membership.Role.MANAGER)
    return {
        "visitor": None,
        "stranger": charlie,
        "judge": bob,
        "researcher": researcher,
        "manager": manager,
        "owner": alice,
        "root": root,
    }


def test_the_table_has_every_route() -> None:
    assert {pattern.name for pattern in urlpatterns} == TABLE.keys()


@pytest.mark.parametrize("route", TABLE)
def test_each_route_opens_for_its_audience_alone(
    route: str, campaign: Campaign, report: Report, people: dict[str, User | None]
) -> None:
    method, arguments, audience, answer = TABLE[route]
    known = {
        "KEY": str(report.key),
        "TOKEN": str(uuid4()),
        "PAPER": str(Paper.objects.get(public=None).key),
        "LINK": str(PublicReport.objects.get().pk),
    }
    filled = [known.get(one, one) for one in arguments]
    address = reverse(f"reports:{route}", args=[campaign.slug, *filled])
    for name in PEOPLE:
        client = Client()
        if people[name] is not None:
            client.force_login(people[name])  # type: ignore[arg-type]
        response = getattr(client, method)(address)
        if name == "visitor":
            assert response.status_code == 302, (route, name)
            assert response["Location"].startswith(reverse("accounts:sign-in"))
        else:
            assert response.status_code == (answer if name in audience else 404), (route, name)


@pytest.mark.parametrize("route", [route for route, row in TABLE.items() if "KEY" in row[1]])
def test_a_report_is_found_in_its_own_campaign_only(
    route: str, report: Report, alice: User, client: Client
) -> None:
    other = make_campaign("other", owner=alice)
    method, arguments, _, _ = TABLE[route]
    known = {"KEY": str(report.key), "PAPER": str(uuid4()), "LINK": str(PublicReport.objects.get().pk)}
    filled = [known.get(one, one) for one in arguments]
    client.force_login(alice)
    assert getattr(client, method)(reverse(f"reports:{route}", args=[other.slug, *filled])).status_code == 404
