"""The public link as its manager sees it."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from rankings.models import Campaign, Crowd
from rankings.people import privacy
from tests.people.crowd.participants import OTHER_PID, PID, come_in

SETTINGS = {
    "is_on": "on",
    "completion_code": "ABC123",
    "screened_out_code": "XYZ789",
    "parameter": "PROLIFIC_PID",
    "items_each": "20",
    "completion_url": "https://app.prolific.com/submissions/complete?cc=ABC123",
}


def test_a_manager_opens_the_campaign_to_a_crowd(as_alice: Client, campaign: Campaign) -> None:
    fresh = as_alice.get("/campaigns/spring/do/crowd.edit/").text
    assert "/join/" not in fresh
    assert not Crowd.objects.exists()
    assert as_alice.post("/campaigns/spring/do/crowd.edit/", SETTINGS).status_code == 302
    page = as_alice.get("/campaigns/spring/do/crowd.edit/").text
    [address] = re.findall(r"/join/[\w-]{16}/\?[^\"]*", page)
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}" in address
    assert AuditEvent.objects.filter(action="crowd.edit", campaign=campaign).count() == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"completion_url": "http://app.prolific.com/"}, "completion_url"),
        ({"completion_url": "javascript:alert(1)"}, "completion_url"),
        ({"completion_url": "https://user:word@example.org/"}, "completion_url"),
        ({"screened_out_url": "ftp://example.org/"}, "screened_out_url"),
        ({"screened_out_code": "abc123"}, "screened_out_code"),
        ({"completion_code": ""}, "completion_code"),
        ({"completion_code": "<b>"}, "completion_code"),
        ({"items_each": "0"}, "items_each"),
        ({"max_participants": "-1"}, "max_participants"),
        ({"parameter": "a&b"}, "parameter"),
        ({"information": "x" * 10_001}, "information"),
    ],
)
def test_unusable_settings_are_reported_and_change_nothing(
    as_alice: Client, campaign: Campaign, change: dict[str, str], field: str
) -> None:
    answer = as_alice.post("/campaigns/spring/do/crowd.edit/", SETTINGS | change)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Crowd.objects.exists()


def test_an_id_is_looked_up_and_not_listed(as_alice: Client, link: Callable[..., str]) -> None:
    _, judge = come_in(link())
    answer = as_alice.post("/campaigns/spring/do/crowd.find/", {"participant": PID})
    assert answer["Location"] == f"/campaigns/spring/judges/{judge.pk}/"
    for unknown in (OTHER_PID, "<b>", ""):
        assert as_alice.post("/campaigns/spring/do/crowd.find/", {"participant": unknown}).status_code == 422
    for page in ("do/crowd.edit/", "judges/", f"judges/{judge.pk}/", "settings/"):
        assert PID not in as_alice.get(f"/campaigns/spring/{page}").text


def test_forgetting_a_participant_forgets_the_id(link: Callable[..., str], alice: User) -> None:
    _, judge = come_in(link())
    privacy.forget_judge(judge, keep_name=False, clear_notes=True)
    _, again = come_in(link())
    assert again.pk != judge.pk
