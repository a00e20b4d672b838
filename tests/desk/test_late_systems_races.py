"""A system joins or leaves while judges are lent items and answer them: no item changes under their hands."""

import threading
from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.corpus import systems
from rankings.models import Assignment, Judge, Ranking
from rankings.uploads.files import File
from tests.at_once import at_once
from tests.desk.test_discards import answer
from tests.factories import act, make_campaign, make_items, make_judge

LINES = ("He has 2 cats .", "They are here .", "I like teas .", "She is going home .")


@pytest.mark.parametrize("change", ["add", "retire"])
def test_items_that_judges_have_open_stay_as_they_are(
    transactional_db: None, make_user: Callable[..., User], change: str
) -> None:
    owner = make_user("alice")
    campaign = make_campaign("essays", owner=owner)
    for _ in range(5):
        make_items(campaign)
    judges = [make_judge(campaign, name, make_user(name)) for name in ("ann", "ben", "cleo")]
    keys = campaign.sentences.order_by("index").values_list("pk", flat=True)
    texts, file = dict(zip(keys, LINES, strict=True)), File("outputs", "X.txt", b"")
    alpha = campaign.systems.get(name="ALPHA")
    begun = threading.Barrier(len(judges) + 1, timeout=20)

    def work(judge: Judge) -> Callable[[], None]:
        def rank() -> None:
            answer(judge)
            begun.wait()
            for _ in range(5):
                if not answer(judge):
                    return

        return rank

    def join() -> None:
        begun.wait()
        if change == "add":
            systems.add_system(campaign, "DELTA", texts, file, owner)
        else:
            act(owner, "systems.retire", campaign, alpha.pk)

    at_once(*map(work, judges), join)
    assert Ranking.objects.filter(judge__campaign=campaign).count() >= 3
    for assignment in Assignment.objects.filter(item__campaign=campaign).select_related("item"):
        assert sorted(assignment.order) == list(range(assignment.item.outputs.count()))
    for ranking in Ranking.objects.filter(judge__campaign=campaign):
        assert ranking.ranks.count() == ranking.item.outputs.count()
