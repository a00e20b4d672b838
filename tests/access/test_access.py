"""Who may open what: every address of campaign managers, for every kind of person."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.desk.urls import urlpatterns
from rankings.models import Campaign, Judge, Membership
from rankings.people import crowd
from rankings.people import team_invitations as invitations_team

# Bound to their owner: test_new_campaign.py, test_texts_pages.py.
STAGED = {"preview", "change", "create", "systems", "discard", "text-upload", "confirm-texts", "drop-texts"}
ANSWERS = {
    # name: (address arguments, method, {role: status})
    "new": ((), "get", {"owner": 200, "manager": 403, "researcher": 403, "judge": 403, "stranger": 403}),
    "desk": (("spring",), "get", {"researcher": 302}),
    "texts": (("spring",), "get", {}),
    "add-system": (("spring",), "get", {}),
    "add-sentences": (("spring",), "get", {}),
    "rename-system": (("spring", "SYSTEM"), "post", {"owner": 302, "manager": 302}),
    "retire-system": (("spring", "SYSTEM"), "post", {"owner": 302, "manager": 302}),
    "items": (("spring",), "get", {}),
    "forecast": (("spring",), "get", {}),
    "item-browser": (("spring",), "get", {}),
    "item": (("spring", 1), "get", {"owner": 404, "manager": 404}),  # it has no items: test_item_browser.py
    "change-item": (("spring", 1, "retire"), "post", {"owner": 302, "manager": 302}),
    "live": (("spring",), "get", {}),
    "progress": (("spring",), "get", {}),
    "plan": (("spring",), "get", {}),
    "plan-quality": (("spring",), "get", {}),
    "plan-forecast": (("spring",), "get", {}),
    "top-ups": (("spring",), "get", {}),
    "ask-for-design": (("spring",), "post", {"owner": 422, "manager": 422}),
    "make-checks": (("spring",), "post", {"owner": 302, "manager": 302}),
    "make-known": (("spring",), "get", {}),
    # It has no item with a known answer.
    "edit-known": (("spring", 1), "get", {"owner": 404, "manager": 404}),
    "retire-known": (("spring", 1), "post", {"owner": 302, "manager": 302}),
    "survey": (("spring",), "get", {}),
    "survey-answers": (("spring",), "get", {}),
    "survey-file": (("spring",), "get", {}),
    "new-question": (("spring",), "get", {}),
    # It has no questions.
    "edit-question": (("spring", "level"), "get", {"owner": 404, "manager": 404}),
    "change-survey": (("spring", "level", "add"), "post", {"owner": 302, "manager": 302}),
    "guidelines": (("spring",), "get", {}),
    "preview-guidelines": (("spring",), "post", {}),
    "flags": (("spring",), "get", {}),
    "decide-flag": (("spring", 1), "post", {"owner": 302, "manager": 302}),
    "leases": (("spring",), "get", {}),
    "revoke-lease": (("spring", 1), "post", {"owner": 302, "manager": 302}),
    "judges": (("spring",), "get", {}),
    "team": (("spring",), "get", {}),
    "settings": (("spring",), "get", {}),
    "state": (("spring", "open"), "get", {}),
    "delete": (("spring",), "get", {"manager": 403}),
    "copy": (("spring",), "get", {"manager": 403}),  # managers who may not create campaigns
    "archive": (("spring", "archive"), "post", {"owner": 302, "manager": 302}),
    "add-existing-judge": (("spring",), "post", {"owner": 422, "manager": 422}),
    "add-judges-file": (("spring",), "post", {"owner": 422, "manager": 422}),
    "judge": (("spring", "JUDGE"), "get", {}),
    "judge-quota": (("spring", "JUDGE"), "post", {"owner": 302, "manager": 302}),
    "make-personal-link": (("spring", "JUDGE"), "post", {"owner": 422, "manager": 422}),
    "revoke-personal-link": (("spring", "JUDGE"), "post", {"owner": 302, "manager": 302}),
    "restore-access": (("spring", "JUDGE"), "post", {"owner": 302, "manager": 302}),
    "forget-judge": (("spring", "JUDGE"), "get", {}),
    "judge-hours": (("spring",), "get", {}),
    "judge-work": (("spring", "JUDGE"), "get", {}),
    "hold-judge": (("spring", "JUDGE", "hold"), "post", {"owner": 302, "manager": 302}),
    "discard-rankings": (("spring", "JUDGE"), "get", {}),
    "undo-discard": (("spring", 1), "post", {"owner": 302, "manager": 302}),
    "crowd": (("spring",), "get", {}),
    "find-participant": (("spring",), "post", {"owner": 422, "manager": 422}),
    "change-crowd-address": (("spring",), "post", {"owner": 302, "manager": 302}),
    "history": (("spring",), "get", {"manager": 403}),
    "invite-member": (("spring",), "post", {"owner": 422, "manager": 403}),
    "revoke-member-invitation": (("spring", "INVITATION"), "post", {"owner": 302, "manager": 403}),
    "change-judge": (("spring", "JUDGE", "hold"), "post", {"owner": 302, "manager": 302}),
    "remove-member": (("spring", "MEMBER"), "post", {"owner": 302, "manager": 403}),
}
USUAL = {"owner": 200, "manager": 200, "researcher": 404, "judge": 404, "stranger": 404}


def test_the_table_names_every_address() -> None:
    assert {one.name for one in urlpatterns} == set(ANSWERS) | STAGED


@pytest.fixture
def cast(campaign: Campaign, alice: User, make_user: Callable[..., User]) -> dict[str, User]:
    people = {name: make_user(name) for name in ("manager", "researcher", "judge", "stranger")}
    for role in ("manager", "researcher"):
        Membership.objects.create(campaign=campaign, user=people[role], role=role)
    Judge.objects.create(campaign=campaign, name="Judge", user=people["judge"])
    return {"owner": alice, **people}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_role_gets_the_answer_of_the_table(
    name: str, campaign: Campaign, cast: dict[str, User], sign_in_as: Callable[[User], Client]
) -> None:
    arguments, method, special = ANSWERS[name]
    crowd.save_entry(crowd.entry_of(campaign), cast["owner"], [])
    invitations_team.invite(campaign, "Dora", "manager", cast["owner"])
    keys: dict[str | int, Any] = {
        "INVITATION": campaign.team_invitations.get().pk,
        "JUDGE": campaign.judges.get().pk,
        "SYSTEM": campaign.systems.exclude(is_input=True).earliest("pk").pk,
        "MEMBER": campaign.memberships.get(user=cast["researcher"]).pk,
    }
    address = reverse(f"campaigns:{name}", args=[keys.get(one, one) for one in arguments])
    # The owner comes last, because what only the owner may do changes something.
    for role in ("stranger", "judge", "researcher", "manager", "owner"):
        response = getattr(sign_in_as(cast[role]), method)(address)
        assert response.status_code == {**USUAL, **special}[role], role
    visitor = getattr(Client(), method)(address)
    assert visitor.status_code == 302
    assert visitor.url.startswith("/sign-in/")


def test_the_operator_may_everything(
    root: User, campaign: Campaign, sign_in_as: Callable[[User], Client]
) -> None:
    client = sign_in_as(root)
    for name in ("desk", "items", "judges", "team", "settings", "delete"):
        assert client.get(reverse(f"campaigns:{name}", args=["spring"])).status_code == 200


def test_an_absent_campaign_looks_like_a_strangers(
    campaign: Campaign, charlie: User, sign_in_as: Callable[[User], Client]
) -> None:
    client = sign_in_as(charlie)
    absent, theirs = (client.get(f"/campaigns/{slug}/") for slug in ("nothing", "spring"))
    assert absent.status_code == theirs.status_code == 404
    token = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')
    assert token.sub(b"", absent.content) == token.sub(b"", theirs.content)


def test_what_changes_something_needs_post(as_alice: Client, campaign: Campaign) -> None:
    judge = Judge.objects.create(campaign=campaign, name="Jo")
    member = campaign.memberships.get()
    for address in (
        f"/campaigns/spring/judges/{judge.pk}/hold/",
        "/campaigns/spring/judges/existing/",
        f"/campaigns/spring/team/{member.pk}/remove/",
    ):
        assert as_alice.get(address).status_code == 405


def test_the_title_of_a_campaign_on_the_home_page_opens_for_everybody_who_reads_it(
    client: Client, campaign: Campaign, alice: User, bob: User
) -> None:
    Membership.objects.create(campaign=campaign, user=bob, role=Membership.Role.RESEARCHER)
    for person, address in ((alice, "/campaigns/spring/"), (bob, "/campaigns/spring/report/")):
        client.force_login(person)
        page = client.get("/").content.decode()
        assert f'<a href="{address}"><bdi>Spring test</bdi></a>' in page
        assert client.get(address).status_code == 200


def test_a_judge_finds_a_campaign_on_the_home_page_before_it_is_opened_and_after(
    client: Client, campaign: Campaign, bob: User
) -> None:
    Judge.objects.create(campaign=campaign, name="Bob", user=bob)
    client.force_login(bob)
    assert campaign.state == Campaign.State.DRAFT
    shown = client.get("/").content.decode()
    assert campaign.title in shown
    assert "This campaign has not been opened yet." in shown
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN)
    shown = client.get("/").content.decode()
    assert campaign.title in shown
    assert "has not been opened" not in shown
