"""Top-ups: more items for the pairs of systems whose order the planned items have left uncertain.

Unlike the planned sample, such items are chosen by results. So they are only proposed, a
person confirms them, they carry a mark, and a report says how many of its rankings are theirs or leaves them
out.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import editable, refuse_when_frozen
from rankings.formats.records import Judgment, OutputSet
from rankings.items.sampling import SampledItem
from rankings.models import Campaign, Item, TopUp
from rankings.plan.progress import campaign_progress
from rankings.plan.sampling import CorpusSets, corpus_sets, store_items

REPLICATES = 300
MOST_ITEMS = 2_000


@dataclass(frozen=True, slots=True)
class UncertainPair:
    """Two systems whose ranges of ranks overlap, and how many of the proposed items compare them."""

    first: str
    second: str
    first_ranks: tuple[int, int]
    second_ranks: tuple[int, int]
    items: int


@dataclass(frozen=True, slots=True)
class Proposal:
    """Items for the uncertain pairs. `new_sentences` of them show a sentence that no item shows yet."""

    pairs: tuple[UncertainPair, ...]
    items: tuple[SampledItem, ...]
    new_sentences: int
    seed: int


def propose(campaign: Campaign, judgments: Iterable[Judgment], items: int, seed: int) -> Proposal:
    """At most `items` items, each with differing outputs of as many uncertain pairs as possible.

    Pairs that have fewer proposed items count more at each step, so that they share the items evenly. The
    same arguments give the same items. Raises `Refused` as long as the plan is not filled, when too little is
    known, when no pair is uncertain, and when the outputs of the uncertain pairs never differ.
    """
    progress = campaign_progress(campaign)
    if progress.planned < progress.target or not progress.target:
        raise Refused(
            f"The plan is not complete yet: {progress.planned:,} of {progress.target:,} rankings are "
            "done. Top-ups come after that."
        )
    ranges = _rank_ranges(judgments)
    pairs = [
        (first, second)
        for (first, range_of_first), (second, range_of_second) in combinations(ranges.items(), 2)
        if range_of_first[0] <= range_of_second[1] and range_of_second[0] <= range_of_first[1]
    ]
    if not pairs:
        raise Refused("The order of all systems is already certain: no two rank ranges overlap.")
    corpus = corpus_sets(campaign)
    used = set(campaign.items.values_list("sentence_id", flat=True))
    chosen, counts = _choose(campaign, corpus, pairs, used, items=min(items, MOST_ITEMS), seed=seed)
    if not chosen:
        raise Refused("No sentence is left on which these systems differ.")
    return Proposal(
        pairs=tuple(
            UncertainPair(first, second, ranges[first], ranges[second], int(count))
            for (first, second), count in zip(pairs, counts, strict=True)
        ),
        items=tuple(chosen),
        new_sentences=sum(corpus.sentence_keys[item.sentence] not in used for item in chosen),
        seed=seed,
    )


def add_top_up(campaign: Campaign, proposal: Proposal, actor: User, *, items_before: int) -> TopUp:
    """Store the proposed items with their mark, and log them.

    `items_before` is the number of items when the person decided; `Refused` if it has changed since.
    """
    refuse_when_frozen(campaign)
    corpus = corpus_sets(campaign)
    with editable(campaign) as current:
        if planned_items(current) != items_before:
            raise Refused("Items were added in the meantime. Look at the proposal again.")
        top_up = TopUp.objects.create(
            campaign=current,
            seed=proposal.seed,
            pairs=[[pair.first, pair.second, pair.items] for pair in proposal.pairs],
            created_by=actor,
        )
        store_items(current, corpus, proposal.items, top_up=top_up)
        record_event(
            actor,
            "items.top-up",
            current.pk,
            items=len(proposal.items),
            seed=proposal.seed,
            pairs=len(proposal.pairs),
        )
    return top_up


def planned_items(campaign: Campaign) -> int:
    """Drawn items of the campaign, top-ups included."""
    return campaign.items.filter(purpose=Item.Purpose.JUDGING).count()


def _rank_ranges(judgments: Iterable[Judgment]) -> dict[str, tuple[int, int]]:
    """The range of ranks of every system, best first."""
    # Only now, because they load numerical libraries, which most pages do without.
    from rankings.analysis.bootstrap import TooFewUnitsError  # noqa: PLC0415
    from rankings.analysis.judgments import JudgmentTable  # noqa: PLC0415
    from rankings.analysis.system_ranking import rank_systems  # noqa: PLC0415

    try:
        table = JudgmentTable.from_judgments(judgments).without_uncovered_systems()
        # More items narrow what sentences leave open, not what other judges would.
        ranking = rank_systems(table, replicates=REPLICATES, speaks_for="these-judges")
    except TooFewUnitsError as error:
        raise Refused("Too few sentences have been ranked to tell what is uncertain.") from error
    except ValueError as error:
        raise Refused(f"The systems cannot be ranked yet: {error}.") from error
    if ranking.without_ranges:
        raise Refused(f"Too little is known to tell what is uncertain. {ranking.without_ranges}")
    if any(system.group != 1 for system in ranking.systems):
        raise Refused(f"The systems cannot all be ranked against each other. {ranking.notes[0]}")
    return {
        system.system: (system.rank_low, system.rank_high)
        for system in ranking.systems
        if system.rank_low is not None and system.rank_high is not None
    }


def _choose(
    campaign: Campaign,
    corpus: CorpusSets,
    pairs: Sequence[tuple[str, str]],
    used: set[int],
    *,
    items: int,
    seed: int,
) -> tuple[list[SampledItem], np.ndarray]:
    """The items, and how many of them compare each pair."""
    indices = list(range(len(corpus.sets)))
    random.Random(seed).shuffle(indices)
    # Sentences that nobody has judged come first: they add new evidence. The others are the reserve.
    groups = [
        [index for index in indices if corpus.sentence_keys[index] not in used],
        [index for index in indices if corpus.sentence_keys[index] in used],
    ]
    counts = np.zeros(len(pairs))
    chosen: list[SampledItem] = []
    wanted = {system for pair in pairs for system in pair}
    for group in groups:
        shown = {index: _cut(corpus.sets[index], wanted, campaign.max_outputs) for index in group}
        differs = np.array([_apart(shown[index], pairs) for index in group]).reshape(len(group), len(pairs))
        while len(chosen) < items and len(group):
            gains = differs @ (1 / (1 + counts))
            best = int(np.argmax(gains))
            if gains[best] <= 0:
                break
            index = group[best]
            counts += differs[best]
            differs[best] = 0
            chosen.append(SampledItem(len(chosen), index, shown[index], len(corpus.sets[index]), 0.0))
    return chosen, counts


def _cut(outputs: OutputSet, wanted: set[str], most: int) -> OutputSet:
    """At most `most` outputs, those first that most of the wanted systems produced."""
    order = sorted(
        range(len(outputs)), key=lambda index: (-len(wanted.intersection(outputs.systems[index])), index)
    )
    kept = sorted(order[:most])
    return OutputSet(
        tuple(outputs.texts[index] for index in kept), tuple(outputs.systems[index] for index in kept)
    )


def _apart(outputs: OutputSet, pairs: Sequence[tuple[str, str]]) -> list[float]:
    """1 for each pair whose systems have different outputs among these, else 0."""
    group = {system: index for index, systems in enumerate(outputs.systems) for system in systems}
    return [
        float(first in group and second in group and group[first] != group[second]) for first, second in pairs
    ]
