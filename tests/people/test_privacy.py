"""Removing a person's data: nothing tells who it was, and no number changes."""

import pytest
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access import Refused
from rankings.judging.assignment import next_assignment
from rankings.models import Assignment, Campaign, Judge, Ranking, Report
from rankings.people import privacy
from rankings.people.names import Invitee
from tests.factories import act, invite, make_campaign, make_items, make_judge, make_ranking
from tests.people.test_forgotten_names import columns_that_tell

PASSWORD = "purple giraffe 9"
# Long words: three letters stand by accident in a hash or a key that is stored, about once in fifty runs.
NAME = "Zephyrine Quillfeather"


@pytest.fixture
def judged(alice: User) -> Campaign:
    """A campaign judged by Kim and by Zephyrine Quillfeather, who came by invitation."""
    campaign = make_campaign("spring", owner=alice)
    items = make_items(campaign)
    kim = make_judge(campaign, "Kim")
    judge, link = invite(alice, campaign, NAME)
    fields = {
        "username": "zephyrine",
        "email": "zephyrine@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    assert Client().post(link, fields).status_code == 302
    for place, item in enumerate(items):
        outputs = item.outputs.count()
        make_ranking(kim, item, list(range(1, outputs + 1)))
        make_ranking(judge, item, [1 + (place + n) % outputs for n in range(outputs)])
    noted = Ranking.objects.filter(judge=judge)
    noted.update(flag_reason="other", flag_note="I, Zephyrine, find this odd")
    Ranking.objects.filter(pk=noted[0].pk).update(flag_answer="Dear Zephyrine, you are right")
    return campaign


@pytest.fixture
def leaver(judged: Campaign) -> Judge:
    return Judge.objects.select_related("user", "campaign").get(name=NAME)


def test_nothing_tells_who_it_was_and_the_rankings_stay(judged: Campaign, leaver: Judge, alice: User) -> None:
    rows = list(Ranking.objects.order_by("pk").values_list("pk", "judge", "item", "wall_seconds"))
    assert leaver.user is not None
    Client().post("/sign-in/", {"username": "zephyrine", "password": "mistyped"})
    privacy.delete_account(leaver.user)
    assert columns_that_tell("zephyrine", "quill", "example.org") == set()
    assert list(Ranking.objects.order_by("pk").values_list("pk", "judge", "item", "wall_seconds")) == rows
    judge = Judge.objects.get(pk=leaver.pk)
    assert (judge.user, judge.name, judge.is_active) == (None, "anonymous-1", False)
    assert AuditEvent.objects.filter(action="judge.forget", actor=None).count() == 1


def test_a_manager_forgets_a_judge_whose_account_is_the_persons_own(judged: Campaign, leaver: Judge) -> None:
    privacy.forget_judge(leaver)
    assert not Ranking.objects.exclude(flag_note="", flag_answer="").exists()
    assert not AuditEvent.objects.filter(actor__username="zephyrine", campaign=judged).exists()
    assert User.objects.filter(username="zephyrine").exists()


def test_a_system_called_like_the_judge_keeps_its_name_in_reports(
    judged: Campaign, leaver: Judge, alice: User
) -> None:
    result = {"ranking": [{"system": NAME, "judge": NAME}], "judges": [NAME, {"judge": NAME}]}
    Report.objects.create(campaign=judged, result=result, options={"excluded_judges": [NAME]})
    new = privacy.forget_judge(leaver)
    report = Report.objects.get()
    assert report.result == {"ranking": [{"system": NAME, "judge": new}], "judges": [new, {"judge": new}]}
    assert report.options == {"excluded_judges": [new]}


def test_items_that_were_begun_go_to_somebody_else(judged: Campaign, leaver: Judge, alice: User) -> None:
    Ranking.objects.all().delete()
    Campaign.objects.update(judges_per_item=1)
    leaver = Judge.objects.select_related("campaign").get(pk=leaver.pk)
    begun = next_assignment(leaver)
    assert begun is not None
    Assignment.objects.filter(pk=begun.pk).update(draft={"note": "I, Zephyrine"})
    Judge.objects.filter(pk=leaver.pk).update(preferences={"keys": "Zephyrine's"})
    privacy.forget_judge(leaver)
    other = Judge.objects.select_related("campaign").get(name="Kim")
    taken = set()
    while found := next_assignment(other):
        taken.add(found.item_id)
        Assignment.objects.filter(pk=found.pk).update(state="done")
    assert begun.item_id in taken
    assert columns_that_tell("I, Zephyrine", "Zephyrine's") == set()


@pytest.mark.parametrize("address", ["/account/leave/spring/", "/account/delete/"])
def test_nobody_goes_without_saying_so_and_the_password(leaver: Judge, address: str) -> None:
    client = Client()
    assert leaver.user is not None
    client.force_login(leaver.user)
    for fields in ({"sure": "on", "password": "guess"}, {"password": PASSWORD}):
        assert client.post(address, fields).status_code == 422
    assert Judge.objects.get(pk=leaver.pk).user == leaver.user


def test_a_forgotten_person_may_be_invited_anew_as_another_judge(
    judged: Campaign, leaver: Judge, alice: User
) -> None:
    act(alice, "judge.forget", judged, leaver.pk)
    act(alice, "judge.add", judged, people=[Invitee("", username="zephyrine")], send=False)
    assert judged.judges.get(user=leaver.user).pk != leaver.pk


def test_a_member_of_a_team_vanishes_from_the_history(judged: Campaign, alice: User) -> None:
    made = act(alice, "team.invite", judged, invitee="dora@example.org", role="manager", send=False)
    fields = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD}
    Client().post(made.gives["links"][0]["link"], fields)
    act(alice, "team.add", judged, username="dora", role="researcher")
    privacy.delete_account(User.objects.get(username="dora"))
    assert columns_that_tell("dora") == set()
    assert judged.memberships.get().user == alice


def test_a_campaign_keeps_an_owner_and_the_site_its_operator(
    judged: Campaign, alice: User, root: User
) -> None:
    with pytest.raises(Refused, match="only owner of “Spring”"):
        privacy.delete_account(alice)
    with pytest.raises(Refused, match="runs the site"):
        privacy.delete_account(root)
    assert User.objects.filter(pk=alice.pk).exists()
