"""Drawing items: what is stored, what the forecast says, what is refused."""

import pytest

from appraise_gec.accounts.models import User
from rankings.access import Refused
from rankings.models import Campaign
from rankings.plan import sampling
from rankings.plan.sampling import DrawOptions
from tests.corpus.conftest import OUTPUTS, SOURCE
from tests.factories import act


def stored(campaign: Campaign) -> list[tuple[int, int, list[tuple[str, set[str]]]]]:
    """Every item as (number, sentence, outputs with their systems)."""
    return [
        (
            item.number,
            item.sentence.index,
            [(one.text, {two.system.name for two in one.producers.all()}) for one in item.outputs.all()],
        )
        for item in campaign.items.select_related("sentence").prefetch_related("outputs__producers__system")
    ]


def test_items_hold_what_systems_wrote(campaign: Campaign, alice: User) -> None:
    options = DrawOptions(items=40, seed=3, only_differing=False)
    assert sampling.draw_items(campaign, options, alice, items_before=0) == 40
    wrote = {**OUTPUTS, "INPUT": SOURCE}
    items = stored(campaign)
    assert [number for number, _, _ in items] == list(range(1, 41))
    for _, sentence, outputs in items:
        assert {(text, name) for text, names in outputs for name in names} == {
            (lines[sentence], name) for name, lines in wrote.items()
        }
    assert any(len(outputs) == 1 for _, _, outputs in items)
    campaign.refresh_from_db()
    assert (campaign.seed, campaign.sampler, campaign.judges_per_item) == (3, "diversity", 2)


def test_the_same_seed_draws_the_same_items(campaign: Campaign, alice: User) -> None:
    options = DrawOptions(items=15, seed=11)
    sampling.draw_items(campaign, options, alice, items_before=0)
    first = stored(campaign)
    sampling.draw_items(campaign, options, alice, items_before=15, replace=True)
    assert stored(campaign) == first
    sampling.draw_items(campaign, DrawOptions(items=15, seed=12), alice, items_before=15, replace=True)
    assert stored(campaign) != first
    assert not campaign.items.filter(sentence__index=2).exists(), "where all systems agree"


def test_without_repeats_every_sentence_comes_once(campaign: Campaign, alice: User) -> None:
    sampling.draw_items(campaign, DrawOptions(items=5, seed=1, repeats=False), alice, items_before=0)
    assert campaign.items.values("sentence").distinct().count() == 5
    too_many = DrawOptions(items=6, seed=2, repeats=False)
    with pytest.raises(Refused, match="Only 5 sentences"):
        sampling.draw_items(campaign, too_many, alice, items_before=5, replace=True)
    assert campaign.items.count() == 5


def test_items_can_be_added_while_open_but_not_replaced(drawn: Campaign, alice: User) -> None:
    act(alice, "campaign.open", drawn)
    before = stored(drawn)
    more = DrawOptions(items=4, seed=99)
    with pytest.raises(Refused, match="cannot be replaced"):
        sampling.draw_items(drawn, more, alice, items_before=10, replace=True)
    assert sampling.draw_items(drawn, more, alice, items_before=10) == 14
    assert stored(drawn)[:10] == before
    assert [one.number for one in drawn.items.all()] == list(range(1, 15))
    drawn.refresh_from_db()
    assert drawn.seed == 7
    assert [one.detail["seed"] for one in sampling.earlier_draws(drawn)] == [99, 7]
