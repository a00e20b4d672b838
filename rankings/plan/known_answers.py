"""Items with a known answer: check items, which look like any other, and explained training items.

They are made from sentences of the campaign, preferably those that no sampled item uses.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import combinations
from typing import Any

from django.db import transaction
from django.db.models import Max

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import editable, refuse_when_frozen
from rankings.formats.records import OutputSet
from rankings.items.damage import damage
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
    is_drawn: bool


def make_checks(campaign: Campaign, kind: str, number: int, seed: int, actor: User | None) -> int:
    """Create check items of a kind that needs no person's answer; returns how many could be made.

    Raises `Refused` for a frozen campaign, or when no sentence is fit for such an item.
    """
    build = {CheckKind.DAMAGED.value: _damaged, CheckKind.IDENTICAL.value: _identical}[kind]
    refuse_when_frozen(campaign)
    corpus = corpus_sets(campaign)
    used = _used_sentences(campaign)
    chance = random.Random(seed)
    indices = list(range(len(corpus.sets)))
    chance.shuffle(indices)
    # Sentences that judges do not meet elsewhere come first.
    indices.sort(key=lambda index: used.get(corpus.sentence_keys[index], 0))
    made: list[tuple[int, KnownItem]] = []
    # The same sentence twice as a check item would tell what it is.
    free = [index for index in indices if used.get(corpus.sentence_keys[index], 0) <= 1]
    for index, outputs in corpus.texts_of(free):
        if len(made) == min(number, MOST_AT_ONCE):
            break
        if known := build(outputs, campaign.max_outputs, seed + index):
            made.append((corpus.sentence_keys[index], known))
    if not made:
        raise Refused(
            "No sentence is suitable for such an item: it needs an output of at least five "
            "words, and two "
            "different outputs where the same one is to stand twice."
        )
    with transaction.atomic():
        start = _lock_next_number(campaign)
        for index, (sentence, known) in enumerate(made):
            _store(campaign, sentence, start + index, known, purpose=Purpose.CHECK, check_kind=kind)
        record_event(actor, "checks.make", campaign.pk, kind=kind, items=len(made), seed=seed)
    return len(made)


def candidate(campaign: Campaign, index: int) -> Candidate | None:
    """The sentence and its outputs, at most as many as a screen shows; None where there are too few."""
    sentence = Sentence.objects.filter(campaign=campaign, index=index).first()
    if sentence is None:
        return None
    return _candidate(campaign, sentence, outputs_of(sentence), _used_sentences(campaign))


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
    options = (_candidate(campaign, sentences[key], outputs_of(sentences[key]), used) for key in chosen)
    return [option for option in options if option is not None]


def make_known(
    campaign: Campaign,
    index: int,
    ranks: Sequence[int | None],
    explanation: str,
    actor: User | None,
    *,
    training: bool,
) -> Item:
    """Make a training item, or a check item with a known order, from a sentence and ranks of its outputs.

    An output of a check item without a rank may get any. Raises `Refused` for a frozen campaign, an unfit
    sentence, or ranks that order nothing.
    """
    refuse_when_frozen(campaign)
    chosen = candidate(campaign, index)
    if chosen is None:
        raise Refused("This sentence has fewer than two different outputs, so there is nothing to rank.")
    if len(ranks) != len(chosen.texts):
        raise Refused("The outputs have changed in the meantime. Look at them again.")
    expected = checked_answer(ranks, explanation, training=training)
    with transaction.atomic():
        item = _store(
            campaign,
            chosen.sentence.pk,
            _lock_next_number(campaign),
            KnownItem(chosen.texts, expected),
            purpose=Purpose.TRAINING if training else Purpose.CHECK,
            check_kind="" if training else CheckKind.KNOWN_ORDER,
            explanation=explanation.strip(),
        )
        others = campaign.items.filter(purpose=Purpose.TRAINING).exclude(pk=item.pk)
        if training and not others.exists():
            Campaign.objects.filter(pk=campaign.pk).update(begins_with_training=True)
        action = "training.make" if training else "checks.make"
        record_event(actor, action, campaign.pk, sentence=index + 1, item=item.number)
    campaign.refresh_from_db()
    return item


def checked_answer(ranks: Sequence[int | None], explanation: str, *, training: bool) -> Expected:
    """What the ranks expect of a judge. Raises `Refused` for ranks that order nothing, or nothing to read."""
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


def _candidate(
    campaign: Campaign, sentence: Sentence, outputs: OutputSet, used: Mapping[int, int]
) -> Candidate | None:
    by_use = sorted(range(len(outputs)), key=lambda index: (-len(outputs.systems[index]), index))
    texts = tuple(outputs.texts[index] for index in sorted(by_use[: campaign.max_outputs]))
    return Candidate(sentence, texts, bool(used.get(sentence.pk))) if len(texts) > 1 else None


def _used_sentences(campaign: Campaign) -> dict[int, int]:
    """1 for sentences of drawn items, 2 for those that a check or training item was made from."""
    rows = campaign.items.order_by().values_list("sentence_id", "purpose").distinct()
    used: dict[int, int] = {}
    for sentence, purpose in rows:
        used[sentence] = max(used.get(sentence, 0), 2 if purpose in (Purpose.CHECK, Purpose.TRAINING) else 1)
    return used


def _lock_next_number(campaign: Campaign) -> int:
    current = Campaign.objects.select_for_update().get(pk=campaign.pk)
    refuse_when_frozen(current)
    last = current.items.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _store(campaign: Campaign, sentence: int, number: int, known: KnownItem, **fields: Any) -> Item:
    item = Item.objects.create(
        campaign=campaign, sentence_id=sentence, number=number, expected=known.expected, **fields
    )
    ItemOutput.objects.bulk_create(
        ItemOutput(item=item, position=position, text=text) for position, text in enumerate(known.texts)
    )
    return item


def known_item(campaign: Campaign, number: int) -> Item | None:
    """The check or training item with this number, retired or not."""
    items = Item.objects.select_related("sentence").prefetch_related("outputs")
    return items.filter(
        campaign=campaign, number=number, purpose__in=(Purpose.CHECK, Purpose.TRAINING)
    ).first()


def change_known(
    campaign: Campaign, number: int, ranks: Sequence[int | None], explanation: str, actor: User | None
) -> bool:
    """Give a check or training item another known answer; returns whether it differs from the one before.

    Rankings are compared with the answer in force, whenever they were made: a mistake of the manager is no
    judge's fault.

    Raises `Refused` for a frozen campaign, an item that is gone, or ranks that order nothing.
    """
    with editable(campaign) as current:
        item = known_item(current, number)
        if item is None:
            raise Refused("This item has no known answer.")
        if len(ranks) != len(item.outputs.all()):
            raise Refused("The outputs have changed in the meantime. Look at them again.")
        explanation, training = explanation.strip(), item.purpose == Purpose.TRAINING
        is_same = list(ranks) == ranks_from_expected(item.expected, len(ranks))
        if is_same and explanation == item.explanation:
            return False
        # That the same output gets the same rank twice orders nothing, and may stay as it is.
        keeps = is_same and not training
        expected = item.expected if keeps else checked_answer(ranks, explanation, training=training)
        if not is_same and not training:
            item.check_kind = Item.CheckKind.KNOWN_ORDER
        item.expected, item.explanation = expected, explanation
        item.save(update_fields=["expected", "explanation", "check_kind"])
        record_event(actor, "known.change", current.pk, item=number)
    return True
