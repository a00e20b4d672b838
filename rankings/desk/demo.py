"""The demo campaign: made-up texts, made-up judges, and a place for the visitor who wants to try judging."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import ensure_demo_people
from rankings.access import CampaignAccess
from rankings.corpus.creation import CampaignDetails, create_campaign
from rankings.corpus.open_corpus import DOCUMENTS, OUTPUTS, SOURCE, Documents
from rankings.demo.corpus import load_demo_corpus, load_guidelines, load_rankings
from rankings.desk.lifecycle import Opening
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.models import Assignment, Campaign, Item, ItemOutput, Judge, Membership, RankedOutput, Ranking
from rankings.people.judges import Adding
from rankings.people.names import Invitee
from rankings.people.team import AddingMember
from rankings.plan.sampling import DrawOptions, draw_items
from rankings.uploads.files import File

SLUG = "demo"
ITEMS = 72
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
                documents=Documents.FILE,
                language="en",
                direction=Campaign.Direction.LTR,
            ),
            _files(),
        )
        campaign.guidelines = load_guidelines()
        campaign.judges_per_item = 3
        campaign.save(update_fields=["guidelines", "judges_per_item"])
        options = DrawOptions(items=ITEMS, seed=SEED, only_differing=True)
        draw_items(campaign, options, manager, items_before=0)
        owner = CampaignAccess(campaign, Membership.Role.OWNER)
        person = Invitee("", username=users["judge"].get_username())
        Adding(owner, manager).do(people=[person], send=False)
        AddingMember(owner, manager).do(
            username=users["researcher"].get_username(), role=Membership.Role.RESEARCHER
        )
        Opening(CampaignAccess(campaign, Membership.Role.OWNER), manager).do()
        campaign.refresh_from_db()
        _judge_part(campaign)
    return campaign


def _files() -> list[File]:
    corpus = load_demo_corpus()
    outputs = {name: lines for name, lines in corpus.outputs.items() if name != INPUT_SYSTEM}
    return [
        _file(SOURCE, "source.txt", corpus.source),
        _file(DOCUMENTS, "documents.txt", corpus.documents),
        *(_file(OUTPUTS, f"{name}.txt", lines) for name, lines in outputs.items()),
    ]


def _file(role: str, name: str, lines: Sequence[str]) -> File:
    return File(role, name, "".join(line + "\n" for line in lines).encode())


def _judge_part(campaign: Campaign) -> None:
    """Let each simulated judge answer three of four items, so that every fourth item has all three."""
    answers, corpus = load_rankings(), load_demo_corpus()
    names = dict.fromkeys(answer.judge for answer in answers)
    judges = {
        judge.name: judge
        for judge in Judge.objects.bulk_create(Judge(campaign=campaign, name=name) for name in names)
    }
    items = {item.number: item for item in Item.objects.filter(campaign=campaign)}
    outputs: dict[int, list[ItemOutput]] = {}
    for output in ItemOutput.objects.filter(item__campaign=campaign).order_by("item_id", "position"):
        outputs.setdefault(output.item_id, []).append(output)
    clocks = dict.fromkeys(names, timezone.now() - timedelta(days=2))
    assignments: list[Assignment] = []
    rankings: list[Ranking] = []
    for answer in answers:
        judge, item = judges[answer.judge], items[answer.item + 1]
        begun = clocks[answer.judge]
        clocks[answer.judge] = done = begun + timedelta(seconds=answer.seconds + 2)
        assignments.append(_assignment(item, judge, len(answer.ranks), begun, done))
        rankings.append(
            Ranking(
                judge=judge,
                item=item,
                wall_seconds=answer.seconds + 2,
                active_seconds=answer.seconds,
                submitted_at=done,
            )
        )
    Assignment.objects.bulk_create(assignments)
    ranked: list[RankedOutput] = []
    for ranking, answer in zip(Ranking.objects.bulk_create(rankings), answers, strict=True):
        ranks = {
            corpus.outputs[systems[0]][answer.sentence].strip(): rank
            for systems, rank in answer.ranks.items()
        }
        ranked += [
            RankedOutput(ranking=ranking, output=output, rank=ranks[output.text], worst_rank=len(ranks))
            for output in outputs[ranking.item_id]
        ]
    RankedOutput.objects.bulk_create(ranked)


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
