"""Storing judgments that were made elsewhere: those of the same screen belong to one item."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Max

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.database import analyze_tables, batched, insert_rows
from appraise_gec.words import plural
from rankings.formats.columns import Judgments
from rankings.formats.records import FormatError, Judgment
from rankings.judgments.import_checks import Target, check_judgments
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
)

Group = tuple[str, ...]


@dataclass(slots=True, eq=False)
class NewItem:
    """An item to be made: `groups` of systems share an output; there are none where all skipped it.

    `key` and the keys of its `outputs` are known once it is stored.
    """

    sentence: int
    label: str
    groups: tuple[Group, ...] = ()
    judges: set[str] = field(default_factory=set)
    key: int = 0
    outputs: dict[Group, int] = field(default_factory=dict)


def planned_items(judgments: Judgments, sentences: Mapping[int, int]) -> list[NewItem]:
    """The item of each judgment of a file, in its order; `sentences` are ids by number.

    Judgments belong to one item when they agree in the item's id, the sentence and the groups of systems that
    share an output: that is how several judges came to rank the same screen. Ids alone are not unique within
    a file. A judge answers an item once; the same item judged again becomes another item. A judgment without
    outputs (skipped) joins any item of its id and sentence.
    """
    alike: dict[tuple[object, ...], list[NewItem]] = defaultdict(list)
    found: dict[int, NewItem] = {}

    def item_of(judgment: Judgment) -> NewItem:
        groups = tuple([output.systems for output in judgment.outputs])
        of_label = (judgment.item, judgment.sentence)
        others = alike[(*of_label, frozenset(groups))] if groups else alike[of_label]
        item = next((one for one in others if judgment.judge not in one.judges), None)
        if item is None:
            item = NewItem(sentences[int(judgment.sentence)], judgment.item, groups)
            alike[of_label].append(item)
            if groups:
                others.append(item)
        item.judges.add(judgment.judge)
        return item

    # Judgments without outputs come second, so that they can join an item that another gave outputs.
    for has_outputs in (True, False):
        found |= {
            place: item_of(judgment)
            for place, judgment in enumerate(judgments)
            if bool(judgment.outputs) is has_outputs
        }
    return [found[place] for place in range(len(judgments))]


ROWS_AT_ONCE = 5000
_TEXT = ("sentence", "system", "text")


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
    set, times, version of the guidelines), so that an export gives back the same judgment. They are in file
    order and count sentences from 0; the file began with `first_sentence`. Raises FormatError with every
    problem.
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
    judges, result_sets = _store_judges(campaign, judgments), _store_result_sets(campaign, judgments)
    items = planned_items(judgments, dict(campaign.sentences.values_list("index", "pk")))
    for new in batched(dict.fromkeys(items), ROWS_AT_ONCE):
        look(0.4)
        _store_items(campaign, new)
    # Formats do not say how many ranks were offered. At least those were that somebody used.
    worst_rank = max(int(judgments.rank.max(initial=1)), campaign.max_outputs)
    for some in batched(zip(judgments, items, strict=True), ROWS_AT_ONCE):
        look(0.5)
        _store_rankings(some, judges, result_sets, worst_rank)
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


def _store_result_sets(campaign: Campaign, judgments: Judgments) -> dict[tuple[str, str, str], int]:
    """Ids of result sets by name and languages."""
    fields = ("name", "source_language", "target_language")
    known = {
        (name, *languages): pk for pk, name, *languages in campaign.result_sets.values_list("pk", *fields)
    }
    new = [one for one in judgments.result_sets if one not in known]
    created = ResultSet.objects.bulk_create(
        [ResultSet(campaign=campaign, **dict(zip(fields, one, strict=True))) for one in new]
    )
    return known | {one: row.pk for one, row in zip(new, created, strict=True)}


def _store_items(campaign: Campaign, new: Sequence[NewItem]) -> None:
    """Store items with their outputs, and note the keys of both."""
    last = campaign.items.aggregate(last=Max("number"))["last"]
    created = Item.objects.bulk_create(
        Item(campaign=campaign, sentence_id=item.sentence, number=number, label=item.label, is_imported=True)
        for number, item in enumerate(new, (last or 0) + 1)
    )
    for item, row in zip(new, created, strict=True):
        item.key = row.pk
    systems = dict(campaign.systems.values_list("name", "pk"))
    outputs = Output.objects.filter(sentence__in={item.sentence for item in new}, system__in=systems.values())
    texts = {(sentence, system): text for sentence, system, text in outputs.values_list(*_TEXT)}
    rows = [(item, position, group) for item in new for position, group in enumerate(item.groups)]
    insert_rows(
        ItemOutput,
        ("item", "position", "text"),
        [(item.key, position, texts[item.sentence, systems[group[0]]]) for item, position, group in rows],
    )
    stored = ItemOutput.objects.filter(item__in=[row.pk for row in created])
    keys = {(item, position): key for key, item, position in stored.values_list("pk", "item", "position")}
    for item, position, group in rows:
        item.outputs[group] = keys[item.key, position]
    insert_rows(
        ItemOutputSystem,
        ("item", "output", "system"),
        [
            (item.key, keys[item.key, position], systems[name])
            for item, position, group in rows
            for name in group
        ],
    )


def _store_rankings(
    answered: Sequence[tuple[Judgment, NewItem]],
    judges: Mapping[str, int],
    result_sets: Mapping[tuple[str, str, str], int],
    worst_rank: int,
) -> None:
    """Store judgments of these items in the order of their file."""
    rankings = Ranking.objects.bulk_create(
        Ranking(
            judge_id=judges[judgment.judge],
            item_id=item.key,
            skipped=judgment.skipped,
            wall_seconds=judgment.seconds,
            active_seconds=judgment.active_seconds,
            opened_at=judgment.opened_at,
            submitted_at=judgment.submitted_at,
            guidelines_version=judgment.guidelines_version,
            result_set_id=result_sets[
                judgment.result_set, judgment.source_language, judgment.target_language
            ],
            source_label=judgment.item,
            source_document=judgment.document,
        )
        for judgment, item in answered
    )
    ranks = [
        (ranking.pk, item.outputs[output.systems], output.rank, worst_rank)
        for ranking, (judgment, item) in zip(rankings, answered, strict=True)
        for output in judgment.outputs
    ]
    insert_rows(RankedOutput, ("ranking", "output", "rank", "worst_rank"), ranks)
