"""Batches: aimed at pairs, with a share at random, from sentences that no item shows yet."""

import random
from collections import Counter
from statistics import mean

import pytest

from rankings.formats.records import OutputSet
from rankings.items.adaptive import choose_batch
from rankings.items.collapse import collapse

SYSTEMS = "ABCDEFGH"


def corpus(sentences: int, *, same: float = 0.0, seed: int = 1) -> list[OutputSet]:
    """Outputs of eight systems, each unchanged with probability `same`."""
    chance = random.Random(seed)
    return [
        collapse({name: "=" if chance.random() < same else f"{name}{number}" for name in SYSTEMS})
        for number in range(sentences)
    ]


def apart(outputs: OutputSet, first: str, second: str) -> bool:
    behind = [systems for systems in outputs.systems if first in systems or second in systems]
    return len(behind) == 2


def test_items_compare_the_pair_that_gains_most() -> None:
    batch = choose_batch(corpus(400, same=0.4), {("A", "B"): 1.0, ("C", "D"): 0.0}, items=40, seed=3)
    assert len(batch) == 40
    aimed = [one for one in batch if one.pair]
    assert len(aimed) == 30
    assert all(one.pair == ("A", "B") and apart(one.item.outputs, "A", "B") for one in aimed)
    at_random = [one for one in batch if one.pair is None]
    assert mean(apart(one.item.outputs, "A", "B") for one in at_random) < 1


def test_pairs_share_a_batch_by_their_gains() -> None:
    gains = {("A", "B"): 1.0, ("C", "D"): 1.0, ("E", "F"): 0.2}
    so_far = dict.fromkeys(gains, 20)
    batch = choose_batch(
        corpus(400), gains, items=60, seed=3, sentences_so_far=so_far, random_share=0.0, max_outputs=2
    )
    counts = Counter(one.pair for one in batch)
    assert abs(counts["A", "B"] - counts["C", "D"]) <= 1
    assert 0 < counts["E", "F"] < counts["A", "B"]


def test_further_outputs_serve_further_pairs() -> None:
    gains = {("A", "B"): 1.0, ("C", "D"): 0.5}
    batch = choose_batch(corpus(100), gains, items=20, seed=3, random_share=0.0, max_outputs=4)
    assert all(apart(one.item.outputs, *pair) for one in batch for pair in gains)


def test_no_sentence_is_used_twice_and_equal_outputs_are_left_out() -> None:
    sets = [*corpus(30), *(collapse(dict.fromkeys(SYSTEMS, "=")) for _ in range(30))]
    batch = choose_batch(sets, {("A", "B"): 1.0}, items=40, seed=3, used=range(10))
    chosen = [one.item.sentence for one in batch]
    assert sorted(chosen) == list(range(10, 30))
    assert [one.item.number for one in batch] == list(range(20))
    assert choose_batch(sets, {("A", "B"): 1.0}, items=5, seed=3, used=range(60)) == []


def test_a_pair_whose_outputs_never_differ_gets_nothing() -> None:
    sets = [collapse({"A": "same", "B": "same", "C": f"{n}"}) for n in range(20)]
    assert choose_batch(sets, {("A", "B"): 1.0}, items=5, seed=1, random_share=0.0) == []
    mixed = choose_batch(sets, {("A", "B"): 1.0, ("A", "C"): 0.1}, items=5, seed=1, random_share=0.0)
    assert {one.pair for one in mixed} == {("A", "C")}


def test_the_seed_decides_everything() -> None:
    sets, gains = corpus(100, same=0.3), {("A", "B"): 1.0, ("C", "H"): 0.7}
    batch = choose_batch(sets, gains, items=20, seed=3)
    assert batch == choose_batch(sets, dict(reversed(gains.items())), items=20, seed=3)
    assert batch != choose_batch(sets, gains, items=20, seed=4)


def test_the_place_of_an_item_does_not_tell_why_it_was_chosen() -> None:
    """Items at random stand anywhere in a batch."""
    places: Counter[bool] = Counter()
    for seed in range(30):
        batch = choose_batch(corpus(60), {("A", "B"): 1.0}, items=8, seed=seed, random_share=0.5)
        places.update(one.pair is None for one in batch[:4])
    assert 40 < places[True] < 80


def test_sentences_of_a_pair_are_drawn_as_the_sampler_draws() -> None:
    """Of the sentences on which the pair differs, those are judged that the sampler favours."""
    many, few = corpus(150), [collapse({n: "x" if n == "A" else "y" for n in SYSTEMS}) for _ in range(150)]
    options = {"items": 60, "random_share": 0.0, "max_outputs": 5}
    shares = {
        sampler: mean(
            one.item.sentence < 150
            for seed in range(10)
            for one in choose_batch(
                [*many, *few],
                {("A", "B"): 1.0},
                seed=seed,
                sampler=sampler,
                **options,  # type: ignore[arg-type]
            )
        )
        for sampler in ("uniform", "diversity")
    }
    assert shares["uniform"] == pytest.approx(0.5, abs=0.06)
    assert shares["diversity"] > 0.65


def test_shares_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="share"):
        choose_batch(corpus(5), {}, items=1, seed=1, random_share=1.5)
    with pytest.raises(ValueError, match="at least 2 outputs"):
        choose_batch(corpus(5), {}, items=1, seed=1, max_outputs=1)
