"""Computing the results so far. Loads numerical libraries, which the web server does not need."""

from dataclasses import replace

from appraise_gec.jobs.running import JobError, JobRun
from rankings.analysis.agreement import agreement
from rankings.analysis.choices import REPLICATES, SEED
from rankings.analysis.methods import Method
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import rank_systems, without_ranking
from rankings.desk.results_so_far import ResultsSoFar
from rankings.formats.columns import Judgments
from rankings.formats.results import to_json
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign

METHOD: Method = "expected-wins"
CONFIDENCE = 0.95


def compute(run: JobRun) -> None:
    """Do the work of the job."""
    campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
    if campaign is None:
        raise JobError("The campaign does not exist any more.")
    run.progress(0.0, "Reading rankings")
    judgments = campaign_judgments(campaign)
    run.progress(0.3, "Ranking systems")
    try:
        results = results_of(judgments.where(~judgments.skipped))
    except ValueError as error:
        reason = str(error)
        raise JobError(f"{reason[:1].upper()}{reason[1:]}.") from error
    with run.finishing() as stored:
        stored.update(to_json(results))


def results_of(table: Judgments) -> ResultsSoFar:
    """Raises ValueError for rankings that cannot be used."""
    try:
        ranking = rank_systems(table, METHOD, replicates=REPLICATES, confidence=CONFIDENCE, seed=SEED)
    except ValueError as error:
        ranking = without_ranking(
            str(error), METHOD, replicates=REPLICATES, unit="sentences", confidence=CONFIDENCE, seed=SEED
        )
    found = agreement(table, replicates=REPLICATES, seed=SEED, every_measure=False)
    counts = count_pairs(table)
    systems = tuple(one.system for one in ranking.systems) or counts.systems
    place_of = {name: place for place, name in enumerate(counts.systems)}
    order = [place_of[name] for name in systems]
    comparisons = counts.comparisons[order][:, order].tolist()
    return ResultsSoFar(
        rankings=len(table),
        systems=systems,
        comparisons=tuple(tuple(row) for row in comparisons),
        ranking=ranking,
        agreement=replace(found, pairs=(), judges=()),
    )
