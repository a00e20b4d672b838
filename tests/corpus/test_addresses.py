"""Addresses in every script: from a title, in links, redirects, downloads, forms and the API."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.corpus.upload import slug_of
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Judge
from rankings.plan.sampling import DrawOptions, draw_items
from tests.corpus.conftest import form_fields
from tests.factories import make_ranking, signed_in, token_of

TITLES = {
    "تقييم الربيع": "تقييم-الربيع",
    "春の評価 2026": "春の評価-2026",
    "语法纠错": "语法纠错",
    "Оцінка систем!": "оцінка-систем",
    "Évaluation de l'été": "evaluation-de-lete",
    "Spring & summer": "spring-summer",
    "…": "",
    "😀": "",
}


@pytest.mark.parametrize(("title", "slug"), TITLES.items())
def test_a_title_makes_an_address(title: str, slug: str) -> None:
    assert slug_of(title) == slug


def test_a_campaign_with_such_a_title_works(
    as_alice: Client, alice: User, bob: User, run_jobs: Callable[[], int]
) -> None:
    title = "تقييم الربيع"
    slug = TITLES[title]
    staged = as_alice.post("/campaigns/new/", form_fields(title=title))["Location"]
    made = as_alice.post(staged, {"act": "confirm"})
    assert made["Location"] == f"/campaigns/{quote(slug)}/"
    campaign = Campaign.objects.get(slug=slug)
    draw_items(campaign, DrawOptions(items=4, seed=1), alice, items_before=0)
    for page in ("", "items/", "items/1/", "design/", "judges/", "settings/", "report/", "metrics/"):
        answer = as_alice.get(f"/campaigns/{slug}/{page}")
        assert answer.status_code == 200, page
        assert f"/campaigns/{quote(slug)}/" in answer.text
    as_alice.post(f"/campaigns/{slug}/do/campaign.open/")
    judge = Judge.objects.create(campaign=campaign, name="Bob", user=bob)
    for item in campaign.items.all()[:2]:
        make_ranking(judge, item)
    judge = Judge.objects.select_related("campaign").get(pk=judge.pk)
    lent = next_assignment(judge)
    assert lent is not None
    client = signed_in(bob)
    assert client.get(reverse("judging:item", args=[slug, lent.key])).status_code == 200
    csv = as_alice.get(f"/campaigns/{slug}/report/rankings.csv")
    assert csv.status_code == 200
    assert f"filename*=utf-8''{quote(slug)}" in csv["Content-Disposition"]
    read = Client(headers={"Authorization": f"Bearer {token_of(alice)}"})
    assert read.get(f"/api/v1/campaigns/{slug}/").json()["slug"] == slug
    as_alice.post(f"/campaigns/{slug}/do/campaign.close/")
    archive = as_alice.get(f"/campaigns/{slug}/download/")
    assert quote(f"{slug}-without-names.campaign.zip") in archive["Content-Disposition"]
    # The form says so where an address is taken, in whatever letters it was typed.
    again = as_alice.post("/campaigns/new/", form_fields(title="X", slug=slug), follow=True)
    assert "is taken" in again.text
    assert as_alice.post(f"/campaigns/{slug}/do/campaign.delete/", {"typed": title}).status_code == 302
    run_jobs()
    assert not Campaign.objects.exists()
