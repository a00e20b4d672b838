"""Sentences that are added later: behind the others, with an output of every system."""

from collections.abc import Mapping

import pytest

from appraise_gec.accounts.models import User
from rankings.access.refusals import Refused
from rankings.desk.texts import undoing
from rankings.desk.texts.sentences import NewSentences, add_sentences
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, Sentence, TextChange
from rankings.plan.sampling import DrawOptions, draw_items
from tests.factories import SENTENCES, make_campaign, make_item, make_items, make_judge, make_ranking

MORE = ("We was late .", "It rain .", "You is kind .")
OUTPUTS_OF_MORE = {
    "INPUT": MORE,
    "ALPHA": ("We were late .", "It rains .", "You are kind ."),
    "BETA": ("We were late .", "It rain .", "You are kind ."),
    "GAMMA": ("We was lately .", "It rained .", "You be kind ."),
}


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    judge = make_judge(campaign, "Ann")
    for item in make_items(campaign):
        make_ranking(judge, item)
    return campaign


def more(outputs: Mapping[str, tuple[str, ...]] = OUTPUTS_OF_MORE) -> NewSentences:
    return NewSentences(MORE, ("1", "1", "2"), outputs, [])


def test_sentences_come_behind_the_others_in_documents_of_their_own(campaign: Campaign, alice: User) -> None:
    before = campaign_judgments(campaign)
    change = add_sentences(campaign, more(), alice)
    assert (change.first_sentence, change.sentences, change.rankings_before) == (4, 3, 4)
    sentences = list(Sentence.objects.filter(campaign=campaign).order_by("index"))
    assert [sentence.text for sentence in sentences] == [*SENTENCES, *MORE]
    assert [sentence.document.position for sentence in sentences] == [0, 0, 1, 1, 2, 2, 3]
    beta = (
        campaign.systems.get(name="BETA").outputs.filter(sentence__index__gte=4).order_by("sentence__index")
    )
    assert tuple(beta.values_list("text", flat=True)) == OUTPUTS_OF_MORE["BETA"]
    assert campaign_judgments(campaign) == before
    assert campaign.items.count() == 4
    draw_items(
        campaign, DrawOptions(items=7, seed=1, repeats=False, only_differing=False), alice, items_before=4
    )
    assert set(campaign.items.values_list("sentence__index", flat=True)) == set(range(7))


def test_the_systems_must_be_those_of_the_campaign(campaign: Campaign, alice: User) -> None:
    without = {name: lines for name, lines in OUTPUTS_OF_MORE.items() if name != "BETA"}
    with pytest.raises(Refused, match="have changed in the meantime"):
        add_sentences(campaign, more(without), alice)
    assert campaign.sentences.count() == 4


def test_sentences_go_again_until_an_item_shows_one(campaign: Campaign, alice: User) -> None:
    first = add_sentences(campaign, more(), alice)
    second = add_sentences(campaign, more(), alice)
    with pytest.raises(Refused, match="More sentences were added"):
        undoing.undo(campaign, first.pk, alice)
    undoing.undo(campaign, second.pk, alice)
    assert (campaign.sentences.count(), campaign.documents.count()) == (7, 4)
    make_item(campaign, 5)
    with pytest.raises(Refused, match="1 item shows"):
        undoing.undo(campaign, first.pk, alice)
    campaign.items.filter(sentence__index=5).delete()
    undoing.undo(campaign, first.pk, alice)
    assert (campaign.sentences.count(), campaign.documents.count()) == (4, 2)
    assert TextChange.objects.filter(undone_at=None).count() == 0
