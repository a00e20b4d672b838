"""The demo campaign: made-up texts, made-up judges, and a place for the visitor who wants to try judging."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import ensure_demo_people
from rankings.access import states
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.corpus.forms import CampaignDetailsForm
from rankings.corpus.staging import CorpusFile, Kind
from rankings.demo import JUDGE_NAMES, load_demo_corpus, load_guidelines, simulate_ranking
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.models import Assignment, Campaign, Item, ItemOutput, Judge, Membership, RankedOutput, Ranking
from rankings.people import members as people
from rankings.plan.sampling import DrawOptions, draw_items

SLUG = "demo"
ITEMS = 72
JUDGED_ITEMS = 56  # the others are untouched, so that the visitor starts on a fresh one now and then
SEED = 2015


def load_demo() -> Campaign | None:
    """Make the demo campaign if there is no campaign at all; otherwise returns None.

    The people of the demo are made in any case: manager (owner), researcher, and judge, who has items left.
    """
    with transaction.atomic():
        users = ensure_demo_people()
        # Two processes that start at once: the second waits for this row, then finds the campaign.
        User.objects.select_for_update().get(pk=users["manager"].pk)
        if Campaign.objects.exists():
            return None
        manager = users["manager"]
        campaign = create_campaign(
            manager,
            CampaignDetails(
                title="Demo: made-up learner sentences",
                slug=SLUG,
                documents=CampaignDetailsForm.Documents.FILE,
                language="en",
                direction=Campaign.Direction.LTR,
            ),
            _files(),
        )
        campaign.guidelines = load_guidelines()
        campaign.save(update_fields=["guidelines"])
        options = DrawOptions(items=ITEMS, seed=SEED, judges_per_item=3, only_differing=True)
        draw_items(campaign, options, manager, items_before=0)
        people.add_existing_judge(campaign, users["judge"].get_username(), manager)
        people.add_member(campaign, users["researcher"].get_username(), Membership.Role.RESEARCHER, manager)
        states.take_step(campaign, "open", manager)
        judges = Judge.objects.bulk_create(Judge(campaign=campaign, name=name) for name in JUDGE_NAMES)
        _judge_part(campaign, judges)
    return campaign


def _files() -> list[CorpusFile]:
    corpus = load_demo_corpus()
    outputs = {name: lines for name, lines in corpus.outputs.items() if name != INPUT_SYSTEM}
    return [
        _file(Kind.SOURCE, "source.txt", corpus.source),
        _file(Kind.DOCUMENTS, "documents.txt", corpus.documents),
        *(_file(Kind.OUTPUT, f"{name}.txt", lines) for name, lines in outputs.items()),
    ]


def _file(kind: str, name: str, lines: Sequence[str]) -> CorpusFile:
    return CorpusFile(kind, name, "".join(line + "\n" for line in lines).encode())


def _judge_part(campaign: Campaign, judges: Sequence[Judge]) -> None:
    """Let each simulated judge rank three of four items, so that every fourth item has all three."""
    items = Item.objects.filter(campaign=campaign, number__lt=JUDGED_ITEMS).select_related("sentence")
    items_by_judge = [
        (judge, [item for item in items if item.number % (len(judges) + 1) != place])
        for place, judge in enumerate(judges)
    ]
    outputs: dict[int, list[ItemOutput]] = {}
    for output in ItemOutput.objects.filter(item__in=items).order_by("item_id", "position"):
        outputs.setdefault(output.item_id, []).append(output)
    assignments: list[Assignment] = []
    rankings: list[Ranking] = []
    ranks: list[list[int]] = []
    for judge, own_items in items_by_judge:
        clock = timezone.now() - timedelta(days=2)
        for item in own_items:
            shown = outputs[item.pk]
            answer = simulate_ranking(
                judge.name, item.sentence.index, [output.text for output in shown], seed=item.number
            )
            begun, clock = clock, clock + timedelta(seconds=answer.active_seconds + 2)
            assignments.append(_assignment(item, judge, len(shown), begun, clock))
            rankings.append(
                Ranking(
                    judge=judge,
                    item=item,
                    wall_seconds=answer.active_seconds + 2,
                    active_seconds=answer.active_seconds,
                    submitted_at=clock,
                )
            )
            ranks.append(answer.ranks)
    Assignment.objects.bulk_create(assignments)
    RankedOutput.objects.bulk_create(
        RankedOutput(ranking=ranking, output=output, rank=rank, worst_rank=len(given))
        for ranking, given in zip(Ranking.objects.bulk_create(rankings), ranks, strict=True)
        for output, rank in zip(outputs[ranking.item_id], given, strict=True)
    )


def _assignment(item: Item, judge: Judge, outputs: int, begun: datetime, done: datetime) -> Assignment:
    return Assignment(
        item=item,
        judge=judge,
        order=random.Random(f"{judge.name} {item.number}").sample(range(outputs), outputs),
        state=Assignment.State.DONE,
        lent_at=begun,
        lease_expires_at=done,
        finished_at=done,
    )
