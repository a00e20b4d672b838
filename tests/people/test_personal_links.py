"""Personal links: a judge signs in without a password, and gets no further than judging."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.models import Campaign, Judge, Membership, PersonalLink
from rankings.people import members as people
from rankings.people import privacy
from rankings.people.links import hash_of
from tests.factories import make_judge

PASSWORD = "correct horse battery"


@pytest.fixture
def jo(campaign: Campaign) -> Judge:
    """A judge's place that nobody has taken up."""
    Campaign.objects.filter(pk=campaign.pk).update(state="open")
    return make_judge(campaign, "Jo")


def make(manager: Client, judge: Judge, **choices: Any) -> str:
    """The path of a new link, as the manager's page shows it once."""
    page = manager.post(f"/campaigns/spring/judges/{judge.pk}/link/", {"personal-days": 30, **choices})
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store"
    [secret] = set(re.findall(r"/start/([\w-]{43})/", page.text))
    assert secret not in manager.get(f"/campaigns/spring/judges/{judge.pk}/").text
    assert PersonalLink.objects.filter(secret_hash=hash_of(secret)).exists()
    return f"/start/{secret}/"


def is_in(client: Client) -> bool:
    return client.get("/judge/spring/").status_code == 200


def test_the_button_signs_in_and_opening_does_not(as_alice: Client, jo: Judge) -> None:
    link = make(as_alice, jo)
    browser = Client()
    for look in (browser.get, browser.head):
        answer = look(link)
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"] or "private" in answer["Cache-Control"]
    assert "Start as" in browser.get(link).text
    assert "_auth_user_id" not in browser.session
    assert Judge.objects.get(pk=jo.pk).user is None
    assert PersonalLink.objects.get().used_at is None
    answer = browser.post(link)
    assert answer["Location"] == "/judge/spring/"
    assert is_in(browser)
    user = Judge.objects.get(pk=jo.pk).user
    assert user is not None
    assert not user.has_usable_password()
    for page in ("/campaigns/spring/judges/", f"/campaigns/spring/judges/{jo.pk}/"):
        shown = as_alice.get(page).text
        assert "igns in by personal link" in shown
        assert user.username not in shown
    # As often as needed, on any device, to the same place.
    other = Client()
    other.post(link)
    assert is_in(other)
    assert Judge.objects.get(pk=jo.pk).user == user
    assert browser.get(link)["Location"] == "/judge/spring/"
    assert AuditEvent.objects.filter(action="personal-link.start", actor=user).count() == 2


def test_it_opens_nothing_but_judging(as_alice: Client, jo: Judge) -> None:
    browser = Client()
    browser.post(make(as_alice, jo))
    for address in ("/campaigns/spring/", "/campaigns/spring/judges/", "/campaigns/spring/report/"):
        assert browser.get(address).status_code == 404
    assert browser.get("/campaigns/new/").status_code in {302, 403, 404}


def test_a_link_ends_by_time_by_withdrawal_and_by_a_new_one(as_alice: Client, jo: Judge) -> None:
    first = make(as_alice, jo)
    browser = Client()
    browser.post(first)
    second = make(as_alice, jo)
    assert Client().post(first).status_code == 410
    # Whoever was in by the link before is out.
    assert not is_in(browser)
    browser.post(second)
    assert is_in(browser)
    as_alice.post(f"/campaigns/spring/judges/{jo.pk}/link/withdraw/")
    assert not is_in(browser)
    answer = Client().get(second)
    assert answer.status_code == 410
    assert "withdrawn" in answer.text
    third = make(as_alice, jo)
    PersonalLink.objects.filter(revoked_at=None).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().post(third).status_code == 410
    actions = AuditEvent.objects.filter(action__startswith="personal-link").values_list("action", flat=True)
    assert set(actions) == {"personal-link.make", "personal-link.start", "personal-link.revoke"}


def test_the_first_device_keeps_a_link_for_one_device(as_alice: Client, jo: Judge) -> None:
    link = make(as_alice, jo, **{"personal-one_device": "on"})
    first, second = Client(), Client()
    # A look does not make a device the first.
    assert second.get(link).status_code == 200
    first.post(link)
    cookie = first.cookies["appraise_gec_device"]
    assert cookie["httponly"]
    assert cookie["path"] == link
    assert cookie.value not in str(PersonalLink.objects.values_list("device_hash", flat=True))
    assert second.post(link).status_code == 403
    assert "only on the device" in second.get(link).text
    first.logout()
    first.cookies["appraise_gec_device"] = cookie.value
    assert first.post(link).status_code == 302
    assert is_in(first)


@pytest.mark.parametrize(
    "kind", ["is_superuser", "is_staff", "may_create_campaigns", "role", "judge", "factor"]
)
def test_an_account_that_reaches_further_is_not_opened(
    as_alice: Client, jo: Judge, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = make(as_alice, jo)
    Client().post(link)
    user = User.objects.get(judgeships=jo)
    if kind.startswith(("is_", "may_")):
        User.objects.filter(pk=user.pk).update(**{kind: True})
    elif kind == "role":
        Membership.objects.create(campaign=jo.campaign, user=user, role="researcher")
    elif kind == "judge":
        other = Campaign.objects.create(slug="other", title="Other")
        Judge.objects.create(campaign=other, user=user, name="Elsewhere")
    else:
        monkeypatch.setattr("rankings.people.personal_links.has_second_factor", lambda user: True)
    browser = Client()
    answer = browser.post(link)
    assert answer.status_code == 410
    assert "used for more than judging" in answer.text
    assert "_auth_user_id" not in browser.session
    page = as_alice.post(f"/campaigns/spring/judges/{jo.pk}/link/", {"personal-days": 7}, follow=True)
    assert "/start/" not in page.text


def test_somebody_elses_account_is_not_opened(as_alice: Client, jo: Judge, bob: User) -> None:
    bob.set_password(PASSWORD)
    bob.save()
    Judge.objects.filter(pk=jo.pk).update(user=bob)
    page = as_alice.post(f"/campaigns/spring/judges/{jo.pk}/link/", {"personal-days": 7}, follow=True)
    assert "not created for this campaign" in page.text
    assert not PersonalLink.objects.exists()


def test_a_judge_with_a_password_of_an_invitation_can_have_one_as_well(
    as_alice: Client, campaign: Campaign, alice: User
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state="open")
    [added] = people.add_judges(campaign, ["Jo"], alice)
    own = {"username": "jo", "password1": PASSWORD, "password2": PASSWORD}
    Client().post(f"/invitations/{added.secret}/", own)
    browser = Client()
    browser.post(make(as_alice, added.judge))
    assert is_in(browser)
    assert User.objects.get(username="jo").check_password(PASSWORD)
    as_alice.post(f"/campaigns/spring/judges/{added.judge.pk}/link/withdraw/")
    assert User.objects.get(username="jo").check_password(PASSWORD)


def test_guesses_are_throttled(as_alice: Client, jo: Judge) -> None:
    link = make(as_alice, jo)
    for number in range(WRONG_LINKS.allowed):
        assert Client().get(f"/start/{number:043}/").status_code == 404
    assert Client().post(link).status_code == 429


def test_nothing_of_it_stays_with_a_forgotten_person(as_alice: Client, jo: Judge, alice: User) -> None:
    link = make(as_alice, jo)
    Client().post(link)
    privacy.forget_judge(jo, alice, keep_name=False, clear_notes=False)
    assert not PersonalLink.objects.exists()
    assert not User.objects.filter(judgeships=jo).exists()
    assert Client().post(link).status_code == 404
