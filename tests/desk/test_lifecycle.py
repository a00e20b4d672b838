"""Copying a campaign, the archive, and deleting a campaign with everything in it."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.jobs.models import Job
from rankings.access import Refused
from rankings.archive.contents import CAMPAIGN
from rankings.desk import lifecycle
from rankings.desk.settings import revise_guidelines
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Item, Ranking
from rankings.plan.known_answers import make_checks
from tests.factories import act, make_campaign, make_judge, make_ranking, signed_in

TITLE = {"typed": "Spring test"}
COPYING = "/campaigns/spring/do/campaign.copy/"
DELETION = "/campaigns/spring/do/campaign.delete/"


@pytest.fixture
def judged(drawn: Campaign, alice: User, bob: User) -> Campaign:
    """Closed, with two judges, rankings of two revisions, a check item, a repetition, and a lease."""
    make_checks(drawn, "damaged", 2, seed=1)
    judges = [make_judge(drawn, "Jo", bob), make_judge(drawn, "Kim")]
    act(alice, "campaign.open", drawn)
    next_assignment(judges[0])
    for judge in judges:
        for item in drawn.items.all():
            make_ranking(judge, item)
    first = drawn.items.get(number=1)
    make_ranking(judges[0], first, revision=2)
    again = Item.objects.create(
        campaign=drawn,
        sentence=first.sentence,
        number=1,
        purpose="repeat",
        original=first,
        reserved_for=judges[0],
    )
    make_ranking(judges[0], again, skipped=True)
    act(alice, "link.make", drawn, judges[1].pk, kind="seat", days=7, letter_to="")
    AuditEvent.objects.create(actor=alice, action="judge.hold", campaign=drawn, detail={"judge": "Jo"})
    act(alice, "campaign.close", drawn)
    drawn.refresh_from_db()
    return drawn


def texts(campaign: Campaign) -> dict[str, list[str]]:
    return {
        system.name: list(system.outputs.order_by("sentence__index").values_list("text", flat=True))
        for system in campaign.systems.all()
    }


def rows_left() -> dict[str, int]:
    """Rows of every table but those that stay when a campaign goes."""
    staying = {"accounts.User", "accounts.AuditEvent", "sessions.Session", "jobs.Job"}
    apart = ("auth", "contenttypes", "seeing", "sessions")
    counts = {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.label not in staying and model._meta.app_label not in apart
    }
    return {label: count for label, count in counts.items() if count}


def test_a_copy_has_texts_settings_plan_and_guidelines_and_nobody(
    as_alice: Client, judged: Campaign, alice: User
) -> None:
    Campaign.objects.filter(pk=judged.pk).update(repeat_percent=7, look="2015", judges_per_item=4)
    revise_guidelines(judged, "# Be fair", alice)
    Campaign.objects.filter(pk=judged.pk).update(guidelines_format="plain")
    assert "Copy of Spring test" in as_alice.get(COPYING).text
    answer = as_alice.post(COPYING, {"title": "Autumn", "slug": ""})
    assert answer["Location"] == "/campaigns/autumn/"
    copy = Campaign.objects.get(slug="autumn")
    judged.refresh_from_db()
    not_copied = {"id", "slug", "title", "created_by", "created_at", "archived_at", *CAMPAIGN.not_in_copy}
    for field in Campaign._meta.concrete_fields:
        if field.name not in not_copied:
            assert getattr(copy, field.attname) == getattr(judged, field.attname), field.name
    assert (copy.state, copy.guidelines_version, copy.seed) == ("draft", 1, None)
    assert (copy.guidelines, copy.guidelines_format) == ("# Be fair", "plain")
    assert texts(copy) == texts(judged)
    assert list(copy.sentences.values_list("text", flat=True)) == list(
        judged.sentences.values_list("text", flat=True)
    )
    assert copy.documents.count() == judged.documents.count()
    assert {file.sha256 for file in copy.files.all()} == {file.sha256 for file in judged.files.all()}
    assert not copy.judges.exists()
    assert {item.purpose for item in copy.items.all()} == {"check"}
    known, original = (
        copy.items.order_by("number")[0],
        judged.items.filter(purpose="check").order_by("number")[0],
    )
    assert known.expected == original.expected
    assert [output.text for output in known.outputs.all()] == [
        output.text for output in original.outputs.all()
    ]
    assert [membership.user for membership in copy.memberships.all()] == [alice]
    assert copy.audit_events.get().detail["file"] == "spring.campaign.zip"


def test_neighbouring_documents_of_one_name_stay_two(as_alice: Client, alice: User) -> None:
    campaign = make_campaign("essays", owner=alice)
    campaign.documents.update(name="")
    assert as_alice.post("/campaigns/essays/do/campaign.copy/", {"title": "Again"}).status_code == 302
    copy = Campaign.objects.get(slug="again")
    sizes = [document.sentences.count() for document in copy.documents.all()]
    assert sizes == [document.sentences.count() for document in campaign.documents.all()] == [2, 2]


def test_an_archived_campaign_is_off_the_front_list_and_read_only(
    as_alice: Client, judged: Campaign, alice: User, bob: User
) -> None:
    bob_reads = signed_in(bob)
    assert "Spring test" in bob_reads.get("/").text
    assert as_alice.post("/campaigns/spring/do/campaign.archive/").status_code == 302
    home = as_alice.get("/")
    assert [campaign.slug for campaign in home.context["campaigns"]] == []
    assert [row.campaign.slug for row in home.context["archived"]] == ["spring"]
    assert "Spring test" not in bob_reads.get("/").text
    for page in ("", "items/", "design/", "judges/", "settings/", "report/", "metrics/"):
        answer = as_alice.get(f"/campaigns/spring/{page}")
        assert answer.status_code == 200
        if page not in ("report/", "metrics/"):
            assert "Take out of the archive" in answer.text, page
    settings = {
        "title": "New",
        "guidelines": "",
        "language": "en",
        "direction": "ltr",
    }
    assert "is archived" in as_alice.post("/campaigns/spring/do/campaign.edit/", settings, follow=True).text
    assert "is archived" in as_alice.post("/campaigns/spring/do/items.retire/1/", follow=True).text
    assert "is archived" in as_alice.get("/campaigns/spring/do/campaign.reopen/").text
    judged.refresh_from_db()
    with pytest.raises(Refused, match="archived"):
        act(alice, "campaign.reopen", judged)
    assert "already" in as_alice.post("/campaigns/spring/do/campaign.archive/", follow=True).text
    judged.refresh_from_db()
    assert (judged.title, judged.state) == ("Spring test", "closed")
    as_alice.post("/campaigns/spring/do/campaign.unarchive/")
    judged.refresh_from_db()
    assert judged.archived_at is None
    act(alice, "campaign.reopen", judged)
    assert "Close it first" in as_alice.post("/campaigns/spring/do/campaign.archive/", follow=True).text


def test_a_campaign_with_rankings_is_deleted_after_its_title_was_typed(
    as_alice: Client,
    judged: Campaign,
    alice: User,
    bob: User,
    run_jobs: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lifecycle, "ROWS_AT_ONCE", 2)
    rankings = Ranking.objects.count()
    act(alice, "campaign.reopen", judged)
    assert as_alice.post(DELETION, TITLE).status_code == 422, "judges can rank in it"
    act(alice, "campaign.close", judged)
    assert f"{rankings} rankings" in as_alice.get(DELETION).text
    assert as_alice.post(DELETION, {"typed": "Spring"}).status_code == 422
    assert as_alice.post(DELETION, {"typed": " Spring  test "})["Location"] == "/"
    # From now on it is gone for everybody, and its address is free.
    assert as_alice.get("/campaigns/spring/").status_code == 404
    bob_judges = signed_in(bob)
    assert "Spring test" not in bob_judges.get("/").text
    assert bob_judges.get("/judge/spring/").status_code == 404
    make_campaign("spring").delete()
    # Whoever calls the work off does not keep half a campaign.
    Job.objects.update(state="cancelled", finished_at=timezone.now())
    assert lifecycle.go_on_deleting() == 1
    assert lifecycle.go_on_deleting() == 0
    assert run_jobs() == 1
    assert rows_left() == {}
    event = AuditEvent.objects.get(action="campaign.delete")
    assert (event.actor, event.detail["title"], event.detail["rankings"]) == (alice, "Spring test", rankings)
    # The rest of the history stays too, without the names of judges, whom nobody could forget there any more.
    assert AuditEvent.objects.get(action="judge.hold").detail == {}
