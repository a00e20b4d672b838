"""Judgments into the database, from the records that a reader made of a file."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from django.db import transaction
from django.db.models import Max, Model

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.bulk_rows import Row, analyze_tables, insert_rows
from appraise_gec.words import plural
from rankings.formats.columns import Judgments
from rankings.formats.records import FormatError, Judgment
from rankings.judgments.import_checks import Target, check_judgments
from rankings.judgments.import_items import Group, TargetItem, planned_items
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


@transaction.atomic
def import_judgments(
    campaign: Campaign,
    judgments: Iterable[Judgment],
    file_name: str,
    sha256: str,
    actor: User | None,
    *,
    size: int = 0,
    first_sentence: int = 0,
    look: Callable[[float], None] = lambda share: None,
) -> str:
    """Store all judgments of one file, or nothing. Returns what was stored, in a sentence.

    Judges become `Judge` rows without accounts. A judgment keeps what its file said of it (id, doc-id, result
    set, times, version of the guidelines), so that an export gives back the same judgment. `ItemPlan` says
    which judgments share an item.

    Args:
        campaign: must hold the sentences and the systems that the judgments name, and must not be frozen.
        judgments: of one file, in file order, with sentences counted from 0.
        file_name, sha256, size: of the file; the same content is imported once.
        actor: who imports, for the audit trail.
        first_sentence: the number of the first sentence in the file, from which `judgments` were renumbered.
        look: called now and then with the share that is done; what it raises ends the import.

    Raises:
        FormatError: the file cannot be imported; carries every problem.
    """
    judgments = Judgments.of(judgments)
    # Two imports at once must not both find that the file is new, nor number two items alike.
    campaign = Campaign.objects.select_for_update().get(pk=campaign.pk)
    problems = check_judgments(
        Target.of_campaign(campaign), judgments, file_name, sha256, first_sentence=first_sentence
    )
    if any(problem.fatal for problem in problems):
        raise FormatError(problems)

    look(0.3)
    CampaignFile.objects.create(
        campaign=campaign, kind=CampaignFile.Kind.JUDGMENTS, name=file_name[:255], sha256=sha256, size=size
    )
    judges = _store_judges(campaign, judgments)
    targets = planned_items(campaign, judgments, judges, look)
    storing = _Storing(campaign, judgments, judges, look)
    waiting = iter(zip(judgments, targets, strict=True))
    while batch := list(islice(waiting, ROWS_AT_ONCE)):
        storing.store(*zip(*batch, strict=True))
    analyze_tables((Judge, ResultSet, Item, ItemOutput, ItemOutputSystem, Ranking, RankedOutput))
    record_event(
        actor,
        "judgments.import",
        campaign.pk,
        sha256=sha256,
        rankings=len(judgments),
        first_sentence=first_sentence,
    )
    rankings = plural(len(judgments), "{n} ranking", "{n} rankings")
    skipped = int(judgments.skipped.sum())
    by = plural(len(judgments.judges), "{n} judge", "{n} judges")
    sentences = plural(len(judgments.sentences), "{n} sentence", "{n} sentences")
    of_them = f", {skipped:,} of them skipped" if skipped else ""
    return f"Imported {rankings}{of_them}, by {by} on {sentences}."


def _store_judges(campaign: Campaign, judgments: Judgments) -> dict[str, int]:
    """Ids of judges by name; those that are new are stored."""
    known = dict(campaign.judges.values_list("name", "pk"))
    new = sorted(set(judgments.judges) - known.keys())
    created = Judge.objects.bulk_create([Judge(campaign=campaign, name=name) for name in new])
    return known | {judge.name: judge.pk for judge in created}


class _Storing:
    """Stores judgments in the order of their file, with the items that they answer."""

    def __init__(
        self,
        campaign: Campaign,
        judgments: Judgments,
        judges: dict[str, int],
        look: Callable[[float], None],
    ) -> None:
        self._campaign = campaign
        self._judges = judges
        self._look = look
        self._sentences = dict(Sentence.objects.filter(campaign=campaign).values_list("index", "pk"))
        self._systems = {system.name: system.pk for system in System.objects.filter(campaign=campaign)}
        self._result_sets = _store_result_sets(campaign, judgments)
        # Formats do not say how many ranks were offered. At least those were that somebody used.
        self._worst_rank = max(int(judgments.rank.max(initial=1)), campaign.max_outputs)
        last = campaign.items.aggregate(last=Max("number"))["last"]
        self._next_number = (last or 0) + 1

    def store(self, judgments: Sequence[Judgment], targets: Sequence[TargetItem]) -> None:
        """Store judgments that answer these items, and the items where they are new."""
        self._store_new_items([target for target in dict.fromkeys(targets) if not target.item])
        items = [target.item for target in targets]
        outputs = self._outputs(judgments, items)
        self._look(0.5)
        rankings = Ranking.objects.bulk_create(
            [
                Ranking(
                    judge_id=self._judges[judgment.judge],
                    item_id=item,
                    skipped=judgment.skipped,
                    wall_seconds=judgment.seconds,
                    active_seconds=judgment.active_seconds,
                    opened_at=judgment.opened_at,
                    submitted_at=judgment.submitted_at,
                    guidelines_version=judgment.guidelines_version,
                    result_set_id=self._result_sets[
                        judgment.result_set, judgment.source_language, judgment.target_language
                    ],
                    source_label=judgment.item,
                    source_document=judgment.document,
                )
                for judgment, item in zip(judgments, items, strict=True)
            ]
        )
        self._look(0.5)
        ranks = (
            (ranking.pk, outputs[item, output.systems], output.rank, self._worst_rank)
            for ranking, judgment, item in zip(rankings, judgments, items, strict=True)
            for output in judgment.outputs
        )
        self._insert(RankedOutput, ("ranking", "output", "rank", "worst_rank"), ranks)

    def _store_new_items(self, new: Sequence[TargetItem]) -> None:
        created = Item.objects.bulk_create(
            Item(
                campaign=self._campaign,
                sentence_id=target.sentence,
                number=number,
                label=target.label,
                is_imported=True,
            )
            for number, target in enumerate(new, self._next_number)
        )
        self._next_number += len(new)
        for target, item in zip(new, created, strict=True):
            target.item = item.pk

    def _outputs(self, judgments: Sequence[Judgment], items: Sequence[int]) -> dict[tuple[int, Group], int]:
        """Ids of the outputs of these items by item and systems; those that nobody stored yet are stored."""
        known = _known_outputs(items)
        with_outputs = {item for item, _ in known}
        missing: dict[int, Judgment] = {}
        for judgment, item in zip(judgments, items, strict=True):
            if judgment.outputs and item not in with_outputs:
                missing.setdefault(item, judgment)
        if not missing:
            return known
        sentence = {item: self._sentences[int(one.sentence)] for item, one in missing.items()}
        texts = output_texts(self._campaign, set(sentence.values()))
        rows = (
            (item, position, texts[sentence[item], self._systems[output.systems[0]]])
            for item, one in missing.items()
            for position, output in enumerate(one.outputs)
        )
        self._insert(ItemOutput, ("item", "position", "text"), rows)
        stored = ItemOutput.objects.filter(item__in=list(missing))
        keys = {(item, position): key for key, item, position in stored.values_list("pk", "item", "position")}
        new = {
            (item, output.systems): keys[item, position]
            for item, one in missing.items()
            for position, output in enumerate(one.outputs)
        }
        producers = (
            (item, output, self._systems[name]) for (item, group), output in new.items() for name in group
        )
        self._insert(ItemOutputSystem, ("item", "output", "system"), producers)
        return known | new

    def _insert(self, model: type[Model], fields: Sequence[str], rows: Iterator[Row]) -> None:
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            insert_rows(model, fields, batch)
            self._look(0.5)


def _known_outputs(items: Iterable[int]) -> dict[tuple[int, Group], int]:
    groups: dict[tuple[int, int], list[str]] = defaultdict(list)
    producers = ItemOutputSystem.objects.filter(item__in=set(items)).order_by("pk")
    for item, output, name in producers.values_list("item_id", "output_id", "system__name"):
        groups[item, output].append(name)
    return {(item, tuple(names)): output for (item, output), names in groups.items()}


def output_texts(campaign: Campaign, sentences: set[int]) -> dict[tuple[int, int], str]:
    """What each system made of these sentences, by (id of the sentence, id of the system)."""
    outputs = Output.objects.filter(system__campaign=campaign, sentence__in=sentences)
    rows = outputs.values_list("sentence_id", "system_id", "text").iterator(chunk_size=ROWS_AT_ONCE)
    return {(sentence, system): text for sentence, system, text in rows}


def _store_result_sets(campaign: Campaign, judgments: Judgments) -> dict[tuple[str, str, str], int]:
    """Ids of result sets by name and languages."""
    fields = ("name", "source_language", "target_language")
    known = {
        (name, source, target): pk
        for pk, name, source, target in campaign.result_sets.values_list("pk", *fields)
    }
    created = ResultSet.objects.bulk_create(
        [
            ResultSet(campaign=campaign, name=name, source_language=source, target_language=target)
            for name, source, target in judgments.result_sets
            if (name, source, target) not in known
        ]
    )
    return known | {
        (result_set.name, result_set.source_language, result_set.target_language): result_set.pk
        for result_set in created
    }
