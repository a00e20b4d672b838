"""Pages of judges in a language that marks each translated message: what is not marked was not translated."""

import pytest
from django.core.management import call_command
from django.test import Client

from rankings.models import Campaign, Judge
from tests.languages.pseudo import NAME, unmarked

PASSWORD = "correct horse battery staple"

pytestmark = pytest.mark.django_db


@pytest.fixture
def judge(settings, marking: None) -> Client:
    """The demo's judge, in front of the demo campaign."""
    settings.DEMO = True
    call_command("load_demo", verbosity=0)
    client = Client(headers={"accept-language": NAME})
    assert client.post("/demo/sign-in/judge/").status_code == 302
    return client


def test_pages_of_judges(judge: Client):
    campaign = Campaign.objects.get()
    Campaign.objects.filter(pk=campaign.pk).update(
        title="42", state="open", batch_size=5, shows_active_time=True
    )
    task = f"/judge/{campaign.slug}/"
    item = judge.post(f"{task}next/")["Location"]
    pages = {"/": 200, task: 200, item: 200, "/no-such-page/": 404, f"{task}items/": 200}
    for address, status in pages.items():
        answer = judge.get(address, follow=True)
        assert answer.status_code in {status, 404}, address
        assert "⟦" in answer.text, address
        assert unmarked(answer.text) == [], address
    ranks = {f"rank-{row}": "1" for row in range(9)}
    left = judge.post(item, {"rank-0": "1"})
    assert left.status_code == 422
    assert unmarked(left.text) == []
    assert judge.post(item, ranks).status_code == 302
    changed = judge.get(item)
    assert "⟦" in changed.text
    assert unmarked(changed.text) == []
    assert unmarked(judge.get(f"{task}mine/", follow=True).text) == []
    Judge.objects.update(is_active=False)
    held = judge.get(task)
    assert held.status_code == 403
    assert unmarked(held.text) == []


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/sign-in/",
        "/password/forgotten/",
        "/password/forgotten/sent/",
        "/invitations/wrong/",
        "/join/wrong/",
    ],
)
def test_pages_before_signing_in(marking: None, client: Client, address: str):
    answer = client.get(address, headers={"accept-language": NAME})
    assert "⟦" in answer.text
    assert unmarked(answer.text) == []


def test_a_wrong_password(marking: None, client: Client):
    answer = client.post(
        "/sign-in/", {"username": "nobody", "password": PASSWORD}, headers={"accept-language": NAME}
    )
    assert unmarked(answer.text) == []


def test_a_word_that_is_not_marked_is_found():
    assert unmarked("<p>⟦Saved <b>now</b>⟧ <i>here</i></p>") == ["here"]
    assert unmarked('<p title="Spoken">⟦Saved⟧</p>') == ["Spoken"]
