"""Top-ups: more items for the pairs of systems whose order the planned items have left uncertain.

Unlike the planned sample, such items are chosen by results. So they are only proposed, a
person confirms them, they carry a mark, and a report says how many of its rankings are theirs or leaves them
out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal, cast

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.words import Figure, reason_of, words
from rankings.access.refusals import Refused
from rankings.access.states import editable, refuse_when_frozen
from rankings.formats.records import Judgment, OutputSet
from rankings.items.adaptive import Pair, choose_batch
from rankings.items.sampling import SampledItem, Sampler
from rankings.models import Campaign, Item, TopUp
from rankings.plan.progress import campaign_progress
from rankings.plan.sampling import CorpusSets, corpus_sets, store_items

if TYPE_CHECKING:
    from rankings.analysis.judgments import JudgmentTable

REPLICATES = 300
LEVEL = 0.05
# More items narrow what sentences leave open, not what other judges would.
SPEAKS_FOR: Literal["these-judges"] = "these-judges"
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
    """At most `items` items for uncertain pairs, by how much each would help to settle them.

    Each is chosen for one pair, and shows what it can of others (`rankings.items.adaptive`). The same
    arguments give the same items. Raises `Refused` as long as the plan is not filled, when too little is
    known, when no pair is uncertain, and when the outputs of the uncertain pairs never differ.
    """
    progress = campaign_progress(campaign)
    if progress.planned < progress.target or not progress.target:
        raise Refused(
            words(
                "The plan is not complete yet: %(done)s of %(target)s rankings are done. Top-ups come after "
                "that.",
                done=Figure(f"{progress.planned:,}"),
                target=Figure(f"{progress.target:,}"),
            )
        )
    table = _table(judgments)
    ranges = _rank_ranges(table)
    pairs = [
        (first, second)
        for (first, range_of_first), (second, range_of_second) in combinations(ranges.items(), 2)
        if range_of_first[0] <= range_of_second[1] and range_of_second[0] <= range_of_first[1]
    ]
    if not pairs:
        raise Refused(words("The order of all systems is already certain: no two rank ranges overlap."))
    corpus = corpus_sets(campaign)
    used = set(campaign.items.values_list("sentence_id", flat=True))
    items = min(items, MOST_ITEMS)
    chosen = _choose(campaign, corpus, _gains(table, pairs, items), used, items=items, seed=seed)
    if not chosen:
        raise Refused(words("No sentence is left on which these systems differ."))
    return Proposal(
        pairs=tuple(
            UncertainPair(
                first,
                second,
                ranges[first],
                ranges[second],
                sum(_compares(item.outputs, (first, second)) for item in chosen),
            )
            for first, second in pairs
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
            raise Refused(words("Items were added in the meantime. Look at the proposal again."))
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


def _table(judgments: Iterable[Judgment]) -> "JudgmentTable":
    # Only now, because it loads numerical libraries, which most pages do without; so do those below.
    from rankings.analysis.judgments import JudgmentTable  # noqa: PLC0415

    return JudgmentTable.from_judgments(judgments).without_uncovered_systems()


def _gains(table: "JudgmentTable", pairs: Sequence[Pair], items: int) -> dict[Pair, float]:
    """What a further item adds for each of the pairs, by the names of the pair in order."""
    from rankings.analysis.sequential import expected_gains, state_of  # noqa: PLC0415

    gains = expected_gains(state_of(table, SPEAKS_FOR), (), "order", level=LEVEL, items=items)
    return {pair: gains[pair] for pair in ((min(pair), max(pair)) for pair in pairs)}


def _rank_ranges(table: "JudgmentTable") -> dict[str, tuple[int, int]]:
    """The range of ranks of every system, best first."""
    from rankings.analysis.bootstrap import TooFewUnitsError  # noqa: PLC0415
    from rankings.analysis.system_ranking import rank_systems  # noqa: PLC0415

    try:
        ranking = rank_systems(table, replicates=REPLICATES, speaks_for=SPEAKS_FOR)
    except TooFewUnitsError as error:
        raise Refused(words("Too few sentences have been ranked to tell what is uncertain.")) from error
    except ValueError as error:
        raise Refused(
            words("The systems cannot be ranked yet: %(reason)s.", reason=reason_of(error))
        ) from error
    if ranking.without_ranges:
        raise Refused(
            words("Too little is known to tell what is uncertain. %(reason)s", reason=ranking.without_ranges)
        )
    if any(system.group != 1 for system in ranking.systems):
        raise Refused(
            words("The systems cannot all be ranked against each other. %(note)s", note=ranking.notes[0])
        )
    return {
        system.system: (system.rank_low, system.rank_high)
        for system in ranking.systems
        if system.rank_low is not None and system.rank_high is not None
    }


def _choose(
    campaign: Campaign,
    corpus: CorpusSets,
    gains: Mapping[Pair, float],
    used: set[int],
    *,
    items: int,
    seed: int,
) -> list[SampledItem]:
    """Items for the pairs by their gains. Sentences that no item shows come first, others are the reserve."""
    places = {place for place, key in enumerate(corpus.sentence_keys) if key in used}
    chosen: list[SampledItem] = []
    for not_now in (places, set(range(len(corpus.sets))) - places):
        batch = choose_batch(
            corpus.sets,
            gains,
            items=items - len(chosen),
            seed=seed,
            used=not_now,
            random_share=0.0,
            max_outputs=campaign.max_outputs,
            sampler=cast("Sampler", campaign.sampler),
        )
        chosen += [replace(one.item, number=len(chosen) + place) for place, one in enumerate(batch)]
    return chosen


def _compares(outputs: OutputSet, pair: Pair) -> bool:
    """Whether the two systems have different outputs among these."""
    shown = [systems for systems in outputs.systems if pair[0] in systems or pair[1] in systems]
    return len(shown) == 2
