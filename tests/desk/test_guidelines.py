"""Guidelines: Markdown or plain, as judges see them, and their versions."""

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Judge
from tests.factories import make_judge, signed_in

TEXT = "# Ties\n\nGive *the same* rank.\n\n> Example: 2 * 3 * 4"
SETTINGS = {"title": "Spring test", "language": "en", "direction": "ltr"}
PLAIN = "<p># Ties</p>\n\n<p>Give *the same* rank.</p>\n\n<p>&gt; Example: 2 * 3 * 4</p>"


@pytest.fixture
def judge(drawn: Campaign, bob: User) -> Judge:
    Campaign.objects.filter(pk=drawn.pk).update(state="open")
    return make_judge(Campaign.objects.get(pk=drawn.pk), "Bob", bob)


def save(client: Client, text: str, **more: str) -> None:
    answer = client.post("/campaigns/spring/do/campaign.edit/", {**SETTINGS, "guidelines": text, **more})
    assert answer.status_code == 302


def test_judges_read_markdown_or_plain_text_as_it_is_written(
    as_alice: Client, judge: Judge, client: Client, bob: User
) -> None:
    lent = next_assignment(judge)
    assert lent is not None
    pages = ["/judge/spring/", reverse("judging:item", args=["spring", lent.key])]
    reader = signed_in(bob)
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
