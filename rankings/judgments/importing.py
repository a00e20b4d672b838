"""Judgments into the database, from the records that a reader made of a file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import transaction
from django.db.models import Max, Model

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.bulk_rows import Row, insert_rows
from appraise_gec.words import Figure, words, words_for_count
from rankings.formats.records import FormatError, Judgment, Problem
from rankings.judgments.import_checks import check_judgments
from rankings.judgments.import_items import ItemPlan, TargetItem
from rankings.models import (
    Campaign,
    CampaignFile,
    Item,
    ItemOutput,
    ItemOutputSystem,
    Judge,
    Output,
    RankedOutput,
    Ranking,
    ResultSet,
    Sentence,
    System,
)

ROWS_AT_ONCE = 5000


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What an import added.

    Attributes:
        rankings: judgments stored, skipped ones included.
        skipped: how many of them the judges had skipped.
        judges: judges of the file, by name.
        new_judges: those of them that the campaign did not have before.
        items: items that the file's judgments answer.
        new_items: how many of them the campaign did not have before.
        sentences: distinct sentences that were judged.
        warnings: what the person who imported should look at.
    """

    rankings: int
    skipped: int
    judges: tuple[str, ...]
    new_judges: tuple[str, ...]
    items: int
    new_items: int
    sentences: int
    warnings: tuple[Problem, ...]

    def in_words(self) -> str:
        """The outcome, in one sentence."""
        numbers = {
            "rankings": words_for_count("%(n)s ranking", "%(n)s rankings", self.rankings),
            "judges": words_for_count("%(n)s judge", "%(n)s judges", len(self.judges)),
            "sentences": words_for_count("%(n)s sentence", "%(n)s sentences", self.sentences),
        }
        if not self.skipped:
            return words("Imported %(rankings)s, by %(judges)s on %(sentences)s.", **numbers)
        return words(
            "Imported %(rankings)s, %(skipped)s of them skipped, by %(judges)s on %(sentences)s.",
            skipped=Figure(f"{self.skipped:,}"),
            **numbers,
        )


@transaction.atomic
def import_judgments(
    campaign: Campaign,
    judgments: Sequence[Judgment],
    file_name: str,
    sha256: str,
    actor: User | None,
    *,
    size: int = 0,
    lines: Sequence[int | None] = (),
    first_sentence: int = 0,
    look: Callable[[], None] = lambda: None,
) -> ImportSummary:
    """Store all judgments of one file, or nothing.

    Judges become `Judge` rows without accounts. A judgment keeps what its file said of it (id, doc-id, result
    set, times, version of the guidelines), so that an export gives back the same judgment. `ItemPlan` says
    which judgments share an item.

    Args:
        campaign: must hold the sentences and the systems that the judgments name, and must not be frozen.
        judgments: the records of one file, in file order, with sentences counted from 0.
        file_name, sha256, size: of the file; the same content is imported once.
        actor: who imports, for the audit trail.
        lines: line of each judgment in the file, where the reader knows it.
        first_sentence: the number of the first sentence in the file, from which `judgments` were renumbered.
        look: called now and then; what it raises ends the import, and nothing is stored.

    Raises:
        FormatError: the file cannot be imported; carries every problem.
    """
    # Two imports at once must not both find that the file is new, nor number two items alike.
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    problems = check_judgments(
        campaign, judgments, file_name, sha256, lines, first_sentence=first_sentence
    ).problems
    if any(problem.fatal for problem in problems):
        raise FormatError(problems)

    look()
    CampaignFile.objects.create(
        campaign=campaign, kind=CampaignFile.Kind.JUDGMENTS, name=file_name[:255], sha256=sha256, size=size
    )
    judges, new_judges = _store_judges(campaign, judgments)
    plan = ItemPlan.of_campaign(campaign)
    targets = _targets(campaign, judgments, judges, plan)
    _store_items(campaign, plan)
    look()
    _store_outputs(campaign, plan.unstored_outputs(), look)
    _store_rankings(campaign, judgments, targets, judges, look)
    record_event(
        actor,
        "judgments.import",
        campaign.pk,
        file=file_name[:255],
        sha256=sha256,
        rankings=len(judgments),
        first_sentence=first_sentence,
    )
    return ImportSummary(
        rankings=len(judgments),
        skipped=sum(judgment.skipped for judgment in judgments),
        judges=tuple(sorted({judgment.judge for judgment in judgments})),
        new_judges=new_judges,
        items=len({target.item for target in targets}),
        new_items=len(plan.new_targets),
        sentences=len({judgment.sentence for judgment in judgments}),
        warnings=tuple(problems),
    )


def _store_judges(
    campaign: Campaign, judgments: Sequence[Judgment]
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Ids of judges by name, and the names that were new."""
    known = dict(campaign.judges.values_list("name", "pk"))
    new = sorted({judgment.judge for judgment in judgments} - known.keys())
    created = Judge.objects.bulk_create([Judge(campaign=campaign, name=name) for name in new])
    return known | {judge.name: judge.pk for judge in created}, tuple(new)


def _targets(
    campaign: Campaign, judgments: Sequence[Judgment], judges: dict[str, int], plan: ItemPlan
) -> list[TargetItem]:
    """The item of each judgment."""
    sentences = dict(Sentence.objects.filter(campaign=campaign).values_list("index", "pk"))
    targets: dict[int, TargetItem] = {}
    # Judgments without outputs come second, so that they can join an item whose outputs are known from
    # another.
    for has_outputs in (True, False):
        for index, judgment in enumerate(judgments):
            if bool(judgment.outputs) is has_outputs:
                targets[index] = plan.target_of(
                    judgment, sentences[int(judgment.sentence)], judges[judgment.judge]
                )
    in_file_order = [targets[index] for index in range(len(judgments))]
    first = {id(target): index for index, target in reversed(list(enumerate(in_file_order)))}
    plan.new_targets.sort(key=lambda target: first[id(target)])
    return in_file_order


def _store_items(campaign: Campaign, plan: ItemPlan) -> None:
    last = campaign.items.aggregate(last=Max("number"))["last"]
    first_number = 0 if last is None else last + 1
    created = Item.objects.bulk_create(
        [
            Item(
                campaign=campaign,
                sentence_id=target.sentence,
                number=number,
                label=target.label,
                is_imported=True,
            )
            for number, target in enumerate(plan.new_targets, first_number)
        ],
        ROWS_AT_ONCE,
    )
    for target, item in zip(plan.new_targets, created, strict=True):
        target.item = item.pk


def _store_outputs(campaign: Campaign, targets: list[TargetItem], look: Callable[[], None]) -> None:
    systems = {system.name: system for system in System.objects.filter(campaign=campaign)}
    texts = output_texts(campaign, {target.sentence for target in targets})
    outputs = (
        (target.item, position, texts[(target.sentence, systems[group[0]].pk)])
        for target in targets
        for position, group in enumerate(target.groups)
    )
    _insert(ItemOutput, ("item", "position", "text"), outputs, look)
    rows = ItemOutput.objects.filter(item__campaign=campaign, item__is_imported=True)
    keys = {(item, position): key for key, item, position in rows.values_list("pk", "item_id", "position")}
    for target in targets:
        target.outputs = {group: keys[target.item, position] for position, group in enumerate(target.groups)}
    producers = (
        (target.item, output, systems[name].pk)
        for target in targets
        for group, output in target.outputs.items()
        for name in group
    )
    _insert(ItemOutputSystem, ("item", "output", "system"), producers, look)


def _insert(model: type[Model], fields: Sequence[str], rows: Iterator[Row], look: Callable[[], None]) -> None:
    while batch := list(islice(rows, ROWS_AT_ONCE)):
        insert_rows(model, fields, batch)
        look()


def output_texts(campaign: Campaign, sentences: set[int]) -> dict[tuple[int, int], str]:
    """What each system made of these sentences, by (id of the sentence, id of the system)."""
    outputs = Output.objects.filter(system__campaign=campaign).values_list("sentence_id", "system_id", "text")
    return {
        (sentence, system): text
        for sentence, system, text in outputs.iterator(chunk_size=ROWS_AT_ONCE)
        if sentence in sentences
    }


def _store_rankings(
    campaign: Campaign,
    judgments: Sequence[Judgment],
    targets: list[TargetItem],
    judges: dict[str, int],
    look: Callable[[], None],
) -> None:
    result_sets = _store_result_sets(campaign, judgments)
    rankings = Ranking.objects.bulk_create(
        [
            Ranking(
                judge_id=judges[judgment.judge],
                item_id=target.item,
                skipped=judgment.skipped,
                wall_seconds=judgment.seconds,
                active_seconds=judgment.active_seconds,
                opened_at=judgment.opened_at,
                submitted_at=judgment.submitted_at,
                guidelines_version=judgment.guidelines_version,
                result_set_id=result_sets[_result_set_of(judgment)],
                source_label=judgment.item,
                source_document=judgment.document,
            )
            for judgment, target in zip(judgments, targets, strict=True)
        ],
        ROWS_AT_ONCE,
    )
    # Formats do not say how many ranks were offered; the largest that anybody used is the least that were.
    used = max((output.rank for judgment in judgments for output in judgment.outputs), default=1)
    worst_rank = max(used, campaign.max_outputs)
    look()
    ranks = (
        (ranking.pk, target.outputs[output.systems], output.rank, worst_rank)
        for ranking, judgment, target in zip(rankings, judgments, targets, strict=True)
        for output in judgment.outputs
    )
    _insert(RankedOutput, ("ranking", "output", "rank", "worst_rank"), ranks, look)


def _store_result_sets(campaign: Campaign, judgments: Sequence[Judgment]) -> dict[tuple[str, str, str], int]:
    """Ids of result sets by name and languages."""
    fields = ("name", "source_language", "target_language")
    known = {
        (name, source, target): pk
        for pk, name, source, target in campaign.result_sets.values_list("pk", *fields)
    }
    new = dict.fromkeys(_result_set_of(judgment) for judgment in judgments)
    created = ResultSet.objects.bulk_create(
        [
            ResultSet(campaign=campaign, name=name, source_language=source, target_language=target)
            for name, source, target in new
            if (name, source, target) not in known
        ]
    )
    return known | {
        (result_set.name, result_set.source_language, result_set.target_language): result_set.pk
        for result_set in created
    }


def _result_set_of(judgment: Judgment) -> tuple[str, str, str]:
    return judgment.result_set, judgment.source_language, judgment.target_language
