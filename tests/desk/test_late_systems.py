"""Systems and sentences that come after judging has begun, new names, the end: what judges saw stays true."""

from collections.abc import Callable

import pytest
from django.http import Http404

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import is_stale, judgments_of, request_report
from rankings.access import Refused
from rankings.corpus import systems
from rankings.corpus.systems import systems_by_name
from rankings.judging.assignment import next_assignment
from rankings.judgments.stored import campaign_judgments, rankings_mark
from rankings.models import Campaign, Item, ItemOutputSystem, Judge, Report, System
from rankings.plan.sampling import DrawOptions, draw_items
from rankings.uploads.files import File
from tests.factories import act, make_campaign, make_items, make_judge, make_ranking

# The first output is ALPHA's, the others nobody else has.
DELTA = ("He has two cats .", "They are here .", "I like teas .", "She is going home .")


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """Four items of one sentence each; the first two have been ranked by Ann and Ben."""
    campaign = make_campaign("essays", owner=alice)
    make_items(campaign)
    for name in ("Ann", "Ben"):
        judge = make_judge(campaign, name)
        for item in campaign.items.order_by("number")[:2]:
            make_ranking(judge, item)
    return campaign


def add_delta(campaign: Campaign, actor: User, name: str = "DELTA") -> System:
    keys = campaign.sentences.order_by("index").values_list("pk", flat=True)
    texts, file = dict(zip(keys, DELTA, strict=True)), File("outputs", "DELTA.txt", b"")
    return systems.add_system(campaign, name, texts, file, actor)


def key_of(campaign: Campaign, name: str) -> int:
    return campaign.systems.get(name=name).pk


def shown(item: Item) -> dict[str, set[str]]:
    groups: dict[str, set[str]] = {}
    rows = ItemOutputSystem.objects.filter(item=item).values_list("output__text", "system__name")
    for text, name in rows:
        groups.setdefault(text, set()).add(name)
    return groups


def all_shown(campaign: Campaign) -> list[dict[str, set[str]]]:
    return [shown(item) for item in campaign.items.order_by("number")]


def judged(campaign: Campaign) -> list[tuple[str, str, list[tuple[tuple[str, ...], int | None]]]]:
    return [
        (one.judge, one.sentence, [(output.systems, output.rank) for output in one.outputs])
        for one in campaign_judgments(campaign)
    ]


def test_items_that_judges_have_seen_stay_and_unseen_ones_show_the_new_system(
    campaign: Campaign, alice: User
) -> None:
    before, seen = judged(campaign), all_shown(campaign)[:2]
    add_delta(campaign, alice)
    assert judged(campaign) == before
    after = all_shown(campaign)
    assert after[:2] == seen
    # DELTA has ALPHA's output in the first sentence; judges ranked that for ALPHA alone.
    assert not any("DELTA" in names for groups in after[:2] for names in groups.values())
    assert after[2]["I like teas ."] == {"DELTA"}
    assert after[3]["She is going home ."] == {"DELTA"}
    assert list(campaign.items.order_by("number").values_list("number", flat=True)) == [0, 1, 2, 3]
    assert systems_by_name(campaign).get(name="DELTA").items_shown == 2


def test_where_not_all_outputs_fit_those_of_an_unseen_item_are_drawn_anew(
    campaign: Campaign, alice: User
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(max_outputs=2, seed=7)
    add_delta(campaign, alice)
    unseen = all_shown(campaign)[2:]
    assert {len(groups) for groups in unseen} == {2}
    # The same campaign and the same seed give the same items.
    other = make_campaign("other", owner=alice)
    make_items(other)
    judge = make_judge(other, "Ann")
    for item in other.items.order_by("number")[:2]:
        make_ranking(judge, item)
    Campaign.objects.filter(pk=other.pk).update(max_outputs=2, seed=7)
    add_delta(other, alice)
    assert all_shown(other)[2:] == unseen


def test_a_lent_item_stays_as_its_judge_has_it_open(campaign: Campaign, alice: User, bob: User) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=1)
    judge = make_judge(campaign, "Bob", bob)
    lent = next_assignment(Judge.objects.select_related("campaign").get(pk=judge.pk))
    assert lent is not None
    before = shown(lent.item)
    add_delta(campaign, alice)
    lent.refresh_from_db()
    assert shown(lent.item) == before
    assert sorted(lent.order) == list(range(len(before)))


def test_a_retired_system_is_in_no_new_item_and_its_rankings_count(campaign: Campaign, alice: User) -> None:
    before = judged(campaign)
    act(alice, "systems.retire", campaign, key_of(campaign, "BETA"))
    assert judged(campaign) == before
    assert not any("BETA" in names for groups in all_shown(campaign)[2:] for names in groups.values())
    draw_items(campaign, DrawOptions(items=4, seed=5), alice, items_before=4)
    assert not any("BETA" in names for groups in all_shown(campaign)[4:] for names in groups.values())
    with pytest.raises(Refused, match="retired already"):
        act(alice, "systems.retire", campaign, key_of(campaign, "BETA"))
    # A corrected file takes the name, and the former outputs another.
    act(alice, "systems.rename", campaign, key_of(campaign, "BETA"), name="BETA_1")
    add_delta(campaign, alice, "BETA")
    assert {"BETA", "BETA_1"} <= {row.name for row in systems_by_name(campaign)}


def test_what_cannot_be_is_refused(campaign: Campaign, alice: User) -> None:
    for name, why in (("alpha", "already"), ("A+B", r"contains \+")):
        with pytest.raises(Refused, match=why):
            add_delta(campaign, alice, name)
    source = key_of(campaign, "INPUT")
    for name, wanted in (("systems.retire", {}), ("systems.rename", {"name": "SOURCE"})):
        with pytest.raises(Http404):
            act(alice, name, campaign, source, **wanted)
    Campaign.objects.filter(pk=campaign.pk).update(state="frozen")
    with pytest.raises(Refused, match="frozen"):
        add_delta(campaign, alice)
    assert campaign.systems.count() == 4
    assert not AuditEvent.objects.filter(campaign=campaign, action__startswith="systems").exists()


def compute(campaign: Campaign, user: User, run_jobs: Callable[[], int]) -> Report:
    options = ReportOptions(replicates=20, parts=())
    report = request_report(campaign, user, options).report
    run_jobs()
    report.refresh_from_db()
    assert report.result is not None
    return report


def test_a_report_made_before_other_names_does_not_hand_out_its_rankings(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    report = compute(campaign, alice, run_jobs)
    assert judgments_of(report)
    mark = rankings_mark(campaign)
    act(alice, "systems.rename", campaign, key_of(campaign, "ALPHA"), name="AMU 2")
    assert rankings_mark(campaign) != mark
    act(alice, "systems.rename", campaign, key_of(campaign, "AMU_2"), name="AMU3")
    names = {name for _, _, ranked in judged(campaign) for systems_, _ in ranked for name in systems_}
    assert names == {"INPUT", "AMU3", "BETA", "GAMMA"}
    assert is_stale(report)
    with pytest.raises(Refused, match="names of systems"):
        judgments_of(report)
    with pytest.raises(Refused, match="already"):
        act(alice, "systems.rename", campaign, key_of(campaign, "BETA"), name="amu3")


def test_a_report_says_that_a_system_joined_late(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    assert "late_systems" not in (compute(campaign, alice, run_jobs).recipe or {})
    add_delta(campaign, alice)
    make_ranking(Judge.objects.get(name="Ann"), campaign.items.get(number=3))
    recipe = compute(campaign, alice, run_jobs).recipe or {}
    assert recipe["late_systems"] == [{"system": "DELTA", "rankings_before": 4, "pairs": 4}]
