"""Rankings that a manager discards: what no longer counts, who gets the items, and how it is undone."""

import threading
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access import Refused
from rankings.desk.discards import discards_of
from rankings.judging.answers import Visit
from rankings.judging.assignment import next_assignment
from rankings.judging.sheets import open_sheet
from rankings.judging.standing import own_answers, task_of
from rankings.judging.submission import submit_ranking
from rankings.judgments.stored import campaign_judgments, rankings_mark
from rankings.models import Assignment, Campaign, Judge, Ranking
from rankings.plan.progress import campaign_progress
from tests.at_once import at_once
from tests.factories import act, make_campaign, make_items, make_judge, make_ranking


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """Four items, one judge each."""
    campaign = make_campaign("essays", owner=alice)
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=1)
    campaign.refresh_from_db()
    make_items(campaign)
    return campaign


@pytest.fixture
def bad(campaign: Campaign, bob: User) -> Judge:
    return make_judge(campaign, "Bad", bob)


@pytest.fixture
def good(campaign: Campaign, charlie: User) -> Judge:
    return make_judge(campaign, "Good", charlie)


def discard(judge: Judge, alice: User, **more: Any) -> int:
    """Discard rankings of a judge; returns how many."""
    wanted = {"since": None, "until": None, "reason": "clicks through", **more}
    return int(act(alice, "rankings.discard", judge.campaign, judge.pk, **wanted).gives["rankings"])


def fresh(judge: Judge) -> Judge:
    return Judge.objects.select_related("campaign").get(pk=judge.pk)


def answer(judge: Judge, ranks: list[int] | None = None) -> Ranking | None:
    """The judge's next item, ranked; None when there is nothing to do."""
    assignment = next_assignment(fresh(judge))
    return submit(judge, assignment, ranks) if assignment else None


def submit(judge: Judge, assignment: Assignment, ranks: list[int] | None = None) -> Ranking:
    assert judge.user
    sheet = open_sheet(judge.user, "essays", assignment.key)
    given = (ranks or [1, 2, 3, 4, 5])[: len(sheet.outputs)]
    return submit_ranking(sheet, given, Visit(uuid.uuid4(), active_seconds=9.0))


def work_off(judge: Judge) -> int:
    """Rank everything there is; returns how many."""
    number = 0
    while answer(judge):
        number += 1
    return number


def test_discarded_rankings_count_nowhere_and_their_items_go_to_others(
    campaign: Campaign, bad: Judge, good: Judge, alice: User
) -> None:
    assert work_off(bad) == 4
    assert work_off(good) == 0
    check = make_items(campaign)[0]
    campaign.items.filter(pk=check.pk).update(purpose="check")
    known = make_ranking(bad, check)
    campaign.items.exclude(rankings__isnull=False).delete()
    number = discard(bad, alice, hold=True)
    assert number == 4, "an answer to a check item tells about the judge, and stays"
    known.refresh_from_db()
    assert known.is_current
    assert list(campaign_judgments(campaign)) == []
    progress = campaign_progress(campaign)
    assert (progress.planned, progress.target, progress.done) == (0, 4, 0)
    [row] = [row for row in progress.judges if row.judge == bad]
    assert (row.done, row.planned, row.skipped, row.median_seconds) == (0, 0, 0, None)
    assert row.last_active, "the judge has been here all the same"
    assert Ranking.objects.count() == 5, "nothing is deleted"
    assert work_off(good) == 4
    assert {judgment.judge for judgment in campaign_judgments(campaign)} == {"Good"}
    assert campaign_progress(campaign).planned == 4


def test_items_of_a_judge_on_hold_are_free_at_once_and_go_on_where_nobody_took_them(
    campaign: Campaign, bad: Judge, good: Judge, alice: User
) -> None:
    held = next_assignment(fresh(bad))
    assert held
    assert task_of(fresh(good)).left == 3
    act(alice, "judge.hold", campaign, bad.pk)
    assert task_of(fresh(good)).left == 4
    act(alice, "judge.resume", campaign, bad.pk)
    again = next_assignment(fresh(bad))
    assert again
    assert again.pk == held.pk
    assert again.lease_expires_at > timezone.now()
    act(alice, "judge.hold", campaign, bad.pk)
    assert work_off(good) == 4
    act(alice, "judge.resume", campaign, bad.pk)
    assert task_of(fresh(bad)).left == 0


def test_undoing_makes_everything_as_it_was(campaign: Campaign, bad: Judge, good: Judge, alice: User) -> None:
    work_off(bad)
    before = list(campaign_judgments(campaign))
    marks = [rankings_mark(campaign)]
    discard(bad, alice)
    marks.append(rankings_mark(campaign))
    back = act(alice, "rankings.restore", campaign, bad.pk).gives["rankings"]
    marks.append(rankings_mark(campaign))
    assert back == 4
    assert list(campaign_judgments(campaign)) == before
    assert marks[0] == marks[2] != marks[1]
    assert not Assignment.objects.filter(discarded_at__isnull=False).exists()
    assert work_off(good) == 0, "the slots are taken again"
    with pytest.raises(Refused, match="No ranking of this judge is discarded"):
        act(alice, "rankings.restore", campaign, bad.pk)
    events = AuditEvent.objects.filter(campaign=campaign, action__startswith="rankings.").order_by("pk")
    assert [(event.action, event.detail) for event in events] == [
        (
            "rankings.discard",
            {"judge": bad.pk, "rankings": 4, "first_day": "", "last_day": "", "reason": "clicks through"},
        ),
        ("rankings.restore", {"judge": bad.pk, "rankings": 4}),
    ]


def test_a_span_takes_the_rankings_of_its_days_alone(campaign: Campaign, bad: Judge, alice: User) -> None:
    work_off(bad)
    today = timezone.localdate()
    old = Ranking.objects.order_by("pk").first()
    assert old
    Ranking.objects.filter(pk=old.pk).update(submitted_at=timezone.now() - timedelta(days=3))
    yesterday = today - timedelta(days=1)
    assert discard(bad, alice, until=yesterday) == 1
    assert Ranking.objects.get(discarded_at__isnull=False).pk == old.pk
    assert discard(bad, alice, since=today, until=today) == 3
    with pytest.raises(Refused, match="nothing to discard"):
        discard(bad, alice, hold=True)
    assert fresh(bad).is_active, "a refused decision puts nobody on hold"


def test_a_changed_answer_stays_discarded(campaign: Campaign, bad: Judge, alice: User) -> None:
    first = answer(bad)
    assert first
    discard(bad, alice)
    assignment = Assignment.objects.get(judge=bad, item=first.item_id)
    second = submit(bad, assignment, [3, 2, 1, 1, 1])
    assert (second.revision, second.is_current, second.discarded_at) == (2, False, assignment.discarded_at)
    assert list(campaign_judgments(campaign)) == []
    assert own_answers(bad, None)[1][0].revision == 2, "the judge sees the own answer"
    assert work_off(bad) == 3, "the same judge does not get it again"
    [told] = discards_of(bad)
    assert (told["rankings"], told["reason"]) == (1, "clicks through"), "two revisions are one answer"
    act(alice, "rankings.restore", campaign, bad.pk)
    assert Ranking.objects.get(item=first.item_id, is_current=True).pk == second.pk


def test_an_answer_to_an_item_given_to_others_meanwhile_is_kept_and_discarded(
    campaign: Campaign, bad: Judge, alice: User
) -> None:
    answer(bad)
    begun = next_assignment(fresh(bad))
    assert begun
    assert bad.user
    sheet = open_sheet(bad.user, "essays", begun.key)
    number = discard(bad, alice, hold=True)
    assert number == 1
    late = submit_ranking(sheet, [1] * len(sheet.outputs), Visit(uuid.uuid4()))
    assert (late.revision, late.is_current, late.discarded_at is None) == (1, False, False)
    assert list(campaign_judgments(campaign)) == []
    again = submit_ranking(sheet, [1] * len(sheet.outputs), Visit(uuid.uuid4()))
    assert again.pk == late.pk


def test_no_ranking_is_both_current_and_discarded(campaign: Campaign, bad: Judge, alice: User) -> None:
    first = answer(bad)
    assert first
    discard(bad, alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Ranking.objects.filter(pk=first.pk).update(is_current=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Ranking.objects.create(judge=bad, item_id=first.item_id, revision=9)
    assert Ranking.objects.get().discarded_at


def test_one_judge_discarded_while_handing_in_leaves_nothing_that_counts(
    transactional_db: None, make_user: Callable[..., User]
) -> None:
    owner, user = make_user("alice"), make_user("bob")
    campaign = make_campaign("essays", owner=owner)
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=5)
    for _ in range(4):
        make_items(campaign)
    bad = make_judge(campaign, "Bad", user)
    answer(bad)
    begun = threading.Event()

    def hand_in() -> None:
        for _ in range(8):
            try:
                if not answer(bad):
                    return
            except Exception as error:
                assert type(error).__name__ in {"JudgeOnHoldError", "Http404"}, error
                return
            begun.set()

    def throw_out() -> None:
        begun.wait(timeout=20)
        discard(fresh(bad), owner, hold=True)

    at_once(hand_in, throw_out)
    assert not Judge.objects.get(pk=bad.pk).is_active
    assert Ranking.objects.filter(judge=bad).exists()
    assert not Ranking.objects.filter(judge=bad, is_current=True).exists()
