"""The simulations of the plan. Loads numerical libraries, which the web server does not need."""

from collections import defaultdict

from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.words import as_sentence, reason_of, words
from rankings.analysis.planning_from_overlap import PlannedItem, plan_from_overlap
from rankings.formats.json_form import to_json
from rankings.models import Campaign, ItemOutputSystem
from rankings.plan.certainty import plan_mark
from rankings.plan.forecast import planned_items


def compute(run: JobRun) -> None:
    """Do the work of the job; its result is an `OverlapPlan` in JSON, and the mark of the plan it read."""
    campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
    if campaign is None:
        raise JobError(words("The campaign does not exist any more."))
    run.progress(0.0, words("Reading the plan"))
    # Read before the items: if they change in between, the answer counts as one of the earlier plan.
    mark = plan_mark(campaign)
    try:
        plan = plan_from_overlap(
            read_planned_items(campaign),
            campaign.judges_per_item,
            run.arguments["top"],
            run.arguments["target_percent"] / 100,
            progress=lambda share: run.progress(share, words("Simulating evaluations")),
        )
    except ValueError as error:
        raise JobError(as_sentence(reason_of(error))) from error
    with run.finishing() as stored:
        stored.update({**to_json(plan), "mark": mark})


def read_planned_items(campaign: Campaign) -> list[PlannedItem]:
    """The items that judges will be shown, in their order, with the systems behind each output; one query."""
    rows = (
        ItemOutputSystem.objects.filter(item__in=planned_items(campaign))
        .order_by("item__number", "item_id", "output_id", "system__name")
        .values_list("item_id", "item__sentence_id", "output_id", "system__name")
    )
    outputs: dict[tuple[int, int], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for item, sentence, output, system in rows.iterator(chunk_size=10_000):
        outputs[item, sentence][output].append(system)
    return [
        PlannedItem(sentence, tuple(tuple(names) for names in shown.values()))
        for (_, sentence), shown in outputs.items()
        if len(shown) > 1
    ]
