"""A small crowd completes a campaign in threads of its own: nothing is over-assigned, nothing is lost."""

import random
import uuid
from collections import Counter
from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.judging.answers import Visit
from rankings.judging.assignment import next_assignment
from rankings.judging.sheets import open_sheet
from rankings.judging.submission import submit_ranking
from rankings.models import Assignment, Campaign, Item, Judge, RankedOutput, Ranking
from rankings.plan.known_answers import make_checks
from tests.at_once import at_once
from tests.factories import make_campaign, make_item, make_judge

pytestmark = pytest.mark.django_db(transaction=True)
JUDGES, ITEMS = 8, 60
SENTENCES = tuple(f"This be the sentence number {n} of all ." for n in range(ITEMS + 10))


@pytest.mark.parametrize("special", [False, True])
def test_a_crowd_completes_a_campaign(make_user: Callable[..., User], special: bool) -> None:
    outputs = {"A": SENTENCES, "B": tuple(text.replace(" be ", " is ") for text in SENTENCES)}
    campaign = make_campaign("crowd", sentences=SENTENCES, outputs=outputs)
    for index in range(ITEMS):
        make_item(campaign, index, number=index)
    if special:
        assert make_checks(campaign, "damaged", 5, seed=1) == 5
        Campaign.objects.update(check_percent=10, repeat_percent=10, repeat_gap=4, judge_quota=25)
    users = [make_user(f"judge-{n}") for n in range(JUDGES)]
    for user in users:
        make_judge(campaign, user.username, user)
    sent: list[dict[uuid.UUID, list[int]]] = at_once(*[lambda user=user: judge_all(user) for user in users])

    rankings = Ranking.objects.filter(is_current=True)
    per_item = Counter(rankings.filter(item__purpose="judging").values_list("item_id", flat=True))
    assert set(per_item) == set(Item.objects.filter(purpose="judging").values_list("pk", flat=True))
    assert set(per_item.values()) == {2}
    assert rankings.count() == Ranking.objects.count() == sum(map(len, sent))
    told = {key: ranks for one in sent for key, ranks in one.items()}
    assert {key: kept_ranks(key) for key in told} == told
    if special:
        by_judge = Counter(rankings.values_list("judge_id", flat=True))
        assert max(by_judge.values()) <= 25
        assert rankings.filter(item__purpose="check").exists()
        assert rankings.filter(item__purpose="repeat").exists()
        copies = Item.objects.filter(purpose="repeat")
        assert not copies.exclude(assignments__judge=None).filter(assignments__isnull=True).exists()


def judge_all(user: User) -> dict[uuid.UUID, list[int]]:
    """Rank until nothing is left; now and then send an answer twice. Returns what was sent."""
    chance = random.Random(user.username)
    sent = {}
    judge = Judge.objects.select_related("campaign").get(user=user)
    while assignment := next_assignment(judge):
        rows = len(assignment.order)
        ranks = [chance.randint(1, rows) for _ in range(rows)]
        visit = Visit(uuid.uuid4())
        for _ in range(chance.choice((1, 1, 1, 2))):
            submit_ranking(open_sheet(user, "crowd", assignment.key), ranks, visit)
        sent[assignment.key] = ranks
    return sent


def kept_ranks(key: uuid.UUID) -> list[int]:
    """The current ranks in the order in which the judge saw the outputs."""
    assignment = Assignment.objects.get(key=key)
    ranks = dict(
        RankedOutput.objects.filter(
            ranking__judge=assignment.judge_id, ranking__item=assignment.item_id, ranking__is_current=True
        ).values_list("output__position", "rank")
    )
    return [ranks[position] for position in assignment.order]
