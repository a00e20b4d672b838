"""The job that adds items while judging is open. Loads numerical libraries, which the web server spares."""

from dataclasses import dataclass, replace
from typing import cast

from django.utils import timezone

from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.words import reason_of, words
from rankings.access.states import editable
from rankings.analysis.adaptive import AddingRule, NextStep, next_step
from rankings.analysis.choices import SpeaksFor
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.sequential import Goal
from rankings.items.adaptive import AddedItem, choose_batch
from rankings.items.sampling import Sampler
from rankings.judgments.stored import campaign_judgments
from rankings.models import AdaptiveJudging, Campaign, TopUp
from rankings.plan.adding import ACTION, automatic_items, planned_items, used_sentences
from rankings.plan.sampling import CorpusSets, corpus_sets, store_items


@dataclass(frozen=True, slots=True)
class Decision:
    """What the results lead to: an ending, or a batch of items, drawn with `seed`."""

    step: NextStep
    batch: tuple[AddedItem, ...]
    seed: int


def compute(run: JobRun) -> None:
    """Look at the results where that is due, and add a batch of items or stop."""
    campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
    if campaign is None:
        raise JobError(words("The campaign does not exist any more."))
    setting = _running(campaign)
    if setting is None:
        return
    run.progress(0.0, words("Reading rankings"))
    added = automatic_items(campaign).count()
    rule = _rule(setting, campaign)
    corpus = corpus_sets(campaign)
    try:
        decision = _decide(campaign, setting, rule, corpus, added)
    except ValueError as error:
        raise JobError(
            words("The results cannot be looked at yet: %(reason)s.", reason=reason_of(error))
        ) from error
    with run.finishing() as stored, editable(campaign) as current:
        still = _running(current)
        # Paused, closed, or another rule since: then this decision does not count.
        if (
            still is None
            or (_rule(still, current), still.looks_taken) != (rule, setting.looks_taken)
            or automatic_items(current).count() != added
        ):
            return
        _store(current, still, rule, corpus, decision)
        stored.update(look=decision.step.look, items=len(decision.batch), ending=decision.step.ending)


def _running(campaign: Campaign) -> AdaptiveJudging | None:
    if campaign.state != Campaign.State.OPEN:
        return None
    running = AdaptiveJudging.objects.filter(campaign=campaign, state=AdaptiveJudging.State.RUNNING)
    return running.first()


def _rule(setting: AdaptiveJudging, campaign: Campaign) -> AddingRule:
    planned = setting.planned_items
    return AddingRule(
        goal=cast("Goal", setting.goal),
        planned=planned_items(campaign).count() if planned is None else planned,
        most_items=setting.most_items,
        looks=setting.looks,
        confidence=setting.confidence_percent / 100,
        speaks_for=cast("SpeaksFor", setting.speaks_for),
    )


def _decide(
    campaign: Campaign, setting: AdaptiveJudging, rule: AddingRule, corpus: CorpusSets, added: int
) -> Decision:
    """Raises ValueError where too little has been judged."""
    systems = list(campaign.systems.taking_part().order_by("name").values_list("name", flat=True))
    table = JudgmentTable.from_judgments(campaign_judgments(campaign))
    settled = [(better, worse) for better, worse, _ in setting.settled]
    step = next_step(
        table, rule, systems=systems, added=added, looks_taken=setting.looks_taken, settled=settled
    )
    # Each batch has a seed of its own that follows from the first.
    seed = setting.seed + added
    batch: list[AddedItem] = []
    if not step.ending:
        used = used_sentences(campaign)
        batch = choose_batch(
            corpus.sets,
            step.gains,
            items=min(setting.batch_size, step.items),
            seed=seed,
            used=[place for place, key in enumerate(corpus.sentence_keys) if key in used],
            sentences_so_far=step.sentences,
            random_share=setting.random_percent / 100,
            max_outputs=campaign.max_outputs,
            sampler=cast("Sampler", campaign.sampler),
        )
    if not step.ending and not batch:
        if step.look:
            step = replace(step, ending="no-sentences", items=0)
        else:
            step = next_step(
                table,
                rule,
                systems=systems,
                added=added,
                looks_taken=setting.looks_taken,
                settled=settled,
                out_of_sentences=True,
            )
    return Decision(step, tuple(batch), seed)


def _store(
    campaign: Campaign, setting: AdaptiveJudging, rule: AddingRule, corpus: CorpusSets, decision: Decision
) -> None:
    """Keep the look and the items, and log them. The caller holds the campaign's row."""
    step, batch = decision.step, decision.batch
    if step.look:
        setting.planned_items = rule.planned
        setting.looks_taken = step.look
        setting.settled = [*setting.settled, *([better, worse, step.look] for better, worse in step.settled)]
    if step.ending:
        setting.state = AdaptiveJudging.State.ENDED
        setting.ending = step.ending
        setting.ended_at = timezone.now()
    setting.save()
    at_random = [one.item.number for one in batch if one.pair is None]
    if batch:
        aims: dict[tuple[str, str], int] = {}
        for one in batch:
            if one.pair is not None:
                aims[one.pair] = aims.get(one.pair, 0) + 1
        top_up = TopUp.objects.create(
            campaign=campaign,
            seed=decision.seed,
            pairs=[[*pair, number] for pair, number in sorted(aims.items(), key=lambda aim: -aim[1])],
            is_automatic=True,
        )
        items = [one.item for one in batch]
        store_items(campaign, corpus, items, top_up=top_up, at_random=at_random)
    details = {
        "look": step.look,
        "level": float(f"{rule.level(step.look):.4g}") if step.look else "",
        "settled": [f"{better} above {worse}" for better, worse in step.settled],
        "items": len(batch),
        "at_random": len(at_random),
        "seed": decision.seed if batch else "",
        "ending": step.ending,
    }
    record_event(
        None,
        ACTION,
        campaign.pk,
        **{name: value for name, value in details.items() if value not in ("", [], 0)},
    )
