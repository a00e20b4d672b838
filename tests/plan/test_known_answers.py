"""Known answers are set with the judges' control, and changed afterwards."""

import pytest
from django.test import Client

from rankings.access import Refused
from rankings.judging.turns import is_screened_out
from rankings.models import Campaign, Item
from rankings.plan.known_answers import change_known, make_known, ranks_from_expected
from tests.factories import make_judge, make_ranking

pytestmark = pytest.mark.django_db

DO = "/campaigns/spring/do"


def make_check(campaign: Campaign) -> Item:
    return make_known(campaign, 0, [1, 2, 3, 4], "", training=False)


def form(*ranks: int | str, explanation: str = "") -> dict[str, str]:
    fields = {f"rank-{place}": str(rank) for place, rank in enumerate(ranks)}
    return {**fields, "explanation": explanation}


def test_an_output_of_a_check_item_may_stay_without_a_rank(
    as_alice: Client, drawn: Campaign, make_user
) -> None:
    asked = {"use": "check", "explanation": "", "rank-0": "1", "rank-3": "4"}
    drawn.check_percent = 0
    drawn.save()
    made = as_alice.post(f"{DO}/known.make/0/", asked, follow=True)
    assert "while the share of check items in the plan is 0 %" in made.text
    item = Item.objects.get(purpose="check")
    assert item.expected == {"before": [[0, 3]], "equal": []}
    assert ranks_from_expected(item.expected, 4) == [1, None, None, 2]
    refused = as_alice.post(f"{DO}/known.make/0/", {**asked, "use": "training", "explanation": "Why."})
    assert "Give every output a rank" in refused.text
    assert not Item.objects.filter(purpose="training").exists()


def test_answers_given_before_count_by_the_answer_in_force(
    as_alice: Client, drawn: Campaign, make_user
) -> None:
    item = make_check(drawn)
    Campaign.objects.filter(pk=drawn.pk).update(stops_at_failed_checks=True, least_checks=1)
    drawn.refresh_from_db()
    right, wrong = (make_judge(drawn, f"J{n}", make_user(f"j{n}")) for n in range(2))
    make_ranking(right, item, [2, 1, 3, 4])
    make_ranking(wrong, item, [1, 2, 3, 4])
    right.campaign = wrong.campaign = drawn
    assert (is_screened_out(right), is_screened_out(wrong)) == (True, False)
    assert "1 of 2 answers pass" in " ".join(as_alice.get(f"{DO}/known.change/{item.number}/").text.split())

    said = as_alice.post(
        f"{DO}/known.change/{item.number}/", form(2, 1, 3, 4, explanation="B is better."), follow=True
    )
    assert "The known answer is changed." in said.text
    assert (is_screened_out(right), is_screened_out(wrong)) == (False, True)
    assert drawn.audit_events.get(action="known.change").detail == {"item": item.number}


def test_a_training_item_needs_its_explanation_and_every_rank(drawn: Campaign) -> None:
    item = make_known(drawn, 0, [1, 2, 3, 4], "A plural.", training=True)
    for ranks, explanation in (([1, 2, 3, None], "A plural."), ([1, 2, 3, 4], " ")):
        with pytest.raises(Refused):
            change_known(item, ranks, explanation)
    assert change_known(item, [1, 2, 3, 4], "Two cats are a plural.")
    item.refresh_from_db()
    assert item.explanation == "Two cats are a plural."
