"""Judges as managers add, change, hold and remove them, by page and by program."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.services import record_event
from rankings.access import Refused
from rankings.models import Campaign, Link, Ranking
from rankings.people.names import Invitee, read_people
from tests.factories import act, invite, make_judge, signed_in

DO = "/campaigns/spring/do"


def test_judges_are_added_by_name_each_with_a_link(as_alice: Client, campaign: Campaign) -> None:
    page = as_alice.post(f"{DO}/judge.add/", {"people": "Jo\n\n  Kim  Lee \n,lee@example.org\n"})
    secrets = set(re.findall(r"/link/([\w-]{43})", page.text))
    assert len(secrets) == 3
    assert page["Cache-Control"] == "no-store"
    page = as_alice.post(f"{DO}/judge.add/", {"people": "Mo\tmo@example.org\r\n"})
    secrets |= set(re.findall(r"/link/([\w-]{43})", page.text))
    assert {one.name for one in campaign.judges.all()} == {"Jo", "Kim Lee", "judge-1", "Mo"}
    shown = as_alice.get("/campaigns/spring/judges/").text
    kept = str([*Link.objects.values(), *AuditEvent.objects.values(), *campaign.judges.values()])
    assert len(secrets) == 4
    assert not [one for one in (*secrets, "example.org") if one in kept or one in shown]


@pytest.mark.parametrize(
    ("people", "said"),
    [
        ("", "at least one name"),
        ("Jo\njo", "twice"),
        ("Kim", "called “Kim” already"),
        ("x" * 81, "at most 80"),
        ("\n ,\n", "at least one name"),
        ("Jo,jo@example\n", "Line 1: .*not an e-mail address"),
        ("Jo,jo@example.org\nKim,JO@example.org\n", "Line 2: .*twice"),
        ("jo@example.org", "Write the name first"),
        ("\n".join(f"J{number}" for number in range(201)), "at most 200"),
    ],
)
def test_unusable_names_add_nobody(as_alice: Client, campaign: Campaign, people: str, said: str) -> None:
    make_judge(campaign, "Kim")
    page = as_alice.post(f"{DO}/judge.add/", {"people": people})
    assert page.status_code == 422
    assert re.search(said, page.text)
    assert campaign.judges.count() == 1


@pytest.mark.parametrize(
    "text",
    [
        "Jo,jo@example.org\nKim,\n,lee@example.org\n",
        "Jo;jo@example.org\r\nKim;\r\n;lee@example.org\r\n",
        " Jo \tjo@example.org\n\nKim\n\tlee@example.org\n",
    ],
)
def test_columns_are_read(text: str) -> None:
    wanted = [Invitee("Jo", "jo@example.org"), Invitee("Kim"), Invitee("", "lee@example.org")]
    assert read_people(text) == wanted


def test_a_person_with_an_account_gets_a_pseudonym(as_alice: Client, campaign: Campaign, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(email="bob@example.org")
    for line in ("bob,bob", "BOB,bob", "bob@example.org,bob", "mail: x@example.org,bob", "Owl,nobody"):
        assert as_alice.post(f"{DO}/judge.add/", {"people": f"Kim\n{line}"}).status_code == 422
    assert not campaign.judges.exists()
    page = as_alice.post(f"{DO}/judge.add/", {"people": "Kim\n,Bob"})
    assert campaign.judges.get(user=bob).name == "judge-1"
    assert len(re.findall(r"/link/([\w-]{43})\b", page.text.replace("%2F", "/"))) >= 1
    assert Link.objects.get().name == "Kim"
    assert "already" in as_alice.post(f"{DO}/judge.add/", {"people": "Owl,bob"}).text


def test_name_and_quota_change_until_the_campaign_is_frozen(
    as_alice: Client, drawn: Campaign, alice: User, bob: User
) -> None:
    judge = make_judge(drawn, "Bob", bob)
    make_judge(drawn, "Kim")
    edit = f"{DO}/judge.edit/{judge.pk}/"
    wrong: list[dict[str, Any]] = [
        *({"name": name} for name in ("KIM", "x" * 81, "", "bob@example.org", "bob")),
        *({"name": "Owl", "quota": quota} for quota in ("0", "-1", "many", "1000000000000")),
    ]
    for fields in wrong:
        assert as_alice.post(edit, fields).status_code == 422
    for name, quota in (("Blue Owl", 7), ("blue owl", 7), ("blue owl", None)):
        assert as_alice.post(edit, {"name": name, "quota": quota or ""}).status_code == 302
        judge.refresh_from_db()
        assert (judge.name, judge.quota) == (name, quota)
    events = AuditEvent.objects.filter(action="judge.edit").order_by("pk")
    assert [event.detail for event in events] == [
        {"judge": judge.pk, "fields": fields} for fields in (["name", "quota"], ["name"], ["quota"])
    ]
    for step in ("open", "close", "freeze"):
        act(alice, f"campaign.{step}", drawn)
    with pytest.raises(Refused, match="frozen"):
        act(alice, "judge.edit", drawn, judge.pk, name="Red Fox", quota=None)


def test_only_a_judge_without_work_can_be_removed(drawn: Campaign, alice: User) -> None:
    idle, busy = make_judge(drawn, "Idle"), make_judge(drawn, "Busy")
    Ranking.objects.create(judge=busy, item=drawn.items.earliest("pk"), submitted_at=timezone.now())
    act(alice, "judge.remove", drawn, idle.pk)
    with pytest.raises(Refused, match="already seen items"):
        act(alice, "judge.remove", drawn, busy.pk)
    act(alice, "judge.hold", drawn, busy.pk)
    assert not drawn.judges.get().is_active
    act(alice, "judge.resume", drawn, busy.pk)
    assert drawn.judges.get().is_active


def test_the_log_is_of_this_campaign(campaign: Campaign, alice: User, bob: User) -> None:
    other = Campaign.objects.create(slug="other", title="Other")
    record_event(alice, "judgments.import", other.pk, file="Elsewhere")
    act(alice, "team.add", campaign, username="bob", role="manager")
    judge, _ = invite(alice, campaign, "Jo")
    act(alice, "judge.edit", campaign, judge.pk, name="Owl", quota=None)
    client = signed_in(alice)
    page = client.get("/campaigns/spring/settings/").text
    assert "bob" in page
    assert "Owl" in page
    assert "Elsewhere" not in page
