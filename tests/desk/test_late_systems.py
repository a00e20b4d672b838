"""Systems that are added, replaced or renamed after judging has begun: what judges saw stays true."""

from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access.refusals import Refused
from rankings.desk import discards
from rankings.desk.texts import catching_up, systems, undoing
from rankings.desk.texts.effects import effect_of_adding
from rankings.desk.texts.overview import system_rows
from rankings.desk.texts.systems import NewOutputs
from rankings.judging.assignment import next_assignment
from rankings.judgments.stored import campaign_judgments, rankings_mark
from rankings.models import (
    Campaign,
    Discard,
    Item,
    ItemOutputSystem,
    Judge,
    Output,
    Ranking,
    System,
    TextChange,
)
from rankings.reports.options import ReportOptions
from rankings.reports.services import is_stale, judgments_of, request_report
from tests.factories import OUTPUTS, make_campaign, make_items, make_judge, make_ranking

# The first output is ALPHA's, the others nobody else has.
DELTA = ("He has two cats .", "They are here .", "I like teas .", "She is going home .")
# Of ALPHA's, the second and the fourth differ.
ALPHA_MENDED = ("He has two cats .", "They were there .", "I like tea .", "She goes to her home .")


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


def outputs(campaign: Campaign, lines: tuple[str, ...], file: str = "DELTA.txt") -> NewOutputs:
    keys = campaign.sentences.order_by("index").values_list("pk", flat=True)
    return NewOutputs(dict(zip(keys, lines, strict=True)), file, "0" * 64, 100)


def add_delta(campaign: Campaign, actor: User, *, rebuild: bool = True) -> TextChange:
    return systems.add_system(campaign, "DELTA", outputs(campaign, DELTA), actor, rebuild=rebuild, seed=3)


def replace_alpha(campaign: Campaign, actor: User, *, discard: bool) -> TextChange:
    alpha = campaign.systems.get(name="ALPHA")
    new = outputs(campaign, ALPHA_MENDED, "ALPHA.txt")
    return systems.replace_system(campaign, alpha.pk, new, actor, discard=discard, seed=3)


def shown(item: Item) -> dict[str, set[str]]:
    groups: dict[str, set[str]] = {}
    rows = ItemOutputSystem.objects.filter(item=item).values_list("output__text", "system__name")
    for text, name in rows:
        groups.setdefault(text, set()).add(name)
    return groups


def all_shown(campaign: Campaign) -> list[dict[str, set[str]]]:
    items = campaign.items.filter(retired_at=None).order_by("number")
    return [shown(item) for item in items]


def judged(campaign: Campaign) -> list[tuple[str, str, list[tuple[tuple[str, ...], int | None]]]]:
    return [
        (one.judge, one.sentence, [(output.systems, output.rank) for output in one.outputs])
        for one in campaign_judgments(campaign)
    ]


# --- a further system


def test_items_that_judges_have_seen_stay_and_unseen_ones_show_the_new_system(
    campaign: Campaign, alice: User
):
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


def test_a_lent_item_stays_as_its_judge_has_it_open(campaign: Campaign, alice: User, bob: User):
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=1)
    judge = make_judge(campaign, "Bob", bob)
    lent = next_assignment(Judge.objects.select_related("campaign").get(pk=judge.pk))
    assert lent is not None
    before = shown(lent.item)
    add_delta(campaign, alice)
    lent.refresh_from_db()
    assert shown(lent.item) == before
    assert sorted(lent.order) == list(range(len(before)))


def test_without_rebuilding_no_item_shows_the_new_system(campaign: Campaign, alice: User):
    before = all_shown(campaign)
    add_delta(campaign, alice, rebuild=False)
    assert all_shown(campaign) == before


def test_the_account_beforehand_says_what_happens(campaign: Campaign, alice: User):
    new = outputs(campaign, DELTA)
    figures = effect_of_adding(campaign, "DELTA", new.texts, seed=3).figures
    assert (figures.rankings_so_far, figures.seen, figures.unseen, figures.rebuilt) == (4, 2, 2, 2)
    assert figures.same == 1  # the first sentence, where ALPHA has the same output
    add_delta(campaign, alice)
    judge = Judge.objects.get(name="Ann")
    ben = Judge.objects.get(name="Ben")
    for item in campaign.items.filter(number__gte=2):
        make_ranking(judge, item)
        make_ranking(ben, item)
    pairs = {row.system.name: row.pairs for row in system_rows(campaign)}
    assert pairs["DELTA"] == figures.pairs == 2 * (4 + 4)
    assert pairs["ALPHA"] == 2 * (3 + 3 + 4 + 4)


def test_a_name_that_is_taken_or_unusable_is_refused(campaign: Campaign, alice: User):
    for name, why in (("alpha", "already"), ("A+B", "contains +")):
        with pytest.raises(Refused, match=why.replace("+", r"\+")):
            systems.add_system(campaign, name, outputs(campaign, DELTA), alice, rebuild=True, seed=1)
    assert campaign.systems.count() == 4


def test_a_frozen_campaign_is_not_changed(campaign: Campaign, alice: User):
    Campaign.objects.filter(pk=campaign.pk).update(state="frozen")
    with pytest.raises(Refused, match="frozen"):
        add_delta(campaign, alice)
    assert not System.objects.filter(name="DELTA").exists()


def test_new_items_can_all_show_the_system(campaign: Campaign, alice: User):
    Campaign.objects.filter(pk=campaign.pk).update(max_outputs=2)
    change = add_delta(campaign, alice, rebuild=False)
    assert change.system is not None
    assert catching_up.sample_items_with(campaign, change.system.pk, 4, 5, alice) == 4
    made = [shown(item) for item in campaign.items.filter(number__gte=4)]
    assert len(made) == 4
    assert all(len(groups) == 2 for groups in made)
    assert all(any("DELTA" in names for names in groups.values()) for groups in made)
    with pytest.raises(Refused, match="Only 0 sentences"):
        catching_up.sample_items_with(campaign, change.system.pk, 1, 6, alice)


def test_adding_a_system_is_undone_until_judges_have_seen_it(campaign: Campaign, alice: User):
    before = all_shown(campaign)
    change = add_delta(campaign, alice)
    assert change.system is not None
    undoing.undo(campaign, change.pk, alice)
    assert all_shown(campaign) == before
    assert not System.objects.filter(name="DELTA").exists()
    with pytest.raises(Refused, match="undone this"):
        undoing.undo(campaign, change.pk, alice)
    change = add_delta(campaign, alice)
    make_ranking(Judge.objects.get(name="Ann"), campaign.items.get(number=3))
    with pytest.raises(Refused, match="seen 1 item with"):
        undoing.undo(campaign, change.pk, alice)
    assert System.objects.filter(name="DELTA").exists()
    actions = AuditEvent.objects.filter(campaign=campaign).values_list("action", flat=True)
    assert sorted(actions) == ["systems.add", "systems.add", "texts.undo"]


# --- another file for a system


def test_wrong_outputs_are_replaced_and_their_rankings_discarded(campaign: Campaign, alice: User):
    """The first item shows an output that is the same in both files; the second one does not."""
    before = judged(campaign)
    replace_alpha(campaign, alice, discard=True)
    former = campaign.systems.get(name="ALPHA_upload_1")
    assert former.retired_at is not None
    # The rankings of the first sentence stay ALPHA's, those of the second count no more.
    assert judged(campaign) == [one for one in before if one[1] == "0"]
    assert Ranking.objects.filter(discard__isnull=False).count() == 2
    assert {made.judge.name for made in Discard.objects.all()} == {"Ann", "Ben"}
    second = campaign.items.get(number=1)
    assert second.retired_at is not None
    made = campaign.items.get(number=4)
    assert made.sentence == second.sentence
    assert shown(made)["They were there ."] == {"ALPHA"}
    assert shown(made)["They were here ."] == {"BETA"}
    # Unseen items show the new output.
    assert shown(campaign.items.get(number=3))["She goes to her home ."] == {"ALPHA"}
    assert ItemOutputSystem.objects.filter(system=former).values_list("item__number", flat=True).get() == 1


def test_rankings_of_wrong_outputs_stay_discarded_when_an_earlier_decision_is_undone(
    campaign: Campaign, alice: User
):
    before = judged(campaign)
    ann = Judge.objects.select_related("campaign").get(name="Ann")
    made, number = discards.discard(ann, discards.Wanted("all"), "Too fast.", hold=False, actor=alice)
    change = replace_alpha(campaign, alice, discard=True)
    assert [one for one in judged(campaign) if one[0] == "Ann"] == []
    _, back = discards.undo(campaign, made.pk, alice)
    assert (number, back) == (2, 1)
    # As if the replacement had come first.
    assert judged(campaign) == [one for one in before if one[1] == "0"]
    undoing.undo(campaign, change.pk, alice)
    assert judged(campaign) == before


def test_judges_of_discarded_rankings_get_the_new_item(campaign: Campaign, alice: User, bob: User):
    Judge.objects.filter(name="Ann").update(user=bob)
    replace_alpha(campaign, alice, discard=True)
    for number in (0, 2, 3):
        Item.objects.filter(campaign=campaign, number=number).update(retired_at="2026-01-01T00:00Z")
    lent = next_assignment(Judge.objects.select_related("campaign").get(name="Ann"))
    assert lent is not None
    assert lent.item.number == 4


def test_an_answer_on_its_way_to_a_replaced_output_counts_no_more(campaign: Campaign, alice: User, bob: User):
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=3)
    Item.objects.filter(campaign=campaign, number=0).update(retired_at="2026-01-01T00:00Z")
    judge = make_judge(campaign, "Bob", bob)
    lent = next_assignment(Judge.objects.select_related("campaign").get(pk=judge.pk))
    assert lent is not None
    assert lent.item.number == 1
    replace_alpha(campaign, alice, discard=True)
    lent.refresh_from_db()
    assert lent.discard is not None


def test_former_outputs_stay_a_system_with_its_rankings(campaign: Campaign, alice: User):
    before = judged(campaign)
    replace_alpha(campaign, alice, discard=False)
    after = judged(campaign)
    assert len(after) == len(before)
    names = {name for _, _, ranked in after for systems_, _ in ranked for name in systems_}
    assert names == {"INPUT", "ALPHA_upload_1", "BETA", "GAMMA"}
    unseen = all_shown(campaign)[2:]
    assert not any("ALPHA_upload_1" in names for groups in unseen for names in groups.values())
    assert shown(campaign.items.get(number=3))["She goes to her home ."] == {"ALPHA"}
    # It is in no new item either.
    alpha = campaign.systems.get(name="ALPHA")
    catching_up.sample_items_with(campaign, alpha.pk, 2, 5, alice)
    made = [shown(item) for item in campaign.items.filter(number__gte=4)]
    assert not any("ALPHA_upload_1" in names for groups in made for names in groups.values())


@pytest.mark.parametrize("discard", [True, False])
def test_a_replacement_is_undone_until_judges_have_seen_it(campaign: Campaign, alice: User, discard: bool):
    before, texts = judged(campaign), all_shown(campaign)
    change = replace_alpha(campaign, alice, discard=discard)
    undoing.undo(campaign, change.pk, alice)
    assert judged(campaign) == before
    assert all_shown(campaign) == texts
    alpha = campaign.systems.get(name="ALPHA")
    assert alpha.retired_at is None
    lines = Output.objects.filter(system=alpha).order_by("sentence__index").values_list("text", flat=True)
    assert tuple(lines) == OUTPUTS["ALPHA"]
    assert campaign.systems.count() == 4
    change = replace_alpha(campaign, alice, discard=discard)
    make_ranking(Judge.objects.get(name="Ann"), campaign.items.get(number=3))
    with pytest.raises(Refused, match="seen 1 item with"):
        undoing.undo(campaign, change.pk, alice)


def test_imported_rankings_are_not_discarded_for_a_new_file(campaign: Campaign, alice: User):
    campaign.items.filter(number=1).update(is_imported=True)
    with pytest.raises(Refused, match="imported"):
        replace_alpha(campaign, alice, discard=True)
    assert campaign.systems.filter(name="ALPHA", retired_at=None).exists()
    replace_alpha(campaign, alice, discard=False)


def test_the_source_is_not_replaced_or_renamed(campaign: Campaign, alice: User):
    source = campaign.systems.get(name="INPUT")
    with pytest.raises(Refused, match="unchanged source"):
        systems.replace_system(campaign, source.pk, outputs(campaign, DELTA), alice, discard=True, seed=1)
    with pytest.raises(Refused, match="unchanged source"):
        systems.rename_system(campaign, source.pk, "SOURCE", alice)


# --- names and reports


def test_a_renamed_system_keeps_its_rankings(campaign: Campaign, alice: User):
    change = systems.rename_system(campaign, campaign.systems.get(name="ALPHA").pk, "AMU 2", alice)
    names = {name for _, _, ranked in judged(campaign) for systems_, _ in ranked for name in systems_}
    assert names == {"INPUT", "AMU_2", "BETA", "GAMMA"}
    with pytest.raises(Refused, match="already"):
        systems.rename_system(campaign, campaign.systems.get(name="BETA").pk, "amu_2", alice)
    undoing.undo(campaign, change.pk, alice)
    assert campaign.systems.filter(name="ALPHA").exists()


def compute(campaign: Campaign, user: User, run_jobs: Callable[[], int]):
    options = ReportOptions(replicates=20, parts=())
    report = request_report(campaign, user, options).report
    run_jobs()
    report.refresh_from_db()
    assert report.result is not None
    return report


@pytest.mark.parametrize("kind", ["rename", "keep", "discard"])
def test_a_report_made_before_hands_out_its_rankings_under_the_names_of_then(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int], kind: str
):
    report = compute(campaign, alice, run_jobs)
    before = judgments_of(report)
    mark = rankings_mark(campaign)
    if kind == "rename":
        change = systems.rename_system(campaign, campaign.systems.get(name="ALPHA").pk, "AMU", alice)
        systems.rename_system(campaign, campaign.systems.get(name="AMU").pk, "AMU2", alice)
    else:
        change = replace_alpha(campaign, alice, discard=kind == "discard")
    assert rankings_mark(campaign) != mark
    assert is_stale(report)
    assert judgments_of(report) == before
    if kind != "rename":
        undoing.undo(campaign, change.pk, alice)
        assert judgments_of(report) == before


def test_a_report_says_that_a_system_joined_late(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
):
    add_delta(campaign, alice)
    make_ranking(Judge.objects.get(name="Ann"), campaign.items.get(number=3))
    report = compute(campaign, alice, run_jobs)
    assert report.recipe is not None
    assert report.recipe["late_systems"] == [
        {"system": "DELTA", "rankings_before": 4, "pairs": 4, "former_outputs": ""}
    ]


def test_a_system_that_was_there_before_the_first_ranking_did_not_join_late(
    alice: User, run_jobs: Callable[[], int]
):
    campaign = make_campaign("early", owner=alice)
    items = make_items(campaign)
    add_delta(campaign, alice)
    del items
    for item in campaign.items.all():
        make_ranking(make_judge(campaign, f"Judge {item.number}"), item)
    report = compute(campaign, alice, run_jobs)
    assert report.recipe is not None
    assert "late_systems" not in report.recipe


def test_outputs_that_nobody_has_ranked_are_no_system_of_a_report(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
):
    replace_alpha(campaign, alice, discard=True)
    report = compute(campaign, alice, run_jobs)
    assert report.result is not None
    assert report.result["systems"] == ["ALPHA", "BETA", "GAMMA", "INPUT"]
