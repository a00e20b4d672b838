"""Items with a known answer: check items, which look like any other, and explained training items.

They are made from sentences of the campaign, preferably those that no sampled item uses.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import combinations
from typing import Any

from django.db.models import Max

from rankings.access import Refused
from rankings.formats.records import OutputSet
from rankings.items.edits import damage
from rankings.models import Campaign, Item, ItemOutput, Sentence
from rankings.plan.sampling import corpus_sets, outputs_of

Purpose = Item.Purpose
CheckKind = Item.CheckKind
MOST_AT_ONCE = 200
Expected = dict[str, list[list[int]]]


@dataclass(frozen=True, slots=True)
class KnownItem:
    """Outputs with a known answer, not stored yet."""

    texts: tuple[str, ...]
    expected: Expected


@dataclass(frozen=True, slots=True)
class Candidate:
    """A sentence that a training item or a known order can be made from, with the outputs to be ranked."""

    sentence: Sentence
    texts: tuple[str, ...]


def make_checks(campaign: Campaign, kind: str, number: int, seed: int) -> int:
    """Create check items of a kind that needs no person's answer; returns how many could be made.

    The caller holds the campaign's row. Raises `Refused` when no sentence is fit for such an item.
    """
    build = {CheckKind.DAMAGED.value: _damaged, CheckKind.IDENTICAL.value: _identical}[kind]
    corpus = corpus_sets(campaign)
    used = _used_sentences(campaign)
    indices = list(range(len(corpus.sets)))
    random.Random(seed).shuffle(indices)
    # Sentences that judges do not meet elsewhere come first.
    indices.sort(key=lambda index: used.get(corpus.sentence_keys[index], 0))
    # The same sentence twice as a check item would tell what it is.
    free = [index for index in indices if used.get(corpus.sentence_keys[index], 0) <= 1]
    made = 0
    for index, outputs in corpus.texts_of(free):
        if made == min(number, MOST_AT_ONCE):
            break
        if known := build(outputs, campaign.max_outputs, seed + index):
            sentence = corpus.sentence_keys[index]
            _store(campaign, sentence, known, purpose=Purpose.CHECK, check_kind=kind)
            made += 1
    if not made:
        raise Refused(
            "No sentence is suitable for such an item: it needs an output of at least five words, and two "
            "different outputs where the same one is to stand twice."
        )
    return made


def candidate(campaign: Campaign, index: int) -> Candidate | None:
    """The sentence and its outputs, at most as many as a screen shows; None where there are too few."""
    sentence = Sentence.objects.filter(campaign=campaign, index=index).first()
    return _candidate(campaign, sentence) if sentence else None


def suggestions(campaign: Campaign, number: int = 6) -> list[Candidate]:
    """Sentences with several different outputs that no item uses yet, or the first ones if all are used."""
    corpus = corpus_sets(campaign)
    used = _used_sentences(campaign)
    fit = (
        (used.get(key, 0), -min(len(outputs), campaign.max_outputs), key)
        for key, outputs in zip(corpus.sentence_keys, corpus.sets, strict=True)
        if len(outputs) > 1 and used.get(key, 0) < 2
    )
    chosen = [key for _, _, key in nsmallest(number, fit)]
    sentences = Sentence.objects.in_bulk(chosen)
    options = (_candidate(campaign, sentences[key]) for key in chosen)
    return [option for option in options if option is not None]


def make_known(
    campaign: Campaign, index: int, ranks: Sequence[int | None], explanation: str, *, training: bool
) -> Item:
    """Make a training item, or a check item with a known order, from a sentence and ranks of its outputs.

    An output of a check item without a rank may get any. The caller holds the campaign's row. Raises
    `Refused` for an unfit sentence, or ranks that order nothing.
    """
    chosen = candidate(campaign, index)
    if chosen is None:
        raise Refused("This sentence has fewer than two different outputs, so there is nothing to rank.")
    expected = checked_answer(chosen.texts, ranks, explanation, training=training)
    item = _store(
        campaign,
        chosen.sentence.pk,
        KnownItem(chosen.texts, expected),
        purpose=Purpose.TRAINING if training else Purpose.CHECK,
        check_kind="" if training else CheckKind.KNOWN_ORDER,
        explanation=explanation.strip(),
    )
    others = campaign.items.filter(purpose=Purpose.TRAINING).exclude(pk=item.pk)
    if training and not others.exists():
        campaign.begins_with_training = True
        campaign.save(update_fields=["begins_with_training"])
    return item


def change_known(item: Item, ranks: Sequence[int | None], explanation: str) -> bool:
    """Give a check or training item another known answer; returns whether it differs from the one before.

    Rankings are compared with the answer in force, whenever they were made: a mistake of the manager is no
    judge's fault. The caller holds the campaign's row. Raises `Refused` for ranks that order nothing.
    """
    explanation, training = explanation.strip(), item.purpose == Purpose.TRAINING
    is_same = list(ranks) == ranks_from_expected(item.expected, len(ranks))
    if is_same and explanation == item.explanation:
        return False
    # That the same output gets the same rank twice orders nothing, and may stay as it is.
    if not is_same or training:
        item.expected = checked_answer(texts_of(item), ranks, explanation, training=training)
    if not is_same and not training:
        item.check_kind = CheckKind.KNOWN_ORDER
    item.explanation = explanation
    item.save(update_fields=["expected", "explanation", "check_kind"])
    return True


def texts_of(item: Item) -> tuple[str, ...]:
    """The outputs of an item in their positions."""
    return tuple(item.outputs.order_by("position").values_list("text", flat=True))


def checked_answer(
    texts: Sequence[str], ranks: Sequence[int | None], explanation: str, *, training: bool
) -> Expected:
    """What the ranks of the outputs expect of a judge. Raises `Refused` where they order nothing."""
    if len(ranks) != len(texts):
        raise Refused(f"There are {len(texts)} outputs; rank these.")
    expected = expected_from_ranks({place: rank for place, rank in enumerate(ranks) if rank is not None})
    if training and None in ranks:
        raise Refused("Give every output a rank: judges read the whole expected order.")
    if not expected["before"]:
        raise Refused("Give at least one output a better rank than another.")
    if training and not explanation.strip():
        raise Refused("Explain the answer: judges read the explanation after they have ranked the item.")
    return expected


def expected_from_ranks(ranks: Mapping[int, int]) -> Expected:
    """The pairs of positions that ranks put one before the other, and those that they put equal."""
    expected: Expected = {"before": [], "equal": []}
    for first, second in combinations(sorted(ranks), 2):
        if ranks[first] == ranks[second]:
            expected["equal"].append([first, second])
        else:
            expected["before"].append([first, second] if ranks[first] < ranks[second] else [second, first])
    return expected


def ranks_from_expected(expected: Mapping[str, Any], outputs: int) -> list[int | None]:
    """Ranks by position that say what `expected` says; None for a position of which nothing is expected."""
    pairs = [*expected.get("before", ()), *expected.get("equal", ())]
    better = {position: 0 for pair in pairs for position in pair}
    for _, worse in expected.get("before", ()):
        better[worse] += 1
    levels = sorted(set(better.values()))
    return [1 + levels.index(better[position]) if position in better else None for position in range(outputs)]


def _damaged(outputs: OutputSet, most: int, seed: int) -> KnownItem | None:
    """The outputs, and a damaged copy of the one that most systems agree on."""
    base = _commonest(outputs)
    broken = damage(outputs.texts[base], seed)
    if broken is None or broken in outputs.texts:
        return None
    others = [text for index, text in enumerate(outputs.texts) if index != base][: max(0, most - 2)]
    return KnownItem((outputs.texts[base], *others, broken), {"before": [[0, len(others) + 1]], "equal": []})


def _identical(outputs: OutputSet, most: int, seed: int) -> KnownItem | None:
    """The outputs with the commonest of them twice."""
    if len(outputs) < 2 or most < 3:
        return None
    base = _commonest(outputs)
    if not outputs.texts[base]:
        return None
    others = [text for index, text in enumerate(outputs.texts) if index != base][: most - 2]
    text = outputs.texts[base]
    return KnownItem((text, *others, text), {"before": [], "equal": [[0, len(others) + 1]]})


def _commonest(outputs: OutputSet) -> int:
    return max(range(len(outputs)), key=lambda index: (len(outputs.systems[index]), -index))


def _candidate(campaign: Campaign, sentence: Sentence) -> Candidate | None:
    outputs = outputs_of(sentence)
    by_use = sorted(range(len(outputs)), key=lambda index: (-len(outputs.systems[index]), index))
    texts = tuple(outputs.texts[index] for index in sorted(by_use[: campaign.max_outputs]))
    return Candidate(sentence, texts) if len(texts) > 1 else None


def _used_sentences(campaign: Campaign) -> dict[int, int]:
    """1 for sentences of drawn items, 2 for those that a check or training item was made from."""
    rows = campaign.items.order_by().values_list("sentence_id", "purpose").distinct()
    used: dict[int, int] = {}
    for sentence, purpose in rows:
        used[sentence] = max(used.get(sentence, 0), 2 if purpose in (Purpose.CHECK, Purpose.TRAINING) else 1)
    return used


def _store(campaign: Campaign, sentence: int, known: KnownItem, **fields: Any) -> Item:
    last = campaign.items.aggregate(last=Max("number"))["last"]
    item = Item.objects.create(
        campaign=campaign,
        sentence_id=sentence,
        number=(last or 0) + 1,
        expected=known.expected,
        **fields,
    )
    ItemOutput.objects.bulk_create(
        ItemOutput(item=item, position=position, text=text) for position, text in enumerate(known.texts)
    )
    return item
