"""The demo campaign that a new copy opens on."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job
from metrics.site.demo import METRICS
from rankings.desk.demo import load_demo
from rankings.models import Campaign, Judge, Membership, Ranking


@pytest.fixture
def demo(db: None) -> Campaign:
    campaign = load_demo()
    assert campaign is not None
    return campaign


def test_the_demo_has_something_for_everybody(demo: Campaign) -> None:
    assert (demo.slug, demo.state) == ("demo", "open")
    assert demo.guidelines
    assert demo.documents.count() > 1
    assert demo.systems.count() >= 6
    assert demo.systems.filter(is_input=True).count() == 1
    roles = dict(Membership.objects.filter(campaign=demo).values_list("user__username", "role"))
    assert roles == {"manager": "owner", "researcher": "researcher"}
    assert Judge.objects.get(campaign=demo, user__username="judge").is_active
    assert not any(user.has_usable_password() for user in User.objects.all())


def test_loading_again_changes_nothing(demo: Campaign) -> None:
    before = (Campaign.objects.count(), User.objects.count(), Ranking.objects.count())
    assert load_demo() is None
    call_command("load_demo", verbosity=0)
    assert (Campaign.objects.count(), User.objects.count(), Ranking.objects.count()) == before


def test_a_worker_finds_a_report_and_scores_to_compute(client: Client, settings: Any, db: None) -> None:
    settings.DEMO = True
    call_command("load_demo", verbosity=0)
    campaign = Campaign.objects.get()
    kinds = list(Job.objects.order_by("created_at").values_list("kind", flat=True))
    # The report comes first: it is what a visitor opens first.
    assert kinds == ["report", *["metric"] * len(METRICS)]
    assert set(campaign.metric_runs.values_list("metric", flat=True)) == set(METRICS)
    gold = campaign.reference_sets.get()
    assert gold.kind == "gold"
    assert len(gold.summary["annotators"]) == 2

    client.force_login(User.objects.get(username="researcher"))
    page = client.get(reverse("reports:overview", args=["demo"]), follow=True)
    assert "The report is being computed" in page.text
    assert "Compute the report" not in page.text.split("<details")[0]
    for address in (
        reverse("metrics:overview", args=["demo"]),
        reverse("metrics:references", args=["demo", gold.key]),
    ):
        page = client.get(address)
        assert page.status_code == 200
        assert "Made-up gold edits" in page.text
    call_command("load_demo", verbosity=0)
    assert Job.objects.count() == len(kinds)


def test_the_demo_stays_out_of_a_site_in_use(alice: User) -> None:
    Campaign.objects.create(slug="real", title="Real", created_by=alice)
    assert load_demo() is None
    assert Campaign.objects.count() == 1
