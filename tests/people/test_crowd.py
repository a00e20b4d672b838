"""A campaign that is open to participants by a public link: ids in, completion code out."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.throttle import NEW_PARTICIPANTS, WRONG_LINKS
from rankings.judging import standing
from rankings.judging.assignment import next_assignment
from rankings.models import Assignment, Campaign, Crowd, Judge
from rankings.people import crowd
from tests.factories import act, make_campaign, make_items, make_ranking, signed_in

PID = "5f1a2b3c4d5e6f7a8b9c0d1e"
OTHER_PID = "6f1a2b3c4d5e6f7a8b9c0d1e"
SETTINGS = {
    "is_on": "on",
    "completion_code": "ABC123",
    "screened_out_code": "XYZ789",
    "parameter": "PROLIFIC_PID",
    "items_each": "20",
    "completion_url": "https://app.prolific.com/submissions/complete?cc=ABC123",
}


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("spring", owner=alice)
    make_items(campaign)
    return campaign


@pytest.fixture
def entry(campaign: Campaign, alice: User) -> Crowd:
    entry = crowd.crowd_of(campaign)
    entry.is_on = True
    entry.items_each = None
    entry.completion_code, entry.screened_out_code = "DONE1234", "OUT56789"
    entry.completion_url = "https://app.example.org/complete?cc=DONE1234"
    entry.save()
    return entry


@pytest.fixture
def link(entry: Crowd) -> Callable[..., str]:
    def make(pid: str = PID, **more: str) -> str:
        query = urlencode({"PROLIFIC_PID": pid, "STUDY_ID": "s1", "SESSION_ID": f"x{pid}"} | more)
        return f"/join/{entry.key}/?{query}"

    return make


def come_in(link: str) -> tuple[Client, Judge]:
    client = Client()
    answer = client.post(link)
    assert answer.status_code == 302, answer.content.decode()
    return client, Judge.objects.get(user_id=int(client.session["_auth_user_id"]))


def do_everything(judge: Judge) -> None:
    """Rank all that is left, as the judge's pages would have it."""
    judge = Judge.objects.select_related("campaign").get(pk=judge.pk)
    while found := next_assignment(judge):
        make_ranking(judge, found.item)
        Assignment.objects.filter(pk=found.pk).update(state="done", finished_at=timezone.now())


def test_looking_at_the_link_makes_nobody_a_judge(client: Client, link: Callable[..., str]) -> None:
    page = client.get(link())
    assert page.status_code == 200
    assert "Take part</button>" in page.text
    assert PID not in page.text
    assert not Judge.objects.exists()
    assert "no-store" in page["Cache-Control"]


def test_a_participant_becomes_a_judge_with_a_made_up_name(link: Callable[..., str], entry: Crowd) -> None:
    client, judge = come_in(link())
    assert client.get("/judge/spring/").status_code == 200
    assert judge.name == "participant-1"
    assert judge.user is not None
    assert not judge.user.has_usable_password()
    assert not judge.user.can_create_campaigns()
    kept = [*Judge.objects.values(), *AuditEvent.objects.values(), *User.objects.values()]
    assert PID not in str(kept)
    assert client.get("/campaigns/spring/").status_code == 404


def test_the_same_id_goes_on_where_it_stopped(link: Callable[..., str]) -> None:
    first, judge = come_in(link())
    assert first.get(link())["Location"] == "/judge/spring/"
    second = Client()
    assert "Welcome back" in second.get(link()).text
    _, again = come_in(link(SESSION_ID="another"))
    assert again == judge
    assert Judge.objects.count() == 1
    _, somebody_else = come_in(link(OTHER_PID))
    assert somebody_else != judge


def test_going_on_can_be_kept_to_one_browser(link: Callable[..., str], entry: Crowd) -> None:
    Crowd.objects.update(same_browser_only=True)
    mine, _ = come_in(link())
    assert mine.get(link())["Location"] == "/judge/spring/"
    stranger = Client()
    for answer in (stranger.get(link()), stranger.post(link())):
        assert answer.status_code == 409
        assert "another browser" in answer.text
    assert "_auth_user_id" not in stranger.session


def test_somebody_who_is_signed_in_is_reported_before_the_account_changes(
    link: Callable[..., str], alice: User
) -> None:
    client = signed_in(alice)
    assert "You are signed in as" in client.get(link()).text
    client.post(link())
    assert client.session["_auth_user_id"] != str(alice.pk)
    assert not Judge.objects.filter(user=alice).exists()


def test_another_site_cannot_press_the_button(link: Callable[..., str]) -> None:
    assert Client(enforce_csrf_checks=True).post(link()).status_code == 403
    assert not Judge.objects.exists()


@pytest.mark.parametrize(
    "query",
    [
        "",
        "PROLIFIC_PID={{%25PROLIFIC_PID%25}}",
        "PROLIFIC_PID=<script>alert(1)</script>",
        "PROLIFIC_PID=" + "a" * 101,
        "PROLIFIC_PID=%E2%80%AEabc",
        "PROLIFIC_PID=a&PROLIFIC_PID=b",
    ],
)
def test_hostile_or_broken_links_are_reported(entry: Crowd, query: str) -> None:
    client = Client()
    for answer in (client.get(f"/join/{entry.key}/?{query}"), client.post(f"/join/{entry.key}/?{query}")):
        assert answer.status_code == 400
        assert "This link does not work" in answer.text
        assert "<script>alert" not in answer.text
    assert not Judge.objects.exists()


def test_links_that_are_off_or_guessed_lead_nowhere(entry: Crowd, link: Callable[..., str]) -> None:
    Crowd.objects.update(is_on=False)
    assert Client().post(link()).status_code == 404
    Crowd.objects.update(is_on=True)
    for number in range(WRONG_LINKS.allowed):
        Client().get(f"/join/guess-{number}/?PROLIFIC_PID=a")
    assert Client().get(link()).status_code == 429
    assert Client().get(link(), REMOTE_ADDR="192.0.2.8").status_code == 200


@pytest.mark.parametrize(
    ("state", "said"), [("draft", "has not begun"), ("closed", "is over"), ("frozen", "is over")]
)
def test_nobody_new_comes_in_while_the_campaign_is_not_open(
    link: Callable[..., str], state: str, said: str
) -> None:
    Campaign.objects.update(state=state)
    answer = Client().post(link())
    assert answer.status_code == 409
    assert said in answer.text
    assert not User.objects.filter(username__startswith="participant").exists()


def test_a_full_study_still_lets_its_own_people_go_on(link: Callable[..., str]) -> None:
    Crowd.objects.update(max_participants=1)
    come_in(link())
    answer = Client().post(link(OTHER_PID))
    assert answer.status_code == 409
    assert "full" in answer.text
    come_in(link())
    assert Judge.objects.count() == 1


def test_many_new_people_from_one_address_are_slowed_down(link: Callable[..., str]) -> None:
    come_in(link())
    for _ in range(NEW_PARTICIPANTS.allowed):
        NEW_PARTICIPANTS.take("127.0.0.1")
    assert Client().post(link(OTHER_PID)).status_code == 429
    come_in(link())  # who has a place may come back


def test_a_participant_on_hold_stays_out(link: Callable[..., str]) -> None:
    _, judge = come_in(link())
    Judge.objects.filter(pk=judge.pk).update(is_active=False)
    assert "on hold" in Client().post(link()).text


def test_whoever_is_done_gets_the_code_and_the_way_back(link: Callable[..., str]) -> None:
    client, judge = come_in(link())
    assert client.get("/judge/spring/end/")["Location"] == "/judge/spring/"
    assert "DONE1234" not in client.get("/judge/spring/").text
    do_everything(judge)
    page = client.get("/judge/spring/", follow=True)
    assert page.redirect_chain == [("/judge/spring/end/", 302)]
    assert "DONE1234" in page.text
    assert 'href="https://app.example.org/complete?cc=DONE1234"' in page.text
    assert "OUT56789" not in page.text


def test_whoever_fails_the_checks_gets_the_other_code(
    link: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, judge = come_in(link())
    make_ranking(judge, judge.campaign.items.order_by("number")[0])
    monkeypatch.setattr(standing, "is_screened_out", lambda judge: True)
    page = client.get("/judge/spring/", follow=True).text
    assert "OUT56789" in page
    assert "DONE1234" not in page


def test_a_campaign_that_closes_early_pays_who_has_worked_and_nobody_else(
    link: Callable[..., str], alice: User, campaign: Campaign
) -> None:
    worked, judge = come_in(link())
    idle, _ = come_in(link(OTHER_PID))
    do_everything(judge)
    act(alice, "campaign.close", campaign)
    assert "DONE1234" in worked.get("/judge/spring/", follow=True).text
    page = idle.get("/judge/spring/", follow=True).text
    assert "There is nothing to do" in page
    assert "DONE1234" not in page
    # The session was lost; the id still leads to the code.
    back, _ = come_in(link())
    assert "DONE1234" in back.get("/judge/spring/", follow=True).text


def test_a_participant_who_leaves_takes_everything_along(link: Callable[..., str]) -> None:
    client, judge = come_in(link())
    do_everything(judge)
    client.post("/account/leave/spring/", {"sure": "on"}, follow=True)
    assert not Judge.objects.exclude(crowd_id="").exists()
    assert not User.objects.filter(username__startswith="participant").exists()
    judge.refresh_from_db()
    assert judge.name == "anonymous-1"
    assert judge.rankings.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"completion_url": "javascript:alert(1)"}, "completion_url"),
        ({"completion_url": "https://user:word@example.org/"}, "completion_url"),
        ({"screened_out_url": "ftp://example.org/"}, "screened_out_url"),
        ({"screened_out_code": "abc123"}, "screened_out_code"),
        ({"completion_code": "<b>"}, "completion_code"),
        ({"items_each": "0"}, "items_each"),
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
