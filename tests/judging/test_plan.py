"""Quotas, check items, training and planned repetitions, as a judge meets them."""

from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from rankings.desk.quality import CheckTally, check_tallies
from rankings.judging.assignment import next_assignment
from rankings.judging.standing import task_of
from rankings.judging.turns import is_screened_out
from rankings.judgments.stored import campaign_judgments
from rankings.models import Assignment, Campaign, Item, Judge
from rankings.plan.known_answers import make_checks, make_known
from tests.factories import make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db
Purpose = Item.Purpose
SENTENCES = tuple(f"This be the sentence number {n} of all ." for n in range(40))
OUTPUTS = {
    "INPUT": SENTENCES,
    "ALPHA": tuple(text.replace(" be ", " is ") for text in SENTENCES),
    "BETA": tuple(text.replace(" be ", " was ") for text in SENTENCES),
}


@pytest.fixture
def campaign() -> Campaign:
    """Forty sentences, the first thirty of them drawn."""
    campaign = make_campaign("essays", sentences=SENTENCES, outputs=OUTPUTS)
    make_items(campaign)
    Item.objects.filter(sentence__index__gte=30).delete()
    return campaign


@pytest.fixture
def judge(campaign: Campaign) -> Judge:
    return make_judge(campaign, "J1")


def change(judge: Judge, **fields: object) -> Judge:
    Campaign.objects.filter(pk=judge.campaign_id).update(**fields)
    return Judge.objects.select_related("campaign").get(pk=judge.pk)


def answer(assignment: Assignment, ranks: list[int] | None = None) -> None:
    make_ranking(assignment.judge, assignment.item, ranks or ())
    Assignment.objects.filter(pk=assignment.pk).update(state="done", finished_at=timezone.now())


def do_all(judge: Judge, *, most: int = 200) -> list[Item]:
    items: list[Item] = []
    while (assignment := next_assignment(judge)) and len(items) < most:
        answer(assignment)
        items.append(assignment.item)
    return items


def purposes(items: list[Item]) -> Counter[str]:
    return Counter(item.purpose for item in items)


def test_a_quota_ends_a_judges_work(judge: Judge) -> None:
    judge = change(judge, judge_quota=7)
    assert task_of(judge).left == 7
    assert len(do_all(judge)) == 7
    assert task_of(judge).stage == "finished"
    other = make_judge(judge.campaign, "J2")
    Judge.objects.filter(pk=other.pk).update(quota=3)
    assert len(do_all(change(other))) == 3


def test_an_item_that_is_begun_uses_up_the_quota_also_when_its_lease_has_run_out(judge: Judge) -> None:
    judge = change(judge, judge_quota=2)
    skipped = next_assignment(judge)
    assert skipped is not None
    long_ago = timezone.now() - timedelta(hours=2)
    Assignment.objects.filter(pk=skipped.pk).update(
        postponed_at=long_ago, times_postponed=1, lease_expires_at=long_ago
    )
    assert task_of(judge).goal == 2
    assert [item.number for item in do_all(judge)] == [1, 0]
    assert task_of(judge).stage == "finished"


def test_repetitions_come_after_the_gap_at_the_planned_rate(judge: Judge) -> None:
    judge = change(judge, repeat_percent=20, repeat_gap=5)
    items = do_all(judge)
    counts = purposes(items)
    assert counts[Purpose.JUDGING] == 30
    assert 5 <= counts[Purpose.REPEAT] <= 8
    place = {item.pk: number for number, item in enumerate(items)}
    for item in items:
        if item.purpose == Purpose.REPEAT:
            assert item.original_id is not None
            assert place[item.pk] - place[item.original_id] > 5
    assert len({item.original_id for item in items if item.original_id}) == counts[Purpose.REPEAT]


def test_a_repetition_has_the_same_outputs_of_the_same_systems(judge: Judge) -> None:
    judge = change(judge, repeat_percent=50, repeat_gap=2)
    do_all(judge)
    copy = Item.objects.filter(purpose=Purpose.REPEAT).first()
    assert copy
    assert copy.original
    both = [
        [
            (output.position, output.text, sorted(output.producers.values_list("system__name", flat=True)))
            for output in item.outputs.all()
        ]
        for item in (copy, copy.original)
    ]
    assert both[0] == both[1]
    assert next_assignment(make_judge(judge.campaign, "J2")).item.purpose == Purpose.JUDGING  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", ["damaged", "identical"])
def test_check_items_come_at_their_rate_and_are_in_no_result(judge: Judge, kind: str) -> None:
    assert make_checks(judge.campaign, kind, 8, seed=3) == 8
    checks = Item.objects.filter(purpose=Purpose.CHECK)
    assert {item.sentence.index for item in checks} <= set(range(30, 40)), "not drawn for judging"
    items = do_all(change(judge, check_percent=10))
    counts = purposes(items)
    assert counts[Purpose.JUDGING] == 30
    assert counts[Purpose.CHECK] in (3, 4)
    assert len(campaign_judgments(judge.campaign)) == 30


@pytest.mark.parametrize("kind", ["damaged", "identical"])
def test_a_damaged_output_belongs_below_the_good_one_and_an_identical_pair_together(
    campaign: Campaign, judge: Judge, kind: str
) -> None:
    make_checks(campaign, kind, 2, seed=1)
    passing, failing = ((1, 3), (2, 2)) if kind == "damaged" else ((2, 2), (1, 3))
    for item, given in zip(Item.objects.filter(purpose=Purpose.CHECK), (passing, failing), strict=True):
        ((one, other),) = item.expected["before" if kind == "damaged" else "equal"]
        texts = [output.text for output in item.outputs.order_by("position")]
        assert (texts[one] == texts[other]) == (kind == "identical")
        ranks = [2] * len(texts)
        ranks[one], ranks[other] = given
        make_ranking(judge, item, ranks)
    assert check_tallies(campaign) == {judge.pk: CheckTally(answered=2, passed=1)}


def test_a_check_item_counts_as_it_was_ranked_first(campaign: Campaign, judge: Judge) -> None:
    """Else a judge who is told of failed checks could mend them and go on."""
    make_checks(campaign, "identical", 3, seed=1)
    judge = change(judge, stops_at_failed_checks=True, least_checks=3)
    failed, flagged, flagged_first = Item.objects.filter(purpose=Purpose.CHECK)
    equal = [1] * failed.outputs.count()
    make_ranking(judge, failed)
    make_ranking(judge, failed, equal, revision=2)
    make_ranking(judge, flagged)
    make_ranking(judge, flagged, skipped=True, revision=2)
    make_ranking(judge, flagged_first, skipped=True)
    assert check_tallies(campaign)[judge.pk] == CheckTally(2, 0)
    make_ranking(judge, flagged_first, [1] * flagged_first.outputs.count(), revision=2)
    assert check_tallies(campaign, judge)[judge.pk] == CheckTally(3, 1)
    assert is_screened_out(judge)
    assert next_assignment(judge) is None


def test_judges_who_fail_are_stopped_only_where_the_plan_says_so(campaign: Campaign, judge: Judge) -> None:
    make_checks(campaign, "identical", 4, seed=1)
    for item in Item.objects.filter(purpose=Purpose.CHECK):
        make_ranking(judge, item)  # all different, so every pair is torn apart
    assert not is_screened_out(judge)
    assert next_assignment(judge) is not None
    Assignment.objects.all().delete()
    judge = change(judge, stops_at_failed_checks=True, least_checks=5)
    assert not is_screened_out(judge)
    judge = change(judge, least_checks=4)
    assert is_screened_out(judge)
    assert next_assignment(judge) is None
    task = task_of(judge)
    assert (task.left, task.stage, task.stopped) == (0, "finished", True)


def test_training_comes_first_in_its_order_and_is_in_no_result(campaign: Campaign, judge: Judge) -> None:
    for index in (35, 33):
        make_known(campaign, index, [3, 1, 2], "Because of the verb.", training=True)
    judge = Judge.objects.select_related("campaign").get(pk=judge.pk)
    assert judge.campaign.begins_with_training
    items = do_all(judge)
    assert [item.purpose for item in items[:3]] == ["training", "training", "judging"]
    assert [item.sentence.index for item in items[:2]] == [35, 33]
    assert len(campaign_judgments(campaign)) == 30


def test_nobody_practises_when_all_items_are_taken(campaign: Campaign, judge: Judge) -> None:
    """Whoever comes last reads that there is nothing to do, and is not trained for it."""
    make_known(campaign, 35, [3, 1, 2], "Because of the verb.", training=True)
    first = change(judge, judges_per_item=1)
    last = change(make_judge(campaign, "J2"))
    assert task_of(last).left == 31
    assert len(do_all(first)) == 31
    task = task_of(last)
    assert (task.left, task.stage) == (0, "finished")
    assert next_assignment(last) is None
