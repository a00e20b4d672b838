"""The item after the one in view, fetched while the judge still ranks."""

import json
import random
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.judging import assignment as assignments
from rankings.judging import handing_in, plan_repeats
from rankings.judging.ahead import AHEAD_LEASE, lend_ahead, show_ahead
from rankings.judging.answers import Visit
from rankings.judging.assignment import next_assignment
from rankings.judging.sheets import open_sheet
from rankings.judging.slots import LEASE, end_leases_on_hold
from rankings.judging.submission import submit_ranking
from rankings.models import Assignment, Campaign, Item, Judge, Ranking
from tests.factories import make_campaign, make_items, make_judge
from tests.judging.test_pages import item_url, ranks


def fetch(client: Client, assignment: Assignment) -> Any:
    answer = client.post(reverse("judging:ahead", args=["essays", assignment.key]))
    assert answer.status_code == 200
    return answer.json()


def give_back(client: Client, key: str) -> bool:
    return bool(client.post(reverse("judging:give-back", args=["essays", key])).json()["givenBack"])


def submit(client: Client, assignment: Assignment, **fields: Any) -> Any:
    form = ranks(*range(1, len(assignment.order) + 1)) | fields
    return client.post(item_url(assignment), form, headers={"Accept": "application/json"})


def of_key(key: str) -> Assignment:
    return Assignment.objects.select_related("item").get(key=key)


def test_the_next_item_is_the_one_that_would_come_anyway(
    bobs: Client, assignment: Assignment, judge: Judge
) -> None:
    ahead = fetch(bobs, assignment)
    lent = of_key(ahead["key"])
    assert lent.item.number == assignment.item.number + 1
    assert lent.is_ahead
    assert ahead["next"] == item_url(lent)
    assert lent.item.sentence.text in ahead["page"]
    assert lent.lease_expires_at - lent.lent_at == AHEAD_LEASE
    # Without it, the answer leads to the same item, which begins then.
    assert json.loads(submit(bobs, assignment).content)["next"] == ahead["next"]
    begun = of_key(ahead["key"])
    assert not begun.is_ahead
    assert begun.lease_expires_at - begun.lent_at == LEASE


def test_an_answer_that_overtakes_the_question_leads_to_the_item_that_was_lent_for_it(
    bobs: Client, assignment: Assignment, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page stops waiting when its judge is quicker; the server may lend the next item all the same."""
    lent: list[str] = []

    def submit_meanwhile(*arguments: Any) -> Ranking:
        lent.append(fetch(bobs, assignment)["next"])
        return submit_ranking(*arguments)

    monkeypatch.setattr(handing_in, "submit_ranking", submit_meanwhile)
    answer = submit(bobs, assignment, asking="")
    assert [json.loads(answer.content)["next"]] == lent
    assert Assignment.objects.filter(judge=judge).count() == 2


def test_never_more_than_one_is_ahead(bobs: Client, assignment: Assignment, judge: Judge) -> None:
    first = fetch(bobs, assignment)
    assert fetch(bobs, assignment)["key"] == first["key"]
    # Another window that shows the same item gets the same one.
    assert fetch(bobs, assignment)["key"] == first["key"]
    assert Assignment.objects.filter(judge=judge).count() == 2


def test_its_page_is_the_one_that_it_will_be(bobs: Client, assignment: Assignment) -> None:
    ahead = fetch(bobs, assignment)
    submit(bobs, assignment, showing=ahead["key"])
    shown = bobs.get(ahead["next"]).text
    for part in ('<span class="judge-progress">', 'id="output-0"', 'id="previous"', "<title>"):
        start = shown.index(part)
        assert shown[start : start + 90] in ahead["page"]


def test_a_page_that_shows_it_already_is_told_that_it_may(bobs: Client, assignment: Assignment) -> None:
    ahead = fetch(bobs, assignment)
    answer = submit(bobs, assignment, showing=ahead["key"])
    assert json.loads(answer.content) == {"next": ahead["next"], "said": "Saved."}
    assert not of_key(ahead["key"]).is_ahead
    # Sent twice, as after a lost answer, it says the same and keeps one ranking.
    again = submit(bobs, assignment, showing=ahead["key"])
    assert json.loads(again.content)["next"] == ahead["next"]
    assert Ranking.objects.count() == 1
    # The message is in the answer and nowhere else.
    assert 'toast-words">Saved' not in bobs.get(ahead["next"]).text


def test_its_time_begins_when_it_is_shown(bobs: Client, assignment: Assignment) -> None:
    ahead = fetch(bobs, assignment)
    fetched = timezone.now() - timedelta(minutes=3)
    Assignment.objects.filter(key=ahead["key"]).update(lent_at=fetched)
    submit(bobs, assignment, showing=ahead["key"])
    shown = of_key(ahead["key"])
    assert timezone.now() - shown.lent_at < timedelta(seconds=20)
    submit(bobs, shown)
    ranking = Ranking.objects.get(item=shown.item)
    assert ranking.opened_at == shown.lent_at
    assert ranking.wall_seconds is not None
    assert ranking.wall_seconds < 20


def test_an_answer_that_comes_before_that_of_the_item_before_is_timed_by_its_page(
    bobs: Client, assignment: Assignment
) -> None:
    shown = of_key(fetch(bobs, assignment)["key"])
    Assignment.objects.filter(pk=shown.pk).update(lent_at=timezone.now() - timedelta(minutes=3))
    submit(bobs, shown, shown="30000", waited="60000", active="20000")
    ranking = Ranking.objects.get(item=shown.item)
    assert ranking.wall_seconds == pytest.approx(30, abs=2)
    assert ranking.active_seconds == 20
    # What a page says can only shorten the time since the item was lent.
    late = of_key(fetch(bobs, assignment)["key"])
    submit(bobs, late, shown="1e15")
    assert Ranking.objects.get(item=late.item).wall_seconds == pytest.approx(0, abs=5)


def test_it_holds_its_slot_and_none_beyond(
    bobs: Client, assignment: Assignment, campaign: Campaign, charlie: User
) -> None:
    ahead = of_key(fetch(bobs, assignment)["key"])
    campaign.judges_per_item = 1
    campaign.save()
    other = make_judge(campaign, "J2", charlie)
    had = [one.item_id for _ in range(4) if (one := next_assignment(other, resume=False)) is not None]
    assert len(set(had)) == 2
    assert not {ahead.item_id, assignment.item_id} & set(had)
    # Its short lease over, the other gets it, and the page that fetched it is told where to go instead.
    Assignment.objects.filter(pk=ahead.pk).update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    taken = next_assignment(other, resume=False)
    assert taken is not None
    assert taken.item_id == ahead.item_id
    answer = json.loads(submit(bobs, assignment, showing=str(ahead.key)).content)
    assert answer["next"] == reverse("judging:task", args=["essays"])
    assert bobs.get(item_url(ahead)).status_code == 302


def test_after_its_short_lease_it_is_still_the_judges_while_nobody_wants_it(
    bobs: Client, assignment: Assignment
) -> None:
    ahead = fetch(bobs, assignment)
    Assignment.objects.filter(key=ahead["key"]).update(lease_expires_at=timezone.now() - timedelta(hours=3))
    assert json.loads(submit(bobs, assignment, showing=ahead["key"]).content)["next"] == ahead["next"]


def test_what_is_not_shown_is_given_back_as_if_it_had_not_been_lent(
    bobs: Client, assignment: Assignment, judge: Judge
) -> None:
    ahead = fetch(bobs, assignment)
    assert give_back(bobs, ahead["key"])
    assert list(Assignment.objects.filter(judge=judge)) == [assignment]
    assert not give_back(bobs, ahead["key"])
    # What is being ranked stays.
    assert not give_back(bobs, str(assignment.key))
    assert Assignment.objects.filter(pk=assignment.pk).exists()
    again = fetch(bobs, assignment)
    submit(bobs, assignment, showing=again["key"])
    assert not give_back(bobs, again["key"])


def test_opening_its_address_begins_it(bobs: Client, assignment: Assignment) -> None:
    ahead = fetch(bobs, assignment)
    assert bobs.get(ahead["next"]).status_code == 200
    assert not of_key(ahead["key"]).is_ahead


def test_nothing_is_fetched_before_an_explanation_or_after_the_last_item(
    bobs: Client, assignment: Assignment, judge: Judge, campaign: Campaign
) -> None:
    Item.objects.filter(pk=assignment.item_id).update(purpose=Item.Purpose.TRAINING)
    assert fetch(bobs, assignment) == {"next": None}
    assert "data-ahead" not in bobs.get(item_url(assignment)).text
    Item.objects.filter(pk=assignment.item_id).update(purpose=Item.Purpose.JUDGING)
    assert "data-ahead" in bobs.get(item_url(assignment)).text
    Item.objects.exclude(pk=assignment.item_id).update(retired_at=timezone.now())
    assert fetch(bobs, assignment) == {"next": None}
    Item.objects.update(retired_at=None)
    Campaign.objects.filter(pk=campaign.pk).update(state="closed")
    assert fetch(bobs, assignment) == {"next": None}


def test_an_item_retired_meanwhile_is_not_shown(bobs: Client, assignment: Assignment) -> None:
    ahead = of_key(fetch(bobs, assignment)["key"])
    Item.objects.filter(pk=ahead.item_id).update(retired_at=timezone.now())
    answer = json.loads(submit(bobs, assignment, showing=str(ahead.key)).content)
    assert answer["next"] != item_url(ahead)


def test_a_hold_frees_it_at_once(bobs: Client, assignment: Assignment, judge: Judge) -> None:
    ahead = fetch(bobs, assignment)
    Judge.objects.filter(pk=judge.pk).update(is_active=False)
    end_leases_on_hold(timezone.now())
    assert of_key(ahead["key"]).lease_expires_at <= timezone.now()
    answer = bobs.post(
        reverse("judging:ahead", args=["essays", assignment.key]), content_type="application/json"
    )
    assert answer.status_code == 403


def test_the_quota_counts_it(bobs: Client, assignment: Assignment, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(judge_quota=2)
    ahead = of_key(fetch(bobs, assignment)["key"])
    submit(bobs, assignment, showing=str(ahead.key))
    assert fetch(bobs, ahead) == {"next": None}


def test_a_judge_who_is_stopped_does_not_get_it(
    bobs: Client, assignment: Assignment, campaign: Campaign, judge: Judge
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(
        stops_at_failed_checks=True, least_checks=1, check_pass_percent=100
    )
    ahead = of_key(fetch(bobs, assignment)["key"])
    expected = {"before": [[1, 0]], "equal": []}
    Item.objects.filter(pk=assignment.item_id).update(
        purpose=Item.Purpose.CHECK, check_kind=Item.CheckKind.KNOWN_ORDER, expected=expected
    )
    worst_first = {f"rank-{row}": str(1 + position) for row, position in enumerate(assignment.order)}
    answer = bobs.post(
        item_url(assignment),
        worst_first | {"showing": str(ahead.key)},
        headers={"Accept": "application/json"},
    ).json()
    assert answer["next"] == reverse("judging:task", args=["essays"])
    assert not Assignment.objects.filter(pk=ahead.pk).exists()


def test_skipping_for_now_leads_to_it(bobs: Client, assignment: Assignment) -> None:
    ahead = fetch(bobs, assignment)
    answer = bobs.post(reverse("judging:later", args=["essays", assignment.key]))
    assert answer["Location"] == ahead["next"]


def test_fetching_costs_a_bounded_number_of_queries(
    bobs: Client, assignment: Assignment, count_queries: Any
) -> None:
    fetch(bobs, assignment)
    with count_queries() as queries:
        fetch(bobs, assignment)
    assert len(queries()) <= 9, queries()


def test_the_order_of_items_is_the_same_with_it_and_without(
    bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of items, check items and repetitions alike; the judge does the same work twice."""
    sentences = [f"This are sentence {number} ." for number in range(12)]
    outputs = {
        "INPUT": sentences,
        "A": [f"This is sentence {number} ." for number in range(12)],
        "B": [f"These are sentence {number} ." for number in range(12)],
    }
    campaign = make_campaign("long", sentences=sentences, outputs=outputs)
    make_items(campaign)
    known = {"before": [[0, 1]], "equal": []}
    Item.objects.filter(campaign=campaign, number__gt=9).update(
        purpose=Item.Purpose.CHECK, check_kind=Item.CheckKind.KNOWN_ORDER, expected=known
    )
    campaign.check_percent, campaign.repeat_percent, campaign.repeat_gap = 20, 20, 2
    campaign.save()
    judge = make_judge(campaign, "J1", bob)

    def work(*, fetches: bool) -> list[tuple[str, int]]:
        # Draws of their own, which no thread of another test takes from.
        draws = random.Random(7)
        for place in (assignments, plan_repeats):
            monkeypatch.setattr(place, "random", draws)
        seen: list[tuple[str, int]] = []
        with transaction.atomic():
            own = Judge.objects.select_related("campaign").get(pk=judge.pk)
            here = next_assignment(own)
            while here is not None and len(seen) < 30:
                seen.append((here.item.purpose, here.item.number))
                sheet = open_sheet(bob, "long", here.key)
                ahead = lend_ahead(sheet) if fetches else None
                submit_ranking(sheet, range(1, len(sheet.outputs) + 1), Visit(uuid.uuid4()))
                here = show_ahead(own, ahead.key, timezone.now()) if ahead else next_assignment(own)
            transaction.set_rollback(True)
        return seen

    without = work(fetches=False)
    assert {purpose for purpose, _ in without} == {"judging", "check", "repeat"}
    assert work(fetches=True) == without
