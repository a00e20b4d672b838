"""What a judge answers is kept once, completely, and never silently lost."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.judging.answers import Flag, opened_stamp, read_visit
from rankings.judging.assignment import next_assignment
from rankings.judging.sheets import AnswerRefusedError, Sheet, open_sheet
from rankings.judging.standing import active_seconds_of
from rankings.judging.submission import own_ranking, set_aside, submit_ranking
from rankings.models import Assignment, Campaign, Judge, Ranking
from tests.factories import make_judge
from tests.judging.conftest import visit

State = Assignment.State


def next_sheet(judge: Judge, user: User) -> Sheet:
    assignment = next_assignment(judge)
    assert assignment is not None
    return open_sheet(user, judge.campaign.slug, assignment.key)


def again(sheet: Sheet, user: User) -> Sheet:
    return open_sheet(user, sheet.campaign.slug, sheet.assignment.key)


def test_ranks_by_row_reach_the_outputs_that_were_shown_there(sheet: Sheet) -> None:
    ranking = submit_ranking(sheet, [3, 1, 1], visit())
    by_text = dict(ranking.ranks.values_list("output__text", "rank"))
    shown = [sheet.assignment.item.outputs.get(position=position).text for position in sheet.assignment.order]
    assert by_text == {shown[0]: 3, shown[1]: 1, shown[2]: 1}
    assert set(ranking.ranks.values_list("worst_rank", flat=True)) == {3}
    assert own_ranking(sheet).ranks == (3, 1, 1)


@pytest.mark.parametrize(
    ("ranks", "rows"),
    [
        ([1, None, 2], [1]),
        ([None, None, None], [0, 1, 2]),
        ([1, 2, 4], [2]),
        ([0, 1, 1], [0]),
        ([-1, 1, 1], [0]),
        ([1, 2], [2]),
    ],
)
def test_every_output_needs_a_rank_on_the_scale(sheet: Sheet, ranks: list, rows: list[int]) -> None:
    with pytest.raises(AnswerRefusedError) as caught:
        submit_ranking(sheet, ranks, visit())
    assert caught.value.rows == tuple(rows)
    assert not Ranking.objects.exists()


def test_the_same_page_submits_once(sheet: Sheet, bob: User) -> None:
    page = visit()
    first = submit_ranking(sheet, [1, 2, 3], page)
    assert submit_ranking(sheet, [1, 2, 3], page) == first
    assert submit_ranking(again(sheet, bob), [1, 2, 3], page) == first
    # Nor is saving without a change a revision.
    assert submit_ranking(again(sheet, bob), [1, 2, 3], visit()) == first
    assert Ranking.objects.count() == 1


def test_a_change_is_a_new_revision_and_the_only_current_one(sheet: Sheet, bob: User) -> None:
    first = submit_ranking(sheet, [1, 2, 3], visit())
    second = submit_ranking(again(sheet, bob), [2, 1, 3], visit())
    assert (first.revision, second.revision) == (1, 2)
    assert list(Ranking.objects.filter(is_current=True)) == [second]
    assert sorted(first.ranks.values_list("rank", flat=True)) == [1, 2, 3]
    assert own_ranking(sheet).ranks == (2, 1, 3)


def test_other_ranks_from_the_same_page_are_a_change_and_not_lost(sheet: Sheet, bob: User) -> None:
    page = visit()
    submit_ranking(sheet, [1, 2, 3], page)
    changed = submit_ranking(again(sheet, bob), [3, 2, 1], page)
    assert changed.revision == 2
    assert submit_ranking(again(sheet, bob), [3, 2, 1], page) == changed
    assert own_ranking(sheet).ranks == (3, 2, 1)


def test_a_late_copy_of_a_request_does_not_undo_a_change(sheet: Sheet, bob: User) -> None:
    page = visit()
    submit_ranking(sheet, [1, 2, 3], page)
    changed = submit_ranking(again(sheet, bob), [3, 2, 1], visit())
    assert submit_ranking(again(sheet, bob), [1, 2, 3], page) == changed
    assert own_ranking(sheet).ranks == (3, 2, 1)


def test_an_id_used_for_another_item_does_not_swallow_an_answer(
    sheet: Sheet, judge: Judge, bob: User
) -> None:
    page = visit()
    submit_ranking(sheet, [1, 2, 3], page)
    submit_ranking(next_sheet(judge, bob), [1, 1, 1], page)
    assert Ranking.objects.filter(is_current=True).count() == 2


def test_an_item_set_aside_can_be_ranked_later_and_the_other_way_round(sheet: Sheet, bob: User) -> None:
    first = set_aside(sheet, Flag("broken", "Half of it is missing."), visit())
    assert (first.skipped, first.ranks.exists()) == (True, False)
    assert (first.flag_reason, first.flag_note) == ("broken", "Half of it is missing.")
    ranked = submit_ranking(again(sheet, bob), [1, 1, 1], visit())
    assert (ranked.revision, ranked.skipped, Assignment.objects.get().state) == (2, False, State.DONE)
    skipped = set_aside(again(sheet, bob), Flag(), visit())
    assert (skipped.revision, skipped.skipped, Assignment.objects.get().state) == (3, True, State.SKIPPED)


@pytest.mark.parametrize(
    ("passed", "told", "wall"),
    [
        (100, {"active_seconds": 40.0}, 100),
        (10, {"active_seconds": 1e9}, 10),
        (1000, {"active_seconds": 500.0, "waited_seconds": 900.0}, 100),
    ],
)
def test_wall_time_is_the_servers_without_waiting_on_the_device_and_active_time_never_exceeds_it(
    sheet: Sheet, bob: User, passed: int, told: dict[str, float], wall: int
) -> None:
    Assignment.objects.update(lent_at=timezone.now() - timedelta(seconds=passed))
    ranking = submit_ranking(again(sheet, bob), [1, 2, 3], visit(**told))
    assert ranking.wall_seconds == pytest.approx(wall, abs=5)
    assert ranking.active_seconds == min(told["active_seconds"], ranking.wall_seconds or 0.0)


def test_a_changes_time_is_added_to_the_first(sheet: Sheet, bob: User) -> None:
    Assignment.objects.update(lent_at=timezone.now() - timedelta(seconds=100))
    submit_ranking(again(sheet, bob), [1, 2, 3], visit(active_seconds=40.0))
    opened = timezone.now() - timedelta(seconds=20)
    changed = submit_ranking(again(sheet, bob), [1, 1, 1], visit(opened_at=opened, active_seconds=5.0))
    assert changed.wall_seconds == pytest.approx(120, abs=5)
    assert changed.active_seconds == 45
    assert active_seconds_of(sheet.judge) == 45


def test_an_answer_after_its_lease_is_kept_even_if_the_item_is_full(
    campaign: Campaign, sheet: Sheet, bob: User, make_user
) -> None:
    Assignment.objects.update(lease_expires_at=timezone.now() - timedelta(minutes=1))
    for name in ("dora", "emil"):
        user = make_user(name)
        submit_ranking(next_sheet(make_judge(campaign, name, user), user), [1, 2, 3], visit())
    submit_ranking(again(sheet, bob), [3, 2, 1], visit())
    assert Ranking.objects.filter(item=sheet.assignment.item, is_current=True).count() == 3


@pytest.mark.parametrize("state", ["closed", "frozen"])
def test_a_closed_campaign_takes_no_answer_and_no_change(
    sheet: Sheet, judge: Judge, bob: User, state: str
) -> None:
    submit_ranking(sheet, [1, 2, 3], visit())
    begun = next_sheet(judge, bob)
    Campaign.objects.update(state=state)
    with pytest.raises(AnswerRefusedError, match="takes no rankings"):
        submit_ranking(begun, [1, 2, 3], visit())
    with pytest.raises(AnswerRefusedError, match="takes no rankings"):
        submit_ranking(again(sheet, bob), [3, 2, 1], visit())
    with pytest.raises(AnswerRefusedError, match="takes no rankings"):
        set_aside(begun, Flag(), visit())
    assert Ranking.objects.count() == 1
    assert again(begun, bob).assignment.state == State.LENT


def test_the_time_of_opening_comes_back_only_as_the_server_signed_it_for_this_page() -> None:
    key, other = uuid.uuid4(), uuid.uuid4()
    at = timezone.now() - timedelta(minutes=3)
    stamp = opened_stamp(key, at)
    assert read_visit({"opened": stamp}, key).opened_at == at
    assert read_visit({"opened": stamp}, other).opened_at is None
    assert read_visit({"opened": "x" + stamp}, key).opened_at is None
