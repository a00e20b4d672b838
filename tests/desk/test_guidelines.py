"""Guidelines: Markdown or plain, as judges see them, and their versions."""

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.desk.guidelines import revise_guidelines
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Judge, Ranking
from tests.factories import make_judge, make_ranking

TEXT = "# Ties\n\nGive *the same* rank.\n\n> Example: 2 * 3 * 4"
SETTINGS = {"title": "Spring test", "language": "en", "direction": "ltr"}
PLAIN = "<p># Ties</p>\n\n<p>Give *the same* rank.</p>\n\n<p>&gt; Example: 2 * 3 * 4</p>"


@pytest.fixture
def judge(drawn: Campaign, bob: User) -> Judge:
    Campaign.objects.filter(pk=drawn.pk).update(state="open")
    return make_judge(Campaign.objects.get(pk=drawn.pk), "Bob", bob)


def save(client: Client, text: str, **more: str) -> None:
    answer = client.post("/campaigns/spring/settings/", {**SETTINGS, "guidelines": text, **more})
    assert answer.status_code == 302


def test_judges_read_markdown_or_plain_text_as_it_is_written(
    as_alice: Client, judge: Judge, client: Client, bob: User
) -> None:
    lent = next_assignment(judge)
    assert lent is not None
    pages = ["/judge/spring/", reverse("judging:item", args=["spring", lent.key])]
    reader = Client()
    reader.force_login(bob)
    save(as_alice, TEXT, guidelines_format="markdown")
    for page in pages:
        html = reader.get(page).text
        assert "<h3>Ties</h3>" in html
        assert "<em>the same</em>" in html
    save(as_alice, TEXT, guidelines_format="plain")
    for page in pages:
        assert PLAIN in reader.get(page).text
    # A form that does not name it leaves it as it is.
    save(as_alice, TEXT)
    assert Campaign.objects.get().guidelines_format == "plain"


def test_a_change_of_the_format_is_a_version_too(drawn: Campaign, judge: Judge, alice: User) -> None:
    revise_guidelines(drawn, TEXT, alice, "plain")
    item = drawn.items.first()
    assert item
    Ranking.objects.filter(pk=make_ranking(judge, item).pk).update(
        guidelines_version=drawn.guidelines_version
    )
    before = drawn.guidelines_version
    assert revise_guidelines(drawn, TEXT, alice, "markdown") == before + 1
    assert revise_guidelines(drawn, TEXT, alice) == before + 1
    formats = dict(drawn.guidelines_revisions.values_list("version", "format"))
    assert formats == {before: "plain", before + 1: "markdown"}


def test_the_preview_shows_what_judges_would_see_and_stores_nothing(
    as_alice: Client, campaign: Campaign
) -> None:
    asked = {**SETTINGS, "guidelines": TEXT, "guidelines_format": "markdown"}
    page = as_alice.post("/campaigns/spring/guidelines/preview/", asked).text
    assert "<h3>Ties</h3>" in page
    asked["guidelines_format"] = "plain"
    assert PLAIN in as_alice.post("/campaigns/spring/guidelines/preview/", asked).text
    asked["guidelines"] = "x" * 20_001
    assert "longer than 20,000" in as_alice.post("/campaigns/spring/guidelines/preview/", asked).text
    assert "There are none" in as_alice.get("/campaigns/spring/guidelines/preview/").text
    campaign.refresh_from_db()
    assert campaign.guidelines == ""


def test_every_version_is_shown(as_alice: Client, drawn: Campaign, judge: Judge, alice: User) -> None:
    def version(text: str) -> None:
        revise_guidelines(drawn, text, alice)
        item = drawn.items.filter(rankings=None).first()
        assert item
        ranking = make_ranking(judge, item)
        Ranking.objects.filter(pk=ranking.pk).update(guidelines_version=drawn.guidelines_version)

    version("Rank.\n\nBe quick.")
    version("Rank.\n\nBe very quick.\n\nThank <b>you</b>.")
    version("Rank.")
    page = as_alice.get("/campaigns/spring/guidelines/")
    assert page.context["shown"].text == "Rank."
    numbers = [revision.version for revision in page.context["versions"]]
    page = as_alice.get("/campaigns/spring/guidelines/", {"version": numbers[1]})
    assert "Thank &lt;b&gt;you&lt;/b&gt;." in page.text
    assert "<b>you" not in page.text
    for odd in ("x", "99"):
        assert as_alice.get("/campaigns/spring/guidelines/", {"version": odd}).status_code == 200
